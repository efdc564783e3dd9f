"""The bots that are signed on, here and on the other servers of one store, and calling them to rooms.

A server keeps the list of its own bots in the store, under a key of its own, and writes it again every few seconds:
a list that is old is that of a server that died. A call to a bot on another server is a kept value too; the server
that has the bot passes it on and forgets it. A store that is ours alone needs none of this.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from typing import Any, Protocol

import msgspec
from msgspec import Struct

from quintet.server.around import Clock
from quintet.server.logs import note
from quintet.server.room import Room
from quintet.store import Store, StoreError
from quintet.table import SERVER
from quintet.table.bench import Candidate, machines
from quintet.table.commands import Fill, Invite, NoShow
from quintet.table.filling import BOT
from quintet.table.names import clean_name, looks
from quintet.table.table import Invitation as Kept
from quintet.table.table import kept_for
from quintet.wire import encode
from quintet.wire.messages import Invitation, Players, SignOn

LISTS, CALLS = "bots/", "call/"
SIGN_EVERY_MS = 5_000
DEAD_MS = 20_000
"""How long a server may be silent before its bots are off the list."""
MOST_HERE = 500
TELL_SECONDS = 0.1


class Follower(Protocol):
    """The connection of a bot, or of somebody who follows the list."""

    @property
    def guest(self) -> str: ...

    def push(self, data: bytes) -> None: ...


class Present(Struct, frozen=True):
    """A bot that is signed on."""

    guest: str
    name: str
    games: tuple[str, ...]
    since: int


class _List(Struct, frozen=True):
    """The bots of one server, as the store keeps them."""

    bots: tuple[Present, ...]
    seen: int


class _Call(Struct, frozen=True):
    """A call to a bot on another server."""

    guest: str
    invitation: Invitation


class Bench:
    """Who can be given a seat, those who look at the list, and the bots of this node."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        rooms: Mapping[str, Room],
        start: Callable[[Coroutine[Any, Any, None]], None],
    ) -> None:
        self._store, self._clock, self._rooms, self._start = store, clock, rooms, start
        self._key = LISTS + secrets.token_hex(6)
        self._here: dict[str, tuple[Follower, Present]] = {}
        self._elsewhere: dict[str, Present] = {}
        self._listed: dict[str, Candidate] | None = None
        """All of them by guest, as they are shown; None when that has changed."""
        self._called: dict[str, frozenset[tuple[int, Kept]]] = {}
        """By room, whom its seats are kept for and who has been called."""
        self._followers: dict[Follower, None] = {}
        self._signed_at = 0
        self._changed = False
        self._unread = True
        self._busy = False
        self._telling: asyncio.TimerHandle | None = None

    # -- bots

    def sign_on(self, line: Follower, message: SignOn) -> bool:
        """Put a bot on the list; False if it is full. RefusalError if the name is none."""
        name = clean_name(message.name)
        if len(self._here) >= MOST_HERE and line.guest not in self._here:
            return False
        self._here[line.guest] = line, Present(line.guest, name, message.games, self._clock())
        note("bot signed on", guest=line.guest, name=name)
        self._publish()
        return True

    def sign_off(self, line: Follower) -> None:
        """A connection is gone, and with it the bot that signed on over it."""
        self._followers.pop(line, None)
        there = self._here.get(line.guest)
        if there is not None and there[0] is line:
            del self._here[line.guest]
            note("bot signed off", guest=line.guest)
            self._publish()
            self._tell_rooms({line.guest})

    @property
    def here(self) -> int:
        """How many bots are signed on at this node."""
        return len(self._here)

    # -- the list

    def follow(self, line: Follower) -> tuple[Candidate, ...]:
        self._followers[line] = None
        return self.candidates()

    def unfollow(self, line: Follower) -> None:
        self._followers.pop(line, None)

    def candidates(self) -> tuple[Candidate, ...]:
        """Machines, and then the bots by the time they came; two of one name can be told apart."""
        return (*machines(), *self._bots().values())

    def _bots(self) -> dict[str, Candidate]:
        if self._listed is None:
            self._listed = self._list()
        return self._listed

    def _list(self) -> dict[str, Candidate]:
        present = {**self._elsewhere, **{guest: bot for guest, (_, bot) in self._here.items()}}
        taken: set[str] = set()
        bots: dict[str, Candidate] = {}
        for bot in sorted(present.values(), key=lambda bot: (bot.since, bot.guest)):
            name, number = bot.name, 1
            while looks(name) & taken:
                number += 1
                name = f"{bot.name} {number}"
            taken |= looks(name)
            bots[bot.guest] = Candidate(player=BOT + bot.guest, name=name, bot=True, games=bot.games)
        return bots

    # -- calling them

    def invite(self, fill: Fill) -> Fill | Invite:
        """The wish to give a seat to a bot as a table takes it; as it was if there is no such bot."""
        guest = (fill.machine or "").removeprefix(BOT)
        bot = self._bots().get(guest)
        if bot is None:
            return fill
        return Invite(id=fill.id, seat=fill.seat, guest=guest, name=bot.name, games=bot.games)

    def look(self, room: Room, own: bool) -> None:
        """Call the bots that seats of the room are kept for, if this node decided so."""
        if not room.holders.kept:
            if self._called:
                self._called.pop(room.id, None)
            return
        kept = frozenset((n, seat.kept) for n, seat in enumerate(room.table.seats) if seat.kept is not None)
        new = kept - self._called.get(room.id, frozenset())
        self._called[room.id] = kept
        for number, invited in new if own else ():
            self._call(invited.guest, Invitation(room=room.id, seat=number, until=invited.until))

    def _call(self, guest: str, invitation: Invitation) -> None:
        there = self._here.get(guest)
        if there is not None:
            there[0].push(encode(invitation))
        elif self._store.shared:
            value = msgspec.json.encode(_Call(guest, invitation))
            self._start(self._keep(CALLS + secrets.token_hex(8), value))

    async def _keep(self, key: str, value: bytes) -> None:
        try:
            await self._store.keep(key, value)
        except StoreError as error:  # the seat is not kept for ever
            note("store failed", error=str(error))

    def _tell_rooms(self, gone: set[str]) -> None:
        """Rooms need not wait for bots that are no longer there."""
        for name in list(self._called):
            room = self._rooms.get(name)
            if room is None:
                continue
            for guest in gone:
                if kept_for(room.table, guest):
                    room.give(SERVER, NoShow(guest=guest))

    # -- the other servers

    def heard(self) -> None:
        """Another server has changed its list or calls a bot."""
        self._unread = True
        self._stir()

    def look_round(self) -> None:
        """Called about once a second: say now and then that our bots are still there."""
        if self._here and self._signed_at < self._clock() - SIGN_EVERY_MS:
            self._changed = True
        self._stir()

    async def leave(self) -> None:
        """We stop: our bots are not here any more."""
        if self._telling is not None:
            self._telling.cancel()
        if self._store.shared:
            await self._store.keep(self._key, None)

    def _publish(self) -> None:
        self._changed, self._listed = True, None
        self._tell_soon()
        self._stir()

    def _tell_soon(self) -> None:
        """Tell those who follow the list, once for all that changes in a moment."""
        if self._followers and self._telling is None:
            self._telling = asyncio.get_running_loop().call_later(TELL_SECONDS, self._tell_followers)

    def _tell_followers(self) -> None:
        self._telling = None
        data = encode(Players(players=self.candidates()))
        for line in self._followers:
            line.push(data)

    def _stir(self) -> None:
        if self._store.shared and not self._busy and (self._changed or self._unread):
            self._busy = True
            self._start(self._exchange())

    async def _exchange(self) -> None:
        """Write our list if it has changed, and read the others'."""
        try:
            while self._changed or self._unread:
                if self._changed:
                    self._changed, self._signed_at = False, self._clock()
                    mine = _List(tuple(bot for _, bot in self._here.values()), self._signed_at)
                    await self._store.keep(self._key, msgspec.json.encode(mine) if mine.bots else None)
                if self._unread:
                    self._unread = False
                    await self._read_lists()
                    await self._read_calls()
        except (StoreError, msgspec.DecodeError) as error:
            self._changed = True  # try again in a moment
            note("store failed", error=str(error))
        finally:
            self._busy = False

    async def _read_lists(self) -> None:
        there: dict[str, Present] = {}
        oldest = self._clock() - DEAD_MS
        for key, data in (await self._store.kept(LISTS)).items():
            theirs = msgspec.json.decode(data, type=_List)
            if key == self._key:
                continue
            if theirs.seen < oldest:
                await self._store.keep(key, None)
            else:
                there |= {bot.guest: bot for bot in theirs.bots}
        gone = set(self._elsewhere) - set(there) - set(self._here)
        if there != self._elsewhere:
            self._elsewhere, self._listed = there, None
            self._tell_soon()
            self._tell_rooms(gone)

    async def _read_calls(self) -> None:
        for key, data in (await self._store.kept(CALLS)).items():
            call = msgspec.json.decode(data, type=_Call)
            there = self._here.get(call.guest)
            if there is not None:
                there[0].push(encode(call.invitation))
            if there is not None or call.invitation.until < self._clock():
                await self._store.keep(key, None)
