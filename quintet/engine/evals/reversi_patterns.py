"""Reversi by patterns: the value of a position is a sum of weights, one for what stands in each of 46 groups of squares, and four
for how many moves either side has and how many of its discs are next to an empty square.

A group's contents are a number in base 3 (0 empty, 1 a disc of the side that was to move at the root, 2 the other's),
kept up to date move by move. Groups that are turns or mirror images of each other share their weights, and so do the
two readings of a group that is its own mirror image. There is one set of weights for each four discs on the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, popcount
from quintet.engine.boards.reversi import mobility
from quintet.engine.evals.reversi import around

Cells = tuple[int, ...]

# Each kind of group: one example, as squares numbered row by row from a1. The rest follows by symmetry.
KINDS: dict[str, Cells] = {
    "edge with both X-squares": (9, 0, 1, 2, 3, 4, 5, 6, 7, 14),
    "corner 3x3": (0, 1, 2, 8, 9, 10, 16, 17, 18),
    "corner 2x5": (0, 1, 2, 3, 4, 8, 9, 10, 11, 12),
    "second line": (8, 9, 10, 11, 12, 13, 14, 15),
    "third line": (16, 17, 18, 19, 20, 21, 22, 23),
    "fourth line": (24, 25, 26, 27, 28, 29, 30, 31),
    "diagonal of 8": (0, 9, 18, 27, 36, 45, 54, 63),
    "diagonal of 7": (1, 10, 19, 28, 37, 46, 55),
    "diagonal of 6": (2, 11, 20, 29, 38, 47),
    "diagonal of 5": (3, 12, 21, 30, 39),
    "diagonal of 4": (4, 13, 22, 31),
}
PHASES = 15
LANES, WORDS = 4, 12
"""A position's 46 numbers stand four to a word, so that one addition serves four: none of them ever leaves its 16 bits."""


def images(cells: Cells) -> list[Cells]:
    """The same cells on the board turned and mirrored, in the order of the cells."""
    found = []
    for turn in range(8):
        image = []
        for cell in cells:
            x, y = cell % 8, cell // 8
            if turn & 1:
                x = 7 - x
            if turn & 2:
                y = 7 - y
            if turn & 4:
                x, y = y, x
            image.append(y * 8 + x)
        found.append(tuple(image))
    return found


def _groups() -> list[tuple[int, Cells]]:
    """Every group with the number of its kind: of images with the same squares, one."""
    found: list[tuple[int, Cells]] = []
    for kind, cells in enumerate(KINDS.values()):
        seen: set[frozenset[int]] = set()
        for image in images(cells):
            if frozenset(image) not in seen:
                seen.add(frozenset(image))
                found.append((kind, image))
    return found


GROUPS = _groups()
COUNT = len(GROUPS)
SIZES = [3 ** len(cells) for cells in KINDS.values()]
STARTS = [sum(SIZES[:kind]) for kind in range(len(SIZES))]
COUNTED, MOST_COUNTED = 4, 64
"""Moves and discs that are counted, and places for the weights of each: those of the side to move, then the other's."""
TERMS = COUNT + COUNTED
"""How many weights the value of a position is the sum of."""
COUNTS_START = sum(SIZES)
TOTAL = COUNTS_START + COUNTED * MOST_COUNTED


def _deltas() -> Any:
    """What one more in the digit of a square adds to each number."""
    table = np.zeros((64, WORDS), U)
    for group, (_, cells) in enumerate(GROUPS):
        word, lane = divmod(group, LANES)
        for place, cell in enumerate(cells):
            table[cell, word] += U(3**place << 16 * lane)
    return table


DELTA = _deltas()
OFFSET = np.array([STARTS[kind] for kind, _ in GROUPS], np.uint64)

_0, _1, _2, _3, _4, _WORDS, _COUNT = I(0), I(1), I(2), I(3), I(4), I(WORDS), I(COUNT)
_LAST_PHASE, _MOST = I(PHASES - 1), I(64 * 64 - 1)
_COUNTS, _MOST_COUNTED = I(COUNTS_START), I(MOST_COUNTED)
U0, U1, FULL = U(0), U(1), ~U(0)
_LOW16 = U(2**16 - 1)

FIELDS = [
    ("ply", I, (1,)),
    ("trained", I, (1,)),
    ("numbers", U, (129, WORDS)),
    ("weights", np.int16, (PHASES, 2, TOTAL)),
]
"""What a search state needs beside the board: numbers by ply, and the weights for either side to move."""


@helper
def advance(s: Record, move: Int, flips: Word, side: Int) -> None:
    """Derive the numbers of the next ply: the side (0 moved at the root) placed a disc and turned these."""
    ply = s.ply[0]
    s.ply[0] = ply + _1
    if s.trained[0] == _0:
        return
    if flips == U0:  # a pass
        for i in range(_WORDS):
            s.numbers[ply + _1, i] = s.numbers[ply, i]
    elif side == _0:
        for i in range(_WORDS):
            s.numbers[ply + _1, i] = s.numbers[ply, i] + DELTA[move, i]
        while flips != U0:
            square = lowest(flips)
            flips &= flips - U1
            for i in range(_WORDS):
                s.numbers[ply + _1, i] -= DELTA[square, i]
    else:
        for i in range(_WORDS):
            s.numbers[ply + _1, i] = s.numbers[ply, i] + DELTA[move, i] + DELTA[move, i]
        while flips != U0:
            square = lowest(flips)
            flips &= flips - U1
            for i in range(_WORDS):
                s.numbers[ply + _1, i] += DELTA[square, i]


@helper
def count_up(s: Record, own: Word, other: Word) -> None:
    """Compute the numbers of the root from its discs."""
    s.ply[0] = _0
    for i in range(_WORDS):
        s.numbers[0, i] = U0
    for square in range(64):
        bit = U1 << U(square)
        if own & bit != U0:
            for i in range(_WORDS):
                s.numbers[0, i] += DELTA[square, i]
        elif other & bit != U0:
            for i in range(_WORDS):
                s.numbers[0, i] += DELTA[square, i] + DELTA[square, i]


@helper
def place_of_count(kind: Int, count: Int) -> Int:
    """Where the weight is for so many moves of the side to move (kind 0), of the other (1), open discs of its own (2) or the other's."""
    return _COUNTS + kind * _MOST_COUNTED + count


@helper
def number_of(s: Record, ply: Int, group: Int) -> Word:
    """The number of one group, out of its word."""
    return (s.numbers[ply, group >> _2] >> U((group & _3) << _4)) & _LOW16


@helper
def by_patterns(s: Record, own: Word, other: Word, moves: Word) -> Int:
    """The value for the side to move, which has these moves, in 64ths of a disc."""
    ply = s.ply[0]
    phase = min((popcount(own | other) - _4) // _4, _LAST_PHASE)
    side = ply & _1
    rim = around(~(own | other))
    value = I(s.weights[phase, side, place_of_count(_0, popcount(moves))])
    value += I(s.weights[phase, side, place_of_count(_1, popcount(mobility(other, own, FULL)))])
    value += I(s.weights[phase, side, place_of_count(_2, popcount(own & rim))])
    value += I(s.weights[phase, side, place_of_count(_3, popcount(other & rim))])
    for i in range(_COUNT):
        value += I(s.weights[phase, side, OFFSET[i] + number_of(s, ply, i)])
    return max(-_MOST, min(_MOST, value))
