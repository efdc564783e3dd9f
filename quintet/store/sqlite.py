"""The event log in one SQLite file: the default.

One thread owns the only writing connection. It takes everything that is waiting, writes it in one transaction and
then acknowledges all of it, so that a busy server pays one flush to disk for many moves. The log is in WAL mode with
synchronous=FULL: acknowledged means on disk, even if the power goes.

New events are put behind one another in a table without an index, so that a commit writes a page or two, whatever
rooms they are for. Now and then, with nobody waiting for it, the thread sorts them into the table where a room is
quickly found; whoever reads looks in both. A room that begins with something large, such as a board of one's own, is put
there at once, in the same transaction as everything else: to sort that in later would hold up moves.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import sqlite3
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

from quintet.store.archive_sqlite import SqliteArchive, forget_room
from quintet.store.company import wait_for_company
from quintet.store.contract import (
    ConflictError,
    DamageError,
    Store,
    StoreError,
    Then,
    answer,
    check_append,
    check_name,
    conflict,
    gap,
    is_name,
    settle,
)
from quintet.store.explorer_sqlite import SqliteExplorer
from quintet.store.salvage import UNREADABLE, Found, is_damage, problems, save_kept, save_rooms
from quintet.store.schema import (
    INSERT_SORTED,
    MIGRATIONS,
    ONE_VERSION,
    RECENT_VERSIONS,
    SORTED_ROOMS,
    SORTED_VERSION,
    connect,
    forget_cursors,
    insert,
    make_private,
    migrate,
)

__all__ = ["MIGRATIONS", "SqliteStore"]

log = logging.getLogger("quintet.store")

T = TypeVar("T")

PATIENCE = 1.4
"""Seconds that a write waits for another process that is writing."""
LISTEN_EVERY = 1.0
"""Seconds between looks for what another process wrote to the same file."""
REMEMBERED_ROOMS = 10_000
"""More than can have recent events, or these would be read for every append."""
LARGEST_BATCH = 2_000
MOST_RECENT = 4_000
"""Appends after which the new events are sorted in and the log is written back to the file, if no idle moment came."""
ROWS, BYTES = 4, 256
"""So many rows that change at once, or so many bytes that are written, count as much as an append: each row may be on a page
of its own, and moves wait while what is long is sorted in and written back."""
LARGE = 4096
"""Bytes of a room's first events above which these go at once to where they stay."""


