"""Puzzles by HTTP: asked, tried, counted, and nothing of the answer before that."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import Any

import msgspec
import pytest

from quintet.server.identity import COOKIE
from quintet.study import puzzles
from tests.server.harness import Node, serving
from tests.server.test_http import Answer, ask


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


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
    assert second["answer"].startswith("The answer is ")
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
