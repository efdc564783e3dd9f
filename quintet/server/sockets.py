"""WebSocket connections, by picows, on the same port as the pages that uvicorn serves.

uvicorn hands a connection that asks to become a WebSocket to the protocol class it was given; ours is picows' own, fed
with the request that uvicorn has already read. That constructor is not part of picows' published interface, so the
version is pinned and tests/server/test_sockets.py would notice a change.

A connection knows two things of the rest of the server: it gives a session each message that arrives, and pushes what
the session wants sent. Nothing ever waits for a client to read. When more than `CLIENT_BYTES` wait for one, it is cut
off; it may come back and go on from the version it has.
"""

from __future__ import annotations

import logging
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
)
from picows.picows import WSProtocol  # type: ignore[attr-defined]  # see above

from quintet.server.limits import BURST, CLIENT_BYTES, MESSAGE_BYTES, Bucket

PING_EVERY = 20.0
TOO_MANY_MESSAGES = 4429
RESTARTING = 1012
REPLY_CLOSED = 1000


class Session(Protocol):
    """What the server does with one client's messages."""

    def on_message(self, data: bytes | memoryview) -> None: ...

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


class Door(Protocol):
    """Decides who may connect."""

    def admit(self, request: WSUpgradeRequest, address: str, secure: bool) -> Admission:
        """Raises RefusedError."""
        ...


class Admission(Protocol):
    """A client that may connect: headers for the answer, and its session once the connection stands."""

    headers: dict[str, str]
    messages_per_second: float
    """What the client may send in the long run; 0 for no limit."""

    def open(self, connection: Connection) -> Session: ...


class Connection(WSListener):
    """One client."""

    def __init__(self, admission: Admission) -> None:
        self._admission: Admission | None = admission
        self._session: Session | None = None
        self._transport: WSTransport | None = None
        self._send: Any = None
        rate = admission.messages_per_second
        self._bucket = Bucket(max(BURST, 2 * rate), rate) if rate else None
        self._parts: list[bytes] = []

    # -- for the session

    def push(self, data: bytes) -> None:
        """Send a message when the client takes it; returns at once."""
        if self._send is not None:
            self._send(WSMsgType.TEXT, data)

    def close(self, code: int = REPLY_CLOSED, reason: str = "") -> None:
        """Say goodbye and close."""
        if self._transport is not None and self._send is not None:
            self._send = None
            self._transport.send_close(cast(WSCloseCode, code), reason.encode())  # any number will do
            self._transport.disconnect()

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
            self._session = admission.open(self)

    def on_ws_frame(self, _: WSTransport, frame: WSFrame) -> None:
        kind = frame.msg_type
        if kind is WSMsgType.TEXT and frame.fin:
            self._message(frame.get_payload_as_memoryview())
        elif kind is WSMsgType.CLOSE:
            self.close(REPLY_CLOSED)
        elif kind in (WSMsgType.TEXT, WSMsgType.CONTINUATION):
            self._fragment(frame)
        elif kind is WSMsgType.BINARY:
            self.close(WSCloseCode.UNSUPPORTED_DATA.value, "messages are text")

    def on_ws_disconnected(self, _: WSTransport) -> None:
        self._send = None
        if self._session is not None:
            self._session.on_closed()

    def pause_writing(self) -> None:
        """More waits for this client than it may keep waiting."""
        if self._session is not None:
            self._session.too_slow()
        self.drop()

    def resume_writing(self) -> None:
        pass

    # -- inside

    def _message(self, data: bytes | memoryview) -> None:
        if self._session is None or self._send is None:
            return
        if self._bucket is not None and not self._bucket.take():
            self._session.too_fast()
            self.close(TOO_MANY_MESSAGES, "too many messages; slow down")
            return
        self._session.on_message(data)

    def _fragment(self, frame: WSFrame) -> None:
        """A message in parts: whole when `fin` is set."""
        self._parts.append(frame.get_payload_as_bytes())
        if sum(map(len, self._parts)) > MESSAGE_BYTES:
            self.close(WSCloseCode.MESSAGE_TOO_BIG.value, f"a message may have {MESSAGE_BYTES} bytes")
        elif frame.fin:
            message, self._parts = b"".join(self._parts), []
            self._message(message)


def protocol_for(door: Door) -> type[Any]:
    """The protocol class for uvicorn's `ws=`."""
    logger = logging.getLogger("picows")

    class Protocol(WSProtocol):  # type: ignore[misc]  # picows' classes are untyped
        def __init__(self, config: object, server_state: object, app_state: object) -> None:  # noqa: ARG002  (uvicorn's call)
            super().__init__(
                None, None, False, self._accept, logger, True, 5.0, True, PING_EVERY, PING_EVERY,
                WSAutoPingStrategy.PING_WHEN_IDLE, True, MESSAGE_BYTES, None, MESSAGE_BYTES,
            )  # fmt: skip

        def data_received(self, data: bytes) -> None:
            """The request, as uvicorn read it."""
            buffer = self.get_buffer(len(data))
            if len(buffer) < len(data):
                self.transport.disconnect(graceful=False)
                return
            buffer[: len(data)] = data
            self.buffer_updated(len(data))

        def _accept(self, request: WSUpgradeRequest) -> WSUpgradeResponseWithListener:
            transport = self.transport.underlying_transport
            peer = transport.get_extra_info("peername")
            secure = transport.get_extra_info("sslcontext") is not None
            try:
                admission = door.admit(request, str(peer[0]) if peer else "", secure)
            except RefusedError as refused:
                body = msgspec.json.encode({"code": refused.code, "text": refused.text})
                return WSUpgradeResponseWithListener(
                    WSUpgradeResponse.create_error_response(
                        refused.status, body, {"Content-Type": "application/json"}
                    ),
                    None,
                )
            response = WSUpgradeResponse.create_101_response(admission.headers)
            return WSUpgradeResponseWithListener(response, Connection(admission))

    return Protocol
