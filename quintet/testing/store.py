"""The conformance kit of a store: `check_store` drives it through everything the contract promises."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import TypeAlias

from quintet.store.contract import ConflictError, Store
from quintet.testing.archive import check_archive
from quintet.testing.explorer import check_explorer

Opener: TypeAlias = Callable[[], Awaitable[Store]]
"""Opens the same data again, as another node would. The first opening finds it empty."""


async def check_store(opener: Opener) -> None:
    """AssertionError with the broken promise, if there is one."""
    first, second = await opener(), await opener()
    try:
        for check in (
            _appends_and_reads, _refuses_wrong_versions, _one_of_many_writers_wins, _commits_in_order_of_asking,
            _holds_any_bytes, _refuses_bad_names, _lists_rooms, _keeps_values, _replaces_what_was_seen,
            _is_heard_by_the_other, _forgets_rooms, _says_whether_it_can_write, check_archive, check_explorer,
        ):  # fmt: skip
            await check(first, second)
        assert await first.check() == [], "check must find nothing wrong with what the store itself wrote"
        logs = {room: await first.read(room) for room, _ in await first.rooms()}
    finally:
        await first.close()
    assert {room: await second.read(room) for room in logs} == logs, "another user sees the same events"
    await second.close()
    await second.close()  # closing twice does no harm


async def _appends_and_reads(first: Store, second: Store) -> None:
    assert await first.read("reads") == [], "a room that does not exist has no events"
    assert await first.append("reads", 0, [b"one"]) == 1, "append gives the new version"
    assert await first.append("reads", 1, [b"two", b"three"]) == 3, "several events count one by one"
    assert await first.append("reads", 3, [b"four"]) == 4
    everything = [b"one", b"two", b"three", b"four"]
    for store in (first, second):
        for after in range(5):
            assert await store.read("reads", after) == everything[after:], f"read after version {after}"
    assert await first.read("reads", 99) == []


async def _refuses_wrong_versions(first: Store, second: Store) -> None:
    await first.append("wrong", 0, [b"a"])
    await first.append("wrong", 1, [b"b", b"c"])
    for expected in (0, 1, 2, 4, 99):
        for events in ([b"x"], [b"x", b"y", b"z"]):
            assert await _conflicts(second, "wrong", expected, events), f"version 3 is not {expected}"
    assert await _conflicts(first, "never", 1, [b"x"]), "a room that does not exist has version 0"
    assert await first.read("wrong") == [b"a", b"b", b"c"], "a refused append writes nothing"
    assert await second.append("wrong", 3, [b"d"]) == 4, "a refusal does not spoil the room"


async def _one_of_many_writers_wins(first: Store, second: Store) -> None:
    await first.append("race", 0, [b"start"])
    asked = [(first, second)[n % 2].append("race", 1, [b"%d" % n] * (1 + n % 3)) for n in range(20)]
    answers = await asyncio.gather(*asked, return_exceptions=True)
    won = [n for n, answer in enumerate(answers) if not isinstance(answer, BaseException)]
    assert len(won) == 1, f"exactly one of twenty appends to one version succeeds, not {len(won)}"
    assert all(isinstance(a, ConflictError) for n, a in enumerate(answers) if n not in won)
    assert await first.read("race", 1) == [b"%d" % won[0]] * (1 + won[0] % 3), "only the winner is stored"


async def _commits_in_order_of_asking(first: Store, _: Store) -> None:
    asked = [first.append("order", n, [b"%d" % n]) for n in range(50)]
    assert await asyncio.gather(*asked) == list(range(1, 51)), (
        "appends may be asked before the last is answered"
    )
    many = [first.append(f"many-{n}", 0, [b"x"]) for n in range(300)]
    assert await asyncio.gather(*many) == [1] * 300, "many rooms at once"


async def _holds_any_bytes(first: Store, second: Store) -> None:
    events = [b"", b"\0", bytes(range(256)), "Straße ♟".encode(), b"x" * 300_000]
    await first.append("bytes", 0, events)
    assert await second.read("bytes") == events


async def _refuses_bad_names(first: Store, _: Store) -> None:
    for name in ("", "a b", "ä", "x" * 101, "a'b", 'a"b', "a\0b", "/a"):
        try:
            await first.append(name, 0, [b"x"])
        except ValueError:
            assert await first.read(name) == [], "a room that cannot be has no events"
            continue
        raise AssertionError(f"a room cannot be called {name!r}")


async def _lists_rooms(first: Store, second: Store) -> None:
    rooms = await second.rooms()
    assert rooms == sorted(rooms), "rooms are listed by name"
    assert ("reads", 4) in rooms
    assert ("order", 50) in rooms
    assert await first.versions(["reads", "nobody", "order"]) == {"reads": 4, "nobody": 0, "order": 50}


async def _keeps_values(first: Store, second: Store) -> None:
    assert await first.kept("lobby/") == {}
    await first.keep("lobby/b", b"1")
    await first.keep("lobby/a", b"\0\xff")
    await first.keep("lobby/b", b"2")
    await first.keep("lobbyist", b"3")
    assert await second.kept("lobby/") == {"lobby/a": b"\0\xff", "lobby/b": b"2"}, "the last value wins"
    await second.keep("lobby/b", None)
    await second.keep("lobby/none", None)
    assert await first.kept("lobby/") == {"lobby/a": b"\0\xff"}, "None forgets"
    answers = await asyncio.gather(*(s.first_kept("secret", v) for s, v in ((first, b"x"), (second, b"y"))))
    assert answers in ([b"x", b"x"], [b"y", b"y"]), "all nodes agree on the first value"
    assert await first.first_kept("secret", b"z") == answers[0]


async def _replaces_what_was_seen(first: Store, second: Store) -> None:
    async def count(store: Store) -> None:
        while True:
            seen = (await store.kept("tally")).get("tally")
            if await store.replace_kept("tally", seen, str(int(seen or b"0") + 1).encode()):
                return

    await asyncio.gather(*(count(store) for store in (first, second) * 10))
    assert (await first.kept("tally"))["tally"] == b"20", "of two who saw the same value one writes"
    assert not await second.replace_kept("tally", None, b"1"), "there is a value"
    assert not await second.replace_kept("tally", b"19", b"1"), "there is another value"
    assert not await second.replace_kept("tally/none", b"20", b"1"), "there is no value"
    assert (await second.kept("tally")) == {"tally": b"20"}, "what was refused is not kept"


async def _is_heard_by_the_other(first: Store, second: Store) -> None:
    news = asyncio.Event()

    def heard(name: str | None, _: int) -> None:
        if name in (None, "heard"):
            news.set()

    second.subscribe(heard)
    await asyncio.sleep(0)
    version = await first.append("heard", 0, [b"1"])
    while (await second.versions(["heard"]))["heard"] < version:
        news.clear()
        async with asyncio.timeout(20):
            await news.wait()
    news.clear()
    await first.append("heard", version, [b"2"])
    async with asyncio.timeout(20):
        await news.wait()
    assert await second.read("heard", version) == [b"2"], "what was heard can be read"


async def _forgets_rooms(first: Store, second: Store) -> None:
    await first.append("useless", 0, [b"1"])
    await first.append("useless", 1, [b"2", b"3"])
    assert await first.salvage("useless") == {1: b"1", 2: b"2", 3: b"3"}, "all that can be read, by version"
    for expected in (0, 1, 2, 4):
        assert not await second.forget("useless", expected), f"version 3 is not {expected}"
    assert await first.read("useless") == [b"1", b"2", b"3"], "a room of another version is kept"
    assert await second.forget("useless", 3), "a room of that version is forgotten"
    assert not await second.forget("useless", 3), "once"
    assert await first.read("useless") == []
    assert "useless" not in dict(await first.rooms())
    assert await _conflicts(first, "useless", 3, [b"4"]), "it has version 0 again"
    assert await first.append("useless", 0, [b"new"]) == 1, "and may be made anew"


async def _says_whether_it_can_write(first: Store, second: Store) -> None:
    rooms = await second.rooms()
    await first.probe()
    await first.probe()
    assert await second.rooms() == rooms, "a probe leaves no trace in rooms"


async def _conflicts(store: Store, room: str, expected: int, events: list[bytes]) -> bool:
    try:
        await store.append(room, expected, events)
    except ConflictError:
        return True
    return False
