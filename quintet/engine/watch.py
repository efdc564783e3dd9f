"""Long compiled work in a thread of its own, so that progress can be told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TypeVar

from quintet.engine.memory import Stop

Found = TypeVar("Found")
EVERY = 0.25
"""Seconds from one word to the next."""


def watch(work: Callable[[], Found], tell: Callable[[], None], stop: Stop) -> Found:
    """Do the work, and tell how far it is; when the one who waits gives up, `stop` ends it."""
    with ThreadPoolExecutor(1) as worker:
        task = worker.submit(work)
        try:
            while not task.done():
                wait([task], timeout=EVERY)
                tell()
        except BaseException:
            stop.now()
            raise
    return task.result()
