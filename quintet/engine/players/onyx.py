"""Onyx's engine, packed and read; what it does is in answers/onyx.py."""

from __future__ import annotations

import importlib
import sys
from typing import TYPE_CHECKING, Any

from quintet.engine import host
from quintet.engine.answers import onyx as answers
from quintet.engine.boards import onyx as board
from quintet.engine.levels import Level
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.onyx import Onyx, OnyxPosition

LOSS = 10.0
MOST_SPACES = 16
"""Of a board that can be solved from the first piece on."""
LEVELS = {
    1: Level(50, 4.5, 1.0, 0.3),
    2: Level(50, 1.9, 0.73),
    3: Level(50, 1.9, 0.45),
    4: Level(50, 1.86, 0.045),
    5: Level(56, 1.04),
    6: Level(120, 0.4),
    7: Level(215, 0.245),
    8: Level(485, 0.124),
    9: Level(1_600, 0.055),
    10: Level(None, 0.0),
}
"""A node here looks at some hundred turns: there are fewer of them than in other games, and each is worth more."""
SMALL = {
    1: Level(50, 4.5, 1.0, 0.3),
    2: Level(50, 1.9, 0.96),
    3: Level(50, 1.9, 0.43),
    4: Level(50, 1.86, 0.07),
    5: Level(53, 1.27),
    6: Level(80, 0.67),
    7: Level(130, 0.4),
    8: Level(320, 0.175),
    9: Level(1_000, 0.075),
    10: Level(None, 0.0),
}
"""On few spaces the steps are half as high, and who thinks at all is far above who never does."""
VARIANTS = ((lambda game: len(game.graph.names) <= 30, SMALL),)
ENTRY, WORK = answers.analyse, answers.WORK
plays = board.plays


def pack(game: Onyx, position: OnyxPosition) -> NDArray[Any]:
    return board.pack(game, position, answers.PACKED)


def spelling(game: Onyx, position: OnyxPosition, seat: int) -> Spelling:
    if position.phase == "removal":
        return board.spell_sets(game, board.cells_of(game, position), seat)
    return board.spell_turns(game, seat)


def knowledge() -> dict[str, NDArray[Any]]:
    return {}  # what was fitted is in the code


def prepare(game: Onyx, position: OnyxPosition, report: Report) -> None:
    """Load the solver of small boards where it can solve this one; nobody waits for the compiler to be refused then."""
    if position.phase == "removal":
        return
    spaces = len(game.graph.names)
    if spaces > MOST_SPACES:
        raise EngineError(f"a board of {spaces} spaces is too large to solve; {MOST_SPACES} is the most")
    report("compiling", 0.0)
    solver()


def solver() -> Any:
    """By name, so that it is compiled when first needed and not with the player."""
    return importlib.import_module("quintet.engine.solvers.onyx")


def solve(game: Onyx, position: OnyxPosition, seat: int, report: Report) -> Finding:
    if position.phase != "removal":
        solution: Finding = solver().solve_placing(game, position, report)
        return solution
    found = host.prove(
        sys.modules[__name__],
        game,
        position,
        seat,
        lambda work: report(f"{int(work['removal']['nodes'][0, 0]):,} boards", 0.5),
    )
    if not found.exact:
        raise EngineError(
            "there are too many stacks to compare every choice of them; 'quintet think' gives a good one"
        )
    return found
