"""Plays a schedule in worker processes. A worker that hangs or dies costs its game, not the match."""

from __future__ import annotations

import asyncio
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress

import msgspec

from quintet.arena.match import Event, Forfeited, Ledger, Result
from quintet.arena.schedule import Pairing
from quintet.arena.worker import Task
from quintet.games.contract import AnyGame

LOAD_WITHIN = 300.0
"""Seconds for loading a player: an engine may have to be compiled."""
GRACE = 1.0
"""Seconds beyond the limit before a worker is ended; within them it would say itself that the limit has passed."""

_events = msgspec.json.Decoder(Event)


def run(
    game: AnyGame,
    pairings: Iterable[Pairing],
    finished: Callable[[Result], bool],
    *,
    jobs: int = 1,
    limit: float = 30.0,
) -> None:
    """Play all pairings, `jobs` at a time; `finished` hears of each result and says whether to go on."""
    try:
        asyncio.run(_Run(game, iter(pairings), finished, limit).all(jobs))
    except ExceptionGroup as group:  # such as a disk that is full: one reason is enough
        raise group.exceptions[0] from group


class _Run:
    def __init__(
        self, game: AnyGame, pairings: Iterator[Pairing], finished: Callable[[Result], bool], limit: float
    ) -> None:
        self.game, self.pairings, self.finished, self.limit = game, pairings, finished, limit
        self.stopped = False

    async def all(self, jobs: int) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(self.work())

    async def work(self) -> None:
        """Play one pairing after the other, with a new process where the last one was lost."""
        process: asyncio.subprocess.Process | None = None
        try:
            while not self.stopped and (pairing := next(self.pairings, None)) is not None:
                process = process or await start()
                ledger = Ledger(pairing)
                if not await self.play(process, ledger):
                    await end(process)
                    process = None
                assert ledger.result is not None
                if not self.finished(ledger.result):
                    self.stopped = True
        finally:
            if process is not None:
                await end(process)

    async def play(self, process: asyncio.subprocess.Process, ledger: Ledger) -> bool:
        """Follow one game to its result. Is the process still good for another?"""
        assert process.stdin is not None
        assert process.stdout is not None
        task = Task(game=self.game.name, options=self.game.settings, pairing=ledger.pairing, limit=self.limit)
        process.stdin.write(msgspec.json.encode(task) + b"\n")
        while ledger.result is None:
            seat = ledger.asked.seat if ledger.asked else 0
            allowed = self.limit if ledger.asked and not ledger.asked.loading else LOAD_WITHIN
            try:
                line = await next_line(process.stdout, allowed + GRACE)
            except TimeoutError:
                ledger.note(Forfeited(seat, "timeout", f"no answer within {allowed:g} s"))
                return False
            if not line:
                code = await process.wait()
                ledger.note(Forfeited(seat, "crash", f"its process ended with code {code}"))
                return False
            ledger.note(_events.decode(line))
        return True


async def next_line(stream: asyncio.StreamReader, within: float) -> bytes:
    """TimeoutError if none comes."""
    async with asyncio.timeout(within):
        return await stream.readline()


async def start() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        sys.executable, "-m", "quintet.arena.worker", stdin=pipe, stdout=pipe, limit=1 << 24
    )


async def end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    transport = getattr(process, "_transport", None)  # asyncio leaves the pipes open until collected
    if transport is not None:
        transport.close()
