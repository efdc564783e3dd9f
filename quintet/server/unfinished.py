"""What the store knows of reviews that are not finished, so that none is lost with the server that makes it.

Whoever makes one signs for it every few seconds and keeps what was looked at. Where the signs stop, another server takes
it up, or the same one when it is back, and goes on from there. A review that came to its end is told to whoever asked for it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import Struct

from quintet.store import Store
from quintet.store.contract import is_name

BEGUN, TAKEN, CLAIMS, READY = "reviewing/", "review-taken/", "review-claim/", "review-ready/"
"""Kept under these: the sign for a game, what was looked at, who takes it up, and by guest and game what is ready."""
SILENT_MS = 20_000
"""A review that nobody has signed for so long is made by nobody."""
FORGET_MS = 24 * 3_600_000
"""One that was begun so long ago is not gone on with."""
READY_MS = 14 * 24 * 3_600_000
"""So long a review that is ready waits to be looked at."""
MOST_READY = 20
"""Of one guest."""


class Begun(Struct, frozen=True):
    """A review that somebody asked for, and when whoever makes it signed last; 0: it was laid down for another."""

    guest: str
    begun: int
    signed: int


class SoFar(Struct, frozen=True):
    """What was looked at, and the review as far as it is."""

    taken: list[Any] = []
    latest: Any = None


class Unfinished:
    """The reviews in the making of all servers that share a store."""

    def __init__(self, store: Store, name: str, clock: Callable[[], int]) -> None:
        self._store, self._name, self._clock = store, name.encode(), clock

    async def sign(self, game: str, guest: str, begun: int, *, leaving: bool = False) -> None:
        """It is being made here; or no longer, for this server leaves."""
        made = Begun(guest, begun, 0 if leaving else self._clock())
        await self._store.keep(BEGUN + game, msgspec.json.encode(made))

    async def keep(self, game: str, so_far: SoFar) -> None:
        await self._store.keep(TAKEN + game, msgspec.json.encode(so_far))

    async def so_far(self, game: str) -> SoFar:
        data = (await self._store.kept(TAKEN + game)).get(TAKEN + game)
        return SoFar() if data is None else msgspec.json.decode(data, type=SoFar)

    async def begun(self, game: str) -> Begun | None:
        """Is it being made, here or anywhere?"""
        data = (await self._store.kept(BEGUN + game)).get(BEGUN + game)
        found = None if data is None else msgspec.json.decode(data, type=Begun)
        return None if found is None or self._clock() - found.begun > FORGET_MS else found

    async def all(self) -> dict[str, Begun]:
        """By game."""
        found = await self._store.kept(BEGUN)
        return {key.removeprefix(BEGUN): msgspec.json.decode(data, type=Begun) for key, data in found.items()}

    async def deserted(self, *, alone: bool) -> dict[str, Begun]:
        """Those that nobody makes any more. Who is `alone` at a store need not wait for a sign of others."""
        now = self._clock()
        found = {}
        for game, begun in (await self.all()).items():
            if now - begun.begun > FORGET_MS:
                await self.clear(game)
            elif alone or now - begun.signed > SILENT_MS:
                found[game] = begun
        return found

    async def claim(self, game: str, begun: Begun) -> bool:
        """Of all who want to take it up, one does: is it this server?"""
        key = f"{CLAIMS}{game}/{begun.signed}"
        return await self._store.first_kept(key, self._name) == self._name

    async def clear(self, game: str) -> None:
        """It is finished, or given up."""
        for key in (BEGUN + game, TAKEN + game, *await self._store.kept(f"{CLAIMS}{game}/")):
            await self._store.keep(key, None)

    # -- what is ready

    async def tell(self, game: str, guest: str) -> None:
        """It is there for whoever asked for it."""
        if guest and is_name(f"{READY}{guest}/{game}"):  # somebody without a name is known by an address
            await self._store.keep(f"{READY}{guest}/{game}", str(self._clock()).encode())

    async def seen(self, game: str, guest: str) -> None:
        key = f"{READY}{guest}/{game}"
        if guest and await self._store.kept(key):
            await self._store.keep(key, None)

    async def ready(self, guest: str) -> list[str]:
        """The games whose reviews wait to be looked at by a guest, latest first; what has waited for too long is let go."""
        kept = await self._store.kept(f"{READY}{guest}/") if guest else {}
        found = sorted(((int(data), key) for key, data in kept.items()), reverse=True)
        for number, (at, key) in enumerate(found):
            if number >= MOST_READY or self._clock() - at > READY_MS:
                await self._store.keep(key, None)
        return [key.rsplit("/", 1)[1] for at, key in found[:MOST_READY] if self._clock() - at <= READY_MS]
