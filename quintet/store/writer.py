"""Writing to the event log in PostgreSQL: one task, one connection, one statement for everything that waits.

Whatever goes wrong, the connection is dropped and the same appends are tried again on another. An append that has
waited for too long is refused; whether it was written after all shows when the database is back. The task itself is
watched: should it ever end, it is started again.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterator, Sequence
from typing import Any, TypeAlias

from quintet.store import connections
from quintet.store.company import wait_for_company
from quintet.store.connections import FIRST_PAUSE, LONGEST_PAUSE, Connections, gone
from quintet.store.contract import DamageError, StoreError, Then, answer, conflict

log = logging.getLogger("quintet.store")

Read: TypeAlias = Callable[[str, int], Awaitable[list[bytes]]]
"""The events of a room after a version."""

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
PROBE = "INSERT INTO quintet_kept VALUES ('probe', $1) ON CONFLICT (key) DO UPDATE SET value = $1"
"""A write like any other, that means nothing."""
LARGEST_BATCH = 500
HINT_BYTES = 7_000
"""A notification takes less than 8,000 bytes."""
SHORTEST_ATTEMPT = 0.4
"""Seconds that a commit may take at least, however long those it is for have waited."""
CLOSING_SECONDS = 3.0
RESTART_SECONDS = 0.1


class _Append:
    """What waits to be written; without events it only asks whether anything can be."""

    __slots__ = ("asked", "events", "expected", "room", "then")

    def __init__(self, room: str, expected: int, events: Sequence[bytes], then: Then, asked: float) -> None:
        self.room, self.expected, self.events, self.then = room, expected, events, then
        self.asked = asked


class Writer:
    """Takes appends from anybody, and calls back with what became of each."""

    def __init__(self, url: str, read: Read) -> None:
        self._url, self._read = url, read
        self._connections = Connections(url, 1)
        self.processes: set[int] = set()
        """Our connections by their server process: what they announce is no news to us."""
        self._loop = asyncio.get_running_loop()
        self._waiting: deque[_Append] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._task = self._start()

    def append(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        """Without a room and events it only asks whether anything can be written."""
        if self._closed:
            self._loop.call_soon(then, StoreError("the store is closed"))
        else:
            self._waiting.append(_Append(room, expected, events, then, self._loop.time()))
            self._wake.set()

    async def close(self) -> None:
        """Write what waits, unless the database keeps us waiting."""
        self._closed = True
        self._wake.set()
        await asyncio.wait({self._task}, timeout=CLOSING_SECONDS)
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        self._expire(float("inf"), StoreError("the store is closed"))
        self._connections.close()

    def _start(self) -> asyncio.Task[None]:
        task = asyncio.create_task(self._write_forever(), name="quintet-write")
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        """Nobody could move if it stayed so: whatever ended it, start again."""
        if not self._closed:
            error = None if task.cancelled() else task.exception()
            log.error("the task that writes ended, and is started again", exc_info=error)
            self._loop.call_later(RESTART_SECONDS, self._restart)

    def _restart(self) -> None:
        if not self._closed:
            self._wake.set()
            self._task = self._start()

    async def _write_forever(self) -> None:
        pause, last = FIRST_PAUSE, 0
        while not (self._closed and not self._waiting):
            await self._wake.wait()
            self._wake.clear()
            while self._waiting:
                if company := wait_for_company(last):
                    await asyncio.sleep(company)
                batch = self._take()
                last = len(batch)
                try:
                    async with asyncio.timeout_at(self._end_of_attempt(batch)):
                        await self._commit(batch)
                    pause = FIRST_PAUSE
                except Exception as error:
                    self._put_back(batch)
                    self._expire(self._loop.time() + pause - connections.PATIENCE, gone(self._url, error))
                    await asyncio.sleep(pause)
                    pause = min(pause * 2, LONGEST_PAUSE)
                except BaseException:
                    self._put_back(batch)
                    raise

    def _end_of_attempt(self, batch: dict[str, _Append]) -> float:
        oldest = min(job.asked for job in batch.values())
        return max(self._loop.time() + SHORTEST_ATTEMPT, oldest + connections.PATIENCE)

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

    def _put_back(self, batch: dict[str, _Append]) -> None:
        self._waiting.extendleft(reversed(batch.values()))

    def _expire(self, oldest: float, error: StoreError) -> None:
        """Refuse what was asked before then."""
        late = [job for job in self._waiting if job.asked < oldest]
        if late:
            self._waiting = deque(job for job in self._waiting if job.asked >= oldest)
        for job in late:
            answer(job.then, error)

    async def _commit(self, batch: dict[str, _Append]) -> None:
        """Write and answer; what is left in the batch when this fails is still to be answered."""
        jobs = [job for job in batch.values() if job.events]
        async with self._connections.one() as connection:
            self.processes.add(connection.get_server_pid())
            if len(jobs) < len(batch):
                await connection.execute(PROBE, str(self._loop.time()).encode())
                answer(batch.pop("").then, 0)
            added = await self._add(connection, jobs) if jobs else set()
        for job in jobs:
            if job.room in added:
                del batch[job.room]
                answer(job.then, job.expected + len(job.events))
        for job in list(batch.values()):
            ours = await self._was_ours(job)
            del batch[job.room]
            version = job.expected + len(job.events)
            answer(job.then, version if ours else conflict(job.room, job.expected))

    async def _add(self, connection: Any, jobs: list[_Append]) -> set[str]:
        """The rooms of those that could be appended, and now are."""
        rows = await connection.fetch(
            APPEND,
            [job.room for job in jobs],
            [job.expected for job in jobs],
            [job.expected + len(job.events) for job in jobs],
            [job.room for job in jobs for _ in job.events],
            [event for job in jobs for event in job.events],
            CHANNEL,
            list(hints(jobs)),
        )
        return {row[0] for row in rows}

    async def _was_ours(self, job: _Append) -> bool:
        """Is a conflict only our own write, committed just before the connection broke?"""
        try:
            return (await self._read(job.room, job.expected))[: len(job.events)] == list(job.events)
        except DamageError:
            return False


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
