"""What every request by HTTP passes before the application sees it, and what every answer gets on its way out."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any

import msgspec
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from quintet.server.aside import asker
from quintet.server.identity import Identity, token_of
from quintet.server.limits import (
    ADDRESS_REQUESTS,
    GUEST_REQUESTS,
    REQUESTS_AT_A_TIME,
    Buckets,
    Doorkeeper,
    Proxies,
    address_key,
)

LONGEST_PAUSE = 0.05
"""Seconds; a loop that was held up by something else is not the requests' fault."""
CONTENT_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
    "connect-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
FRAMED = "/embed/"
"""The only pages that may stand in a frame of somebody else's."""
ENGINE_POLICY = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'"
"""For the worker in which a page's engine runs: WebAssembly, and nothing else that the page may not."""
HEADERS = (
    (b"content-security-policy", CONTENT_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"same-origin"),
    (b"cross-origin-opener-policy", b"same-origin"),
)


FRAMED_HEADERS = (
    (
        b"content-security-policy",
        CONTENT_POLICY.replace("frame-ancestors 'none'", "frame-ancestors *").encode(),
    ),
    *HEADERS[1:],
)


STOPPING = "The server is stopping."


class Answer(msgspec.Struct, frozen=True):
    """A refusal: a code for programs, a sentence for people."""

    code: str
    text: str


Refused = tuple[int, Answer]
"""With which status, and why."""


class Guard:
    """Checks Host and Origin, and counts what each guest and each address asks."""

    def __init__(
        self, doorkeeper: Doorkeeper, identity: Identity, proxies: Proxies, *, limited: bool
    ) -> None:
        self._doorkeeper, self._identity, self._proxies = doorkeeper, identity, proxies
        self._limited = limited
        self._guests, self._addresses = Buckets(*GUEST_REQUESTS), Buckets(*ADDRESS_REQUESTS)

    def look(self, scope: Scope) -> Refused | None:
        """Why this request is not answered; None if it is."""
        headers: dict[bytes, bytes] = dict(scope["headers"])

        def text(name: bytes) -> str:
            return headers.get(name, b"").decode("latin-1")

        host, method = text(b"host"), str(scope.get("method", ""))
        if not self._doorkeeper.host_allowed(host):
            return 400, Answer("wrong-host", "This server does not go by that name.")
        if method not in ("GET", "HEAD") and not self._doorkeeper.origin_allowed(text(b"origin"), host):
            return 403, Answer("foreign-origin", "Pages of other sites may not do that.")
        peer = str((scope.get("client") or ("",))[0])
        address = address_key(self._proxies.client(peer, text(b"x-forwarded-for")))
        asker.set(address)
        if self._limited:
            token = token_of(text(b"cookie"), text(b"authorization"))
            guest = None if token is None else self._identity.guest(token)
            if not self._addresses.take(address) or not (guest is None or self._guests.take(guest)):
                return 429, Answer("too-fast", "Too many requests; slow down and try again in a moment.")
        return None


class Turnstile:
    """Lets a few requests begin at a time, so that a crowd of them does not hold up a move.

    While more wait, the loop is left to others for as long as the last few have taken: a crowd has half of it at most.
    """

    def __init__(self, at_a_time: int = REQUESTS_AT_A_TIME) -> None:
        self._at_a_time = at_a_time
        self._begun = 0
        """How many have begun this time round, and …"""
        self._since = 0.0
        """… when the first of them did."""
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        loop = asyncio.get_running_loop()
        if self._begun >= self._at_a_time or self._waiting:
            turn: asyncio.Future[None] = loop.create_future()
            self._waiting.append(turn)
            await turn
            return
        if not self._begun:
            self._since = loop.time()
            loop.call_soon(self._come_round, loop)
        self._begun += 1

    def _come_round(self, loop: asyncio.AbstractEventLoop) -> None:
        """Those who began are done with what they do at once: open again, or let others have the loop for as long."""
        if self._waiting:
            loop.call_later(min(loop.time() - self._since, LONGEST_PAUSE), self._let_in, loop)
        else:
            self._begun = 0

    def _let_in(self, loop: asyncio.AbstractEventLoop) -> None:
        self._begun, self._since = 0, loop.time()
        while self._waiting and self._begun < self._at_a_time:
            turn = self._waiting.popleft()
            if not turn.done():  # who waited may have been given up
                turn.set_result(None)
                self._begun += 1
        if self._begun:
            loop.call_soon(self._come_round, loop)  # which comes after they have begun


def guarded(app: ASGIApp, guard: Guard) -> ASGIApp:
    """The application behind a guard, with the security headers on every answer."""
    turnstile = Turnstile()

    async def outer(scope: Scope, receive: Receive, send: Send) -> None:
        begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal begun
            begun = True
            if message["type"] == "http.response.start":
                framed = str(scope.get("path", "")).startswith(FRAMED)
                said = {name.lower() for name, _ in message["headers"]}
                more = (header for header in (FRAMED_HEADERS if framed else HEADERS) if header[0] not in said)
                message["headers"] = [*message["headers"], *more]
            await send(message)

        try:
            await turnstile.enter()
            if (refusal := guard.look(scope)) is not None:
                await _answer(send_with_headers, *refusal)
            else:
                # Who asks for the head alone is answered as if for all of it; uvicorn keeps the body back.
                asked = {**scope, "method": "GET"} if scope.get("method") == "HEAD" else scope
                await app(asked, receive, send_with_headers)  # type: ignore[arg-type]  # it is still a scope
        except asyncio.CancelledError:  # the server is stopping, and has waited for long enough
            if not begun:
                await _answer(send_with_headers, 503, Answer("unavailable", STOPPING))

    return outer


async def _answer(send: Callable[[Any], Awaitable[None]], status: int, answer: Answer) -> None:
    body = msgspec.json.encode(answer)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status == 429:
        headers.append((b"retry-after", b"1"))
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
