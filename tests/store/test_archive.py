"""What is remembered of rooms, made from real tables, on every back end."""

from __future__ import annotations

import asyncio
import sqlite3
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from quintet.games.record import load
from quintet.store import Store, open_store
from quintet.store.archive import Entry, Search, game_id, is_id, wish_key
from quintet.store.memory import MemoryStore
from quintet.store.remembering import archive_key, look_again
from quintet.store.retention import let_go
from quintet.store.schema import MIGRATIONS
from quintet.store.transfer import export_lines, import_lines
from quintet.table.commands import Answer, Ask, Create, Kick, Leave, Rename, Resign
from quintet.testing.store import Opener
from quintet.wire import encode_event
from tests.store.test_command import quintet
from tests.store.test_stores import opener
from tests.table.scene import SIZE_4, Scene

__all__ = ["opener"]


def play_out(scene: Scene, seed: int = 1) -> Scene:
    """Any moves, to the end."""
    rng = Random(seed)
    while scene.table.status == "playing":
        seat = scene.table.turn[0]
        move = scene.table.game.prompt(scene.table.position, seat).sample(rng)
        scene.when(scene.holder(seat), scene.move(seat, move))
    return scene


def alone(**wishes: Any) -> Scene:
    """Ann on one screen, with both seats."""
    wish: dict[str, Any] = {
        "name": "Here", "game": "reversi", "options": SIZE_4, "offline": True, "host_name": "Ann", "seats": ("me", "me"),
    }  # fmt: skip
    return Scene(Create(**(wish | wishes)))


async def put(store: Store, room: str, scene: Scene) -> None:
    await store.append(room, 0, [encode_event(event) for event in scene.log])


async def look(store: Store, everything: bool = False) -> list[tuple[str, str]]:
    """Bring the archive up to date; what it could not read."""
    told = [now async for now in look_again(store, asyncio.to_thread, everything=everything)]
    return [(now.room, now.trouble) for now in told if now.trouble]


async def everything(store: Store) -> list[Any]:
    """All that the archive holds of whom it knows."""
    rooms = [room for room, _ in await store.rooms()]
    games = [await store.archive.of_room(room) for room in rooms]
    records = [await store.archive.kept(entry.id) for room in games for entry in room]
    waiting = [await store.archive.waiting(guest) for guest in ("ann", "bob", "cat", "dan")]
    return [games, records, waiting, await store.archive.looked_at()]


async def fill(store: Store) -> None:
    rematch = play_out(Scene.playing())
    rematch.when("ann", Ask(kind="rematch")).when("bob", Answer(accept=True)).wait(3_000)
    await put(store, "rematch", play_out(rematch, 2))
    await put(store, "resigned", Scene.playing(listed=False).play("b1").when("bob", Resign()))
    await put(store, "running", Scene.playing().play("b1"))
    await put(store, "machine", play_out(alone(seats=("me", "greedy"))))
    await put(store, "idle", Scene.open())


