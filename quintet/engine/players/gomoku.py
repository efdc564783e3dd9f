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
    1: Level(60, 1.0, 1.0, 0.83),
    2: Level(60, 1.0, 0.42),
    3: Level(90, 0.67, 0.04),
    4: Level(150, 0.49),
    5: Level(270, 0.36),
    6: Level(560, 0.265),
    7: Level(1_250, 0.18),
    8: Level(4_000, 0.1),
    9: Level(22_000, 0.04),
    10: Level(None, 0.0),
}
"""A position costs more than in other games, and a search of few sees much: the strongest level looks at 250,000."""
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
