"""A page that thinks for its machines: the server's workers are asked only for what does not come from there."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest
from msgspec.structs import replace

from quintet.games import game
from quintet.server import lending
from quintet.server.worker import Question, Reply, answer
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.harness import Node, Raw, raw, serving
from tests.server.test_play import picture
from tests.waiting import until


@asynccontextmanager
async def asked() -> AsyncIterator[tuple[Node, list[str]]]:
    """A server, and the machines of which its workers were asked a move; another one answers, who thinks less."""
    questions: list[str] = []

    async def ask(question: Question, *_: object) -> Reply:
        questions.append(question.machine or "")
        return answer(replace(question, machine="greedy"))

    async with serving(workers=1) as node:
        assert node.pool is not None
        node.pool.ask = ask  # type: ignore[method-assign, assignment]  # thinking is not what is tried here
        yield node, questions


@asynccontextmanager
async def alone(node: Node, machine: str, *, begins: bool = True) -> AsyncIterator[tuple[Raw, str]]:
    """The page of a person who plays against a machine, which begins or does not, and the room."""
    async with raw(node.address) as page:
        message: dict[str, Any] = {
            "type": "create",
            "name": "Alone",
            "game": "reversi",
            "options": {"size": 4},
        }
        await page.send(**message, seats=[machine, "me"] if begins else ["me", machine], offline=True)
        yield page, (await page.until("opened"))["room"]


async def test_a_page_that_lends_its_engine_is_waited_for() -> None:
    async with asked() as (node, questions), alone(node, "level-3") as (page, room):
        await page.send(type="join", room=room, lends=True)
        version = (await page.until("view"))["turn_version"]
        await page.send(type="deliver", seat=0, text="b1", version=version, id=1)
        version = (await page.until("update", id=1))["turn_version"]
        await page.send(type="move", seat=1, text="a1", version=version, id=2)
        await page.until("update", id=2)
        assert questions == []
        await page.send(type="lend", on=False, id=3)
        await page.until("done", id=3)
        played = await page.until("update")
        assert played["plies"][0]["moves"][0][0] == 0
        assert questions == ["level-3"]


async def test_a_page_that_is_gone_is_stood_in_for() -> None:
    async with asked() as (node, questions), Client(node.address) as ann:
        async with alone(node, "level-3") as (page, room):
            await page.send(type="join", room=room, lends=True)
            await page.until("view")
            await ann.join(room)
            assert questions == []
        await until(lambda: len(picture(ann).plies) == 1)
        assert questions == ["level-3"]


async def test_a_page_that_is_late_is_stood_in_for_and_waited_for_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(lending, "LENT_SECONDS", 0.0)
    async with asked() as (node, questions), alone(node, "level-3") as (page, room):
        await page.send(type="join", room=room, lends=True)
        played = await page.until("update")
        monkeypatch.setattr(lending, "LENT_SECONDS", 600.0)
        rules = game("reversi", size=4)
        position, _ = rules.apply(rules.start(), {0: played["plies"][0]["moves"][0][1]})
        reply = next(rules.prompt(position, 1).moves())
        await page.send(type="move", seat=1, text=reply, version=played["turn_version"], id=1)
        await page.until("update", id=1)
        await page.until("update")
        assert questions == ["level-3", "level-3"]


THOUGHT = {"move": "b1", "value": 2.5, "exact": False, "expected": 0.7, "line": ["b1", "a1"]}


async def test_a_page_gives_hints_and_the_answers_to_offers_and_the_server_has_the_words() -> None:
    async with asked() as (node, questions), alone(node, "level-3", begins=False) as (page, room):
        await page.send(type="join", room=room, lends=True)
        version = (await page.until("view"))["turn_version"]
        await page.send(type="ask", kind="hint", id=1)
        assert (await page.until("update", id=1))["hint_due"] == 0
        for wrong, code in (
            ({"version": version - 1}, "stale"),
            ({"kind": "draw", "seat": 1}, "stale"),
            ({"thought": THOUGHT | {"move": "a1"}}, "illegal-move"),
            ({"thought": THOUGHT | {"line": ["b1", "nowhere"]}}, "illegal-move"),
            ({"thought": THOUGHT | {"value": 1e9}}, "malformed"),
        ):
            said = {
                "type": "advise",
                "kind": "hint",
                "seat": 0,
                "version": version,
                "thought": THOUGHT,
            } | wrong
            await page.send(**said, id=2)
            assert (await page.until("refused"))["code"] == code
        await page.send(type="advise", kind="hint", seat=0, version=version, thought=THOUGHT, id=3)
        hint = (await page.until("update"))["hint"]
        assert (hint["move"], hint["note"]) == ("b1", "2.5 discs ahead; then a1")
        assert questions == []


@pytest.mark.parametrize(("value", "status"), [(-0.5, None), (0.0, "finished"), (2.5, "finished")])
async def test_a_page_answers_offers_of_a_draw_for_its_machine(value: float, status: str | None) -> None:
    """By a value from the side of the person, whose turn it is: what stands better does not take a draw."""
    async with asked() as (node, questions), alone(node, "level-3", begins=False) as (page, room):
        await page.send(type="join", room=room, lends=True)
        version = (await page.until("view"))["turn_version"]
        await page.send(type="ask", kind="draw", id=1)
        await page.until("update", id=1)
        thought = THOUGHT | {"value": value}
        await page.send(type="advise", kind="draw", seat=1, version=version, thought=thought, id=2)
        assert (await page.until("update")).get("status") == status
        assert questions == []


async def test_who_does_not_lend_an_engine_gives_no_advice() -> None:
    async with asked() as (node, _), alone(node, "level-3", begins=False) as (page, room):
        await page.send(type="join", room=room)
        version = (await page.until("view"))["turn_version"]
        await page.send(type="advise", kind="hint", seat=0, version=version, thought=THOUGHT, id=1)
        assert (await page.until("refused", id=1))["code"] == "not-your-seat"


async def test_machines_of_rooms_and_those_without_an_engine_stay_with_the_server() -> None:
    async with asked() as (node, questions), alone(node, "greedy") as (page, room):
        await page.send(type="join", room=room, lends=True)
        await page.until("update")
        async with alone(node, "level-3") as (_, other):  # who only watches does not think for anybody
            await page.send(type="join", room=other, lends=True)
            await page.until("update", room=other)
        assert questions == ["greedy", "level-3"]
        async with Client(node.address) as ann:
            online = await ann.create(Create(name="Ours", game="reversi", seats=("level-5", "me")))
            await page.send(type="join", room=online, lends=True)
            await page.until("view")
            assert not node.hub.machines.lending.lent(online)
