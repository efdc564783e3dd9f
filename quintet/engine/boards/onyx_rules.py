"""Onyx's rules compiled: any graph of up to 400 spaces, played on and taken back; suffocation, passes, repetition.

Spaces are numbered as the graph numbers them, except on boards that fit on eight by eight squares: there a space is
8 × row + column, so that the neighbours of a whole set of spaces are a few shifts of one word.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, record
from quintet.engine.boards.onyx_reach import NOTHING

SPACES, WORDS, NEAR = 400, 7, 8000
TALLEST = 10
"""So many bits hold the number of pieces around any space."""
MAX_PLY = 64
PAST = 8192
"""So many earlier positions are compared; of a longer game the latest ones."""
LISTED = 128
"""The longest list of turns worth looking at."""
PLACING, REMOVAL, OVER = I(0), I(1), I(2)
EMPTY, WALL = I(0), I(9)
"""What a cell holds besides a colour + 1, or a colour + 5 for a stack."""
BONUS = I(5)
"""The second player's."""

PASS = I(0)
ONE, OTHER, ONE_STACK, BOTH = I(1), I(2), I(3), I(5)
"""Kinds of turn: a piece or a stack of a seat's first or second colour on one space (4: a stack of the second); or a piece
of each."""

STATE = record(
    [
        ("spaces", I, (1,)),
        ("playable", I, (1,)),  # of `spaces` numbers, so many are spaces of the board
        ("words", I, (1,)),
        ("weave", I, (1,)),
        ("first", np.int16, (SPACES + 1,)),
        ("near", np.int16, (NEAR,)),
        ("row", U, (SPACES, WORDS)),
        ("cell", np.int8, (SPACES,)),
        (
            "around",
            U,
            (4, TALLEST, WORDS),
        ),  # by colour, how many pieces of others stand around each space: the
        # spaces whose number has this bit
        ("bits", I, (1,)),  # so many bits are enough on this board
        ("has", U, (5, WORDS)),
        ("stacks", U, (WORDS,)),
        ("counts", I, (64,)),  # what the evaluation has counted
        ("hash", U, (1,)),
        ("mover", I, (1,)),
        ("passed", I, (1,)),  # bit 0: seat 0 has passed; bit 1: seat 1 has
        ("phase", I, (1,)),
        ("past", U, (PAST + MAX_PLY + 2,)),
        ("past_count", I, (1,)),
        (
            "gone",
            np.int16,
            (MAX_PLY + 1, SPACES),
        ),  # by ply, what was suffocated: 16 × space + what stood there
        ("taken", np.int16, (SPACES,)),  # stacks taken off for a try
        ("gone_count", I, (MAX_PLY + 1,)),
        ("passed_before", I, (MAX_PLY + 1,)),
        (
            "control",
            I,
            (4,),
        ),  # by colour: the spaces it holds and reaches, and in half points those it is nearest to
        ("nearest", I, (4,)),
        ("reach", U, (4, WORDS)),
        ("edge", U, (4, WORDS)),
        ("fresh", U, (4, WORDS)),
        ("single", I, (2, LISTED)),  # by colour the best spaces for a piece, and what they are worth
        ("single_value", I, (2, LISTED)),
        ("single_count", I, (2,)),
        ("kept", I, (LISTED,)),  # the turns found last, best first
        ("kept_value", I, (LISTED,)),
        ("kept_count", I, (1,)),
    ]
)

_0, _1, _2, _3, _4, _6, _9, _15, _16 = I(0), I(1), I(2), I(3), I(4), I(6), I(9), I(15), I(16)
_18, _511, _63 = I(18), I(511), I(63)
U0, U1 = U(0), U(1)
ZOBRIST = np.random.default_rng(20).integers(0, 2**64, (10, SPACES), dtype=U)
"""By what stands there and the space."""
ZOBRIST[0] = 0
TURN_WORDS = np.random.default_rng(21).integers(0, 2**64, (2, 4), dtype=U)
"""By the seat to move and the seats that have passed."""


# --- pieces -----------------------------------------------------------------------------------------------------------


@helper
def put(s: Record, space: Int, what: Int) -> None:
    """A piece or stack onto an empty space."""
    colour = (what - _1) & _3
    s.cell[space] = what
    s.hash[0] ^= ZOBRIST[what, space]
    bit = U1 << U(space & _63)
    s.has[colour, space >> _6] |= bit
    s.has[NOTHING, space >> _6] &= ~bit
    if what > _4:
        s.stacks[space >> _6] |= bit
    for w in range(s.words[0]):
        for step in range(_1, _4):
            other, place, carry = (colour + step) & _3, I(what > _4), s.row[space, w]
            while carry != U0:  # adds 1, or 2 for a stack, to the numbers of all neighbours at once
                had = s.around[other, place, w]
                s.around[other, place, w] = had ^ carry
                carry &= had
                place += _1


@helper
def lift(s: Record, space: Int) -> None:
    """Whatever stands on a space off it."""
    what = I(s.cell[space])
    colour = (what - _1) & _3
    s.cell[space] = EMPTY
    s.hash[0] ^= ZOBRIST[what, space]
    bit = U1 << U(space & _63)
    s.has[colour, space >> _6] &= ~bit
    s.has[NOTHING, space >> _6] |= bit
    s.stacks[space >> _6] &= ~bit
    for w in range(s.words[0]):
        for step in range(_1, _4):
            other, place, borrow = (colour + step) & _3, I(what > _4), s.row[space, w]
            while borrow != U0:
                had = s.around[other, place, w]
                s.around[other, place, w] = had ^ borrow
                borrow &= ~had
                place += _1


