"""What outlives one search: a table for the next one, and the word to stop, which may come from anywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Lock
from typing import TYPE_CHECKING, Any, TypeVar

from numpy import may_share_memory

if TYPE_CHECKING:
    from numpy.typing import NDArray

Kept = TypeVar("Kept")


class Memory:
    """What searches of one game remember from move to move, or from position to position of a study.

    It makes an answer better, and another than it would have been: where the same nodes and seed must give the same
    answer it is left aside. It serves one search at a time, and forgets one game when it is asked about another.
    """

    def __init__(self) -> None:
        self._game = ""
        self._kept: dict[str, Any] = {}
        self._drops: list[Callable[[], object]] = []
        self._lock = Lock()

    def __del__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._kept = {}
        while self._drops:
            self._drops.pop()()

    @contextmanager
    def lent(self, game: str) -> Iterator[Memory | None]:
        """For the length of one search; None while another one has it."""
        if not self._lock.acquire(blocking=False):
            yield None
            return
        try:
            if game != self._game:
                self._forget()
                self._game = game
            yield self
        finally:
            self._lock.release()

    def find(
        self, name: str, make: Callable[[], Kept], drop: Callable[[Kept], object] | None = None
    ) -> tuple[Kept, bool]:
        """What was kept under this name; or a new one, and False. `drop` gets it when it is kept no longer."""
        known = name in self._kept
        if not known:
            made = self._kept[name] = make()
            if drop is not None:
                self._drops.append(lambda: drop(made))
        found: Kept = self._kept[name]
        return found, known


class Stop:
    """Ends a search at once: `now()`, from whichever thread. What it has found by then is its answer."""

    def __init__(self) -> None:
        self.asked = False
        self._contexts: list[NDArray[Any]] = []
        self._lock = Lock()

    def now(self) -> None:
        with self._lock:
            self.asked = True
            for context in self._contexts:
                context["stop"] = 1

    def reach(self, context: NDArray[Any]) -> None:
        """Compiled code looks at the `stop` of its context; this one is to be told too."""
        with self._lock:
            self._contexts.append(context)
            if self.asked:
                context["stop"] = 1

    def leave(self, work: NDArray[Any]) -> None:
        """A search is over, and its scratch goes to another one, which a stop that comes late must not end."""
        with self._lock:
            self._contexts = [context for context in self._contexts if not may_share_memory(context, work)]


def listen(stop: Stop | None, context: NDArray[Any]) -> None:
    """A search begins: its clock is looked at for the first time, and it hears of a stop if somebody can say so."""
    context["stop"] = context["looked"] = context["longest_gap"] = 0
    if stop is not None:
        stop.reach(context)


def listen_all(stop: Stop | None, request: NDArray[Any], work: NDArray[Any]) -> None:
    """The same for a request and every context in the scratch that goes with it."""
    inside = [work[name] for name in work.dtype.names or () if "stop" in (work.dtype[name].names or ())]
    for context in (request, *inside):
        context["stop"] = 0
        if stop is not None:
            stop.reach(context)
