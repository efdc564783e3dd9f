"""Positions by HTTP: packed for pages, or thought about by the server's workers."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import msgspec
import pytest

from quintet.engine.levels import level
from quintet.engine.packing import pack
from quintet.engine.registry import player
from quintet.engine.wasm import manifest
from quintet.games import game
from quintet.server.analysis import AT_ONCE, AT_ONCE_OF_AN_ADDRESS
from quintet.server.identity import COOKIE
from quintet.server.worker import Question, Reply
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.harness import Node, seat_all, serving
from tests.server.test_http import Answer, ask
from tests.waiting import until

PACK, LOOK = "/api/analysis/position", "/api/analysis"
GAME: dict[str, Any] = {"game": "best", "options": {}, "moves": [[0, "1"], [1, "2"], [0, "3"]]}


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving(workers=1) as running:
        yield running


async def post(node: Node, path: str, body: Any, token: str | None = None) -> Answer:
    headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
    return await ask(node, path, "POST", msgspec.json.encode(body), **headers)


async def test_a_position_is_packed_as_the_engine_would_and_nothing_is_compiled_for_it(node: Node) -> None:
    answer = await post(node, PACK, GAME)
    assert answer.status == 200, answer.body
    rules = game("best")
    position = rules.start()
    for seat, move in GAME["moves"]:
        position, _ = rules.apply(position, {seat: move})
    wanted = msgspec.to_builtins(pack(rules, position, 1))
    assert answer.json == msgspec.json.decode(msgspec.json.encode(wanted))
    known = manifest.read("best")
    assert known is not None
    assert len(base64.b64decode(answer.json["state"])) == known.state
    assert answer.json["sources"] == known.sources
    assert (await post(node, PACK, GAME | {"plies": 2})).json["seat"] == 0
    assert node.pool is not None
    assert not node.pool.busy


async def test_what_cannot_be_analysed_is_refused_with_a_sentence(node: Node) -> None:
    async def refused(status: int, words: str, path: str = PACK, **body: Any) -> None:
        answer = await post(node, path, body)
        assert answer.status == status, answer.body
        assert words in answer.json["text"], answer.json

    await refused(400, "must name a room, or a game")
    await refused(400, "must name a position", game="best", nonsense=1)
    await refused(400, "there is no game", game="chess")
    await refused(400, "tokens", game="best", options={"tokens": 99})
    await refused(400, "move 1", game="best", moves=[[0, "99"]])
    await refused(404, "The game has 3 plies", **GAME, plies=9)
    await refused(400, "no move to make", **GAME, seat=0)
    await refused(404, "no such room", room="nowhere")
    await refused(400, "must name a position", LOOK, **GAME, lines=0)
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben], "best")
        await refused(403, "still being played", room=room)
        await refused(403, "still being played", LOOK, room=room)


async def test_the_machine_on_ones_own_screen_comes_with_its_order(node: Node) -> None:
    async with Client(node.address) as ann:
        seats = ("level-4", "me")
        room = await ann.create(Create(name="Alone", game="best", seats=seats, offline=True))
        body = {"room": room, "seat": 0, "machine": True}
        order = (await post(node, PACK, body, ann.token)).json["order"]
        assert order["nodes"] == level(4, player(game("best"))).nodes
        assert order["loss"] > 0
        assert order == (await post(node, PACK, body, ann.token)).json["order"], "its luck is the same again"
        assert (await post(node, PACK, body)).status == 409, "nobody else's"
        assert (await post(node, PACK, body | {"seat": 1}, ann.token)).status == 409
        assert (await post(node, PACK, {"room": room})).json["order"] is None


async def test_the_servers_engine_answers_for_pages_that_have_none(node: Node) -> None:
    answer = await post(node, LOOK, GAME | {"nodes": 500, "lines": 2, "also": ["5"]})
    assert answer.status == 200, answer.body
    assert len(answer.json["moves"]) == 2
    assert [one["move"] for one in answer.json["also"]] == ["5"]
    assert answer.json["seat"] == 1
    wrong = await post(node, LOOK, GAME | {"nodes": 500, "also": ["77"]})
    assert wrong.status == 400
    assert wrong.json["text"].endswith(".")


async def test_nobody_has_more_than_a_few_analysed_at_once(node: Node) -> None:
    seen: list[Answer] = []

    async def think(_question: Question, guest: str) -> Reply:
        if len(seen) < AT_ONCE:  # while this one waits, another is asked
            seen.append(await post(node, LOOK, GAME, ann.token))
        return Reply(data={"guest": guest})

    assert node.pool is not None
    node.pool.ask = think  # type: ignore[method-assign, assignment]  # thinking is not what is tried here
    async with Client(node.address) as ann:
        assert (await post(node, LOOK, GAME, ann.token)).status == 200
        assert [answer.status for answer in seen] == [429, 200]
        assert (await post(node, LOOK, GAME, ann.token)).status == 200


async def test_who_is_a_new_guest_each_time_has_no_more_analysed(node: Node) -> None:
    asyncio.get_running_loop().set_default_executor(ThreadPoolExecutor(2 * AT_ONCE_OF_AN_ADDRESS))
    going, asked = asyncio.Event(), list[str]()

    async def think(_question: Question, guest: str) -> Reply:
        asked.append(guest)
        await going.wait()
        return Reply(data={})

    assert node.pool is not None
    node.pool.ask = think  # type: ignore[method-assign, assignment]  # thinking is not what is tried here
    named = [node.hub.identity.new_token() for _ in range(AT_ONCE_OF_AN_ADDRESS - AT_ONCE)]
    waiting = [asyncio.create_task(post(node, LOOK, GAME, token)) for token in (*named, *[""] * AT_ONCE)]
    await until(lambda: len(asked) == AT_ONCE_OF_AN_ADDRESS)
    assert (await post(node, LOOK, GAME)).status == 429
    assert (await post(node, LOOK, GAME, node.hub.identity.new_token())).status == 429
    going.set()
    assert {answer.status for answer in await asyncio.gather(*waiting)} == {200}
    assert (await post(node, LOOK, GAME, node.hub.identity.new_token())).status == 200
    assert "" not in asked, "nobody without a name waits in one line with all others without one"


async def test_only_the_worker_of_the_engine_may_run_compiled_code(node: Node) -> None:
    policies = {
        path: (await ask(node, f"/static/{path}")).headers["Content-Security-Policy"]
        for path in ("engine/worker.js", "engine/crew.js", "main.js")
    }
    assert "'wasm-unsafe-eval'" in policies["engine/worker.js"]
    assert (
        policies["engine/crew.js"]
        == policies["main.js"]
        == (await ask(node, "/")).headers["Content-Security-Policy"]
    )
    assert "wasm" not in policies["main.js"]
    module = await ask(node, "/static/engine/best.wasm")
    assert module.headers["Content-Type"] == "application/wasm"
    assert module.headers["ETag"]
    again = await ask(node, "/static/engine/best.wasm", If_None_Match=module.headers["ETag"])
    assert again.status == 304
