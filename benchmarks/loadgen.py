"""Players for the server's benchmark: matches of two connections each, one move under way in each match.

The same driver plays on our server, on boardgame.io and on the bare echo; only the frames differ. A move is done when
the opponent has its frame.
"""

from __future__ import annotations

import asyncio
import itertools
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any

import msgspec
from picows import (
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    ws_connect,
)

ANSWER_SECONDS = 60.0
AT_ONCE = 40
"""Matches that are set up at the same time."""
COOKIE = "quintet_guest"


@dataclass
class Window:
    """What was played while it was watched."""

    seconds: float
    waits: list[float] = field(default_factory=list)
    """Seconds from a move sent to the opponent's frame."""

    @property
    def moves(self) -> int:
        return len(self.waits)

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        waits = sorted(self.waits)
        return waits[min(len(waits) - 1, int(len(waits) * share))] * 1000 if waits else float("nan")


class Line(WSListener):
    """One connection. Frames go to `heard`, or wait in `inbox` where nobody listens."""

    def __init__(self, token: str = "") -> None:
        self.token = token
        self.heard: Callable[[bytes], None] | None = None
        self.inbox: asyncio.Queue[bytes] = asyncio.Queue()
        self.gone = asyncio.Event()
        self.frames = self.bytes = 0
        self._transport: WSTransport | None = None

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport = transport

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self._transport = None
        self.gone.set()
        self.inbox.put_nowait(b"")

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        if frame.msg_type is not WSMsgType.TEXT:
            return
        data = frame.get_payload_as_bytes()
        self.frames += 1
        self.bytes += len(data)
        if self.heard is not None:
            self.heard(data)
        else:
            self.inbox.put_nowait(data)

    def send(self, data: bytes) -> None:
        if self._transport is not None:
            self._transport.send(WSMsgType.TEXT, data)

    def close(self) -> None:
        if self._transport is not None:
            self._transport.disconnect(graceful=False)

    async def until(self, wanted: Callable[[bytes], bool]) -> bytes:
        """The next frame that is wanted; ConnectionError if the connection ends first."""
        while True:
            data = await asyncio.wait_for(self.inbox.get(), ANSWER_SECONDS)
            if not data:
                raise ConnectionError("the server is gone")
            if wanted(data):
                return data


async def connect(url: str, token: str = "", address: str = "") -> Line:
    """A connection, as the guest of the token or as a new one; `address` is what a proxy would say of who it is."""

    def made(_: WSUpgradeRequest, response: WSUpgradeResponse) -> Line:
        cookie = SimpleCookie(response.headers.get("Set-Cookie", "")).get(COOKIE)
        return Line(cookie.value if cookie else token)

    headers = {"Cookie": f"{COOKIE}={token}"} if token else {}
    if address:
        headers["X-Forwarded-For"] = address
    _, line = await ws_connect(made, url, extra_headers=headers, websocket_handshake_timeout=ANSWER_SECONDS)
    assert isinstance(line, Line)
    return line


class Match(ABC):
    """Two players at one table."""

    def __init__(self, port: int, number: int) -> None:
        self.port, self.number = port, number
        self.lines: list[Line] = []
        self.version = 0
        self.seat = 0
        """Who moves next."""
        self.sent_at: float | None = None
        self.done: Callable[[Match, float], None] = lambda _match, _wait: None

    @property
    def over(self) -> bool:
        """Is there nothing left to play?"""
        return False

    @abstractmethod
    async def open(self) -> None:
        """Connect both players and take the seats."""

    async def begin(self) -> None:
        """Wait until moves can be made; here at once."""
        return

    @abstractmethod
    def frame(self) -> bytes:
        """The next move."""

    @abstractmethod
    def version_in(self, data: bytes) -> int:
        """The version of the table that a frame tells, 0 if it tells none."""

    def start(self) -> None:
        for seat, line in enumerate(self.lines):
            line.heard = lambda data, seat=seat: self.hear(seat, data)

    def move(self) -> None:
        self.sent_at = time.perf_counter()
        self.lines[self.seat].send(self.frame())

    def hear(self, seat: int, data: bytes) -> None:
        if seat == self.seat or self.sent_at is None:
            return
        version = self.version_in(data)
        if version > self.version:
            wait, self.sent_at = time.perf_counter() - self.sent_at, None
            self.version = version
            self.moved()
            self.done(self, wait)

    def moved(self) -> None:
        self.seat = 1 - self.seat

    def close(self) -> None:
        for line in self.lines:
            line.close()


