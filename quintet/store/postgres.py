"""The event log in PostgreSQL: for several nodes that serve the same rooms.

One connection writes. It takes everything that is waiting and writes it in one statement, a row for each append; the
primary key (room, after) lets exactly one of two appends to the same version through. The same statement notifies
the other nodes which rooms have grown. A notification is only a hint: they fetch by version, and also look when their
listening connection has come back, and on a timer.
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import asyncpg

from quintet.store.contract import Store, StoreError, Then, answer, check_append, check_name, conflict

T = TypeVar("T")

MIGRATIONS = (
    """CREATE TABLE quintet_event (
           room text COLLATE "C" NOT NULL, after integer NOT NULL, version integer NOT NULL, data bytea[] NOT NULL,
           PRIMARY KEY (room, after));
       CREATE TABLE quintet_kept (key text COLLATE "C" PRIMARY KEY, value bytea NOT NULL);""",
)
"""Each entry brings the schema from its index to the next; never edit one that was released, add another."""

CHANNEL = "quintet_events"
APPEND = """
    WITH asked AS (
        SELECT * FROM unnest($1::text[], $2::int[], $3::int[]) AS _(room, after, version)
    ), packed AS (
        SELECT room, array_agg(data ORDER BY place) AS data
        FROM unnest($4::text[], $5::bytea[]) WITH ORDINALITY AS _(room, data, place) GROUP BY room
    ), added AS (
        INSERT INTO quintet_event (room, after, version, data)
        SELECT room, after, version, data FROM asked JOIN packed USING (room)
        WHERE after = coalesce((
            SELECT e.version FROM quintet_event e WHERE e.room = asked.room ORDER BY e.after DESC LIMIT 1), 0)
        ORDER BY room
        ON CONFLICT DO NOTHING RETURNING room
    )
    SELECT room FROM added
    UNION ALL SELECT pg_notify($6, hint)::text FROM unnest($7::text[]) AS _(hint)
