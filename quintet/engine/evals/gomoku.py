"""What a Gomoku position is worth before its end, and which moves to try first.

The worth of a position is a sum over its empty points of what each is good for (`values`, kept up to date by the board),
plus captured pairs, captures in reach and threats. 400 is a clear advantage; `SCALE` turns it into -1 to 1.
"""

from __future__ import annotations

import math
from functools import cache

import numpy as np
from numpy.typing import NDArray

from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards.gomoku_stones import (
    SUMMED,
    U0,
    WIN,
    all_attacks,
    all_captures,
    attacks,
    captures,
)

SCALE = 400.0
SEEN = 0.999
"""The value of a win that was found but not proven."""
_0, _1, _2, _4 = I(0), I(1), I(2), I(4)
DECIDED = WIN - 1000
MAKES_FOUR, FOUR_AND_THREE = I(lines.MAKES_FOUR), I(lines.FOUR_AND_THREE)
WINS_NEXT, MAKES_FIVE = I(lines.WINS_NEXT), I(lines.MAKES_FIVE)

SHAPE_VALUES = (0, 0, 0, 4, 10, 12, 28, 30, 50, 60)
"""By shape: what a point is worth where a stone would make it."""
WAITING = 0.75
"""How much of that it is worth to the side that is not to move."""
PAIRS = np.array([0, 60, 130, 230, 400] + [600] * 12, I)
"""What captured pairs are worth."""
CAPTURE, ATTACK = np.array([40, 18], I), np.array([4, 2], I)
"""What a capture and an attack on a pair in reach are worth, to move and waiting; more with each pair captured."""
THREAT = np.array([700, 300, 60, 30], I)
"""To move: an open four, or a four and a three, in reach and nothing to stop it; waiting: the same."""
OWN_FIRST = np.array([0, 4, 20, 45, 120, 400, 300, 1500, 3000, 3500], I)
ENEMY_FIRST = np.array([0, 3, 16, 36, 90, 300, 160, 1000, 2000, 3200], I)
"""How early to try a point, by what it is for either side."""
ORDER_UNIT = I(1024)
_MOST = I(4000)


@cache
def hand_made() -> NDArray[np.int32]:
    """The value of every kind of point, to move and waiting."""
    worth = np.array(SHAPE_VALUES)[lines.all_points()].sum(axis=1)
    return np.stack([worth, (worth * WAITING).astype(np.int64)], axis=1).astype(np.int32)


@helper
def evaluate(s: Record) -> Int:
    own = s.colour[0]
    enemy = _1 - own
    value = s.sums[own, 0] - s.sums[enemy, 1]
    value += PAIRS[s.pairs[own]] - PAIRS[s.pairs[enemy]]
    value += CAPTURE[0] * all_captures(s, own) * (_2 + s.pairs[own]) // _2
    value -= CAPTURE[1] * all_captures(s, enemy) * (_2 + s.pairs[enemy]) // _2
    value += ATTACK[0] * all_attacks(s, own) - ATTACK[1] * all_attacks(s, enemy)
    if s.counts[enemy, MAKES_FIVE] == _0:
        if s.counts[own, WINS_NEXT] > _0:
            value += THREAT[0]
        elif s.counts[own, FOUR_AND_THREE] > _0:
            value += THREAT[1]
    if s.counts[enemy, WINS_NEXT] > _0:
        value -= THREAT[2]
    elif s.counts[enemy, FOUR_AND_THREE] > _0:
        value -= THREAT[3]
    return value


@helper
def order(s: Record, cell: Int) -> Int:
    own = s.colour[0]
    enemy = _1 - own
    score = I(s.first[I(s.shapes[cell, own]), 0]) + I(s.first[I(s.shapes[cell, enemy]), 1])
    if s.extra[cell] >> SUMMED != U0:
        score += captures(s, cell, own) * I(100) * (_1 + s.pairs[own])
        score += captures(s, cell, enemy) * I(70) * (_1 + s.pairs[enemy])
        score += attacks(s, cell, own) * I(12)
    return (score if score < _MOST else _MOST) * ORDER_UNIT


@cache
def first_moves() -> NDArray[np.int32]:
    """How early to try every kind of point, for one's own sake and to take it from the enemy."""
    classes, worth = lines.point_classes(), hand_made()
    return np.stack([OWN_FIRST[classes], ENEMY_FIRST[classes]], axis=1).astype(np.int32) + worth // 2


def as_value(units: int, proven: bool = False) -> float:
    """Units of the search as -1 to 1. A search that leaves moves out proves nothing, even if it sees the end."""
    if abs(units) >= DECIDED:
        return math.copysign(1.0 if proven else SEEN, units)
    return SEEN * math.tanh(units / (2 * SCALE))
