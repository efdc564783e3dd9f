"""Waiting for something to become true in another process or task, without guessing how long it takes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable

PATIENCE = 60.0
"""Seconds: long, for other tests may be using every core; only what never happens takes so long."""


async def until(condition: Callable[[], Awaitable[bool] | bool], seconds: float = PATIENCE) -> None:
    """Look again every few milliseconds; TimeoutError when it never holds."""
    async with asyncio.timeout(seconds):
        while True:
            holds = condition()
            if holds if isinstance(holds, bool) else await holds:
                return
            await asyncio.sleep(0.01)


class OwnTime:
    """Seconds as they pass for this event loop: what it could not do while others had the processor is no lateness of its own."""

    PULSE = 0.05

    def __init__(self) -> None:
        self.seconds = 0.0

    async def run(self) -> None:
        """For as long as it is to be told."""
        while True:
            began, worked = time.monotonic(), time.thread_time()
            await asyncio.sleep(self.PULSE)
            passed, own = time.monotonic() - began, time.thread_time() - worked
            self.seconds += min(passed, max(self.PULSE, own))
