"""What only the PostgreSQL store does: it survives its server, and hears other nodes again after a break."""

from __future__ import annotations

import asyncio

import asyncpg
import pytest

from quintet.store import StoreError, connections, open_store
from quintet.store.postgres import MIGRATIONS
from tests.postgres import cluster
from tests.waiting import PATIENCE, until


async def test_a_newer_schema_is_refused(postgres_url: str) -> None:
    await (await open_store(postgres_url)).close()
    connection = await asyncpg.connect(postgres_url)
    await connection.execute("INSERT INTO quintet_schema VALUES ($1)", len(MIGRATIONS) + 1)
    await connection.close()
    with pytest.raises(StoreError, match="use a newer quintet"):
        await open_store(postgres_url)


async def test_nodes_that_start_together_make_the_schema_once(postgres_url: str) -> None:
    stores = await asyncio.gather(*(open_store(postgres_url) for _ in range(4)))
    for store in stores:
        await store.close()


@pytest.mark.parametrize("host", ["localhost", "127.0.0.1"])
async def test_a_database_that_is_not_there_is_refused_without_its_password(host: str) -> None:
    told = rf"the store postgres://{host}:1/x cannot be opened: no server runs there$"
    with pytest.raises(StoreError, match=told) as refusal:
        await open_store(f"postgres://me:sesame@{host}:1/x")
    assert "sesame" not in str(refusal.value)


async def test_a_killed_listener_catches_up(postgres_url: str) -> None:
    writer, reader = await open_store(postgres_url), await open_store(postgres_url)
    news = asyncio.Event()
    reader.subscribe(lambda *_: news.set())
    connection = await asyncpg.connect(postgres_url)
    killed = await connection.fetch(
        """SELECT pg_terminate_backend(pid) FROM pg_stat_activity
           WHERE query LIKE 'LISTEN%' AND datname = current_database()"""
    )
    assert len(killed) == 2
    await connection.close()
    await writer.append("r", 0, [b"1"])
    await until(news.is_set)
    assert await reader.read("r") == [b"1"]
    news.clear()
    await writer.append("r", 1, [b"2"])
    await until(news.is_set)
    await writer.close()
    await reader.close()


async def test_appends_outlive_a_crash_of_the_database(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connections, "PATIENCE", PATIENCE)
    with cluster() as own:
        store = await open_store(own.database())
        version = await store.append("r", 0, [b"0"])
        own.stop()
        asked = store.append("r", version, [b"1"])
        await asyncio.sleep(0.1)
        assert not asked.done()
        own.start()
        assert await asked == 2
        assert await store.read("r") == [b"0", b"1"]
        await store.close()


async def test_hints_stay_below_the_limit_of_a_notification(postgres_url: str) -> None:
    writer, reader = await open_store(postgres_url), await open_store(postgres_url)
    heard: dict[str | None, int] = {}
    reader.subscribe(lambda name, version: heard.update({name: version}))
    rooms = [f"{n:03}-" + "x" * 90 for n in range(400)]
    await asyncio.gather(*(writer.append(room, 0, [b"x"]) for room in rooms))
    await until(lambda: heard.keys() >= set(rooms))
    await writer.close()
    await reader.close()
