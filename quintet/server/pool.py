"""Worker processes that choose moves for machines: thinking never happens in the event loop.

A worker that dies or does not answer in time is killed and replaced, and its question asked again; after that a player
who needs no thought answers, so that no table waits for ever.
"""

from __future__ import annotations

import asyncio
import sys
from contextlib import suppress
from dataclasses import dataclass

import msgspec

from quintet.server.chooser import Question, Reply
from quintet.server.logs import note

ANSWER_WITHIN = 5.0
"""Seconds: ten times what any level promises."""
LOAD_WITHIN = 180.0
"""Seconds for compiling an engine that nobody has used before on this machine."""
ATTEMPTS = 2
FALLBACK = "random"


class PoolError(Exception):
    """No worker could answer."""


@dataclass
class _Asked:
    question: Question
    answer: asyncio.Future[Reply]


class Pool:
    """`size` processes, started when they are first needed."""

    def __init__(self, size: int, answer_within: float = ANSWER_WITHIN, *, quiet: bool = False) -> None:
        self.size = size
        self._errors = asyncio.subprocess.DEVNULL if quiet else None
        """Where workers complain: nowhere, if a screen is drawn where stderr goes."""
        self.replaced = 0
        self._answer_within = answer_within
        self._waiting: asyncio.Queue[_Asked] = asyncio.Queue()
        self._workers: list[asyncio.Task[None]] = []
        self._idle = 0

    @property
    def waiting(self) -> int:
        """How many questions no worker has taken yet."""
        return self._waiting.qsize()

    async def ask(self, question: Question) -> Reply:
        """The answer of a worker; PoolError if there is none to be had."""
        asked = _Asked(question, asyncio.get_running_loop().create_future())
        self._waiting.put_nowait(asked)
        if self._idle < self._waiting.qsize() and len(self._workers) < self.size:
            name = f"worker-{len(self._workers)}"
            self._workers.append(asyncio.create_task(self._work_forever(), name=name))
        return await asked.answer

    async def close(self) -> None:
        for worker in self._workers:
            worker.cancel()
        for worker in self._workers:
            with suppress(asyncio.CancelledError):
                await worker
        while not self._waiting.empty():
            self._waiting.get_nowait().answer.cancel()

    async def _work_forever(self) -> None:
        process: asyncio.subprocess.Process | None = None
        try:
            while True:
                self._idle += 1
                try:
                    asked = await self._waiting.get()
                finally:
                    self._idle -= 1
                if asked.answer.done():  # whoever asked has given up
                    continue
                try:
                    process = await self._settle(asked, process)
                except asyncio.CancelledError:
                    asked.answer.cancel()
                    raise
        finally:
            if process is not None:
                await _end(process)

    async def _settle(
        self, asked: _Asked, process: asyncio.subprocess.Process | None
    ) -> asyncio.subprocess.Process | None:
        """Answer one question, with fresh processes for those that fail. The process to go on with."""
        question = asked.question
        for attempt in range(ATTEMPTS + 1):
            if attempt == ATTEMPTS:
                question = replace_machine(question)
            try:
                process = process or await _start(self._errors)
                reply = await self._exchange(process, question)
            except (OSError, TimeoutError, EOFError, msgspec.DecodeError) as error:
                note("worker replaced", why=type(error).__name__, kind=question.kind, game=question.game)
                self.replaced += 1
                if process is not None:
                    await _end(process)
                process = None
                continue
            if not reply.error:
                _give(asked, reply)
                return process
            note("worker cannot answer", error=reply.error, kind=question.kind, game=question.game)
        if not asked.answer.done():
            asked.answer.set_exception(PoolError("no worker could answer"))
        return process

    async def _exchange(self, process: asyncio.subprocess.Process, question: Question) -> Reply:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(msgspec.json.encode(question) + b"\n")
        patience = self._answer_within
        while True:
            line = await asyncio.wait_for(process.stdout.readline(), patience)
            if not line:
                raise EOFError
            reply = msgspec.json.decode(line, type=Reply)
            if not reply.loading:
                return reply
            patience = LOAD_WITHIN


def replace_machine(question: Question) -> Question:
    """The same question to a player who needs no thought."""
    return msgspec.structs.replace(question, machine=FALLBACK)


def _give(asked: _Asked, reply: Reply) -> None:
    if not asked.answer.done():
        asked.answer.set_result(reply)


async def _start(errors: int | None) -> asyncio.subprocess.Process:
    pipe = asyncio.subprocess.PIPE
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "quintet.server.chooser"),
        stdin=pipe,
        stdout=pipe,
        stderr=errors,
        limit=1 << 20,
    )


async def _end(process: asyncio.subprocess.Process) -> None:
    with suppress(ProcessLookupError):
        process.kill()
    await process.wait()
    transport = getattr(process, "_transport", None)  # asyncio leaves the pipes open until collected
    if transport is not None:
        transport.close()
