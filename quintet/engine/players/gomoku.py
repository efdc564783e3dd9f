"""Gomoku's engine, packed and read; what it does is in answers/gomoku.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import host
from quintet.engine.answers import gomoku as answers
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.evals import gomoku_net as net
from quintet.engine.levels import Level
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.folded import Folded
    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.gomoku import Gomoku, GomokuPosition

LOSS = 0.5
LEVELS = {
    1: Level(60, 1.0, 1.0, 0.77),
    2: Level(60, 1.0, 0.9, 0.88),
    3: Level(64, 0.94, 0.25),
    4: Level(108, 0.61, 0.035),
    5: Level(170, 0.465),
    6: Level(360, 0.32),
    7: Level(860, 0.218),
    8: Level(2_400, 0.133),
    9: Level(8_000, 0.072),
    10: Level(None, 0.0),
}
"""A position costs more than in other games, and a search of few sees much: the strongest level looks at 340,000."""
PLAIN = {
    1: Level(60, 1.0, 1.0, 0.77),
    2: Level(60, 1.0, 0.975, 0.82),
    3: Level(64, 0.94, 0.42),
    4: Level(108, 0.61, 0.05),
    5: Level(215, 0.415),
    6: Level(530, 0.28),
    7: Level(2_600, 0.125),
    8: Level(9_000, 0.068),
    9: Level(40_000, 0.032),
    10: Level(None, 0.0),
}
"""Without captures the steps are half as high, and the upper levels have to look at more for them."""
VARIANTS = ((lambda game: not game.captures, PLAIN),)
ENTRY, WORK = answers.analyse, answers.WORK
SOLVE_NODES = 400_000
plays, pack = board.plays, board.pack


def spelling(game: Gomoku, position: GomokuPosition, seat: int) -> Spelling:  # noqa: ARG001  (the same for every position)
    return board.spelling(game)


def knowledge() -> dict[str, NDArray[Any] | Folded]:
    """What lines and points are good for, what that is worth, and the net."""
    tables = [lines.line_table(captures) for captures in (False, True)]
    return {
        "line_tables": np.stack(tables),
        **{f"board.{name}": table for name, table in evaluation.tables().items()},
        **{f"board.net.{name}": table for name, table in net.tables(evaluation.shipped_net()).items()},
    }


def solve(game: Gomoku, position: GomokuPosition, seat: int, report: Report) -> Finding:  # noqa: ARG001  (too quick to tell of)
    """A win by continuous threats is proven; nothing else is."""
    found = host.prove(sys.modules[__name__], game, position, seat, lambda _: None, nodes=SOLVE_NODES)
    if not found.exact:
        raise EngineError("this position cannot be solved: no win by continuous threats was found")
    return found
