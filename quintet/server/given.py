"""A command on its way through a room."""

from __future__ import annotations

from time import perf_counter

from quintet.server.around import Watcher
from quintet.table import Table
from quintet.table.commands import AnyCommand
from quintet.table.events import AnyEvent


class Given:
    """A command that waits to be decided."""

    __slots__ = ("at", "command", "watcher", "who")

    def __init__(self, who: str, command: AnyCommand, watcher: Watcher | None) -> None:
        self.who, self.command, self.watcher = who, command, watcher
        self.at = perf_counter()


class Decided:
    """What one command made of the table, or why it did nothing."""

    __slots__ = ("after", "before", "events", "given", "reply")

    def __init__(
        self, given: Given, before: Table, events: tuple[AnyEvent, ...], after: Table, reply: bytes | None
    ) -> None:
        self.given, self.before, self.events, self.after, self.reply = given, before, events, after, reply
