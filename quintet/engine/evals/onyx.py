"""What an Onyx position seems worth before its end, in 64ths of a point of the final margin, from the side to move."""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, helper, lowest, popcount
from quintet.engine.boards.onyx_reach import NOTHING, spread, tally
from quintet.engine.boards.onyx_rules import BONUS, EMPTY, PLACING, lift, open_to, put
from quintet.engine.hooks import NOT_OVER

UNIT = I(64)
"""What one point counts in a search."""
_0, _1, _2, _4, _5, _15, _16 = I(0), I(1), I(2), I(4), I(5), I(15), I(16)
U0, U1 = U(0), U(1)

NEAREST, CONTROL, HANGING_OWN, LOOSE_OWN, HANGING_THEIRS, LOOSE_THEIRS, TEMPO = range(7)
KNOTS = {
    0: (0.10, 0.00, -7.5, -5.0, 10.0, 6.0, 2.0),
    6: (0.20, 0.00, -7.5, -5.0, 10.0, 6.0, 2.0),
    14: (0.50, 0.15, -8.5, -4.8, 11.0, 5.5, 6.0),
    22: (0.80, 0.40, -8.0, -4.6, 10.0, 5.5, 6.0),
    30: (0.84, 0.22, -6.6, -4.7, 8.0, 5.8, 0.4),
    38: (0.75, 0.28, -5.4, -4.9, 6.2, 5.5, 0.0),
    50: (0.50, 0.55, -4.3, -5.0, 4.6, 5.2, 0.0),
    64: (0.30, 0.70, -4.2, -4.8, 4.4, 5.0, 0.0),
}
"""By how much of the board is filled, in 64ths, what a feature is worth in points of the final margin: a point of what a side
is nearest to, a point of what it controls already, an own piece that one more piece beside it would suffocate (hanging)
or two more (loose), the same of the other side, and being to move. Fitted by least squares to some 30,000 positions of games
of the engine against itself, and smoothed by hand."""
WEIGHTS = np.array(
    [
        [round(1024 * np.interp(filled, list(KNOTS), column)) for column in zip(*KNOTS.values(), strict=True)]
        for filled in range(65)
    ]
)


@helper
def exposed(s: Record, space: Int, rival: Int) -> bool:
    """Is there a neighbour on which the other side could place?"""
    for i in range(I(s.first[space]), I(s.first[space + _1])):
        near = I(s.near[i])
        if open_to(s, near, rival) or open_to(s, near, rival + _1):
            return True
    return False


@helper
def danger(s: Record, seat: Int, hanging: Int, loose: Int) -> Int:
    """The weight of a seat's pieces that one more piece beside them would suffocate (hanging), or two more (loose)."""
    rival, total = _2 - _2 * seat, _0
    for colour in range(_2 * seat, _2 * seat + _2):
        for w in range(s.words[0]):
            bits = s.has[colour, w]
            while bits != U0:
                space = I(w) * I(64) + lowest(bits)
                bits &= bits - U1
                around = I(s.others[space, colour])
                if around > _0 and exposed(s, space, rival):
                    total += hanging if around > _1 else loose
    return total


@helper
def filled(s: Record) -> Int:
    """How much of the board is filled, in 64ths."""
    empty = _0
    for w in range(s.words[0]):
        empty += popcount(s.has[NOTHING, w])
    return (s.playable[0] - empty) * I(64) // s.playable[0]


@helper
def worth(s: Record, seat: Int) -> Int:
    """For the seat to move."""
    spread(s)
    rival = _1 - seat
    bonus = BONUS * (_2 * seat - _1)
    w = WEIGHTS[filled(s)]
    value = w[NEAREST] * (tally(s.nearest, seat) - tally(s.nearest, rival)) // _2
    value += w[CONTROL] * (tally(s.control, seat) - tally(s.control, rival)) + w[TEMPO]
    value += danger(s, seat, w[HANGING_OWN], w[LOOSE_OWN])
    value += danger(s, rival, w[HANGING_THEIRS], w[LOOSE_THEIRS])
    return (value >> _4) + bonus * UNIT


@helper
def evaluate(s: Record) -> Int:
    return worth(s, s.mover[0])


@helper
def margin(s: Record, seat: Int) -> Int:
    """Points ahead if the game ended now with no stack taken off."""
    spread(s)
    return tally(s.control, seat) - tally(s.control, _1 - seat) + BONUS * (_2 * seat - _1)


@helper
def settled(s: Record, seat: Int) -> Int:
    """The margin once both sides have taken off the stacks that it pays to take off, one after the other."""
    taken, best, changed = _0, _0, _0
    for turn in range(_4):
        sign, first = _1 - _2 * (I(turn) & _1), _5 + _2 * (I(turn) & _1)
        for space in range(-_1, s.spaces[0]):
            what = EMPTY if space < _0 else I(s.cell[space])
            if space < _0:
                if turn > _0:
                    continue
            elif what == first or what == first + _1:
                lift(s, I(space))
            else:
                continue
            now = margin(s, _0)
            if space < _0:
                best = now
            elif sign * now > sign * best:
                best, changed = now, I(turn)
                s.taken[taken] = I(space) * _16 + what
                taken += _1
            else:
                put(s, I(space), what)
        if turn > changed:
            break
    for i in range(taken):
        put(s, I(s.taken[i]) >> _4, I(s.taken[i]) & _15)
    return best if seat == _0 else -best


@helper
def over(s: Record, ply: Int) -> Int:  # noqa: ARG001  (the search's form)
    if s.phase[0] == PLACING:
        return NOT_OVER
    return settled(s, s.mover[0]) * UNIT
