"""Looking after the store while the server runs: what is damaged is told, and what nobody needs is let go."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Mapping

from quintet.server.logs import note
from quintet.server.room import Room
from quintet.store import DamageError, Store, StoreError
from quintet.store.health import hurt_rooms
from quintet.store.retention import let_go

REST = 4.0
"""For each second of looking, so many of leaving the machine to the players."""
FIRST_PRUNE_SECONDS = 600.0
PRUNE_EVERY_SECONDS = 24 * 3600.0
FRESH_SECONDS = 1.0
"""How long what is known of the store's health serves others who ask."""
ANSWER_SECONDS = 2.0


class Upkeep:
    """Of one node's store."""

    def __init__(self, store: Store, rooms: Mapping[str, Room], prune_days: int) -> None:
        self._store, self._rooms, self._prune_days = store, rooms, prune_days
        self.hurt: dict[str, str] = {}
        """Rooms that are not served, and what is wrong with them."""
        self.looked = asyncio.Event()
        """Set when every room has been looked at."""
        self._pulse: asyncio.Task[str | None] | None = None
        self._felt_at = 0.0

    # -- damage

    async def look_for_damage(self, tell: Callable[[str], None] = print) -> None:
        """Once, at the start: name everything that is hurt, in the log and on the terminal."""
        try:
            problems = await self._store.check()
            for problem in problems:
                note("store damaged", logging.WARNING, error=problem)
            began = time.monotonic()
            async for room, hurt in hurt_rooms(self._store):
                if hurt is not None:
                    self.found_hurt(room, hurt)
                await asyncio.sleep(REST * (time.monotonic() - began))
                began = time.monotonic()
        except StoreError as error:
            note("store failed", error=str(error))
            return
        if self.hurt or problems:
            tell(
                f"The store is damaged: {len(self.hurt)} rooms cannot be opened, all others can."
                " 'quintet store check' says what is wrong, 'quintet store export' saves what is left."
            )
        self.looked.set()

    def found_hurt(self, room: str, problem: str) -> None:
        """Nobody may open this room any more, and whoever is there has to leave it."""
        self.hurt[room] = problem
        note("room damaged", logging.WARNING, room=room, error=problem)
        if room in self._rooms:
            self._rooms[room].put_all_out("damaged")

    def need_whole(self, room: str) -> None:
        if room in self.hurt:
            raise DamageError(self.hurt[room])

    # -- letting go

    async def prune_daily(self) -> None:
        """Let go of what nobody needs, a while after the start and then every day."""
        await asyncio.sleep(FIRST_PRUNE_SECONDS)
        while self._prune_days:
            try:
                await self.prune()
            except StoreError as error:
                note("store failed", error=str(error))
            await asyncio.sleep(PRUNE_EVERY_SECONDS)

    async def prune(self) -> None:
        async for what, why in let_go(self._store, self._prune_days, spare=self._rooms.__contains__):
            note("let go", what=what, why=why)

    # -- how it is

    async def trouble(self) -> str | None:
        """Why nothing can be written now; None if it can. Many who ask at once cost one write."""
        fresh = self._felt_at > time.monotonic() - FRESH_SECONDS
        if self._pulse is None or (self._pulse.done() and not fresh):
            self._pulse = asyncio.create_task(self._feel())
        return await asyncio.shield(self._pulse)

    async def _feel(self) -> str | None:
        try:
            async with asyncio.timeout(ANSWER_SECONDS):
                await self._store.probe()
        except (StoreError, TimeoutError) as error:
            note("store failed", error=str(error) or "no answer in time")
            return "The server cannot write to its store now."
        finally:
            self._felt_at = time.monotonic()
        return None
