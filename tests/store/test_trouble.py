"""A real PostgreSQL that is restarted, stopped, killed, stalled or full, while a store writes to it."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager

import asyncpg
import pytest

from quintet.store import Store, StoreError, open_store
from tests.postgres import Cluster, cluster
from tests.waiting import PATIENCE, until

ROOMS = 12
TERMINATE = """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
               WHERE application_name = 'quintet' AND datname = current_database()"""


@pytest.fixture(scope="module")
def doomed() -> Iterator[Cluster]:
    """A PostgreSQL for these tests alone."""
    with cluster(connections=30) as running:
        yield running


class Load:
    """Rooms that are written to without a pause; what is refused is asked again."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.acknowledged: Counter[str] = Counter()
        self.refused = 0

    async def write(self, room: str) -> None:
        while True:
            version = self.acknowledged[room]
            try:
                self.acknowledged[room] = await self.store.append(room, version, [b"%d" % (version + 1)])
            except StoreError:
                self.refused += 1

    async def goes_on(self) -> None:
        """Wait until every room has been written to again."""
        before = self.acknowledged.copy()
        await until(lambda: all(self.acknowledged[room] > before[room] + 3 for room in names()))


def names() -> list[str]:
    return [f"room{number}" for number in range(ROOMS)]


@asynccontextmanager
async def load_on(url: str) -> AsyncIterator[Load]:
    """A store under load; afterwards everything acknowledged must be there, once and in order."""
    store = await open_store(url)
    load = Load(store)
    tasks = [asyncio.create_task(load.write(room)) for room in names()]
    try:
        await load.goes_on()
        yield load
        await load.goes_on()
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.wait_for(store.close(), PATIENCE)
    again = await open_store(url)
    for room in names():
        events = await again.read(room)
        assert events == [b"%d" % n for n in range(1, len(events) + 1)]
        assert len(events) >= load.acknowledged[room]
    await again.close()


def stop_at_once(server: Cluster) -> None:
    server.stop("immediate")
    server.start()


def stop_in_order(server: Cluster) -> None:
    server.stop("fast")
    server.start()


def kill(server: Cluster) -> None:
    server.kill()
    server.start()


@pytest.mark.parametrize("trouble", [stop_at_once, stop_in_order, kill])
async def test_writing_goes_on_after_restarts_under_load(
    doomed: Cluster, trouble: Callable[[Cluster], None]
) -> None:
    async with load_on(doomed.database()) as load:
        for _ in range(3):
            await asyncio.to_thread(trouble, doomed)
            await load.goes_on()


async def test_writing_goes_on_when_its_connections_are_ended_again_and_again(doomed: Cluster) -> None:
    url = doomed.database()
    async with load_on(url) as load:
        for _ in range(10):
            connection = await asyncpg.connect(url)
            assert len(await connection.fetch(TERMINATE)) >= 1
            await connection.close()
            await load.goes_on()


async def test_whoever_writes_to_a_stopped_database_is_refused_until_it_is_back(doomed: Cluster) -> None:
    async with load_on(doomed.database()) as load:
        await asyncio.to_thread(doomed.stop)
        refused = load.refused
        await until(lambda: load.refused >= refused + 2 * ROOMS)
        with pytest.raises(StoreError, match="does not answer"):
            await load.store.read("room1")
        with pytest.raises(StoreError, match="does not answer"):
            await load.store.probe()
        await asyncio.to_thread(doomed.start)
        await load.goes_on()
        await load.store.probe()


async def test_a_database_that_hangs_is_no_different_from_one_that_is_gone(doomed: Cluster) -> None:
    async with load_on(doomed.database()) as load:
        doomed.pause()
        try:
            refused = load.refused
            await until(lambda: load.refused >= refused + 2 * ROOMS)
            for _ in range(6):  # more than there are connections to read with
                with pytest.raises(StoreError, match="does not answer"):
                    await load.store.read("room1")
        finally:
            doomed.go_on()
        await load.goes_on()
        assert await load.store.read("room1")


async def test_a_database_without_connections_to_spare_is_waited_for(doomed: Cluster) -> None:
    url = doomed.database()
    async with load_on(url) as load:
        held = [await asyncpg.connect(url)]
        await held[0].execute(TERMINATE)
        refused = load.refused
        while load.refused < refused + ROOMS:  # our own are taken by somebody else as soon as they are free
            try:
                held.append(await asyncpg.connect(url))
            except asyncpg.TooManyConnectionsError:
                await held[0].execute(TERMINATE)
                await asyncio.sleep(0.01)
        await asyncio.gather(*(connection.close() for connection in held))
        await load.goes_on()


async def test_a_task_that_writes_is_started_again_whatever_ended_it(doomed: Cluster) -> None:
    async with load_on(doomed.database()) as load:
        for _ in range(3):
            writing = [task for task in asyncio.all_tasks() if task.get_name() == "quintet-write"]
            assert len(writing) == 1
            writing[0].cancel()
            await load.goes_on()


@pytest.mark.parametrize("trouble", ["pause", "stop"])
async def test_closing_ends_even_if_the_database_is_gone(doomed: Cluster, trouble: str) -> None:
    store = await open_store(doomed.database())
    await store.append("room", 0, [b"1"])
    await asyncio.to_thread(doomed.pause if trouble == "pause" else doomed.stop)
    try:
        late = store.append("late", 0, [b"1"])
        await asyncio.wait_for(store.close(), PATIENCE)
        with pytest.raises(StoreError):
            await late
    finally:
        await asyncio.to_thread(doomed.go_on if trouble == "pause" else doomed.start)
