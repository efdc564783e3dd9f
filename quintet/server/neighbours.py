"""The other servers of the same store: each leaves a sign of life, and misses those who stop.

A server that is killed cannot say which of its players are gone. Those who miss it ask that of everybody in their own
rooms; a player who is still connected somewhere is reported present again by that server at once.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable

from quintet.server.around import Clock
from quintet.server.logs import note
from quintet.store import Store, StoreError

PREFIX = "node/"
SIGN_SECONDS = 5.0
DEAD_MS = 20_000
"""How long a server may be silent: long enough for its players to have come back elsewhere."""


class Neighbours:
    """Signs of life in a store that several servers share; nothing at all in one that is ours alone."""

    def __init__(self, store: Store, clock: Clock, died: Callable[[], None]) -> None:
        self._store, self._clock, self._died = store, clock, died
        self._key = PREFIX + secrets.token_hex(6)

    async def watch(self) -> None:
        while self._store.shared:
            try:
                await self._store.keep(self._key, str(self._clock()).encode())
                await self._look()
            except (StoreError, ValueError) as error:
                note("store failed", error=str(error))
            await asyncio.sleep(SIGN_SECONDS)

    async def leave(self) -> None:
        """Say that we stop, so that nobody misses us."""
        if self._store.shared:
            await self._store.keep(self._key, None)

    async def _look(self) -> None:
        oldest = self._clock() - DEAD_MS
        for key, sign in (await self._store.kept(PREFIX)).items():
            if key != self._key and int(sign) < oldest:
                note("neighbour missing", node=key.removeprefix(PREFIX))
                await self._store.keep(key, None)
                self._died()
