"""The archive in tables of a PostgreSQL database, shared by all its servers."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, Sequence
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
from quintet.store.explorer import operations, shown
from quintet.store.explorer_postgres import count
from quintet.store.finding import find

Ask: TypeAlias = Callable[..., Awaitable[Any]]
"""Runs one statement, with its values, and gives the rows."""
Together: TypeAlias = Callable[[Callable[[Any], Awaitable[None]]], Awaitable[None]]
"""Runs statements on one connection, all or none."""

TABLES = ("quintet_game", "quintet_player")
ADD_GAME = "INSERT INTO quintet_game VALUES ($1, $2, $3, $4, $5, $6, $7, $8::jsonb, $9, $10, $11)"
ADD_PLAYER = "INSERT INTO quintet_player VALUES ($1, $2, $3, $4, $5, $6)"
ONE_GAME = "SELECT ended, line, public FROM quintet_game WHERE id = $1 FOR UPDATE"
CHANGE_GAME = "UPDATE quintet_game SET public = $2, settings = $3::jsonb, data = $4 WHERE id = $1"
LOOKED = """INSERT INTO quintet_looked_at AS l VALUES ($1, $2)
            ON CONFLICT (room) DO UPDATE SET version = $2 WHERE l.version <= $2 RETURNING room"""
WHOLE_GAME = "SELECT data, record, line FROM quintet_game WHERE id = $1"
WISHED = "SELECT key, value FROM quintet_kept WHERE key >= $1 AND key < $1 || chr(127)"
ALONE = "SELECT pg_advisory_xact_lock(hashtext('quintet_archive'), hashtext($1))"
"""Whoever writes down the games of a room, or changes one as a player wishes, is the only one until the transaction ends:
who comes second sees all that the first has done, and every wish that was kept before."""
DROP_GAMES = "DELETE FROM quintet_game WHERE {column} = ANY($1::text[]) RETURNING id, ended, line, public"
DROP_PLAYERS = "DELETE FROM quintet_player WHERE game = ANY($1::text[])"


class PostgresArchive(Archive):
    """Made by its store, which gives it its connections."""

    def __init__(self, ask: Ask, together: Together) -> None:
        self._ask, self._together = ask, together

    # -- writing

    async def remember(
        self, room: str, version: int, games: Sequence[Kept], waiting: Sequence[str], at: int
    ) -> None:
        async def work(connection: Any) -> None:
            await connection.execute(ALONE, room)
            if not await connection.fetch(LOOKED, room, version):
                return
            await _exchange(connection, "room", [room], await _as_wished(connection, games))
            await _wait(connection, room, waiting, at)

        await self._together(work)

    async def wait_for(self, room: str, guests: Sequence[str], at: int) -> None:
        await self._together(lambda connection: _wait(connection, room, guests, at))

    async def settle(self, game: str) -> Entry | None:
        now: Entry | None = None

        async def work(connection: Any) -> None:
            nonlocal now
            now = None  # where this is another attempt
            room = await connection.fetchval("SELECT room FROM quintet_game WHERE id = $1", game)
            if room is None:
                return
            await connection.execute(ALONE, room)
            row = await connection.fetchrow(WHOLE_GAME, game)
            if row is None:
                return
            left = await _as_wished(connection, [_kept(row)])
            await _exchange(connection, "id", [game], left)
            now = left[0].entry if left else None

        await self._together(work)
        return now

    async def amend(self, entry: Entry) -> None:
        async def work(connection: Any) -> None:
            row = await connection.fetchrow(ONE_GAME, entry.id)
            if row is None:
                return
            before = {entry.id: (row[0], bytes(row[1]))} if row[2] and row[1] else {}
            settings, data = json.dumps(entry.settings), encode_entry(entry)
            await connection.execute(CHANGE_GAME, entry.id, int(entry.public), settings, data)
            await connection.execute(DROP_PLAYERS, [entry.id])
            await _add_players(connection, entry)
            await count(connection, operations(before, shown(entry, bytes(row[1]))))

        await self._together(work)

    async def erase(self, game: str) -> None:
        await self._together(lambda connection: _exchange(connection, "id", [game], []))

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
        rows = await self._ask(WHOLE_GAME, game)
        return _kept(rows[0]) if rows else None

    async def of_room(self, room: str) -> list[Entry]:
        rows = await self._ask("SELECT data FROM quintet_game WHERE room = $1 ORDER BY number", room)
        return [decode_entry(bytes(row[0])) for row in rows]

    async def find(self, search: Search) -> list[Entry]:
        text, values = find(search, TABLES, lambda number: f"${number}", jsonb=True)
        return [decode_entry(bytes(row[0])) for row in await self._ask(text, *values)]


async def forget_rooms(connection: Any, rooms: Sequence[str]) -> None:
    """Everything that is remembered of rooms, in the transaction that is under way."""
    names = list(rooms)
    await _exchange(connection, "room", names, [])
    for table in ("quintet_looked_at", "quintet_waiting"):
        query = f"DELETE FROM {table} WHERE room = ANY($1::text[])"  # noqa: S608  (one of ours)
        await connection.execute(query, names)


def _kept(row: Any) -> Kept:
    return Kept(decode_entry(bytes(row[0])), bytes(row[1]), bytes(row[2]))


async def _as_wished(connection: Any, games: Sequence[Kept]) -> list[Kept]:
    """As their players wish them at this moment, in which nobody else writes."""
    rows: list[tuple[str, bytes]] = []
    for kept in games:
        found = await connection.fetch(WISHED, wish_key(kept.entry.id, ""))
        rows += [(row[0], bytes(row[1])) for row in found]
    return as_wished(games, wishes_in(rows))


async def _exchange(
    connection: Any, column: Literal["room", "id"], values: list[str], games: Sequence[Kept]
) -> None:
    """These games in place of those of rooms, or of some, here and in what is counted."""
    gone = await connection.fetch(DROP_GAMES.format(column=column), values)
    await connection.execute(DROP_PLAYERS, [row[0] for row in gone])
    before = {row[0]: (row[1], bytes(row[2])) for row in gone if row[2] and row[3]}
    after: dict[str, tuple[int, bytes]] = {}
    for kept in games:
        await _add(connection, kept)
        after |= shown(kept.entry, kept.line)
    await count(connection, operations(before, after))


async def _add(connection: Any, kept: Kept) -> None:
    entry = kept.entry
    drawn = int(entry.drawn) if entry.winners else None
    await connection.execute(
        ADD_GAME, entry.id, entry.room, entry.number, entry.ended, entry.game, int(entry.public), drawn,
        json.dumps(entry.settings), encode_entry(entry), kept.record, kept.line,
    )  # fmt: skip
    await _add_players(connection, entry)


async def _add_players(connection: Any, entry: Entry) -> None:
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
