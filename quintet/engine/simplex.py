"""Matrix games: two players choose at once, one a row and the other a column, and the table says what the first gains.

`solve_table` finds the value and both optimal mixed strategies by the simplex method and checks its own answer: should
rounding or going round in circles ever spoil it, it tries again by a slower rule. Compiled code keeps the numbers it works with
in the fields `workspace(most)` of its own record; plain Python calls `matrix.solve_game`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, helper

GAP = 1e-7
"""How far the two strategies may be from proving the value, in units of the table's entries."""
_0, _1, _3, _NONE = I(0), I(1), I(3), I(-1)
_TINY = 1e-11


def workspace(most: int) -> list[tuple[Any, ...]]:
    """Fields for a record in which games of up to `most` choices a side are solved."""
    return [
        ("tableau", np.float64, (most + 1, most + 1)),
        ("row_label", I, (most + 1,)),
        ("column_label", I, (most + 1,)),
        ("row_mix", np.float64, (most,)),
        ("column_mix", np.float64, (most,)),
    ]


@helper
def clear_mixes(rows: Int, columns: Int, w: Record) -> None:
    for i in range(rows):
        w.row_mix[i] = 0.0
    for j in range(columns):
        w.column_mix[j] = 0.0


@helper
def pure_answer(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """The best row and column played with certainty: what they gain at least, and lose at most."""
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
    clear_mixes(rows, columns, w)
    w.row_mix[best_row], w.column_mix[best_column] = 1.0, 1.0
    return floor, ceiling


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
def simplex(table: Any, rows: Int, columns: Int, patience: Int, w: Record) -> None:
    """The column player's programme: most total weight with no row above 1. Row labels from `columns` on are slack.

    After `patience` steps it goes by Bland's rule, which cannot go round in circles.
    """
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
    for step in range(20 * (rows + columns)):
        k = _NONE
        for j in range(columns):
            if t[rows, j] >= -_TINY:
                continue
            if step < patience:
                better = k == _NONE or t[rows, j] < t[rows, k]
            else:
                better = k == _NONE or w.column_label[j] < w.column_label[k]
            if better:
                k = I(j)
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
    clear_mixes(rows, columns, w)
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
def proven(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """What the row mix gains at least, and what the column mix loses at most."""
    floor, ceiling = 1e300, -1e300
    for j in range(columns):
        gain = 0.0
        for i in range(rows):
            gain += w.row_mix[i] * table[i, j]
        floor = min(floor, gain)
    for i in range(rows):
        gain = 0.0
        for j in range(columns):
            gain += w.column_mix[j] * table[i, j]
        ceiling = max(ceiling, gain)
    return floor, ceiling


@helper
def solve_table(table: Any, rows: Int, columns: Int, w: Record) -> Any:
    """The value for the row player; the optimal mixes are left in `w.row_mix` and `w.column_mix`."""
    floor, ceiling = pure_answer(table, rows, columns, w)
    patience = _3 * (rows + columns)
    while ceiling - floor > GAP and patience >= _0:
        simplex(table, rows, columns, patience, w)
        normalise(w.row_mix, rows)
        normalise(w.column_mix, columns)
        floor, ceiling = proven(table, rows, columns, w)
        patience = _NONE if patience == _0 else _0
    return (floor + ceiling) / 2
