"""Servers that miss each other."""

from __future__ import annotations

import asyncio

from quintet.server.hub import milliseconds
from quintet.server.neighbours import PREFIX, Neighbours
from quintet.store import open_store
from quintet.store.memory import MemoryStore
from tests.waiting import until


async def test_a_server_that_fell_silent_is_missed_once(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    await store.keep(PREFIX + "dead", b"1")
    await store.keep(PREFIX + "alive", str(milliseconds()).encode())
    missed: list[int] = []
    watching = asyncio.create_task(Neighbours(store, milliseconds, lambda: missed.append(1)).watch())
    await until(lambda: bool(missed))
    signs = await store.kept(PREFIX)
    assert PREFIX + "dead" not in signs
    assert len(signs) == 2
    watching.cancel()
    await store.close()
    assert missed == [1]


async def test_a_server_that_leaves_is_not_missed(postgres_url: str) -> None:
    store = await open_store(postgres_url)
    neighbours = Neighbours(store, milliseconds, lambda: None)
    watching = asyncio.create_task(neighbours.watch())

    async def signed() -> bool:
        return bool(await store.kept(PREFIX))

    await until(signed)
    watching.cancel()
    await neighbours.leave()
    assert await store.kept(PREFIX) == {}
    await store.close()


async def test_a_store_of_ones_own_needs_no_signs() -> None:
    store = MemoryStore()
    await Neighbours(store, milliseconds, lambda: None).watch()
    assert await store.kept("") == {}
