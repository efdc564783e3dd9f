"""A command on its way through a room: given, then decided, then told."""

from __future__ import annotations

from time import perf_counter

from quintet.server.around import Watcher
from quintet.server.telling import Shown
from quintet.table import Table
from quintet.table.commands import AnyCommand
from quintet.table.events import AnyEvent

NOBODY = -1


class Given:
    """A command, who gave it and when; and, once it is decided, what it made of the table, or why it did nothing."""

    __slots__ = ("after", "at", "audience", "before", "command", "events", "reply", "shown", "watcher", "who")

    def __init__(self, who: str, command: AnyCommand, watcher: Watcher | None) -> None:
        self.who, self.command, self.watcher = who, command, watcher
        self.at = perf_counter()

    def decided(self, before: Table, events: tuple[AnyEvent, ...], after: Table) -> None:
        """It makes these events, which are not told to anybody yet."""
        self.before, self.events, self.after = before, events, after
        self.audience = NOBODY
        """Who watched when it was decided: the room's number for them. And …"""
        self.shown: Shown = []
        """… what each of them will be told of it, once it is safe."""

    def settled(self, table: Table, reply: bytes) -> None:
        """It makes nothing, and is answered so."""
        self.events, self.after, self.reply = (), table, reply
