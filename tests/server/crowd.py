"""A crowd comes to a process of its own and goes. `python -m tests.server.crowd` prints how many megabytes Python has from
the system while it is there, when it has gone, and when what is left was gathered."""

from __future__ import annotations

import asyncio
import gc
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable

from quintet.server import leftovers, loop

GUESTS, REMEMBERED = 20_000, 20
"""One in so many is remembered."""


class Guest:
    """All that one of them needs for as long as it is there, of many sizes, and what is kept of it for the next one."""

    def __init__(self, number: int) -> None:
        loop = asyncio.get_running_loop()
        self.needs = [bytes(size) for size in range(0, 256, 16)]
        self.told, self.due = loop.call_soon(bool), loop.call_later(3600, bool)
        self.waits = loop.create_future().__await__()
        self.name = f"name {number}"


async def come_and_go() -> tuple[int, int, int]:
    guests, remembered = list[Guest](), list[dict[str, str]]()
    for number in range(GUESTS):
        guests.append(Guest(number))
        if not number % REMEMBERED:
            remembered.append({"name": f"Guest {number}"})
    await asyncio.sleep(0)
    full = megabytes()
    random.Random(1).shuffle(guests)
    while guests:
        guest = guests.pop()
        guest.due.cancel()
        hasattr(guest, guest.name)  # Python remembers that it has no such thing
    del guest
    await asyncio.sleep(0.1)
    gc.collect()
    gone = megabytes()

    async def anew() -> Callable[[], None]:
        made = [{"name": one["name"].encode().decode()} for one in remembered]

        def put() -> None:
            remembered[:] = made
            made.clear()

        return put

    await leftovers.gather(anew)
    return full, gone, megabytes()


def megabytes() -> int:
    """As Python itself counts them; it tells nobody but its standard error."""
    with tempfile.TemporaryFile() as told:
        errors = os.dup(2)
        os.dup2(told.fileno(), 2)
        sys._debugmallocstats()
        os.dup2(errors, 2)
        os.close(errors)
        told.seek(0)
        found = re.search(r"# arenas allocated current += +([\d,]+)", told.read().decode())
    assert found is not None
    return int(found[1].replace(",", ""))


if __name__ == "__main__":
    leftovers.HELD_SECONDS = 0.1
    print(*loop.run(come_and_go()))
