"""The protocols of other programs' worlds: Gomocup (piskvork), NBoard and GTP.

Each module has a `Speaker`: our engine as such a program. It is handed one line after the other and gives the lines to
answer with, so that it needs no pipe to be tested.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol, TypeAlias

from quintet.games.contract import AnyGame, Position

if TYPE_CHECKING:  # engines from outside are spoken to where ours is not installed
    from quintet.engine import Analysis, Thought

UNLIMITED = 1e8
"""Seconds: longer than anybody waits."""
Mover: TypeAlias = "Callable[[AnyGame, Position, int, float | None], Thought]"
"""Thinks about a position for a seat, in at most so many seconds where that is not None."""
Weigher: TypeAlias = "Callable[[AnyGame, Position, int, int], Analysis]"
"""Judges so many of the best moves of a seat."""


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


def weigher(level: int | None, seconds: float | None) -> Weigher:
    """Our engine as somebody who judges moves, as far as the level or the time goes."""
    from quintet.engine import Budget, Memory, analyse, levels
    from quintet.engine.registry import player
    from quintet.players import STRONGEST

    memory = Memory()

    def weigh(game: AnyGame, position: Position, seat: int, lines: int) -> Analysis:
        nodes = None
        if seconds is None:
            nodes = levels.level(STRONGEST if level is None else level, player(game), game).nodes
        budget = Budget(seconds=levels.THINKING if seconds is None else seconds, nodes=nodes)
        return analyse(game, position, seat, budget, lines=lines, memory=memory)

    return weigh


def get_ready(game: AnyGame) -> None:
    """Load the engine and let it look once, before it is answered that we are there: a first move should wait for neither."""
    from quintet.engine import ready

    ready.get_ready(game)
