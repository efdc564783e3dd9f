"""A `quintet` that watches its own event loop, with the trivial game of the benchmark.

    QUINTET_WATCHDOG=FILE python -m benchmarks.watchdog serve --store memory:

Every few milliseconds the loop notes how late it is and how much processor time it has used since the last note: the
longest of both is what somebody else's move had to wait for. FILE has them; when it is removed, counting begins anew.
"""

from __future__ import annotations

import asyncio
import os
import time
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.counting import Counting
from quintet.cli import main
from quintet.games import GAMES
from quintet.server import serve

TICK = 0.002
WRITE_EVERY = 0.2
VARIABLE = "QUINTET_WATCHDOG"


class Longest(msgspec.Struct):
    """Milliseconds in which nobody else had a turn."""

    late: float = 0.0
    """By the clock: on a busy machine it is also others who took the time."""
    busy: float = 0.0
    """Of processor time."""


async def watch(file: Path) -> None:
    longest, written = keep(file, Longest()), time.perf_counter()
    before, used = time.perf_counter(), time.thread_time()
    while True:
        await asyncio.sleep(TICK)
        now, cpu = time.perf_counter(), time.thread_time()
        longest.late = max(longest.late, (now - before - TICK) * 1000)
        longest.busy = max(longest.busy, (cpu - used) * 1000)
        before, used = now, cpu
        if now - written > WRITE_EVERY:
            longest = keep(file, longest)
            written, before, used = time.perf_counter(), time.perf_counter(), time.thread_time()


def keep(file: Path, longest: Longest) -> Longest:
    """Write it down; from nothing, if what was written down before has been taken away."""
    longest = longest if file.exists() else Longest()
    whole = file.with_suffix(".new")
    whole.write_bytes(msgspec.json.encode(longest))
    whole.replace(file)  # whoever reads it meanwhile has one or the other
    return longest


async def longest_in(file: Path, seconds: float) -> Longest:
    """The longest of the next seconds."""
    await asyncio.to_thread(file.unlink)
    await asyncio.sleep(seconds)
    return msgspec.json.decode(await asyncio.to_thread(file.read_bytes), type=Longest)


def install(file: Path) -> None:
    """Watch the loop of the server that is about to be started."""
    make_server = serve.make_server

    def watched(*arguments: Any, **named: Any) -> serve.Server:
        server = make_server(*arguments, **named)
        server.watchdog = asyncio.create_task(watch(file))  # type: ignore[attr-defined]  # to be kept while it serves
        return server

    serve.make_server = watched


if __name__ == "__main__":
    GAMES[Counting.name] = Counting
    install(Path(os.environ[VARIABLE]))
    main()
