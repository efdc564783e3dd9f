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

from quintet.server.process import end

COMPILE_WITHIN = 900.0
"""Seconds for one game; most take about ten."""


class Log(Protocol):
    def __call__(self, event: str, level: int = logging.INFO, **data: object) -> None: ...


class Compiler:
    """Compiles the engines of the `cold` games one after another, first those that somebody waits for.

    `done(game)` takes a game off `cold`, whether it could be compiled or not.
    """

    def __init__(self, cold: Mapping[str, Sized], done: Callable[[str], object], log: Log) -> None:
        self._cold, self._done, self._log = cold, done, log
        self._task: asyncio.Task[None] | None = None

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
        while self._cold:
            game = max(self._cold, key=lambda name: len(self._cold[name]))
            error = await _compile(game)
            if error:
                self._log("engine not compiled", logging.WARNING, game=game, error=error)
            self._done(game)
        self._log("engine compiled", seconds=round(time.monotonic() - begun, 1))


async def _compile(game: str) -> str:
    """Compile one game's engine. What went wrong, if anything did."""
    try:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "quintet", "warm", game),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.DEVNULL,
            stderr=asyncio.subprocess.PIPE,
        )
    except OSError as error:
        return str(error)
    try:
        async with asyncio.timeout(COMPILE_WITHIN):
            _, complaints = await process.communicate()
    except TimeoutError:
        return f"it took more than {COMPILE_WITHIN:g} s"
    finally:
        code = await end(process)
    if not code:
        return ""
    said = complaints.decode(errors="replace").split("\n")
    return next(filter(None, reversed(said)), f"exit code {code}")
