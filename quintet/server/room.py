"""A live room: a table in memory, the people who watch it, and the one place where commands become events.

Commands are decided one after the other, on the table as it will be; their events go to the store together, and only
when they are committed does anybody hear of them. While the store writes, further commands wait. If another node was
quicker, what it wrote is read and shown first, and the commands are decided anew.

Nothing here knows sockets or waits for a client: a watcher is anything with `push`.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from time import perf_counter

import msgspec

from quintet.say.told import told_view
from quintet.server.around import Surroundings, Watcher
from quintet.server.given import Given
from quintet.server.holders import Holders
from quintet.server.logs import log, note
from quintet.server.telling import show
from quintet.server.turns import Turns
from quintet.store import ConflictError, DamageError, StoreError
from quintet.table import SERVER, Need, Refusal, Table, fold, next_wake, step, view
from quintet.table.commands import AnyCommand, Found, Lost, Move, Tick
from quintet.table.events import Finished, Gone, Kicked
from quintet.table.update import Broadcast
from quintet.wire import WIRE_SENTENCES, WireCode, decode_event, encode, encode_event, encode_more
from quintet.wire.messages import Done, Refused

GRACE_SECONDS = 3.0
"""How long a guest may be away, as in reloading a page, before the others see it."""
LOAD_GRACE_SECONDS = 30.0
"""How long guests may take to come back after their server was restarted."""
RETRY_SECONDS = 1.0
"""How long what the server itself wanted waits when the store refused it."""
SOON_MS = 600_000
"""A room where something will happen this soon stays in memory even if nobody watches."""
ROOM_BYTES, PLY_BYTES, PART_BYTES = 20_000, 300, 300
"""About what a room takes in memory, what a ply does besides its board, and a space or a line of a board that no other game has."""
DECIDED_TOGETHER = 50
MOST_WAITING = 1_000


class Room:
    """One table, live."""

    def __init__(self, table: Table, around: Surroundings) -> None:
        self.table = table
        self.id = table.room
        self.usable = True
        self.watchers: dict[Watcher, None] = {}
        self.holders = Holders(table.seats)
        self._audience = 0
        """Another number whenever somebody comes or goes who watches."""
        self.idle_since = around.clock()
        self.noted: object = None
        """What the archive has seen of it."""
        self._around = around
        self._turns = Turns(table.room)
        self._ahead = 0
        """How far the clock of the node that wrote last is ahead of this one's, as far as anybody can tell."""
        self._waiting: deque[Given] = deque()
        self._busy = False
        """A write or a catching-up is under way."""
        self._due = False
        """What waits will be decided in a moment."""
        self._writing_since = 0.0
        self._heard = table.version
        self._loop = asyncio.get_running_loop()
        self._moved_on: asyncio.Future[None] | None = None
        self._at_rest: asyncio.Future[None] | None = None
        self._wake: asyncio.TimerHandle | None = None
        self._wake_at: int | None = None
        self._retry: asyncio.TimerHandle | None = None
        self._leaving: dict[str, asyncio.TimerHandle] = {}
        self._looking = self._loop.call_later(LOAD_GRACE_SECONDS, self.look_who_is_here)
        self._set_wake()

    # -- people

    def join(self, watcher: Watcher) -> bytes:
        """Let somebody watch; the picture to start from."""
        new = None if self.watched_by(watcher.guest) else watcher.guest
        self.watchers[watcher] = None
        self._audience += 1
        leaving = self._leaving.pop(watcher.guest, None)
        if leaving is not None:
            leaving.cancel()
        person = self.table.people.get(watcher.guest)
        if person is not None and person.gone_at is not None:
            self.give(SERVER, Found(guest=watcher.guest))
        self._around.joined(self, new)
        return self.picture(watcher)

    def picture(self, watcher: Watcher) -> bytes:
        """The whole table as this watcher sees it."""
        seen = msgspec.structs.replace(view(self.table, watcher.guest), queue=self._turns.text)
        data = encode(seen if watcher.prompts else msgspec.structs.replace(seen, prompts=()))
        return encode_more(data, {"said": told_view(self.table.game, seen)}) if watcher.words else data

    def tell(self, message: bytes | None) -> None:
        """Something that is no event of the table, if there is anything, to everybody who watches."""
        if message is not None:
            for watcher in self.watchers:
                watcher.push(message)

    def part(self, watcher: Watcher) -> None:
        """Somebody stops watching. If that was the guest's last connection, the others learn of it after a while."""
        self.watchers.pop(watcher, None)
        self._audience += 1
        self.idle_since = self._around.clock()
        if watcher.guest in self.table.people and not self.watched_by(watcher.guest):
            handle = self._loop.call_later(GRACE_SECONDS, self._lost, watcher.guest)
            self._leaving[watcher.guest] = handle

    def watched_by(self, guest: str) -> bool:
        return any(watcher.guest == guest for watcher in self.watchers)

    def _lost(self, guest: str) -> None:
        self._leaving.pop(guest, None)
        if not self.watched_by(guest):
            self.give(SERVER, Lost(guest=guest))

    def look_who_is_here(self) -> None:
        """Whoever has a seat and is not here is gone, as far as this node knows; another node may know better."""
        if not self.watchers:
            return
        for seat in self.table.seats:
            if seat.guest is not None and not self.watched_by(seat.guest):
                self.give(SERVER, Lost(guest=seat.guest))

    # -- commands

    def give(self, who: str, command: AnyCommand, watcher: Watcher | None = None) -> None:
        """Have a command decided; the answer is pushed to the watcher."""
        if len(self._waiting) >= MOST_WAITING:
            self._refuse(watcher, command.id, "unavailable")
            return
        self._waiting.append(Given(who, command, watcher))
        if not (self._busy or self._due):
            self._due = True
            self._around.due(self)

    def work(self) -> None:
        """Decide what waits, if nothing is being written, and hand the events to the store."""
        self._due = False
        if not self._busy:
            self._work()
            self._rest()

    def _work(self) -> None:
        table, now = self.table, self.now()
        decided: list[Given] = []
        data: list[bytes] = []
        while self._waiting and len(decided) < DECIDED_TOGETHER:
            given = self._waiting.popleft()
            self._decide(table, given, now)
            table = given.after
            data += map(encode_event, given.events)
            if data:
                decided.append(given)  # even a refusal may rest on what is not committed yet
            elif given.watcher is not None:
                given.watcher.push(given.reply)
        if data:
            self._busy = True
            self._around.counts["appends"] += 1
            self._writing_since = perf_counter()
            self._around.store.append_then(self.id, self.table.version, data, partial(self._written, decided))

    def _decide(self, table: Table, given: Given, now: int) -> None:
        command = given.command
        try:
            result = step(table, given.who, command, now)
            if isinstance(result, Refusal):
                reply = self._refusal(given.watcher, command.id, result.code, result.text)
                given.settled(table, reply)
            elif result.events:
                given.decided(table, result.events, result.table)
                self._show(given)  # now that all of it is at hand; it is told when it is safe
            else:
                given.settled(table, encode(Done(id=command.id, version=table.version)))
        except Exception:
            kind = type(command).__name__  # no more of it: a sealed move is nobody's to read
            log.exception("command failed", extra={"data": {"room": self.id, "command": kind}})
            given.settled(table, self._refusal(given.watcher, command.id, "unavailable"))

    def _written(self, decided: list[Given], result: int | Exception) -> None:
        self._around.times.appends.add(perf_counter() - self._writing_since)
        if isinstance(result, int):
            self._committed(decided)
            self._busy = False
            self._go_on()
            return
        self._waiting.extendleft(reversed(decided))
        if isinstance(result, ConflictError):
            self._around.counts["conflicts"] += 1
            self._catch_up()
        else:
            self._around.counts["store failures"] += 1
            note("store failed", room=self.id, error=str(result))
            self._hold("unavailable")

    def _hold(self, code: WireCode) -> None:
        """The store does not take it: refuse what people asked for, and try again later with what time has brought."""
        given, self._waiting = self._waiting, deque()
        for one in given:
            if one.watcher is None:
                self._waiting.append(one)
            else:
                self._refuse(one.watcher, one.command.id, code)
        self._busy = False
        if self._waiting:
            self._retry = self._loop.call_later(RETRY_SECONDS, self._try_again)
        self._rest()

    def _try_again(self) -> None:
        if not self._busy:
            self._go_on()

    def _committed(self, decided: list[Given]) -> None:
        counts = self._around.counts
        for given in decided:
            if given.events:
                counts["commands"] += 1
                counts["events"] += len(given.events)
                self.table = given.after
                if given.after.result is not given.before.result and given.after.result is not None:
                    self._around.ended(self)
                self._tell_of(given)
                if type(given.command) is Move:
                    counts["moves"] += 1
                    if given.watcher is not None:
                        self._around.times.moves.add(perf_counter() - given.at)
            elif given.watcher is not None:
                given.watcher.push(given.reply)
        self._settle(own=True)

    def _refuse(self, watcher: Watcher | None, answer: int, code: WireCode) -> None:
        data = self._refusal(watcher, answer, code)
        if watcher is not None:
            watcher.push(data)

    def _refusal(self, watcher: Watcher | None, answer: int, code: WireCode, text: str = "") -> bytes:
        if watcher is not None:
            self._around.counts[f"refused {code}"] += 1
        return encode(Refused(code=code, text=text or WIRE_SENTENCES[code], id=answer))

    def _go_on(self) -> None:
        if self._heard > self.table.version:
            self._catch_up()
        elif self._waiting:
            self._work()
        self._rest()

    def _rest(self) -> None:
        if self._at_rest is not None and not self._busy and not self._waiting:
            self._at_rest.set_result(None)
            self._at_rest = None

    # -- what other nodes write

    def hear(self, version: int) -> None:
        """Another node has appended up to this version."""
        self._heard = max(self._heard, version)
        if not self._busy:
            self._go_on()

    def _catch_up(self) -> None:
        self._busy = True
        self._around.start(self._read_on())

    async def _read_on(self) -> None:
        """Read, fold and show what the store has beyond this table."""
        before = self.table
        try:
            events = tuple(map(decode_event, await self._around.store.read(self.id, before.version)))
            if events:
                self.table = fold(events, before)
                self._ahead = self.table.at - self._around.clock()  # so two nodes never disagree for long
            elif not (await self._around.store.versions([self.id]))[self.id]:
                self.put_all_out("no-such-room")  # it was let go: nothing had happened here for so long
        except StoreError as error:
            note("store failed", room=self.id, error=str(error))
            self._heard = before.version
            self._hold("damaged" if isinstance(error, DamageError) else "unavailable")
            return
        except Exception as error:  # events that nobody decided can fail in any way
            note("room damaged", room=self.id, error=str(error))
            self.put_all_out("damaged")
        if self.table is not before:
            if any(type(event) is Finished for event in events):
                self._around.ended(self)
            elsewhere = Given(SERVER, Tick(), None)  # whatever it was there
            elsewhere.decided(before, events, self.table)
            self._tell_of(elsewhere)
        self._busy = False
        self._heard = self.table.version  # a hint of what is not there yet comes again, or the timer looks
        self._settle(own=False)
        self._go_on()

    def put_all_out(self, code: WireCode) -> None:
        """This room can be used no more."""
        self.usable = False
        for given in self._waiting:
            self._refuse(given.watcher, given.command.id, code)
        self._waiting.clear()
        watchers, self.watchers = self.watchers, {}
        self._audience += 1
        for watcher in watchers:
            watcher.put_out(code)

    # -- showing

    def _show(self, given: Given) -> None:
        """Work out what everybody who watches will be told."""
        before, after = given.before, given.after
        broadcast = Broadcast(before, given.events, after)
        if before.seats is not after.seats:
            players = broadcast.groups()
        else:
            holders = self.holders if self.holders.seats is after.seats else Holders(after.seats)
            players = holders.players
        given.audience = self._audience
        given.shown = show(broadcast, self.watchers, players, given.watcher, given.command.id)

    def _tell_of(self, given: Given) -> None:
        """It is safe now: tell everybody who watches."""
        if given.audience != self._audience:  # somebody came or went meanwhile
            self._show(given)
        for watcher, data in given.shown:
            watcher.push(data)
        for event in given.events:
            if type(event) is Kicked or type(event) is Gone:
                self._about(event)

    def wait_behind(self, need: Need, others: int) -> None:
        """Machines answer so many others before this need of ours."""
        self.tell(self._turns.place(need, others, self.table))

    def prepare(self, text: str) -> None:
        """What machines wait for before they can think; empty when they can."""
        self.tell(self._turns.prepare(text, self.table))

    def _about(self, event: Kicked | Gone) -> None:
        """A guest was kicked, or another node lost one who is still connected here."""
        if isinstance(event, Kicked):
            for watcher in [w for w in self.watchers if w.guest == event.guest]:
                del self.watchers[watcher]
                self._audience += 1
                watcher.put_out("kicked")
        elif self.watched_by(event.guest):
            self.give(SERVER, Found(guest=event.guest))

    # -- time

    def now(self) -> int:
        """The time at this table."""
        return self._around.clock() + self._ahead

    def _settle(self, own: bool) -> None:
        if self._moved_on is not None:
            self._moved_on.set_result(None)
            self._moved_on = None
        if self.holders.seats is not self.table.seats:
            self.holders = Holders(self.table.seats)
        self.tell(self._turns.look(self.table))
        self._set_wake()
        self._around.changed(self, own)

    def _set_wake(self) -> None:
        """Give the table a tick when something will be due."""
        at = next_wake(self.table)
        if at == self._wake_at:
            return
        if self._wake is not None:
            self._wake.cancel()
            self._wake = None
        self._wake_at = at
        if at is not None:
            delay = max(0, at - self.now() + 1) / 1000
            self._wake = self._loop.call_later(delay, self._tick, at)

    def _tick(self, due: int) -> None:
        self._wake = self._wake_at = None
        if self.now() < due:  # the timer and the clock do not agree: wait for the clock
            self._set_wake()
        else:
            self.give(SERVER, Tick())

    async def changed_from(self, version: int) -> None:
        """Wait until the table has another version than this."""
        while self.table.version == version:
            self._moved_on = self._moved_on or self._loop.create_future()
            await asyncio.shield(self._moved_on)

    async def settled(self) -> None:
        """Wait until nothing is being written."""
        while self._busy or self._waiting:
            self._at_rest = self._at_rest or self._loop.create_future()
            await asyncio.shield(self._at_rest)

    @property
    def quiet(self) -> bool:
        """Does nobody watch, and is nothing under way or about to happen?"""
        soon = self._wake_at is not None and self._wake_at < self.now() + SOON_MS
        return not (self.watchers or self._busy or self._waiting or self._leaving or soon)

    @property
    def size(self) -> int:
        """About how many bytes it takes in memory."""
        game, layout = self.table.game, self.table.game.layout
        own = any(isinstance(value, dict) for value in game.settings.values())
        board = PART_BYTES * (3 * len(layout.spaces) + len(layout.lines)) if own else 0
        return ROOM_BYTES + board + len(self.table.plies) * (PLY_BYTES + 2 * len(layout.spaces))

    def stop(self) -> None:
        """Let go of every timer."""
        for handle in (self._wake, self._looking, self._retry, *self._leaving.values()):
            if handle is not None:
                handle.cancel()
