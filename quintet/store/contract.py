"""What an event log is, for everything that keeps one.

A room is a name and a list of events, numbered from 1; its version is how many there are. An event is bytes: the store
never looks inside. `append` says which version it follows, so of two writers who saw the same room exactly one
succeeds; the other reads on and decides anew. What `append` acknowledges is committed and survives a kill.

Beside the rooms there is a small place for kept values, last write wins unless one asks for more: what a lobby shows of a
room, and the secret that signs guests' names.
"""

from __future__ import annotations

import asyncio
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from typing import Any, ClassVar, TypeAlias

from quintet.store.archive import Archive
from quintet.store.explorer import Explorer

Heard: TypeAlias = Callable[[str | None, int], None]
"""Called as (room, version) when another node appended, as (key, 0) when it kept a value, and as (None, 0) when
anything may have changed: after a lost connection, and where the store can say no more than that."""

Then: TypeAlias = Callable[[int | Exception], None]
"""Called when it is known what became of an append."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._/-]{0,99}")


class StoreError(OSError):
    """The store cannot be opened, read or written; the text says why."""


class DamageError(StoreError):
    """What the store holds is hurt, and waiting will not mend it; the text says what."""


class ConflictError(Exception):
    """The room has another version than the append expected; nothing was written."""


class Store(ABC):
    """An event log. Made by `open_store`, used from one event loop, closed with `close`."""

    shared: ClassVar[bool] = False
    """Is it meant for several servers at once?"""
    archive: Archive
    """What is remembered of all rooms, made from their events."""
    explorer: Explorer
    """What was played where, in the games of the archive and in those from files."""

    @abstractmethod
    def append_then(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        """Add events to a room of exactly the expected version, all or none.

        `then` is called later with the new version, once they are committed; with a ConflictError if the room has
        another version, with a StoreError if they cannot be written.
        """

    def append(self, room: str, expected: int, events: Sequence[bytes]) -> asyncio.Future[int]:
        """The same, to be awaited."""
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self.append_then(room, expected, events, settle(future))
        return future

    @abstractmethod
    async def read(self, room: str, after: int = 0) -> list[bytes]:
        """The events that follow version `after`; empty if there are none, or no such room.

        DamageError if they cannot be read or one is missing.
        """

    @abstractmethod
    async def salvage(self, room: str) -> dict[int, bytes]:
        """Every event of a room that can still be read, by the version it made, whatever is missing between them."""

    @abstractmethod
    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        """The version of each of these rooms; 0 for one that does not exist."""

    @abstractmethod
    async def rooms(self) -> list[tuple[str, int]]:
        """Every room and its version, by name."""

    @abstractmethod
    async def keep(self, key: str, value: bytes | None) -> None:
        """Keep a value under a key, in place of any before; None forgets it."""

    @abstractmethod
    async def kept(self, prefix: str) -> dict[str, bytes]:
        """Every kept value whose key begins so."""

    @abstractmethod
    async def first_kept(self, key: str, value: bytes) -> bytes:
        """The value under the key; if there is none, this one is kept. All nodes get the same answer."""

    @abstractmethod
    async def replace_kept(self, key: str, before: bytes | None, value: bytes) -> bool:
        """Keep a value in place of exactly that one (None: where there is none); was it so? Of two writers who saw
        the same value one succeeds; the other reads it again."""

    @abstractmethod
    async def forget(self, room: str, expected: int) -> bool:
        """Delete a room for good if it has exactly that version; was it so?"""

    async def rest(self) -> None:
        """Many have gone: let go of what only they needed. Nothing that was kept is lost."""
        return

    @abstractmethod
    async def probe(self) -> None:
        """Write something that means nothing; StoreError if that, and so an append, does not succeed now."""

    @abstractmethod
    async def check(self) -> list[str]:
        """What is wrong with how the data is kept, a sentence each; the events of a room are for whoever reads them."""

    @abstractmethod
    async def close(self) -> None:
        """Finish what was asked for and let go."""

    def subscribe(self, heard: Heard) -> None:
        """Tell `heard`, in the event loop, what other users of the same store write. A hint may come twice."""
        self._heard = (*self._heard, heard)

    hurt: str = ""
    """What was found wrong with how the data is kept while it was read; nothing is looked for."""
    _heard: tuple[Heard, ...] = ()

    def _tell(self, name: str | None, version: int) -> None:
        for heard in self._heard:
            heard(name, version)


def answer(then: Callable[[Any], None], result: Any) -> None:
    """Call it; whatever goes wrong there is reported, and does not keep the others from their answers."""
    try:
        then(result)
    except Exception as error:
        context = {"message": "an answer from the store was not taken", "exception": error}
        asyncio.get_running_loop().call_exception_handler(context)


def settle(future: asyncio.Future[Any]) -> Callable[[Any], None]:
    """What to call with the result, or the exception, that a future is for."""

    def then(result: Any) -> None:
        if future.done():  # whoever waited has given up
            return
        if isinstance(result, Exception):
            future.set_exception(result)
        else:
            future.set_result(result)

    return then


def is_name(name: str) -> bool:
    """Can a room or key be called that in every back end?"""
    return _NAME.fullmatch(name) is not None


def check_name(name: str) -> None:
    """Refuse a room or key that not every back end could hold."""
    if not is_name(name):
        raise ValueError(
            f"{name[:40]!r} cannot name a room or key: 1 to 100 letters, digits and ._/- are allowed"
        )


def check_append(room: str, expected: int, events: Sequence[bytes]) -> None:
    if expected == 0:  # a room that has events has a name already
        check_name(room)
    if expected < 0 or not events:
        raise ValueError("an append needs an expected version of 0 or more and at least one event")


def gap(room: str, version: int) -> DamageError:
    return DamageError(f"room {room} is damaged: its event {version} is missing, or there twice")


def conflict(room: str, expected: int, version: int | None = None) -> ConflictError:
    has = "another version" if version is None else f"version {version}"
    return ConflictError(f"room {room} has {has}, not {expected}")
