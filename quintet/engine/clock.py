"""When a search must stop: by its deadline, and sooner on a crowded machine, so that it becomes weaker there and not late.

A search that others keep from the processor for a while will be kept from it again, perhaps just before it would stop. So it remembers
the longest time between two looks at the clock. Whoever waits for the answer allows SPARE after the deadline; what is
longer than that is taken off the time for thinking.
"""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, clock_ns, helper

SPARE = I(90_000_000)
"""Nanoseconds: somewhat less than what a level's promise leaves after its deadline."""
FIELDS = [("deadline", I, (1,)), ("looked", I, (1,)), ("longest_gap", I, (1,))]
"""What a record needs to be asked; `looked` is 0 before the first look."""
_0 = I(0)


def overdue(c: Record, now: Int, deadline: Int) -> bool:
    """Is it time to stop? For plain Python; compiled code asks `late`."""
    if c.looked[0] != _0:
        c.longest_gap[0] = max(c.longest_gap[0], now - c.looked[0])
    c.looked[0] = now
    return bool(now + max(c.longest_gap[0] - SPARE, _0) >= deadline)


_overdue = helper(overdue)


@helper
def late(c: Record) -> bool:
    """The same by the clock and the deadline in the record."""
    return _overdue(c, clock_ns(), c.deadline[0])
