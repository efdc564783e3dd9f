"""How a running server looks after its store."""

from __future__ import annotations

import asyncio
import time

import pytest

from quintet.server import upkeep
from quintet.server.upkeep import Upkeep
from quintet.store import StoreError
from quintet.store.memory import MemoryStore
from quintet.store.retention import DAY_MS
from quintet.table.commands import Create
from quintet.wire.client import Client
from tests.server.harness import serving
from tests.store.test_retention import created
from tests.waiting import until


async def test_a_server_lets_go_of_useless_rooms_and_leaves_those_with_people_in_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    prune, somebody_is_there = Upkeep.prune, asyncio.Event()

    async def prune_then(self: Upkeep) -> None:
        await somebody_is_there.wait()
        await prune(self)

    monkeypatch.setattr(Upkeep, "prune", prune_then)
    monkeypatch.setattr(upkeep, "FIRST_PRUNE_SECONDS", 0.0)
    monkeypatch.setattr(upkeep, "PRUNE_EVERY_SECONDS", 0.1)
    old = time.time_ns() // 1_000_000 - 31 * DAY_MS
    async with serving() as node, Client(node.address) as ann:
        store = node.hub.store
        for room in ("watched", "empty"):
            await store.append(room, 0, [created(room, old)])
        lately = await ann.create(Create(name="Lately", game="reversi"))
        await ann.join("watched")
        somebody_is_there.set()

        async def gone() -> bool:
            return not await store.read("empty")

        await until(gone)
        assert {room for room, _ in await store.rooms()} == {"watched", lately}
        await store.append("later", 0, [created("later", old)])

        async def gone_too() -> bool:
            return not await store.read("later")

        await until(gone_too)


async def test_a_server_that_should_keep_everything_does(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "FIRST_PRUNE_SECONDS", 0.0)
    async with serving(prune_days=0) as node:
        await node.hub.store.append("empty", 0, [created("empty", 1)])
        await asyncio.sleep(0.1)
        assert await node.hub.store.read("empty")


class Counting(MemoryStore):
    """Counts how often it is asked whether it can be written to, and says no when told to."""

    asked, broken = 0, False

    async def probe(self) -> None:
        self.asked += 1
        await asyncio.sleep(0.01)
        if self.broken:
            raise StoreError("no space left in /secret/place")


async def test_many_who_ask_how_the_store_is_cost_one_write(monkeypatch: pytest.MonkeyPatch) -> None:
    store = Counting()
    kept = Upkeep(store, {}, 30)
    assert await asyncio.gather(*(kept.trouble() for _ in range(50))) == [None] * 50
    assert store.asked == 1
    store.broken = True
    monkeypatch.setattr(upkeep, "FRESH_SECONDS", 0.0)
    assert await kept.trouble() == "The server cannot write to its store now."
    assert store.asked == 2


async def test_a_store_that_never_answers_is_trouble_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upkeep, "ANSWER_SECONDS", 0.05)

    class Silent(MemoryStore):
        async def probe(self) -> None:
            await asyncio.Event().wait()

    assert await Upkeep(Silent(), {}, 30).trouble() == "The server cannot write to its store now."
