"""A review made behind the screen: move after move in a thread of its own, told as far as it has come."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, TypeAlias

from quintet.extras import has, what_to_install
from quintet.games.contract import GameError
from quintet.games.record import Replay
from quintet.say.errors import error_text

if TYPE_CHECKING:
    from quintet.engine import Stop
    from quintet.study.review import Review

Told: TypeAlias = "Review | str"
TELL_EVERY = 4
"""After so many looks what is known so far is told again."""


class Reviewer:
    """Makes one review; `tell` hears of it in the loop that asked."""

    def __init__(self, tell: Callable[[Told], object]) -> None:
        self._tell = tell
        self._stop: Stop | None = None
        self._over = False

    def start(self, played: Replay) -> None:
        if not has("engine"):
            self._tell(f"{what_to_install('A review', ['engine'])}.")
            return
        loop = asyncio.get_running_loop()

        def hear(told: Told) -> None:
            if not self._over:
                self._tell(told)

        def say(text: str) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(hear, text)

        def work() -> None:
            from quintet.engine.patience import get_ready_for

            try:
                get_ready_for(played.game, say)
                self._work(played, lambda told: loop.call_soon_threadsafe(hear, told))
            except GameError as error:
                loop.call_soon_threadsafe(hear, error_text(error))
            except RuntimeError:  # the loop is closed: nobody listens any more
                return

        threading.Thread(target=work, name="reviewer", daemon=True).start()

    def _work(self, played: Replay, tell: Callable[[Told], object]) -> None:
        from quintet.engine import Stop
        from quintet.study.review import Reviewing

        self._stop = Stop()
        work, taken = Reviewing(played), 0
        while wanted := work.wanted():
            for ask in wanted:
                seen = work.look(ask, self._stop)
                if self._over:
                    return
                work.take(ask, seen)
                taken += 1
                if taken % TELL_EVERY == 0:
                    tell(work.review())
        tell(work.review())

    def stop(self) -> None:
        self._over = True
        if self._stop is not None:
            self._stop.now()
