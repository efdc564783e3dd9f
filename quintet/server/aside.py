"""Work that takes longer than the event loop can wait is done aside, by a thread.

One thread, for two would hold up the loop twice as often: they take turns with it at the interpreter's lock. After a piece
of work the thread rests for as long as that took, so that whoever asks for much has half of its time and moves have the rest.
Everybody who waits has a turn before anybody has a second one; when too many wait, whoever has most waiting is refused.
"""

from __future__ import annotations

import asyncio
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from traceback import clear_frames
from typing import Any, Generic, TypeVar

from quintet.server.fair import FairQueue

MOST_WAITING = 50
"""Pieces of work that may wait."""
SMALL = 0.002
"""Seconds of work after which it is time for a rest."""
LONGEST_REST = 0.5
TURN_SECONDS = 0.0001

T = TypeVar("T")
Work = TypeVar("Work")

asker: ContextVar[str] = ContextVar("asker", default="")
"""The address for which something is done; the server's own work has none."""


class BusyError(Exception):
    """Too much is waiting already."""


class _QuickTurns:
    """While a thread works aside, the loop waits for the interpreter's lock once for each client that it has read from, and not
    for long. Otherwise only threads that are done in a moment take turns, and asking them to hurry would cost moves more."""

    def __init__(self) -> None:
        self._working, self._usual = 0, 0.0

    def __enter__(self) -> None:
        if not self._working:
            self._usual = sys.getswitchinterval()
            sys.setswitchinterval(TURN_SECONDS)
        self._working += 1

    def __exit__(self, *_: object) -> None:
        self._working -= 1
        if not self._working:
            sys.setswitchinterval(self._usual)


_quick_turns = _QuickTurns()


class Piece(Generic[Work]):
    """What is to be done, and whoever waits for it."""

    __slots__ = ("done", "work")

    def __init__(self, work: Work) -> None:
        self.work = work
        self.done: asyncio.Future[Any] = asyncio.get_running_loop().create_future()


class InTurns(ABC, Generic[Work]):
    """Those who wait for work that is done one piece after the other: everybody has a turn before anybody has a second one."""

    def __init__(self) -> None:
        self._queue: FairQueue[Piece[Work]] = FairQueue()
        self._working = False
        self._going: asyncio.Task[None] | None = None

    @property
    def waiting(self) -> int:
        """How many pieces of work are not done."""
        return len(self._queue) + self._working

    async def _have_done(self, work: Work) -> Any:
        """What comes of the work. BusyError if there is too much to do."""
        piece = Piece(work)
        self._queue.push(asker.get(), piece)
        if self.waiting > MOST_WAITING:
            self._queue.shed().done.set_exception(BusyError("The server is busy; try again in a moment."))
        if self._going is None:
            self._going = asyncio.create_task(self._go_on())
        try:
            return await piece.done
        finally:
            del piece  # what was raised holds this call, which must not hold what was raised

    async def _go_on(self) -> None:
        """Piece after piece, as long as there are any."""
        try:
            while self._queue:
                piece = self._queue.pop()
                if not piece.done.done():  # who asked may have gone
                    self._working = True
                    try:
                        await self._one(piece)
                    finally:
                        self._working = False
                await self._rest()
        finally:
            self._going = None

    @abstractmethod
    async def _one(self, piece: Piece[Work]) -> None:
        """Do it: whatever happens, who asked is told, and the others have their turn."""

    async def _rest(self) -> None:
        """Between two pieces."""

    def _give_up(self) -> None:
        """Nothing more is done."""
        if self._going is not None:
            self._going.cancel()
        for piece in self._queue:
            piece.done.cancel()


class Aside(InTurns[Callable[[], Any]]):
    """One thread, and those who wait for it."""

    def __init__(self) -> None:
        super().__init__()
        self._thread = ThreadPoolExecutor(1, "aside")
        self._tired = 0.0
        """Seconds of processor time since the last rest."""

    async def do(self, work: Callable[[], T]) -> T:
        """The result of the work. BusyError if there is too much to do."""
        result: T = await self._have_done(work)
        return result

    async def _rest(self) -> None:
        if self._tired > SMALL:
            rest, self._tired = min(self._tired, LONGEST_REST), 0.0
            await asyncio.sleep(rest)

    async def _one(self, piece: Piece[Callable[[], Any]]) -> None:
        loop = asyncio.get_running_loop()
        came: list[_Result] = []
        try:
            with _quick_turns:
                await loop.run_in_executor(self._thread, _timed, piece.work, came)
        except asyncio.CancelledError:  # nothing more is done here
            piece.done.cancel()
            raise
        except Exception as trouble:  # not of the work, but of having it done: no thread can be started
            came.append((None, trouble, 0.0))
        result, error, took = came.pop()
        self._tired += took
        if not piece.done.done():
            if error is None:
                piece.done.set_result(result)
            else:
                piece.done.set_exception(error)

    def close(self) -> None:
        self._give_up()
        self._thread.shutdown(wait=False, cancel_futures=True)


_Result = tuple[Any, Exception | None, float]
"""The result or what was raised instead, and the seconds that it took."""


def _timed(work: Callable[[], Any], came: list[_Result]) -> None:
    """What is raised holds the thread's calls, so none of them may hold it: it is put where it is taken out again."""
    begun = time.thread_time()
    try:
        came.append((work(), None, time.thread_time() - begun))
    except Exception as error:
        _let_go(error)
        came.append((None, _told(error), time.thread_time() - begun))
    except BaseException as error:  # the thread goes on, and whoever asked is not left waiting
        ended = RuntimeError(f"work aside ended with {error!r}")
        came.append((None, ended, time.thread_time() - begun))


def _told(error: Exception) -> Exception:
    """As whoever waits can be told it: what ends a loop is not taken by a future."""
    return RuntimeError("work aside ended in a loop") if isinstance(error, StopIteration) else error


def _let_go(error: BaseException | None) -> None:
    """A refusal is a sentence; what it was about may have been a million moves, and the calls that it went through hold them."""
    while error is not None:
        clear_frames(error.__traceback__)
        error = error.__cause__ or error.__context__
