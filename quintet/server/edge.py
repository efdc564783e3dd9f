"""The edge of the server: how many may be connected, and how a connection must behave to stay so.

uvicorn reads requests; it waits for them as long as they take and however large they are. `Line` is its protocol with an
end to that. `Edge` counts every connection from the moment it is accepted, also after it has become a WebSocket. When
there is no room for another, the one that asks for pages and has been still the longest makes room: so whoever holds
connections open keeps nobody out, and whoever plays is never put out.
"""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Any, NamedTuple

import msgspec
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from quintet.server.limits import (
    CONNECTIONS_PER_ADDRESS,
    FILES_KEPT,
    HEAD_BYTES,
    HEAD_FIELDS,
    HEAD_SECONDS,
    IDLE_SECONDS,
    MOST_FILES,
    PIECES_AT_ONCE,
    REQUEST_SECONDS,
    REQUESTS_AT_ONCE,
    SOCKETS_SHARE,
    UNLIMITED,
    Proxies,
    address_key,
)


def raise_file_limit() -> int:
    """Allow as many open files as the system lets us; how many that is."""
    try:
        import resource
    except ImportError:  # not on this system, which knows no such limit
        return MOST_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft == resource.RLIM_INFINITY:
        return most
    if soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
        except (ValueError, OSError):  # some systems do not allow what they say they allow
            return soft
    return max(soft, most)


class Edge:
    """Every open connection, by address."""

    def __init__(self, files: int, proxies: Proxies, *, limited: bool = True) -> None:
        self.most = max(16, files - FILES_KEPT)
        self.most_sockets = int(self.most * SOCKETS_SHARE)
        self.per_address = CONNECTIONS_PER_ADDRESS if limited else UNLIMITED
        self.put_out = 0
        """Connections that had to make room."""
        self.turned_away = 0
        """Connections for which there was none."""
        self._proxies = proxies
        self._lines: dict[asyncio.BaseTransport, Line] = {}
        """Those that are no WebSockets, the one that has been still longest first."""
        self._addresses: dict[asyncio.BaseTransport, str] = {}
        self._held: dict[str, dict[asyncio.BaseTransport, None]] = {}
        """What each address holds, in the same order."""

    def __len__(self) -> int:
        return len(self._addresses)

    @property
    def sockets(self) -> int:
        """How many connections are WebSockets."""
        return len(self._addresses) - len(self._lines)

    def come(self, line: Line, transport: asyncio.BaseTransport) -> bool:
        """Somebody connects: is there room?"""
        peer = transport.get_extra_info("peername")
        address = address_key(str(peer[0])) if peer else ""
        held = self._held.get(address, {})
        crowded = len(held) >= self.per_address and not self._proxies.trusts(address)
        if (crowded and not self._make_room(held)) or (
            len(self) >= self.most and not self._make_room(self._lines)
        ):
            self.turned_away += 1
            return False
        self._lines[transport] = line
        self._addresses[transport] = address
        self._held.setdefault(address, {})[transport] = None
        return True

    def stir(self, transport: asyncio.BaseTransport) -> None:
        """A connection has got on: it has sent a whole request, or has its answer."""
        if transport in self._lines:
            self._lines[transport] = self._lines.pop(transport)
            held = self._held[self._addresses[transport]]
            held[transport] = held.pop(transport)

    def upgraded(self, transport: asyncio.BaseTransport) -> None:
        """A connection has become a WebSocket."""
        self._lines.pop(transport, None)

    def gone(self, transport: asyncio.BaseTransport) -> None:
        """A connection is closed; it does no harm to say so twice."""
        self._lines.pop(transport, None)
        address = self._addresses.pop(transport, None)
        if address is not None:
            held = self._held[address]
            del held[transport]
            if not held:
                del self._held[address]

    def _make_room(self, among: dict[asyncio.BaseTransport, Any]) -> bool:
        for transport in among:
            line = self._lines.get(transport)
            if line is not None:
                self.put_out += 1
                self.gone(transport)
                line.cut()
                return True
        return False


class Refusal(NamedTuple):
    """Why a request is not read any further."""

    status: HTTPStatus
    code: str
    text: str


class TooMuchError(Exception):
    """More than a request may have. A new one each time: it holds the connection, and all that it sent, by its traceback."""


BAD_REQUEST = Refusal(HTTPStatus.BAD_REQUEST, "malformed", "That is no request by HTTP.")
TOO_SLOW = Refusal(HTTPStatus.REQUEST_TIMEOUT, "too-slow", "The request did not arrive in time.")
NO_ANSWER = Refusal(
    HTTPStatus.SERVICE_UNAVAILABLE, "unavailable", "The answer took too long; try again in a moment."
)
HEAD_TOO_LARGE = Refusal(
    HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, "too-large",
    f"The address and the headers of a request may have {HEAD_BYTES} bytes in {HEAD_FIELDS} headers.",
)  # fmt: skip
TOO_MANY_AT_ONCE = Refusal(
    HTTPStatus.TOO_MANY_REQUESTS, "too-fast", f"A connection may send {REQUESTS_AT_ONCE} requests at once."
)
TOO_SMALL_PIECES = Refusal(
    HTTPStatus.BAD_REQUEST, "malformed", "The body comes in pieces too small to be taken."
)
WEBSOCKET_VERSION = b"13"
NO_WEBSOCKET = Refusal(
    HTTPStatus.BAD_REQUEST,
    "malformed",
    "A WebSocket is asked for by GET, with a Sec-WebSocket-Key and no body.",
)
OTHER_WEBSOCKET = Refusal(
    HTTPStatus.UPGRADE_REQUIRED, "malformed", "Only version 13 of WebSockets is spoken here."
)  # fmt: skip
WEBSOCKET_TOO_EARLY = Refusal(
    HTTPStatus.BAD_REQUEST, "malformed", "A connection becomes a WebSocket only when everything it asked for before is answered."
)  # fmt: skip


