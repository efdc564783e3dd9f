"""How much of the processor a thread gets: where others want it too, an answer is begun to be given sooner.

A search stops by the clock, and on a crowded machine it may be kept waiting just when it would stop, or on the way back. How crowded it
is shows in the last answers: the time they took, and what of it the thread had the processor. The less that was, the
earlier the next deadline is. So the answer becomes weaker there, not late; where nodes are the limit nothing changes.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager

SHORTEST = 20_000_000
"""Nanoseconds: an answer quicker than this says nothing about the machine."""
ALONE = 0.9
"""Whoever has so much of the processor has it alone."""
LEAST = 0.5
"""The part of the time that is always spent thinking."""


class Crowd:
    """What one thread has seen of the others, from 0 (never got the processor) to 1 (had it alone)."""

    def __init__(self) -> None:
        self.share = 1.0

    def note(self, wall: int, processor: int) -> None:
        """An answer took so long, and the thread had the processor for so long of it (both in nanoseconds)."""
        if wall >= SHORTEST:
            seen = min(1.0, processor / wall)
            self.share = min(seen, (self.share + seen) / 2)  # at once worse, better by and by

    @property
    def part(self) -> float:
        """How much of the time for thinking to spend on it."""
        return 1.0 if self.share >= ALONE else LEAST + (1.0 - LEAST) * self.share / ALONE


class _Here(threading.local):
    def __init__(self) -> None:
        self.crowd = Crowd()


_here = _Here()


@contextmanager
def measured() -> Iterator[Crowd]:
    """What this thread has seen; what happens inside is added to it."""
    wall, processor = time.monotonic_ns(), time.thread_time_ns()
    yield _here.crowd
    _here.crowd.note(time.monotonic_ns() - wall, time.thread_time_ns() - processor)
