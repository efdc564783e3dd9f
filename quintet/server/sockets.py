"""WebSocket connections, by picows, on the same port as the pages that uvicorn serves.

uvicorn hands a connection that asks to become a WebSocket, and the request it has read, to the protocol it was given:
ours passes both on to picows. picows makes its protocols for a server that listens by itself; `picows_protocols` lets it
open one on a loop that does not listen and keeps what picows would have used for each connection. Nothing here rests on
more than what uvicorn, picows and asyncio publish.

picows reads frames. What a frame may be at its place (RFC 6455) is checked here, and each of them, a ping or an empty
part too, counts against what the client may send.

A connection knows two things of the rest of the server: it gives a receiver each message that arrives, and pushes what
the receiver wants sent. Nothing ever waits for a client to read. When more than `CLIENT_BYTES` wait for one, it is cut
off; it may come back and go on from the version it has.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from http import HTTPStatus
from typing import Any, Protocol, cast

import msgspec
from picows import (
    WSAutoPingStrategy,
    WSCloseCode,
    WSFrame,
    WSListener,
    WSMsgType,
    WSTransport,
    WSUpgradeRequest,
    WSUpgradeResponse,
    WSUpgradeResponseWithListener,
    ws_create_server,
)

from quintet.server.limits import BURST, CLIENT_BYTES, HEAD_BYTES, MESSAGE_BYTES, MESSAGE_PARTS, Bucket
from quintet.server.logs import log

PING_EVERY = 20.0
LINGER_SECONDS = 0.1
"""How long a client that was told to go may take to read why: closing at once could throw that away with what it still sends."""
TEXT = WSMsgType.TEXT
CLOSED, PROTOCOL_ERROR, NOT_TEXT, TOO_BIG, BROKEN = 1000, 1002, 1007, 1009, 1011
NOT_SPOKEN = 1003
RESTARTING = 1012
TOO_MANY_MESSAGES = 4429


class Receiver(Protocol):
    """What the server does with one client's messages."""

    def on_message(self, data: str) -> None: ...

    def on_closed(self) -> None: ...

    def too_fast(self) -> None:
        """It is being cut off because it sends too much."""
        ...

    def too_slow(self) -> None:
        """It is being cut off because it reads too little."""
        ...


class RefusedError(Exception):
    """The connection may not be opened: an HTTP status, a code and a sentence."""

    def __init__(self, status: HTTPStatus, code: str, text: str) -> None:
        super().__init__(text)
        self.status, self.code, self.text = status, code, text


class ViolationError(Exception):
    """The client sent what nobody may send: a close code and why."""

    def __init__(self, code: int, why: str) -> None:
        super().__init__(why)
        self.code, self.why = code, why


class Door(Protocol):
    """Decides who may connect."""

    def admit(self, request: WSUpgradeRequest, address: str, secure: bool) -> Admission:
        """Raises RefusedError."""
        ...

    def came(self, transport: asyncio.BaseTransport) -> None:
        """A connection stands at the door."""
        ...

    def left(self, transport: asyncio.BaseTransport) -> None:
        """A connection that came to the door is closed, admitted or not."""
        ...


class Admission(Protocol):
    """A client that may connect: headers for the answer, and its receiver once the connection stands."""

    headers: dict[str, str]
    messages_per_second: float
    """What the client may send in the long run; 0 for no limit."""

    def open(self, connection: Connection) -> Receiver: ...


