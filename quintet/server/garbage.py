"""Python looks for what hangs together in circles and for nothing else; a server has it look in portions that nobody notices.

Tables are trees, which go when nobody holds them. Circles come from connections, some seventy objects each, and a look takes
a millisecond for every five thousand objects that are new. Looking at everything takes as long as there is much in memory:
that is done now and then, when there has been time for something to gather, and what is free then goes back to the system.
"""

from __future__ import annotations

import asyncio
import ctypes
import gc
from collections.abc import Callable
from functools import cache

YOUNG, PORTIONS, LOOKS = 5_000, 10, 1_000
"""New objects that are looked at together; after so many portions, those that stayed are looked at again; and after so many
of these looks, everything, if nobody has before."""
TIDY_EVERY = 600.0
"""Seconds."""


def look_in_portions() -> None:
    """To be called when everything is loaded, which stays and is not looked at again."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, PORTIONS, LOOKS)


async def tidy_now_and_then() -> None:
    while True:
        await asyncio.sleep(TIDY_EVERY)
        tidy()


def tidy() -> None:
    """Look at everything, and give free memory back where the system's library knows how."""
    gc.collect()
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
