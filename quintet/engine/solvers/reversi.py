"""Reversi's endgame: the exact final margin of discs.

Four storeys, each calling only the one below: `principal` (whole windows, keeps the line), `prove` (one question: more
than alpha? with a table, sorted moves and every known short cut), and in reversi_last.py `finish` (few empty squares) and
`last_four` down to `last_one`.

The table keeps whole positions, not hashes of them: what it says is certain.
"""

from __future__ import annotations

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
    lowest,
    popcount,
    record,
    records,
    tool,
)
from quintet.engine.boards.reversi import U0, U1, UNIT, hash_pair, margin, mobility, turned
from quintet.engine.boards.reversi_stable import stable
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import late
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.evals.reversi import around, by_hand, corner_bits
from quintet.engine.request import FOREVER
from quintet.engine.solvers.reversi_last import MANY, few_left, finish, odd_squares

if TYPE_CHECKING:
    from numpy.typing import NDArray

PLAYING_BITS, TABLE_BITS = 18, 23
"""The table while playing, and the largest one (`roomy`); `table_mask` says how much there is."""
LEVELS = 64
MAX_MOVES = 40

CONTEXT = record(
    [
        ("field", U, (1,)),
        ("quadrants", U, (4,)),
        ("corners", U, (1,)),
        ("table_mask", U, (1,)),
        ("nodes", I, (1,)),
        ("deep", I, (1,)),
        *TIMES,
        ("node_limit", I, (1,)),
        ("stop", I, (1,)),
        ("watched", I, (1,)),  # storeys with at least so many empty squares write down how far they are
        ("place", I, (LEVELS + 1,)),
        ("places", I, (LEVELS + 1,)),
        ("moves", I, (LEVELS + 1, MAX_MOVES)),
        ("scores", I, (LEVELS + 1, MAX_MOVES)),
        ("flips", U, (LEVELS + 1, MAX_MOVES)),
        ("table", U, (1 << PLAYING_BITS, 2, 4)),  # own, other, bounds and move, worth
    ]
)

_0, _1, _2, _3, _4, _64 = I(0), I(1), I(2), I(3), I(4), I(64)
NONE = I(64)
BEYOND = I(100_000)
LOOKED = I(13)
"""With so many empty squares or more, moves are sorted by a short search as well."""
AHEAD = np.array([sum(count >= least for least in (18, 22, 26)) for count in range(LEVELS + 1)], I)
AHEAD_BY_HAND = np.array([sum(count >= least for least in (13, 16, 20)) for count in range(LEVELS + 1)], I)
"""Its plies, by the number of empty squares: with the weights of the patterns, and without."""
FINISH = I(7)
FULL = ~U0
HOPEFUL = I(2)
CLOCK_MASK = I(63)
NEAR, FAR = I(3), I(12)
"""How far from a guess to look at first, and by how much to look further."""
U8, U16, LOW_BYTE = U(8), U(16), U(255)


def _quadrants(size: int) -> list[int]:
    half = size // 2
    cells = [(x, y) for y in range(size) for x in range(size)]
    return [
        sum(1 << (y * 8 + x) for x, y in cells if (x >= half) + 2 * (y >= half) == quarter)
        for quarter in range(4)
    ]


QUADRANTS = np.array([_quadrants(size) for size in (4, 6, 8)], U)


@helper
def set_board(c: Record, field: Word, table_mask: Word) -> None:
    """A context for positions on the board of which these are the squares, with so much of the table."""
    squares = popcount(field)
    size = _0
    if squares > I(16):
        size = _1 if squares < _64 else _2
    for quarter in range(_4):
        c.quadrants[quarter] = QUADRANTS[size, quarter]
    c.field[0], c.corners[0], c.table_mask[0] = field, corner_bits(field), table_mask
    c.watched[0], c.deep[0] = I(LEVELS + 1), _0


@helper
def clear_table(c: Record) -> None:
    c.table[:, :, :] = U0


@tool(I64, U64, U64, records(CONTEXT))
def set_context(field: Word, table_mask: Word, context: Record) -> Int:
    set_board(context[0], field, table_mask)
    return _0


def context(field: int) -> NDArray[Any]:
    """A fresh context without limits, an array of one."""
    c = np.zeros(1, CONTEXT)
    set_context(U(field), U((1 << PLAYING_BITS) - 1), c)
    c["deadline"] = c["node_limit"] = FOREVER
    return c


