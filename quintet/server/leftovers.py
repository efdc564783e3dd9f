"""What a crowd leaves behind: small things that live on here and there, and keep whole megabytes from going back to the system.

Python asks the system for memory a megabyte at a time, and gives one back when nothing lives in it. What is made while
many are there lies anywhere among what is theirs; when they have gone, one string is enough to keep a megabyte. Most of what
is left then is nobody's: Python and its libraries keep objects of the kinds they need most often for the next time, each in its
place. Some they forget when asked; the others are taken into use here, with as many new ones, and the new ones are kept.

Where a new one comes to lie: Python divides memory into pools for objects of one size, and takes a new pool, where there is
least left, when no pool for that size has a gap. So all gaps are filled before, and what is made then lies close together;
also what comes and goes every second, as they stay filled for a while.
"""

from __future__ import annotations

import asyncio
import gc
import sys
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator
from itertools import islice
from typing import TypeAlias

POOL, SIZES = 16_384, range(16, 513, 16)
"""Bytes of a pool, and of the objects in one; what is larger is not for Python to place."""
HEAD, BYTES = 48, 33
"""Bytes that a pool has for itself, and that `bytes` have besides what they hold."""
NUMBERS, OURS = 32, 8
"""The size of numbers, and how many of them are ours while we count in which pool we are."""
FREE_POOLS, FREE_FOR_NUMBERS = 2, 128
"""So many pools of which nothing was taken, or as good as nothing: now there is no gap elsewhere."""
MOST_BYTES = 16_000_000
"""For the gaps of one size; where there are no such pools, as with another allocator, there is an end to it."""
AT_ONCE = 2_000
"""Gaps that are filled before others have their turn, within a millisecond."""
SPARE = 260
"""Objects of one kind that uvloop and asyncio keep at most, and a few."""
HELD_SECONDS = 5.0
"""How long the gaps stay filled: longer than most of what the server does by itself sleeps."""
FAR = 3600.0

Anew: TypeAlias = Callable[[], Awaitable[Callable[[], None]]]
"""Makes anew what the server itself remembers of those who were there; what it returns puts that in the place of the old."""


async def gather(anew: Anew) -> None:
    """Have what is left lie together."""
    _forget()
    await _renew(anew)
    _forget()  # now there are few gaps, and until they are filled nothing may make others
    filled = await _fill()
    await _renew(anew)
    await asyncio.sleep(HELD_SECONDS)
    await _renew()  # what was in use the last time
    while filled:
        filled.pop()
        await asyncio.sleep(0)
    _forget()


async def _renew(anew: Anew | None = None) -> None:
    put = None if anew is None else await anew()
    spare = await _use_spare()
    if put is not None:
        put()
    while spare:
        spare.pop()  # the new ones first: those are kept


def _forget() -> None:
    """The words by which methods were looked up lately, and the tuples, lists and dicts that are kept."""
    clear = getattr(sys, "_clear_internal_caches", None) or getattr(sys, "_clear_type_cache", None)
    if clear is not None:  # the first is from Python 3.13
        clear()
    gc.collect()


async def _use_spare() -> list[object]:
    """All that is kept for the next time, and then as many new ones: calls that are due later and now, and what waits for a future."""
    loop = asyncio.get_running_loop()
    later = [loop.call_later(FAR, _nothing) for _ in range(2 * SPARE)]
    for handle in later:
        handle.cancel()
    now = [loop.call_soon(_nothing) for _ in range(2 * SPARE)]
    future = loop.create_future()
    waits = [future.__await__() for _ in range(2 * SPARE)]
    await asyncio.sleep(0.001)  # until nobody else holds them
    return [*later, *now, *waits]


def _nothing() -> None:
    pass


async def _fill() -> list[object]:
    """Something in every gap."""
    filled: list[object] = []
    for size in reversed(SIZES):
        gaps = Gaps(size)
        filled.append(gaps)  # the numbers of the pools would leave a gap in each of them
        objects = iter(gaps)
        while part := list(islice(objects, AT_ONCE)):
            filled.append(part)
            await asyncio.sleep(0)
        if not gaps.filled:  # memory is not divided in this way here
            break
    return filled


class Gaps:
    """Objects of one size, until pools that were free are full of them."""

    def __init__(self, size: int) -> None:
        self.filled = False
        self._size = size
        self._taken = Counter[int]()

    def __iter__(self) -> Iterator[object]:
        free, enough, whole = 0, FREE_POOLS, (POOL - HEAD) // self._size
        if self._size == NUMBERS:
            enough, whole = FREE_FOR_NUMBERS, whole - OURS
        for _ in range(MOST_BYTES // self._size):
            one = _of_size(self._size)
            yield one
            pool = id(one) // POOL
            self._taken[pool] += 1
            free += self._taken[pool] == whole
            if free == enough:
                self.filled = True
                return


def _of_size(size: int) -> object:
    if size > BYTES:
        return bytes(size - BYTES)
    return complex(size) if size == NUMBERS else object()
