"""A bot is walked through the games in a process of its own: one that ends that process, or crashes it, is told of as well."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from typing import TypeAlias

from quintet.broken import how_ended
from quintet.games.contract import GameError
from quintet.inputs import UsageError
from quintet.testing.bots import READY, REST, Finding, not_ready

GETS_READY = "gets ready"
Walk: TypeAlias = Callable[[], tuple[list[str], Iterator[Finding]]]
"""Gets a bot ready: the names of all steps, and the steps themselves, each taken when it is asked for."""


class WalkError(Exception):
    """There is nothing to walk; the text says why."""


def apart(walk: Walk) -> Iterator[Finding]:
    """The findings as they come. The walk is sent to the other process, so it is a function of a module, or a part of one."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_walk, args=(walk, theirs), daemon=True)
    process.start()
    theirs.close()
    try:
        yield from _heard(ours, process.join, lambda: process.exitcode)
    finally:
        process.kill()


def _heard(ours: Connection, join: Callable[[], None], code: Callable[[], int | None]) -> Iterator[Finding]:
    steps: list[str] = []
    taken = 0
    while True:
        try:
            if not steps and not ours.poll(READY):
                yield Finding(GETS_READY, not_ready(READY))
                return
            told = ours.recv()
        except EOFError:
            join()
            step = steps[taken] if taken < len(steps) else GETS_READY
            yield Finding(step, f"ends the whole process ({how_ended(code() or 0)}). {REST}")
            return
        if told is None:
            return
        if isinstance(told, WalkError):
            raise told
        if isinstance(told, Finding):
            taken += 1
            yield told
        else:
            steps = told


def _walk(walk: Walk, theirs: Connection) -> None:
    """The other process. What the bot prints is for whoever wrote it, and goes where errors go: the answers are ours."""
    os.dup2(2, 1)
    try:
        steps, findings = walk()
        theirs.send(steps)
        for finding in findings:
            theirs.send(finding)
        theirs.send(None)
    except (GameError, UsageError) as error:
        theirs.send(WalkError(str(error)))