# --- the table --------------------------------------------------------------------------------------------------------
# One word holds lower bound, upper bound (each plus 64, in a byte) and the best move; another how much work it was.


@helper
def find(own: Word, other: Word, c: Record) -> Word:
    """The bounds and move that the table has for a position; 0 if it has none."""
    place = I(hash_pair(own, other) & c.table_mask[0])
    if c.table[place, 0, 0] == own and c.table[place, 0, 1] == other:
        return c.table[place, 0, 2]
    if c.table[place, 1, 0] == own and c.table[place, 1, 1] == other:
        return c.table[place, 1, 2]
    return U0


@helper
def lower_of(packed: Word) -> Int:
    return I(packed & LOW_BYTE) - _64


@helper
def upper_of(packed: Word) -> Int:
    return I((packed >> U8) & LOW_BYTE) - _64


@helper
def move_of(packed: Word) -> Int:
    return I((packed >> U16) & LOW_BYTE)


@helper
def keep(own: Word, other: Word, lower: Int, upper: Int, move: Int, worth: Int, c: Record) -> None:
    """Store bounds; of the two entries of a place the first keeps what took the most work."""
    place = I(hash_pair(own, other) & c.table_mask[0])
    row = 0
    known = U0
    if c.table[place, 0, 0] == own and c.table[place, 0, 1] == other:
        known = c.table[place, 0, 2]
    elif c.table[place, 1, 0] == own and c.table[place, 1, 1] == other:
        known = c.table[place, 1, 2]
        row = 1
    elif U(worth) < c.table[place, 0, 3]:
        row = 1
        c.table[place, 0, 3] -= U1  # or the first would stay for ever
    if known != U0:
        lower, upper = max(lower, lower_of(known)), min(upper, upper_of(known))
        if move == NONE:
            move = move_of(known)
    c.table[place, row, 0], c.table[place, row, 1] = own, other
    c.table[place, row, 2] = U(lower + _64) | (U(upper + _64) << U8) | (U(move) << U16)
    c.table[place, row, 3] = U(worth)


# --- proving ----------------------------------------------------------------------------------------------------------


@helper
def guess(own: Word, other: Word, alpha: Int, beta: Int, depth: Int, field: Word) -> Int:
    """A short search by the hand-made evaluation, to sort moves where a bad order costs much."""
    if depth == _0:
        return by_hand(own, other, field)
    moves = mobility(own, other, field)
    if moves == U0:
        if mobility(other, own, field) == U0:
            return margin(own, other) * I(640)
        return -guess(other, own, -beta, -alpha, depth - _1, field)
    best = -BEYOND
    while moves != U0:
        square = lowest(moves)
        moves &= moves - U1
        flips = turned(own, other, square)
        value = -guess(other & ~flips, own | flips | (U1 << U(square)), -beta, -alpha, depth - _1, field)
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


@helper
def foresee(own: Word, other: Word, alpha: Int, beta: Int, depth: Int, s: Record) -> Int:
    """The same by the weights of the patterns, whose numbers `s` has for this position."""
    moves = mobility(own, other, FULL)
    if depth == _0:
        return patterns.by_patterns(s, own, other, moves)
    side = s.ply[0] & _1
    if moves == U0:
        if mobility(other, own, FULL) == U0:
            return margin(own, other) * UNIT
        patterns.advance(s, _0, U0, side)
        value = -foresee(other, own, -beta, -alpha, depth - _1, s)
        s.ply[0] -= _1
        return value
    best = -BEYOND
    while moves != U0:
        square = lowest(moves)
        moves &= moves - U1
        flips = turned(own, other, square)
        patterns.advance(s, square, flips, side)
        value = -foresee(other & ~flips, own | flips | (U1 << U(square)), -beta, -alpha, depth - _1, s)
        s.ply[0] -= _1
        if value > best:
            best = value
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


@helper
def promise(own: Word, other: Word, square: Int, flips: Word, count: Int, s: Record) -> Int:
    """What a move promises by a short search after it; `s` has the numbers of the position before, if there are weights."""
    mine, theirs = own | flips | (U1 << U(square)), other & ~flips
    if s.trained[0] == _0:
        return -guess(theirs, mine, -BEYOND, BEYOND, AHEAD_BY_HAND[count], s.field[0]) // _3
    patterns.advance(s, square, flips, _0)
    value = -foresee(theirs, mine, -BEYOND, BEYOND, AHEAD[count], s)
    s.ply[0] -= _1
    return value // _2


