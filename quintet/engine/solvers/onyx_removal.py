"""The end of Onyx: both players choose at once which of their stacks to take off. A matrix game, solved exactly.

Each side starts with one set of stacks. The matrix of the sets considered so far is solved, each side adds its best
answer to the other's mix, and so on until neither gains by another set: the mixes are optimal then, because the best
answer was sought among all sets. A side with many stacks (more than twelve on
boards of up to 64 spaces) seeks it by changing single stacks, and the result
is called exact no more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec import Struct

from quintet.engine._jit import I64, I, Int, Record, U, Word, array, entry, helper, lowest, records
from quintet.engine.boards.onyx_rules import STATE, lift, put
from quintet.engine.evals.onyx import margin
from quintet.engine.matrix import solve_game, weigh

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.thought import Limits

ENUMERATED = 1 << 12
"""Up to so many sets of stacks are all compared; fewer where the board is large and looking at it takes longer."""
MOST_STACKS = 63
MOST_SETS = 100
_0, _4, _15 = I(0), I(4), I(15)
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


@helper
def take(s: Record, stacks: NDArray[np.int64], chosen: Word) -> None:
    while chosen != U0:
        lift(s, stacks[lowest(chosen)] >> _4)
        chosen &= chosen - U1


@helper
def put_back(s: Record, stacks: NDArray[np.int64], chosen: Word) -> None:
    while chosen != U0:
        stack = stacks[lowest(chosen)]
        put(s, stack >> _4, stack & _15)
        chosen &= chosen - U1


@entry(I64, records(STATE), array(I), array(U), array(I), array(U), array(np.float64, 2))
def margins(
    state: Record,
    own: NDArray[np.int64],
    rows: NDArray[np.uint64],
    others: NDArray[np.int64],
    columns: NDArray[np.uint64],
    table: NDArray[np.float64],
) -> Int:
    """Seat 0's margin for every pair of a set of seat 0's stacks and a set of seat 1's."""
    s = state[0]
    for j in range(len(columns)):
        take(s, others, columns[j])
        for i in range(len(rows)):
            take(s, own, rows[i])
            table[i, j] = margin(s, _0)
            put_back(s, own, rows[i])
        put_back(s, others, columns[j])
    return _0


class Choice:
    """One position in which stacks are taken off; it counts how many boards it looked at."""

    def __init__(self, state: NDArray[Any], limits: Limits) -> None:
        self.state, self.limits = state, limits
        self.nodes = 0
        self.enumerated = ENUMERATED // max(1, int(state[0].words[0]) * int(state[0].spaces[0]) // 64)
        cells = state[0].cell
        self.stacks = [
            np.array(
                [
                    16 * int(space) + int(cells[space])
                    for space in np.flatnonzero((cells == a) | (cells == b))
                ],
                I,
            )
            for a, b in ((5, 6), (7, 8))
        ]

    def table(self, rows: list[int], columns: list[int]) -> NDArray[np.float64]:
        """Seat 0's margins. Looked at in parts, so that the clock is heard."""
        found = np.zeros((len(rows), len(columns)))
        own, others = self.stacks
        for start in range(0, len(rows), 256):
            part = np.array(rows[start : start + 256], U)
            margins(self.state, own, part, others, np.array(columns, U), found[start : start + 256])
            self.nodes += len(part) * len(columns)
        return found

    def answers(self, seat: int, sets: list[int], against: int) -> tuple[list[int], bool]:
        """The sets among which a best answer is sought, and whether these are all there are."""
        count = min(len(self.stacks[seat]), MOST_STACKS)
        affordable = max((self.limits.nodes - self.nodes) // against, 1)
        if (1 << count) <= min(self.enumerated, affordable):
            return list(range(1 << count)), True
        return [chosen ^ (1 << flip) for chosen in sets for flip in range(count)][:affordable], False

    def gains(
        self, seat: int, sets: list[int], against: list[int], mix: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """What each set earns its seat against a mix of the other's."""
        if seat == 0:
            return weigh(self.table(sets, against), mix)
        return -weigh(self.table(against, sets).T, mix)

    def best_answer(
        self, seat: int, sets: list[list[int]], mixes: list[NDArray[np.float64]], value: float
    ) -> tuple[list[int], bool]:
        """A set that earns more against the other's mix than the value, if there is one; and if all were compared."""
        rival = 1 - seat
        against = support(sets[rival], mixes[rival])
        tried, whole = self.answers(seat, support(sets[seat], mixes[seat]), len(against))
        gains = self.gains(seat, tried, against, mixes[rival][mixes[rival] > 0])
        best = int(gains.argmax()) if tried else 0
        better = bool(tried) and gains[best] > (value if seat == 0 else -value) + _GAIN
        return [tried[best]] if better else [], whole

    def solve(self) -> Removal:
        sets: list[list[int]] = [[0], [0]]
        exact = False
        while True:
            table = self.table(sets[0], sets[1])
            one, other, value = solve_game(table)
            mixes = [one, other]
            if self.limits.spent(self.nodes) or max(map(len, sets)) >= MOST_SETS:
                break
            found = [self.best_answer(seat, sets, mixes, value) for seat in (0, 1)]
            if not any(answer for answer, _ in found):
                exact = all(whole for _, whole in found)
                break
            for seat in (0, 1):
                sets[seat] += found[seat][0]
        return Removal(
            sets=(sets[0], sets[1]),
            mixes=(one, other),
            values=(weigh(table, other), -weigh(table.T, one)),
            value=value,
            exact=exact,
            nodes=self.nodes,
        )


def support(sets: list[int], mix: NDArray[np.float64]) -> list[int]:
    """The sets that are played at all."""
    return [chosen for chosen, p in zip(sets, mix, strict=True) if p > 0]
