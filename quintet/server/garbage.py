"""Python looks for what hangs together in circles and for nothing else; a server has it look in portions that nobody notices.

Tables are trees, which go when nobody holds them, and a connection that is closed takes its circles apart. A look takes
a millisecond for every five thousand objects that are new. Looking at everything takes as long as there is much in memory:
that is done now and then, when there has been time for something to gather, and what is free then goes back to the system. When most
of those who were there have gone, there is not much to look at and much to give back: then it is done at once, when what is left
of them was gathered (`leftovers.py`).
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
import time
from collections.abc import Callable
from functools import cache

from quintet.server.leftovers import Anew, gather
from quintet.server.limits import Buckets

YOUNG, PORTIONS, LOOKS = 5_000, 10, 1_000
"""New objects that are looked at together; after so many portions, those that stayed are looked at again; and after so many
of these looks, everything, if nobody has before."""
LOOK_EVERY, TIDY_EVERY = 15.0, 600.0
"""Seconds."""
MANY = 200
"""Rooms and people; when so many have gone, and no more are left, it is time to tidy up."""


def look_in_portions() -> None:
    """To be called when everything is loaded, which stays and is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, PORTIONS, LOOKS)


async def tidy_now_and_then(there: Callable[[], int], anew: Anew) -> None:
    """`there` counts the rooms and the people who are there now; `anew` is for what stays of those who have gone."""
    last, most = time.monotonic(), 0
    while True:
        await asyncio.sleep(LOOK_EVERY)
        now = there()
        most = max(most, now)
        gone = now <= MANY and most - now >= MANY
        if gone or time.monotonic() - last > TIDY_EVERY:
            look_everywhere()
            if gone:
                await gather(anew)
            await asyncio.to_thread(give_back)  # others have their turn meanwhile
            last, most = time.monotonic(), there()


def look_everywhere() -> None:
    """For what hangs together in circles, and for what need not be remembered."""
    for buckets in list(Buckets.everywhere):
        buckets.forget_full()
    gc.collect()


def give_back() -> None:
    """Free memory goes back to the system, where its library knows how."""
    trim = _find_trim()
    if trim is not None:
        trim(0)


@cache
def _find_trim() -> Callable[[int], int] | None:
    try:
        found: Callable[[int], int] = ctypes.CDLL(None).malloc_trim
    except (OSError, AttributeError, TypeError):  # another library, or another system
        return None
    return found
