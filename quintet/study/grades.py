"""What a move is called by what it loses of the result to expect, and what that makes of a player's accuracy.

There is one set of thresholds. It says what a mistake is in a review, and whether a second try was good enough.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, TypeAlias

from quintet.engine.arithmetic import exp

Grade: TypeAlias = Literal["best", "good", "inaccuracy", "mistake", "blunder"]

INACCURACY, MISTAKE, BLUNDER = 0.05, 0.10, 0.20
"""Parts of the result, from 0 to 1: 0.05 is five games in a hundred."""
GRADES: tuple[Grade, ...] = ("best", "good", "inaccuracy", "mistake", "blunder")
"""From the best to the worst."""
HALVES = 0.15
"""A move that loses so much counts half in the accuracy; one that loses twice as much, a quarter."""
LN_2 = 0.6931471805599453
TINY = 1e-9


def grade(loss: float, regret: float = 0.0) -> Grade:
    """What a move is called that loses this part of the result, and this much in the unit of the game."""
    if loss >= BLUNDER - TINY:
        return "blunder"
    if loss >= MISTAKE - TINY:
        return "mistake"
    if loss >= INACCURACY - TINY:
        return "inaccuracy"
    return "good" if loss > TINY or regret > TINY else "best"


def good_enough(loss: float, threshold: float = INACCURACY) -> bool:
    """Is this no mistake of any kind? So a second try is judged, by the thresholds that called the first one a mistake."""
    return loss < threshold - TINY


def accuracy(losses: Iterable[float]) -> float | None:
    """From 0 to 1, the average over moves; 1 is to lose nothing. None where nothing was to be decided."""
    each = [exp(-LN_2 * loss / HALVES) for loss in losses]
    return sum(each) / len(each) if each else None
