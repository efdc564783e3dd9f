"""Numbers that were learned, without their repetitions: rows of which each is spread out in the same way.

Mirror images share a weight, so a table of weights says most of them several times. A player may keep and send the rows alone.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray


class Folded(NamedTuple):
    rows: NDArray[Any]
    """Row by row what is different."""
    places: NDArray[np.int32]
    """For each number of a row that is spread out, of whatever shape, where the folded row has it."""

    def unfold(self) -> NDArray[Any]:
        whole = np.empty((len(self.rows), *self.places.shape), self.rows.dtype)
        for spread, row in zip(whole, self.rows, strict=True):  # all at once takes much memory for a moment
            spread[:] = row[self.places]
        return whole
