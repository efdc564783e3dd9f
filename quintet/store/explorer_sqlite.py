"""The explorer in tables of the SQLite file. The archive counts with it, in the same transaction that writes a game down."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, TypeAlias

import msgspec

from quintet.store.archive import decode_entry
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

Ask: TypeAlias = Callable[[str, Sequence[Any]], Coroutine[Any, Any, list[Any]]]
Write: TypeAlias = Callable[[Callable[[sqlite3.Connection], Any]], Coroutine[Any, Any, Any]]

COUNT = """INSERT INTO explored VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)
           ON CONFLICT (position, source, seat, move, result) DO UPDATE SET games = games + ?6,
               ended = CASE WHEN ?6 < 0 THEN iif(last = ?7, 0, ended) ELSE max(ended, ?8) END,
               last = CASE WHEN ?6 < 0 THEN iif(last = ?7, '', last) WHEN (?8, ?7) > (ended, last) THEN ?7 ELSE last END"""
EMPTIED = "DELETE FROM explored WHERE position = ? AND games <= 0"
OWN = """SELECT g.id, g.ended, g.line FROM player p JOIN game g ON g.id = p.game
         WHERE p.guest = ? AND g.kind = ? AND g.line <> x'' ORDER BY p.ended DESC, p.game DESC LIMIT ?"""
SOME = "SELECT id, ended, line FROM brought WHERE collection = ? LIMIT ?"


class SqliteExplorer(Explorer):
    """Made by its store, which gives it ways to read and to write."""

    def __init__(self, ask: Ask, write: Write) -> None:
        self._ask, self._write = ask, write

    async def totals(
        self, position: int, seats: Sequence[int], results: Sequence[int], sources: Sequence[Source]
    ) -> Totals:
        last = await self._ask(last_query("explored", seats, sources, "?"), (position,))
        rows = await self._ask(totals_query("explored", seats, results, sources, "?"), (position,))
        return read_totals(rows, results, list(map(Counted._make, last)))

    async def own(self, guest: str, game: str) -> list[Own]:
        rows = await self._ask(OWN, (guest, game, MOST_OWN))
        return [Own(*row) for row in rows]

    async def played(self, games: Sequence[str]) -> list[Played]:
        places = ", ".join("?" * len(games))
        entries = await self._ask(f"SELECT data FROM game WHERE id IN ({places})", games)  # noqa: S608  (places for values)
        rows = await self._ask(
            f"SELECT id, names, ended, collection FROM brought WHERE id IN ({places})",  # noqa: S608  (the same)
            games,
        )
        return [*from_entries(row[0] for row in entries), *from_files(rows)]

    async def bring(self, collection: str, games: Sequence[Brought]) -> int:
        def work(writer: sqlite3.Connection) -> int:
            new = {}
            for game in games:
                values = (game.id, collection, game.ended, msgspec.json.encode(game.names), game.line)
                if writer.execute("INSERT OR IGNORE INTO brought VALUES (?, ?, ?, ?, ?)", values).rowcount:
                    new[game.id] = (game.ended, game.line)
            count(writer, operations({}, new))
            return len(new)

        found: int = await self._write(work)
        return found

    async def collections(self) -> dict[str, int]:
        query = "SELECT collection, count(*) FROM brought GROUP BY collection ORDER BY collection"
        return dict(await self._ask(query, ()))

    async def take_out(self, collection: str, limit: int = TOGETHER) -> int:
        def work(writer: sqlite3.Connection) -> int:
            there = {row[0]: (row[1], row[2]) for row in writer.execute(SOME, (collection, limit))}
            count(writer, operations(there, {}))
            writer.executemany("DELETE FROM brought WHERE id = ?", [(game,) for game in there])
            return len(there)

        found: int = await self._write(work)
        return found


def count(writer: sqlite3.Connection, changes: Sequence[Operation]) -> None:
    """Change the counts, in the transaction that is under way."""
    writer.executemany(COUNT, changes)
    writer.executemany(EMPTIED, [(position,) for position in falls(changes)])


def from_entries(found: Any) -> list[Played]:
    """Games of the archive, by what it keeps of them."""
    entries = [decode_entry(bytes(data)) for data in found]
    return [
        Played(id=one.id, names=tuple(player.name for player in one.players), ended=one.ended)
        for one in entries
    ]


def from_files(rows: Any) -> list[Played]:
    return [
        Played(id=row[0], names=tuple(msgspec.json.decode(row[1])), ended=row[2], collection=row[3])
        for row in rows
    ]
