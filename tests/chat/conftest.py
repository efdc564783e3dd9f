"""A Discord on loopback, a bot on it, and people."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path
from typing import TypeAlias

import pytest

from quintet.chat import calls, display, words
from quintet.chat.bot import QuintetBot
from quintet.chat.places import Places
from quintet.chat.run import Settings, house, stay_connected
from quintet.table import draft
from tests.chat.fake_discord import TOKEN, FakeDiscord, Person, fake_discord
from tests.waiting import until

Running: TypeAlias = Callable[..., AbstractAsyncContextManager[QuintetBot]]


@pytest.fixture(autouse=True)
def short_waits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(draft, "COUNTDOWN_MS", 50)
    monkeypatch.setattr(display, "PAUSE_SECONDS", 0.02)
    monkeypatch.setattr(display, "COUNT_SECONDS", 0.3)
    monkeypatch.setattr(calls, "PRESENT_SECONDS", 0.0)
    monkeypatch.setattr(words, "PICTURE_SIZE", 60)


@pytest.fixture
async def fake(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[FakeDiscord]:
    async with fake_discord(monkeypatch) as running:
        yield running


@pytest.fixture
def running(fake: FakeDiscord, tmp_path: Path) -> Running:
    """The bot as `quintet discord` runs it, on a store of its own unless told otherwise."""

    @asynccontextmanager
    async def run(places: tuple[Places, ...] = (), **settings: object) -> AsyncIterator[QuintetBot]:
        chosen = {"lazy": True, "store": f"sqlite:{tmp_path / 'store.sqlite3'}", **settings}
        async with house(Settings(**chosen)) as home:  # type: ignore[arg-type]  # what a test gives
            bot = QuintetBot(home, list(places), guild_ready_timeout=0.05)  # there is one server only
            task = asyncio.create_task(stay_connected(bot, TOKEN))
            await until(lambda: bot.is_ready() or task.done(), 60)
            if task.done():
                await task
            try:
                yield bot
            finally:
                task.cancel()
                await asyncio.gather(task, return_exceptions=True)

    return run


@pytest.fixture
async def bot(running: Running) -> AsyncIterator[QuintetBot]:
    async with running() as connected:
        yield connected


@pytest.fixture
def ann(fake: FakeDiscord) -> Person:
    return Person(fake, 11, "Ann")


@pytest.fixture
def ben(fake: FakeDiscord) -> Person:
    return Person(fake, 12, "Ben")


@pytest.fixture
def cat(fake: FakeDiscord) -> Person:
    return Person(fake, 13, "Cat")


@pytest.fixture
def admin(fake: FakeDiscord) -> Person:
    return Person(fake, 14, "Dora", admin=True)
