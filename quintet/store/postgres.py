"""The event log in PostgreSQL: for several nodes that serve the same rooms.

A row is an append; the primary key (room, after) lets exactly one of two appends to the same version through. How they
are written is in writer.py. Each write notifies the other nodes which rooms have grown. A notification is only a hint:
they fetch by version, and also look when their listening connection has come back, and on a timer.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from typing import Any

from quintet.store.archive_postgres import PostgresArchive, forget_rooms
from quintet.store.connections import FIRST_PAUSE, LONGEST_PAUSE, Connections, connect, insist, shown
from quintet.store.contract import (
    DamageError,
    Store,
    StoreError,
    Then,
    check_append,
    check_name,
    gap,
    is_name,
    settle,
)
from quintet.store.explorer_postgres import PostgresExplorer
from quintet.store.writer import CHANNEL, Writer
from quintet.wire.unreachable import why_unreachable

log = logging.getLogger("quintet.store")

MIGRATIONS = (
    """CREATE TABLE quintet_event (
           room text COLLATE "C" NOT NULL, after integer NOT NULL, version integer NOT NULL, data bytea[] NOT NULL,
           PRIMARY KEY (room, after));
       CREATE TABLE quintet_kept (key text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);""",
    # The archive: games that were finished, who played them, and the rooms that wait for somebody.
    """CREATE TABLE quintet_game (
           id text COLLATE "C" PRIMARY KEY, room text COLLATE "C" NOT NULL, number integer NOT NULL, ended bigint NOT NULL,
           kind text COLLATE "C" NOT NULL, public integer NOT NULL, drawn integer, settings jsonb NOT NULL,
           data bytea NOT NULL, record bytea NOT NULL);
       CREATE INDEX quintet_game_of_room ON quintet_game (room, number);
       CREATE INDEX quintet_game_of_all ON quintet_game (public, ended, id);
       CREATE INDEX quintet_game_of_kind ON quintet_game (public, kind, ended, id);
       CREATE INDEX quintet_game_of_result ON quintet_game (public, drawn, ended, id);
       CREATE TABLE quintet_player (
           game text COLLATE "C" NOT NULL, seat integer NOT NULL, guest text COLLATE "C" NOT NULL,
           called text COLLATE "C" NOT NULL, result text NOT NULL, ended bigint NOT NULL, PRIMARY KEY (game, seat));
       CREATE INDEX quintet_player_as_guest ON quintet_player (guest, ended, game);
       CREATE INDEX quintet_player_as_called ON quintet_player (called, ended, game);
       CREATE TABLE quintet_looked_at (room text COLLATE "C" PRIMARY KEY, version integer NOT NULL);
       CREATE TABLE quintet_waiting (
           room text COLLATE "C" NOT NULL, guest text COLLATE "C" NOT NULL, at bigint NOT NULL, PRIMARY KEY (room, guest));
       CREATE INDEX quintet_waiting_for ON quintet_waiting (guest, at);""",
    # The explorer: what was played where, and games from files. Every room is looked at again, for the ways its games took.
    """ALTER TABLE quintet_game ADD COLUMN line bytea NOT NULL DEFAULT '';
       CREATE TABLE quintet_explored (
           position bigint NOT NULL, source smallint NOT NULL, seat smallint NOT NULL, move text COLLATE "C" NOT NULL,
           result smallint NOT NULL, games integer NOT NULL, last text COLLATE "C" NOT NULL, ended bigint NOT NULL,
           PRIMARY KEY (position, source, seat, move, result));
       CREATE TABLE quintet_brought (
           id text COLLATE "C" PRIMARY KEY, collection text COLLATE "C" NOT NULL, ended bigint NOT NULL,
           names bytea NOT NULL, line bytea NOT NULL);
       CREATE INDEX quintet_brought_of ON quintet_brought (collection);
       DELETE FROM quintet_looked_at;""",
)
"""Each entry brings the schema from its index to the next; never edit one that was released, add another."""

READERS = 4
LOOK_EVERY = 5.0
"""Seconds between looks for anything a notification missed."""


class PostgresStore(Store):
    """Use `await PostgresStore.open(url)`."""

    shared = True

    def __init__(self, url: str, readers: Connections) -> None:
        self.url = url
        self._readers = readers
        self.archive = PostgresArchive(self._query, self._together)
        self.explorer = PostgresExplorer(self._query, self._together)
        self._writer = Writer(url, self.read)
        self._closed = False
        self._heard_once = asyncio.Event()
        self._listening = asyncio.create_task(self._listen_forever(), name="quintet-listen")

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        readers = Connections(url, READERS)
        try:
            async with asyncio.timeout(10), readers.one() as connection, connection.transaction():
                await migrate(connection)
        except StoreError:
            raise
        except Exception as error:
            why = why_unreachable(error) if isinstance(error, OSError) else str(error)
            raise StoreError(f"the store {shown(url)} cannot be opened: {why}") from error
        store = cls(url, readers)
        with suppress(TimeoutError):  # so that nothing written after `open` goes unheard
            async with asyncio.timeout(5):
                await store._heard_once.wait()
        return store

    # -- the contract

    def append_then(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        check_append(room, expected, events)
        self._writer.append(room, expected, events, then)

    async def probe(self) -> None:
        future: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._writer.append("", 0, (), settle(future))
        await future

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        rows = await self._rows(room, after)
        start = version = rows[0]["after"] if rows else after
        events: list[bytes] = []
        for row in rows:
            if row["after"] != version or row["version"] != version + len(row["data"]) or None in row["data"]:
                raise gap(room, version + 1)
            version = row["version"]
            events += map(bytes, row["data"])
        if start > after:
            raise gap(room, after + 1)
        return events[after - start :]

    async def salvage(self, room: str) -> dict[int, bytes]:
        return {
            version: bytes(event)
            for row in await self._rows(room, 0)
            for version, event in enumerate(row["data"], row["after"] + 1)
            if event is not None
        }

    async def _rows(self, room: str, after: int) -> Any:
        if not is_name(room):  # the database would not even take it for a text
            return ()
        query = (
            "SELECT after, version, data FROM quintet_event WHERE room = $1 AND version > $2 ORDER BY after"
        )
        try:
            return await self._query(query, room, after)
        except DamageError as error:
            raise DamageError(f"room {room} is damaged: {error}") from error

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        rows = await self._query(
            """SELECT room, coalesce((SELECT e.version FROM quintet_event e WHERE e.room = asked.room
                                      ORDER BY e.after DESC LIMIT 1), 0) AS version
               FROM unnest($1::text[]) AS asked(room)""",
            list(rooms),
        )
        return {row["room"]: row["version"] for row in rows}

    async def rooms(self) -> list[tuple[str, int]]:
        # One step through the index for each room, however many events it has.
        rows = await self._query(
            """WITH RECURSIVE step AS (
                   (SELECT room FROM quintet_event ORDER BY room LIMIT 1)
                   UNION ALL SELECT (SELECT e.room FROM quintet_event e WHERE e.room > step.room
                                     ORDER BY e.room LIMIT 1) FROM step WHERE step.room IS NOT NULL)
               SELECT room, (SELECT e.version FROM quintet_event e WHERE e.room = step.room
                             ORDER BY e.after DESC LIMIT 1) AS version
               FROM step WHERE room IS NOT NULL ORDER BY room"""
        )
        return [(row["room"], row["version"]) for row in rows]

    async def keep(self, key: str, value: bytes | None) -> None:
        check_name(key)
        hint = json.dumps([[key, 0]])
        if value is None:
            query = "WITH gone AS (DELETE FROM quintet_kept WHERE key = $1) SELECT pg_notify($2, $3)"
            await self._query(query, key, CHANNEL, hint)
        else:
            query = """WITH put AS (INSERT INTO quintet_kept VALUES ($1, $4)
                                    ON CONFLICT (key) DO UPDATE SET value = $4) SELECT pg_notify($2, $3)"""
            await self._query(query, key, CHANNEL, hint, value)

    async def kept(self, prefix: str) -> dict[str, bytes]:
        query = "SELECT key, value FROM quintet_kept WHERE starts_with(key, $1) ORDER BY key"
        return {row["key"]: bytes(row["value"]) for row in await self._query(query, prefix)}

    async def first_kept(self, key: str, value: bytes) -> bytes:
        check_name(key)
        await self._query("INSERT INTO quintet_kept VALUES ($1, $2) ON CONFLICT DO NOTHING", key, value)
        return (await self.kept(key))[key]

    async def replace_kept(self, key: str, before: bytes | None, value: bytes) -> bool:
        check_name(key)
        put, given = "INSERT INTO quintet_kept VALUES ($1, $4) ON CONFLICT DO NOTHING", [value]
        if before is not None:
            put, given = "UPDATE quintet_kept SET value = $4 WHERE key = $1 AND value = $5", [value, before]
        query = f"WITH put AS ({put} RETURNING key) SELECT pg_notify($2, $3) FROM put"  # noqa: S608  (one of ours)
        return bool(await self._query(query, key, CHANNEL, json.dumps([[key, 0]]), *given))

    async def forget(self, room: str, expected: int) -> bool:
        query = """DELETE FROM quintet_event WHERE room = $1 AND $2 = (
                       SELECT e.version FROM quintet_event e WHERE e.room = $1 ORDER BY e.after DESC LIMIT 1)
                   RETURNING room"""
        gone = False

        async def work(connection: Any) -> None:
            nonlocal gone
            gone = bool(await connection.fetch(query, room, expected))
            if gone:
                await forget_rooms(connection, [room])

        await self._together(work)
        return gone

    async def check(self) -> list[str]:
        return []  # what pages hold is the database's business; whoever reads a room sees what is wrong with it

    async def close(self) -> None:
        if self._closed:
            return
        await self._writer.close()  # which may still have to read
        self._closed = True
        self._listening.cancel()
        await asyncio.gather(self._listening, return_exceptions=True)
        self._readers.close()

    async def run_script_once(self, table: str, script: str) -> None:
        """Run a script that makes somebody else's tables, unless this one of them is there already."""
        async with self._readers.one() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext('quintet_schema'))")
            if await connection.fetchval("SELECT to_regclass($1)", table) is None:
                await connection.execute(script)

    # -- reading

    async def _query(self, query: str, *values: object) -> Any:
        async def attempt() -> Any:
            async with self._readers.one() as connection:
                return await connection.fetch(query, *values)

        if self._closed:
            raise StoreError("the store is closed")
        if any(isinstance(value, str) and "\0" in value for value in values):
            return []  # no text has that in it, and the database would not even take the question
        return await insist(self.url, attempt)

    async def _together(self, work: Callable[[Any], Awaitable[None]]) -> None:
        """Several statements, all or none."""

        async def attempt() -> None:
            async with self._readers.one() as connection, connection.transaction():
                await work(connection)

        if self._closed:
            raise StoreError("the store is closed")
        await insist(self.url, attempt)

    # -- listening

    async def _listen_forever(self) -> None:
        pause = FIRST_PAUSE
        while True:
            try:
                connection = await connect(self.url)
                pause = FIRST_PAUSE
                try:
                    await self._listen(connection)
                finally:
                    connection.terminate()
            except Exception as error:
                log.debug("the connection that listens broke: %s", error)
            await asyncio.sleep(pause)
            pause = min(pause * 2, LONGEST_PAUSE)

    async def _listen(self, connection: Any) -> None:
        """Hear notifications until the connection breaks."""
        broken = asyncio.Event()
        connection.add_termination_listener(lambda _: broken.set())
        await connection.add_listener(CHANNEL, self._notified)
        self._heard_once.set()
        while not broken.is_set():
            self._tell(None, 0)
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_EVERY):
                    await broken.wait()
            await connection.execute("SELECT 1", timeout=LOOK_EVERY)

    def _notified(self, _connection: object, process: int, _channel: str, payload: str) -> None:
        if process in self._writer.processes:
            return
        for name, version in json.loads(payload):
            self._tell(name, version)


async def migrate(connection: Any) -> None:
    """Bring the database to today's schema; nodes that start together take turns."""
    await connection.execute("SELECT pg_advisory_xact_lock(hashtext('quintet_schema'))")
    await connection.execute("CREATE TABLE IF NOT EXISTS quintet_schema (version integer NOT NULL)")
    version = await connection.fetchval("SELECT coalesce(max(version), 0) FROM quintet_schema")
    if version > len(MIGRATIONS):
        raise StoreError(
            f"the database's schema is version {version} and this quintet knows up to {len(MIGRATIONS)}; "
            "use a newer quintet"
        )
    for number, script in enumerate(MIGRATIONS[version:], version + 1):
        await connection.execute(script)
        await connection.execute("INSERT INTO quintet_schema VALUES ($1)", number)
