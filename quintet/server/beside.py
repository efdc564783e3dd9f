"""What strangers bring is read beside the server: in a process of its own, which can neither hold up a move nor keep memory.

A thread could do the work, but not one long step of it: while Python looks through megabytes in a single call, nobody else has
the interpreter's lock. The process is started when something large is brought and ends when nothing has been for a while.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from functools import partial

import msgspec

from quintet.games.contract import GameError
from quintet.server import reading
from quintet.server.aside import Aside, BusyError, InTurns, Piece
from quintet.server.logs import note
from quintet.server.process import DYING_SECONDS, end
from quintet.server.reading import SIZE_BYTES, TASKS, Asked, Parts, Told

QUICKLY_READ = 24 * 1024
"""Bytes that are read in some milliseconds whatever they are: a thread does that, and nothing has to be started for it."""
WITHIN = 30.0
"""Seconds that a piece of work may take, on a machine that has other things to do."""
IDLE_SECONDS = 60.0
"""How long the process waits for more."""
TOO_LONG = "reading this takes longer than the server has for it"
LOST = "The server could not read this; try again in a moment."


class Beside(InTurns[Asked]):
    """One process, and those who wait for it."""

    def __init__(self, aside: Aside) -> None:
        super().__init__()
        self._aside = aside
        """For what is small."""
        self._process: asyncio.subprocess.Process | None = None
        self._leaving: asyncio.TimerHandle | None = None
        self._ending: set[asyncio.Task[object]] = set()

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    async def do(self, task: str, *parts: bytes) -> Parts:
        """What comes of it. GameError with a sentence for whoever brought it, BusyError if there is too much to do."""
        if sum(map(len, parts)) <= QUICKLY_READ:
            return await self._aside.do(partial(TASKS[task], *parts))
        told: Told = await self._have_done(Asked(task, parts))
        if told.refused:
            raise GameError(told.refused)
        if told.broken:
            raise RuntimeError(told.broken)
        return told.parts

    async def close(self) -> None:
        self._give_up()
        if self._leaving is not None:
            self._leaving.cancel()
        await asyncio.gather(*self._ending, self._end(), return_exceptions=True)

    # -- inside

    async def _one(self, piece: Piece[Asked]) -> None:
        if self._leaving is not None:
            self._leaving.cancel()
        try:
            told = await self._ask(piece.work)
        except asyncio.CancelledError:  # nothing more is done here
            piece.done.cancel()
            raise
        except TimeoutError:
            note("reading took too long", task=piece.work.task)
            await self._end()
            told = Told(refused=TOO_LONG)
        except (OSError, EOFError, RuntimeError, msgspec.DecodeError) as error:
            note("reading failed", task=piece.work.task, error=str(error) or "the process died")
            await self._end(DYING_SECONDS)
            if not piece.done.done():
                piece.done.set_exception(BusyError(LOST))
            return
        if not piece.done.done():
            piece.done.set_result(told)
        self._leaving = asyncio.get_running_loop().call_later(IDLE_SECONDS, self._leave)

    async def _ask(self, asked: Asked) -> Told:
        if not self.running:
            await self._end()
            pipe = asyncio.subprocess.PIPE
            self._process = await asyncio.create_subprocess_exec(
                sys.executable, "-m", "quintet.server.reading", stdin=pipe, stdout=pipe
            )
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(reading.framed(asked))
        async with asyncio.timeout(WITHIN):
            size = int.from_bytes(await process.stdout.readexactly(SIZE_BYTES))
            data = await process.stdout.readexactly(size)
        return msgspec.msgpack.decode(data, type=Told)

    def _leave(self) -> None:
        """Nothing has been brought for a while."""
        if not self.waiting:
            task: asyncio.Task[object] = asyncio.create_task(self._end())
            self._ending.add(task)
            task.add_done_callback(self._ending.discard)

    async def _end(self, patience: float = 0) -> None:
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                await end(process, patience)