@helper
def rank(own: Word, other: Word, count: Int, known: Int, s: Record, c: Record) -> Int:
    """Write the legal moves of this storey with what they turn and how promising they are; how many."""
    moves = mobility(own, other, c.field[0])
    if count >= LOOKED and s.trained[0] != _0:
        patterns.count_up(s, own, other)
    odd = odd_squares(c.field[0] & ~(own | other), c)
    total = _0
    while moves != U0:
        square = lowest(moves)
        bit = moves & (U0 - moves)
        moves &= moves - U1
        flips = turned(own, other, square)
        mine, theirs = own | flips | bit, other & ~flips
        replies = mobility(theirs, mine, c.field[0])
        score = -I(64) * (popcount(replies) + _2 * popcount(replies & c.corners[0]))
        score -= I(28) * popcount(around(mine) & ~(mine | theirs))
        if bit & odd != U0:
            score += I(32)
        if bit & c.corners[0] != U0:
            score += I(48)
        if count >= LOOKED:
            score += promise(own, other, square, flips, count, s)
        if square == known:
            score = BEYOND
        elif theirs == U0:
            score = BEYOND + BEYOND
        c.moves[count, total], c.flips[count, total], c.scores[count, total] = square, flips, score
        total += _1
    return total


@helper
def take(i: Int, total: Int, count: Int, c: Record) -> None:
    """Bring the most promising of the moves from i on to place i."""
    best = i
    for j in range(i + _1, total):
        if c.scores[count, j] > c.scores[count, best]:
            best = j
    if best != i:
        move, flips, score = c.moves[count, best], c.flips[count, best], c.scores[count, best]
        c.moves[count, best], c.flips[count, best] = c.moves[count, i], c.flips[count, i]
        c.scores[count, best] = c.scores[count, i]
        c.moves[count, i], c.flips[count, i], c.scores[count, i] = move, flips, score


@helper
def out_of_time(c: Record) -> Any:
    c.deep[0] += _1
    if (c.deep[0] & CLOCK_MASK) == _0 and late(c):
        c.stop[0] = _1
    if c.nodes[0] >= c.node_limit[0]:
        c.stop[0] = _1
    return c.stop[0] != _0


@helper
def ceiling(own: Word, other: Word, c: Record) -> Int:
    """What `own` can win at most, with the other side's safe discs."""
    return popcount(c.field[0]) - _2 * popcount(stable(other, own, c.field[0]))


@helper
def known_by_reply(own: Word, other: Word, alpha: Int, total: Int, count: Int, c: Record) -> Int:
    """A value above alpha that the table already knows of one of the moves; MANY if it knows none."""
    for i in range(total):
        flips = c.flips[count, i]
        packed = find(other & ~flips, own | flips | (U1 << U(c.moves[count, i])), c)
        if packed != U0 and -upper_of(packed) > alpha:
            return -upper_of(packed)
    return MANY


@helper
def prove(own: Word, other: Word, alpha: Int, count: Int, s: Record, c: Record) -> Int:
    """More than alpha? With `count` empty squares; the answer is a bound on the right side of alpha."""
    if count <= FINISH:
        return finish(own, other, alpha, count, c) if count > _4 else few_left(own, other, alpha, c)
    c.nodes[0] += _1
    if out_of_time(c):
        return _0
    if alpha >= count + HOPEFUL:
        bound = ceiling(own, other, c)
        if bound <= alpha:
            return bound
    packed = find(own, other, c)
    known = NONE
    if packed != U0:
        if lower_of(packed) > alpha:
            return lower_of(packed)
        if upper_of(packed) <= alpha:
            return upper_of(packed)
        known = move_of(packed)
    total = rank(own, other, count, known, s, c)
    if total == _0:
        if mobility(other, own, c.field[0]) == U0:
            return margin(own, other)
        return -prove(other, own, -alpha - _1, count, s, c)
    if count > FINISH + _1:
        value = known_by_reply(own, other, alpha, total, count, c)
        if value != MANY:
            return value
    before = c.nodes[0]
    best, best_move = -MANY, NONE
    for i in range(total):
        if count >= c.watched[0]:
            c.place[count], c.places[count] = i, total
        take(I(i), total, count, c)
        square, flips = c.moves[count, i], c.flips[count, i]
        value = -prove(other & ~flips, own | flips | (U1 << U(square)), -alpha - _1, count - _1, s, c)
        if c.stop[0] != _0:
            return _0
        if value > best:
            best, best_move = value, square
            if value > alpha:
                break
    worth = c.nodes[0] - before
    if best > alpha:
        keep(own, other, best, _64, best_move, worth, c)
    else:
        keep(own, other, -_64, best, best_move, worth, c)
    return best


