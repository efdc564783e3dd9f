"""The protocols of other programs' worlds: Gomocup (piskvork), NBoard and GTP.

Each module has a `Speaker`: our engine as such a program. It is handed one line after the other and gives the lines to
answer with, so that it needs no pipe to be tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from quintet.games.contract import AnyGame, Position

if TYPE_CHECKING:  # engines from outside are spoken to where ours is not installed
    from quintet.engine import Thought

UNLIMITED = 1e8
"""Seconds: longer than anybody waits."""
Mover: TypeAlias = "Callable[[AnyGame, Position, int, float | None], Thought]"
"""Thinks about a position for a seat, in at most so many seconds where that is not None."""


class Speaker(Protocol):
    """Our engine behind a protocol."""

    over: bool
    """Has it been told to go?"""

    def hear(self, line: str) -> list[str]:
        """The lines to answer with."""


def mover(level: int | None, seconds: float | None) -> Mover:
    """Our engine at a level or with a time for each move; a protocol's own limit counts where it is shorter."""
    from quintet.engine import Budget, Memory, think

    memory = Memory()

    def choose(game: AnyGame, position: Position, seat: int, most: float | None) -> Thought:
        if level is None and (seconds is not None or most is not None):
            budget = Budget(seconds=UNLIMITED if seconds is None else seconds)
            return think(game, position, seat, budget=budget, within=most, memory=memory)
        return think(game, position, seat, level=level, within=most, memory=memory)

    return choose


def get_ready(game: AnyGame) -> None:
    """Load the engine, before it is answered that we are there: a first move should not wait for that."""
    from quintet.engine.registry import player

    player(game)
