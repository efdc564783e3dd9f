"""Reversi's engine, packed and read; what it does is in answers/reversi.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import host
from quintet.engine.answers import reversi as answers
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi_weights
from quintet.engine.levels import Level
from quintet.engine.solvers import reversi as solver
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.folded import Folded
    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.reversi import Reversi, ReversiPosition

LOSS = 12.0
LEVELS = {
    1: Level(60, 1.0, 0.98, 0.08),
    2: Level(60, 1.0, 0.53),
    3: Level(60, 1.0, 0.24),
    4: Level(60, 1.0, 0.05),
    5: Level(78, 0.74, 0.01),
    6: Level(148, 0.505),
    7: Level(480, 0.31),
    8: Level(2_700, 0.16),
    9: Level(13_000, 0.09),
    10: Level(None, 0.0),
}
"""What is learned of the board makes even a short look strong, so the lower half of the levels goes by first sight more or less often."""
SMALL = {
    1: Level(60, 1.0, 1.0, 0.4),
    2: Level(60, 1.0, 0.76),
    3: Level(60, 1.0, 0.4),
    4: Level(60, 1.0, 0.05),
    5: Level(93, 0.667),
    6: Level(276, 0.39),
    7: Level(983, 0.236),
    8: Level(3_900, 0.14),
    9: Level(14_500, 0.087),
    10: Level(None, 0.0),
}
"""There whoever thinks at all sees the end from the middle of the game, and greed is worth little."""
VARIANTS = ((lambda game: game.size <= 6, SMALL),)
ENTRY, WORK = answers.analyse, answers.WORK
MOST_EMPTIES = {4: 16, 6: 36, 8: 30}
plays = board.plays


def pack(game: Reversi, position: ReversiPosition) -> NDArray[Any]:
    state, loaded = np.zeros(1, answers.PACKED), board.load(game, position)
    for name in answers.PACKED.names:
        state[name] = loaded[name]
    return state


def spelling(game: Reversi, position: ReversiPosition, seat: int) -> Spelling:  # noqa: ARG001  (the same for every position)
    return board.spelling(game, seat)


def knowledge() -> dict[str, NDArray[Any] | Folded]:
    """The weights of the patterns."""
    weights = reversi_weights.shipped()
    return {} if weights is None else {"board.weights": weights, "learned": np.ones(1, np.int64)}


def solve(game: Reversi, position: ReversiPosition, seat: int, report: Report) -> Finding:
    """The exact solver without a limit."""
    empties = position.squares.count(".")
    if empties > MOST_EMPTIES[game.size]:
        raise EngineError(
            f"a position with {empties} empty squares cannot be solved; with {MOST_EMPTIES[game.size]} or fewer it can"
        )

    def tell(work: NDArray[Any]) -> None:
        c = work[0].solver
        report(f"{int(c.nodes[0]):,} positions", solver.share_done(c))

    bits = min(max(empties - 2, solver.PLAYING_BITS), solver.TABLE_BITS)  # memory has to be cleared first
    return host.prove(sys.modules[__name__], game, position, seat, tell, slots=1 << bits)
