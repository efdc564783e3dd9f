"""Keeps the archive up to date: as games end here, and whatever was missed before, here or by a node that died.

It follows the rooms of this node at a little distance, so that no move waits for it. What it does is only ever made from
what the store has, so it may be interrupted anywhere, and two nodes may do the same.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from quintet.server.aside import Aside, BusyError
from quintet.server.logs import note
from quintet.store import Store, StoreError
from quintet.store.archive import Entry, Wish, wish_key
from quintet.store.remembering import archive_key, look, look_again, waits_for

if TYPE_CHECKING:
    from quintet.server.room import Room

T = TypeVar("T")

GATHER_SECONDS = 0.1
"""How long it lets rooms gather before it looks at them."""
PAUSE_SECONDS = 1.0
"""How long it waits when the store does not answer, or when others have more to do aside."""
REST = 2.0
"""While it catches up it rests so many times as long as each room took."""


class Archivist:
    """One for each node."""

    def __init__(self, store: Store, aside: Aside) -> None:
        self._store, self._aside = store, aside
        self._key = b""
        self._changed: dict[str, Room] = {}
        self._ended: dict[str, None] = {}
        self._wake = asyncio.Event()
        self._rested = asyncio.Condition()
        self._late = asyncio.Event()
        self.caught_up = asyncio.Event()
        """Has everything been looked at that was there at the start?"""

    # -- what rooms tell

    def changed(self, room: Room) -> None:
        """This node has changed a room: whom it waits for may be others now."""
        table = room.table
        seen = (table.status, table.seats, table.host, len(table.plies) > table.loaded)
        if seen != room.noted:
            room.noted = seen
            self._changed[room.id] = room
            self._wake.set()

    def ended(self, room: str) -> None:
        """A game has ended there."""
        self._ended[room] = None
        self._wake.set()

    def look_for_missed(self) -> None:
        """Another node has died, perhaps before it could write down what had happened there."""
        self._late.set()

    # -- what players wish

    async def wish(self, entry: Entry, guest: str, wish: Wish) -> Entry | None:
        """A player wants a game to be public, private or gone; what has become of it, None if it is no more."""
        await self._store.keep(wish_key(entry.id, guest), wish.encode())
        return await self._store.archive.settle(entry.id)

    async def settled(self, room: str) -> None:
        """Wait until every game that has ended in this room is written down, or the store does not take it."""
        async with self._rested:
            while room in self._ended:
                await self._rested.wait()

    # -- in the background

    async def follow(self) -> None:
        """Write down what happens, for ever."""
        while True:
            await self._wake.wait()
            await asyncio.sleep(GATHER_SECONDS)
            self._wake.clear()
            try:
                await self._write_down()
            except (StoreError, BusyError) as error:
                note("archive waits", error=str(error))
                await asyncio.sleep(PAUSE_SECONDS)
                self._wake.set()

    async def _write_down(self) -> None:
        """Whatever fails is still to be done."""
        self._key = self._key or await archive_key(self._store)
        for name in list(self._ended):
            try:
                await look(self._store, name, self._key, self._aside.do)
            except (ValueError, LookupError) as error:  # a damaged room is told of elsewhere
                note("room not archived", room=name, error=str(error))
            async with self._rested:
                self._ended.pop(name, None)
                self._rested.notify_all()
        while self._changed:
            name, room = self._changed.popitem()
            table = room.table
            try:
                await self._store.archive.wait_for(name, waits_for(table), table.at)
            except StoreError:
                self._changed.setdefault(name, room)
                raise

    async def catch_up(self) -> None:
        """Look at what nobody has looked at yet: at the start, and when another node has died."""
        while True:
            try:
                await self._look_again()
                self.caught_up.set()
                await self._late.wait()
            except StoreError as error:
                note("archive waits", error=str(error))
                await asyncio.sleep(PAUSE_SECONDS)

    async def _look_again(self) -> None:
        self._late.clear()
        began = time.monotonic()
        async for now in look_again(self._store, self._patiently):
            if now.trouble:
                note("room not archived", room=now.room, error=now.trouble)
            await asyncio.sleep(REST * (time.monotonic() - began))
            began = time.monotonic()

    async def _patiently(self, work: Callable[[], Any]) -> Any:
        """Aside, whenever there is room there."""
        while True:
            try:
                return await self._aside.do(work)
            except BusyError:
                await asyncio.sleep(PAUSE_SECONDS)
