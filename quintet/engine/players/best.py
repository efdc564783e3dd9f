"""Best Game Ever's engine, packed and read; what it does is in answers/best.py."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

from quintet.engine import host
from quintet.engine.answers import best as answers
from quintet.engine.boards import best as board
from quintet.engine.levels import Level
from quintet.engine.solvers import best_book
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.best import Best, BestPosition

LOSS = 6.0
LEVELS = {
    1: Level(60, 1.0, 1.0, 0.88),
    2: Level(60, 1.0, 0.84),
    3: Level(60, 1.0, 0.53),
    4: Level(60, 1.0, 0.27),
    5: Level(60, 0.9),
    6: Level(105, 0.66),
    7: Level(650, 0.37),
    8: Level(15_000, 0.1),
    9: Level(250_000, 0.025),
    10: Level(None, 0.0),
}
WIDE = {
    1: Level(60, 1.0, 1.0, 0.76),
    2: Level(60, 1.0, 0.94),
    3: Level(60, 1.0, 0.52),
    4: Level(60, 1.0, 0.12),
    5: Level(64, 0.85),
    6: Level(115, 0.64),
    7: Level(520, 0.405),
    8: Level(4_200, 0.195),
    9: Level(150_000, 0.036),
    10: Level(None, 0.0),
}
"""With seven columns the first sight of level 1 has to be worse to take no more from greedy, and the other levels follow."""
VARIANTS = ((lambda game: game.columns == 7, WIDE),)
ENTRY, WORK = answers.analyse, answers.WORK
LARGE_TABLE_BITS = 27
MOST_PLIES = 40
"""With more plies left a solution would take too long."""
GROWTH = {5: 1.31, 7: 1.42}
"""By how much the work of a look grows with each ply, by the number of columns: to tell how far a solution is."""

plays, pack = board.plays, board.load


def spelling(game: Best, position: BestPosition, seat: int) -> Spelling:  # noqa: ARG001  (the same for every position)
    return board.spelling(game, seat)


def knowledge() -> dict[str, NDArray[Any]]:
    """The opening book."""
    return best_book.shipped()


def solve(game: Best, position: BestPosition, seat: int, report: Report) -> Finding:
    """The exact solver without a limit."""
    plies = sum(position.tokens)
    if plies > MOST_PLIES:
        raise EngineError(
            f"a position with {plies} tokens left to play cannot be solved; with {MOST_PLIES} or fewer it can"
        )
    reach = int(answers.REACH_TALL if game.columns == 5 else answers.REACH_WIDE)
    told = 0.0

    def tell(work: NDArray[Any]) -> None:
        nonlocal told
        told = max(told, share_done(work, plies, game.columns, plies > reach))
        report(f"{int(work['solver']['nodes'][0, 0]):,} positions", told)

    slots = 1 << LARGE_TABLE_BITS if plies > reach else 0
    return host.prove(sys.modules[__name__], game, position, seat, tell, slots=slots)


def share_done(work: NDArray[Any], left: int, columns: int, by_steps: bool) -> float:
    """How much of all the work is done, as far as can be foreseen."""
    w = work[0]
    before, took, looked = int(w.before[0]), max(int(w.took[0]), 1), int(w.looked[0])
    first = looked + 2 if looked else 2 - left % 2
    looks = list(range(first, left + 1, 2)) if by_steps else [left] * (looked < left)
    if not looks:
        return 0.98  # only the expected line is still to be found
    expected = [took * GROWTH[columns] ** (further - looked) for further in looks]
    present = min(int(w.solver.nodes[0]) - before, 0.95 * expected[0])
    return float((before + present) / (before + sum(expected)))