class Connection(WSListener):
    """One client."""

    def __init__(self, admission: Admission) -> None:
        self._admission: Admission | None = admission
        self._receiver: Receiver | None = None
        self._transport: WSTransport | None = None
        self._send: Any = None
        rate = admission.messages_per_second
        self._bucket = Bucket(max(BURST, 2 * rate), rate) if rate else None
        self._parts: list[bytes] | None = None
        """What has come of a message in parts; None between messages."""
        self._size = 0
        """The bytes of those parts."""

    # -- for the receiver

    def push(self, data: bytes) -> None:
        """Send a message when the client takes it; returns at once."""
        if self._send is not None:
            self._send(TEXT, data)

    def close(self, code: int = CLOSED, reason: str = "", linger: float = 0) -> None:
        """Say goodbye and close, `linger` seconds later; what comes in the meantime is not read."""
        transport = self._transport
        if transport is None or self._send is None:
            return
        self._send = None
        transport.send_close(cast(WSCloseCode, code), reason.encode())  # any number will do
        if linger and not transport.underlying_transport.is_closing():
            transport.underlying_transport.pause_reading()
            asyncio.get_running_loop().call_later(linger, transport.disconnect)
        else:
            transport.disconnect()

    def drop(self) -> None:
        """Cut the connection without waiting for anything."""
        if self._transport is not None:
            self._send = None
            self._transport.disconnect(graceful=False)

    # -- called by picows

    def on_ws_connected(self, transport: WSTransport) -> None:
        self._transport, self._send = transport, transport.send
        transport.underlying_transport.set_write_buffer_limits(high=CLIENT_BYTES)
        admission, self._admission = self._admission, None
        if admission is not None:
            self._receiver = admission.open(self)

    def on_ws_frame(self, transport: WSTransport, frame: WSFrame) -> None:
        if self._send is None or transport.is_close_frame_sent:
            return  # picows reads on for a moment after a frame it could not read
        try:
            if self._bucket is None or self._bucket.take():
                self._frame(frame)
            else:
                if self._receiver is not None:
                    self._receiver.too_fast()
                self.close(TOO_MANY_MESSAGES, "too many messages; slow down", LINGER_SECONDS)
        except ViolationError as violation:
            self.close(violation.code, violation.why, LINGER_SECONDS)
        except Exception:
            log.exception("message failed")
            self.close(BROKEN, "the server failed at this message")

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self._send = self._transport = None  # each holds the other: nobody is to look for them
        receiver, self._receiver = self._receiver, None
        if receiver is not None:
            receiver.on_closed()

    def pause_writing(self) -> None:
        """More waits for this client than it may keep waiting."""
        if self._receiver is not None:
            self._receiver.too_slow()
        self.drop()

    def resume_writing(self) -> None:
        pass

    # -- inside

    def _frame(self, frame: WSFrame) -> None:
        if frame.rsv1 or frame.rsv2 or frame.rsv3:
            raise ViolationError(PROTOCOL_ERROR, "no extension was agreed on")
        kind = frame.msg_type
        if kind is TEXT and frame.fin and self._parts is None:  # what comes most
            if self._receiver is not None:
                self._receiver.on_message(_text(frame.get_payload_as_utf8_text))
        elif kind is WSMsgType.PING:
            self._send(WSMsgType.PONG, frame.get_payload_as_bytes())
        elif kind is WSMsgType.CLOSE:
            self.close(_answer_to_close(frame.get_payload_as_bytes()))
        elif kind is WSMsgType.BINARY:
            raise ViolationError(NOT_SPOKEN, "messages are text")
        elif kind is not WSMsgType.PONG:
            self._part(kind, frame)

    def _part(self, kind: WSMsgType, frame: WSFrame) -> None:
        """A message in parts: whole when `fin` is set."""
        if (kind is TEXT) is not (self._parts is None):
            raise ViolationError(PROTOCOL_ERROR, "a part of a message at the wrong place")
        parts = self._parts = [] if self._parts is None else self._parts
        parts.append(frame.get_payload_as_bytes())
        self._size += frame.payload_size
        if self._size > MESSAGE_BYTES:
            raise ViolationError(TOO_BIG, f"a message may have {MESSAGE_BYTES} bytes")
        if len(parts) > MESSAGE_PARTS:
            raise ViolationError(TOO_BIG, f"a message may have {MESSAGE_PARTS} parts")
        if frame.fin:
            self._parts, self._size = None, 0
            if self._receiver is not None:
                self._receiver.on_message(_text(b"".join(parts).decode))


def _text(decode: Callable[[], str]) -> str:
    try:
        return decode()
    except UnicodeDecodeError as error:
        raise ViolationError(NOT_TEXT, "a message is text in UTF-8") from error


def _answer_to_close(payload: bytes) -> int:
    """The code to say goodbye with to who says goodbye: its own, if it is one that may be sent."""
    code = int.from_bytes(payload[:2], "big") if payload else CLOSED
    if not (1000 <= code <= 1003 or 1007 <= code <= 1014 or 3000 <= code <= 4999):
        raise ViolationError(PROTOCOL_ERROR, "no such close code")
    return code


# --- from uvicorn to picows -------------------------------------------------------------------------------------------


class _NotListening(asyncio.SelectorEventLoop):
    """A loop on which a server is opened only to learn how it would serve a connection."""

    serve_one: Callable[[], asyncio.BufferedProtocol]

    async def create_server(self, protocol_factory: Any, *_: Any, **__: Any) -> Any:
        self.serve_one = protocol_factory