"""
LARGEST_BATCH = 500
HINT_BYTES = 7_000
"""A notification takes less than 8,000 bytes."""
GIVE_UP_AFTER = 10.0
"""Seconds an append waits for a database that is gone."""
LOOK_EVERY = 5.0
"""Seconds between looks for anything a notification missed."""
SETTINGS = {"synchronous_commit": "on", "application_name": "quintet"}
LOST = (asyncpg.PostgresConnectionError, asyncpg.InterfaceError, asyncpg.OperatorInterventionError, OSError)
"""What a connection raises when it, or the database, is gone."""


class _Append:
    __slots__ = ("events", "expected", "room", "then")

    def __init__(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        self.room, self.expected, self.events, self.then = room, expected, events, then


class PostgresStore(Store):
    """Use `await PostgresStore.open(url)`."""

    shared = True

    def __init__(self, url: str, pool: Any) -> None:
        self.url = url
        self._pool = pool
        self._writer: Any = None
        self._own: set[int] = set()
        """Our writing connections by their server process: what they announce is no news to us."""
        self._waiting: deque[_Append] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._writing = asyncio.create_task(self._write_forever(), name="quintet-write")
        self._listening = asyncio.create_task(self._listen_forever(), name="quintet-listen")
        self._heard_once = asyncio.Event()

    @classmethod
    async def open(cls, url: str) -> PostgresStore:
        try:
            pool = await asyncpg.create_pool(
                url, min_size=1, max_size=4, server_settings=SETTINGS, timeout=10
            )
            async with pool.acquire() as connection, connection.transaction():
                await migrate(connection)
        except StoreError:
            await pool.close()
            raise
        except (*LOST, asyncpg.PostgresError, ValueError, TimeoutError) as error:
            raise StoreError(f"the store {shown(url)} cannot be opened: {error}") from error
        store = cls(url, pool)
        with suppress(TimeoutError):  # so that nothing written after `open` goes unheard
            async with asyncio.timeout(5):
                await store._heard_once.wait()
        return store

    # -- the contract

    def append_then(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        check_append(room, expected, events)
        if self._closed:
            asyncio.get_running_loop().call_soon(then, StoreError("the store is closed"))
        else:
            self._waiting.append(_Append(room, expected, events, then))
            self._wake.set()

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        query = "SELECT after, data FROM quintet_event WHERE room = $1 AND version > $2 ORDER BY after"
        rows = await self._query(query, room, after)
        events = [bytes(event) for row in rows for event in row["data"]]
        return events[after - rows[0]["after"] :] if rows else []

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

    async def check(self) -> list[str]:
        gaps = await self._query(
            """SELECT room, after, version FROM (
                   SELECT room, after, version, coalesce(lag(version) OVER (PARTITION BY room ORDER BY after), 0) AS before,
                          cardinality(data) AS count FROM quintet_event) AS _
               WHERE after <> before OR version <> after + count ORDER BY room, after"""
        )
        return [f"room {r['room']} is broken between version {r['after']} and {r['version']}" for r in gaps]

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._wake.set()
        await self._writing
        self._listening.cancel()
        with suppress(asyncio.CancelledError):
            await self._listening
        if self._writer is not None:
            self._writer.terminate()
        await self._pool.close()

    async def run_script_once(self, table: str, script: str) -> None:
        """Run a script that makes somebody else's tables, unless this one of them is there already."""
        async with self._pool.acquire() as connection, connection.transaction():
            await connection.execute("SELECT pg_advisory_xact_lock(hashtext('quintet_schema'))")
            if await connection.fetchval("SELECT to_regclass($1)", table) is None:
                await connection.execute(script)

    # -- reading

    async def _query(self, query: str, *values: object) -> Any:
        """Run one statement, once more if the pooled connection turns out to be dead."""
        if self._closed:
            raise StoreError("the store is closed")
        return await self._insist(lambda: self._pool.fetch(query, *values))

    async def _insist(self, attempt: Callable[[], Awaitable[T]]) -> T:
        """Try until it succeeds or the database has been gone for too long."""
        loop = asyncio.get_running_loop()
        end, pause = loop.time() + GIVE_UP_AFTER, 0.02
        while True:
            try:
                return await attempt()
            except (*LOST, TimeoutError, asyncpg.DeadlockDetectedError) as error:
                if loop.time() > end:
                    raise StoreError(f"the store {shown(self.url)} does not answer: {error}") from error
            except asyncpg.PostgresError as error:
                raise StoreError(f"the store {shown(self.url)} refused: {error}") from error
            await asyncio.sleep(pause)
            pause = min(pause * 2, 1.0)

    # -- writing

    async def _write_forever(self) -> None:
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                batch = self._take()
                try:
                    await self._insist(partial(self._commit, batch))
                except StoreError as error:
                    for job in batch.values():
                        answer(job.then, error)

    def _take(self) -> dict[str, _Append]:
        """The next batch: at most one append for each room, the rest keeps its order."""
        batch: dict[str, _Append] = {}
        later = []
        while self._waiting and len(batch) < LARGEST_BATCH:
            job = self._waiting.popleft()
            if job.room in batch:
                later.append(job)
            else:
                batch[job.room] = job
        self._waiting.extendleft(reversed(later))
        return batch

    async def _commit(self, batch: dict[str, _Append]) -> None:
        if self._writer is None or self._writer.is_closed():
            self._writer = await asyncpg.connect(self.url, server_settings=SETTINGS, timeout=10)
            self._own.add(self._writer.get_server_pid())
        jobs = list(batch.values())
        rows = await self._writer.fetch(
            APPEND,
            [job.room for job in jobs],
            [job.expected for job in jobs],
            [job.expected + len(job.events) for job in jobs],
            [job.room for job in jobs for _ in job.events],
            [event for job in jobs for event in job.events],
            CHANNEL,
            list(hints(jobs)),
            timeout=GIVE_UP_AFTER,
        )
        added = {row[0] for row in rows}
        for job in jobs:
            if job.room in added or await self._was_ours(job):
                answer(job.then, job.expected + len(job.events))
            else:
                answer(job.then, conflict(job.room, job.expected))

    async def _was_ours(self, job: _Append) -> bool:
        """Is a conflict only our own write, committed just before the connection broke?"""
        return (await self.read(job.room, job.expected))[: len(job.events)] == list(job.events)

    # -- listening

    async def _listen_forever(self) -> None:
        pause = 0.05
        while True:
            try:
                connection = await asyncpg.connect(self.url, server_settings=SETTINGS, timeout=10)
            except (*LOST, asyncpg.PostgresError, TimeoutError):
                await asyncio.sleep(pause)
                pause = min(pause * 2, 2.0)
                continue
            pause = 0.05
            try:
                await self._listen(connection)
            except (*LOST, asyncpg.PostgresError, TimeoutError):
                pass
            finally:
                connection.terminate()

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
        if process in self._own:
            return
        for name, version in json.loads(payload):
            self._tell(name, version)


def hints(jobs: Sequence[_Append]) -> Iterator[str]:
    """What the other nodes are told, in notifications that are short enough."""
    pairs: list[str] = []
    size = 0
    for job in jobs:
        pair = f'["{job.room}",{job.expected + len(job.events)}]'
        if size + len(pair) > HINT_BYTES:
            yield f"[{','.join(pairs)}]"
            pairs, size = [], 0
        pairs.append(pair)
        size += len(pair) + 1
    yield f"[{','.join(pairs)}]"


def shown(url: str) -> str:
    """The address without the password, for a sentence."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"


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
