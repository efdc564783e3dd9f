"""Thwart Omega in compiled code, on small arrays, for two and three players and every size.

A state holds a stack of positions, its rows: row 0 is the position itself, and playing from a row writes the next one, so
that nothing is ever taken back. A square is 0 when it is empty, otherwise 4 × (colour + 1) + stones, or BURNED. Groups are
kept by union-find as stones come, and with them each colour's product of group sizes. No product of a 9×9 board
exceeds 3^27, so that floating-point numbers hold all of them exactly.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, record
from quintet.engine.induction import UNKNOWN

if TYPE_CHECKING:
    from numpy.typing import NDArray

SQUARES = 81
OUTSIDE = I(81)
"""The square beyond every edge: burned for ever."""
EMPTY, BURNED = I(0), I(16)
ROWS = 44
"""A round fills two squares or more, so that 9×9 lasts 40 rounds at most."""
LAST_MOST = 7
"""With two players, up to so many empty squares a round may be the last one."""

_0, _1, _2, _3, _4, _8 = I(0), I(1), I(2), I(3), I(4), I(8)
_U1, _U7, _U13, _U17, _U31, _U33 = U(1), U(7), U(13), U(17), U(31), U(33)
_LOW31 = U(2**31 - 1)
_WORD = U(2**64 - 1)

STATE = record(
    [
        ("side", I, (1,)),
        ("seats", I, (1,)),
        ("dice", U, (1,)),
        ("smooth", I, (1,)),
        ("games", np.float64, (1,)),
        ("seen", np.float64, (3,)),
        ("count", I, (ROWS,)),
        ("key", U, (ROWS,)),
        ("product", np.float64, (ROWS, 3)),
        ("stones", I, (ROWS, 3)),
        ("choice", I, (ROWS, 3, 3)),
        ("touched", I, (9,)),
        ("linked", I, (1,)),
        ("points", np.float64, (3,)),
        ("whole", U, (3, 3)),
        ("words", U, (3, 3)),
        ("scores", np.float64, (2, LAST_MOST + 1, LAST_MOST + 1)),
        ("cells", np.int8, (ROWS, SQUARES + 1)),
        ("parent", np.int8, (ROWS, SQUARES + 1)),
        ("group", np.int8, (ROWS, SQUARES + 1)),
        ("empty", np.int8, (ROWS, SQUARES + 1)),
        ("where", np.int8, (ROWS, SQUARES + 1)),
        ("bag", np.int8, (SQUARES + 1,)),
        ("spot", np.int8, (SQUARES + 1,)),
    ]
)
"""By row: the empty squares in `empty`, of which there are `count`, `where` says at which place; `choice[row, seat,
colour]` is the square that a seat chose for a colour in the round played from that row. Of the random games that were played from it:
whether a search learns from `lead` rather than from `payoff`, how many there were, and what each seat got of them, the later ones counting more; `points` are
the scores at the end of the last one. `whole`, `words`, `bag` and `spot` belong to `omega_random.py`."""


def _near() -> NDArray[np.int8]:
    """For each size and square the four squares beside it."""
    table = np.full((10, SQUARES + 1, 4), OUTSIDE, np.int8)
    for size in range(3, 10):
        for row, column in itertools.product(range(size), range(size)):
            for d, (down, right) in enumerate(((0, -1), (-1, 0), (0, 1), (1, 0))):
                if 0 <= row + down < size and 0 <= column + right < size:
                    table[size, row * size + column, d] = (row + down) * size + column + right
    return table


def _turns() -> NDArray[np.int64]:
    """Where each square of 3×3 goes when the board is turned or mirrored, in all 8 ways."""
    board = np.arange(9).reshape(3, 3)
    ways = [np.rot90(flipped, turn) for flipped in (board, board.T) for turn in range(4)]
    return np.array([way.ravel() for way in ways], I)


NEAR = _near()
TURNS = _turns()
HASH = np.random.default_rng(2_718_281).integers(0, 2**64 - 1, (SQUARES + 1, 17), U)


# --- groups -----------------------------------------------------------------------------------------------------------


@helper
def root_of(s: Record, row: Int, square: Int) -> Int:
    here = square
    above = I(s.parent[row, here])
    while above != here:
        here = above
        above = I(s.parent[row, here])
    return here


@helper
def found_group(s: Record, row: Int, square: Int) -> None:
    """A filled square as a group of its own."""
    there = I(s.cells[row, square])
    colour, stones = (there >> _2) - _1, there & _3
    s.parent[row, square], s.group[row, square] = square, stones
    s.product[row, colour] *= stones
    s.stones[row, colour] += stones


@helper
def join_groups(s: Record, row: Int, square: Int) -> None:
    """Join a filled square's group with those of its colour beside it."""
    colour = I(s.cells[row, square]) >> _2
    size = s.side[0]
    for d in range(_4):
        near = I(NEAR[size, square, d])
        if I(s.cells[row, near]) >> _2 == colour:
            mine, other = root_of(s, row, square), root_of(s, row, near)
            if mine != other:
                a, b = I(s.group[row, mine]), I(s.group[row, other])
                s.parent[row, other], s.group[row, mine] = mine, a + b
                s.product[row, colour - _1] = s.product[row, colour - _1] / (a * b) * (a + b)


