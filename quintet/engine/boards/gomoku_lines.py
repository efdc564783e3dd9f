"""What a stone on an empty point would do along one line: tables, computed once when first needed.

A line is the eight cells around a point, four each way, as a key of two bits a cell (from the far low end to the far high
end; the point itself is left out). For each key `line_table` has one word that says what a stone of either colour on the
point would make there: a shape, captures, attacks on pairs, free threes. `point_classes` then says what the shapes of a
point's four lines come to together.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

EMPTY, BLACK, WHITE, WALL = 0, 1, 2, 3
REACH = 4
KEYS = 4 ** (2 * REACH)

# Shapes of one line, by what a stone on the point would make. "Open" can be completed at either end.
DEAD, ONE, OPEN_ONE, TWO, OPEN_TWO, THREE, OPEN_THREE, FOUR, OPEN_FOUR, FIVE = range(10)
SHAPES = 10
PATTERNS = 7382
"""One more than there are lines to be told apart: each arm is one of 121, and the two may be exchanged."""
POINTS = SHAPES**4

# Classes of a point for one colour, weakest first.
(
    NOTHING,
    SOMETHING,
    BUILDS,
    BUILDS_TWICE,
    MAKES_THREE,
    MAKES_THREES,
    MAKES_FOUR,
    FOUR_AND_THREE,
    WINS_NEXT,
    MAKES_FIVE,
) = range(10)

# Where each number lies in a line's word: black's first, then white's. The shapes are separate, all others can be added up.
SHAPE_BITS = (0, 4)
THREES, NEAR, FLANKED, CAPTURES, ATTACKS = 8, 16, 20, 28, 46
FIELD = {THREES: 4, FLANKED: 4, CAPTURES: 9, ATTACKS: 9}
"""How far white's number lies above black's. Captures and attacks have room for a sum over the whole board."""

Mask: TypeAlias = NDArray[np.bool_]


def slot(offset: int) -> int:
    """The place of the cell at this offset (-4 to 4 without 0) in a key."""
    return offset + REACH if offset < 0 else offset + REACH - 1


def cells_of(keys: NDArray[np.int64]) -> dict[int, NDArray[np.int64]]:
    """The contents of the eight cells, by offset."""
    return {k: keys >> (2 * slot(k)) & 3 for k in range(-REACH, REACH + 1) if k}


def five_places(cells: dict[int, NDArray[np.int64]]) -> tuple[Mask, NDArray[np.int64]]:
    """With a black stone on the point: is there five in a row, and on how many cells would one more stone make it?"""
    five = np.zeros(KEYS, bool)
    completes = {k: np.zeros(KEYS, bool) for k in cells}
    for first in range(-REACH, 1):
        window = [k for k in range(first, first + 5) if k]
        missing = sum((cells[k] != BLACK).astype(np.int64) for k in window)
        five |= missing == 0
        for k in window:
            completes[k] |= (missing == 1) & (cells[k] == EMPTY)
    return five, np.add.reduce([mask.astype(np.int64) for mask in completes.values()])


def after_one_more(mask: Mask, keys: NDArray[np.int64], cells: dict[int, NDArray[np.int64]]) -> Mask:
    """The lines on which one more black stone can make the mask true."""
    found = np.zeros(KEYS, bool)
    for k, content in cells.items():
        found |= (content == EMPTY) & mask[keys | (BLACK << (2 * slot(k)))]
    return found


def black_shapes() -> NDArray[np.int64]:
    keys = np.arange(KEYS)
    cells = cells_of(keys)
    five, places = five_places(cells)
    reached = [(FIVE, five), (OPEN_FOUR, places >= 2), (FOUR, places >= 1)]
    open_, closed = places >= 2, places >= 1
    for open_shape, shape in ((OPEN_THREE, THREE), (OPEN_TWO, TWO), (OPEN_ONE, ONE)):
        open_, closed = after_one_more(open_, keys, cells), after_one_more(closed | five, keys, cells)
        reached += [(open_shape, open_), (shape, closed)]
    shapes = np.full(KEYS, DEAD)
    for shape, mask in reversed(reached):
        shapes[mask] = shape
    return shapes


def black_counts() -> dict[int, NDArray[np.int64]]:
    """How many captures, attacks (own, enemy, enemy, empty), free threes and own flanked pairs black would make."""
    cells = cells_of(np.arange(KEYS))
    cells[0] = np.full(KEYS, BLACK)
    counts = {field: np.zeros(KEYS, np.int64) for field in FIELD}
    for way in (1, -1):
        pair = (cells[way] == WHITE) & (cells[2 * way] == WHITE)
        counts[CAPTURES] += pair & (cells[3 * way] == BLACK)
        counts[ATTACKS] += pair & (cells[3 * way] == EMPTY)
        flanks = (cells[-way] == WHITE) & (cells[2 * way] == WHITE)
        counts[FLANKED] += flanks & (cells[way] == BLACK)
    for text in (".ooo.", ".oo.o.", ".o.oo."):
        for stone in (i for i, sign in enumerate(text) if sign == "o"):
            wanted = [(i - stone, BLACK if sign == "o" else EMPTY) for i, sign in enumerate(text)]
            counts[THREES] += np.logical_and.reduce([cells[k] == content for k, content in wanted])
    counts[THREES] = np.minimum(counts[THREES], 3)  # two are already too many
    return counts


def colours_swapped() -> NDArray[np.int64]:
    """Every key with black and white exchanged."""
    keys = np.arange(KEYS)
    swapped, changed = np.array([EMPTY, WHITE, BLACK, WALL]), np.zeros_like(keys)
    for k, content in cells_of(keys).items():
        changed |= swapped[content] << (2 * slot(k))
    return changed


@cache
def line_table(captures: bool) -> NDArray[np.uint64]:
    """The word of every key. Without captures, nothing is captured, attacked or flanked."""
    swap = colours_swapped()
    shapes = black_shapes()
    words = shapes << SHAPE_BITS[0] | shapes[swap] << SHAPE_BITS[1]
    for field, numbers in black_counts().items():
        if captures or field == THREES:
            words |= numbers << field | numbers[swap] << (field + FIELD[field])
    cells = cells_of(np.arange(KEYS))
    near = [(cells[k] == BLACK) | (cells[k] == WHITE) for k in (-2, -1, 1, 2)]
    words |= np.logical_or.reduce(near).astype(np.int64) << NEAR
    return words.astype(np.uint64)


@cache
def all_points() -> NDArray[np.int64]:
    """The four shapes of every point index."""
    points = np.array(list(product(range(SHAPES), repeat=4)), np.int64)[:, ::-1]
    return np.ascontiguousarray(points)


@cache
def point_classes() -> NDArray[np.uint8]:
    points = all_points()
    number = {shape: (points == shape).sum(axis=1) for shape in range(SHAPES)}
    building = number[THREE] + number[OPEN_TWO]
    steps: list[tuple[int, Mask]] = [
        (SOMETHING, number[DEAD] < 4),
        (BUILDS, building >= 1),
        (BUILDS_TWICE, building >= 2),
        (MAKES_THREE, number[OPEN_THREE] >= 1),
        (MAKES_THREES, number[OPEN_THREE] >= 2),
        (MAKES_FOUR, number[FOUR] >= 1),
        (FOUR_AND_THREE, (number[FOUR] >= 1) & (number[OPEN_THREE] >= 1)),
        (WINS_NEXT, (number[OPEN_FOUR] >= 1) | (number[FOUR] >= 2)),
        (MAKES_FIVE, number[FIVE] >= 1),
    ]
    classes = np.full(POINTS, NOTHING, np.uint8)
    for name, mask in steps:
        classes[mask] = name
    return classes


@cache
def pattern_numbers() -> NDArray[np.uint16]:
    """By key, the number of its pattern, which is also that of its mirror image; 0 for keys that no board has."""
    keys = np.arange(KEYS)
    cells = cells_of(keys)
    mirrored, possible = np.zeros_like(keys), np.ones(KEYS, bool)
    for k, content in cells.items():
        mirrored |= content << (2 * slot(-k))
        if abs(k) < REACH:  # behind a wall there are only walls
            possible &= (content != WALL) | (cells[k + 1 if k > 0 else k - 1] == WALL)
    names = np.minimum(keys, mirrored)
    numbers = np.zeros(KEYS, np.uint16)
    numbers[possible] = 1 + np.searchsorted(np.unique(names[possible]), names[possible])
    return numbers
