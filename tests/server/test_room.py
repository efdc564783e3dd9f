"""A live room without sockets: what it does when the store, or another node, gets in between."""

from __future__ import annotations

import asyncio
import gc
import sqlite3
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any
from unittest.mock import ANY
from weakref import ref

import msgspec
import pytest

from quintet.games import registry
from quintet.server import hub as hub_module
from quintet.server.hub import Hub
from quintet.server.identity import Identity
from quintet.server.machines import PoolWorkers
from quintet.server.pool import Pool
from quintet.server.room import Room
from quintet.store import DamageError, Store, open_store
from quintet.store.memory import MemoryStore
from quintet.table import SERVER
from quintet.table.commands import Close, Create, Enter, Lost, Move, Rename
from tests.waiting import until


class Ear:
    """A watcher that keeps what it hears."""

    prompts = True
    words = False

    def __init__(self, guest: str) -> None:
        self.guest = guest
        self.heard: list[dict[str, Any]] = []
        self.out = ""

    def push(self, data: bytes) -> None:
        self.heard.append(msgspec.json.decode(data))

    def put_out(self, reason: str) -> None:
        self.out = reason

    def codes(self) -> list[str]:
        return [message.get("code", message["type"]) for message in self.heard]


def new_hub(store: Store) -> Hub:
    return Hub(store, Identity(b"secret"), PoolWorkers(Pool(1), b"key"))


async def open_room(hub: Hub, **fields: Any) -> Room:
    name = await hub.create("ann", "here", Create(name="Ours", game="reversi", **fields))
    assert isinstance(name, str)
    room = await hub.room(name)
    assert room is not None
    return room


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    made = new_hub(MemoryStore())
    yield made
    await made.close()


async def test_nothing_is_shown_before_it_is_stored(hub: Hub) -> None:
    room = await open_room(hub, seats=("me", "me"), offline=True)
    ear = Ear("ann")
    room.join(ear)
    room.give("ann", Move(id=1, seat=0, text="d3", version=room.table.version), ear)
    assert ear.heard == []
    await room.settled()
    assert ear.codes() == ["update"]
    assert len(await hub.store.read(room.id)) == room.table.version


async def test_commands_given_together_are_decided_in_order(hub: Hub) -> None:
    room = await open_room(hub, seats=("me", "me"), offline=True)
    ear, version = Ear("ann"), room.table.version
    room.join(ear)
    for number, (seat, text) in enumerate([(0, "d3"), (0, "f5"), (1, "c5"), (0, "zz")], 1):
        room.give("ann", Move(id=number, seat=seat, text=text, version=version + 99), ear)
    await room.settled()
    assert [(message["id"], message["type"]) for message in ear.heard] == [
        (1, "update"), (2, "refused"), (3, "update"), (4, "refused"),
    ]  # fmt: skip
    assert [ply.moves for ply in room.table.plies] == [((0, "d3"),), ((1, "c5"),)]


async def test_a_store_that_fails_refuses_and_leaves_the_table_as_it_was(tmp_path: Path) -> None:
    store = await open_store(str(tmp_path / "s"))
    hub = new_hub(store)
    room = await open_room(hub)
    ear, before = Ear("ann"), room.table
    room.join(ear)
    other = sqlite3.connect(tmp_path / "s", isolation_level=None)
    other.execute(
        "CREATE TRIGGER full BEFORE INSERT ON recent BEGIN SELECT RAISE(ABORT, 'disk is full'); END"
    )
    room.give("ann", Rename(id=1, name="Anna"), ear)
    await room.settled()
    assert ear.codes() == ["unavailable"]
    assert room.table is before
    other.execute("DROP TRIGGER full")
    other.close()
    room.give("ann", Rename(id=2, name="Anna"), ear)
    await room.settled()
    assert room.table.people["ann"].name == "Anna"
    await hub.close()
    await store.close()


async def test_a_conflict_is_read_shown_and_decided_anew() -> None:
    store = MemoryStore()
    here, there = new_hub(store), new_hub(MemoryStore(store))
    room = await open_room(here, seats=("me", "me"), offline=True)
    twin = await there.room(room.id)
    assert twin is not None
    ear, far = Ear("ann"), Ear("ann")
    room.join(ear)
    twin.join(far)
    version = room.table.version
    room.give("ann", Move(id=1, seat=0, text="d3", version=version), ear)
    await room.settled()
    twin.give("ann", Move(id=2, seat=0, text="f5", version=version), far)  # it has not heard yet
    await twin.settled()
    assert far.codes() == ["update", "stale"]
    assert there.counts["conflicts"] == 1
    assert twin.table == room.table
    await here.close()
    await there.close()


async def test_a_hint_makes_a_room_read_on() -> None:
    store = MemoryStore()
    here, there = new_hub(store), new_hub(MemoryStore(store))
    for hub in (here, there):
        await hub.open()
    room = await open_room(here)
    twin = await there.room(room.id)
    assert twin is not None
    far = Ear("eve")
    twin.join(far)
    room.give("ben", Enter(name="Ben"))
    await until(lambda: bool(far.heard))
    assert far.codes() == ["update"]
    assert twin.table == room.table
    await here.close()
    await there.close()


