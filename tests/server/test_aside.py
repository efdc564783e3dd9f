"""What takes long is done aside and once; what goes to everybody is small."""

from __future__ import annotations

import asyncio
import gc
import gzip
import itertools
import threading
import traceback
import weakref
from collections.abc import AsyncIterator, Callable
from functools import partial
from typing import Any

import msgspec
import pytest

from quintet.games import game
from quintet.games.contract import GameError
from quintet.server import answers, http, hub, packing
from quintet.server.aside import MOST_WAITING, Aside, BusyError, asker
from quintet.server.lobby import MOST_SHOWN
from quintet.table.commands import Create
from quintet.wire.client import Client, ServerError
from tests.server.harness import Node, serving
from tests.server.test_http import Answer, ask
from tests.waiting import PATIENCE, until

SIDE = 20
SPACES = {f"{chr(97 + x)}{y + 1}": [x, y] for x in range(SIDE) for y in range(SIDE)}
EDGES = [list(edge) for edge in itertools.islice(itertools.combinations(SPACES, 2), 4000)]
LARGEST: dict[str, Any] = {"board": {"spaces": SPACES, "edges": EDGES}}
SMALL: dict[str, Any] = {"board": {"spaces": {"a1": [0, 0], "b1": [1, 0]}, "edges": [["a1", "b1"]]}}


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving() as running:
        yield running


def watched(monkeypatch: pytest.MonkeyPatch, module: Any, name: str) -> list[str]:
    """The threads in which a function is called from now on."""
    threads: list[str] = []
    original: Callable[..., Any] = getattr(module, name)

    def called(*arguments: Any, **named: Any) -> Any:
        threads.append(threading.current_thread().name)
        return original(*arguments, **named)

    monkeypatch.setattr(module, name, called)
    return threads


async def test_the_list_of_rooms_carries_no_documents(node: Node) -> None:
    body = msgspec.json.encode({"type": "create", "name": "Ours", "game": "onyx", "options": LARGEST})
    made = await asyncio.gather(*(ask(node, "/api/rooms", "POST", body) for _ in range(10)))
    assert {answer.status for answer in made} == {201}
    await until(lambda: len(node.hub.lobby.rooms()) == 10)
    listed = await ask(node, "/api/rooms")
    assert len(listed.body) < 10 * 1000
    assert {msgspec.json.encode(room["options"]) for room in listed.json} == {b'{"board":{}}'}


async def test_the_list_of_rooms_has_an_end_and_shows_the_newest(node: Node) -> None:
    node.hub._new_rooms._burst = 1000
    for number in range(MOST_SHOWN + 20):
        node.hub.clock = lambda number=number: number  # type: ignore[misc]  # a room a millisecond
        made = await node.hub.create("host", "here", Create(name=str(number), game="reversi"))
        assert isinstance(made, str)
    await node.hub.lobby.flush()
    shown = [room.name for room in node.hub.lobby.rooms()]
    assert shown == [str(number) for number in reversed(range(20, MOST_SHOWN + 20))]