class Line(HttpToolsProtocol):
    """One connection that asks by HTTP.

    The methods are those that asyncio and httptools call, and uvicorn's three for an answer that is complete, for a
    request that is none, and for one that asks for a WebSocket.
    """

    edge: Edge

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._due: asyncio.TimerHandle | None = None
        self._idle = True
        """Is nothing asked and nothing begun?"""
        self._in_head = False
        self._unread = 0
        """Bytes of a head that is not complete, without those that came together with its beginning."""
        self._size = self._fields = 0
        """What is known of that head."""
        self._begun = self._pieces = 0
        """Requests and pieces of bodies among what has just arrived."""
        self._why = BAD_REQUEST

    # -- the connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as uvicorn has it
        super().connection_made(transport)
        if self.edge.come(self, transport):
            self._expect(HEAD_SECONDS)
        else:
            transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._expect(None)
        self.edge.gone(self.transport)
        super().connection_lost(exc)

    def cut(self) -> None:
        """Make room for somebody else."""
        self._expect(None)
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        if self.transport.is_closing():
            return
        if self._idle:
            self._idle = False
            self._expect(HEAD_SECONDS)
        if self._in_head:
            self._unread += len(data)
        self._begun = self._pieces = 0
        super().data_received(data)
        if self.transport.get_protocol() is not self:  # it is a WebSocket now
            self._expect(None)
            vars(self).clear()  # nobody calls it any more, and it and its parser hold each other
        elif self._in_head and self._unread > HEAD_BYTES and not self.transport.is_closing():
            self._refuse(HEAD_TOO_LARGE)

    # -- called by the parser: an exception ends in `send_400_response`

    def on_message_begin(self) -> None:
        self._begun += 1
        if self._begun > REQUESTS_AT_ONCE:
            self._raise(TOO_MANY_AT_ONCE)
        self._in_head, self._unread, self._size, self._fields = True, 0, 0, 0
        super().on_message_begin()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._fields += 1
        self._count(len(name) + len(value) + 4)
        if self._fields > HEAD_FIELDS:
            self._raise(HEAD_TOO_LARGE)
        if self._in_head:  # what comes behind a body is nobody's word: a proxy may have passed it on unread
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        self._in_head = False
        self._expect(REQUEST_SECONDS)
        self.edge.stir(self.transport)
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._pieces += 1
        if self._pieces > PIECES_AT_ONCE:
            self._raise(TOO_SMALL_PIECES)
        super().on_body(body)

    # -- called by uvicorn

    def handle_websocket_upgrade(self) -> None:
        asked = dict(self.scope["headers"])
        plain = self.scope["method"] == "GET" and b"transfer-encoding" not in asked
        if not plain or not asked.get(b"sec-websocket-key"):
            self._refuse(NO_WEBSOCKET)
        elif asked.get(b"sec-websocket-version") != WEBSOCKET_VERSION:
            self._refuse(OTHER_WEBSOCKET)
        elif self.cycle is not None and not self.cycle.response_complete:
            self._refuse(WEBSOCKET_TOO_EARLY)
        else:
            super().handle_websocket_upgrade()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self.edge.stir(self.transport)
        if self.cycle.response_complete:  # it is the last that was asked for
            self._idle = not self._in_head
            self._expect(IDLE_SECONDS if self._idle else HEAD_SECONDS)

    def send_400_response(self, msg: str) -> None:  # noqa: ARG002  (uvicorn's words are not for people)
        self._refuse(self._why)

    # -- inside

    def _count(self, size: int) -> None:
        self._size += size
        if self._size > HEAD_BYTES:
            self._raise(HEAD_TOO_LARGE)

    def _raise(self, why: Refusal) -> None:
        self._why = why
        raise TooMuchError(why.text)

    def _expect(self, seconds: float | None) -> None:
        """The connection must have got on by then."""
        if self._due is not None:
            self._due.cancel()
        self._due = None if seconds is None else self.loop.call_later(seconds, self._late)

    def _late(self) -> None:
        self._due = None
        answering = not self._in_head and self.cycle is not None and self.cycle.response_started
        if self._idle or answering:
            self.transport.abort()
        else:
            arrived = not self._in_head and self.cycle is not None and not self.cycle.more_body
            self._refuse(NO_ANSWER if arrived else TOO_SLOW)

    def _refuse(self, why: Refusal) -> None:
        """Answer without the application, and close."""
        self._expect(None)
        body = msgspec.json.encode({"code": why.code, "text": why.text})
        more = "sec-websocket-version: 13\r\n" if why is OTHER_WEBSOCKET else ""  # the standard wants it
        head = (
            f"HTTP/1.1 {why.status.value} {why.status.phrase}\r\ncontent-type: application/json\r\n"
            f"content-length: {len(body)}\r\nconnection: close\r\n{more}\r\n"
        )
        self.transport.write(head.encode() + body)
        self.transport.close()


def line_for(edge: Edge) -> type[Line]:
    """The protocol class for uvicorn's `http=`."""
    return type("EdgeLine", (Line,), {"edge": edge})
