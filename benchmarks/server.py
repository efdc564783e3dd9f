"""How much the server does with a second of CPU, how soon a move arrives, and what survives: beside other servers.

    python -m benchmarks.server                     # every part
    python -m benchmarks.server moves spectators    # some of them

Parts: moves, games, paced, spectators, stalled, nodes, kills. boardgame.io runs where Node is installed, PostgreSQL
where its programs are; a part says what it had to leave out. CPU is that of the server's whole process tree, so a busy
machine changes the figures little; latencies are compared in turns within one run.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import uvloop

from benchmarks import hard_times, rooms
from benchmarks.loadgen import EchoMatch, Load, Match, PeerMatch, QuintetMatch, Window
from benchmarks.report import table, write_section
from benchmarks.running import Running, echo, have_peer, peer, quintet
from tests.postgres import cluster, programs

COMMAND = "python -m benchmarks.server"
MATCHES = 200
WINDOW = 4.0
ROUNDS = 3
PACE = 200
OURS, OURS_PG = "quintet, SQLite, fsync each commit", "quintet, PostgreSQL"
NO_DISK = "the same with its file in memory"
SHARED_MEMORY = Path("/dev/shm") if Path("/dev/shm").is_dir() else None
MEMORY, FLATFILE, ECHO = "boardgame.io, memory", "boardgame.io, FlatFile", "bare picows echo"
MATCH: dict[str, type[Match]] = {MEMORY: PeerMatch, FLATFILE: PeerMatch, ECHO: EchoMatch}


@dataclass
class Measured:
    """One server under the same load as the others."""

    server: Running
    load: Load
    cost: list[float] = field(default_factory=list)
    """Microseconds of CPU for a move, by round."""
    windows: list[Window] = field(default_factory=list)

    async def take(self, play: Callable[[Load], Awaitable[Window]]) -> None:
        before = self.server.cpu()
        window = await play(self.load)
        self.cost.append((self.server.cpu() - before) / max(1, window.moves) * 1e6)
        self.windows.append(window)

    def p(self, share: float) -> float:
        return statistics.median(window.percentile(share) for window in self.windows)

    @property
    def us(self) -> float:
        return statistics.median(self.cost)

    @property
    def rate(self) -> float:
        return statistics.median(window.moves / window.seconds for window in self.windows)


@asynccontextmanager
async def all_servers(no_disk: bool = False) -> AsyncIterator[tuple[dict[str, Measured], list[str]]]:
    """Every server there is, each with its matches open, and a sentence for each that is left out."""
    missing: list[str] = []
    async with AsyncExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="quintet-bench-")))
        measured: dict[str, Measured] = {}

        async def add(name: str, server: Running) -> None:
            kind = MATCH.get(name, QuintetMatch)
            load = Load([kind(server.port, number) for number in range(MATCHES)])
            stack.callback(load.close)
            await load.open()
            measured[name] = Measured(server, load)

        await add(OURS, await stack.enter_async_context(quintet(f"sqlite:{folder / 'store'}")))
        if no_disk and SHARED_MEMORY:
            there = Path(stack.enter_context(tempfile.TemporaryDirectory(dir=SHARED_MEMORY)))
            await add(NO_DISK, await stack.enter_async_context(quintet(f"sqlite:{there / 'store'}")))
        try:
            programs()
            url = stack.enter_context(cluster()).database()
            await add(OURS_PG, await stack.enter_async_context(quintet(url)))
        except RuntimeError:
            missing.append("PostgreSQL was skipped: it is not installed.")
        if why := await have_peer():
            missing.append(f"boardgame.io was skipped: {why}.")
        else:
            await add(MEMORY, await stack.enter_async_context(peer("memory", folder / "none")))
            await add(FLATFILE, await stack.enter_async_context(peer("flatfile", folder / "flat")))
        size = await frame_size(measured[OURS].load)
        await add(ECHO, await stack.enter_async_context(echo(size)))
        yield measured, missing


async def frame_size(load: Load) -> int:
    """The bytes of a frame that a move sends to a player, on average."""
    lines = [line for match in load.matches for line in match.lines]
    frames, volume = sum(line.frames for line in lines), sum(line.bytes for line in lines)
    await load.flat_out(1.0)
    frames, volume = sum(line.frames for line in lines) - frames, sum(line.bytes for line in lines) - volume
    return volume // max(1, frames)


# --- the trivial game ---------------------------------------------------------------------------------------------------


async def moves() -> None:
    async with all_servers() as (measured, missing):
        for one in measured.values():  # warm: compiled code, caches
            await one.load.flat_out(WINDOW)
        for _ in range(ROUNDS):
            for one in measured.values():
                await one.take(lambda load: load.flat_out(WINDOW))
    rows = [
        (
            name,
            f"{one.us:.0f}",
            f"{1e6 / one.us:,.0f}",
            f"{one.rate:,.0f}",
            f"{one.p(0.5):.0f}",
            f"{one.p(0.99):.0f}",
        )
        for name, one in measured.items()
    ]
    head = ("server", "CPU µs a move", "moves a CPU-second", "moves/s seen", "p50 ms", "p99 ms")
    text = f"{table(head, rows)}\n\n" + ratios(measured) + "".join(f"\n{line}" for line in missing)
    write_section(
        "Server: moves for a second of CPU",
        f"{COMMAND} moves",
        f"{MATCHES} matches of a trivial game at once, one move under way in each; a move is one frame in and one out to each\n"
        f"player. Every server in turns, {ROUNDS} windows of {WINDOW:.0f} s each, the median. Ours commit every move to disk before\n"
        "they answer; the others keep it in memory, or (FlatFile) write it without waiting for the disk.\n\n"
        + text,
    )


def ratios(measured: dict[str, Measured]) -> str:
    lines = []
    for name, times, stretch in ((MEMORY, "4.2", "6"), (FLATFILE, "12", "–")):
        if name in measured:
            ratio = measured[name].us / measured[OURS].us
            lines.append((f"times the moves of {name}", f"{ratio:.1f}", times, stretch))
    share = measured[ECHO].us / measured[OURS].us
    lines.append((f"share of the {ECHO}", f"{share:.0%}", "32%", "45%"))
    if OURS_PG in measured:
        share = measured[ECHO].us / measured[OURS_PG].us
        lines.append(("the same on PostgreSQL (its own processes apart)", f"{share:.0%}", "32%", "45%"))
    return table(("moves a CPU-second on SQLite", "measured", "aim", "stretch"), lines)


# --- a steady pace ------------------------------------------------------------------------------------------------------


async def paced() -> None:
    flushed: list[Window] = []
    async with all_servers(no_disk=True) as (measured, missing):
        for one in measured.values():
            await one.load.flat_out(WINDOW / 2)
        for _ in range(ROUNDS + 2):
            for one in measured.values():
                await one.take(lambda load: load.paced(WINDOW, PACE))
            flushed.append(await asyncio.to_thread(flushes, WINDOW, PACE))
    rows = [paced_row(name, one.windows) for name, one in measured.items()]
    rows.append(paced_row("no server: two pages written and flushed to disk", flushed))
    text = table(("server", "p50 ms", "p99 ms", "p99 of each round"), rows)
    if MEMORY in measured:
        ratio = measured[OURS].p(0.99) / measured[MEMORY].p(0.99)
        text += f"\n\nOur p99 on SQLite is {ratio:.2f} of that of {MEMORY}; the aim is at most 0.75."
        if NO_DISK in measured:
            ratio = measured[NO_DISK].p(0.99) / measured[MEMORY].p(0.99)
            text += f"\nWithout the disk, which the peer does not wait for, it is {ratio:.2f}."
    text += (
        "\n\nA move on ours waits for a flush to disk, which the last row shows alone, and for a processor four times where the"
        "\nothers wait once: the server, its writing thread, the thread again when the disk is done, the server again."
    )
    write_section(
        "Server: how soon a move arrives",
        f"{COMMAND} paced",
        f"{PACE} moves/s over {MATCHES} matches of a trivial game, from a move sent to the opponent's frame; in turns,\n"
        f"{ROUNDS + 2} rounds of {WINDOW:.0f} s, the median of the rounds' percentiles.\n\n{text}"
        + "".join(f"\n{m}" for m in missing),
    )


def paced_row(name: str, windows: list[Window]) -> tuple[str, ...]:
    p50, p99 = (statistics.median(window.percentile(share) for window in windows) for share in (0.5, 0.99))
    each = " / ".join(f"{window.percentile(0.99):.0f}" for window in windows)
    return name, f"{p50:.1f}", f"{p99:.1f}", each


def flushes(seconds: float, rate: float) -> Window:
    """What the disk alone takes for a commit: nothing durable can be answered sooner."""
    window = Window(seconds)
    with tempfile.TemporaryFile() as file:
        file.write(bytes(2**22))
        os.fsync(file.fileno())
        start = time.perf_counter()
        for number in range(int(seconds * rate)):
            time.sleep(max(0.0, start + number / rate - time.perf_counter()))
            begun = time.perf_counter()
            os.pwrite(file.fileno(), bytes(8192), number * 8192 % 2**22)
            os.fdatasync(file.fileno())
            window.waits.append(time.perf_counter() - begun)
    return window


PARTS: dict[str, Callable[[], Awaitable[None]]] = {
    "moves": moves,
    "games": rooms.games,
    "paced": paced,
    "spectators": rooms.spectators,
    "stalled": rooms.stalled,
    "nodes": hard_times.nodes,
    "kills": hard_times.kills,
}


async def run(parts: list[str]) -> None:
    for part in parts or PARTS:
        await PARTS[part]()


def main() -> None:
    parser = argparse.ArgumentParser(prog=COMMAND, description="Measure the server beside others.")
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; all by default")
    chosen = parser.parse_args().parts
    for part in chosen:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; the parts are {', '.join(PARTS)}")
    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run(chosen))


if __name__ == "__main__":
    main()
