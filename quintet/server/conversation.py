"""One client's conversation with the server: messages come in, answers are pushed, nothing is ever waited for."""

from __future__ import annotations

from collections import deque
from collections.abc import Coroutine
from typing import TYPE_CHECKING, Any, Protocol, cast

from quintet import __version__
from quintet.server.aside import BusyError, asker
from quintet.server.logs import note
from quintet.server.waiting import rooms_for
from quintet.store import DamageError, StoreError
from quintet.table import may_watch
from quintet.table.commands import Create, Fill, GuestCommand, Move
from quintet.table.filling import BOT
from quintet.table.refusal import SENTENCES, Code, RefusalError
from quintet.wire import (
    PROTOCOL,
    WIRE_SENTENCES,
    ClientMessage,
    ServerMessage,
    WireCode,
    WireError,
    decode,
    encode,
)
from quintet.wire.messages import (
    Advise,
    Bench,
    Bye,
    Done,
    Hello,
    Join,
    Lend,
    Lobby,
    Mine,
    Opened,
    Part,
    Ping,
    Players,
    Pong,
    Refused,
    Rooms,
    SignOn,
    WaitingRooms,
    Welcome,
)

if TYPE_CHECKING:
    from quintet.server.hub import Hub
    from quintet.server.room import Room

MOST_HELD_BACK = 50
RECONNECT_MS = 500


class Outlet(Protocol):
    """The way to the client."""

    def push(self, data: bytes) -> None: ...

    def close(self, code: int, reason: str) -> None: ...