class Happened(msgspec.Struct):
    type: str


class Seen(msgspec.Struct):
    """As much of a message as the generator looks at."""

    type: str
    version: int = 0
    id: int = 0
    status: str = ""
    room: str = ""
    code: str = ""
    events: list[Happened] = []

    @property
    def tells_a_move(self) -> bool:
        """A player who came or went makes a version too."""
        return any(event.type in ("played", "submitted") for event in self.events)


seen = msgspec.json.Decoder(Seen).decode
say = msgspec.json.Encoder().encode


class QuintetMatch(Match):
    """On our server: a room opened, entered and made ready as by people. A script plays a recorded game."""

    def __init__(
        self,
        port: int,
        number: int,
        game: str = "count",
        script: Sequence[tuple[int, str]] = (),
        prompts: bool = True,
    ) -> None:
        super().__init__(port, number)
        self.game, self.script, self.prompts = game, script, prompts
        self.address = ""
        """From where both players come, if a proxy said so."""
        self.room = ""
        self.ports = (port, port)
        self.step = 0
        self._ids = itertools.count(1)

    @property
    def url(self) -> str:
        return f"ws://127.0.0.1:{self.port}/ws"

    async def open(self) -> None:
        host = await greet(self.ports[0], address=self.address)
        self.lines = [host]
        self.room = (await ask(host, type="create", name=f"Room {self.number}", game=self.game)).room
        await ask(host, type="join", room=self.room, prompts=self.prompts)
        guest = await greet(self.ports[1], address=self.address)
        self.lines.append(guest)
        await ask(guest, type="join", room=self.room, prompts=self.prompts)
        await ask(guest, type="enter", name="Guest")
        await ask(guest, type="sit", seat=1)
        await ask(host, type="ready")
        await ask(guest, type="ready")

    async def begin(self) -> None:
        for line in self.lines:
            data = await line.until(lambda data: seen(data).status == "playing")
            self.version = max(self.version, seen(data).version)
        if self.script:
            self.seat = self.script[0][0]

    @property
    def over(self) -> bool:
        return bool(self.script) and self.step == len(self.script)

    def text(self) -> str:
        return self.script[self.step][1] if self.script else str(self.step % 10)

    def frame(self) -> bytes:
        return b'{"type":"move","seat":%d,"text":"%s","version":%d,"id":%d}' % (
            self.seat, self.text().encode(), self.version, next(self._ids)
        )  # fmt: skip

    def version_in(self, data: bytes) -> int:
        message = seen(data)
        return message.version if message.tells_a_move else 0

    def moved(self) -> None:
        self.step += 1
        if not self.script:
            self.seat = 1 - self.seat
        elif self.step < len(self.script):
            self.seat = self.script[self.step][0]


async def greet(port: int, token: str = "", address: str = "") -> Line:
    line = await connect(f"ws://127.0.0.1:{port}/ws", token, address)
    await ask(line, type="hello", protocol=1)
    return line


async def ask(line: Line, **message: Any) -> Seen:
    """Say something and wait for the answer; RuntimeError if it is refused."""
    number = message.setdefault("id", 1_000_000 + line.frames)
    line.send(say(message))
    joins = message["type"] == "join"  # a view carries no id
    answer = seen(
        await line.until(lambda data: seen(data).id == number or (joins and seen(data).type == "view"))
    )
    if answer.type == "refused":
        raise RuntimeError(f"{message} was refused: {answer.code}")
    return answer


