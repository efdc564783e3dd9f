"""What a server keeps in memory of rooms that are gone: 3,000 with players in them, opened, played in, and left; and that again.

Python gives memory back to the system a megabyte at a time, and only one in which nothing lives. So what comes back is told after
each time: if the second time adds nothing, what the first left is used again.
"""

from __future__ import annotations

import asyncio
import sys
import tempfile
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from benchmarks.loadgen import Load, QuintetMatch
from benchmarks.report import table, write_section
from benchmarks.rooms import recorded
from benchmarks.running import Running, start
from quintet.games import GAMES

ROOMS, TIMES, MOVES = 3000, 2, 12
AT_A_TIME = 250
"""Rooms that play at the same moment; all are there."""
LET_GO = 100
"""Seconds after which a room that everybody has left is not in memory any more, and the server has tidied up."""
FIRST = 10
"""Rooms that are opened and let go before: what the first of all needs is needed once."""

IN_MEMORY = "/dev/shm" if Path("/dev/shm").is_dir() else None
"""The store's file lies there, where it can: nobody waits for a disk, and none of it counts as the server's."""


@asynccontextmanager
async def an_ordinary_server() -> AsyncIterator[Running]:
    with tempfile.TemporaryDirectory(prefix="quintet-chaos-", dir=IN_MEMORY) as folder:
        server = await start(
            sys.executable, "-m", "quintet", "serve", "--store", f"sqlite:{folder}/store", "--port", "0",
            "--workers", "1", "--lazy", "--messages-per-second", "0", "--log-level", "error",
        )  # fmt: skip
        try:
            yield server
        finally:
            await server.stop()


async def one_time(server: Running, games: Sequence[str], rooms: int, wait: float) -> tuple[float, float]:
    """Megabytes with so many rooms full of players, before a move and after some; then everybody goes."""
    scripts = {name: recorded(name, seed)[:MOVES] for seed, name in enumerate(games)}
    names = [games[number % len(games)] for number in range(rooms)]
    matches = [QuintetMatch(server.port, number, name, scripts[name]) for number, name in enumerate(names)]
    loads = [Load(matches[first : first + AT_A_TIME]) for first in range(0, rooms, AT_A_TIME)]
    try:
        for load in loads:
            await load.open()
        opened = server.memory()
        for load in loads:
            await load.to_the_end()
        played = server.memory()
    finally:
        for load in loads:
            load.close()
    await asyncio.sleep(wait)
    return opened, played


async def aftermath(rooms: int = ROOMS, times: int = TIMES, wait: float = LET_GO) -> None:
    rows, kept = list[tuple[object, ...]](), list[str]()
    for name, games in (("Gomoku", ("gomoku",)), ("all five games in turn", tuple(GAMES))):
        async with an_ordinary_server() as server:
            started = server.memory()
            await one_time(server, games, FIRST, wait)
            before = last = server.memory()
            rows.append((name, "before", f"{started:.1f} when it starts", "–", f"{before:.1f}", "–"))
            for number in range(1, times + 1):
                opened, played = await one_time(server, games, rooms, wait)
                after = server.memory()
                share = f"{after / before - 1:+.0%}"
                each = f"{(opened - last) / rooms * 1000:.1f}"
                rows.append((name, number, f"{played:.1f}", each, f"{after:.1f}", share))
                last = after
            kept.append(f"{last / before - 1:+.0%} for {name}")
    head = ("rooms of", "time", "MB with all of them", "kB more a room and its players, before a move", "MB when they are gone", "above before")  # fmt: skip
    write_section(
        "Chaos: memory after many rooms",
        "python -m benchmarks.chaos rooms",
        f"{rooms:,} rooms at once, two players connected to each, {MOVES} moves in each, then everybody goes; {wait:g} s later what the server's\n"
        f"process has in memory, and that {times} times over. Before: after {FIRST} rooms that went the same way. The aim is to come back to\n"
        f"within 20 % of it; after the last time it is {' and '.join(kept)}.\n\n" + table(head, rows),
    )
