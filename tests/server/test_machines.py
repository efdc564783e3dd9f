"""Machines in seats: workers choose their moves."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from quintet import engine
from quintet.games import game
from quintet.server import machines, worker
from quintet.server.worker import Question, answer
from quintet.table.commands import Ask, Create, Fill, Ready
from quintet.wire.client import Client
from tests.server.harness import Node, serving
from tests.server.test_play import picture
from tests.waiting import until


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving(workers=2) as running:
        yield running


def ask_about(name: str, **fields: object) -> Question:
    chosen = game(name)
    whole = {
        "kind": "move",
        "game": name,
        "options": {},
        "position": chosen.dump(chosen.start()),
        "seat": 0,
    } | fields
    return Question(**whole)


async def test_a_person_plays_a_machine_to_the_end(node: Node) -> None:
    async with Client(node.address) as ann:
        seats = ("me", "greedy")
        room = await ann.create(
            Create(name="Alone", game="reversi", options={"size": 4}, seats=seats, offline=True)
        )
        await ann.join(room)
        while picture(ann).status == "playing":
            await until(lambda: picture(ann).status != "playing" or bool(picture(ann).prompts))
            if picture(ann).prompts:
                await ann.move(next(picture(ann).prompts[0].moves()))
        assert picture(ann).outcome is not None
        assert {seat for ply in picture(ann).plies for seat, _ in ply.moves} == {0, 1}


async def test_machines_play_each_other_while_somebody_watches(node: Node) -> None:
    async with Client(node.address) as ann:
        room = await ann.create(
            Create(name="Watch", game="reversi", options={"size": 4}, seats=("random", "greedy"))
        )
        await ann.join(room)
        await ann.ask(Ready())
        await until(lambda: picture(ann).status == "finished")


async def test_a_machine_that_begins_is_asked_as_soon_as_somebody_watches(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(machines, "LATE_SECONDS", 600.0)
    async with Client(node.address) as ann:
        seats = ("greedy", "me")
        await ann.join(await ann.create(Create(name="Alone", game="reversi", seats=seats, offline=True)))
        await until(lambda: len(picture(ann).plies) == 1)


async def test_a_hint_comes_from_a_worker(node: Node) -> None:
    async with Client(node.address) as ann:
        room = await ann.create(Create(name="Alone", game="best", seats=("me", "me"), offline=True))
        await ann.join(room)
        await ann.ask(Ask(kind="hint"))
        await until(lambda: picture(ann).hint is not None, 120)
        hint = picture(ann).hint
        assert hint is not None
        assert hint.move in list(picture(ann).prompts[0].moves())


async def test_an_engine_level_takes_a_seat(node: Node) -> None:
    async with Client(node.address) as ann:
        room = await ann.create(Create(name="Alone", game="best", seats=("me", "random"), offline=True))
        await ann.join(room)
        await ann.ask(Fill(seat=1, machine="level-1"))
        await ann.move(next(picture(ann).prompts[0].moves()))
        await until(lambda: len(picture(ann).plies) == 2, 120)


@pytest.mark.parametrize("machine", ["random", "greedy"])
@pytest.mark.parametrize("name", ["reversi", "omega", "onyx", "best", "gomoku"])
def test_every_machine_answers_every_game(name: str, machine: str) -> None:
    chosen = game(name)
    reply = answer(ask_about(name, machine=machine))
    assert chosen.legal(chosen.start(), chosen.turn(chosen.start())[0], reply.move)
    assert isinstance(answer(ask_about(name, machine=machine, kind="draw")).accept, bool)


@pytest.mark.parametrize(
    "fields", [{"game": "chess"}, {"options": {"size": 5}}, {"machine": "nobody"}, {"machine": "nodes-5"}, {"machine": "a.py:B"}, {"position": {"x": 1}}, {"position": 3}]
)  # fmt: skip
def test_a_question_that_makes_no_sense_is_answered_with_an_error(fields: dict[str, object]) -> None:
    question = ask_about("reversi", **fields) if "game" not in fields else Question(kind="move", game="chess", options={}, position={}, seat=0)  # fmt: skip
    assert answer(question).error


@pytest.mark.parametrize("machine", ["level-1", "level-10"])
def test_an_engine_refuses_a_draw_when_it_stands_better_whoever_is_in_turn(machine: str) -> None:
    reversi = game("reversi", size=4)
    position = reversi.start()
    for number, move in enumerate(("c4", "d4", "b1", "c1", "d1", "a1")):
        position, _ = reversi.apply(position, {number % 2: move})
    assert reversi.turn(position) == (0,)
    assert reversi.measure(position, 1) < reversi.measure(position, 0), "the count alone says otherwise"
    taken = [
        answer(
            ask_about("reversi", kind="draw", options={"size": 4}, position=reversi.dump(position), seat=seat, machine=machine)
        ).accept
        for seat in (0, 1)
    ]  # fmt: skip
    assert taken == [True, False]


def test_what_an_engine_learns_at_one_move_serves_the_next_in_the_same_room(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    lent = []
    chosen = engine.think

    def think(*given: Any, **named: Any) -> Any:
        lent.append(named["memory"])
        return chosen(*given, **named | {"level": 1})

    monkeypatch.setattr(engine, "think", think)
    monkeypatch.setattr(worker, "remembered", {})
    for room, kind in (
        ("a", "move"),
        ("b", "move"),
        ("a", "hint"),
        ("c", "move"),
        ("a", "move"),
        ("b", "move"),
    ):
        asked = ask_about("best", kind=kind, room=room, machine="level-10" if kind == "move" else None)
        assert not answer(asked).error
    answer(ask_about("best", machine="level-10"))
    a, b, again, c, still, forgotten, nowhere = map(id, lent)
    assert a == again == still
    assert len({a, b, c, forgotten, nowhere}) == 5
    assert len(worker.remembered) == worker.REMEMBERED


def test_the_seed_decides_for_a_machine() -> None:
    moves = {answer(ask_about("gomoku", machine="random", seed=seed)).move for seed in range(8)}
    assert len(moves) > 1
    assert worker.answer(ask_about("gomoku", machine="random", seed=3)) == answer(
        ask_about("gomoku", machine="random", seed=3)
    )


def test_a_worker_whose_server_is_gone_ends_without_a_word() -> None:
    command = [sys.executable, "-m", "quintet.server.worker"]
    pipe = subprocess.PIPE
    with subprocess.Popen(command, stdin=pipe, stdout=pipe, stderr=pipe) as worker:
        assert worker.stdin
        assert worker.stdout
        assert worker.stderr
        worker.stdout.close()
        worker.stdin.write(msgspec.json.encode(ask_about("reversi", machine="greedy")) + b"\n")
        worker.stdin.close()
        assert worker.wait(60) == 0
        assert worker.stderr.read() == b""
