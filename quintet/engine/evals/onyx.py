"""What an Onyx position seems worth before its end, in 64ths of a point of the final margin, from the side to move.

Everything that is counted is listed once, in FEATURES; what each is worth was learned (onyx_weights.py).
"""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, popcount
from quintet.engine.boards.onyx_reach import NOTHING, beside, beside_two, spread, tally
from quintet.engine.boards.onyx_rules import BONUS, EMPTY, PLACING, crowded, lift, put, two_around
from quintet.engine.evals.onyx_weights import KNOTS
from quintet.engine.hooks import NOT_OVER

UNIT = I(64)
"""What one point counts in a search."""
_0, _1, _2, _3, _4, _5, _6, _9 = I(0), I(1), I(2), I(3), I(4), I(5), I(6), I(9)
_15, _16, _63 = I(15), I(16), I(63)
U0, U1 = U(0), U(1)

PIECES = tuple(
    f"{whose} {what}, {around}, {exposed}"
    for whose in ("own", "their")
    for what in ("piece", "stack")
    for around in ("nobody beside it", "one piece beside it", "two pieces beside it")
    for exposed in ("no space to attack from", "one", "more")
)
"""What stands on the board, by how near it is to suffocating: the pieces of other colours beside it, and the spaces
beside it on which its rival can place."""
FEATURES = (
    "the turn",
    "nearest to",  # in half points: of what a side is nearest to, less the other side's
    "controls",  # in points: of what it holds and reaches already, less the other side's
    "spaces open to oneself alone",
    "spaces open to the other side alone",
    "spaces open to both",
    "spaces open to own colours",  # one open to both colours counts twice
    "spaces open to their colours",
    *PIECES,
)
SMALLEST = 12
"""On boards of so many spaces or fewer only what is held and reached counts: what was learned comes from larger ones."""
TURN, NEAREST, CONTROL, OPEN, FIRST_PIECE = I(0), I(1), I(2), I(3), I(8)
COUNTED = I(len(FEATURES))
_SIDE, _KIND, _SMALLEST = I(18), I(9), I(SMALLEST)
WEIGHTS = np.array(
    [
        [round(np.interp(filled, list(KNOTS), column)) for column in zip(*KNOTS.values(), strict=True)]
        for filled in range(65)
    ]
)
"""By how much of the board is filled, in 64ths; 1024 are a point."""
assert WEIGHTS.shape[1] == len(FEATURES)


# --- counting ---------------------------------------------------------------------------------------------------------


@helper
def count_pieces(s: Record, seat: Int, rivals: Word, first: Int) -> None:
    """On a board of one word, a seat's pieces by kind; `rivals` are the spaces open to the other side."""
    once, twice = beside(s, rivals), beside_two(s, rivals)
    none, one, two = U0, U0, U0
    for colour in range(_2 * seat, _2 * seat + _2):
        more = two_around(s, I(colour), _0)
        single = s.around[colour, 0, 0] & ~more
        two |= s.has[colour, 0] & more
        one |= s.has[colour, 0] & single
        none |= s.has[colour, 0] & ~(more | single)
    for kind in range(_2):
        chosen = s.stacks[0] if kind == _1 else ~s.stacks[0]
        at = first + _KIND * kind
        for around in range(_3):
            pieces = chosen & (none if around == _0 else one if around == _1 else two)
            s.counts[at] = popcount(pieces & ~once)
            s.counts[at + _1] = popcount(pieces & once & ~twice)
            s.counts[at + _2] = popcount(pieces & twice)
            at += _3


@helper
def count_pieces_singly(s: Record, seat: Int, first: Int) -> None:
    """The same on a board of any size; `fresh`, by seat, are the spaces open to each side."""
    for at in range(first, first + _SIDE):
        s.counts[at] = _0
    for colour in range(_2 * seat, _2 * seat + _2):
        for w in range(s.words[0]):
            bits, two = s.has[colour, w], two_around(s, I(colour), I(w))
            while bits != U0:
                bit = bits & (~bits + U1)
                bits ^= bit
                space, attack = (I(w) << _6) + lowest(bit), _0
                for v in range(s.words[0]):
                    attack += popcount(s.row[space, v] & s.fresh[_1 - seat, v])
                around = _2 if bit & two != U0 else I(bit & s.around[colour, 0, w] != U0)
                s.counts[first + _KIND * I(bit & s.stacks[w] != U0) + _3 * around + min(attack, _2)] += _1


@helper
def count_open(s: Record, seat: Int, w: Int) -> None:
    """Note in `fresh` which spaces of a word are open to either side, and add them up."""
    empty = s.has[NOTHING, w]
    for side in range(_2):
        one, other = empty & ~crowded(s, _2 * side, w), empty & ~crowded(s, _2 * side + _1, w)
        s.fresh[side, w] = one | other
        s.counts[OPEN + _3 + (side ^ seat)] += popcount(one) + popcount(other)
    own, their = s.fresh[seat, w], s.fresh[_1 - seat, w]
    s.counts[OPEN] += popcount(own & ~their)
    s.counts[OPEN + _1] += popcount(their & ~own)
    s.counts[OPEN + _2] += popcount(own & their)


@helper
def count_up(s: Record, seat: Int) -> None:
    """Into `counts`, every feature as the seat sees it."""
    spread(s)
    rival = _1 - seat
    s.counts[TURN] = _1
    s.counts[NEAREST] = tally(s.nearest, seat) - tally(s.nearest, rival)
    s.counts[CONTROL] = tally(s.control, seat) - tally(s.control, rival)
    for at in range(OPEN, FIRST_PIECE):
        s.counts[at] = _0
    for w in range(s.words[0]):
        count_open(s, seat, I(w))
    if s.words[0] == _1:
        count_pieces(s, seat, s.fresh[rival, 0], FIRST_PIECE)
        count_pieces(s, rival, s.fresh[seat, 0], FIRST_PIECE + _SIDE)
    else:
        count_pieces_singly(s, seat, FIRST_PIECE)
        count_pieces_singly(s, rival, FIRST_PIECE + _SIDE)


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
    bonus = BONUS * (_2 * seat - _1) * UNIT
    if s.playable[0] <= _SMALLEST:
        spread(s)
        return (tally(s.control, seat) - tally(s.control, _1 - seat)) * UNIT + bonus
    count_up(s, seat)
    weights, value = WEIGHTS[filled(s)], _0
    for i in range(COUNTED):
        value += weights[i] * s.counts[i]
    return (value >> _4) + bonus


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
