"""What a room needs of the server it lives in, and of those who watch it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Coroutine
from typing import TYPE_CHECKING, Any, Protocol, TypeAlias

from quintet.server.times import Times
from quintet.store import Store

if TYPE_CHECKING:
    from quintet.server.room import Room

Clock: TypeAlias = Callable[[], int]
"""The time in milliseconds."""


class Watcher(Protocol):
    """Somebody who sees the table."""

    @property
    def guest(self) -> str: ...

    @property
    def prompts(self) -> bool: ...

    @property
    def words(self) -> bool:
        """Does this one need everything said?"""
        ...

    def push(self, data: bytes) -> None: ...

    def put_out(self, reason: str) -> None:
        """This guest may no longer watch."""
        ...


class Surroundings(Protocol):
    """What a room needs of the server it lives in."""

    store: Store
    clock: Clock

    counts: Counter[str]
    times: Times

    def changed(self, room: Room, own: bool) -> None:
        """The table is another one now; `own` if this node made it so."""
        ...

    def ended(self, room: Room) -> None:
        """A game has ended there."""
        ...

    def joined(self, room: Room, guest: str | None) -> None:
        """Somebody more watches the table; None for somebody who was here already, by another connection."""
        ...

    def due(self, room: Room) -> None:
        """Something waits to be decided there: let it `work` in a moment, together with all others."""
        ...

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Run in the background."""
        ...
