"""The explorer by HTTP: a game is counted as it ends, for everybody or for who played it, and uncounted when it is hidden."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import pytest

from quintet.commands.explore import from_server
from quintet.games import game
from quintet.games.record import Replay
from quintet.wire.client import Client
from tests.server.harness import Node, serving
from tests.server.test_archive import cookie, played, wish
from tests.server.test_http import ask

SMALL: dict[str, Any] = {"game": "reversi", "options": {"size": 4}}


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


async def explored(node: Node, client: Client | None = None, **question: Any) -> Any:
    body = json.dumps(SMALL | question).encode()
    answer = await ask(node, "/api/explorer", "POST", body, Cookie=cookie(client) if client else "")
    return answer.json if answer.status == 200 else (answer.status, answer.json["text"])


async def test_a_game_is_counted_as_it_ends_and_while_it_is_public(node: Node) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben, Client(node.address) as cat:
        assert (await explored(node))["said"] == "Nobody has played from here yet."
        one = await played(node, ann, ben, size=4)
        told = await explored(node)
        assert told["games"] == 1
        assert (told["rules"], told["sides"]) == (["Board: 4 × 4"], ["Black", "White"])
        assert [past["link"] for past in told["last"]] == [f"/g/{one}"]
        assert ann.guest not in json.dumps(told)
        first = told["choices"][0]["moves"][0]
        assert (await explored(node, moves=[[0, first]]))["games"] == 1
        assert (await explored(node, options={"size": 6}))["games"] == 0, "other rules, other games"
        assert (await explored(node, sources=["machines", "arena"]))["games"] == 0
        assert (await explored(node, sources=["people"]))["games"] == 1
        assert (await explored(node, mine=True))["games"] == 0, "nobody has no games"
        await wish(node, ann, one, "private")
        assert (await explored(node))["games"] == (await explored(node, cat, mine=True))["games"] == 0
        assert (await explored(node, ben, mine=True))["said"] == "One game of yours came here."
        await wish(node, ann, one, "public")
        assert (await explored(node))["games"] == 1
        found = await asyncio.to_thread(
            from_server, node.address, Replay(game("reversi", size=4)), ("people",)
        )
        assert found.games == 1, "the command line asks in the same way"


@pytest.mark.parametrize(
    ("question", "why"),
    [
        ({"game": "chess"}, "chess"),
        ({"options": {"size": 5}}, "size"),
        ({"moves": [[0, "z9"]]}, "move 1"),
        ({"moves": [[0, "b1"]] * 1001}, "1000"),
        ({"sources": ["everybody"]}, "everybody"),
        ({"sources": ["people"] * 4}, "length"),
        ({"mine": "yes"}, "bool"),
        ({"who": "me"}, "who"),
    ],
)
async def test_what_is_no_question_is_refused_in_a_sentence(
    node: Node, question: dict[str, Any], why: str
) -> None:
    status, text = await explored(node, **question)
    assert status == 400
    assert why in text
