"""A queue that is shared out: everybody who waits has a turn before anybody has a second one."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Generic, TypeVar

T = TypeVar("T")


class FairQueue(Generic[T]):
    """First come, first served among the questions of one guest; the guests take turns."""

    def __init__(self) -> None:
        self._lines: dict[str, deque[T]] = {}
        """By guest, what waits; whose turn it is comes first."""

    def push(self, guest: str, item: T) -> None:
        self._lines.setdefault(guest, deque()).append(item)

    def put_back(self, guest: str, item: T) -> None:
        """It had its turn already, and did not get what it was for: it is next."""
        line = self._lines.pop(guest, deque())
        line.appendleft(item)
        self._lines = {guest: line, **self._lines}

    def pop(self) -> T:
        guest = next(iter(self._lines))
        line = self._lines.pop(guest)
        item = line.popleft()
        if line:
            self._lines[guest] = line  # behind everybody else
        return item

    def shed(self) -> T:
        """Take away what was asked last by whoever has most waiting."""
        guest = max(self._lines, key=lambda guest: len(self._lines[guest]))
        item = self._lines[guest].pop()
        if not self._lines[guest]:
            del self._lines[guest]
        return item

    def __len__(self) -> int:
        return sum(map(len, self._lines.values()))

    def __iter__(self) -> Iterator[T]:
        """All that waits, in the order of the turns that are to come."""
        lines = [list(line) for line in self._lines.values()]
        rounds = range(max(map(len, lines), default=0))
        return (line[number] for number in rounds for line in lines if number < len(line))
