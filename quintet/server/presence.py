"""Which players are connected to which server of a shared store, so that what one server is down is not on their clocks.

Every second a server leaves in the store who of its players has a clock running, and the time. A player who comes to a
server and was last with another one that has fallen silent gets back what has passed since then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping
from typing import Any

import msgspec
from msgspec import Struct

from quintet.server.around import Clock
from quintet.server.logs import note
from quintet.server.room import Room
from quintet.store import Store, StoreError
from quintet.table import SERVER
from quintet.table.commands import Resume

PREFIX = "here/"
SIGN_SECONDS = 1.0
SILENT_MS = 2_500
"""A server that has said nothing for so long is down."""
MOST_MS = 20_000
"""What is given back at most: whoever stays away for longer could have come to another server."""
FORGET_MS = 3_600_000


class Here(Struct, frozen=True):
    """The players of one server, each a room and a guest, and when that was so."""

    seen: int
    players: tuple[tuple[str, str], ...]


class Presence:
    """Signs for the others in a store that several servers share; nothing at all in one that is ours alone."""

    def __init__(
        self,
        name: str,
        store: Store,
        clock: Clock,
        rooms: Mapping[str, Room],
        start: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._key = PREFIX + name
        self._store, self._clock, self._rooms, self._start = store, clock, rooms, start
        self._signed = False

    async def watch(self) -> None:
        """Sign again and again, and begin with tidying up after servers that are long gone."""
        if self._store.shared:
            await self._attempt(self._forget_old())
        while self._store.shared:
            await self._attempt(self.sign())
            await asyncio.sleep(SIGN_SECONDS)

    async def sign(self) -> None:
        """Leave who is here now. What a server leaves behind when it stops is what its players have to show."""
        players = tuple(
            (room.id, watcher.guest)
            for room in self._rooms.values()
            if room.table.running is not None and room.table.running.since is not None
            for watcher in room.watchers
            if watcher.guest in room.holders.players
        )
        if players or self._signed:
            self._signed = bool(players)
            await self._store.keep(self._key, msgspec.json.encode(Here(self._clock(), players)))

    def came(self, room: Room, guest: str) -> None:
        """A player is here who was not before."""
        if self._store.shared and room.table.running is not None and guest in room.holders.players:
            self._start(self._attempt(self._give_back(room, guest, self._clock())))

    async def _give_back(self, room: Room, guest: str, came: int) -> None:
        pair = (room.id, guest)
        last = {key: here for key, here in (await self._others()).items() if pair in here.players}
        if not last:
            return
        key, here = max(last.items(), key=lambda one: one[1].seen)
        if came - here.seen < SILENT_MS:  # it may be alive: let it say so
            await asyncio.sleep(SILENT_MS / 1000)
            if (await self._others()).get(key) != here:
                return
        players = tuple(other for other in here.players if other != pair)
        await self._store.keep(key, msgspec.json.encode(Here(here.seen, players)))  # once, and not again
        for seat in room.holders.players.get(guest, ((), ()))[1]:
            room.give(SERVER, Resume(away=min(came - here.seen, MOST_MS), seat=seat))

    async def _others(self) -> dict[str, Here]:
        found = {}
        for key, data in (await self._store.kept(PREFIX)).items():
            if key != self._key:
                found[key] = msgspec.json.decode(data, type=Here)
        return found

    async def _forget_old(self) -> None:
        for key, here in (await self._others()).items():
            if here.seen < self._clock() - FORGET_MS:
                await self._store.keep(key, None)

    async def _attempt(self, work: Coroutine[Any, Any, None]) -> None:
        try:
            await work
        except (StoreError, msgspec.MsgspecError) as error:
            note("store failed", error=str(error))
