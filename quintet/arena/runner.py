"""Plays a schedule in worker processes, here or on a cluster. A worker that hangs or dies costs its game, not the match."""

from __future__ import annotations

import asyncio
import atexit
import os
import signal
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING

import msgspec

from quintet.arena.match import Event, Forfeited, Ledger, Result
from quintet.arena.schedule import Pairing
from quintet.arena.worker import Task
from quintet.broken import how_ended
from quintet.games.contract import AnyGame, GameError

if TYPE_CHECKING:
    from quintet.arena.cluster import Cluster

LOAD_WITHIN = 300.0
"""Seconds for loading a player: an engine may have to be compiled."""
GRACE = 1.0
"""Seconds beyond the limit before a worker is ended; within them it would say itself that the limit has passed."""
LEAVE_WITHIN = 2.0
"""Seconds for a worker that is told to end, with what its players have started."""
KILLED = {getattr(signal, "SIGKILL", None), signal.SIGTERM}
"""Where the system has such signals: how a process is ended from outside, by a person or for want of memory. Once in a game that is nobody's fault."""
ATTEMPTS = 2
"""So often a game is begun: after that whoever was to move has lost it."""
SLOWING = "MALLOC_TRIM_THRESHOLD_"
"""A variable that clusters set for their own memory's sake. It makes an engine half as fast."""

_events = msgspec.json.Decoder(Event)


def run(
    game: AnyGame,
    pairings: Iterable[Pairing],
    finished: Callable[[Result], bool],
    *,
    jobs: int = 1,
    limit: float = 30.0,
    cluster: Cluster | None = None,
) -> None:
    """Play all pairings, `jobs` at a time or on a cluster; `finished` hears of each result and says whether to go on."""
    tasks = (
        Task(game=game.name, options=game.settings, pairing=pairing, limit=limit) for pairing in pairings
    )
    if cluster is not None:
        cluster.each(play_there, tasks, finished)
        return
    try:
        asyncio.run(_Run(tasks, finished).all(jobs))
    except ExceptionGroup as group:  # such as a disk that is full: one reason is enough
        raise group.exceptions[0] from group


class _Run:
    def __init__(self, tasks: Iterator[Task], finished: Callable[[Result], bool]) -> None:
        self.tasks, self.finished = tasks, finished
        self.stopped = False

    async def all(self, jobs: int) -> None:
        async with asyncio.TaskGroup() as group:
            for _ in range(jobs):
                group.create_task(self.work())

    async def work(self) -> None:
        """Play one game after the other."""
        kept = Kept()
        try:
            while not self.stopped and (task := next(self.tasks, None)) is not None:
                if not self.finished(await kept.play(task)):
                    self.stopped = True
        finally:
            await kept.end()


class Kept:
    """A worker process that is kept from game to game, with a new one where the last was lost."""

    def __init__(self) -> None:
        self.process: asyncio.subprocess.Process | None = None

    async def play(self, task: Task) -> Result:
        """Play a game, from its beginning again if the process is killed in the midst of it."""
        for attempt in range(1, ATTEMPTS + 1):
            self.process = self.process or await start()
            ledger = Ledger(task.pairing)
            if not await follow(self.process, task, ledger, again=attempt < ATTEMPTS):
                await self.end()
            if ledger.result is not None:
                return ledger.result
        raise GameError(
            "the process that plays the games ended before a game began: see what it wrote above, and go on with --resume"
        )

    async def end(self) -> None:
        if self.process is not None:
            process, self.process = self.process, None
            await end(process)


async def follow(
    process: asyncio.subprocess.Process, task: Task, ledger: Ledger, *, again: bool = False
) -> bool:
    """Follow one game to its result. Is the process still good for another? Without a result it ended by nobody's fault."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(msgspec.json.encode(task) + b"\n")
    while ledger.result is None:
        seat = ledger.asked.seat if ledger.asked else 0
        allowed = task.limit if ledger.asked and not ledger.asked.loading else LOAD_WITHIN
        try:
            line = await next_line(process.stdout, allowed + GRACE)
        except TimeoutError:
            ledger.note(Forfeited(seat, "timeout", f"no answer within {allowed:g} s"))
            return False
        except ValueError:
            ledger.note(Forfeited(seat, "crash", "it wrote without end between what the game told"))
            return False
        if not line:
            code = await process.wait()
            if ledger.asked is not None and not (again and -code in KILLED):
                ledger.note(Forfeited(seat, "crash", f"its process ended {how_ended(code)}"))
            return False
        try:
            ledger.note(_events.decode(line))
        except msgspec.DecodeError:
            ledger.note(Forfeited(seat, "crash", "it wrote between what the game told"))
            return False
    return True


_here = threading.local()
_everywhere: list[tuple[Kept, asyncio.AbstractEventLoop]] = []
"""What the threads of this process keep."""


def play_there(task: Task) -> Result:
    """Play one game from a thread of any process, such as a worker of a cluster: its own worker process is kept for the next."""
    if not hasattr(_here, "kept"):
        _here.kept, _here.loop = Kept(), asyncio.new_event_loop()
        _everywhere.append((_here.kept, _here.loop))
    result: Result = _here.loop.run_until_complete(_here.kept.play(task))
    return result


@atexit.register
def end_there() -> None:
    """End the worker processes that threads of this process have kept; no game may be going on."""
    while _everywhere:
        kept, loop = _everywhere.pop()
        loop.run_until_complete(kept.end())
        loop.close()


async def next_line(stream: asyncio.StreamReader, within: float) -> bytes:
    """TimeoutError if none comes."""
    async with asyncio.timeout(within):
        return await stream.readline()


async def start() -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    environment = {name: value for name, value in os.environ.items() if name != SLOWING}
    return await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        "quintet.arena.worker",
        stdin=pipe,
        stdout=pipe,
        env=environment,
        limit=1 << 24,
        start_new_session=True,  # a group of its own, so that whatever players start can be ended with it
    )


async def end(process: asyncio.subprocess.Process) -> None:
    """End a worker and all that its players have started: by itself, or where it hears nothing any more, by force."""
    with suppress(ProcessLookupError):
        process.terminate()
    try:
        async with asyncio.timeout(LEAVE_WITHIN):
            await process.wait()
    except TimeoutError:
        with suppress(ProcessLookupError):
            if sys.platform == "win32":
                process.kill()
            else:
                os.killpg(process.pid, signal.SIGKILL)
        await process.wait()
    transport = getattr(process, "_transport", None)  # asyncio leaves the pipes open until collected
    if transport is not None:
        transport.close()