async def test_a_guest_lost_on_one_node_and_connected_to_another_is_found_again() -> None:
    store = MemoryStore()
    here, there = new_hub(store), new_hub(MemoryStore(store))
    for hub in (here, there):
        await hub.open()
    room = await open_room(here)
    twin = await there.room(room.id)
    assert twin is not None
    twin.join(Ear("ann"))
    one = Ear("ann")
    room.join(one)
    room.part(one)
    room.join(Ear("eve"))
    version = room.table.version
    await until(lambda: room.table.version >= version + 2)
    assert room.table.people["ann"].gone_at is None
    await here.close()
    await there.close()


async def test_who_does_not_come_back_after_a_restart_is_gone(hub: Hub) -> None:
    room = await open_room(hub)
    room.join(Ear("eve"))
    room.look_who_is_here()
    await room.settled()
    assert room.table.people["ann"].gone_at is not None


async def test_a_room_that_nobody_watches_is_let_go_and_found_again(hub: Hub) -> None:
    await hub.open()
    room = await open_room(hub)
    name = room.id
    hub.clock = lambda: 10**15
    hub._look_round()
    assert name not in hub.rooms
    again = await hub.room(name)
    assert again is not None
    assert again.table == room.table
    first, second = await asyncio.gather(hub.room(name), hub.room(name))
    assert first is second


async def test_a_room_that_is_closed_is_let_go_at_once(hub: Hub) -> None:
    await hub.open()
    room, other = await open_room(hub), await open_room(hub)
    room.give("ann", Close())
    await room.settled()
    hub._look_round()
    assert set(hub.rooms) == {other.id}
    again = await hub.room(room.id)
    assert again is not None
    assert again.table == room.table


async def test_rooms_that_nobody_watches_take_only_so_much_memory(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    await hub.open()
    made = [await hub.create("ann", "", large_board(number)) for number in range(4)]
    small = [await open_room(hub) for _ in range(4)]
    rooms = [hub.rooms[str(name)] for name in made]
    rooms[0].join(Ear("eve"))
    for when, room in enumerate([*rooms, *small]):
        room.idle_since += when
    assert rooms[1].size > 20 * small[0].size
    monkeypatch.setattr(hub_module, "UNWATCHED_BYTES", rooms[3].size + 4 * small[0].size)
    await hub.lobby.flush()
    games = [ref(room.table.game) for room in rooms]
    hub._look_round()
    assert set(hub.rooms) == {rooms[0].id, rooms[3].id, *(room.id for room in small)}
    del rooms, room
    registry._made.cache_clear()

    def in_memory() -> list[bool]:
        gc.collect()
        return [game() is not None for game in games]

    await until(lambda: in_memory() == [True, False, False, True])
    again = await hub.room(str(made[1]))
    assert again is not None
    assert again.table.game.layout.spaces[0].name == "a1"


def large_board(number: int) -> Create:
    spaces = {f"a{n}": [n * (number + 1), 0] for n in range(1, 400)}
    edges = [[f"a{n}", f"a{m}"] for n in range(1, 400) for m in range(n + 1, min(n + 10, 400))]
    return Create(name="Large", game="onyx", options={"board": {"spaces": spaces, "edges": edges}})


async def test_a_room_that_cannot_be_read_is_damaged_and_one_that_cannot_be_is_none(hub: Hub) -> None:
    await hub.store.append("broken", 0, [b"nonsense"])
    await hub.store.append("headless", 0, [b'{"type":"closed","at":1}'])
    for name in ("broken", "headless"):
        with pytest.raises(DamageError, match=f"room {name} is damaged: its event 1 cannot be"):
            await hub.room(name)
    for name in ("nowhere", "", "a/../b", "\0"):
        assert await hub.room(name) is None


async def test_nonsense_from_another_node_puts_everybody_out_and_answers_who_waits(hub: Hub) -> None:
    room = await open_room(hub)
    ear = Ear("ann")
    room.join(ear)
    await MemoryStore(hub.store).append(room.id, room.table.version, [b"nonsense"])  # type: ignore[arg-type]  # the fixture's
    room.give("ann", Rename(id=7, name="Anna"), ear)
    await until(lambda: ear.out == "damaged")
    assert ear.heard[-1] == {"type": "refused", "code": "damaged", "text": ANY, "id": 7}
    with pytest.raises(DamageError):
        await hub.room(room.id)


async def test_what_the_server_itself_wants_waits_for_the_store_and_what_people_want_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("quintet.server.room.RETRY_SECONDS", 0.05)
    hub = new_hub(await open_store(str(tmp_path / "s")))
    room = await open_room(hub)
    ear = Ear("ann")
    room.join(ear)
    connection = sqlite3.connect(tmp_path / "s", isolation_level=None)
    connection.execute("CREATE TRIGGER full BEFORE INSERT ON recent BEGIN SELECT RAISE(ABORT, 'full'); END")
    room.give(SERVER, Lost(guest="ann"))
    room.give("ann", Rename(id=1, name="Anna"), ear)
    await until(lambda: ear.codes() == ["unavailable"])
    room.give("ann", Rename(id=2, name="Anna"), ear)
    await until(lambda: ear.codes() == ["unavailable"] * 2)
    connection.execute("DROP TRIGGER full")
    connection.close()
    await until(lambda: "update" in ear.codes())
    await hub.close()
    await hub.store.close()
