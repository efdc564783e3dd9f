"""Waiting for something to become true in another process or task, without guessing how long it takes."""

from __future__ import annotations

import asyncio
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
