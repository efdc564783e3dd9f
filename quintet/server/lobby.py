"""The list of rooms, live and shared by all servers of one store.

What the list shows of a room is kept in the store beside the rooms, with the time it was last seen alive; a room that
nobody has looked at for a while drops off the list, and is still there for whoever has the link.
"""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from operator import is_
from typing import Protocol

import msgspec
from msgspec.structs import replace

from quintet.say.state import room_text
from quintet.server.around import Clock
from quintet.server.room import Room
from quintet.store import Store, StoreError
from quintet.table import Summary, summary
from quintet.wire import encode
from quintet.wire.messages import RoomChanged, RoomClosed

PREFIX = "lobby/"
SHOWN_MS = 3 * 60_000
"""How long a room stays on the list after somebody was last there."""
SEEN_EVERY_MS = 60_000
FORGET_MS = 24 * 3600_000
MOST_SHOWN = 200
TOLD_AT_ONCE, LOOKING = 300, 3
"""What is told to one follower takes some ten microseconds of the loop's time, and a look at one room three times that."""
COPIED_AT_ONCE = 200
"""Rooms of the list, at ten microseconds each."""


class Follower(Protocol):
    def push(self, data: bytes) -> None: ...


class Kept(msgspec.Struct, frozen=True):
    """A room as the store keeps it for the list."""

    room: Summary
    seen: int


class Lobby:
    """The rooms anybody may see, and those who look."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store = store
        self._clock = clock
        self._known: dict[str, Kept] = {}
        self._shapes: dict[str, tuple[object, ...]] = {}
        """What a room of this node was last shown from, besides its moves."""
        self._shown: tuple[Summary, ...] | None = None
        """The list as it is shown; None when it has changed."""
        self._changed: dict[str, Room] = {}
        self._unread = False
        self._told = 0
        """What followers were told, and what was looked at, since anybody else had a turn."""
        self.followers: dict[Follower, None] = {}

    # -- for clients

    def follow(self, follower: Follower) -> tuple[Summary, ...]:
        self.followers[follower] = None
        return self.rooms()

    def unfollow(self, follower: Follower) -> None:
        self.followers.pop(follower, None)

    def rooms(self) -> tuple[Summary, ...]:
        """What is on the list, newest first; the same tuple until that changes."""
        if self._shown is None:
            shown = (kept.room for kept in self._known.values())
            self._shown = tuple(heapq.nlargest(MOST_SHOWN, shown, key=lambda room: room.created_at))
        return self._shown

    # -- for rooms

    def changed(self, room: Room) -> None:
        """A room of this node may look different now; `flush` will see."""
        if room.table.listed:
            self._changed[room.id] = room

    def still_there(self, room: Room) -> None:
        """Somebody is in the room: it stays on the list, which is worth a write now and then."""
        kept = self._known.get(room.id)
        if kept is None or kept.seen < self._clock() - SEEN_EVERY_MS:
            self.changed(room)

    def let_go(self, room: Room) -> None:
        """The room leaves memory; what the list shows of it stays."""
        self._shapes.pop(room.id, None)

    def heard(self) -> None:
        """Another node has changed the list; `flush` will look."""
        self._unread = True

    async def anew(self) -> Callable[[], None]:
        """Make what is known again, so that it does not lie where a crowd was; what comes of it puts it in place."""
        made: list[tuple[Kept, Kept]] = []
        for number, kept in enumerate(list(self._known.values()), 1):
            made.append((kept, msgspec.json.decode(msgspec.json.encode(kept), type=Kept)))
            if not number % COPIED_AT_ONCE:
                await asyncio.sleep(0)

        def put() -> None:
            for old, new in made:
                if self._known.get(old.room.room) is old:  # nothing has happened there meanwhile
                    del self._known[old.room.room]
                    self._known[new.room.room] = new
            self._known, self._shown = dict(self._known), None
            made.clear()

        return put

    async def load(self) -> None:
        """Read the list, and forget what has been dead for a day."""
        now = self._clock()
        for key, data in (await self._store.kept(PREFIX)).items():
            kept = _decode(data)
            if kept is None or kept.seen < now - FORGET_MS:
                await self._store.keep(key, None)
            elif kept.seen > now - SHOWN_MS:
                self._learn(kept)

    async def flush(self) -> None:
        """Tell followers and the store what has changed: called about once a second, not once a move."""
        if self._unread:
            self._unread = False
            await self._read_again()
        changed, self._changed = self._changed, {}
        now = self._clock()
        written = []
        for room in changed.values():
            written.append(self._publish(room, now))
            self._told += LOOKING
            await self._breathe()
        try:
            await asyncio.gather(*filter(None, written))  # together, so that they share a commit
        except StoreError:  # the next time, then
            self._shown = None
            for name in changed:
                self._known.pop(name, None)
            self._changed = changed | self._changed
            raise
        for name in [name for name, kept in self._known.items() if kept.seen < now - SHOWN_MS]:
            self._forget(name)

    # -- inside

    def _publish(self, room: Room, now: int) -> Awaitable[None] | None:
        """Tell followers; what is left to wait for, if it is worth a write."""
        before = self._known.get(room.id)
        if room.table.status == "closed":
            if before is None:
                return None
            self._forget(room.id)
            return self._store.keep(PREFIX + room.id, None)
        kept = Kept(self._seen(room, before), now)
        self._learn(kept)
        old = before and msgspec.structs.replace(before.room, plies=0)
        if (
            old == msgspec.structs.replace(kept.room, plies=0)
            and before
            and now - before.seen < SEEN_EVERY_MS
        ):
            self._known[room.id] = Kept(kept.room, before.seen)  # a move alone is not worth a write
            return None
        return self._store.keep(PREFIX + room.id, msgspec.json.encode(kept))

    def _seen(self, room: Room, before: Kept | None) -> Summary:
        """The room as it is shown; where it has only moved on since the last look, most of that stands."""
        table = room.table
        shape = (table.status, table.seats, table.people, table.clock, table.game)
        known = self._shapes.get(room.id)
        if before is not None and known is not None and all(map(is_, shape, known)):
            return replace(before.room, plies=len(table.plies), told=room_text(table))
        self._shapes[room.id] = shape
        return replace(summary(table), told=room_text(table))

    async def _read_again(self) -> None:
        there = await self._store.kept(PREFIX)
        for room in [room for room in self._known if PREFIX + room not in there]:
            self._forget(room)
        oldest = self._clock() - SHOWN_MS
        for kept in map(_decode, there.values()):
            if kept is not None and kept.seen > oldest:
                self._learn(kept)

    def _learn(self, kept: Kept) -> None:
        before = self._known.get(kept.room.room)
        self._known[kept.room.room] = kept
        if before is None or before.room != kept.room:
            self._shown = None
            if self.followers:
                self._tell(encode(RoomChanged(room=kept.room)))

    def _forget(self, room: str) -> None:
        if self._known.pop(room, None) is not None:
            self._shown = None
            self._shapes.pop(room, None)
            self._tell(encode(RoomClosed(room=room)))

    def _tell(self, data: bytes) -> None:
        for follower in self.followers:
            follower.push(data)
        self._told += len(self.followers)

    async def _breathe(self) -> None:
        """With many rooms and many who look, moves go first."""
        if self._told > TOLD_AT_ONCE:
            self._told = 0
            await asyncio.sleep(0)


def _decode(data: bytes) -> Kept | None:
    """None if it is nothing we could have written."""
    try:
        return msgspec.json.decode(data, type=Kept)
    except (msgspec.MsgspecError, ValueError):
        return None
