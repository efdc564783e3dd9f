"""Answers are compressed as they are sent: small ones on the way, larger ones by a thread, as they would hold up a move.

What lies ready compressed says so (`PACKED`) and is passed on as it is.
"""

from __future__ import annotations

import gzip
from functools import partial
from typing import Any

from litestar import Request
from litestar.datastructures import MutableScopeHeaders
from litestar.enums import ScopeType
from litestar.middleware import ASGIMiddleware
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.types import ASGIApp, Message, Receive, Scope, Send

from quintet.server.aside import Aside, BusyError
from quintet.server.replies import gzip_taken

LEAST = 500
"""Bytes; of less there is nothing to be gained."""
QUICKLY_PACKED = 16 * 1024
"""Bytes that are compressed within half a millisecond."""


class Packing(ASGIMiddleware):
    """For every answer of the application that is not compressed yet."""

    scopes = (ScopeType.HTTP,)
    exclude_opt_key = "packed"

    def __init__(self, aside: Aside) -> None:
        self._aside = aside

    async def handle(self, scope: Scope, receive: Receive, send: Send, next_app: ASGIApp) -> None:
        accepted = dict(scope["headers"]).get(b"accept-encoding", b"").decode("latin-1")
        if not gzip_taken(accepted):
            await next_app(scope, receive, send)
            return
        head: Message | None = None

        async def packed(message: Message) -> None:
            nonlocal head
            if message["type"] == "http.response.start":
                head = message  # its length is not known yet
                return
            if head is not None:
                start, head = head, None
                if message["type"] == "http.response.body" and not message.get("more_body"):
                    await self._pack(start, message)
                await send(start)
            await send(message)

        await next_app(scope, receive, packed)

    async def _pack(self, start: Any, message: Any) -> None:
        """Compress a whole answer, and say so in its head."""
        headers, body = MutableScopeHeaders(start), message["body"]
        if len(body) < LEAST or "content-encoding" in headers:
            return
        work = partial(gzip.compress, body, 6, mtime=0)
        try:
            made = work() if len(body) <= QUICKLY_PACKED else await self._aside.do(work)
        except BusyError:
            return  # it is right as it is
        message["body"] = made
        headers["content-encoding"], headers["content-length"] = "gzip", str(len(made))
        headers.extend_header_value("vary", "Accept-Encoding")


class KeptJson(JsonRenderPlugin):
    """The description of all addresses, written once."""

    _made: bytes = b""

    def render(self, request: Request[Any, Any, Any], openapi_schema: dict[str, Any]) -> bytes:
        self._made = self._made or super().render(request, openapi_schema)
        return self._made