@helper
def bits_for(s: Record) -> Int:
    """How many bits the number of pieces around a space needs on this board: stacks of others on every side."""
    most, bits = _0, _2
    for space in range(s.spaces[0]):
        most = max(most, I(s.first[space + 1]) - I(s.first[space]))
    while (_1 << bits) <= _2 * most:
        bits += _1
    return bits


@helper
def two_around(s: Record, colour: Int, w: Int) -> Word:
    """The spaces with two pieces of other colours around them, or more."""
    found = s.around[colour, 1, w]
    for place in range(_2, s.bits[0]):
        found |= s.around[colour, place, w]
    return found


@helper
def crowded(s: Record, colour: Int, w: Int) -> Word:
    """The spaces on which this colour cannot live: three pieces of others around them, or more."""
    found = s.around[colour, 0, w] & s.around[colour, 1, w]
    for place in range(_2, s.bits[0]):
        found |= s.around[colour, place, w]
    return found


@helper
def others(s: Record, space: Int, colour: Int) -> Int:
    """How many pieces of other colours than this one stand around a space."""
    found = _0
    for place in range(s.bits[0]):
        found += I((s.around[colour, place, space >> _6] >> U(space & _63)) & U1) << place
    return found


@helper
def open_to(s: Record, space: Int, colour: Int) -> Any:
    free = s.has[NOTHING, space >> _6] & ~crowded(s, colour, space >> _6)
    return (free >> U(space & _63)) & U1 != U0


@helper
def suffocate(s: Record, placed: Int, also: Int, ply: Int) -> None:
    """Note and lift what now has too many others around it beside the two spaces placed on (perhaps the same one)."""
    count = _0
    for w in range(s.words[0]):
        near = s.row[placed, w] | s.row[also, w]
        if placed >> _6 == w:
            near &= ~(U1 << U(placed & _63))
        if also >> _6 == w:
            near &= ~(U1 << U(also & _63))
        for colour in range(_4):
            bits = near & s.has[colour, w] & crowded(s, colour, w)
            while bits != U0:
                space = (I(w) << _6) + lowest(bits)
                bits &= bits - U1
                s.gone[ply, count] = space * _16 + I(s.cell[space])
                count += _1
    for j in range(count):
        lift(s, I(s.gone[ply, j]) >> _4)
    s.gone_count[ply] = count


# --- turns ------------------------------------------------------------------------------------------------------------


@helper
def turn_of(kind: Int, one: Int, other: Int) -> Int:
    """A turn as a number; for a single space both are it."""
    return (kind << _18) | (one << _9) | other


@helper
def place(s: Record, seat: Int, turn: Int, ply: Int) -> None:
    """Put down what a turn places and lift what that suffocates; nothing else changes."""
    kind, one, other = turn >> _18, (turn >> _9) & _511, turn & _511
    s.gone_count[ply] = _0
    if kind == PASS:
        return
    colour = _2 * seat
    if kind == BOTH:
        put(s, one, colour + _1)
        put(s, other, colour + _2)
    elif kind <= OTHER:
        put(s, one, colour + kind)
    else:
        put(s, one, colour + kind + _2)
    suffocate(s, one, other, ply)


@helper
def unplace(s: Record, turn: Int, ply: Int) -> None:
    kind, one, other = turn >> _18, (turn >> _9) & _511, turn & _511
    if kind == PASS:
        return
    for j in range(s.gone_count[ply]):
        gone = I(s.gone[ply, j])
        put(s, gone >> _4, gone & _15)
    lift(s, one)
    if kind == BOTH:
        lift(s, other)


@helper
def key(s: Record) -> Word:
    return s.hash[0] ^ TURN_WORDS[s.mover[0], s.passed[0]]


@helper
def play(s: Record, turn: Int, ply: Int) -> None:
    seat = s.mover[0]
    s.past[s.past_count[0]] = key(s)
    s.past_count[0] += _1
    s.passed_before[ply] = s.passed[0]
    place(s, seat, turn, ply)
    s.mover[0] = _1 - seat
    if turn == PASS:
        s.passed[0] |= _1 << seat
        if s.passed[0] == I(3):
            s.phase[0] = REMOVAL
            return
    now, times, i = key(s), _0, s.past_count[0] - _2
    while i >= _0:  # the same seat was to move every second time
        times += I(s.past[i] == now)
        i -= _2
    if times >= _2:
        s.phase[0] = REMOVAL


@helper
def undo(s: Record, turn: Int, ply: Int) -> None:
    unplace(s, turn, ply)
    s.past_count[0] -= _1
    s.mover[0] = _1 - s.mover[0]
    s.passed[0] = s.passed_before[ply]
    s.phase[0] = PLACING


@helper
def count_turns(s: Record) -> Int:
    colour = _2 * s.mover[0]
    one, other, same = _0, _0, _0
    for space in range(s.spaces[0]):
        first, second = open_to(s, space, colour), open_to(s, space, colour + _1)
        one, other, same = one + I(first), other + I(second), same + I(first and second)
    return _1 + _2 * (one + other) + one * other - same


@helper
def all_turns(s: Record, turns: Record) -> Int:
    """Every legal turn into a row, which is long enough; how many."""
    colour, spaces = _2 * s.mover[0], s.spaces[0]
    turns[0] = PASS
    count = _1
    for one in range(spaces):
        for c in range(_2):
            if open_to(s, one, colour + c):
                turns[count] = turn_of(ONE + c, one, one)
                turns[count + _1] = turn_of(ONE_STACK + c, one, one)
                count += _2
        if open_to(s, one, colour):
            for other in range(spaces):
                if other != one and open_to(s, other, colour + _1):
                    turns[count] = turn_of(BOTH, one, other)
                    count += _1
    return count
