"""A client for terminals, windows, bots and chats: it keeps the connection, the picture of the table and the promises.

    async with Client("http://localhost:8642") as client:
        room = await client.create(Create(name="Ours", game=NAME))
        await client.join(room)
        await client.ask(Enter(name="Ann"))
        async for view in client.pictures():
            ...

When the connection breaks it is made again, the room joined again, and a move that was not answered is sent again;
the server knows it if it had been accepted already.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from collections.abc import AsyncIterator
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import Any, TypeVar
from urllib.parse import urlsplit

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import InvalidHandshake, InvalidStatus, WebSocketException

from quintet.games.contract import GameError
from quintet.games.picking import sentence
from quintet.say.waiting import Waiting
from quintet.table import Summary, Update, View
from quintet.table.bench import Candidate
from quintet.table.commands import Create, GuestCommand, Move
from quintet.wire.codec import decode_server, encode, read_id
from quintet.wire.merging import merge
from quintet.wire.messages import (
    LARGEST,
    PROTOCOL,
    WIRE_SENTENCES,
    Bench,
    Bye,
    ClientMessage,
    Done,
    Hello,
    Join,
    Lobby,
    Mine,
    Opened,
    Players,
    Preparing,
    Queue,
    Refused,
    RoomChanged,
    RoomClosed,
    Rooms,
    ServerMessage,
    SignOn,
    WaitingRooms,
    Welcome,
)
from quintet.wire.unreachable import why_unreachable

COOKIE = "quintet_guest"
FIRST_PAUSE, LONGEST_PAUSE = 0.2, 10.0
MOST_NEWS = 1_000
"""Messages that wait for whoever asks for `news`; nobody may."""

GONE = "The server is back, and knows nothing of this room any more."

M = TypeVar("M")


OUT_OF_STEP_MS = 1_000
"""When what the server says of the time is believed over what we think it is."""


class ServerError(GameError):
    """The server said no, or cannot be reached. `code` is for programs, the text for people."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Client:
    """One guest's connection to a server, and the room it is in."""

    def __init__(
        self, address: str, *, token: str | None = None, program: str = "", prompts: bool = True
    ) -> None:
        self.address, self.linked_room = _read_address(address)
        self._ahead_ms = 0
        """How far the server's time is ahead of our monotonic clock."""
        self.token = token
        """Who you are: keep it to be the same guest next time."""
        self.guest = ""
        self.view: View | None = None
        """The table as it is now."""
        self.preparing = ""
        """What a machine of the room waits for before it can think; empty again with the next event."""
        self.rooms: dict[str, Summary] = {}
        """The list of rooms, once `follow_lobby` was called."""
        self._program, self._prompts = program, prompts
        self._room: str | None = None
        self.players: tuple[Candidate, ...] = ()
        """Who can be given a seat, once `follow_bench` was called."""
        self._following: dict[type, ClientMessage] = {}
        """What is said again on every new connection."""
        self._socket: ClientConnection | None = None
        self._reading: asyncio.Task[None] | None = None
        self._numbers = itertools.count(1)
        self._asked: dict[int, tuple[ClientMessage, asyncio.Future[Any]]] = {}
        self._news: asyncio.Queue[ServerMessage | None] = asyncio.Queue()
        self._closed = False
        self.why_closed = ""
        """Why it is over for good, as a sentence, if that was not our wish."""

    async def __aenter__(self) -> Client:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    def now(self) -> int:
        """The server's time in milliseconds, by which clocks run."""
        return time.monotonic_ns() // 1_000_000 + self._ahead_ms

    @property
    def home(self) -> str:
        """The server's address for browsers; a room's link is this and /r/ROOM."""
        return self.address.replace("ws", "http", 1).removesuffix("/ws")

    @property
    def closed(self) -> bool:
        """Is it over for good? A connection that is only broken is made again."""
        return self._closed

    @property
    def connected(self) -> bool:
        return self._socket is not None

    # -- for everybody

    async def open(self) -> None:
        """Connect; ServerError if nobody answers or the server refuses."""
        await self._connect()
        self._reading = asyncio.create_task(self._read_forever(), name="quintet-client")

    async def close(self) -> None:
        self._closed = True
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        if self._socket is not None:
            await self._socket.close()
        self._fail(ServerError("closed", "the connection was closed"))
        self._news.put_nowait(None)

    async def create(self, command: Create) -> str:
        """Open a room; its id."""
        return (await self._request(command, Opened)).room

    async def join(self, room: str) -> View:
        """Watch a room; it then follows in `view`."""
        self._room = room
        self.view = None
        return await self._request(Join(room=room, prompts=self._prompts), View)

    async def ask(self, command: GuestCommand) -> Update | Done:
        """Give the table a command; what it changed. ServerError with the table's code if it is refused."""
        answer: Update | Done = await self._send(command)
        return answer

    async def move(self, text: str, seat: int | None = None) -> Update | Done:
        """Play in the room you are in, for your seat in turn unless you say which."""
        view = self.view
        if view is None:
            raise ServerError("not-joined", "join a room first")
        if seat is None:
            own = [s for s in view.turn if s in view.you] or list(view.you)
            if not own:
                raise ServerError("not-seated", "take a seat first; you are only watching")
            seat = own[0]
        return await self.ask(Move(seat=seat, text=text, version=view.version))

    async def follow_lobby(self) -> tuple[Summary, ...]:
        """The rooms on the list; they then follow in `rooms`."""
        self._following[Lobby] = Lobby()
        return (await self._request(Lobby(), Rooms)).rooms

    async def waiting(self) -> tuple[Waiting, ...]:
        """What waits for this guest: games that run, and rooms of theirs."""
        return (await self._request(Mine(), WaitingRooms)).rooms

    async def follow_bench(self) -> tuple[Candidate, ...]:
        """Who can be given a seat; it then follows in `players`."""
        self._following[Bench] = Bench()
        return (await self._request(Bench(), Players)).players

    async def sign_on(self, name: str, games: tuple[str, ...] = ()) -> None:
        """Be a bot that can be asked to take a seat; invitations then come as `news`."""
        message = SignOn(name=name, games=games)
        await self._request(message, Done)
        self._following[SignOn] = message

    async def news(self) -> AsyncIterator[ServerMessage]:
        """Every message that comes, in order, after it has been taken into `view` and `rooms`; ends with the client.

        Of what came before anybody asked, the last thousand.
        """
        while (message := await self._news.get()) is not None:
            yield message

    async def pictures(self) -> AsyncIterator[View]:
        """The table each time it has changed."""
        async for message in self.news():
            if isinstance(message, (View, Update, Queue)) and self.view is not None:
                yield self.view

    # -- requests and answers

    async def _request(self, message: ClientMessage, kind: type[M]) -> M:
        answer = await self._send(message)
        if not isinstance(answer, kind):
            raise ServerError("malformed", f"the server answered with {type(answer).__name__}")
        return answer

    async def _send(self, message: ClientMessage) -> Any:
        if self._closed or self._reading is None:
            raise ServerError("closed", "the connection is closed")
        number = next(self._numbers)
        message = msgspec.structs.replace(message, id=number)
        data = encode(message)
        if len(data) > LARGEST:  # the server would end the connection, and we would come back with the same
            raise ServerError("too-large", WIRE_SENTENCES["too-large"])
        answer: asyncio.Future[Any] = asyncio.get_running_loop().create_future()
        self._asked[number] = (message, answer)
        try:
            if self._socket is not None:
                with suppress(
                    WebSocketException
                ):  # it is sent again, or refused, when the connection is back
                    await self._socket.send(data, text=True)
            return await answer
        finally:
            self._asked.pop(number, None)

    def _take(self, message: ServerMessage) -> None:
        """Bring `view`, `rooms` and `players` up to date, and answer whoever asked."""
        number = getattr(message, "id", 0)
        if isinstance(message, (View, Update, Preparing)):
            self.preparing = message.text if isinstance(message, Preparing) else ""
        if isinstance(message, View):
            self.view = message
            number = number or self._joining()
        elif isinstance(message, Update):
            if (
                abs(message.at - self.now()) > OUT_OF_STEP_MS
            ):  # the server stood still, or another one answers
                self._ahead_ms += message.at - self.now()
            if (
                self.view is not None
                and self.view.room == message.room
                and message.version > self.view.version
            ):
                self.view = merge(self.view, message)
        elif isinstance(message, Queue):
            if self.view is not None and self.view.room == message.room:
                self.view = msgspec.structs.replace(self.view, queue=message.text)
        elif isinstance(message, Refused) and not number:
            self._fail(
                ServerError(message.code, message.text)
            )  # it does not say whom it means: nobody waits for ever
        else:
            self._keep_lists(message)
        _, answer = self._asked.get(number, (None, None))
        if answer is not None and not answer.done():
            _answer(answer, message)
        if self._news.qsize() >= MOST_NEWS:
            self._news.get_nowait()
        self._news.put_nowait(message)

    def _keep_lists(self, message: ServerMessage) -> None:
        if isinstance(message, Rooms):
            self.rooms = {room.room: room for room in message.rooms}
        elif isinstance(message, RoomChanged):
            self.rooms[message.room.room] = message.room
        elif isinstance(message, RoomClosed):
            self.rooms.pop(message.room, None)
        elif isinstance(message, Players):
            self.players = message.players

    def _joining(self) -> int:
        """A view carries no id: it answers the join that waits."""
        return next((n for n, (message, _) in self._asked.items() if isinstance(message, Join)), 0)

    def _fail(self, error: ServerError, spare: tuple[type, ...] = ()) -> None:
        for message, answer in self._asked.values():
            if not answer.done() and not isinstance(message, spare):
                answer.set_exception(error)

    # -- the connection

    async def _connect(self) -> ClientConnection:
        headers = {"Cookie": f"{COOKIE}={self.token}"} if self.token else {}
        try:
            socket = await connect(
                self.address, additional_headers=headers, compression=None, max_size=None, open_timeout=10
            )
        except InvalidStatus as error:
            raise _refused_connection(error) from error
        except (OSError, InvalidHandshake, TimeoutError) as error:
            why = (
                "what is there is no quintet server"
                if isinstance(error, InvalidHandshake)
                else why_unreachable(error)
            )
            raise ServerError("unreachable", f"nobody answers at {self.home}: {why}") from error
        response = socket.response
        cookies = SimpleCookie(response.headers.get("Set-Cookie", "") if response else "")
        if COOKIE in cookies:
            self.token = cookies[COOKIE].value
        await self._greet(socket)
        self._socket = socket
        return socket

    async def _greet(self, socket: ClientConnection) -> None:
        try:
            await socket.send(encode(Hello(protocol=PROTOCOL, client=self._program)), text=True)
            message = decode_server(await socket.recv(decode=False))
        except (WebSocketException, ValueError) as error:
            raise ServerError(
                "unreachable", f"{self.address} does not speak the protocol: {error}"
            ) from error
        if isinstance(message, Refused):
            raise ServerError(message.code, message.text)
        if not isinstance(message, Welcome):
            raise ServerError("unreachable", f"{self.address} does not speak the protocol")
        self.guest = message.guest
        self._ahead_ms = message.now - time.monotonic_ns() // 1_000_000

    async def _read_forever(self) -> None:
        try:
            while True:
                await self._read_until_broken()
                await self._come_back()
        except ServerError as error:
            self._end(error)
        except Exception as error:
            self._end(ServerError("unreachable", f"the connection cannot be used any more: {error}"))
            raise

    def _end(self, error: ServerError) -> None:
        """Nothing comes any more: whoever waits is told so."""
        self._closed = True
        self.why_closed = sentence(str(error))
        self._fail(error)
        self._news.put_nowait(None)

    async def _read_until_broken(self) -> None:
        assert self._socket is not None
        with suppress(WebSocketException):
            while True:
                data = await self._socket.recv(decode=False)
                try:
                    message = decode_server(data)
                except (
                    ValueError
                ) as error:  # of a newer server; what we do not know is not for us, unless we asked
                    self._cannot_read(read_id(data), error)
                    continue
                self._take(message)
                if isinstance(message, Bye) and message.reconnect_ms is None:
                    raise ServerError(message.reason, message.text)
                if isinstance(message, Refused) and message.code == "no-such-room" and not message.id:
                    raise ServerError(message.code, GONE)  # we came back, and it is not there

    def _cannot_read(self, number: int, error: ValueError) -> None:
        _, answer = self._asked.get(number, (None, None))
        if answer is not None and not answer.done():
            answer.set_exception(ServerError("malformed", f"the server's answer cannot be read: {error}"))

    async def _come_back(self) -> None:
        """Connect again, for as long as it takes, and take up where we were."""
        self._socket = None
        lost = ServerError("unavailable", "the connection was lost; look at the table and try again")
        self._fail(lost, spare=(Move, Join, *self._following))
        pause = FIRST_PAUSE
        while True:
            try:
                socket = await self._connect()
                break
            except ServerError as error:
                if error.code == "wrong-token" and self._room is not None:
                    raise ServerError("no-such-room", GONE) from error  # what answers there was begun anew
                if error.code not in ("unreachable", "unavailable"):
                    raise
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)
        waiting = [message for message, answer in self._asked.values() if not answer.done()]
        if self._room is not None and not any(isinstance(message, Join) for message in waiting):
            waiting.insert(0, Join(room=self._room, prompts=self._prompts))
        said = {type(message) for message in waiting}
        waiting += [message for kind, message in self._following.items() if kind not in said]
        with suppress(WebSocketException):  # broken again: the next round sends them
            for message in waiting:
                await socket.send(encode(message), text=True)


