"""What a Reversi position is worth before its end, in 64ths of a disc, from the side to move."""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, popcount
from quintet.engine.boards.reversi import PASS, U0, U1, mobility, turned

_0, _100 = I(0), I(100)
_CORNER, _BESIDE, _MOVE, _EARLY = I(700), I(350), I(70), I(-6)
_CORNER_FIRST = I(4000)
_EIGHT, _SIX, _FOUR = U(0x8100000000000081), U(0x0000210000000021), U(0x09000009)


@helper
def corner_bits(field: Word) -> Word:
    if field == ~U0:
        return _EIGHT
    return _SIX if popcount(field) > I(16) else _FOUR


@helper
def around(bits: Word) -> Word:
    """The squares next to these, all ways round (columns do not wrap)."""
    wide = bits | ((bits << U1) & ~U(0x0101010101010101)) | ((bits >> U1) & ~U(0x8080808080808080))
    return wide | (wide << U(8)) | (wide >> U(8))


@helper
def by_hand(own: Word, other: Word, field: Word) -> Int:
    """Corners, the squares beside empty corners, moves to choose from, and few discs early on."""
    corners = corner_bits(field)
    value = _CORNER * (popcount(own & corners) - popcount(other & corners))
    beside = around(corners & ~(own | other)) & ~corners
    value -= _BESIDE * (popcount(own & beside) - popcount(other & beside))
    value += _MOVE * (popcount(mobility(own, other, field)) - popcount(mobility(other, own, field)))
    empties = popcount(field & ~(own | other))
    frontier = around(field & ~(own | other))
    value -= I(24) * (popcount(own & frontier) - popcount(other & frontier))
    return value + _EARLY * (popcount(own) - popcount(other)) * empties // I(20)


@helper
def evaluate(s: Record) -> Int:
    return by_hand(s.own[0], s.other[0], s.field[0])


@helper
def order(s: Record, move: Int) -> Int:
    """Corners first, then whatever leaves the other side few moves."""
    if move == PASS:
        return _0
    own, other, field = s.own[0], s.other[0], s.field[0]
    flips = turned(own, other, move)
    placed = U1 << U(move)
    replies = popcount(mobility(other & ~flips, own | flips | placed, field))
    score = -_100 * replies
    if placed & corner_bits(field) != U0:
        score += _CORNER_FIRST
    return score


_QUARTER = ((9, 2, 7, 6), (2, 0, 3, 4), (7, 3, 6, 5), (6, 4, 5, 5))
"""How good each square of the top left quarter of the large board is, by experience."""
_BY_SQUARE = np.zeros(65, I)
_BY_SQUARE[:64] = np.pad(_QUARTER, (0, 4), "symmetric").ravel()


@helper
def order_near(s: Record, move: Int) -> Int:  # noqa: ARG001  (the search's form)
    """Good squares first, on the large board."""
    return _BY_SQUARE[move]
