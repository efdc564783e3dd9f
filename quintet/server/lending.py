"""Machines that think on the screen they are played on: who lends a room an engine, and how long its answer is waited for.

Only a game on one screen is lent one, by its host: nobody else could be deceived there. What does not come is asked of the
server's own workers as if nothing had been lent, and at once when the page says that it cannot, or is gone.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable

from quintet.players import plays_by_engine
from quintet.server.around import Watcher
from quintet.server.room import Room
from quintet.server.verdicts import asked_about, command
from quintet.table import SERVER, Need, Table, pending_machines
from quintet.table.refusal import RefusalError
from quintet.wire.messages import Advise

LENT_SECONDS = 20.0
"""How long an answer of a page is waited for: time enough to load the engine by a slow line, and to think."""


class Lending:
    """The pages that think for machines of a room, and what is being waited for from them."""

    def __init__(self, ask: Callable[[Room], None]) -> None:
        self._ask = ask
        """Called with a room whose needs are no longer left to a page."""
        self._lenders: dict[str, dict[Watcher, None]] = {}
        self._waited_for: dict[str, dict[Need, asyncio.TimerHandle]] = {}

    def lend(self, room: Room, watcher: Watcher) -> bool:
        """This page thinks for the machines from now on, if it may; are there any?"""
        table = room.table
        if not table.offline or watcher.guest != table.host:
            return False
        self._lenders.setdefault(room.id, {})[watcher] = None
        return any(seat.machine for seat in table.seats)

    def take_back(self, room: Room, watcher: Watcher) -> None:
        """It does not, or no longer."""
        lenders = self._lenders.get(room.id, {})
        lenders.pop(watcher, None)
        if not lenders:
            self._end(room)

    def lent(self, room: str) -> bool:
        """Does a page think for the machines of this room?"""
        return room in self._lenders

    def holds(self, room: Room, need: Need) -> bool:
        """Is the answer to this need left to a page?"""
        if not self.lent(room.id) or not for_an_engine(room.table, need):
            return False
        waited_for = self._waited_for.setdefault(room.id, {})
        if need not in waited_for:
            loop = asyncio.get_running_loop()
            waited_for[need] = loop.call_later(
                LENT_SECONDS, self._end, room
            )  # a page that is late is asked no more
        return True

    def advise(self, room: Room, watcher: Watcher, message: Advise) -> None:
        """What a page thought about a hint, or a draw; RefusalError where it was not asked."""
        if watcher not in self._lenders.get(room.id, {}):
            raise RefusalError(
                "not-your-seat", "Only the page that thinks for this game answers for its engine."
            )
        table = room.table
        if message.version != table.turn_version:
            raise RefusalError("stale")
        for need in pending_machines(table):
            if (need.kind, need.seat) == (message.kind, message.seat) and for_an_engine(table, need):
                room.give(SERVER, command(table, need, message.thought))
                return
        raise RefusalError("stale")

    def look(self, room: Room, needs: Iterable[Need]) -> None:
        """Whatever is not among these needs has been met, or is no longer wanted."""
        waited_for = self._waited_for.get(room.id)
        if not waited_for:
            return
        for need in set(waited_for) - set(needs):
            waited_for.pop(need).cancel()

    def close(self) -> None:
        for waited_for in self._waited_for.values():
            for handle in waited_for.values():
                handle.cancel()
        self._waited_for.clear()
        self._lenders.clear()

    def _end(self, room: Room) -> None:
        self._lenders.pop(room.id, None)
        waited_for = self._waited_for.pop(room.id, {})
        for handle in waited_for.values():
            handle.cancel()
        if waited_for:
            self._ask(room)


def for_an_engine(table: Table, need: Need) -> bool:
    """Is this for an engine to think about, whosever it is?"""
    if need.kind == "hint":
        return True
    return plays_by_engine(need.machine or "") and asked_about(table.game, table.position, need) is not None
