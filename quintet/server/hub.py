"""The server without its sockets: rooms, guests and the lobby. Everything a node knows hangs here."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections import Counter
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from msgspec import Struct

from quintet.server.archivist import Archivist
from quintet.server.aside import Aside, BusyError
from quintet.server.bench import CALLS, LISTS, Bench
from quintet.server.beside import Beside
from quintet.server.conversation import Conversation, Outlet
from quintet.server.garbage import tidy_now_and_then
from quintet.server.identity import Identity
from quintet.server.limits import (
    CONNECTIONS_PER_ADDRESS,
    CONNECTIONS_PER_GUEST,
    PER_SECOND,
    ROOM_KILOBYTES_BURST,
    ROOM_KILOBYTES_PER_SECOND,
    ROOMS_BURST,
    ROOMS_PER_SECOND,
    UNLIMITED,
    Buckets,
    Places,
)
from quintet.server.lobby import PREFIX, Lobby
from quintet.server.logs import log, note
from quintet.server.machines import Machines, Workers
from quintet.server.neighbours import Neighbours
from quintet.server.packers import Packers
from quintet.server.presence import Presence
from quintet.server.reviews import Reviews
from quintet.server.room import Room
from quintet.server.steady import BEAT_SECONDS, SteadyClock, Uptime
from quintet.server.times import Times
from quintet.server.upkeep import Upkeep
from quintet.store import ConflictError, DamageError, Store, StoreError
from quintet.store.health import damaged
from quintet.table import SERVER, Refusal, Step, Table, create, evolve, step
from quintet.table.commands import OPEN, Create, Fill, Resume
from quintet.table.filling import BOT
from quintet.wire import WIRE_SENTENCES, WireCode, decode_event, encode_event

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter that looks like a digit: room names are read out and typed."""
NAME_LENGTH = 8
QUIET_MS = 60_000
"""How long a room that nobody watches stays in memory."""
UNWATCHED_BYTES = 64 * 1024 * 1024
"""How much memory such rooms may take, about; those that were left last stay."""
FLUSH_EVERY = 1.0
QUICKLY_FOLDED = 4096
"""Events of so many bytes are a table within a few milliseconds."""
CLOSING_SECONDS = 3.0
"""How long a server that stops waits for a store that does not answer."""
PRUNE_DAYS = 30


