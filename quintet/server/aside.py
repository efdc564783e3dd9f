"""Work that takes longer than the event loop can wait is done aside, by one thread, in the order in which it is asked for.

One thread, for two would hold up the loop twice as often: they take turns with it at the interpreter's lock. What waits
longer than the queue is long is refused, so that whoever asks for much finds the server busy and nobody else does.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

MOST_WAITING = 50
"""Pieces of work that may wait."""

T = TypeVar("T")


class BusyError(Exception):
    """Too much is waiting already."""


class Aside:
    """One thread, and those who wait for it."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, "aside")
        self.waiting = 0

    async def do(self, work: Callable[[], T]) -> T:
        """The result of the work. BusyError if there is too much to do."""
        if self.waiting >= MOST_WAITING:
            raise BusyError("The server is busy; try again in a moment.")
        self.waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._thread, work)
        finally:
            self.waiting -= 1

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)
