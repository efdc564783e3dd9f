"""Connections to PostgreSQL, thrown away and made anew whatever goes wrong on them.

A driver that loses its server in the middle of an answer may say so in many ways, and not all of them are documented.
So nothing here asks what kind of failure it was: the connection is closed, and the next attempt gets another.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, TypeVar

import asyncpg

from quintet.store.contract import DamageError, StoreError

T = TypeVar("T")

PATIENCE = 1.4
"""Seconds that whoever asks waits for a database that is gone, before they are told."""
FIRST_PAUSE, LONGEST_PAUSE = 0.02, 0.2
"""Seconds between attempts."""
SETTINGS = {"synchronous_commit": "on", "application_name": "quintet"}


async def connect(url: str) -> Any:
    return await asyncpg.connect(url, server_settings=SETTINGS, timeout=10)


class Connections:
    """A few connections, made when they are needed; one on which anything failed is never used again."""

    def __init__(self, url: str, most: int) -> None:
        self._url = url
        self._places = asyncio.Semaphore(most)
        self._idle: list[Any] = []
        self._closed = False

    @asynccontextmanager
    async def one(self) -> AsyncIterator[Any]:
        """A connection for as long as the block lasts."""
        async with self._places:
            connection = await self._take()
            try:
                yield connection
            except BaseException:
                connection.terminate()
                raise
            if self._closed:
                connection.terminate()
            else:
                self._idle.append(connection)

    async def _take(self) -> Any:
        while self._idle:
            connection = self._idle.pop()
            if not connection.is_closed():
                return connection
        return await connect(self._url)

    def close(self) -> None:
        """Without a farewell, for which a database that is gone would let us wait."""
        self._closed = True
        for connection in self._idle:
            connection.terminate()


async def insist(url: str, attempt: Callable[[], Awaitable[T]]) -> T:
    """Try until it succeeds or the database has been gone for too long."""
    loop = asyncio.get_running_loop()
    end, pause = loop.time() + PATIENCE, FIRST_PAUSE
    while True:
        try:
            async with asyncio.timeout_at(end):
                return await attempt()
        except (asyncpg.DataCorruptedError, asyncpg.IndexCorruptedError) as error:
            raise DamageError(f"the store {shown(url)} is damaged: {error}") from error
        except Exception as error:
            if loop.time() + pause > end:
                raise gone(url, error) from error
        await asyncio.sleep(pause)
        pause = min(pause * 2, LONGEST_PAUSE)


def gone(url: str, error: BaseException) -> StoreError:
    why = str(error) or "no answer in time"
    return StoreError(f"the store {shown(url)} does not answer: {why}")


def shown(url: str) -> str:
    """The address without the password, for a sentence."""
    scheme, _, rest = url.partition("://")
    return f"{scheme}://{rest.rpartition('@')[2].partition('?')[0]}"
