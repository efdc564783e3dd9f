"""All positions of a small Onyx board, written down and valued in compiled code: the book of solvers/onyx.py.

A board is packed four bits a space: 0 is empty, 1 to 4 are the colours of the side to move and of the other, 5 to 8 are
their stacks.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, U64, I, Int, Record, U, Word, array, entry, helper, record, records
from quintet.engine.simplex import solve_table, workspace

if TYPE_CHECKING:
    from numpy.typing import NDArray

SPACES = 16
POSITIONS, EDGES, SLOTS = 2_000_000, 40_000_000, 1 << 22
MOST_SETS = 512
NOBODY, MINE, THEIRS = 0, 1, 2
"""Who has passed, from the side to move."""
ENDLESS = 1e6

_0, _1, _2, _3, _4 = I(0), I(1), I(2), I(3), I(4)
U0, U1, U4, U12, U15, U30 = U(0), U(1), U(4), U(12), U(15), U(30)
_4095, _SPREAD = U(4095), U(0x9E3779B97F4A7C15)
_FEW = I(3)

BOOK = record(
    [
        ("spaces", I, (1,)),
        ("first", I, (SPACES + 1,)),
        ("near", I, (SPACES * SPACES,)),
        ("cell", I, (SPACES,)),
        ("after", I, (SPACES,)),
        ("others", I, (SPACES, 4)),
        ("count", I, (1,)),
        ("done", I, (1,)),
        ("edge_count", I, (1,)),
        ("key", U, (POSITIONS,)),
        ("first_edge", I, (POSITIONS + 1,)),
        ("edge", np.int32, (EDGES,)),
        ("turned", np.int32, (POSITIONS,)),  # the position after a pass
        ("slot", np.int32, (SLOTS,)),
        ("settled", np.float64, (POSITIONS,)),
        ("low", np.float64, (3, POSITIONS)),
        ("high", np.float64, (3, POSITIONS)),
        ("when", np.int32, (3, POSITIONS)),  # the round in which `high` last changed
        ("stack", I, (2, SPACES)),
        ("stacks", I, (2,)),
        ("table", np.float64, (MOST_SETS, MOST_SETS)),
        *workspace(MOST_SETS),
    ]
)
"""Memory that is not used is never taken."""


# --- positions --------------------------------------------------------------------------------------------------------


@helper
def canonical(word: Word, symmetries: NDArray[np.uint64]) -> Word:
    """The least of all writings of a position that differ by a symmetry."""
    best = ~U0
    for g in range(symmetries.shape[0]):
        turned, rest = U0, word
        for part in range(symmetries.shape[1]):
            turned |= symmetries[g, part, I(rest & _4095)]
            rest >>= U12
        best = min(best, turned)
    return best


@helper
def index_of(b: Record, word: Word, add: Int) -> Int:
    """The number of a canonical position; a new one gets the next number, or -1 if none is to be added."""
    place = I(((word * _SPREAD) >> U30) & U(SLOTS - 1))
    while b.slot[place] != 0:
        if b.key[b.slot[place] - 1] == word:
            return I(b.slot[place]) - _1
        place = (place + _1) & I(SLOTS - 1)
    if add == _0:
        return -_1
    number = b.count[0]
    b.key[number] = word
    b.count[0] = number + _1
    b.slot[place] = number + _1
    return number


@helper
def unpack(b: Record, word: Word) -> None:
    """Fill `cell` and `others`: around each space, the pieces of other colours than this one."""
    spaces = b.spaces[0]
    for space in range(spaces):
        b.cell[space] = I((word >> (U4 * U(space))) & U15)
        for colour in range(_4):
            b.others[space, colour] = _0
    for space in range(spaces):
        what = b.cell[space]
        if what != _0:
            for i in range(b.first[space], b.first[space + 1]):
                for colour in range(_4):
                    if colour != (what - _1) & _3:
                        b.others[b.near[i], colour] += _1 + I(what > _4)


@helper
def free(b: Record, space: Int, colour: Int) -> Any:
    return b.cell[space] == _0 and b.others[space, colour] < _FEW


@helper
def smother(b: Record, one: Int, other: Int) -> None:
    """In `after`, take off what is suffocated beside the spaces placed on (the second may be -1)."""
    for space in range(b.spaces[0]):
        what = b.cell[space]
        if what == _0:
            continue
        around, touched = b.others[space, (what - _1) & _3], False
        for i in range(b.first[space], b.first[space + 1]):
            near = b.near[i]
            if near in (one, other):
                touched = True
                placed = b.after[near]
                if (placed - _1) & _3 != (what - _1) & _3:
                    around += _1 + I(placed > _4)
        if touched and around >= _FEW:
            b.after[space] = _0


@helper
def index_after(b: Record, symmetries: NDArray[np.uint64]) -> Int:
    """The number of the position in `after`, in which the other side is to move."""
    word = U0
    for space in range(b.spaces[0]):
        piece = b.after[space]
        if piece != _0:
            piece = ((piece - _1) ^ _2) + _1
        word |= U(piece) << (U4 * U(space))
    return index_of(b, canonical(word, symmetries), _1)


@helper
def add_child(b: Record, symmetries: NDArray[np.uint64], one: Int, what: Int, other: Int) -> None:
    """The position after placing `what` on one space, and on the other (if not -1) the second colour."""
    for space in range(b.spaces[0]):
        b.after[space] = b.cell[space]
    b.after[one] = what
    if other >= _0:
        b.after[other] = _2
    smother(b, one, other)
    b.edge[b.edge_count[0]] = index_after(b, symmetries)
    b.edge_count[0] += _1


@entry(I64, records(BOOK), array(U, 3), I64)
def explore(book: Record, symmetries: NDArray[np.uint64], most: Int) -> Int:
    """Write down what follows from so many more positions; 0 when all is done, -1 when there is no room left."""
    b = book[0]
    for _ in range(most):
        if b.done[0] == b.count[0]:
            return _0
        unpack(b, b.key[b.done[0]])
        spaces = b.spaces[0]
        if (
            b.count[0] + spaces * (spaces + 4) >= POSITIONS
            or b.edge_count[0] + spaces * (spaces + 4) >= EDGES
        ):
            return -_1
        b.first_edge[b.done[0]] = b.edge_count[0]
        for space in range(spaces):
            b.after[space] = b.cell[space]
        b.turned[b.done[0]] = index_after(b, symmetries)
        for one in range(spaces):
            for colour in range(_2):
                if free(b, one, I(colour)):
                    add_child(b, symmetries, I(one), I(colour) + _1, -_1)
                    add_child(b, symmetries, I(one), I(colour) + _4 + _1, -_1)
            if free(b, one, _0):
                for other in range(spaces):
                    if other != one and free(b, other, _1):
                        add_child(b, symmetries, I(one), _1, I(other))
        b.done[0] += _1
        b.first_edge[b.done[0]] = b.edge_count[0]
    return _1


@entry(I64, records(BOOK), array(U, 3), U64, I64)
def find(book: Record, symmetries: NDArray[np.uint64], word: Word, add: Int) -> Int:
    return index_of(book[0], canonical(word, symmetries), add)


# --- the end of placing -----------------------------------------------------------------------------------------------


@helper
def lead(b: Record) -> Any:
    """The points of the side to move less those of the other, by the board in `after`, without the bonus."""
    score = _0
    for seat in range(_2):
        least, whole = I(1000), _0
        for colour in range(_2 * seat, _2 * seat + _2):
            held, fresh = U0, U0
            for space in range(b.spaces[0]):
                if b.after[space] != _0 and (b.after[space] - _1) & _3 == colour:
                    held |= U1 << U(space)
            fresh = held
            while fresh != U0:
                before = held
                for space in range(b.spaces[0]):
                    if (fresh >> U(space)) & U1 != U0:
                        for i in range(b.first[space], b.first[space + 1]):
                            if b.after[b.near[i]] == _0:
                                held |= U1 << U(b.near[i])
                fresh = held & ~before
            points = _0
            for space in range(b.spaces[0]):
                points += I((held >> U(space)) & U1)
            whole += points
            least = min(least, points)
        score += (whole + least) * (_1 - _2 * I(seat))
    return score


@helper
def settle(b: Record) -> Any:
    """What the choice of stacks to take off is worth to the side to move."""
    for seat in range(_2):
        b.stacks[seat] = _0
    for space in range(b.spaces[0]):
        what = b.cell[space]
        b.after[space] = what
        if what > _4:
            seat = (what - _4 - _1) >> _1
            b.stack[seat, b.stacks[seat]] = I(space)
            b.stacks[seat] += _1
    rows, columns = _1 << b.stacks[0], _1 << b.stacks[1]
    for i in range(rows):
        for j in range(columns):
            for n in range(b.stacks[0]):
                space = b.stack[0, n]
                b.after[space] = _0 if (i >> n) & _1 else b.cell[space]
            for n in range(b.stacks[1]):
                space = b.stack[1, n]
                b.after[space] = _0 if (j >> n) & _1 else b.cell[space]
            b.table[i, j] = lead(b)
    return solve_table(b.table, rows, columns, b)


@entry(I64, records(BOOK), I64, I64)
def settle_all(book: Record, start: Int, end: Int) -> Int:
    """Those positions' values if placing ends, and the widest bounds; -1 if there are too many stacks."""
    b = book[0]
    for n in range(start, end):
        unpack(b, b.key[n])
        stacks = _0
        for space in range(b.spaces[0]):
            stacks += I(b.cell[space] > _4)
        if _1 << stacks > MOST_SETS:
            return -_1
        b.settled[n] = settle(b)
        for passed in range(_3):
            b.low[passed, n], b.high[passed, n] = -ENDLESS, ENDLESS
    return _0


@entry(I64, records(BOOK), I64)
def narrow(book: Record, round_number: Int) -> Int:
    """One round over all positions; how many bounds changed."""
    b = book[0]
    changed = _0
    for n in range(b.count[0]):
        for passed in range(_3):
            after = (_3 - I(passed)) % _3  # mine are theirs for the other side
            if passed == THEIRS:
                low = high = b.settled[n]  # passing ends it
            else:
                low, high = -b.high[THEIRS, b.turned[n]], -b.low[THEIRS, b.turned[n]]
            for i in range(b.first_edge[n], b.first_edge[n + 1]):
                child = b.edge[i]
                low, high = max(low, -b.high[after, child]), max(high, -b.low[after, child])
            changed += I(low != b.low[passed, n]) + I(high != b.high[passed, n])
            if high != b.high[passed, n]:
                b.when[passed, n] = round_number
            b.low[passed, n], b.high[passed, n] = low, high
    return changed
