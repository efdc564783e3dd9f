"""A whole store as JSON lines: one line an event, one line a kept value."""

from __future__ import annotations

import base64
from collections.abc import AsyncIterator, Callable, Iterable
from typing import Any, NamedTuple

import msgspec

from quintet.store.contract import ConflictError, DamageError, Store, StoreError

HEADER = {"quintet": "store", "format": 1}
TOGETHER = 500
"""Events of one room that are appended at once."""


class Imported(NamedTuple):
    """What an import brought that was not there, and how many events it had to leave out."""

    rooms: int
    events: int
    loose: int


class Row(msgspec.Struct, omit_defaults=True, forbid_unknown_fields=True):
    """An event (`room`, `version`) or a kept value (`key`), as text where it is text and in base64 where not.

    An event is `loose` when one before it was lost.
    """

    room: str = ""
    version: int = 0
    loose: bool = False
    key: str = ""
    text: str | None = None
    base64: str | None = None

    def data(self) -> bytes:
        if self.base64 is not None:
            return base64.b64decode(self.base64, validate=True)
        return (self.text or "").encode()


def _line(data: bytes, **where: Any) -> bytes:
    try:
        return msgspec.json.encode(Row(text=data.decode(), **where))
    except UnicodeDecodeError:
        return msgspec.json.encode(Row(base64=base64.b64encode(data).decode(), **where))


async def export_lines(store: Store, tell: Callable[[str], None] = print) -> AsyncIterator[bytes]:
    """Everything the store holds, the secret that signs guests included. What is damaged is told, and saved as far as
    it can be read."""
    yield msgspec.json.encode(HEADER)
    for key, value in (await store.kept("")).items():
        yield _line(value, key=key)
    for room, _ in await store.rooms():
        try:
            events = dict(enumerate(await store.read(room), 1))
        except DamageError as error:
            events = await _salvage(store, room)
            tell(f"{error}; {len(events)} events are saved")
        whole = 0
        for version, event in events.items():
            whole += version == whole + 1
            yield _line(event, room=room, version=version, loose=version != whole)


async def _salvage(store: Store, room: str) -> dict[int, bytes]:
    try:
        return await store.salvage(room)
    except DamageError:
        return {}


async def import_lines(store: Store, lines: Iterable[bytes]) -> Imported:
    """Add what `export_lines` wrote. Rooms that are there already must agree; loose events are left out."""
    source = iter(lines)
    try:
        header = msgspec.json.decode(next(source, b"{}"))
    except msgspec.DecodeError:
        header = None
    if header != HEADER:
        raise StoreError(
            "this is no export of a store: its first line must be " + msgspec.json.encode(HEADER).decode()
        )
    importer = _Importer(store)
    for number, raw in enumerate(source, 2):
        try:
            line = msgspec.json.decode(raw, type=Row)
            data = line.data()
        except (msgspec.DecodeError, ValueError) as error:
            raise StoreError(f"line {number} is no event and no kept value: {error}") from error
        await importer.take(number, line, data)
    await importer.flush()
    return Imported(importer.rooms, importer.events, importer.loose)


class _Importer:
    """Gathers consecutive events of one room and appends them together."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.rooms = self.events = self.loose = 0
        self.room = ""
        self.there: list[bytes] = []
        self.version = 0
        self.fresh: list[bytes] = []

    async def take(self, number: int, line: Row, data: bytes) -> None:
        if line.key:
            await self.store.first_kept(line.key, data)
            return
        if line.loose:
            self.loose += 1
            return
        if line.room != self.room:
            await self.flush()
            self.room, self.version = line.room, 0
            self.there = await self.store.read(line.room)
        if not line.room or line.version != self.version + 1:
            raise StoreError(f"line {number} should hold event {self.version + 1} of room {self.room}")
        self.version += 1
        if self.version > len(self.there):
            self.fresh.append(data)
        elif self.there[self.version - 1] != data:
            raise StoreError(f"room {self.room} is in the store already and differs at event {self.version}")
        if len(self.fresh) == TOGETHER:
            await self.flush()

    async def flush(self) -> None:
        if not self.fresh:
            return
        expected = self.version - len(self.fresh)
        try:
            await self.store.append(self.room, expected, self.fresh)
        except (ConflictError, ValueError) as error:
            raise StoreError(f"room {self.room[:40]} cannot be imported: {error}") from error
        self.rooms += expected == 0
        self.events += len(self.fresh)
        self.fresh = []
