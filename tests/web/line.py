"""The connection between a page and the server in the hands of a test: heard, held back, cut."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import Page, WebSocketRoute

from tests.web.waiting import until


class Line:
    """To be made before the page is opened."""

    def __init__(self, page: Page) -> None:
        self.sent: list[dict[str, Any]] = []
        """What the page has said."""
        self.come: list[dict[str, Any]] = []
        """What the server has said, whether the page knows it yet or not."""
        self.holding = False
        self.deaf = False
        """Does what the page says get lost on the way?"""
        self._page = page
        self._held: list[str | bytes] = []
        page.route_web_socket("**/ws", self._open)

    def _open(self, socket: WebSocketRoute) -> None:
        self._socket, self._server = socket, socket.connect_to_server()
        socket.on_message(self._say)
        self._server.on_message(self._hear)

    def _say(self, message: str | bytes) -> None:
        self.sent.append(json.loads(message))
        if not self.deaf:
            self._server.send(message)

    def _hear(self, message: str | bytes) -> None:
        self.come.append(json.loads(message))
        if self.holding:
            self._held.append(message)
        else:
            self._socket.send(message)

    def let_go(self) -> None:
        """The page gets what was held back."""
        self.holding = False
        while self._held:
            self._socket.send(self._held.pop(0))

    def let_one_go(self) -> None:
        """The page gets the first of what was held back."""
        self._socket.send(self._held.pop(0))

    def bring(self, **message: Any) -> None:
        """The page hears this, as if the server had said it."""
        self._socket.send(json.dumps(message))

    def cut(self) -> None:
        """The connection is lost; the page will make another, on which everything arrives."""
        self.deaf = False
        self._server.close()
        self._socket.close(code=1001)

    def until(self, kind: str, count: int = 1) -> None:
        """The server has said this so often."""
        until(self._page, lambda: sum(one["type"] == kind for one in self.come) >= count, f"{count} {kind}")

    def said(self, kind: str) -> list[dict[str, Any]]:
        """What the page has said of this kind."""
        self._page.evaluate("0")  # what it did before is known afterwards
        return [message for message in self.sent if message["type"] == kind]
