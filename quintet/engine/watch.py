"""Long compiled work in a thread of its own, so that progress can be told meanwhile."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING, Any, TypeVar

if TYPE_CHECKING:
    from numpy.typing import NDArray

Found = TypeVar("Found")
EVERY = 0.25
"""Seconds from one word to the next."""


def watch(work: Callable[[], Found], tell: Callable[[], None], context: NDArray[Any]) -> Found:
    """Do the work, and tell how far it is; when the one who waits gives up, the context's `stop` ends it."""
    with ThreadPoolExecutor(1) as worker:
        task = worker.submit(work)
        try:
            while not task.done():
                wait([task], timeout=EVERY)
                tell()
        except BaseException:
            context["stop"] = 1
            raise
    return task.result()