class No(Struct, frozen=True):
    """Why the server, rather than a table, says no."""

    code: WireCode
    text: str


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Hub:
    """One node."""

    def __init__(
        self,
        store: Store,
        identity: Identity,
        workers: Workers,
        messages_per_second: float = PER_SECOND,
        prune_days: int = PRUNE_DAYS,
    ) -> None:
        self.store = store
        self.identity = identity
        self.steady = SteadyClock()
        self.clock = self.steady.now
        self.uptime = Uptime(store, self.steady)
        self.lobby = Lobby(store, milliseconds)
        self.rooms: dict[str, Room] = {}
        self.bench = Bench(store, milliseconds, self.rooms, self.start)
        self.conversations: dict[Conversation, None] = {}
        self.counts: Counter[str] = Counter()
        self.times = Times()
        self.begun = time.time()
        """When this node was started."""
        self.aside, self.longer = Aside(), Aside()
        """For what takes a moment, and for what takes a second or two."""
        self.beside = Beside(self.longer)
        """For what strangers bring."""
        self.archivist = Archivist(store, self.aside)
        limited = messages_per_second > 0
        self.per_guest = Places(CONNECTIONS_PER_GUEST if limited else UNLIMITED)
        self.per_address = Places(CONNECTIONS_PER_ADDRESS if limited else UNLIMITED)
        self.messages_per_second = messages_per_second
        self.closing = False
        self._new_rooms = Buckets(ROOMS_BURST if limited else UNLIMITED, ROOMS_PER_SECOND)
        self._room_kilobytes = Buckets(
            ROOM_KILOBYTES_BURST if limited else UNLIMITED, ROOM_KILOBYTES_PER_SECOND
        )
        self.machines = Machines(workers, self.times.answers)
        self.reviews = Reviews(store, workers, self.start, milliseconds)
        self.packers = Packers()
        self._loading: dict[str, asyncio.Task[Room | None]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._looking = False
        self._loop = asyncio.get_running_loop()
        self._due: list[Room] = []
        """Rooms in which something waits to be decided."""
        self._neighbours = Neighbours(store, milliseconds, self._neighbour_died)
        self.presence = Presence(secrets.token_hex(6), store, milliseconds, self.rooms, self.start)
        self.upkeep = Upkeep(store, self.rooms, prune_days)

    async def open(self) -> None:
        await self.uptime.begin()
        await self.lobby.load()
        self.start(self._beat())
        self.store.subscribe(self._heard)
        self.start(self._tend())
        self.start(self._neighbours.watch())
        self.start(self.presence.watch())
        self.start(self.reviews.watch())
        self.start(self.archivist.follow())
        self.start(self.archivist.catch_up())
        self.start(self.upkeep.look_for_damage())
        self.start(self.upkeep.prune_daily())
        self.start(tidy_now_and_then(lambda: len(self.rooms) + len(self.conversations), self._anew))

    async def say_goodbye(self) -> None:
        """Tell everybody to come back in a moment, to this node or another."""
        self.closing = True
        for conversation in list(self.conversations):
            conversation.say_goodbye()
        await asyncio.sleep(0)

    async def close(self) -> None:
        """Stop, with everything written that was decided."""
        await self.say_goodbye()
        with suppress(StoreError, TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                await self.reviews.leave()
        await self.machines.close()
        await self.packers.close()
        with suppress(TimeoutError):
            async with asyncio.timeout(CLOSING_SECONDS):
                for room in list(self.rooms.values()):
                    await room.settled()
        for room in self.rooms.values():
            room.stop()
        with suppress(StoreError):
            await self.lobby.flush()
            await self.bench.leave()
            await self._neighbours.leave()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        self.aside.close()
        self.longer.close()
        await self.beside.close()

    # -- connections

    def connected(self, guest: str, address: str, line: Outlet) -> Conversation:
        conversation = Conversation(self, guest, address, line)
        self.conversations[conversation] = None
        self.per_guest.take(guest)
        self.per_address.take(address)
        self.counts["connections"] += 1
        return conversation

    def closed(self, conversation: Conversation) -> None:
        if conversation in self.conversations:
            del self.conversations[conversation]
            self.per_guest.give_back(conversation.guest)
            self.per_address.give_back(conversation.address)
            self.lobby.unfollow(conversation)
            self.bench.sign_off(conversation)

    # -- rooms

    async def create(self, guest: str, address: str, command: Create) -> str | Refusal | No:
        """Open a room; its name, or why not."""
        if not self._new_rooms.take(address):
            return No("too-many-rooms", WIRE_SENTENCES["too-many-rooms"])
        name = "".join(secrets.choice(ALPHABET) for _ in range(NAME_LENGTH))
        try:
            made = await self._decide(name, guest, command)
            if isinstance(made, Refusal):
                return made
            events = [encode_event(event) for event in made.events]
            if not self._room_kilobytes.take(address, sum(map(len, events)) / 1024):
                return No("too-many-rooms", WIRE_SENTENCES["too-many-rooms"])
            await self.store.append(name, 0, events)
        except (StoreError, ConflictError) as error:
            note("store failed", room=name, error=str(error))
            return No("unavailable", WIRE_SENTENCES["unavailable"])
        except BusyError as busy:
            return No("unavailable", str(busy))
        note("room opened", room=name, game=command.game)
        self.counts["rooms opened"] += 1
        room = self._keep(made.table)
        self.bench.look(room, own=True)
        self.archivist.changed(room)
        if made.table.result is not None:
            self.ended(room)
        return name

    async def _decide(self, name: str, guest: str, command: Create) -> Step | Refusal:
        """A new table; seats for bots are open first, and then kept for them."""
        bots = {number: seat for number, seat in enumerate(command.seats) if seat.startswith(BOT)}
        seats = tuple(OPEN if number in bots else seat for number, seat in enumerate(command.seats))
        now = self.clock()
        seated = msgspec.structs.replace(command, seats=seats)
        if command.moves or any(isinstance(value, dict) for value in command.options.values()):
            made = await self.aside.do(lambda: create(name, guest, seated, now))
        else:
            made = create(name, guest, seated, now)
        for number, bot in bots.items():
            if isinstance(made, Refusal):
                break
            wish = self.bench.invite(Fill(seat=number, machine=bot))
            then = step(made.table, guest, wish, now)
            made = then if isinstance(then, Refusal) else Step(made.events + then.events, then.table)
        return made

    async def room(self, name: str) -> Room | None:
        """The live room of that name, loaded from the store if need be; None if there is none.

        DamageError if it cannot be made out of what is stored.
        """
        self.upkeep.need_whole(name)
        room = self.rooms.get(name)
        if room is not None and room.usable:
            return room
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.create_task(self._load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def table(self, name: str) -> Table | None:
        """A table to look at, without keeping its room in memory."""
        self.upkeep.need_whole(name)
        room = self.rooms.get(name)
        if room is not None and room.usable:
            return room.table
        return await load_table(self.store, name, self.aside)

    async def _load(self, name: str) -> Room | None:
        table = await load_table(self.store, name, self.aside)
        if table is None:
            return None
        room = self.rooms.get(name)
        if room is None or not room.usable:
            room = self._keep(table)
            if away := self.uptime.away(table.at):
                room.give(SERVER, Resume(away=away))
        return room

    def _keep(self, table: Table) -> Room:
        room = self.rooms[table.room] = Room(table, self)
        self.lobby.changed(room)
        return room

    # -- what rooms and the store tell

    def due(self, room: Room) -> None:
        """Rooms work one after the other, when all that has arrived is read: in between the processor forgets how."""
        if not self._due:
            self._loop.call_soon(self._let_work)
        self._due.append(room)

    def _let_work(self) -> None:
        due, self._due = self._due, []
        for room in due:
            try:
                room.work()
            except Exception:  # whatever it is, the others have their turn
                log.exception("room failed", extra={"data": {"room": room.id}})

    def changed(self, room: Room, own: bool) -> None:
        self.lobby.changed(room)
        self.bench.look(room, own)
        if room.holders.machines or room.table.hint_due is not None:
            self.machines.look(room, own)
        if own:
            self.archivist.changed(room)

    def ended(self, room: Room) -> None:
        self.archivist.ended(room.id)

    def joined(self, room: Room, guest: str | None) -> None:
        """Nobody has asked for what machines owe while nobody watched here; another node may have, which does no harm."""
        self.lobby.changed(room)
        self.bench.look(room, own=False)
        self.machines.look(room, own=len(room.watchers) == 1)
        if guest is not None:
            self.presence.came(room, guest)

    def _heard(self, name: str | None, version: int) -> None:
        if name is None:
            self.lobby.heard()
            self.bench.heard()
            if not self._looking:
                self._looking = True
                self.start(self._look_everywhere())
        elif name.startswith(PREFIX):
            self.lobby.heard()
        elif name.startswith((LISTS, CALLS)):
            self.bench.heard()
        elif name in self.rooms:
            self.rooms[name].hear(version)

    async def _look_everywhere(self) -> None:
        """Something may have been missed: compare every live room with the store."""
        try:
            for name, version in (await self.store.versions(list(self.rooms))).items():
                if name in self.rooms:
                    self.rooms[name].hear(version)
        except StoreError as error:  # there will be another look
            note("store failed", error=str(error))
        finally:
            self._looking = False

    def _neighbour_died(self) -> None:
        """Whoever was connected there and has not come back is gone; who is connected elsewhere says so."""
        self.archivist.look_for_missed()
        for room in self.rooms.values():
            room.look_who_is_here()

    # -- in the background

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", exc_info=error)

    async def _anew(self) -> Callable[[], None]:
        """What a crowd leaves in memory, made again; the store may be gone without harm."""
        with suppress(StoreError):
            await self.store.rest()
        for name in self.counts:
            self.counts[name] += 0
        for times in (self.times.moves, self.times.appends, self.times.answers):
            times.anew()
        return await self.lobby.anew()

    async def _beat(self) -> None:
        """Time at the tables goes on as long as this does."""
        while True:
            self.steady.beat()
            await asyncio.sleep(BEAT_SECONDS)

    async def _tend(self) -> None:
        """Publish the list of rooms, and let go of rooms that nobody watches."""
        while True:
            await asyncio.sleep(FLUSH_EVERY)
            try:
                await self.uptime.stamp()
                await self.lobby.flush()
            except StoreError as error:
                note("store failed", error=str(error))
            self.bench.look_round()
            self._look_round()

    def _look_round(self) -> None:
        """Rooms with somebody in them stay on the list; those that nobody has watched for a while, or that are closed, are let go."""
        oldest = self.clock() - QUIET_MS
        unwatched = []
        for room in self.rooms.values():
            if room.watchers:
                self.lobby.still_there(room)
            elif room.quiet:
                unwatched.append(room)
        held = 0
        for room in sorted(unwatched, key=lambda room: -room.idle_since):
            held += room.size
            closed = room.table.status == "closed"
            if closed or room.idle_since < oldest or held > UNWATCHED_BYTES:
                room.stop()
                del self.rooms[room.id]
                self.lobby.let_go(room)


async def load_table(store: Store, name: str, aside: Aside | None = None) -> Table | None:
    """The table as the store has it; None if there is no such room. DamageError if the events do not make one."""
    events = await store.read(name)
    if aside is None or sum(map(len, events)) < QUICKLY_FOLDED:
        return _fold(name, events)
    return await aside.do(lambda: _fold(name, events))


def _fold(name: str, events: Sequence[bytes]) -> Table | None:
    table: Table | None = None
    for number, data in enumerate(events, 1):
        try:
            table = evolve(table, decode_event(data))
        except Exception as error:  # events that nobody decided can fail in any way
            raise DamageError(damaged(name, number, error)) from error
    return table
