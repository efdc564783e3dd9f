"""One worker process as the pool sees it: it is started, asked one question at a time, and ended."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from contextlib import suppress

import msgspec

from quintet.server.worker import Question, Reply

PLAIN = {"NUMBA_DISABLE_JIT": "1"}
"""Makes all that would be compiled plain Python."""
START_WITHIN = 60.0
"""Seconds until a process can hear a question: on a crowded machine many times what an answer may take."""
DYING_SECONDS = 1.0
"""How long a process that closed its pipe may take to end by itself."""


class LostError(Exception):
    """The process did not answer, and has been ended; the text says why."""


class DiedError(LostError):
    """It died, so that another may well answer."""


class HungError(LostError):
    """It said nothing for as long as it may take, so that another would most likely hang too."""


class Process:
    """A worker: a process of its own, which may die at any time; `changed` is called when it does."""

    def __init__(
        self, *, quiet: bool, plain: bool = False, changed: Callable[[], object] = lambda: None
    ) -> None:
        self._environment = os.environ | PLAIN if plain else None
        self._errors = asyncio.subprocess.DEVNULL if quiet else None
        self._changed = changed
        self._process: asyncio.subprocess.Process | None = None
        self._watch: asyncio.Task[None] | None = None
        self.loaded: set[str] = set()
        """The games whose engine is ready in it."""
        self.asked = False
        """Does it have a question that it has not answered?"""
        self.answered = False
        """Has it ever answered since it was started?"""

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.returncode is None

    @property
    def died(self) -> bool:
        """Was it started, and ended by somebody else?"""
        return self._process is not None and self._process.returncode is not None

    async def start(self) -> None:
        """OSError if the system has no room for one."""
        await self.end()
        pipe = asyncio.subprocess.PIPE
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "quintet.server.worker"),
            stdin=pipe,
            stdout=pipe,
            stderr=self._errors,
            env=self._environment,
            limit=1 << 20,
        )
        self._watch = asyncio.create_task(self._notice(self._process))

    async def _notice(self, process: asyncio.subprocess.Process) -> None:
        await process.wait()
        self._changed()

    async def ask(self, question: Question, within: float) -> Reply:
        """Its answer; LostError if it dies or takes longer, not counting what it may take to start."""
        process = self._process
        assert process is not None
        assert process.stdin is not None
        assert process.stdout is not None
        self.asked = True
        within = within if self.answered else within + START_WITHIN
        try:
            process.stdin.write(msgspec.json.encode(question) + b"\n")
            async with asyncio.timeout(within):
                line = await process.stdout.readline()
            if not line:
                raise EOFError
            reply = msgspec.json.decode(line, type=Reply)
        except TimeoutError as error:
            await self.end()
            raise HungError(f"it did not answer within {within:g} s") from error
        except (OSError, EOFError, RuntimeError, msgspec.DecodeError) as error:
            code = await self.end(DYING_SECONDS)
            how = f"signal {-code}" if code is not None and code < 0 else f"exit code {code}"
            raise DiedError(f"it died ({how})") from error
        finally:
            self.asked = False
        self.answered = True
        return reply

    async def end(self, patience: float = 0) -> int | None:
        """End it, if it has not ended by itself within `patience` seconds. How it ended."""
        if self._process is None:
            return None
        if self._watch is not None:
            self._watch.cancel()
        code = await end(self._process, patience)
        self._process = None  # not earlier: whoever cancels this ends it again
        self.loaded, self.answered = set(), False
        return code


async def end(process: asyncio.subprocess.Process, patience: float = 0) -> int:
    """Kill it if it still runs after `patience` seconds, and close its pipes. How it ended."""
    if patience:  # asyncio loses the exit code of a process that ends just before it is killed
        with suppress(TimeoutError):
            async with asyncio.timeout(patience):
                await process.wait()
    with suppress(ProcessLookupError):
        process.kill()
    code = await process.wait()
    transport = getattr(process, "_transport", None)  # asyncio leaves the pipes open until collected
    if transport is not None:
        transport.close()
    return code
