"""Thwart Omega's engine, packed and read; what it does is in answers/omega.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from quintet.engine import host
from quintet.engine.answers import omega as answers
from quintet.engine.boards import omega as board
from quintet.engine.levels import Level
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.omega import Omega, OmegaPosition

LOSS = answers.LOSS
LEVELS = {
    1: Level(600, 0.12, 1.0, 0.18),
    2: Level(960, 0.107, 0.25),
    3: Level(2_050, 0.093),
    4: Level(3_700, 0.079),
    5: Level(6_300, 0.0655),
    6: Level(11_000, 0.05),
    7: Level(22_000, 0.033),
    8: Level(44_000, 0.02),
    9: Level(95_000, 0.0108),
    10: Level(None, 0.0),
}
"""A search of few samples is worth less here than first sight: so even the third level looks at a thousand rounds."""
SMALL = {
    1: Level(600, 0.12, 1.0, 0.22),
    2: Level(600, 0.12, 0.92),
    3: Level(600, 0.12, 0.45),
    4: Level(800, 0.114),
    5: Level(1_400, 0.094),
    6: Level(2_750, 0.068),
    7: Level(5_300, 0.046),
    8: Level(13_200, 0.0208),
    9: Level(65_000, 0.0055),
    10: Level(None, 0.0),
}
"""There luck decides more: the steps are lower."""
OF_THREE = {
    1: Level(600, 0.12, 1.0, 0.014),
    2: Level(600, 0.12, 1.0, 0.03),
    3: Level(600, 0.12, 0.7, 0.08),
    4: Level(1_650, 0.064),
    5: Level(3_500, 0.03),
    6: Level(9_000, 0.0),
    7: Level(23_000, 0.0),
    8: Level(39_000, 0.0),
    9: Level(68_000, 0.0),
    10: Level(None, 0.0),
}
"""What is greedy is hardly weaker here, and luck decides more too: so first sight is shorter, and who looks at little has to err little."""
VARIANTS = (
    (lambda game: game.seats == 3, OF_THREE),
    (lambda game: len(game.grid) <= 25, SMALL),
)
ENTRY, WORK = answers.analyse, answers.WORK
plays, pack = board.plays, board.pack


def spelling(game: Omega, position: OmegaPosition, seat: int) -> Spelling:  # noqa: ARG001  (the same for every position)
    return board.spelling(game)


def knowledge() -> dict[str, NDArray[Any]]:
    """It has learned nothing beforehand."""
    return {}


def solve(game: Omega, position: OmegaPosition, seat: int, report: Report) -> Finding:
    """The exact solver without a limit."""
    empty = position.squares.count("")
    if game.seats != 2:
        raise EngineError("a game of three players has no single solution; 'quintet think' finds a good move")
    if empty > answers.SOLVE_MOST:
        raise EngineError(
            f"only positions with {answers.SOLVE_MOST} or fewer empty squares can be solved; 'quintet think' looks as far as it can"
        )
    pairs = (empty * (empty - 1)) ** 2

    def tell(work: NDArray[Any]) -> None:
        c = work["solution"][0]
        report(f"{int(c['nodes'][0]):,} positions", float(c["done"][0]) / pairs)

    return host.prove(sys.modules[__name__], game, position, seat, tell)