class Conversation:
    """A connected client, who is one guest."""

    def __init__(self, hub: Hub, guest: str, address: str, line: Outlet) -> None:
        self.guest = guest
        self.address = address
        self.prompts = True
        self.words = False
        self.push = line.push
        self._hub = hub
        self._line = line
        self._room: Room | None = None
        self._greeted = False
        self._held_back: deque[ClientMessage] | None = None
        """What came while a room was being opened or loaded; None when nothing is."""
        self._closed = False

    # -- what comes in

    def on_message(self, data: str) -> None:
        message = decode(data)
        if isinstance(message, WireError):
            self.refuse(message.code, message.text, message.id)
        elif self._held_back is None:
            if self._room is not None and type(message) is Move:  # what comes most
                self._room.give(self.guest, message, self)
            else:
                self._handle(message)
        elif len(self._held_back) < MOST_HELD_BACK:
            self._held_back.append(message)
        else:
            self.refuse("too-fast", "", message.id)

    def on_closed(self) -> None:
        """The connection is gone."""
        self._closed = True
        self._leave_room()
        self._hub.closed(self)

    def _handle(self, message: ClientMessage) -> None:
        if not self._greeted and not isinstance(message, Hello):
            self.refuse("wrong-protocol", "Say hello first, with the version of the protocol.", message.id)
            return
        match message:
            case Hello():
                self._hello(message)
            case Join():
                self._pause(self._join(message), message.id)
            case Part():
                self._leave_room()
                self.send(Done(id=message.id, version=0))
            case Create():
                self._pause(self._create(message), message.id)
            case Ping():
                self.send(Pong(now=self._hub.clock(), id=message.id))
            case Mine():
                self._pause(self._mine(message), message.id)
            case Lobby():
                self._lobby(message)
            case Bench():
                self._bench(message)
            case SignOn():
                self._sign_on(message)
            case _ if self._room is None:
                self.refuse("not-joined", "", message.id)
            case _:
                self._to_room(self._room, message)

    def _to_room(self, room: Room, message: Lend | Advise | GuestCommand) -> None:
        match message:
            case Lend():
                self._lend(room, message)
            case Advise():
                self._advise(room, message)
            case Fill(machine=str(machine)) if machine.startswith(BOT):
                room.give(self.guest, self._hub.bench.invite(message), self)
            case _:
                room.give(self.guest, message, self)

    # -- the messages that are not for a table

    def _hello(self, message: Hello) -> None:
        if message.protocol != PROTOCOL:
            self.refuse("wrong-protocol", "", message.id)
            return
        self._greeted = True
        now = self._hub.clock()
        welcome = Welcome(
            protocol=PROTOCOL, server=f"quintet {__version__}", guest=self.guest, now=now, id=message.id
        )
        self.send(welcome)

    async def _join(self, message: Join) -> None:
        self._leave_room()
        room = await self._hub.room(message.room)
        if self._closed:
            return
        if room is None or room.table.status == "closed":
            self.refuse("no-such-room", "", message.id)
        elif not may_watch(room.table, self.guest):
            self.refuse("kicked", "", message.id)
        else:
            self._room = room
            self.prompts, self.words = message.prompts, message.words
            if message.lends and self._hub.machines.lending.lend(room, self):
                self._hub.start(self._hub.packers.get_ready())
            self.push(room.join(self))

    async def _create(self, message: Create) -> None:
        result = await self._hub.create(self.guest, self.address, message)
        if isinstance(result, str):
            self.send(Opened(room=result, id=message.id))
        else:
            self.refuse(result.code, result.text, message.id)

    async def _mine(self, message: Mine) -> None:
        self.send(WaitingRooms(rooms=await rooms_for(self._hub, self.guest), id=message.id))

    def _lobby(self, message: Lobby) -> None:
        if message.follow:
            self.send(Rooms(rooms=self._hub.lobby.follow(self), id=message.id))
        else:
            self._hub.lobby.unfollow(self)
            self.send(Done(id=message.id, version=0))

    def _bench(self, message: Bench) -> None:
        if message.follow:
            self.send(Players(players=self._hub.bench.follow(self), id=message.id))
        else:
            self._hub.bench.unfollow(self)
            self.send(Done(id=message.id, version=0))

    def _lend(self, room: Room, message: Lend) -> None:
        lending = self._hub.machines.lending
        if message.on:
            lending.lend(room, self)
        else:
            lending.take_back(room, self)
        self.send(Done(id=message.id, version=room.table.version))

    def _advise(self, room: Room, message: Advise) -> None:
        try:
            self._hub.machines.lending.advise(room, self, message)
        except RefusalError as refused:
            self.refuse(refused.refusal.code, refused.refusal.text, message.id)
        else:
            self.send(Done(id=message.id, version=room.table.version))

    def _sign_on(self, message: SignOn) -> None:
        try:
            if self._hub.bench.sign_on(self, message):
                self.send(Done(id=message.id, version=0))
            else:
                self.refuse("unavailable", "Too many bots are signed on here; try again later.", message.id)
        except RefusalError as refused:
            self.refuse(refused.refusal.code, refused.refusal.text, message.id)

    def _leave_room(self) -> None:
        room, self._room = self._room, None
        if room is not None:
            room.part(self)
            self._hub.machines.lending.take_back(room, self)

    # -- what goes out

    def send(self, message: ServerMessage) -> None:
        self.push(encode(message))

    def refuse(self, code: WireCode, text: str, answer: int) -> None:
        self._hub.counts[f"refused {code}"] += 1
        self.send(Refused(code=code, text=text or _sentence(code), id=answer))

    def too_fast(self) -> None:
        self._hub.counts["too fast"] += 1
        self.send(Bye(reason="too-fast", text=_sentence("too-fast"), reconnect_ms=2_000))

    def too_slow(self) -> None:
        self._hub.counts["dropped"] += 1

    def put_out(self, reason: str) -> None:
        """The room wants this guest no longer."""
        if self._room is not None:
            self._hub.machines.lending.take_back(self._room, self)
        self._room = None
        text = _sentence(cast("WireCode", reason))
        self.send(Bye(reason="kicked" if reason == "kicked" else "closed", text=text))
        self._line.close(1000, reason)

    def say_goodbye(self) -> None:
        """The server stops: come back in a moment, to this one or another."""
        self._closed = True  # the seat is not given up
        self._room = None
        text = "The server restarts; you will be connected again."
        self.send(Bye(reason="shutdown", text=text, reconnect_ms=RECONNECT_MS))
        self._line.close(1012, "restarting")

    # -- keeping the order

    def _pause(self, work: Coroutine[Any, Any, None], answer: int) -> None:
        """Do something that takes a while; what comes in the meantime is handled after it, in order."""
        self._held_back = deque()
        self._hub.start(self._then_go_on(work, answer))

    async def _then_go_on(self, work: Coroutine[Any, Any, None], answer: int) -> None:
        asker.set(self.address)
        try:
            await work
        except DamageError as error:
            note("room damaged", error=str(error))
            self.refuse("damaged", "", answer)
        except StoreError as error:
            note("store failed", error=str(error))
            self.refuse("unavailable", "", answer)
        except BusyError as busy:
            self.refuse("unavailable", str(busy), answer)
        finally:
            waiting, self._held_back = self._held_back or deque(), None
        while waiting and not self._closed:
            self._handle(waiting.popleft())
            if self._paused():  # again
                self._held_back = waiting
                return

    def _paused(self) -> bool:
        return self._held_back is not None


def _sentence(code: WireCode) -> str:
    return WIRE_SENTENCES.get(code) or SENTENCES[cast("Code", code)]
