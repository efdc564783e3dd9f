"""The archive in tables of a PostgreSQL database, shared by all its servers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

from quintet.store.archive import Archive, Entry, Kept, Search, decode_entry, encode_entry, held
from quintet.store.finding import find

Ask: TypeAlias = Callable[..., Awaitable[Any]]
"""Runs one statement, with its values, and gives the rows."""
Together: TypeAlias = Callable[[Callable[[Any], Awaitable[None]]], Awaitable[None]]
"""Runs statements on one connection, all or none."""

TABLES = ("quintet_game", "quintet_player")
ADD_GAME = """INSERT INTO quintet_game VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10)
              ON CONFLICT (id) DO UPDATE SET public = $6, settings = $8::jsonb, data = $9, record = $10"""
ADD_PLAYER = """INSERT INTO quintet_player VALUES ($1, $2, $3, $4, $5, $6)
                ON CONFLICT (game, seat) DO UPDATE SET guest = $3, called = $4, result = $5"""
LOOKED = """INSERT INTO quintet_looked_at AS l VALUES ($1, $2)
            ON CONFLICT (room) DO UPDATE SET version = $2 WHERE l.version <= $2 RETURNING room"""
DROP_GAMES = """WITH gone AS (DELETE FROM quintet_game WHERE room = ANY($1::text[]) RETURNING id)
                DELETE FROM quintet_player WHERE game IN (SELECT id FROM gone)"""


class PostgresArchive(Archive):
    """Made by its store, which gives it its connections."""

    def __init__(self, ask: Ask, together: Together) -> None:
        self._ask, self._together = ask, together

    # -- writing

    async def remember(
        self, room: str, version: int, games: Sequence[Kept], waiting: Sequence[str], at: int
    ) -> None:
        async def work(connection: Any) -> None:
            if not await connection.fetch(LOOKED, room, version):
                return  # which also keeps two nodes apart
            await connection.execute(DROP_GAMES, [room])
            for kept in games:
                await _add(connection, kept.entry, kept.record)
            await _wait(connection, room, waiting, at)

        await self._together(work)

    async def wait_for(self, room: str, guests: Sequence[str], at: int) -> None:
        await self._together(lambda connection: _wait(connection, room, guests, at))

    async def amend(self, entry: Entry) -> None:
        async def work(connection: Any) -> None:
            query = "SELECT record FROM quintet_game WHERE id = $1 FOR UPDATE"
            row = await connection.fetchrow(query, entry.id)
            if row is not None:
                await _add(connection, entry, bytes(row[0]))

        await self._together(work)

    async def erase(self, game: str) -> None:
        query = """WITH gone AS (DELETE FROM quintet_game WHERE id = $1)
                   DELETE FROM quintet_player WHERE game = $1"""
        await self._ask(query, game)

    async def forget(self, rooms: Sequence[str]) -> None:
        async def work(connection: Any) -> None:
            await forget_rooms(connection, rooms)

        await self._together(work)

    # -- reading

    async def waiting(self, guest: str, limit: int = 50) -> list[str]:
        query = "SELECT room FROM quintet_waiting WHERE guest = $1 ORDER BY at DESC, room DESC LIMIT $2"
        return [row[0] for row in await self._ask(query, guest, limit)]

    async def looked_at(self) -> dict[str, int]:
        return {row[0]: row[1] for row in await self._ask("SELECT room, version FROM quintet_looked_at")}

    async def entry(self, game: str) -> Entry | None:
        rows = await self._ask("SELECT data FROM quintet_game WHERE id = $1", game)
        return decode_entry(bytes(rows[0][0])) if rows else None

    async def kept(self, game: str) -> Kept | None:
        rows = await self._ask("SELECT data, record FROM quintet_game WHERE id = $1", game)
        return Kept(decode_entry(bytes(rows[0][0])), bytes(rows[0][1])) if rows else None

    async def of_room(self, room: str) -> list[Entry]:
        rows = await self._ask("SELECT data FROM quintet_game WHERE room = $1 ORDER BY number", room)
        return [decode_entry(bytes(row[0])) for row in rows]

    async def find(self, search: Search) -> list[Entry]:
        text, values = find(search, TABLES, lambda number: f"${number}", jsonb=True)
        return [decode_entry(bytes(row[0])) for row in await self._ask(text, *values)]


async def forget_rooms(connection: Any, rooms: Sequence[str]) -> None:
    """Everything that is remembered of rooms, in the transaction that is under way."""
    names = list(rooms)
    await connection.execute(DROP_GAMES, names)
    for table in ("quintet_looked_at", "quintet_waiting"):
        query = f"DELETE FROM {table} WHERE room = ANY($1::text[])"  # noqa: S608  (one of ours)
        await connection.execute(query, names)


async def _add(connection: Any, entry: Entry, record: bytes) -> None:
    drawn = int(entry.drawn) if entry.winners else None
    await connection.execute(
        ADD_GAME, entry.id, entry.room, entry.number, entry.ended, entry.game, int(entry.public), drawn,
        json.dumps(entry.settings), encode_entry(entry), record,
    )  # fmt: skip
    await connection.executemany(
        ADD_PLAYER,
        [(entry.id, one.seat, one.guest, one.called, one.result, entry.ended) for one in held(entry)],
    )


async def _wait(connection: Any, room: str, guests: Sequence[str], at: int) -> None:
    await connection.execute("DELETE FROM quintet_waiting WHERE room = $1", room)
    await connection.executemany(
        "INSERT INTO quintet_waiting VALUES ($1, $2, $3) ON CONFLICT (room, guest) DO UPDATE SET at = $3",
        [(room, guest, at) for guest in guests],
    )
