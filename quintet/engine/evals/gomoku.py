"""What a Gomoku position is worth before its end, and which moves to try first.

The worth of a position is a sum over its empty points of what each is good for (the board keeps it up to date), plus
captured pairs, captures in reach and threats. All of it is a sum of `weights`, which are fitted to games (training/gomoku.py)
or, without that file, made by hand. 400 is a clear advantage; `SCALE` turns it into -1 to 1.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import knowledge
from quintet.engine._jit import I, Int, Record, U, helper
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards.gomoku_stones import (
    JUDGED,
    SUMMED,
    TERMS,
    U0,
    WIN,
    all_attacks,
    all_captures,
    attacks,
    captures,
)
from quintet.engine.boards.gomoku_views import liking
from quintet.engine.evals import gomoku_net as net

if TYPE_CHECKING:
    from numpy.typing import NDArray

NAME = "gomoku-points"
SCALE = 400.0
SEEN = 0.999
"""The value of a win that was found but not proven."""
DECIDED = WIN - 1000
_0, _1, _2 = I(0), I(1), I(2)
MAKES_FIVE = I(lines.MAKES_FIVE)
FOUR_AND_THREE, WINS_NEXT = I(lines.FOUR_AND_THREE), I(lines.WINS_NEXT)

# The weights in one row: by shape and by class of an empty point, to move and waiting, then the terms beside them.
SHAPES, CLASSES = lines.SHAPES, 10
BY_HAND = np.array(
    [
        *(0, 0, 0, 4, 10, 12, 28, 30, 50, 60),  # shapes, to move
        *(0, 0, 0, 3, 7, 9, 21, 22, 37, 45),  # shapes, waiting
        *(0,) * 10,  # classes, to move
        *(0,) * 10,  # classes, waiting
        *(0, 60, 130, 230, 400),  # captured pairs
        *(20, 9, 4, 2),  # captures in reach, to move and waiting; attacks on pairs, likewise
        *(700, 300, 60, 30),  # to move: an open four in reach, or else a four with a three; waiting: likewise
        0,  # the turn to move
    ]
)
PAIRS, REACH, THREATS, TURN = I(0), I(5), I(9), I(13)
"""Where these begin among the terms."""
assert len(BY_HAND) == 2 * SHAPES + 2 * CLASSES + TERMS

OWN_FIRST = np.array([0, 4, 20, 45, 120, 400, 300, 1500, 3000, 3500], I)
ENEMY_FIRST = np.array([0, 3, 16, 36, 90, 300, 160, 1000, 2000, 3200], I)
"""How early to try a point, by what it is for either side."""
ORDER_UNIT = I(1024)
_MOST = I(4000)
THREE = I(90)
"""The score of a move that makes or stops a three, or captures, and of better ones."""
LIKED, QUIET, LOUD = I(50), I(599), I(860)
"""With a net: what its liking counts for, the most that a move gets which does nothing of the kind, and the least of one that does;
between them there is room for what a search has learned of a quiet move."""
_LIKED, _JUDGED = I(16), U(JUDGED - 1)
_judge, _liking = net.judge, liking


# --- the tables -------------------------------------------------------------------------------------------------------


@cache
def weights() -> NDArray[np.int64]:
    """The fitted weights; those made by hand where there are none."""
    fitted = knowledge.shipped(
        NAME,
        lambda data: np.frombuffer(data, np.int32).reshape(len(BY_HAND)).astype(np.int64),
        "Gomoku is played by the weights made by hand",
    )
    return BY_HAND if fitted is None else fitted


def point_values(row: NDArray[np.int64]) -> NDArray[np.int32]:
    """What every kind of point is worth, to move and waiting."""
    points, classes = lines.all_points(), lines.point_classes()
    shapes = row[: 2 * SHAPES].reshape(2, SHAPES)
    kinds = row[2 * SHAPES : 2 * SHAPES + 2 * CLASSES].reshape(2, CLASSES)
    both = [shapes[role][points].sum(axis=1) + kinds[role][classes] for role in (0, 1)]
    return np.stack(both, axis=1).astype(np.int32)


@cache
def first_moves() -> NDArray[np.int32]:
    """How early to try every kind of point, for one's own sake and to take it from the enemy."""
    classes, worth = lines.point_classes(), point_values(BY_HAND)
    return np.stack([OWN_FIRST[classes], ENEMY_FIRST[classes]], axis=1).astype(np.int32) + worth // 2


@cache
def shipped_values() -> NDArray[np.int32]:
    return point_values(weights())


def tables(row: NDArray[np.int64] | None = None) -> dict[str, NDArray[Any]]:
    """By the field of a state, what points are good for and what that is worth, by the shipped weights or others."""
    return {
        "classes": lines.point_classes(),
        "values": shipped_values() if row is None else point_values(row),
        "terms": (weights() if row is None else row)[-TERMS:],
        "first": first_moves(),
    }


def shipped_net() -> NDArray[Any] | None:
    """The net that is shipped: none where the fitted weights are missing, by which it was taught."""
    return None if weights() is BY_HAND else net.shipped()


def fill(state: NDArray[Any], row: NDArray[np.int64] | None = None) -> None:
    """Put the tables into a state before its stones are laid; other weights than those shipped do without the net."""
    for name, table in tables(row).items():
        state[name] = table
    if row is None:
        net.fill(state, shipped_net())


# --- compiled ---------------------------------------------------------------------------------------------------------


@helper
def evaluate(s: Record) -> Int:
    if s.sees[0] == _0:
        return add_up(s)
    place = I(s.hash[0] & _JUDGED)
    if s.judged[place] != s.hash[0]:
        s.judged[place], s.judgement[place] = s.hash[0], _judge(s, add_up(s))
    return s.judgement[place]


@helper
def add_up(s: Record) -> Int:
    """What it is worth without a net."""
    own = s.colour[0]
    enemy = _1 - own
    value = s.sums[own, 0] - s.sums[enemy, 1] + s.terms[TURN]
    value += s.terms[PAIRS + s.pairs[own]] - s.terms[PAIRS + s.pairs[enemy]]
    value += s.terms[REACH] * all_captures(s, own) * (_2 + s.pairs[own])
    value -= s.terms[REACH + _1] * all_captures(s, enemy) * (_2 + s.pairs[enemy])
    value += s.terms[REACH + _2] * all_attacks(s, own) - s.terms[REACH + _1 + _2] * all_attacks(s, enemy)
    if s.counts[enemy, MAKES_FIVE] == _0:
        if s.counts[own, WINS_NEXT] > _0:
            value += s.terms[THREATS]
        elif s.counts[own, FOUR_AND_THREE] > _0:
            value += s.terms[THREATS + _1]
    if s.counts[enemy, WINS_NEXT] > _0:
        value -= s.terms[THREATS + _2]
    elif s.counts[enemy, FOUR_AND_THREE] > _0:
        value -= s.terms[THREATS + _1 + _2]
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
    if s.sees[0] != _0:
        liked = (_liking(s, cell) * LIKED) >> _LIKED
        score = min(max(QUIET // _2 + liked, _0), QUIET) if score < THREE else max(score + LOUD + liked, LOUD)
    return (score if score < _MOST else _MOST) * ORDER_UNIT
