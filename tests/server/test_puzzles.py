"""Puzzles by HTTP: asked, tried, counted, and nothing of the answer before that."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import msgspec
import pytest

from quintet.server import puzzles as puzzles_door
from quintet.server.identity import COOKIE
from quintet.server.limits import Buckets
from quintet.study import puzzles, solving
from tests.server.harness import Node, serving
from tests.server.test_http import Answer, ask


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


@pytest.fixture(params=["sqlite", "postgres"])
def shared_store(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where two nodes can keep the same things."""
    if request.param == "sqlite":
        return f"sqlite:{tmp_path / 'games.db'}"
    return str(request.getfixturevalue("postgres_url"))


async def post(node: Node, path: str, body: Any = None, token: str = "") -> Answer:
    headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
    return await ask(node, path, "POST", b"" if body is None else msgspec.json.encode(body), **headers)


@pytest.mark.parametrize("name", puzzles.games())
async def test_a_question_holds_nothing_of_its_answer(node: Node, name: str) -> None:
    puzzle = puzzles.shipped(name)[-1]
    told = (await ask(node, f"/api/puzzles/{puzzle.id}")).json
    assert told["ask"]
    assert told["prompts"]
    assert not told["plies"]
    assert not {"right", "line", "answer", "shown", "solution"} & told.keys()


async def test_the_first_answer_counts_and_is_remembered(node: Node) -> None:
    token = node.hub.identity.new_token()
    following = (await post(node, "/api/puzzles/next/best", token=token)).json
    puzzle = puzzles.find(following["id"])
    game = puzzles.game_of(puzzle)
    others = game.prompt(game.load(puzzle.position), puzzle.seat).moves()
    wrong = next(move for move in others if move not in puzzle.right)
    path = f"/api/puzzles/{puzzle.id}"

    refused = (await post(node, path, {"move": "nonsense"}, token)).json
    assert not refused["right"]
    assert "counted" not in refused
    first = (await post(node, path, {"move": wrong}, token)).json
    assert not first["right"]
    assert first["counted"].startswith("Your rating is ")
    assert "(-" in first["counted"]
    assert "answer" not in first
    second = (await post(node, path, {"move": puzzle.right[0]}, token)).json
    assert second["right"]
    assert "counted" not in second
    assert second["answer"].startswith("The answer: ")
    assert second["puzzle"]["plies"]

    (mine,) = [
        one
        for one in (await ask(node, "/api/puzzles", Cookie=f"{COOKIE}={token}")).json["games"]
        if one["name"] == "best"
    ]
    assert (mine["tried"], mine["solved"], mine["streak"]) == (1, 0, 0)
    assert mine["recent"] == [{"id": puzzle.id, "right": False}]
    assert (await post(node, "/api/puzzles/next/best", token=token)).json["id"] != puzzle.id
    (stranger,) = [one for one in (await ask(node, "/api/puzzles")).json["games"] if one["name"] == "best"]
    assert stranger["tried"] == 0


async def test_giving_up_shows_the_answer_and_a_pick_is_told_why(node: Node) -> None:
    puzzle = puzzles.shipped("gomoku")[0]
    path, game = f"/api/puzzles/{puzzle.id}", puzzles.game_of(puzzle)
    taken = next(iter(game.board(game.load(puzzle.position))))
    told = (await post(node, path, {"picked": {"space": taken, "piece": "b"}})).json
    assert told == {"right": False, "text": f"{taken} is occupied"} or "occupied" in told["text"]
    shown = (await post(node, path)).json
    assert shown["shown"] == puzzle.line[0]
    assert shown["answer"]


