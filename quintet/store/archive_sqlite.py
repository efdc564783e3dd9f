"""The archive in tables of the SQLite file. It writes by the thread that writes events, and reads by a thread of its own,
so that a search never keeps a room waiting."""

from __future__ import annotations

import asyncio
import json
import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, Literal, TypeAlias

from quintet.store.archive import (
    Archive,
    Entry,
    Kept,
    Search,
    as_wished,
    decode_entry,
    encode_entry,
    held,
    wish_key,
    wishes_in,
)
from quintet.store.contract import DamageError, StoreError
from quintet.store.explorer import operations, shown
from quintet.store.explorer_sqlite import count
from quintet.store.finding import find
from quintet.store.salvage import is_damage
from quintet.store.schema import forget_cursors

Work: TypeAlias = Callable[[sqlite3.Connection], Any]
Write: TypeAlias = Callable[[Work], Coroutine[Any, Any, Any]]

TABLES = ("game", "player")
ADD_GAME = "INSERT OR REPLACE INTO game VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_PLAYER = "INSERT OR REPLACE INTO player VALUES (?, ?, ?, ?, ?, ?)"


class SqliteArchive(Archive):
    """Made by its store, which gives it a way to write."""

    def __init__(self, path: Path, connection: sqlite3.Connection, write: Write) -> None:
        self._path = path
        self._reader = connection
        self._write = write
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="quintet-archive")

    def close(self) -> None:
        self._thread.shutdown()
        self._reader.close()

    async def rest(self) -> None:
        """See `Store.rest`."""
        await asyncio.get_running_loop().run_in_executor(self._thread, forget_cursors, self._reader)

    # -- writing

    async def remember(
        self, room: str, version: int, games: Sequence[Kept], waiting: Sequence[str], at: int
    ) -> None:
        def work(writer: sqlite3.Connection) -> None:
            known = writer.execute("SELECT version FROM looked_at WHERE room = ?", (room,)).fetchone()
            if known is not None and known[0] > version:
                return
            writer.execute("INSERT OR REPLACE INTO looked_at VALUES (?, ?)", (room, version))
            _exchange(writer, "room", room, _as_wished(writer, games))
            _wait(writer, room, waiting, at)

        await self._write(work)

    async def wait_for(self, room: str, guests: Sequence[str], at: int) -> None:
        await self._write(lambda writer: _wait(writer, room, guests, at))

    async def settle(self, game: str) -> Entry | None:
        def work(writer: sqlite3.Connection) -> Entry | None:
            row = writer.execute("SELECT data, record, line FROM game WHERE id = ?", (game,)).fetchone()
            if row is None:
                return None
            left = _as_wished(writer, [Kept(decode_entry(row[0]), *row[1:])])
            _exchange(writer, "id", game, left)
            return left[0].entry if left else None

        found: Entry | None = await self._write(work)
        return found

    async def amend(self, entry: Entry) -> None:
        def work(writer: sqlite3.Connection) -> None:
            row = writer.execute("SELECT record, line FROM game WHERE id = ?", (entry.id,)).fetchone()
            if row is not None:
                _exchange(writer, "id", entry.id, [Kept(entry, *row)])

        await self._write(work)

    async def erase(self, game: str) -> None:
        await self._write(lambda writer: _exchange(writer, "id", game, []))

    async def forget(self, rooms: Sequence[str]) -> None:
        def work(writer: sqlite3.Connection) -> None:
            for room in rooms:
                forget_room(writer, room)

        await self._write(work)

    # -- reading

    async def waiting(self, guest: str, limit: int = 50) -> list[str]:
        rows = await self.query(
            "SELECT room FROM waiting WHERE guest = ? ORDER BY at DESC, room DESC LIMIT ?", (guest, limit)
        )
        return [row[0] for row in rows]

    async def looked_at(self) -> dict[str, int]:
        return dict(await self.query("SELECT room, version FROM looked_at"))

    async def entry(self, game: str) -> Entry | None:
        rows = await self.query("SELECT data FROM game WHERE id = ?", (game,))
        return decode_entry(rows[0][0]) if rows else None

    async def kept(self, game: str) -> Kept | None:
        rows = await self.query("SELECT data, record, line FROM game WHERE id = ?", (game,))
        return Kept(decode_entry(rows[0][0]), *rows[0][1:]) if rows else None

    async def of_room(self, room: str) -> list[Entry]:
        rows = await self.query("SELECT data FROM game WHERE room = ? ORDER BY number", (room,))
        return [decode_entry(row[0]) for row in rows]

    async def find(self, search: Search) -> list[Entry]:
        text, values = find(search, TABLES, lambda _: "?", jsonb=False)
        return [decode_entry(row[0]) for row in await self.query(text, values)]

    async def query(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        """The rows of a statement that only reads."""
        try:
            return await asyncio.get_running_loop().run_in_executor(
                self._thread, lambda: self._reader.execute(query, values).fetchall()
            )
        except (sqlite3.Error, UnicodeDecodeError) as error:
            kind = DamageError if is_damage(error) else StoreError
            raise kind(f"the archive in {self._path} cannot be read: {error}") from error
        except RuntimeError as error:  # its thread is gone
            raise StoreError("the store is closed") from error


def forget_room(writer: sqlite3.Connection, room: str) -> None:
    """Everything that is remembered of a room, in the transaction that is under way."""
    _exchange(writer, "room", room, [])
    for table in ("looked_at", "waiting"):
        writer.execute(f"DELETE FROM {table} WHERE room = ?", (room,))  # noqa: S608  (one of ours)


def _as_wished(writer: sqlite3.Connection, games: Sequence[Kept]) -> list[Kept]:
    """As their players wish them at this moment, in which nobody else writes."""
    query = "SELECT key, value FROM kept WHERE key >= ? AND key < ?"
    starts = [wish_key(kept.entry.id, "") for kept in games]
    rows = [row for start in starts for row in writer.execute(query, (start, start + "\x7f"))]
    return as_wished(games, wishes_in(rows))


def _exchange(
    writer: sqlite3.Connection, column: Literal["room", "id"], value: str, games: Sequence[Kept]
) -> None:
    """These games in place of those of a room, or of one, here and in what is counted."""
    query = f"SELECT id, ended, line FROM game WHERE {column} = ? AND public = 1 AND line <> x''"  # noqa: S608  (one of ours)
    before = {row[0]: (row[1], row[2]) for row in writer.execute(query, (value,))}
    writer.execute(f"DELETE FROM player WHERE game IN (SELECT id FROM game WHERE {column} = ?)", (value,))  # noqa: S608  (the same)
    writer.execute(f"DELETE FROM game WHERE {column} = ?", (value,))  # noqa: S608  (the same)
    after: dict[str, tuple[int, bytes]] = {}
    for kept in games:
        _add(writer, kept)
        after |= shown(kept.entry, kept.line)
    count(writer, operations(before, after))


def _add(writer: sqlite3.Connection, kept: Kept) -> None:
    entry = kept.entry
    drawn = int(entry.drawn) if entry.winners else None
    settings = json.dumps(entry.settings)
    values = (
        entry.id, entry.room, entry.number, entry.ended, entry.game, int(entry.public), drawn, settings,
        encode_entry(entry), kept.record, kept.line,
    )  # fmt: skip
    writer.execute(ADD_GAME, values)
    for one in held(entry):
        writer.execute(ADD_PLAYER, (entry.id, one.seat, one.guest, one.called, one.result, entry.ended))


def _wait(writer: sqlite3.Connection, room: str, guests: Sequence[str], at: int) -> None:
    writer.execute("DELETE FROM waiting WHERE room = ?", (room,))
    for guest in guests:
        writer.execute("INSERT OR REPLACE INTO waiting VALUES (?, ?, ?)", (room, guest, at))
