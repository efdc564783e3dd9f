"""Thinking on other machines: questions travel as jobs of procrastinate, a task queue kept in the same PostgreSQL.

A job says only which room, seat and version it is about. The worker that takes it reads the room from the store, thinks,
and appends the answer to the room itself, as any node would; so the answer needs no way back, and whoever asked hears
of it as of any other event. If the answer is late the node asks again: what was decided twice is accepted once.
"""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from typing import Any

import msgspec
import procrastinate
from procrastinate.exceptions import AlreadyEnqueued, ConnectorException

from quintet.games import GAMES
from quintet.inputs import UsageError
from quintet.server import loop
from quintet.server.hub import load_table, milliseconds
from quintet.server.identity import Identity
from quintet.server.logs import note, set_up_logs
from quintet.server.machines import MACHINES, PoolWorkers, for_whom, still_owed
from quintet.server.pool import Pool, PoolError
from quintet.server.room import Room
from quintet.server.times import Times
from quintet.server.worker import Question, Reply
from quintet.store import Store, StoreError, open_store
from quintet.store.postgres import PostgresStore
from quintet.store.remembering import archive_key, look
from quintet.table import Need
from quintet.table.machines import NeedKind, pending_machines

QUEUE = "quintet"
TASK = "quintet.answer"
STUDY_TASK = "quintet.study"
ANSWERS = "answer/"
"""Under this the answer to a question that is no room's is kept, until whoever asked has it."""
LOOK_SECONDS, GIVE_UP_SECONDS = 0.25, 120.0
"""How often one looks whether it is there, and when nobody waits any longer."""
ASK_AGAIN = (3.0, 5.0, 10.0)
"""Seconds until the first, second and every later time of asking again."""
BEGIN_AGAIN_SECONDS = 1.0
LEAVE_SECONDS = 5.0
"""How long a worker that was told to stop tries to do so in order."""
BEFORE = """
    SELECT count(*) AS before FROM procrastinate_jobs AS other, procrastinate_jobs AS own
    WHERE own.queueing_lock = %(lock)s AND own.status = 'todo' AND other.queue_name = %(queue)s
      AND other.status = 'todo' AND (other.priority, -other.id) > (own.priority, -own.id)
"""
"""How many jobs are taken before this one."""


def make_app(url: str) -> procrastinate.App:
    return procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=url, min_size=1, max_size=4))


async def ensure_schema(store: PostgresStore) -> None:
    """Make the queue's own tables, once for all who share the database."""
    from procrastinate.schema import SchemaManager

    await store.run_script_once("procrastinate_jobs", SchemaManager.get_schema())


# --- the node that asks -----------------------------------------------------------------------------------------------


class QueueWorkers:
    """Defers jobs, and defers them again while nothing comes back."""

    def __init__(self, app: procrastinate.App, store: Store) -> None:
        self._app, self._store = app, store
        self._asked: Counter[str] = Counter()
        """By guest, how many questions of this node wait now: the next one of a guest who has many comes after others' first."""

    async def meet(self, room: Room, need: Need) -> None:
        with self._ranked(for_whom(room.table, need)) as rank:
            try:
                await self._ask(room, need, -rank)
            finally:
                room.wait_behind(need, 0)

    async def ask(self, asked: Question, guest: str, told: Callable[[int], None]) -> Reply:
        """The answer comes back as a kept value, for there is no room to give it to."""
        key = f"{ANSWERS}{secrets.token_hex(16)}"
        with self._ranked(guest) as rank:
            job = self._app.configure_task(STUDY_TASK, queue=QUEUE, queueing_lock=key, priority=-rank)
            try:
                await self._store.keep(key, b"")  # somebody waits: without this nothing is kept
                await job.defer_async(key=key, question=msgspec.json.encode(asked).decode(), guest=guest)
                async with asyncio.timeout(GIVE_UP_SECONDS):
                    while not (found := (await self._store.kept(key)).get(key)):
                        told(await self._before(key, key))
                        await asyncio.sleep(LOOK_SECONDS)
            except (ConnectorException, TimeoutError) as error:
                raise PoolError(f"no worker answered: {error}") from error
            finally:
                told(0)
                await self._store.keep(key, None)
        reply = msgspec.json.decode(found, type=Reply)
        if reply.error:
            raise PoolError(reply.error)
        return reply

    @contextmanager
    def _ranked(self, guest: str) -> Iterator[int]:
        """For as long as a question of this guest waits: how many others of the same guest do."""
        rank = self._asked[guest]
        self._asked[guest] += 1
        try:
            yield rank
        finally:
            self._asked[guest] -= 1
            if not self._asked[guest]:
                del self._asked[guest]

    async def _ask(self, room: Room, need: Need, priority: int) -> None:
        attempt = 0
        while still_owed(room, need):
            room.wait_behind(need, await self._defer(room.id, need, priority))
            patience = ASK_AGAIN[min(attempt, len(ASK_AGAIN) - 1)]
            attempt += 1
            with suppress(TimeoutError):
                async with asyncio.timeout(patience):
                    await room.changed_from(room.table.version)

    async def _defer(self, room: str, need: Need, priority: int) -> int:
        """Have a worker take it; how many others come before it, if it has waited for one already."""
        lock = f"{room} {need.seat} {need.kind} {need.version}"
        job = self._app.configure_task(TASK, queue=QUEUE, queueing_lock=lock, priority=priority)
        try:
            await job.defer_async(room=room, seat=need.seat, kind=need.kind, version=need.version)
        except AlreadyEnqueued:  # nobody has taken it yet
            return await self._before(room, lock)
        except ConnectorException as error:
            note("queue failed", room=room, error=str(error))
        return 0

    async def _before(self, room: str, lock: str) -> int:
        try:
            row = await self._app.connector.execute_query_one_async(BEFORE, queue=QUEUE, lock=lock)
        except ConnectorException as error:
            note("queue failed", room=room, error=str(error))
            return 0
        return int(row["before"])


