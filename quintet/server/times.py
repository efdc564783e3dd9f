"""How long things take, counted in buckets: adding to them costs next to nothing while playing."""

from __future__ import annotations

from bisect import bisect_left
from itertools import accumulate

BOUNDS = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0)
"""Seconds; what took longer than the last is counted behind it."""


class Histogram:
    """How many took how long."""

    __slots__ = ("counts", "total")

    def __init__(self) -> None:
        self.counts = [0] * (len(BOUNDS) + 1)
        self.total = 0.0
        """Seconds altogether."""

    def add(self, seconds: float) -> None:
        self.counts[bisect_left(BOUNDS, seconds)] += 1
        self.total += seconds

    def anew(self) -> None:
        """The same numbers, made again (`leftovers.py`)."""
        self.counts, self.total = [number + 0 for number in self.counts], self.total + 0.0

    def buckets(self) -> list[tuple[str, float]]:
        """How many took at most so long, as Prometheus wants to have it."""
        return list(zip((*map(str, BOUNDS), "+Inf"), accumulate(self.counts), strict=True))


class Times:
    """What a node measures."""

    def __init__(self) -> None:
        self.moves = Histogram()
        """From a person's move to the answer that it was accepted."""
        self.appends = Histogram()
        """From events given to the store to its answer."""
        self.answers = Histogram()
        """From a question to a machine to its answer."""
