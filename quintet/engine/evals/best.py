"""How promising a drop looks in Best Game Ever: the order in which the solver tries moves.

Nearly every good move scores, or leaves the other side nothing to score with; among equal ones the middle is better.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from quintet.engine._jit import I, Int, Word, helper, popcount

if TYPE_CHECKING:
    from quintet.engine.boards.best import Rack

GAIN, DANGER, THREAT, MIDDLE = I(64), I(24), I(1), I(4)
"""For each point gained; for each cell where the other side can score at once; the same for one's own; for each column
away from the middle."""


def make(rack: Rack) -> tuple[Callable[..., Any], Callable[..., Any]]:
    landing, scoring = rack.landing, rack.scoring
    middle = I(rack.columns // 2)

    @helper
    def quiet_promise(own: Word, other: Word, cells: Word, danger: Word, column: Int) -> Int:
        """A drop that scores nothing, and the rack after it from the side that dropped: the open cells, and which are in danger."""
        threat = scoring(own, other) & cells
        return THREAT * popcount(threat) - DANGER * popcount(danger) - MIDDLE * abs(column - middle)

    @helper
    def promise(own: Word, other: Word, gain: Int, column: Int) -> Int:
        """Any drop, and the rack after it."""
        cells = landing(own, other)
        return GAIN * gain + quiet_promise(own, other, cells, scoring(other, own) & cells, column)

    return promise, quiet_promise