def _answer(answer: asyncio.Future[Any], message: ServerMessage) -> None:
    if not isinstance(message, Refused):
        answer.set_result(message)
    elif message.code == "already-accepted":  # it was sent twice, and counted once
        answer.set_result(Done(id=message.id, version=0))
    else:
        answer.set_exception(ServerError(message.code, message.text))


def _refused_connection(error: InvalidStatus) -> ServerError:
    status = error.response.status_code
    try:
        answer = msgspec.json.decode(error.response.body, type=dict[str, str])
        return ServerError(answer["code"], answer["text"])
    except (msgspec.DecodeError, KeyError):
        code = "unavailable" if status in (502, 503, 504) else "refused"
        return ServerError(code, f"the server refused the connection (HTTP {status})")


def _read_address(address: str) -> tuple[str, str | None]:
    """The WebSocket's address, and the room if the address is the link to one."""
    if "://" not in address:
        address = f"http://{address}"
    parts = urlsplit(address)
    scheme = {"http": "ws", "https": "wss", "ws": "ws", "wss": "wss"}.get(parts.scheme)
    if scheme is None or not parts.netloc:
        raise ServerError(
            "unreachable", f"{address[:80]} is no server; it is written like http://localhost:8642"
        )
    room = parts.path.removeprefix("/r/").strip("/") if parts.path.startswith("/r/") else None
    return f"{scheme}://{parts.netloc}/ws", room or None
