"""Matrix games: two players choose at once, one a row and the other a column, and the table says what the first gains.

`solve_table` finds the value and both optimal mixed strategies by the simplex method, checks its own answer, and falls
back on regret matching should rounding ever spoil it. Compiled code keeps the numbers it works with in the fields
`workspace(most)` of its own record; plain Python calls `solve_game`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, record, records

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST = 128
"""The most choices a player has in `solve_game`."""
GAP = 1e-7
"""How far the two strategies may be from proving the value, in units of the table's entries."""
_0, _1, _NONE = I(0), I(1), I(-1)
_TINY = 1e-11
_REPAIR_ROUNDS = 20_000


def workspace(most: int) -> list[tuple[Any, ...]]:
    """Fields for a record in which games of up to `most` choices a side are solved."""
    return [
        ("tableau", np.float64, (most + 1, most + 1)),
        ("row_label", I, (most + 1,)),
        ("column_label", I, (most + 1,)),
        ("row_mix", np.float64, (most,)),
        ("column_mix", np.float64, (most,)),
        ("row_regret", np.float64, (most,)),
        ("column_regret", np.float64, (most,)),
    ]


@helper
def pure_answer(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """A saddle point, played with certainty; returns 1 if there is one."""
    best_row, floor = _0, -1e300
    for i in range(rows):
        low = 1e300
        for j in range(columns):
            low = min(low, table[i, j])
        if low > floor:
            best_row, floor = I(i), low
    best_column, ceiling = _0, 1e300
    for j in range(columns):
        high = -1e300
        for i in range(rows):
            high = max(high, table[i, j])
        if high < ceiling:
            best_column, ceiling = I(j), high
    if floor < ceiling:
        return _0
    w.row_mix[:rows] = 0.0
    w.column_mix[:columns] = 0.0
    w.row_mix[best_row], w.column_mix[best_column] = 1.0, 1.0
    return _1


@helper
def pivot(rows: Int, columns: Int, r: Int, k: Int, w: Record) -> None:
    """Exchange the variable of row r with that of column k."""
    t = w.tableau
    inverse = 1.0 / t[r, k]
    for j in range(columns + _1):
        t[r, j] *= inverse
    for i in range(rows + _1):
        factor = t[i, k]
        if i != r and factor != 0.0:
            for j in range(columns + _1):
                t[i, j] -= factor * t[r, j]
            t[i, k] = -factor * inverse
    t[r, k] = inverse
    w.row_label[r], w.column_label[k] = w.column_label[k], w.row_label[r]


@helper
def simplex(table: Any, rows: Int, columns: Int, w: Record) -> None:
    """The column player's programme: most total weight with no row above 1. Row labels from `columns` on are slack."""
    t = w.tableau
    least = 1e300
    for i in range(rows):
        for j in range(columns):
            least = min(least, table[i, j])
    for i in range(rows):
        for j in range(columns):
            t[i, j] = table[i, j] - least + 1.0
        t[i, columns] = 1.0
        w.row_label[i] = columns + i
    for j in range(columns):
        t[rows, j] = -1.0
        w.column_label[j] = j
    t[rows, columns] = 0.0
    patience = 3 * (rows + columns)
    for step in range(20 * (rows + columns)):
        k = _NONE
        for j in range(columns):
            if t[rows, j] >= -_TINY:
                continue
            if k == _NONE or (step < patience and t[rows, j] < t[rows, k]):
                k = I(j)
            elif step >= patience and w.column_label[j] < w.column_label[k]:
                k = I(j)  # Bland's rule, which cannot go round in circles
        if k == _NONE:
            break
        r, least_ratio = _NONE, 1e300
        for i in range(rows):
            if t[i, k] > _TINY:
                ratio = t[i, columns] / t[i, k]
                tie = r != _NONE and ratio == least_ratio and w.row_label[i] < w.row_label[r]
                if ratio < least_ratio or tie:
                    r, least_ratio = I(i), ratio
        if r == _NONE:
            break
        pivot(rows, columns, r, k, w)
    w.row_mix[:rows] = 0.0
    w.column_mix[:columns] = 0.0
    for i in range(rows):
        if w.row_label[i] < columns:
            w.column_mix[w.row_label[i]] = max(t[i, columns], 0.0)
    for j in range(columns):
        if w.column_label[j] >= columns:
            w.row_mix[w.column_label[j] - columns] = max(t[rows, j], 0.0)


@helper
def normalise(weights: Any, count: Int) -> None:
    """Make them add up to 1; all alike if they add up to nothing."""
    whole = 0.0
    for i in range(count):
        whole += weights[i]
    for i in range(count):
        weights[i] = weights[i] / whole if whole > 0.0 else 1.0 / count


@helper
def floor_of(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """What the row mix gains at least, and (negative) what the column mix loses at most."""
    floor = 1e300
    for j in range(columns):
        gain = 0.0
        for i in range(rows):
            gain += w.row_mix[i] * table[i, j]
        floor = min(floor, gain)
    return floor


@helper
def ceiling_of(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """What the column mix loses at most."""
    ceiling = -1e300
    for i in range(rows):
        gain = 0.0
        for j in range(columns):
            gain += w.column_mix[j] * table[i, j]
        ceiling = max(ceiling, gain)
    return ceiling


@helper
def match_regrets(table: Any, rows: Int, columns: Int, rounds: Int, w: Record) -> None:
    """Both mixes by regret matching in turns (only positive regrets are kept, later rounds weigh more)."""
    w.row_regret[:rows] = 0.0
    w.column_regret[:columns] = 0.0
    w.row_mix[:rows] = 0.0
    w.column_mix[:columns] = 0.0
    x, y = w.tableau[0], w.tableau[1]
    for n in range(rounds):
        for i in range(rows):
            x[i] = w.row_regret[i]
        normalise(x, rows)
        mean = 0.0
        for j in range(columns):
            loss = 0.0
            for i in range(rows):
                loss += x[i] * table[i, j]
            y[j] = loss
        for j in range(columns):
            w.tableau[2, j] = w.column_regret[j]
        normalise(w.tableau[2], columns)
        for j in range(columns):
            mean += w.tableau[2, j] * y[j]
            w.column_mix[j] += n * w.tableau[2, j]
        for j in range(columns):
            w.column_regret[j] = max(w.column_regret[j] + mean - y[j], 0.0)
            y[j] = w.column_regret[j]
        normalise(y, columns)
        mean = 0.0
        for i in range(rows):
            gain = 0.0
            for j in range(columns):
                gain += y[j] * table[i, j]
            w.tableau[2, i] = gain
            mean += x[i] * gain
            w.row_mix[i] += n * x[i]
        for i in range(rows):
            w.row_regret[i] = max(w.row_regret[i] + w.tableau[2, i] - mean, 0.0)
    normalise(w.row_mix, rows)
    normalise(w.column_mix, columns)


@helper
def solve_table(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """The value for the row player; the optimal mixes are left in `w.row_mix` and `w.column_mix`."""
    if pure_answer(table, rows, columns, w) != _1:
        simplex(table, rows, columns, w)
        normalise(w.row_mix, rows)
        normalise(w.column_mix, columns)
        if ceiling_of(table, rows, columns, w) - floor_of(table, rows, columns, w) > GAP:
            match_regrets(table, rows, columns, I(_REPAIR_ROUNDS), w)
    return (ceiling_of(table, rows, columns, w) + floor_of(table, rows, columns, w)) / 2


WORK = record(workspace(MOST))


@entry(I64, array(np.float64, 2), records(WORK), array(np.float64))
def _solve(table: Any, work: Record, value: Any) -> Int:
    value[0] = solve_table(table, I(table.shape[0]), I(table.shape[1]), work[0])
    return _0


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
