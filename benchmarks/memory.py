"""What rooms cost in memory: open many, look at each, close them all, and see what is left; and that again.

python -m benchmarks.memory --rooms 3000 --game gomoku

Python gives memory back to the system a megabyte at a time, and only one in which nothing lives. So what stays in memory
when all rooms are gone is told beside the objects that still live: if their number comes back, the rest is free for the next rooms.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
from pathlib import Path

from quintet.server.garbage import give_back, look_everywhere
from quintet.server.hub import QUIET_MS, Hub
from quintet.server.identity import Identity
from quintet.server.machines import PoolWorkers
from quintet.server.pool import Pool
from quintet.store import open_store
from quintet.table.commands import Close, Create


class Nobody:
    """A watcher who reads nothing."""

    def __init__(self, guest: str) -> None:
        self.guest, self.prompts, self.words = guest, True, True

    def push(self, data: bytes) -> None:
        pass

    def put_out(self, reason: str) -> None:
        pass


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = Path("/proc/self/statm").read_text("utf-8").split()[1]
    return int(pages) * 4096


async def look_in(hub: Hub, game: str, number: int) -> None:
    """Open a room, look at it, and go."""
    guest = f"guest{number}"
    name = await hub.create(guest, guest, Create(name="Room", game=game))
    assert isinstance(name, str), name
    room = await hub.room(name)
    assert room is not None
    watcher = Nobody(guest)
    room.join(watcher)
    room.part(watcher)


async def let_go(hub: Hub) -> None:
    """Close every room, and let the hub find that nobody has been there for a while."""
    for room in list(hub.rooms.values()):
        room.give(room.table.host, Close())
        await room.settled()
    await asyncio.sleep(4)  # guests are missed after a while
    for room in hub.rooms.values():
        await room.settled()
        room.idle_since -= 2 * QUIET_MS
    await asyncio.sleep(2)  # the hub looks round every second
    assert not hub.rooms, f"{len(hub.rooms)} rooms are still there"
    look_everywhere()
    give_back()


async def measure(rooms: int, game: str, rounds: int) -> list[tuple[int, int, int]]:
    """By round, bytes with all rooms and after they were let go, and what lives then; first what there was before."""
    with tempfile.TemporaryDirectory() as folder:
        store = await open_store(f"sqlite:{folder}/rooms")
        hub = Hub(
            store, Identity(b"a secret of sixteen"), PoolWorkers(Pool(1), b"key"), messages_per_second=0
        )
        await hub.open()
        await look_in(hub, game, 0)  # what the first room of all needs is not what a room costs
        look_everywhere()
        give_back()
        found = [(resident(), resident(), sys.getallocatedblocks())]
        for _ in range(rounds):
            for number in range(rooms):
                await look_in(hub, game, number)
            look_everywhere()
            give_back()
            full = resident()
            await let_go(hub)
            found.append((full, resident(), sys.getallocatedblocks()))
        await hub.close()
        await store.close()
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=3000)
    parser.add_argument("--game", default="gomoku")
    parser.add_argument("--rounds", type=int, default=3)
    chosen = parser.parse_args()
    (_, before, objects), *rounds = asyncio.run(measure(chosen.rooms, chosen.game, chosen.rounds))
    print(f"{chosen.game}, {chosen.rooms} rooms; before {before / 1e6:.1f} MB, {objects:,} objects")
    last = before
    for full, after, left in rounds:
        room = (full - last) / chosen.rooms / 1e3
        print(
            f"open {full / 1e6:6.1f} MB, {room:.1f} kB a room more; let go {after / 1e6:6.1f} MB, {left:,} objects"
        )
        last = after


if __name__ == "__main__":
    main()