@asynccontextmanager
async def queue_workers(store: Store) -> AsyncIterator[QueueWorkers]:
    app = make_app(await _queue_url(store))
    async with app.open_async():
        yield QueueWorkers(app, store)


async def _queue_url(store: Store) -> str:
    if not isinstance(store, PostgresStore):
        raise UsageError(
            "workers on other machines need a PostgreSQL store: --store postgres://USER@HOST/DATABASE"
        )
    await ensure_schema(store)
    return store.url


# --- the worker that answers ------------------------------------------------------------------------------------------


def run_worker(url: str | None, processes: int, *, lazy: bool = False) -> None:
    """Work until SIGINT or SIGTERM."""

    async def until_signal() -> None:
        stop = asyncio.Event()

        def end(_: int) -> None:
            stop.set()
            asyncio.get_running_loop().call_later(LEAVE_SECONDS, leave)

        with loop.stopping(end):
            await work(url, Pool(processes, games=() if lazy else GAMES), stop)

    loop.run(until_signal())


def leave() -> None:
    """Without a goodbye: the queue would wait for its database, which may be gone. What was not answered is asked again,
    and the processes that think end with this one."""
    note("worker left", why="the database does not answer")
    os._exit(0)


async def work(url: str | None, pool: Pool, stop: asyncio.Event) -> None:
    """Take jobs until told to stop."""
    set_up_logs("info")
    store = await open_store(url)
    try:
        app = make_app(await _queue_url(store))
        around = _Around(store)
        workers = PoolWorkers(pool, (await Identity.open(store)).key(MACHINES))

        @app.task(name=TASK, queue=QUEUE)
        async def answer(room: str, seat: int, kind: NeedKind, version: int) -> None:
            await _answer(around, workers, room, (seat, kind, version))

        @app.task(name=STUDY_TASK, queue=QUEUE)
        async def study(key: str, question: str, guest: str) -> None:
            await _study(store, pool, key, msgspec.json.decode(question, type=Question), guest)

        async with app.open_async():
            note("worker ready", processes=pool.size)
            pool.start()
            working = asyncio.create_task(_take_jobs(app, pool.size))
            stopping = asyncio.create_task(stop.wait())
            await asyncio.wait({working, stopping}, return_when=asyncio.FIRST_COMPLETED)
            for task in (working, stopping):
                task.cancel()
            await asyncio.gather(working, stopping, return_exceptions=True)
    finally:
        await pool.close()
        await store.close()


async def _take_jobs(app: procrastinate.App, at_once: int) -> None:
    """Without end: whatever stops the queue, such as a database that is restarted, it is begun again."""
    while True:
        try:
            await app.run_worker_async(
                queues=[QUEUE], concurrency=at_once, install_signal_handlers=False,
                delete_jobs="always", fetch_job_polling_interval=1.0,
            )  # fmt: skip
        except Exception as error:
            note("queue failed", error=str(error))
        await asyncio.sleep(BEGIN_AGAIN_SECONDS)


class _Around:
    """What a room needs around it, in a worker: a store and the time. Nobody watches here."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, milliseconds
        self.counts: Counter[str] = Counter()
        self.times = Times()
        self._tasks: set[asyncio.Task[None]] = set()

    def changed(self, room: Room, own: bool) -> None:
        pass

    def ended(self, room: Room) -> None:
        """No server may be looking at this room: write it down here."""
        self.start(self._write_down(room.id))

    def joined(self, room: Room, guest: str | None) -> None:
        pass

    async def _write_down(self, room: str) -> None:
        try:
            await look(self.store, room, await archive_key(self.store), asyncio.to_thread)
        except (StoreError, ValueError, LookupError) as error:  # a server will, when it next looks round
            note("room not archived", room=room, error=str(error))

    def due(self, room: Room) -> None:
        asyncio.get_running_loop().call_soon(room.work)

    def start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)


async def _study(store: Store, pool: Pool, key: str, question: Question, guest: str) -> None:
    """Answer what is no room's; whoever asked finds it under the key, or has given up."""
    try:
        reply = await pool.ask(question, guest)
    except PoolError as error:
        reply = Reply(error=str(error))
    try:
        if key in await store.kept(key):
            await store.keep(key, msgspec.json.encode(reply))
    except StoreError as error:
        note("store failed", key=key, error=str(error))


async def _answer(around: _Around, workers: PoolWorkers, name: str, asked: tuple[int, NeedKind, int]) -> None:
    """Answer one job, unless somebody has done so already."""
    try:
        table = await load_table(around.store, name)
    except StoreError as error:  # whoever wants it asks again
        note("store failed", room=name, error=str(error))
        return
    if table is None:
        return
    for need in pending_machines(table):
        if (need.seat, need.kind, need.version) == asked:
            room = Room(table, around)
            try:
                await workers.meet(room, need)
                await room.settled()
            except PoolError as error:
                note("machine did not answer", room=name, error=str(error))
            finally:
                room.stop()