@helper
def score(s: Record, row: Int, colour: Int) -> Any:
    return s.product[row, colour] if s.stones[row, colour] > _0 else 0.0


@helper
def share(s: Record, row: Int, seat: Int) -> Any:
    """A seat's part of the win: 1 alone, one half shared by two, 0 for a loser."""
    best, holders = -1.0, _0
    for other in range(s.seats[0]):
        points = score(s, row, I(other))
        if points > best:
            best, holders = points, _1
        elif points == best:
            holders += _1
    return 1.0 / holders if score(s, row, seat) == best else 0.0


@helper
def payoff(s: Record, row: Int, seat: Int) -> Any:
    """What the end is worth to a seat: 1 for a win, −1 for a loss, 0 for a win shared by two."""
    return 2.0 * share(s, row, seat) - 1.0


# --- rounds -----------------------------------------------------------------------------------------------------------


@helper
def copy_row(s: Record, row: Int, to: Int) -> None:
    for square in range(SQUARES + 1):
        s.cells[to, square] = s.cells[row, square]
        s.parent[to, square] = s.parent[row, square]
        s.group[to, square] = s.group[row, square]
        s.empty[to, square] = s.empty[row, square]
        s.where[to, square] = s.where[row, square]
    s.count[to], s.key[to] = s.count[row], s.key[row]
    for colour in range(_3):
        s.product[to, colour], s.stones[to, colour] = s.product[row, colour], s.stones[row, colour]


@helper
def fill_square(s: Record, row: Int, square: Int) -> None:
    """Take a square off the list of empty ones."""
    last = s.count[row] - _1
    place, moved = I(s.where[row, square]), I(s.empty[row, last])
    s.empty[row, place], s.where[row, moved] = moved, place
    s.count[row] = last


@helper
def settle(s: Record, chosen: Int, row: Int) -> None:
    """Play the round `choice[chosen]` in a row, in place."""
    seats, touched = s.seats[0], _0
    for seat in range(seats):
        for colour in range(seats):
            square = s.choice[chosen, seat, colour]
            there = I(s.cells[row, square])
            if there == EMPTY:
                s.cells[row, square] = _4 * colour + _4 + _1
                s.touched[touched] = square
                touched += _1
                fill_square(s, row, square)
            elif there >> _2 == colour + _1:
                s.cells[row, square] = there + _1
            else:
                s.cells[row, square] = BURNED
    for k in range(touched):
        square = s.touched[k]
        s.key[row] ^= HASH[square, I(s.cells[row, square])]
        if I(s.cells[row, square]) != BURNED:
            found_group(s, row, square)
    for k in range(touched):
        if I(s.cells[row, s.touched[k]]) != BURNED:
            join_groups(s, row, s.touched[k])
    if s.count[row] < seats * seats:
        for k in range(s.count[row]):
            s.cells[row, I(s.empty[row, k])] = BURNED
        s.count[row] = _0


@helper
def moves(s: Record, row: Int) -> Int:
    """How many moves each seat has."""
    n = s.count[row]
    return n * (n - _1) if s.seats[0] == _2 else n * (n - _1) * (n - _2)


@helper
def choose(s: Record, row: Int, seat: Int, move: Int) -> None:
    """Write a move, given by its number, into the round to be played from a row."""
    n, seats = s.count[row], s.seats[0]
    first = move // (n - _1)
    second = move % (n - _1)
    if seats == _3:
        third = move % (n - _2)
        first, second = move // ((n - _1) * (n - _2)), (move // (n - _2)) % (n - _1)
        second += I(second >= first)
        low, high = min(first, second), max(first, second)
        third += I(third >= low)
        third += I(third >= high)
        s.choice[row, seat, 2] = I(s.empty[row, third])
    else:
        second += I(second >= first)
    s.choice[row, seat, 0], s.choice[row, seat, 1] = I(s.empty[row, first]), I(s.empty[row, second])


@helper
def play(s: Record, row: Int) -> None:
    """The position after the round `choice[row]`, in the next row."""
    copy_row(s, row, row + _1)
    settle(s, row, row + _1)


@helper
def over(s: Record, row: Int) -> Any:
    return s.count[row] == _0


