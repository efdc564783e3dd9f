"""What a stone in Thwart Omega seems worth at first sight: how much it multiplies its colour's score."""

from __future__ import annotations

from typing import Any

from quintet.engine._jit import Int, Record, helper
from quintet.engine.arithmetic import ln
from quintet.engine.boards.omega_rules import score_with

WEIGHT = 0.3
"""A seat's own score times e is worth so much of a win."""
_ln = helper(ln)


@helper
def guess(s: Record, seat: Int, colour: Int, place: Int) -> Any:
    """From −1 to 1, for a seat that puts a stone of this colour on the empty square at this place of the list."""
    growth = _ln(score_with(s, 0, colour, place, s.count[0]) / s.product[0, colour])
    worth = min(max(WEIGHT * growth, -1.0), 1.0)
    return worth if colour == seat else -worth / (s.seats[0] - 1)