@pytest.mark.parametrize("name", puzzles.games())
async def test_whatever_is_picked_or_played_is_answered_by_a_sentence(
    node: Node, name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Spaces, pieces and choices that no board has, in every mixture."""
    monkeypatch.setattr(puzzles_door, "TRIES", Buckets(1000, 1000.0))
    puzzle = puzzles.shipped(name)[0]
    game = puzzles.game_of(puzzle)
    taken = next(iter(game.board(game.load(puzzle.position))))
    odd = (
        game.layout.spaces[0].name,
        taken,
        "",
        "zz9",
        "\0",
        "remove zz9",
        "@",
        "b@",
        "99",
        "é" * 50,
        "a1 " * 900,
    )
    for one, two in itertools.product(odd, odd[2:]):
        pick = {"picked": {"space": one, "piece": two, "chosen": [two, one]}}
        for body in (pick, {"move": f"zz{one} {two} "}):
            answer = await post(node, f"/api/puzzles/{puzzle.id}", body)
            assert answer.status == 200, (body, answer.body)
            assert 0 < len(answer.json["text"]) < 500
            assert "counted" not in answer.json


async def test_two_answers_at_once_count_once(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the store takes its time."""
    token, kept = node.hub.identity.new_token(), node.hub.store.kept

    async def slowly(prefix: str) -> dict[str, bytes]:
        found = await kept(prefix)
        await asyncio.sleep(0.02)
        return found

    monkeypatch.setattr(node.hub.store, "kept", slowly)
    puzzle = puzzles.shipped("best")[0]
    tries = (post(node, f"/api/puzzles/{puzzle.id}", {"move": puzzle.right[0]}, token) for _ in range(8))
    told = [answer.json for answer in await asyncio.gather(*tries)]
    assert sum("counted" in one for one in told) == 1
    assert {one["streak"] for one in told} == {1}


async def test_an_answer_counts_once_whichever_node_hears_it(
    shared_store: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Two nodes hear answers of one person at once: to one puzzle, and to several, of which none is lost."""
    monkeypatch.setattr(puzzles_door, "TRIES", Buckets(1000, 1000.0))
    async with serving(shared_store) as one, serving(shared_store) as two:
        token, several = one.hub.identity.new_token(), puzzles.shipped("best")[:4]
        tries = [
            post(node, f"/api/puzzles/{puzzle.id}", {"move": puzzle.right[0]}, token)
            for puzzle in several
            for node in (one, two) * 3
        ]
        told = [answer.json for answer in await asyncio.gather(*tries)]
        assert sum("counted" in answer for answer in told) == len(several)
        (mine,) = [
            game
            for game in (await ask(two, "/api/puzzles", Cookie=f"{COOKIE}={token}")).json["games"]
            if game["name"] == "best"
        ]
        assert (mine["tried"], mine["solved"], mine["streak"]) == (4, 4, 4)


async def test_many_new_guests_move_no_rating(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles_door, "TRIES", Buckets(1000, 1000.0))
    puzzle = puzzles.shipped("best")[0]
    before = (await ask(node, f"/api/puzzles/{puzzle.id}")).json["rating"]
    for _ in range(40):
        assert (await post(node, f"/api/puzzles/{puzzle.id}", {"move": puzzle.right[0]})).json["right"]
    assert (await ask(node, f"/api/puzzles/{puzzle.id}")).json["rating"] == before


async def test_a_puzzle_is_rated_by_those_who_know_some(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles_door, "TRIES", Buckets(1000, 1000.0))
    token = node.hub.identity.new_token()
    several = puzzles.shipped("best")[: solving.NEWCOMER + 1]
    for puzzle in several:
        await post(node, f"/api/puzzles/{puzzle.id}", {"move": puzzle.right[0]}, token)
    last = several[-1]
    told = (await ask(node, f"/api/puzzles/{last.id}")).json
    assert told["rating"] < last.rating


async def test_who_answers_without_end_is_asked_to_wait(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(puzzles_door, "TRIES", Buckets(3, 0.001))
    path = f"/api/puzzles/{puzzles.shipped('best')[0].id}"
    answers = [await post(node, path, {"move": "1"}) for _ in range(5)]
    assert [answer.status for answer in answers] == [200, 200, 200, 429, 429]
    assert "wait a moment" in answers[-1].json["text"]


async def test_what_is_no_puzzle_or_no_answer_is_refused_with_a_sentence(node: Node) -> None:
    known = puzzles.shipped("gomoku")[0].id
    for path, method, body, status in (
        ("/api/puzzles/nothing", "GET", b"", 404),
        ("/api/puzzles/nothing", "POST", b"", 404),
        ("/api/puzzles/next/chess", "POST", b"", 404),
        (f"/api/puzzles/{known}", "POST", b"[[[[", 400),
        (f"/api/puzzles/{known}", "POST", b'{"move": 3}', 400),
        (f"/api/puzzles/{known}", "POST", b" " * 20_000, 400),
    ):
        answer = await ask(node, path, method, body)
        assert answer.status == status, (path, answer.body)
        assert answer.json["text"]