class _Append:
    __slots__ = ("events", "expected", "room", "then")

    def __init__(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        self.room, self.expected, self.events, self.then = room, expected, events, then

    @property
    def size(self) -> int:
        """Bytes to write."""
        return sum(map(len, self.events))


class _Write:
    """Any other write: a function run inside the transaction."""

    __slots__ = ("size", "then", "work")

    def __init__(
        self, work: Callable[[sqlite3.Connection], Any], then: Callable[[Any], None], size: int
    ) -> None:
        self.work, self.then, self.size = work, then, size


class SqliteStore(Store):
    """Use `await SqliteStore.open(path)`."""

    def __init__(self, path: Path, loop: asyncio.AbstractEventLoop, rescue: bool) -> None:
        self.path = path
        self._loop = loop
        self._rescue = rescue
        self._saved: Found | None = None
        """What could be read of a damaged file, once somebody has asked for it."""
        self._writer = self._new_writer()
        self._reader = connect(path, rescue=rescue)
        self._reader.text_factory = lambda data: data.decode(errors="replace")
        self._reading = ThreadPoolExecutor(1, thread_name_prefix="quintet-read")
        self.archive = self._archive = SqliteArchive(path, connect(path, rescue=rescue), self._write)
        self.explorer = SqliteExplorer(self._archive.query, self._write)
        self._gathered: list[_Append | _Write] = []
        """What has come in since the event loop last went round."""
        self._waiting: queue.SimpleQueue[list[_Append | _Write] | None] = queue.SimpleQueue()
        self._versions: dict[str, int] | None = None
        """What rooms are at, those with recent events among them; None when that must be read again."""
        self._written: set[str] = set()
        """Those that were written since the recent events were sorted in the last time: the others are forgotten the next time."""
        self._seen: int | None = None
        self._untidy = 0
        self._last = 0
        """How many the last commit was for."""
        self._closed = False
        self._thread = threading.Thread(target=self._write_forever, name="quintet-write", daemon=True)
        self._thread.start()

    @classmethod
    async def open(cls, path: Path, rescue: bool = False) -> SqliteStore:
        """Bring it to today's schema and open it. For a `rescue` a damaged file is opened as it is, and not tidied."""
        hurt = ""
        try:
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            make_private(path)
            try:
                await asyncio.to_thread(migrate, path)
            except UNREADABLE as error:
                if not (rescue and is_damage(error)):
                    raise
                hurt = str(error)
            store = cls(path, asyncio.get_running_loop(), rescue)
            store.hurt = hurt
            return store
        except (sqlite3.Error, UnicodeDecodeError, OSError) as error:
            advice = "; 'quintet store export' saves what is left of it" if is_damage(error) else ""
            raise StoreError(f"the store {path} cannot be opened: {error}{advice}") from error

    def _new_writer(self) -> sqlite3.Connection:
        writer = connect(self.path, PATIENCE, self._rescue)
        writer.execute("PRAGMA wal_autocheckpoint = 0")  # not while somebody waits: see `_tidy_up`
        return writer

    # -- the contract

    def append_then(self, room: str, expected: int, events: Sequence[bytes], then: Then) -> None:
        check_append(room, expected, events)
        self._hand_over(_Append(room, expected, events, then))

    async def read(self, room: str, after: int = 0) -> list[bytes]:
        query = "SELECT version, data FROM every_event WHERE room = ? AND version > ? ORDER BY version"
        events: list[bytes] = []
        try:
            rows = await self._query(query, (room, after)) if is_name(room) else ()
        except DamageError as error:
            raise DamageError(f"room {room} is damaged: {error}") from error
        for version, data in rows:
            after += 1
            if version != after:
                raise gap(room, after)
            if not isinstance(data, bytes):
                raise DamageError(f"room {room} is damaged: its event {version} is none")
            events.append(data)
        return events

    async def salvage(self, room: str) -> dict[int, bytes]:
        if self._saved is None:
            self._saved = await asyncio.to_thread(save_rooms, self.path)
        return dict(sorted(self._saved.get(room, {}).items()))

    async def versions(self, rooms: Sequence[str]) -> dict[str, int]:
        recent = dict(await self._query(RECENT_VERSIONS))
        found = {}
        for room in rooms:
            rows = () if room in recent else await self._query(SORTED_VERSION, (room,))
            found[room] = rows[0][0] or 0 if rows else recent[room]
        return found

    async def rooms(self) -> list[tuple[str, int]]:
        try:
            recent, rows = await self._query(RECENT_VERSIONS), await self._query(SORTED_ROOMS)
        except DamageError:
            saved = await asyncio.to_thread(save_rooms, self.path)
            return sorted((room, max(events)) for room, events in saved.items())
        found = {room: version if isinstance(version, int) else 0 for room, version in (*rows, *recent)}
        return sorted(pair for pair in found.items() if is_name(str(pair[0])))

    async def keep(self, key: str, value: bytes | None) -> None:
        check_name(key)

        def work(writer: sqlite3.Connection) -> None:
            if value is None:
                writer.execute("DELETE FROM kept WHERE key = ?", (key,))
            else:
                writer.execute("INSERT OR REPLACE INTO kept VALUES (?, ?)", (key, value))

        await self._write(work, len(value or b""))

    async def kept(self, prefix: str) -> dict[str, bytes]:
        query = "SELECT key, value FROM kept WHERE key >= ? AND key < ? ORDER BY key"
        try:
            rows = await self._query(query, (prefix, prefix + "\x7f"))  # a key is plain ASCII
            return {key: value for key, value in rows if is_name(str(key)) and isinstance(value, bytes)}
        except DamageError:
            saved = await asyncio.to_thread(save_kept, self.path)
            return {key: value for key, value in saved.items() if key.startswith(prefix)}

    async def first_kept(self, key: str, value: bytes) -> bytes:
        check_name(key)

        def work(writer: sqlite3.Connection) -> bytes:
            writer.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", (key, value))
            kept: bytes = writer.execute("SELECT value FROM kept WHERE key = ?", (key,)).fetchone()[0]
            return kept

        return await self._write(work)

    async def replace_kept(self, key: str, before: bytes | None, value: bytes) -> bool:
        check_name(key)

        def work(writer: sqlite3.Connection) -> bool:
            if before is None:
                done = writer.execute("INSERT OR IGNORE INTO kept VALUES (?, ?)", (key, value))
            else:
                done = writer.execute(
                    "UPDATE kept SET value = ? WHERE key = ? AND value = ?", (value, key, before)
                )
            return done.rowcount == 1

        return await self._write(work)

    async def forget(self, room: str, expected: int) -> bool:
        def work(writer: sqlite3.Connection) -> bool:
            version = writer.execute(ONE_VERSION, (room,)).fetchone()[0]
            if version != expected:
                return False
            for table in ("event", "recent"):
                writer.execute(f"DELETE FROM {table} WHERE room = ?", (room,))  # noqa: S608  (one of ours)
            forget_room(writer, room)
            self._versions = None
            return True

        return await self._write(work)

    async def rest(self) -> None:
        await self._write(forget_cursors)
        await self._loop.run_in_executor(self._reading, forget_cursors, self._reader)
        await self._archive.rest()

    async def probe(self) -> None:
        await self.keep("probe", str(time.monotonic()).encode())

    async def check(self) -> list[str]:
        return await asyncio.to_thread(problems, self.path)

    async def close(self) -> None:
        if self._closed:
            return
        self._closed = True
        self._pass_on()
        self._waiting.put(None)
        await asyncio.to_thread(self._thread.join)
        self._reading.shutdown()
        self._reader.close()
        self._archive.close()
        self._writer.close()

    # -- reading

    async def _query(self, query: str, values: Sequence[Any] = ()) -> list[Any]:
        def work() -> list[Any]:
            return self._reader.execute(query, values).fetchall()

        if self._closed:
            raise StoreError("the store is closed")
        try:
            return await self._loop.run_in_executor(self._reading, work)
        except (sqlite3.Error, UnicodeDecodeError) as error:
            kind = DamageError if is_damage(error) else StoreError
            if kind is DamageError:
                self.hurt = str(error)
            raise kind(f"the store {self.path} cannot be read: {error}") from error

    # -- writing: everything below the line runs in the writing thread

    async def _write(self, work: Callable[[sqlite3.Connection], T], size: int = 0) -> T:
        """Do something in the transaction; `size` is how many bytes that writes, where it may be many."""
        future: asyncio.Future[T] = self._loop.create_future()
        self._hand_over(_Write(work, settle(future), size))
        return await future

    def _hand_over(self, job: _Append | _Write) -> None:
        """Give a job to the thread, together with all that come in the same round of the loop: one commit for them."""
        if self._closed:
            self._loop.call_soon(job.then, StoreError("the store is closed"))
            return
        if not self._gathered:
            self._loop.call_soon(self._pass_on)
        self._gathered.append(job)

    def _pass_on(self) -> None:
        jobs, self._gathered = self._gathered, []
        if jobs:
            self._waiting.put(jobs)

    # ------------------------------------------------------------------------------------------------------------------

    def _write_forever(self) -> None:
        """Whatever goes wrong in a round, there is another: nobody could move without this thread."""
        self._quietly(self._look_for_others)
        self._quietly(self._tidy_up)
        while True:
            try:
                first = self._waiting.get(timeout=LISTEN_EVERY)
            except queue.Empty:
                self._quietly(self._look_for_others)
                if self._untidy:
                    self._quietly(self._tidy_up)
                continue
            if self._write_round(first):
                return

    def _write_round(self, first: list[_Append | _Write] | None) -> bool:
        """Write what waits; was that the last of it?"""
        if pause := wait_for_company(self._last):
            time.sleep(pause)
        jobs, last = self._gather(first)
        self._last = len(jobs)
        if jobs:
            before = self._writer.total_changes
            results = self._commit(jobs)
            rows = self._writer.total_changes - before
            self._untidy += max(len(jobs), rows // ROWS, sum(job.size for job in jobs) // BYTES)
            self._in_loop(self._acknowledge, jobs, results)
            del jobs, results  # the loop made them, and lets go of them while they are still at hand there
        if last or self._untidy >= MOST_RECENT:
            self._quietly(self._tidy_up)
        return last

    @staticmethod
    def _quietly(work: Callable[[], None]) -> None:
        """What fails now is done the next time."""
        try:
            work()
        except Exception as error:
            log.debug("the store will try again: %s", error)

    def _gather(self, first: list[_Append | _Write] | None) -> tuple[list[_Append | _Write], bool]:
        """Everything that waits now, and whether it ends with the wish to close."""
        jobs: list[_Append | _Write] = []
        more = first
        while more is not None:
            jobs += more
            more.clear()
            if len(jobs) >= LARGEST_BATCH or self._waiting.empty():
                return jobs, False
            more = self._waiting.get()
        return jobs, True

    def _commit(self, jobs: list[_Append | _Write]) -> list[Any]:
        """One transaction for all the jobs; the answer to each, or the error."""
        writer = self._writer
        try:
            writer.execute("BEGIN IMMEDIATE")
            self._look_for_others()
            values: list[Any] = []
            results = [
                self._place(job, values) if isinstance(job, _Append) else job.work(writer) for job in jobs
            ]
            insert(writer, values)
            writer.execute("COMMIT")
        except Exception as error:
            self._roll_back()
            return [StoreError(f"the store {self.path} cannot be written: {error}")] * len(jobs)
        return results

    def _place(self, job: _Append, values: list[Any]) -> int | ConflictError:
        """Put room, version and data of each of its events behind the others'."""
        room, version = job.room, job.expected
        versions = self._versions
        if versions is None or len(versions) > REMEMBERED_ROOMS:
            versions = self._versions = dict(self._writer.execute(RECENT_VERSIONS))
            versions |= dict(zip(values[::3], values[1::3], strict=True))
        has = versions.get(room)
        if has is None:
            has = self._writer.execute(SORTED_VERSION, (room,)).fetchone()[0] or 0
        if has != version:
            versions[room] = has
            return conflict(room, version, has)
        first, version = version + 1, version + len(job.events)
        if first == 1 and job.size > LARGE:
            rows = ((room, number, event) for number, event in enumerate(job.events, first))
            self._writer.executemany(INSERT_SORTED, rows)
        else:
            for number, event in enumerate(job.events, first):
                values += (room, number, event)
        versions[room] = version
        self._written.add(room)
        return version

    def _roll_back(self) -> None:
        """Undo what was begun; a connection that cannot even do that is replaced."""
        self._versions = None
        try:
            if self._writer.in_transaction:
                self._writer.execute("ROLLBACK")
        except sqlite3.Error:
            self._writer.close()
            self._quietly(self._replace_writer)

    def _replace_writer(self) -> None:
        self._writer = self._new_writer()

    def _tidy_up(self) -> None:
        """Sort the recent events in, and write the log back to the file."""
        writer, self._untidy = self._writer, 0
        if self._rescue:
            return
        try:
            writer.execute("BEGIN IMMEDIATE")
            writer.execute("INSERT INTO event SELECT room, version, data FROM recent ORDER BY room, version")
            writer.execute("DELETE FROM recent")
            writer.execute("COMMIT")
            if self._versions is not None:
                self._versions = {
                    room: self._versions[room] for room in self._written if room in self._versions
                }
            self._written = set()
            writer.execute("PRAGMA wal_checkpoint(PASSIVE)")
        except sqlite3.Error:
            self._roll_back()

    def _look_for_others(self) -> None:
        """If another process wrote, forget what we remember of the rooms and say so."""
        seen = self._data_version()
        if seen != self._seen:
            self._seen = seen
            self._versions = None
            self._in_loop(self._tell, None, 0)

    def _data_version(self) -> int:
        version: int = self._writer.execute("PRAGMA data_version").fetchone()[0]
        return version

    def _in_loop(self, call: Callable[..., None], *values: Any) -> None:
        if not self._loop.is_closed():
            self._loop.call_soon_threadsafe(call, *values)

    @staticmethod
    def _acknowledge(jobs: list[_Append | _Write], results: list[Any]) -> None:
        for job, result in zip(jobs, results, strict=True):
            answer(job.then, result)