@helper
def principal(own: Word, other: Word, alpha: Int, beta: Int, count: Int, s: Record, c: Record) -> Int:
    """The value within a window; exact inside it."""
    if count <= FINISH + _1:  # so few: questions one by one are as quick
        low, high = alpha, beta
        while low < high:
            value = prove(own, other, low, count, s, c)
            if value > low:
                low = value
            else:
                high = value
        return low
    c.nodes[0] += _1
    if out_of_time(c):
        return _0
    packed = find(own, other, c)
    known = NONE
    if packed != U0:
        low, high = lower_of(packed), upper_of(packed)
        if low >= beta or low == high:
            return low
        if high <= alpha:
            return high
        known = move_of(packed)
    total = rank(own, other, count, known, s, c)
    if total == _0:
        if mobility(other, own, c.field[0]) == U0:
            return margin(own, other)
        return -principal(other, own, -beta, -alpha, count, s, c)
    before = c.nodes[0]
    best, best_move, floor = -MANY, NONE, alpha
    for i in range(total):
        if count >= c.watched[0]:
            c.place[count], c.places[count] = i, total
        take(I(i), total, count, c)
        square, flips = c.moves[count, i], c.flips[count, i]
        mine, theirs = own | flips | (U1 << U(square)), other & ~flips
        if i == _0:
            value = -principal(theirs, mine, -beta, -alpha, count - _1, s, c)
        else:
            value = -prove(theirs, mine, -alpha - _1, count - _1, s, c)
            if alpha < value and value < beta:
                value = -principal(theirs, mine, -beta, -value + _1, count - _1, s, c)
        if c.stop[0] != _0:
            return _0
        if value > best:
            best, best_move = value, square
            alpha = max(alpha, value)
            if value >= beta:
                break
    lower, upper = -_64, _64
    if best > floor:
        lower = best
    if best < beta:
        upper = best
    keep(own, other, lower, upper, best_move, c.nodes[0] - before, c)
    return best


@helper
def solve_window(own: Word, other: Word, alpha: Int, beta: Int, s: Record, c: Record) -> Int:
    """The exact final margin if it lies within the window, otherwise a bound."""
    return principal(own, other, alpha, beta, popcount(c.field[0] & ~(own | other)), s, c)


@helper
def solve_near(own: Word, other: Word, guess: Int, first: Int, s: Record, c: Record) -> Int:
    """The exact final margin, looked for around a guess first; `first` is the move to try first, or NONE."""
    count = popcount(c.field[0] & ~(own | other))
    low, high = max(guess - NEAR, -_64), min(guess + NEAR, _64)
    while True:
        if first != NONE:
            keep(own, other, -_64, _64, first, _0, c)
        value = principal(own, other, low, high, count, s, c)
        if c.stop[0] != _0 or (low < value and value < high) or (value <= low and low == -_64):
            return value
        if value >= high:
            if high == _64:
                return value
            low, high = value - _1, min(value + FAR, _64)
        else:
            low, high = max(value - FAR, -_64), value + _1
        first = NONE


@helper
def best_known(own: Word, other: Word, c: Record) -> Int:
    """The table's move for a position, or NONE."""
    packed = find(own, other, c)
    return move_of(packed) if packed != U0 else NONE


def share_done(context: Record) -> float:
    """About how much of a watched search is done, 0 to 1, by the places in its upper storeys."""
    c = context
    done, part = 0.0, 1.0
    for count in range(LEVELS, int(c.watched[0]) - 1, -1):
        if c.places[count]:
            part /= int(c.places[count])
            done += part * int(c.place[count])
    return min(done, 1.0)
