"""The conformance kit of an explorer: `check_explorer` has games counted and uncounted in every way there is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from quintet.say.explorer import DRAWN, MOST_CHOICES, UNDECIDED
from quintet.store.archive import Entry, Kept, Player
from quintet.store.contract import Store
from quintet.store.explorer import (
    MOST_LAST,
    SOURCES,
    Brought,
    Counted,
    Line,
    Played,
    Source,
    Totals,
    count_own,
    total,
)
from quintet.testing.archive import entry

START, LATER, LAST = 2**63 - 1, -(2**63), 7
"""Places are whole numbers of any sign."""
RESULTS = (UNDECIDED, DRAWN, 0, 1)
NOTHING = Totals([], {}, 0, [])


def way(result: int, *moves: str, source: int = 0) -> bytes:
    """A line through three places, one move in each."""
    rounds = tuple(
        (place, ((number % 2, move),))
        for number, (place, move) in enumerate(zip((START, LATER, LAST), moves, strict=False))
    )
    return msgspec.msgpack.encode(Line(source, result, rounds))


def brought(name: str, ended: int, *moves: str) -> Brought:
    return Brought(id=name, ended=ended, names=("Léa", "x'; --"), line=way(0, *moves, source=2))


async def check_explorer(first: Store, second: Store) -> None:
    """AssertionError with the broken promise, if there is one. Two users of one store, which is empty."""
    games = [entry(n, "Ann", "Bob") for n in range(6)]
    lines = [
        way(0, "a", "b"),
        way(1, "a", "c"),
        way(0, "a", "b"),
        way(DRAWN, "b"),
        way(0, "a", "a", "a"),
        b"",
    ]
    for room in range(3):
        pair = [Kept(games[n], b"record", lines[n]) for n in (2 * room, 2 * room + 1)]
        await first.archive.remember(f"room{room}", 5, pair, (), 0)
    await _is_counted(second, games, lines)
    await _is_uncounted(first, second, games, lines)
    await _is_somebodys(first, second)
    await _is_brought(first, second)
    await _is_summed(first, second)


async def _rows(store: Store, place: int) -> list[tuple[Any, ...]]:
    """Seat, move, result, games and last game."""
    found = (await totals(store, place)).last
    assert len(found) < MOST_LAST, "too many to see them all in this way"
    return sorted(row[1:6] for row in found)


async def totals(store: Store, place: int, sources: Sequence[Source] = SOURCES) -> Totals:
    return await store.explorer.totals(place, (0, 1), RESULTS, sources)


async def _is_counted(store: Store, games: list[Entry], lines: list[bytes]) -> None:
    expected = [(0, "a", 0, 3, games[4].id), (0, "a", 1, 1, games[1].id), (0, "b", DRAWN, 1, games[3].id)]
    assert await _rows(store, START) == expected, "by move and result, each with its last game"
    assert (await _rows(store, LAST)) == [(0, "a", 0, 1, games[4].id)]
    assert await _rows(store, 0) == [], "nothing was played there"
    assert await store.archive.kept(games[3].id) == Kept(games[3], b"record", lines[3])
    named = sorted(await store.explorer.played([games[4].id, games[1].id, "nobody"]), key=lambda one: one.id)
    assert named == [Played(id=one.id, names=("Ann", "Bob"), ended=one.ended) for one in (games[1], games[4])]
    assert await store.explorer.played([]) == []


async def _is_uncounted(first: Store, second: Store, games: list[Entry], lines: list[bytes]) -> None:
    await first.archive.amend(replace(games[4], public=False))
    assert (await _rows(second, START))[0] == (0, "a", 0, 2, ""), "a private game counts for nobody else"
    assert await _rows(second, LAST) == [], "and leaves nothing behind"
    await first.archive.amend(games[4])
    assert (await _rows(second, START))[0] == (0, "a", 0, 3, games[4].id), "until it is public again"
    before = [await totals(second, place) for place in (START, LATER, LAST)]
    for room in range(3):
        pair = [Kept(games[n], b"record", lines[n]) for n in (2 * room, 2 * room + 1)]
        await first.archive.remember(f"room{room}", 5, pair, (), 0)
    assert [await totals(second, place) for place in (START, LATER, LAST)] == before, "once, not twice"
    await first.archive.erase(games[1].id)
    assert (0, "a", 1) not in {row[:3] for row in await _rows(second, START)}
    await first.archive.remember("room0", 6, [Kept(games[0], b"record", way(1, "z"))], (), 0)
    assert [row[:4] for row in await _rows(second, START)] == [
        (0, "a", 0, 2),
        (0, "b", DRAWN, 1),
        (0, "z", 1, 1),
    ]
    await first.append("room1", 0, [b"x"])
    assert await first.forget("room1", 1)
    await first.archive.forget(["room0", "room2"])
    assert await totals(second, START) == await totals(second, LATER) == NOTHING


async def _is_somebodys(first: Store, second: Store) -> None:
    hidden = replace(
        entry(8, "Ann", "Bob"), public=False, players=(Player("Ann", "person", "ann"), Player("", "machine"))
    )
    await first.archive.remember("room4", 1, [Kept(hidden, b"record", way(0, "a", source=1))], (), 0)
    assert await _rows(second, START) == [], "a private game is not for everybody"
    own = await second.explorer.own("ann", hidden.game)
    assert count_own(own, START) == [Counted(1, 0, "a", 0, 1, hidden.id, hidden.ended)], (
        "but for who played it"
    )
    assert await second.explorer.own("bob", hidden.game) == await second.explorer.own("ann", "none") == []
    await first.archive.forget(["room4"])
    assert await second.explorer.own("ann", hidden.game) == []


async def _is_brought(first: Store, second: Store) -> None:
    some = [brought("f" * 16, 3, "a", "b"), brought("0" * 16, 2, "a"), brought("1" * 16, 3, "b")]
    assert await first.explorer.bring("a match", some) == 3
    assert await first.explorer.bring("again", [*some, brought("2" * 16, 1, "b")]) == 1, "each once"
    assert await second.explorer.collections() == {"a match": 3, "again": 1}
    assert await _rows(second, START) == [(0, "a", 0, 2, "f" * 16), (0, "b", 0, 2, "1" * 16)]
    assert {row.source for row in (await totals(second, START)).last} == {2}
    (one,) = await second.explorer.played(["2" * 16])
    assert one == Played(id="2" * 16, names=("Léa", "x'; --"), ended=1, collection="again")
    assert [await first.explorer.take_out("a match", 2) for _ in range(3)] == [2, 1, 0]
    assert await second.explorer.collections() == {"again": 1}
    assert [row[:4] for row in await _rows(second, START)] == [(0, "b", 0, 1)]
    assert await first.explorer.take_out("nothing of the kind") == 0
    assert await first.explorer.take_out("again") == 1
    assert await _rows(second, START) == []


async def _is_summed(first: Store, second: Store) -> None:
    """More moves than are told, of two seats, by results and sources."""
    some = [
        (source, seat, f"move {number}", result, times)
        for number in range(MOST_CHOICES + 3)
        for source, seat, result, times in (
            (0, 0, 0, number % 7),
            (1, 0, 1, number % 3),
            (1, 1, UNDECIDED, 1),
        )
    ]
    games = [
        Brought(
            id=f"{number:016}",
            ended=number,
            names=("one", "other"),
            line=msgspec.msgpack.encode(Line(source, result, ((START, ((seat, move),)),))),
        )
        for number, (source, seat, move, result) in enumerate(
            (source, seat, move, result) for source, seat, move, result, times in some for _ in range(times)
        )
    ]
    assert await first.explorer.bring("many", games) == len(games)
    rows = [
        Counted(source, seat, move, result, times, *_last(games, source, seat, move, result))
        for source, seat, move, result, times in some
        if times
    ]
    for wanted in (SOURCES, ("people",), ("machines", "arena"), ("arena",), ()):
        expected, found = total(rows, (0, 1), wanted), await totals(second, START, wanted)
        assert found == expected, f"summed up for {wanted}"
    assert (await second.explorer.totals(START, (1,), RESULTS, ("people",))).sums == {}
    assert await first.explorer.take_out("many", len(games)) == len(games)
    assert await totals(second, START) == NOTHING


def _last(games: list[Brought], *counted: Any) -> tuple[str, int]:
    source, seat, move, result = counted
    line = msgspec.msgpack.encode(Line(source, result, ((START, ((seat, move),)),)))
    return max((game.id, game.ended) for game in games if game.line == line)
