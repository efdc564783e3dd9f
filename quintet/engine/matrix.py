"""Matrix games for plain Python: `solve_game`. How it is done is in simplex.py."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, array, entry, record, records
from quintet.engine.simplex import solve_table, workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 128
"""The most choices a player has."""
WORK = record(workspace(MOST))


@entry(I64, array(np.float64, 2), records(WORK), array(np.float64))
def _solve(table: Any, work: Record, value: Any) -> Int:
    value[0] = solve_table(table, I(table.shape[0]), I(table.shape[1]), work[0])
    return I(0)


def solve_game(
    payoff: NDArray[np.float64],
) -> tuple[NDArray[np.float64], NDArray[np.float64], float]:
    """The row player's mix, the column player's mix and the value of a table of the row player's gains."""
    table = np.ascontiguousarray(payoff, np.float64)
    rows, columns = table.shape
    if not (1 <= rows <= MOST and 1 <= columns <= MOST):
        raise ValueError(f"a matrix game here has 1 to {MOST} rows and columns, not {rows} by {columns}")
    work, value = np.zeros(1, WORK), np.zeros(1)
    _solve(table, work, value)
    return work["row_mix"][0, :rows].copy(), work["column_mix"][0, :columns].copy(), float(value[0])
