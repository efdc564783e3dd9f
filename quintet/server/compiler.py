"""Compiling engines that this machine has not used yet, in processes of their own.

A process that has compiled is three times as large as one that loads what another has compiled; so workers never compile
unless nothing can be kept, and answer those who need no engine meanwhile.
"""

from __future__ import annotations

import asyncio
import logging
import sys
import time
from collections.abc import Callable, Mapping, Sized
from contextlib import suppress
from typing import Protocol

from quintet.players import compiling_text
from quintet.server.process import end

COMPILE_WITHIN = 900.0
"""Seconds for one game; most take about ten."""
TELL_SECONDS = 1.0
"""How often those who wait are told how far it is."""


class Log(Protocol):
    def __call__(self, event: str, level: int = logging.INFO, **data: object) -> None: ...


class Compiler:
    """Compiles the engines of the `cold` games one after another, first those that somebody waits for.

    `done(game)` takes a game off `cold`, whether it could be compiled or not. While somebody waits for one, `tell(game, text)`
    says every second how far it is.
    """

    def __init__(
        self,
        cold: Mapping[str, Sized],
        done: Callable[[str], object],
        tell: Callable[[str, str], object],
        log: Log,
    ) -> None:
        self._cold, self._done, self._tell, self._log = cold, done, tell, log
        self._task: asyncio.Task[None] | None = None
        self._parts: dict[str, tuple[int, int]] = {}
        """By game, how many parts are compiled, and of how many."""
        self._now = ""
        """The game whose engine is being compiled."""

    def start(self) -> None:
        """Compile until no game is cold; does nothing while that is under way."""
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._compile_all(), name="compiler")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _compile_all(self) -> None:
        begun = time.monotonic()
        why = "this machine has not used it yet; 'quintet warm' does it beforehand"
        self._log("compiling the engine", why=why)
        telling = asyncio.create_task(self._tell_how_far(begun), name="compiler-telling")
        try:
            while self._cold:
                game = max(self._cold, key=lambda name: len(self._cold[name]))
                self._now = game
                error = await self._compile(game)
                if error:
                    self._log("engine not compiled", logging.WARNING, game=game, error=error)
                self._done(game)
        finally:
            telling.cancel()
        self._log("engine compiled", seconds=round(time.monotonic() - begun, 1))

    async def _tell_how_far(self, begun: float) -> None:
        while True:
            await asyncio.sleep(TELL_SECONDS)
            for game in [name for name, waiting in self._cold.items() if len(waiting)]:
                seconds, parts = time.monotonic() - begun, self._parts.get(game, (0, 0))
                self._tell(game, compiling_text(*parts, seconds=seconds, later=game != self._now))

    async def _compile(self, game: str) -> str:
        """Compile one game's engine. What went wrong, if anything did."""
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "quintet.engine.warm", game),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.PIPE,
                stderr=asyncio.subprocess.PIPE,
            )
        except OSError as error:
            return str(error)
        assert process.stdout is not None
        assert process.stderr is not None
        try:
            async with asyncio.timeout(COMPILE_WITHIN):
                _, complaints, _ = await asyncio.gather(
                    self._count(game, process.stdout), process.stderr.read(), process.wait()
                )
        except TimeoutError:
            return f"it took more than {COMPILE_WITHIN:g} s"
        finally:
            code = await end(process)
        if not code:
            return ""
        said = complaints.decode(errors="replace").split("\n")
        return next(filter(None, reversed(said)), f"exit code {code}")

    async def _count(self, game: str, lines: asyncio.StreamReader) -> None:
        async for line in lines:
            done, _, total = line.decode().partition(" ")
            self._parts[game] = int(done), int(total)
