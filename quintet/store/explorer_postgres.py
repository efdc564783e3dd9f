"""The explorer in tables of a PostgreSQL database. The archive counts with it, in the transaction that writes a game down."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeAlias

import msgspec

from quintet.store.explorer import (
    MOST_OWN,
    TOGETHER,
    Brought,
    Counted,
    Explorer,
    Operation,
    Own,
    Played,
    Source,
    Totals,
    falls,
    last_query,
    operations,
    read_totals,
    totals_query,
)
from quintet.store.explorer_sqlite import from_entries, from_files

Ask: TypeAlias = Callable[..., Awaitable[Any]]
Together: TypeAlias = Callable[[Callable[[Any], Awaitable[None]]], Awaitable[None]]

ADD = """INSERT INTO quintet_explored AS e SELECT * FROM unnest(
             $1::bigint[], $2::smallint[], $3::smallint[], $4::text[], $5::smallint[], $6::integer[], $7::text[], $8::bigint[])
         ON CONFLICT (position, source, seat, move, result) DO UPDATE SET games = e.games + excluded.games,
             ended = greatest(e.ended, excluded.ended),
             last = CASE WHEN (excluded.ended, excluded.last) > (e.ended, e.last) THEN excluded.last ELSE e.last END"""
TAKE = """UPDATE quintet_explored SET games = games + $6, ended = CASE WHEN last = $7 THEN 0 ELSE ended END,
              last = CASE WHEN last = $7 THEN '' ELSE last END
          WHERE (position, source, seat, move, result) = ($1, $2, $3, $4, $5) AND $8::bigint IS NOT NULL"""
EMPTIED = "DELETE FROM quintet_explored WHERE position = ANY($1::bigint[]) AND games <= 0"
OWN = """SELECT g.id, g.ended, g.line FROM quintet_player p JOIN quintet_game g ON g.id = p.game
         WHERE p.guest = $1 AND g.kind = $2 AND g.line <> '' ORDER BY p.ended DESC, p.game DESC LIMIT $3"""
BRING = """INSERT INTO quintet_brought SELECT * FROM unnest($1::text[], $2::text[], $3::bigint[], $4::bytea[], $5::bytea[])
           ON CONFLICT (id) DO NOTHING RETURNING id"""
SOME = """DELETE FROM quintet_brought WHERE id IN (SELECT id FROM quintet_brought WHERE collection = $1 LIMIT $2)
          RETURNING id, ended, line"""


class PostgresExplorer(Explorer):
    """Made by its store, which gives it its connections."""

    def __init__(self, ask: Ask, together: Together) -> None:
        self._ask, self._together = ask, together

    async def totals(
        self, position: int, seats: Sequence[int], results: Sequence[int], sources: Sequence[Source]
    ) -> Totals:
        last = await self._ask(last_query("quintet_explored", seats, sources, "$1"), position)
        rows = await self._ask(totals_query("quintet_explored", seats, results, sources, "$1"), position)
        return read_totals(rows, results, list(map(Counted._make, last)))

    async def own(self, guest: str, game: str) -> list[Own]:
        rows = await self._ask(OWN, guest, game, MOST_OWN)
        return [Own(row[0], row[1], bytes(row[2])) for row in rows]

    async def played(self, games: Sequence[str]) -> list[Played]:
        names = list(games)
        entries = await self._ask("SELECT data FROM quintet_game WHERE id = ANY($1::text[])", names)
        rows = await self._ask(
            "SELECT id, names, ended, collection FROM quintet_brought WHERE id = ANY($1::text[])", names
        )
        return [*from_entries(row[0] for row in entries), *from_files(rows)]

    async def bring(self, collection: str, games: Sequence[Brought]) -> int:
        by_id = {game.id: game for game in games}
        some = [
            by_id[name] for name in sorted(by_id)
        ]  # two who bring the same wait for each other, and never both
        new: list[str] = []

        async def work(connection: Any) -> None:
            rows = await connection.fetch(
                BRING,
                [game.id for game in some],
                [collection] * len(some),
                [game.ended for game in some],
                [msgspec.json.encode(game.names) for game in some],
                [game.line for game in some],
            )
            new[:] = [row[0] for row in rows]
            await count(
                connection, operations({}, {name: (by_id[name].ended, by_id[name].line) for name in new})
            )

        await self._together(work)
        return len(new)

    async def collections(self) -> dict[str, int]:
        query = "SELECT collection, count(*) FROM quintet_brought GROUP BY collection ORDER BY collection"
        return {row[0]: row[1] for row in await self._ask(query)}

    async def take_out(self, collection: str, limit: int = TOGETHER) -> int:
        gone = 0

        async def work(connection: Any) -> None:
            nonlocal gone
            rows = await connection.fetch(SOME, collection, limit)
            gone = len(rows)
            await count(connection, operations({row[0]: (row[1], bytes(row[2])) for row in rows}, {}))

        await self._together(work)
        return gone


async def count(connection: Any, changes: Sequence[Operation]) -> None:
    """Change the counts, in the transaction that is under way."""
    if gone := [change for change in changes if change[5] < 0]:
        await connection.executemany(TAKE, gone)
        await connection.execute(EMPTIED, falls(gone))
    if new := [change for change in changes if change[5] > 0]:
        await connection.execute(ADD, *map(list, zip(*new, strict=True)))
