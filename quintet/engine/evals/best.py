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


def make(rack: Rack) -> Callable[..., Any]:
    landing, scoring = rack.landing, rack.scoring
    middle = I(rack.columns // 2)

    @helper
    def promise(own: Word, other: Word, gain: Int, column: Int) -> Int:
        """The rack after the drop, from the side that dropped."""
        cells = landing(own, other)
        danger, threat = scoring(other, own) & cells, scoring(own, other) & cells
        outward = abs(column - middle)
        return GAIN * gain - DANGER * popcount(danger) + THREAT * popcount(threat) - MIDDLE * outward

    return promise