class PeerMatch(Match):
    """On boardgame.io, whose frames are those of socket.io; both seats of a match made by asking for it."""

    async def open(self) -> None:
        for seat in (0, 1):
            line = await connect(f"ws://127.0.0.1:{self.port}/socket.io/?EIO=4&transport=websocket")
            self.lines.append(line)
            await line.until(lambda data: data.startswith(b"0"))
            line.send(b"40/count,")
            await line.until(lambda data: data.startswith(b"40/count"))
            line.send(b'42/count,["sync","m%d","%d",null,2]' % (self.number, seat))
            await line.until(lambda data: b'"sync"' in data)

    def frame(self) -> bytes:
        return (
            b'42/count,["update",{"type":"MAKE_MOVE","payload":{"type":"step","args":[],"playerID":"%d",'
            b'"credentials":null}},%d,"m%d","%d"]' % (self.seat, self.version, self.number, self.seat)
        )

    def hear(self, seat: int, data: bytes) -> None:
        if data == b"2":  # a ping
            self.lines[seat].send(b"3")
        else:
            super().hear(seat, data)

    def version_in(self, data: bytes) -> int:
        at = data.find(b'"_stateID":')
        return int(data[at + 11 : data.index(b",", at)].rstrip(b"}")) if at >= 0 else 0


class EchoMatch(Match):
    """On the bare echo: our own frames, answered without being looked at."""

    async def open(self) -> None:
        for _ in (0, 1):
            line = await connect(f"ws://127.0.0.1:{self.port}/")
            line.send(say({"room": f"m{self.number}"}))
            self.lines.append(line)

    def frame(self) -> bytes:
        return b'{"type":"move","seat":%d,"text":"%d","version":%d,"id":%d}' % (
            self.seat, self.version % 10, self.version, self.version + 1
        )  # fmt: skip

    def version_in(self, data: bytes) -> int:
        return seen(data).version


class Load:
    """Matches that are played together."""

    def __init__(self, matches: Sequence[Match]) -> None:
        self.matches = matches
        self._window = Window(0.0)
        self._again = False
        self._idle = asyncio.Event()
        self._under_way = 0

    async def open(self) -> None:
        limit = asyncio.Semaphore(AT_ONCE)

        async def one(match: Match) -> None:
            async with limit:
                await match.open()

        await asyncio.gather(*map(one, self.matches))
        await asyncio.gather(*(match.begin() for match in self.matches))
        for match in self.matches:
            match.done = self._done
            match.start()

    def close(self) -> None:
        for match in self.matches:
            match.close()

    def stopped(self) -> None:
        """The server died: nothing is under way any more."""
        self._again, self._under_way = False, 0

    async def flat_out(self, seconds: float) -> Window:
        """The next move as soon as the last one is done, in every match."""
        return await self._play(self._send_all, seconds, again=True)

    async def to_the_end(self) -> Window:
        """The same until every match is over."""
        return await self._play(self._send_all, None, again=True)

    async def paced(self, seconds: float, rate: float) -> Window:
        """So many moves a second in all, the matches one after the other."""
        loop = asyncio.get_running_loop()
        start = loop.time()

        def begin() -> None:
            for number in range(int(seconds * rate)):
                loop.call_at(start + number / rate, self._send, self.matches[number % len(self.matches)])

        return await self._play(begin, seconds, again=False)

    async def _play(self, begin: Callable[[], None], seconds: float | None, again: bool) -> Window:
        window = self._window = Window(0.0)
        self._again = again
        self._idle.clear()
        started = time.perf_counter()
        begin()
        if seconds is not None:
            await asyncio.sleep(seconds)
            self._again = False
            self._idle.clear()
        if self._under_way:
            await asyncio.wait_for(self._idle.wait(), ANSWER_SECONDS * 3)
        window.seconds = time.perf_counter() - started
        return window

    def _send_all(self) -> None:
        for match in self.matches:
            self._send(match)

    def _send(self, match: Match) -> None:
        if match.sent_at is None and not match.over:
            self._under_way += 1
            match.move()

    def _done(self, match: Match, wait: float) -> None:
        self._under_way -= 1
        self._window.waits.append(wait)
        if self._again and not match.over:
            self._under_way += 1
            match.move()
        elif not self._under_way:
            self._idle.set()
