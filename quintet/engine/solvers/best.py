"""Best Game Ever solved: what the rest of the game is worth to the side to move, in points.

Points already scored do not matter to the rest, and neither does whose points they are: a position is two words and the
number of plies left. The search asks one question at a time: is it worth `beta` or more? It answers with a bound. Its table
keeps whole positions, so what it says is proven; mirror images count as one.

Asked with fewer plies than are left, it searches that much of the game and no further.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import (
    I64,
    U64,
    I,
    Int,
    Record,
    U,
    Word,
    helper,
    popcount,
    record,
    records,
    roomy,
    tool,
)
from quintet.engine.boards import best as board
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import late
from quintet.engine.evals import best as evaluation
from quintet.engine.request import FOREVER

if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_PLIES = 100
LEAST, MOST = I(-255), I(255)
"""No margin is as large: 35 tokens on the rack and 100 still to come."""

TABLE_BITS = 20
ROWS = MOST_PLIES + 1
WORK = record(
    [
        *TIMES,
        ("node_limit", I, (1,)),
        ("stop", I, (1,)),
        ("nodes", I, (1,)),
        ("own", U, (ROWS, 8)),
        ("other", U, (ROWS, 8)),
        ("gain", I, (ROWS, 8)),
        ("column", I, (ROWS, 8)),
        ("promise", I, (ROWS, 8)),
        ("mask", U, (1,)),
        ("table", U, (1 << TABLE_BITS,)),
    ]
)
"""Limits, the counter, for each number of plies left the moves being tried, and the table. The table may be larger than
its type says (`roomy`); `mask` is how much of it is used, less one."""

TABLE_FROM, TRANSPOSE_FROM, MIRROR_FROM = I(3), I(4), I(8)
"""From how many plies left on to use the table, to look for known positions one move ahead, and to merge mirror images."""
CLOCK_MASK = I(1023)
FIRST = I(2**40)
NOTHING = I(-1000)

_0, _1, _2, _3, _NONE, _5 = I(0), I(1), I(2), I(3), I(-1), I(5)
U0, U1, U3, U7, U12, U15, U21 = U(0), U(1), U(3), U(7), U(12), U(15), U(21)
KEY = U(2**42 - 1)
MIX = U(0x9E3779B97F4A7C15)
BITS3, BITS7, BITS9 = U(2**3 - 1), U(2**7 - 1), U(2**9 - 1)
OFFSET = I(256)

# An entry of the table, from the highest bit: what the place in the table leaves open of the 42-bit key (27 bits), plies
# left (7), lower and upper bound (9 each), best column + 1 (3). The two places of a position are neighbours.


@helper
def hash_key(key: Word) -> Word:
    """Another word of 42 bits; different keys give different words."""
    key = (key * MIX) & KEY
    key ^= key >> U21
    key = (key * MIX) & KEY
    return key ^ (key >> U21)


@helper
def place_of(c: Record, key: Word, plies: Int) -> Int:
    """The first of the two places of a position. The same rack comes up with many numbers of plies left: far apart."""
    return I(((key ^ (U(plies) * MIX)) << U1) & c.mask[0])


@helper
def find(c: Record, key: Word, plies: Int) -> Word:
    """The entry of a position; 0 if there is none."""
    place, table = place_of(c, key, plies), c.table
    tag = ((key >> U15) << U7) | U(plies)
    if (table[place] >> U21) == tag:
        return table[place]
    if (table[place + _1] >> U21) == tag:
        return table[place + _1]
    return U0


@helper
def keep(c: Record, key: Word, plies: Int, lower: Int, upper: Int, column: Int) -> None:
    """Replace the older entry of the position, otherwise the one nearer to the end of the game."""
    place, table = place_of(c, key, plies), c.table
    tag = ((key >> U15) << U7) | U(plies)
    first, second = table[place] >> U21, table[place + _1] >> U21
    if first != tag and (second == tag or (first & BITS7) > (second & BITS7)):
        place += _1
    bounds = (U(lower + OFFSET) << U12) | (U(upper + OFFSET) << U3)
    table[place] = (tag << U21) | bounds | U(column + _1)


@helper
def most_gain(own: Word, plies: Int) -> Int:
    """More a side cannot score in half as many drops: its tokens on the rack, and with each drop that one and two captured ones."""
    return popcount(own) + _3 * (plies >> _1)


@helper
def lower_of(known: Word) -> Int:
    return I((known >> U12) & BITS9) - OFFSET


@helper
def upper_of(known: Word) -> Int:
    return I((known >> U3) & BITS9) - OFFSET


def make(rack: board.Rack) -> tuple[Callable[..., Any], Callable[..., Any]]:
    landing, scoring, drop = rack.landing, rack.scoring, rack.drop
    mirror, column_of, field = rack.mirror, rack.column, U(rack.field)
    promise, quiet_promise = evaluation.make(rack)
    last_column = I(rack.columns - 1)

    @helper
    def plain_key(own: Word, other: Word) -> Word:
        """All of the rack in one word: in each column a bit above the tokens, and below it those of `own`."""
        return own + (own | other)

    @helper
    def key_of(own: Word, other: Word, plies: Int) -> Word:
        key = plain_key(own, other)
        if plies >= MIRROR_FROM:
            key = min(key, plain_key(mirror(own), mirror(other)))
        return hash_key(key)

    @helper
    def mirrored(own: Word, other: Word, plies: Int) -> bool:
        """Is the position kept as its mirror image?"""
        if plies < MIRROR_FROM:
            return False
        smaller: bool = plain_key(mirror(own), mirror(other)) < plain_key(own, other)
        return smaller

    @helper
    def known_column(known: Word, flipped: bool) -> Int:
        """The best column by an entry; NONE if it says nothing."""
        column = I(known & BITS3) - _1
        if flipped and column >= _0:
            column = last_column - column
        return column

    @helper
    def last_ply(own: Word, other: Word, cells: Word, hot: Word) -> Int:
        """The value of one ply; `hot` are the cells among these where it scores."""
        if hot == U0:
            return _0
        best = NOTHING if hot == cells else _0
        while hot != U0:
            cell = hot & (U0 - hot)
            hot ^= cell
            _, _, gain = drop(own, other, cell)
            best = max(best, gain)
        return best

    @helper
    def last_two_plies(own: Word, other: Word, cells: Word, beta: Int) -> Int:
        """A bound as `solve` gives it. Most positions are here, and most drops change nothing but one cell."""
        hot, reply = scoring(own, other) & cells, scoring(other, own)
        best, left = NOTHING, hot
        while left != U0:
            cell = left & (U0 - left)
            left ^= cell
            mine, theirs, gain = drop(own, other, cell)
            after = landing(mine, theirs)
            value = gain - last_ply(theirs, mine, after, scoring(theirs, mine) & after)
            best = max(best, value)
        left = cells & ~hot
        while left != U0 and best < beta:
            cell = left & (U0 - left)
            left ^= cell
            above = (cell << U1) & field
            after, danger = (cells ^ cell) | above, reply
            if (cell >> U1) & own != U0:  # two of ours on top of each other
                danger |= above
            danger &= after
            value = _0
            if danger == after or (danger != U0 and beta <= _0):  # otherwise it is 0, or 0 at most
                value = -last_ply(other, own | cell, after, danger)
            best = max(best, value)
        return best

    @helper
    def list_moves(own: Word, other: Word, cells: Word, plies: Int, known: Int, c: Record) -> Int:
        """Write down every drop and what it leads to; how many there are."""
        count, left = _0, cells
        hot, reply = scoring(own, other), scoring(other, own)
        while left != U0:
            cell = left & (U0 - left)
            left ^= cell
            column = column_of(cell)
            if cell & hot != U0:
                mine, theirs, gain = drop(own, other, cell)
                hope = promise(mine, theirs, gain, column)
            else:
                mine, theirs, gain = own | cell, other, _0
                above = (cell << U1) & field
                after, danger = (cells ^ cell) | above, reply
                if (cell >> U1) & own != U0:  # two of ours on top of each other
                    danger |= above
                hope = quiet_promise(mine, theirs, after, danger & after, column)
            c.own[plies, count], c.other[plies, count] = mine, theirs
            c.gain[plies, count], c.column[plies, count] = gain, column
            c.promise[plies, count] = hope if column != known else FIRST
            count += _1
        return count

    @helper
    def bring_best(i: Int, count: Int, plies: Int, c: Record) -> None:
        """Put the most promising of the moves from i on at place i."""
        best = i
        for j in range(i + _1, count):
            if c.promise[plies, j] > c.promise[plies, best]:
                best = j
        c.own[plies, i], c.own[plies, best] = c.own[plies, best], c.own[plies, i]
        c.other[plies, i], c.other[plies, best] = c.other[plies, best], c.other[plies, i]
        c.gain[plies, i], c.gain[plies, best] = c.gain[plies, best], c.gain[plies, i]
        c.column[plies, i], c.column[plies, best] = c.column[plies, best], c.column[plies, i]
        c.promise[plies, best] = c.promise[plies, i]

    @helper
    def known_to_reach(beta: Int, count: Int, plies: Int, c: Record) -> Int:
        """A value of `beta` or more that the table proves one move ahead; NOTHING if it does not."""
        for i in range(count):
            known = find(c, key_of(c.other[plies, i], c.own[plies, i], plies - _1), plies - _1)
            if known != U0 and c.gain[plies, i] - upper_of(known) >= beta:
                return c.gain[plies, i] - upper_of(known)
        return NOTHING

    @helper
    def solve(own: Word, other: Word, plies: Int, beta: Int, c: Record) -> Int:
        """A bound of the value: a lower one if it is `beta` or more, an upper one if it is less."""
        c.nodes[0] += _1
        if (c.nodes[0] & CLOCK_MASK) == _0 and late(c):
            c.stop[0] = _1
        if c.nodes[0] >= c.node_limit[0]:
            c.stop[0] = _1
        if c.stop[0] != _0:
            return _0
        most, least = most_gain(own, plies + _1), -most_gain(other, plies)
        if beta > most:
            return most
        if beta <= least:
            return least
        cells = landing(own, other)
        if cells == U0 or plies == _0:
            return _0
        if plies == _1:
            return last_ply(own, other, cells, scoring(own, other) & cells)
        if plies == _2:
            return last_two_plies(own, other, cells, beta)

        key, lower, upper, known_best, flipped = U0, LEAST, MOST, _NONE, False
        if plies >= TABLE_FROM:
            key, flipped = key_of(own, other, plies), mirrored(own, other, plies)
            known = find(c, key, plies)
            if known != U0:
                lower, upper = lower_of(known), upper_of(known)
                if lower >= beta:
                    return lower
                if upper < beta:
                    return upper
                known_best = known_column(known, flipped)

        count = list_moves(own, other, cells, plies, known_best, c)
        if plies >= TRANSPOSE_FROM:
            value = known_to_reach(beta, count, plies, c)
            if value >= beta:
                return value
        best, best_column = NOTHING, known_best
        for i in range(count):
            bring_best(I(i), count, plies, c)
            mine, theirs, gain = c.own[plies, i], c.other[plies, i], c.gain[plies, i]
            value = gain - solve(theirs, mine, plies - _1, gain - beta + _1, c)
            if c.stop[0] != _0:
                return _0
            best = max(best, value)
            if value >= beta:
                best_column = c.column[plies, i]
                break
        if plies >= TABLE_FROM:
            if best >= beta:
                lower = max(lower, best)
            else:
                upper = min(upper, best)
            if flipped and best_column >= _0:
                best_column = last_column - best_column
            keep(c, key, plies, lower, upper, best_column)
        return best

    @helper
    def recall(own: Word, other: Word, plies: Int, c: Record) -> Int:
        """The best column as far as the table knows; NONE otherwise."""
        known = find(c, key_of(own, other, plies), plies)
        return known_column(known, mirrored(own, other, plies))

    return solve, recall


_solve_tall, _recall_tall = make(board.TALL)
_solve_wide, _recall_wide = make(board.WIDE)


@helper
def ask(own: Word, other: Word, plies: Int, columns: Int, beta: Int, c: Record) -> Int:
    """Is it worth `beta` or more, as far as so many plies show? A lower bound if so, otherwise an upper one."""
    if columns == _5:
        return _solve_tall(own, other, plies, beta, c)
    return _solve_wide(own, other, plies, beta, c)


@helper
def value_of(own: Word, other: Word, plies: Int, columns: Int, c: Record) -> Int:
    """What it is worth, so many plies deep; nothing that counts once the context says stop."""
    lower, upper, beta = LEAST, MOST, _0
    while lower < upper:
        answer = ask(own, other, plies, columns, beta, c)
        if c.stop[0] != _0:
            return _0
        if answer >= beta:
            lower, beta = answer, answer + _1
        else:
            upper, beta = answer, answer
    return upper


@tool(I64, U64, U64, I64, I64, I64, records(WORK))
def bound(own: Word, other: Word, plies: Int, columns: Int, beta: Int, work: Record) -> Int:
    return ask(own, other, plies, columns, beta, work[0])


@tool(I64, U64, U64, I64, I64, records(WORK))
def known_best(own: Word, other: Word, plies: Int, columns: Int, work: Record) -> Int:
    if columns == _5:
        return _recall_tall(own, other, plies, work[0])
    return _recall_wide(own, other, plies, work[0])


# --- asking it, in plain Python ---------------------------------------------------------------------------------------


class OutOfBudgetError(Exception):
    """The clock or the nodes ran out before the question was answered."""


class Rest:
    """A position as the solver sees it: two words, plies left, columns."""

    __slots__ = ("columns", "other", "own", "plies")

    def __init__(self, own: int, other: int, plies: int, columns: int) -> None:
        self.own, self.other, self.plies, self.columns = U(own), U(other), plies, columns

    @classmethod
    def of(cls, state: NDArray[Any]) -> Rest:
        own, other = state["own"][0, 0], state["other"][0, 0]
        return cls(own, other, int(state["tokens"][0].sum()), int(state["columns"][0, 0]))

    def drops(self) -> list[tuple[int, int, Rest]]:
        """For every open column: the column, the net gain, and what is left to play."""
        state, row = np.zeros(1, board.STATE), np.zeros(8, I)
        found = []
        for column in range(self.columns):
            state["own"], state["other"], state["columns"] = self.own, self.other, self.columns
            state["tokens"][0] = (self.plies + 1) // 2, self.plies // 2
            if column in row[: board.open_columns(state, row)]:
                gain = int(board.make_move(state, I(column)))
                after = Rest(state["own"][0, 0], state["other"][0, 0], self.plies - 1, self.columns)
                found.append((column, gain, after))
        return found


class Solver:
    """A table and what limits its use. It remembers, and what it remembers is true for ever."""

    def __init__(self, *, deadline: int = int(FOREVER), nodes: int = int(FOREVER), bits: int = 22) -> None:
        self.work, slots = roomy(WORK, 1 << bits)
        self.work["mask"] = min(slots, 1 << bits) - 1
        self.work["deadline"], self.work["node_limit"] = deadline, nodes

    @property
    def nodes(self) -> int:
        return int(self.work["nodes"][0, 0])

    def ask(self, rest: Rest, beta: int, plies: int) -> int:
        """Is it worth `beta` or more, as far as so many plies show? A lower bound if so, otherwise an upper one."""
        answer = bound(rest.own, rest.other, I(plies), I(rest.columns), I(beta), self.work)
        if self.work["stop"][0, 0]:
            raise OutOfBudgetError
        return int(answer)

    def value(self, rest: Rest, plies: int, guess: int = 0, floor: int = -255) -> int:
        """What it is worth; if that is no more than `floor`, something no more than `floor` that it does not exceed."""
        lower, upper = floor, 255
        beta = max(guess, floor + 1)
        while lower < upper:
            answer = self.ask(rest, beta, plies)
            if answer >= beta:
                lower = beta = answer
                beta += 1
            else:
                upper = beta = answer
        return upper
