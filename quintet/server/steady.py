"""The time that tables are played by: it goes evenly, whatever happens to the system's clock or to the server.

Wall time is for people. A table's time begins as wall time, and from then on goes by the monotonic clock; it stands still
while the event loop is stalled, for then no player can do anything. What the server itself was away is found in the store,
where every node leaves the time now and then.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Callable, Mapping
from typing import Annotated, Any

import msgspec

from quintet.server.logs import note
from quintet.store import Store

BEAT_SECONDS = 0.1
STALL_MS = 500
"""A loop that is later than this is stalled: what goes beyond is nobody's time."""
STAMP_MS, SHARED_STAMP_MS = 5_000, 1_000
"""How often a server leaves the time; where several do, one that is down must be told from one that is about to."""
ALIVE, GAPS = "time/alive", "time/gaps"
MOST_GAPS = 200

Nanoseconds = Callable[[], int]
Moment = Annotated[int, msgspec.Meta(ge=0, lt=1 << 50)]
"""Milliseconds, before anybody has stopped counting the years in five digits."""


class SteadyClock:
    """Milliseconds. Once `beat` was called it must be called again and again, or time stands still."""

    def __init__(self, wall: Nanoseconds = time.time_ns, steady: Nanoseconds = time.monotonic_ns) -> None:
        self._steady = steady
        self._ahead = wall() // 1_000_000 - self._ticks()
        self._beaten: int | None = None
        self.stalled = 0
        """For how many milliseconds altogether the loop was stalled."""

    def now(self) -> int:
        ticks, beaten = self._steady() // 1_000_000, self._beaten
        if beaten is not None and ticks > beaten + STALL_MS:
            ticks = beaten + STALL_MS
        return ticks + self._ahead

    def beat(self) -> None:
        """The loop is alive."""
        ticks = self._ticks()
        if self._beaten is not None and ticks - self._beaten > STALL_MS:
            lost = ticks - self._beaten - STALL_MS
            self.stalled += lost
            self._ahead -= lost
        self._beaten = ticks

    def not_before(self, moment: int) -> None:
        """Go on from this time, if that is later: the system's clock may have been set back while nobody looked."""
        self._ahead += max(0, moment - self.now())

    def _ticks(self) -> int:
        return self._steady() // 1_000_000


class Uptime:
    """When tables were served at all: a stamp in the store every few seconds, and the gaps in which there was none."""

    def __init__(self, store: Store, clock: SteadyClock) -> None:
        self._store, self._clock = store, clock
        self._every = SHARED_STAMP_MS if store.shared else STAMP_MS
        self._gaps: tuple[tuple[int, int], ...] = ()
        self._stamped = 0

    async def begin(self) -> None:
        """Look how long nobody was there. Where others serve the same store, a stamp may be a little old."""
        kept = await self._store.kept("time/")
        self._gaps = _read(kept, GAPS, tuple[tuple[Moment, Moment], ...]) or ()
        last = _read(kept, ALIVE, Moment) or 0
        self._clock.not_before(last)
        now = self._clock.now()
        if last and now - last > (2 * self._every if self._store.shared else 0):
            self._gaps = (*self._gaps, (last, now))[-MOST_GAPS:]
            await self._store.keep(GAPS, msgspec.json.encode(self._gaps))
        await self.stamp()

    async def stamp(self) -> None:
        """Say that tables are served now, unless that was said a moment ago."""
        now = self._clock.now()
        if now - self._stamped >= self._every:
            self._stamped = now
            await self._store.keep(ALIVE, str(now).encode())

    def away(self, since: int) -> int:
        """How many milliseconds after this moment nobody was there."""
        lost, reached = 0, since
        for begun, ended in sorted(self._gaps):
            lost += max(0, ended - max(begun, reached))
            reached = max(reached, ended)
        return lost


def _read(kept: Mapping[str, bytes], key: str, kind: Any) -> Any:
    """A kept value; None for one that is not there, or that nobody can make sense of."""
    try:
        return msgspec.json.decode(kept[key], type=kind) if key in kept else None
    except (msgspec.MsgspecError, UnicodeError) as error:
        note("a kept time cannot be read", logging.WARNING, key=key, error=str(error))
        return None