async def test_the_list_of_rooms_is_packed_aside_and_once_until_it_changes(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    packed = watched(monkeypatch, http, "pack")
    for name in ("Ours", "Theirs"):
        await node.hub.create("host", "here", Create(name=name, game="reversi"))
        await node.hub.lobby.flush()
        for answer in await asyncio.gather(*(ask(node, "/api/rooms") for _ in range(3))):
            assert answer.json[0]["name"] == name
    assert [thread.startswith("aside") for thread in packed] == [True, True]


async def test_a_game_is_described_once(node: Node) -> None:
    path = '/api/games/reversi?options={"size":6}'
    first = await ask(node, path)
    before = answers.described.cache_info().hits
    packed = await ask(node, path, Accept_Encoding="gzip")
    assert answers.described.cache_info().hits == before + 1
    assert (packed.headers["Content-Encoding"], first.headers["Content-Encoding"]) == ("gzip", None)
    assert len(packed.body) < len(first.body)


async def test_long_settings_are_a_body(node: Node) -> None:
    answer = await ask(node, "/api/games/onyx", "POST", msgspec.json.encode(LARGEST))
    assert answer.status == 200
    assert len(answer.json["layout"]["spaces"]) == SIDE * SIDE
    for body in (
        b"",
        b"[]",
        b"\xff",
        b"[" * 5000,
        b'{"board":"' + b"x" * 200_000 + b'"}',
        b'{"board":{"spaces":1}}',
    ):
        refused = await ask(node, "/api/games/onyx", "POST", body)
        assert (refused.status, refused.json["code"]) == (400, "refused")


def test_a_game_is_a_value() -> None:
    assert game("onyx", **SMALL) is game("onyx", **SMALL)
    assert game("reversi", size=6) is not game("reversi", size=8)
    assert game("reversi", size=6).settings["size"] == 6


async def test_what_takes_long_is_done_aside(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    created = watched(monkeypatch, hub, "create")
    async with Client(node.address) as ann:
        for options in ({}, SMALL):
            await ann.create(Create(name="Ours", game="onyx", options=options))
        moves = ((0, "d3"), (1, "c3"))
        room = await ann.create(Create(name="Loaded", game="reversi", moves=moves))
        assert [name.startswith("aside") for name in created] == [False, True, True]
        assert (await ann.join(room)).plies
    body = msgspec.json.encode({"type": "create", "name": "Ours", "game": "onyx", "options": LARGEST})
    long = (await ask(node, "/api/rooms", "POST", body)).json["room"]
    answers.described.cache_clear()
    described = watched(monkeypatch, answers, "description")
    await ask(node, '/api/games/reversi?options={"size":6}')
    assert [name.startswith("aside") for name in described] == [True]
    folded, recorded = watched(monkeypatch, hub, "_fold"), watched(monkeypatch, answers, "record")
    for name in (long, room):
        await until(lambda name=name: not node.hub.rooms[name].watchers)  # type: ignore[misc]  # mypy cannot infer a lambda with a default
        del node.hub.rooms[name]  # as after a while
        assert (await ask(node, f"/api/rooms/{name}/record")).status == 200
    assert [name.startswith("aside") for name in folded] == [True, False]
    assert [name.startswith("aside") for name in recorded] == [True, True]


async def test_more_than_can_wait_is_refused(node: Node) -> None:
    going = threading.Event()
    async with Client(node.address) as ann:
        asker.set("127.0.0.1")  # what waits is of the same address as the questions
        tasks = [asyncio.create_task(node.hub.aside.do(going.wait)) for _ in range(MOST_WAITING)]
        try:
            await until(lambda: node.hub.aside.waiting == MOST_WAITING)
            busy = await ask(node, "/api/games")
            assert (busy.status, busy.json["code"]) == (503, "unavailable")
            with pytest.raises(ServerError, match="busy"):
                await ann.create(Create(name="Ours", game="onyx", options=SMALL))
            await ann.create(Create(name="Ours", game="onyx"))
        finally:
            going.set()
        await asyncio.gather(*tasks)
        await ann.create(Create(name="Ours", game="onyx", options=SMALL))


async def test_work_is_done_one_after_another_and_no_more_than_may_wait() -> None:
    aside, going = Aside(), threading.Event()
    order: list[int] = []

    def work(number: int) -> None:
        going.wait()
        order.append(number)

    tasks = [asyncio.create_task(aside.do(partial(work, number))) for number in range(MOST_WAITING)]
    try:
        await until(lambda: aside.waiting == MOST_WAITING)
        with pytest.raises(BusyError):
            await aside.do(lambda: None)
    finally:
        going.set()
    await asyncio.gather(*tasks)
    assert order == list(range(MOST_WAITING))
    await aside.do(lambda: None)
    aside.close()


async def test_everybody_has_a_turn_before_anybody_has_a_second_one_and_who_asks_most_is_refused() -> None:
    aside, going = Aside(), threading.Event()
    order: list[str] = []

    async def ask_for(who: str) -> None:
        asker.set(who)
        await aside.do(lambda: order.append(who) if going.wait() else None)

    crowd = [asyncio.create_task(ask_for("crowd")) for _ in range(MOST_WAITING)]
    try:
        await until(lambda: aside.waiting == MOST_WAITING)
        others = [asyncio.create_task(ask_for(who)) for who in ("ann", "bob")]
        refused, _ = await asyncio.wait(crowd, timeout=PATIENCE, return_when=asyncio.FIRST_EXCEPTION)
        assert {type(task.exception()) for task in refused} == {BusyError}
    finally:
        going.set()
    await asyncio.gather(*others)
    assert order[:3] in (["crowd", "crowd", "ann"], ["crowd", "ann", "bob"])
    await asyncio.gather(*crowd, return_exceptions=True)
    assert order.count("crowd") == MOST_WAITING - 2
    aside.close()


def ending(error: BaseException) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


@pytest.mark.parametrize("error", [ValueError("no"), StopIteration(), SystemExit(3), MemoryError()])
async def test_whatever_the_work_ends_with_who_asked_is_told_and_the_others_go_on(
    error: BaseException,
) -> None:
    aside = Aside()
    tasks = [asyncio.create_task(aside.do(work)) for work in (ending(error), lambda: None, ending(error))]
    async with asyncio.timeout(PATIENCE):
        first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
    assert second is None
    for told in (first, third):
        assert isinstance(told, type(error) if isinstance(error, (ValueError, MemoryError)) else RuntimeError)
    assert aside.waiting == 0
    aside.close()


async def test_work_that_cannot_be_begun_is_not_waited_for(monkeypatch: pytest.MonkeyPatch) -> None:
    aside = Aside()

    def refuse(*_: object) -> None:
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(aside._thread, "submit", refuse)
    async with asyncio.timeout(PATIENCE):
        told = await asyncio.gather(*(aside.do(lambda: 1) for _ in range(3)), return_exceptions=True)
    assert [str(error) for error in told] == ["can't start new thread"] * 3
    monkeypatch.undo()
    async with asyncio.timeout(PATIENCE):
        assert await aside.do(lambda: 1) == 1
    aside.close()


async def test_nobody_waits_for_work_that_is_not_done_any_more() -> None:
    aside, going, begun = Aside(), threading.Event(), threading.Event()

    def work() -> None:
        begun.set()
        going.wait()

    tasks = [asyncio.create_task(aside.do(work)) for _ in range(2)]
    try:
        await until(begun.is_set)
        aside.close()
        async with asyncio.timeout(PATIENCE):
            told = await asyncio.gather(*tasks, return_exceptions=True)
    finally:
        going.set()
    assert [type(error) for error in told] == [asyncio.CancelledError] * 2


async def test_after_a_piece_of_work_the_thread_rests_as_long_as_that_took(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rests: list[float] = []
    sleep = asyncio.sleep

    async def rest(seconds: float) -> None:
        rests.append(seconds)
        await sleep(0)

    monkeypatch.setattr("quintet.server.aside.asyncio.sleep", rest)
    monkeypatch.setattr("quintet.server.aside._timed", lambda work, came: came.append((work(), None, 0.25)))
    aside = Aside()
    await asyncio.gather(*(aside.do(lambda: None) for _ in range(3)))
    assert [seconds for seconds in rests if seconds] in ([0.25, 0.25], [0.25] * 3)
    aside.close()


async def test_a_refusal_does_not_hold_what_it_was_about() -> None:
    class Large(dict[str, str]):
        """As large as a stranger can make it."""

    held: list[weakref.ref[Any]] = []

    def read() -> None:
        large = Large()
        held.append(weakref.ref(large))
        try:
            large["moves"]
        except KeyError as error:
            raise GameError("it has no moves") from error

    aside = Aside()
    gc.collect()
    gc.disable()
    try:
        with pytest.raises(GameError) as refused:
            await aside.do(read)
        assert held[0]() is None
        assert "in read" in "".join(
            traceback.format_exception(refused.value)
        )  # where it was can still be seen
        held.append(weakref.ref(refused.value))
        del refused
        await until(lambda: held[1]() is None)
    finally:
        gc.enable()
        aside.close()


async def test_answers_are_packed_on_the_way_and_large_ones_aside(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    threads = watched(monkeypatch, gzip, "compress")

    async def of(spaces: int) -> Answer:
        """What is answered about a board of one's own of this size."""
        names = list(SPACES)[:spaces]
        board = {"spaces": {name: SPACES[name] for name in names}, "edges": [names[:2]]}
        body = msgspec.json.encode({"game": "onyx", "options": {"board": board}})
        path = "/api/study/position"
        plain = await ask(node, path, "POST", body)
        packed = await ask(node, path, "POST", body, Accept_Encoding="br, gzip")
        assert plain.headers["Content-Encoding"] is None
        assert (packed.headers["Content-Encoding"], packed.headers["Vary"]) == ("gzip", "Accept-Encoding")
        assert gzip.decompress(packed.body) == plain.body
        assert int(packed.headers["Content-Length"]) == len(packed.body)
        return plain

    assert len((await of(20)).body) < packing.QUICKLY_PACKED < len((await of(SIDE * SIDE)).body)
    assert [name.startswith("aside") for name in threads] == [False, True]
    small = await ask(node, "/health", Accept_Encoding="gzip")
    assert (small.headers["Content-Encoding"], small.json) == (None, {"status": "ok"})


async def test_a_large_answer_is_sent_as_it_is_while_too_much_waits(
    node: Node, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def full(_: object) -> None:
        raise BusyError("full")

    monkeypatch.setattr(packing, "QUICKLY_PACKED", 0)
    monkeypatch.setattr(node.hub.aside, "do", full)
    answer = await ask(node, "/docs/http/openapi.json", Accept_Encoding="gzip")
    assert (answer.status, answer.headers["Content-Encoding"]) == (200, None)
    assert "/api/rooms" in answer.json["paths"]
