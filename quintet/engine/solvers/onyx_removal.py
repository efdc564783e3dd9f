"""The end of Onyx: both players choose at once which of their stacks to take off. A matrix game, solved exactly.

Each side starts with one set of stacks. The matrix of the sets considered so far is solved, each side adds its best
answer to the other's mix, and so on until neither gains by another set: the mixes are optimal then, because the best
answer was sought among all sets. A side with more than twelve stacks seeks it by changing single stacks, and the result
is called exact no more.
"""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from quintet.engine._jit import I64, U64, I, Int, Record, U, array, entry, records
from quintet.engine.boards.onyx_rules import STATE, lift, put
from quintet.engine.evals.onyx import margin
from quintet.engine.matrix import solve_game

if TYPE_CHECKING:
    from numpy.typing import NDArray

ENUMERATED = 12
"""Up to so many stacks every set of them is compared."""
MOST_STACKS = 63
MOST_SETS = 100
_0, _1 = I(0), I(1)
U0, U1 = U(0), U(1)
_GAIN = 1e-6


class Removal(Struct, frozen=True):
    """By seat the sets of stacks worth taking off, as bits, with their probabilities; and seat 0's margin."""

    sets: tuple[list[int], list[int]]
    mixes: tuple[NDArray[np.float64], NDArray[np.float64]]
    values: tuple[NDArray[np.float64], NDArray[np.float64]]
    """What each set is worth to its seat against the other's mix."""
    value: float
    exact: bool
    nodes: int


@entry(I64, records(STATE), array(I), U64, array(U), array(I), array(U), array(np.float64, 2))
def margins(
    state: Record,
    stacks: NDArray[np.int64],
    fixed: Any,
    rows: NDArray[np.uint64],
    others: NDArray[np.int64],
    columns: NDArray[np.uint64],
    table: NDArray[np.float64],
) -> Int:
    """Seat 0's margin for every pair of a set of `stacks` and a set of the `others`."""
    s = state[0]
    for j in range(len(columns)):
        change(s, others, columns[j])
        for i in range(len(rows)):
            change(s, stacks, rows[i] ^ fixed)
            table[i, j] = margin(s, _0)
            change(s, stacks, rows[i] ^ fixed)
        change(s, others, columns[j])
    return _0