def picows_protocols(
    accept: Callable[[WSUpgradeRequest], WSUpgradeResponseWithListener],
) -> Callable[[], asyncio.BufferedProtocol]:
    """Makes the protocol that picows uses for one connection to a server.

    `ws_create_server` is documented to hand it to the `create_server` of the running loop, which is one of our own here;
    in a thread of its own, as this thread has a loop already.
    """

    def learn() -> Callable[[], asyncio.BufferedProtocol]:
        loop = _NotListening()
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(
                ws_create_server(
                    accept,
                    enable_auto_ping=True,
                    auto_ping_idle_timeout=PING_EVERY,
                    auto_ping_reply_timeout=PING_EVERY,
                    auto_ping_strategy=WSAutoPingStrategy.PING_WHEN_IDLE,
                    enable_auto_pong=False,  # it would answer pings that count against no rate
                    max_frame_size=MESSAGE_BYTES,
                    read_buffer_init_size=HEAD_BYTES + 4096,
                    use_aiofastnet=False,
                )
            )
        return loop.serve_one

    with ThreadPoolExecutor(1) as aside:
        return aside.submit(learn).result()


class Entrance:
    """Where connections become WebSockets."""

    def __init__(self, door: Door) -> None:
        self._make = picows_protocols(self._accept)
        self._at_the_door: asyncio.BaseTransport | None = None
        self._door = door
        self.came, self.left = door.came, door.left

    def enter(self, transport: asyncio.BaseTransport, request: bytes) -> asyncio.BufferedProtocol:
        """Give picows a connection and the request that was read from it; picows answers."""
        protocol = self._make()
        protocol.connection_made(transport)
        buffer = cast(memoryview, protocol.get_buffer(len(request)))
        size = min(len(buffer), len(request))  # a longer one is cut off, and then timed out
        buffer[:size] = request[:size]
        self._at_the_door = transport
        try:
            protocol.buffer_updated(size)
        finally:
            self._at_the_door = None
        return protocol

    def _accept(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
        """Called by picows in the middle of `enter`."""
        assert self._at_the_door is not None
        peer = self._at_the_door.get_extra_info("peername")
        secure = self._at_the_door.get_extra_info("sslcontext") is not None
        try:
            admission = self._door.admit(request, str(peer[0]) if peer else "", secure)
        except RefusedError as refused:
            body = msgspec.json.encode({"code": refused.code, "text": refused.text})
            refusal = WSUpgradeResponse.create_error_response(
                refused.status, body, {"Content-Type": "application/json"}
            )
            return WSUpgradeResponseWithListener(refusal, None)
        response = WSUpgradeResponse.create_101_response(admission.headers)
        return WSUpgradeResponseWithListener(response, Connection(admission))


class Upgraded(asyncio.BufferedProtocol):
    """A connection that uvicorn hands over: it says so by `connection_made` and `data_received`, once each.

    After that the transport finds picows' own methods here, so that what arrives goes straight to them.
    """

    def __init__(self, entrance: Entrance) -> None:
        self._entrance = entrance
        self._transport: asyncio.BaseTransport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport
        self._entrance.came(transport)

    def data_received(self, data: bytes) -> None:
        assert self._transport is not None
        protocol = self._protocol = self._entrance.enter(self._transport, data)
        self.get_buffer = protocol.get_buffer  # type: ignore[method-assign]  # as said above
        self.buffer_updated = protocol.buffer_updated  # type: ignore[method-assign]  # likewise
        self.eof_received = protocol.eof_received  # type: ignore[method-assign]  # likewise
        self.pause_writing = protocol.pause_writing  # type: ignore[method-assign]  # likewise
        self.resume_writing = protocol.resume_writing  # type: ignore[method-assign]  # likewise

    def connection_lost(self, error: Exception | None) -> None:
        assert self._transport is not None
        self._protocol.connection_lost(error)
        self._entrance.left(self._transport)
        vars(self).clear()  # what it holds holds it


def protocol_for(door: Door) -> Any:
    """What uvicorn calls, as `ws=`, for each connection that asks to become a WebSocket."""
    entrance = Entrance(door)

    def upgraded(config: object, server_state: object, app_state: object) -> Upgraded:  # noqa: ARG001  (uvicorn's call)
        return Upgraded(entrance)

    return upgraded
