"""The first thing in a window that nobody named a game for: the games, what waits, and the ways to what others play."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from quintet.desktop.canvas import Press
from quintet.desktop.guest import PROGRAM, known_tokens
from quintet.desktop.overlays import Line, Menu
from quintet.desktop.setup import Setup
from quintet.desktop.tables import TableFeed, play_in_room, watch_room
from quintet.games import GAMES, game
from quintet.games.contract import GameError
from quintet.games.outside import summary
from quintet.inputs import UsageError
from quintet.say.errors import error_text
from quintet.say.waiting import Waiting
from quintet.wire.waiting import what_waits

if TYPE_CHECKING:
    from quintet.desktop.feed import Feed
    from quintet.desktop.window import Window


class Home:
    """Opens the menu, and what is chosen there."""

    def __init__(self, window: Window, read: Callable[[str], Feed]) -> None:
        """`read` opens a game that has been played, by its file or its address."""
        self.window, self._read = window, read
        self._waiting: list[tuple[str, Waiting]] = []
        self.menu: Menu | None = None

    def open(self) -> None:
        self._show()
        if known_tokens():
            threading.Thread(target=self._look, name="waiting", daemon=True).start()

    def _look(self) -> None:
        """Ask the servers that know us; a menu that is still there gets what waits at its top."""
        self._waiting = asyncio.run(what_waits(known_tokens(), PROGRAM))
        if self.menu is not None and self._waiting:
            self.menu.entries = self._entries()

    def _show(self) -> None:
        notes = {kind.title: summary(kind) for kind in GAMES.values()}
        close = self.window.close_overlay
        self.menu = Menu("quintet", self._entries(), close, leave=self._leave, notes=notes)
        self.window.open(self.menu)

    def _leave(self) -> None:
        """Without a game behind it there is nothing left to see."""
        self.window.close_overlay()
        self.menu = None
        if self.window.desk.beside.game is None and not self.window.overlays:
            self.window.running = False

    def _entries(self) -> list[tuple[str, str, Press]]:
        found: list[tuple[str, str, Press]] = [
            ("", f"{one.text} {one.name} · {one.told}", partial(self._come_back, link))
            for link, one in self._waiting
        ]
        for number, name in enumerate(GAMES, start=1):
            found.append((str(number), game(name).title, partial(self._set_up, name)))
        found.append(
            ("r", "A room of others, by its link", partial(self._ask, "The link of the room", self._join))
        )
        found.append(
            ("p", "A game that was played", partial(self._ask, "Its file, or its address", self._replay))
        )
        return found

    def _set_up(self, name: str) -> None:
        self.window.open(Setup(self.window, game(name), self._back))

    def _ask(self, what: str, done: Callable[[str], object]) -> None:
        self.window.open(Line(what, done, self._back))

    def _back(self) -> None:
        """What was opened from here is closed: the menu again, unless a game is there."""
        self.window.close_overlay()
        if self.window.desk.beside.game is None and not self.window.overlays:
            self._show()

    def _come_back(self, link: str) -> None:
        self.window.take(TableFeed(play_in_room(link, self.window.settings.name), playing=True), playing=True)

    def _join(self, link: str) -> None:
        close = self.window.close_overlay
        name = self.window.settings.name
        entries: list[tuple[str, str, Press]] = [
            ("p", f"Play there, as {name}", partial(self._come_back, link)),
            ("w", "Watch", lambda: self.window.take(TableFeed(watch_room(link)), playing=False)),
        ]
        self.window.open(Menu("What would you like to do there?", entries, close))

    def _replay(self, where: str) -> None:
        try:
            self.window.take(self._read(where), playing=False)
        except (GameError, UsageError) as error:
            self.window.say(error_text(error))
