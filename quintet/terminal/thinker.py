"""The engine's opinion of the position on the screen: it looks further and further, in a thread of its own, until told to stop."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias

from quintet.extras import has, what_to_install
from quintet.games.contract import AnyGame, GameError
from quintet.say.errors import error_text

if TYPE_CHECKING:
    from quintet.engine import Analysis, Memory, Stop

Told: TypeAlias = "Analysis | str"
"""What is known so far, or a sentence that says why nothing is."""
SECONDS, LINES = 8.0, 3


class Thinker:
    """Looks at one position at a time; `tell` hears of everything new, in the loop that asked."""

    def __init__(self, tell: Callable[[Told], object]) -> None:
        self._tell = tell
        self._stop: Stop | None = None
        self._memory: Memory | None = None
        self._asked = 0

    def look(self, game: AnyGame, position: Any, seat: int) -> None:
        """Look at this position now, and no longer at the one before."""
        self.rest()
        if not has("engine"):
            self._tell(f"{what_to_install('An analysis', ['engine'])}.")
            return
        asked, loop = self._asked, asyncio.get_running_loop()
        self._tell("The engine gets ready.")

        def hear(told: Told) -> None:
            if asked == self._asked:
                self._tell(told)

        def say(text: str) -> None:
            with suppress(RuntimeError):  # the loop is closed
                loop.call_soon_threadsafe(hear, text)

        def think() -> None:
            from quintet.engine.patience import get_ready_for

            try:
                get_ready_for(game, say)
                for told in self._steps(asked, game, position, seat):
                    loop.call_soon_threadsafe(hear, told)
            except GameError as error:
                loop.call_soon_threadsafe(hear, error_text(error))
            except RuntimeError:  # the loop is closed: nobody listens any more
                return

        threading.Thread(target=think, name="thinker", daemon=True).start()

    def _steps(self, asked: int, game: AnyGame, position: Any, seat: int) -> Any:
        from quintet.engine import Budget, Memory, Stop
        from quintet.engine.analysis import deepening

        if self._memory is None:
            self._memory = Memory()
        stop = Stop()
        if asked != self._asked:
            return
        self._stop = stop
        for found in deepening(
            game, position, seat, Budget(seconds=SECONDS), lines=LINES, memory=self._memory, stop=stop
        ):
            yield found
            if asked != self._asked:
                return

    def rest(self) -> None:
        """Stop looking."""
        self._asked += 1
        if self._stop is not None:
            self._stop.now()
            self._stop = None