async def test_a_room_gives_each_of_its_games(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    assert await look(store) == []
    first, second = await store.archive.of_room("rematch")
    assert [player.name for player in first.players] == ["Ann", "Bob"]
    assert [player.name for player in second.players] == ["Bob", "Ann"], "everybody moved one seat on"
    assert first.id != second.id
    assert is_id(first.id)
    assert first.rules == ("Board: 4 × 4",)
    assert first.ended < second.started <= second.ended
    kept = await store.archive.kept(second.id)
    assert kept is not None
    played = load(kept.record)
    assert len(played.steps) == second.plies
    assert b"Ann" not in kept.record, "who played stands in the entry alone"
    (resigned,) = await store.archive.of_room("resigned")
    assert (resigned.reason, resigned.down, resigned.winners) == ("resigned", 1, (0,))
    public = {entry.room for entry in await store.archive.find(Search())}
    assert public == {"rematch"}, "unlisted rooms and games against the machine are private"
    mine = {entry.room for entry in await store.archive.find(Search(guest="ann"))}
    assert mine == {"rematch", "resigned", "machine"}
    assert set(await store.archive.waiting("ann")) == {"running", "idle"}
    assert await store.archive.waiting("bob") == ["running"]
    await store.close()


async def test_a_rebuild_gives_what_was_there(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    (game,) = await store.archive.of_room("resigned")
    await store.keep(wish_key(game.id, "bob"), b"gone")
    await store.archive.settle(game.id)
    before = await everything(store)
    await look(store, everything=True)
    assert await everything(store) == before
    lines = [line async for line in export_lines(store)]
    copy = MemoryStore()
    await import_lines(copy, lines)
    await look(copy)
    assert await everything(copy) == before, "an export has the same games at the same addresses"
    await store.close()


async def test_only_what_changed_is_looked_at_again(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    scene = Scene.playing().play("b1")
    grown = len(scene.log)
    scene.when("bob", Resign())
    await store.append("running", grown, [encode_event(event) for event in scene.log[grown:]])
    await store.forget("idle", len(Scene.open().log))
    told = [now.room async for now in look_again(store, asyncio.to_thread)]
    assert told == ["running"]
    assert await store.archive.waiting("ann") == []
    assert len(await store.archive.of_room("running")) == 1
    await store.close()


async def wish(store: Store, entry: Entry, guest: str, text: str) -> Entry | None:
    await store.keep(wish_key(entry.id, guest), text.encode())
    return await store.archive.settle(entry.id)


async def test_players_choose_who_sees_a_game(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    shown, _ = await store.archive.of_room("rematch")
    (hidden,) = await store.archive.of_room("resigned")
    (own,) = await store.archive.of_room("machine")

    async def public(entry: Entry | None) -> bool:
        assert entry is not None
        assert await store.archive.entry(entry.id) == entry
        return entry.public

    assert not await public(await wish(store, shown, "bob", "private")), "any of them may hide it"
    assert not await public(await wish(store, shown, "ann", "public"))
    assert await public(await wish(store, shown, "bob", "public"))
    assert not await public(await wish(store, hidden, "ann", "public")), "all must want to show it"
    assert await public(await wish(store, hidden, "bob", "public"))
    assert await public(await wish(store, own, "ann", "public")), "nobody else was there"
    assert await public(await wish(store, own, "eve", "private")), "a stranger has no say"
    await store.close()


async def test_deleting_a_game_of_several_takes_one_name_away(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    shown, _ = await store.archive.of_room("rematch")
    after = await wish(store, shown, "bob", "gone")
    assert after is not None
    assert [player.name for player in after.players] == ["Ann", "Somebody"]
    assert b"bob" not in msgspec.json.encode(after).lower()
    assert shown.id not in {entry.id for entry in await store.archive.find(Search(guest="bob"))}
    assert shown.id not in {entry.id for entry in await store.archive.find(Search(name="Bob"))}
    assert shown.id in {entry.id for entry in await store.archive.find(Search(guest="ann"))}
    assert await wish(store, shown, "ann", "gone") is None, "nobody is left in it"
    assert await store.archive.entry(shown.id) is None
    (own,) = await store.archive.of_room("machine")
    assert await wish(store, own, "ann", "gone") is None, "a machine is nobody to keep it for"
    await look(store, everything=True)
    assert await store.archive.entry(own.id) is None, "what is gone stays gone"
    await store.close()


async def test_no_wish_is_undone_by_whoever_writes_the_room_down_at_that_moment(
    opener: Opener, monkeypatch: pytest.MonkeyPatch
) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    shown, again = await store.archive.of_room("rematch")
    (hidden,) = await store.archive.of_room("resigned")
    remember = store.archive.remember

    async def wished_meanwhile(room: str, *rest: Any) -> None:
        if room == "rematch":
            assert await wish(store, shown, "bob", "gone") is not None
            for guest in ("ann", "bob"):
                gone = await wish(store, again, guest, "gone")
            assert gone is None
        await remember(room, *rest)

    monkeypatch.setattr(store.archive, "remember", wished_meanwhile)  # a moment that is hard to hit
    await look(store, everything=True)
    (left,) = await store.archive.of_room("rematch")
    assert [player.guest for player in left.players].count("bob") == 0
    assert left.id == shown.id, "a game that is gone does not come back"
    assert await store.archive.of_room("resigned") == [hidden]
    await store.close()


async def test_who_was_removed_or_left_has_still_played() -> None:
    store = MemoryStore()
    removed = Scene.playing().play("b1").when("ann", Kick(guest="bob", sure=True))
    await put(store, "removed", removed)
    left = Scene.playing().play("b1").when("bob", Leave(sure=True))
    await put(store, "left", left)
    renamed = Scene.playing().play("b1").when("bob", Rename(name="Robert")).when("ann", Resign())
    await put(store, "renamed", renamed)
    vacant = Scene.hosted().play("b1").remove("bob").when("ann", Resign())
    await put(store, "vacant", vacant)
    await look(store)
    for room, name in (("removed", "Bob"), ("left", "Bob"), ("vacant", "Bob"), ("renamed", "Robert")):
        (entry,) = await store.archive.of_room(room)
        assert [player.name for player in entry.players] == ["Ann", name]
        assert entry.players[1].guest == "bob"


async def test_what_is_no_game_is_not_kept() -> None:
    store = MemoryStore()
    untouched = Scene.playing().when("ann", Resign())
    await put(store, "untouched", untouched)
    whole = tuple((seat, move) for ply in play_out(Scene.playing()).table.plies for seat, move in ply.moves)
    await put(store, "loaded", alone(moves=whole))
    await look(store)
    assert await store.archive.of_room("untouched") == []
    assert await store.archive.of_room("loaded") == []


async def test_undoing_the_end_and_ending_again_are_two_games() -> None:
    store = MemoryStore()
    scene = play_out(alone())
    first = tuple(scene.table.plies)
    scene.when("ann", Ask(kind="undo"))
    await put(store, "here", play_out(scene))
    await look(store)
    games = await store.archive.of_room("here")
    assert [entry.number for entry in games] == [1, 2]
    assert games[0].plies == len(first)
    assert games[0].result(0) == "", "who plays both sides neither wins nor loses"
    assert not games[0].public


async def test_hostile_names_are_only_names(opener: Opener) -> None:
    store = await opener()
    name = "<b>'\"; DROP TABLE game;--"
    await put(store, "hostile", play_out(_between(name, "${jndi:x}%_\\")))
    await look(store)
    (entry,) = await store.archive.find(Search(name=name))
    assert [player.name for player in entry.players] == [name, "${jndi:x}%_\\"]
    assert await store.archive.find(Search(name="${jndi:x}%_\\x")) == []
    await store.close()


def _between(one: str, other: str) -> Scene:
    scene = Scene.playing()
    return scene.when("ann", Rename(name=one)).when("bob", Rename(name=other))


async def test_a_room_that_cannot_be_read_keeps_what_was_known(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    version = dict(await store.rooms())["rematch"]
    await store.append("rematch", version, [b"junk"])
    assert [room for room, _ in await look(store)] == ["rematch"]
    assert len(await store.archive.of_room("rematch")) == 2
    assert len(await store.archive.of_room("resigned")) == 1
    await store.close()


async def test_games_of_people_stay_and_those_of_machines_go_with_their_room(opener: Opener) -> None:
    store = await opener()
    await fill(store)
    await look(store)
    before = await store.archive.find(Search(guest="ann"))
    async for _ in let_go(store, 1, now=10**15):
        pass
    await look(store)
    assert await store.archive.find(Search(guest="ann")) == before
    assert "idle" not in await store.archive.waiting("ann")
    await store.close()


def test_ids_tell_nothing_and_differ() -> None:
    ids = {game_id(key, room, n) for key in (b"a", b"b") for room in ("r", "s") for n in range(100)}
    assert len(ids) == 400
    assert game_id(b"a", "r", 1) == game_id(b"a", "r", 1)


async def test_a_store_of_an_earlier_version_gets_its_archive(tmp_path: Path) -> None:
    path = tmp_path / "old.sqlite3"
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE schema_version (version INTEGER NOT NULL)")
    for number, script in enumerate(MIGRATIONS[:3], 1):
        connection.executescript(script)
        connection.execute("INSERT INTO schema_version VALUES (?)", (number,))
    for version, event in enumerate(play_out(Scene.playing()).log, 1):
        connection.execute("INSERT INTO event VALUES ('old', ?, ?)", (version, encode_event(event)))
    connection.commit()
    connection.close()
    first = await asyncio.to_thread(quintet, "archive", "--store", f"sqlite:{path}")
    assert first.stdout == b"1 rooms looked at, 1 finished games in them\n", first.stderr
    again = await asyncio.to_thread(quintet, "archive", "--store", f"sqlite:{path}")
    assert again.stdout == b"0 rooms looked at, 0 finished games in them\n"
    rebuilt = await asyncio.to_thread(quintet, "archive", "--rebuild", "--store", f"sqlite:{path}")
    assert rebuilt.stdout == first.stdout
    store = await open_store(f"sqlite:{path}")
    (entry,) = await store.archive.of_room("old")
    assert entry.id == game_id(await archive_key(store), "old", 1)
    await store.close()