@helper
def key(s: Record, row: Int) -> Word:
    """A hash of the position; on 3×3 positions that are turned or mirrored images of each other share it."""
    if s.side[0] != _3:
        return s.key[row]
    least = _WORD
    for way in range(_8):
        found = U(0)
        for square in range(I(9)):
            found ^= HASH[square, I(s.cells[row, TURNS[way, square]])]
        least = min(least, found)
    return least


# --- the last round of two players, without playing it ---------------------------------------------------------------


@helper
def gather(s: Record, row: Int, colour: Int, square: Int, known: Int) -> Int:
    """Add the groups of a colour beside a square to those known in `touched`; returns how many are known then."""
    before = known
    s.linked[0] = _0
    for d in range(_4):
        near = I(NEAR[s.side[0], square, d])
        if I(s.cells[row, near]) >> _2 == colour + _1:
            root, seen = root_of(s, row, near), _0
            for k in range(known):
                if s.touched[k] == root:
                    seen = _1
                    if k < before:
                        s.linked[0] = _1
            if seen == _0:
                s.touched[known] = root
                known += _1
    return known


@helper
def score_with(s: Record, row: Int, colour: Int, a: Int, b: Int) -> Any:
    """A colour's score with one more stone on the empty squares at places a and b; a place of `count` is no stone."""
    none = s.count[row]
    if a == none:
        return score(s, row, colour)
    first = I(s.empty[row, a])
    known = gather(s, row, colour, first, _0)
    product, stones = s.product[row, colour], 2.0 if a == b else 1.0
    for k in range(known):
        size = I(s.group[row, s.touched[k]])
        product /= size
        stones += size
    if a == b or b == none:
        return product * stones
    second, more = I(s.empty[row, b]), 1.0
    both = gather(s, row, colour, second, known)
    for k in range(known, both):
        size = I(s.group[row, s.touched[k]])
        product /= size
        more += size
    linked = s.linked[0]
    for d in range(_4):
        if I(NEAR[s.side[0], first, d]) == second:
            linked = _1
    return product * (stones + more) if linked == _1 else product * stones * more


@helper
def fill_last(s: Record, row: Int, table: Any) -> Int:
    """Write what every pair of moves is worth to seat 0 where it ends the game, and UNKNOWN where it does not; returns how often that is."""
    n, unknown = s.count[row], _0
    if n > LAST_MOST:
        for i in range(n * (n - _1)):
            for j in range(n * (n - _1)):
                table[i, j] = UNKNOWN
        return n * (n - _1) * n * (n - _1)
    for colour in range(_2):
        for a in range(n + _1):
            for b in range(a, n + _1):
                points = score_with(s, row, I(colour), I(a), I(b))
                s.scores[colour, a, b], s.scores[colour, b, a] = points, points
    for w1 in range(n):
        for b1 in range(n):
            if b1 == w1:
                continue
            i = w1 * (n - _1) + b1 - I(b1 > w1)
            for w2 in range(n):
                for b2 in range(n):
                    if b2 == w2:
                        continue
                    j = w2 * (n - _1) + b2 - I(b2 > w2)
                    used = _4 - I(w1 == w2) - I(w1 == b2) - I(b1 == w2) - I(b1 == b2)
                    if n - used >= _4:
                        table[i, j] = UNKNOWN
                        unknown += _1
                        continue
                    white = s.scores[0, n if w1 == b2 else w1, n if w2 == b1 else w2]
                    black = s.scores[1, n if b1 == w2 else b1, n if b2 == w1 else b2]
                    table[i, j] = 1.0 if white > black else (-1.0 if white < black else 0.0)
    return unknown


# --- random play ------------------------------------------------------------------------------------------------------


@helper
def roll(s: Record) -> Word:
    dice = s.dice[0]
    dice ^= dice << _U13
    dice ^= dice >> _U7
    dice ^= dice << _U17
    s.dice[0] = dice
    return dice


@helper
def choose_at_random(s: Record, row: Int, seat: Int) -> None:
    n = U(s.count[row])
    dice = roll(s)
    first = I(((dice >> _U33) * n) >> _U31)
    second = I(((dice & _LOW31) * (n - _U1)) >> _U31)
    second += I(second >= first)
    s.choice[row, seat, 0], s.choice[row, seat, 1] = I(s.empty[row, first]), I(s.empty[row, second])
    if s.seats[0] == _3:
        third = I(((roll(s) >> _U33) * (n - _U1 - _U1)) >> _U31)
        third += I(third >= min(first, second))
        third += I(third >= max(first, second))
        s.choice[row, seat, 2] = I(s.empty[row, third])


@helper
def play_out(s: Record, row: Int) -> Int:
    """Play random moves in a row, in place, until the game is over; returns how many rounds that took."""
    rounds = _0
    while s.count[row] != _0:
        for seat in range(s.seats[0]):
            choose_at_random(s, row, I(seat))
        settle(s, row, row)
        rounds += _1
    return rounds
