"""What was played where, from real tables and real records, on every back end."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.games import game
from quintet.games.record import Replay
from quintet.store import Store
from quintet.store.archive import wish_key
from quintet.store.explorer import Source
from quintet.store.exploring import Wanted, explore
from quintet.table.commands import Create, Resign
from quintet.testing.store import Opener
from tests.store.test_archive import alone, look, play_out, put
from tests.store.test_stores import opener
from tests.table.scene import SIZE_4, Scene

__all__ = ["opener"]

RULES = game("reversi", **SIZE_4)


def at(*moves: str) -> Replay:
    return Replay(RULES, [(number % 2, move) for number, move in enumerate(moves)])


async def told(store: Store, *moves: str, guest: str = "", sources: tuple[Source, ...] | None = None) -> Any:
    wanted = Wanted(guest=guest) if sources is None else Wanted(sources, guest)
    return msgspec.to_builtins(await explore(store, at(*moves), wanted))


def chosen(answer: Any) -> list[tuple[str, int, str]]:
    return [(one["text"], one["games"], one["share"]) for one in answer["choices"]]


async def fill(store: Store) -> None:
    """Three public games that begin in the same way, each seen from another side, and a private one."""
    await put(store, "one", Scene.playing().play("b1", "a1").when("bob", Resign()))
    await put(store, "two", Scene.playing().play("a2", "a1").when("ann", Resign()))
    await put(store, "three", Scene.playing().play("d3", "b4").when("ann", Resign()))
    await put(store, "own", play_out(alone()))
    assert await look(store) == []


async def test_games_that_are_the_same_are_counted_together_and_shown_as_they_are_asked(
    opener: Opener,
) -> None:
    store = await opener()
    await fill(store)
    start = await told(store)
    assert (start["said"], start["games"]) == ("3 games came here.", 3)
    (first,) = start["choices"]
    assert set(first["moves"]) == set(RULES.prompt(RULES.start(), 0).moves()), "all four are one"
    assert first["said"] == "Black won 33 %, White won 67 %"
    assert [part["games"] for part in first["results"]] == [1, 2]
    corner, beside = sorted((first["games"] for first in (await told(store, "b1"))["choices"]), reverse=True)
    assert (corner, beside) == (2, 1)
    for opened, answer in (("b1", "a1"), ("a2", "a1"), ("d3", "d4"), ("c4", "d4")):
        seen = await told(store, opened)
        assert chosen(seen)[0] == (answer, 2, "67 %"), "as it is made where one has come by this side"
    assert [one["who"] for one in start["last"]] == ["Ann – Bob"] * 2, "the last game of each result"
    assert start["last"][0]["what"].endswith(" won")
    links = {one["link"].removeprefix("/g/") for one in start["last"]}
    assert all([await store.archive.entry(link) for link in links]), "each has a page"
    await store.close()


async def test_what_is_private_counts_only_for_who_played(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    mine = await told(store, guest="ann")
    assert (mine["said"], mine["games"]) == ("4 games of yours came here.", 4), "the one on one screen too"
    assert (await told(store, guest="bob"))["games"] == 3
    assert (await told(store, guest="cat"))["said"] == "You have not played from here yet."
    (entry,) = await store.archive.of_room("one")
    await store.keep(wish_key(entry.id, "bob"), b"private")
    await store.archive.settle(entry.id)
    assert (await told(store))["games"] == 2
    assert (await told(store, guest="bob"))["games"] == 3, "and is still one's own"
    await store.keep(wish_key(entry.id, "bob"), b"gone")
    await store.keep(wish_key(entry.id, "ann"), b"gone")
    await store.archive.settle(entry.id)
    assert (await told(store))["games"] == (await told(store, guest="bob"))["games"] == 2, "gone for all"
    before = await told(store)
    await look(store, everything=True)
    assert await told(store) == before, "a rebuild gives what was there"
    await store.close()


async def test_who_played_can_be_chosen(opener: Opener) -> None:
    store = await opener()
    await put(store, "people", Scene.playing().play("b1").when("bob", Resign()))
    await put(store, "machine", play_out(alone(seats=("me", "greedy"))))
    await look(store)
    (entry,) = await store.archive.of_room("machine")
    await store.keep(wish_key(entry.id, "ann"), b"public")
    await store.archive.settle(entry.id)
    assert (await told(store))["games"] == 2
    assert (await told(store, sources=("people",)))["games"] == 1
    assert (await told(store, sources=("machines",)))["games"] == 1
    none = await told(store, sources=("arena",))
    assert none["said"] == "Nothing of the kind was played from here; other games were."
    await store.close()


async def test_moves_that_came_with_a_record_were_not_played(opener: Opener) -> None:
    store = await opener()
    brought = Create(name="Here", game="reversi", options=SIZE_4, offline=True, host_name="Ann", seats=("me", "me"), moves=((0, "b1"), (1, "a1")))  # fmt: skip
    await put(store, "loaded", play_out(Scene(brought)))
    await look(store)
    assert (await told(store, guest="ann"))["games"] == 0
    assert (await told(store, "b1", "a1", guest="ann"))["games"] == 1
    await store.close()


async def test_what_there_is_to_say_where_nothing_was_counted() -> None:
    from quintet.store.memory import MemoryStore

    store = MemoryStore()
    assert (await told(store))["said"] == "Nobody has played from here yet."
    whole = at()
    while whole.owing:
        whole.submit(whole.owing[0], next(RULES.prompt(whole.position, whole.owing[0]).moves()))
    assert (await explore(store, whole)).said == "The game is over here."
    large = game("omega", size=7)
    far = Replay(large, [(0, "wa1 bb1"), (1, "wa2 bb2")])
    assert (await explore(store, far)).said.endswith("only the first round is counted.")
    many = Replay(game("omega", size=9, players=3))
    assert "hardly ever come again" in (await explore(store, many)).said
