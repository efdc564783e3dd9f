"""What a crowd leaves behind lies close together afterwards, and nothing that is remembered is another."""

from __future__ import annotations

import os
import sys
from collections.abc import AsyncIterator
from subprocess import run

import pytest

from quintet.server import leftovers
from quintet.server.hub import Hub
from quintet.store.memory import MemoryStore
from quintet.table.commands import Close, Rename
from tests.server.test_room import new_hub, open_room


@pytest.fixture
async def hub() -> AsyncIterator[Hub]:
    hub = new_hub(MemoryStore())
    yield hub
    await hub.close()


@pytest.mark.skipif(not hasattr(sys, "_debugmallocstats"), reason="this Python does not tell")
def test_what_is_left_of_a_crowd_keeps_little_memory() -> None:
    plain = {name: value for name, value in os.environ.items() if name != "PYTHONMALLOC"}
    told = run(
        [sys.executable, "-m", "tests.server.crowd"], check=True, capture_output=True, env=plain
    ).stdout
    full, gone, gathered = map(int, told.split())
    assert gone > full * 0.8, "or this crowd left nothing"
    assert gathered <= full // 4


async def test_where_memory_is_not_divided_into_pools_not_much_is_filled(
    hub: Hub, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leftovers, "POOL", 1 << 60)
    monkeypatch.setattr(leftovers, "MOST_BYTES", 100_000)
    taken = list[int]()
    of_size = leftovers._of_size

    def noted(size: int) -> object:
        taken.append(size)
        return of_size(size)

    monkeypatch.setattr(leftovers, "_of_size", noted)
    monkeypatch.setattr(leftovers, "HELD_SECONDS", 0.0)
    await leftovers.gather(hub.lobby.anew)
    assert 50_000 < sum(taken) <= 100_000


async def test_the_list_of_rooms_is_made_anew_and_is_the_same(hub: Hub) -> None:
    still, closed, changed = [await open_room(hub) for _ in range(3)]
    await hub.lobby.flush()
    before = hub.lobby.rooms()
    put = await hub.lobby.anew()
    assert hub.lobby.rooms() is before
    closed.give("ann", Close())
    changed.give("ann", Rename(name="Anna"))
    for room in (closed, changed):
        await room.settled()
    await hub.lobby.flush()
    meanwhile = {room.room: room for room in hub.lobby.rooms()}
    assert meanwhile[changed.id] not in before
    put()
    after = {room.room: room for room in hub.lobby.rooms()}
    assert after == meanwhile
    assert set(after) == {still.id, changed.id}
    assert after[still.id] is not meanwhile[still.id]


async def test_what_was_counted_is_made_anew_and_is_the_same(hub: Hub) -> None:
    counted = hub.counts["moves"] = 1_000_000
    for seconds in (0.0001, 0.3, 0.3, 100.0):
        hub.times.moves.add(seconds)
    before, total = list(hub.times.moves.counts), hub.times.moves.total
    await hub._anew()
    assert hub.counts == {"moves": 1_000_000}
    assert hub.counts["moves"] is not counted
    assert hub.times.moves.counts == before
    assert hub.times.moves.total == total
    assert hub.times.moves.total is not total
