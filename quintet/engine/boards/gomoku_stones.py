"""Gomoku on a padded board, with what every empty point is good for kept up to date stone by stone.

A cell is row × 24 + column on a board with walls around it. Each cell knows the contents of its four lines (`keys`, see
gomoku_lines.py), the shapes that a stone of either colour would make there (`shapes`, one index of four shapes) and the
sums of what else it would do (`extra`: captures, attacks, free threes). A stone changes these only along its own lines.

Everything here is by colour: 0 is black, 1 white. Who holds which colour is a matter for plain Python (gomoku.py).
"""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, helper, record
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_views as views

STRIDE, MARGIN = 24, 5
CELLS = STRIDE * (19 + 2 * MARGIN)
WORDS = (CELLS + 63) // 64
MAX_PLY = 128
MAX_MOVES = 361
WIN = 2_000_000
TERMS = 14
JUDGED = 4096
"""How many positions' worth is remembered: while a position is searched it is asked for again and again."""
LINED = 32
"""How many points share a line with a stone, as far as it can be seen."""
HOPELESS = 1 << 15
"""How many positions are remembered from which no win was forced: the same threats in another order lead there again."""

STATE = record(
    [
        # the rules in force
        ("side", I, (1,)),
        ("taking", I, (1,)),  # are pairs captured?
        ("no_double_three", I, (1,)),
        ("no_self_capture", I, (1,)),
        ("distance", I, (1,)),  # of move 3 from the centre, in the openings that ask for one
        ("black", I, (1,)),  # the seat that holds black; -1 before it is chosen
        ("choice", I, (1,)),  # is a colour to be chosen now?
        ("lines", U, (lines.KEYS,)),
        ("classes", np.uint8, (lines.POINTS,)),
        ("values", np.int32, (lines.POINTS, 2)),  # what a point is worth to a colour to move, and waiting
        ("first", np.int32, (lines.POINTS, 2)),  # how early to try it for one's own sake, and to spoil it
        ("terms", I, (TERMS,)),  # what else counts in a position's worth
        ("net", views.NET),
        # the position
        ("cells", np.int8, (CELLS,)),
        ("colour", I, (1,)),
        ("pairs", I, (2,)),
        ("placed", I, (1,)),
        ("empties", I, (1,)),
        ("status", I, (1,)),
        ("five", I, (1,)),  # the last stone of a five that the side to move must break; 0 for none
        ("hash", U, (1,)),
        # what follows from it
        ("keys", np.uint16, (CELLS, 4)),
        ("shapes", np.int16, (CELLS, 2)),
        ("extra", U, (CELLS,)),
        ("counts", I, (2, 10)),  # how many empty points are of each class
        ("sums", I, (2, 2)),  # the values of all empty points, by colour and role
        ("total", U, (1,)),  # captures and attacks of all empty points
        (
            "bits",
            U,
            (2, 3, WORDS),
        ),  # the empty points that make five, four or five, or capture, one bit a cell
        ("box", I, (4,)),  # rows and columns around the stones that hold every point near one
        ("sees", I, (1,)),  # is the position judged by the net?
        ("views", np.int16, (CELLS, views.VIEWS)),
        ("held", np.int32, (views.VIEWS,)),
        # what searches leave here
        ("inputs", np.int32, (views.INPUTS,)),
        ("hidden", np.int32, (views.HIDDEN,)),
        ("judged", U, (JUDGED,)),  # the hashes of positions that the net has judged
        ("judgement", I, (JUDGED,)),
        ("force_left", I, (1,)),  # how many positions a search for a forced win may still look at
        ("hopeless", U, (HOPELESS,)),  # hashes, with how far was looked in their lowest bits
        ("proven", I, (1,)),  # has a forced win been found from the root?
        # what undo needs
        ("taken", I, (MAX_PLY, 16)),
        ("taken_count", I, (MAX_PLY,)),
        ("old_five", I, (MAX_PLY,)),
        ("old_hash", U, (MAX_PLY,)),
        ("old_box", I, (MAX_PLY, 4)),
        # and after a stone that captured nothing, all that it changed but its cell and the keys
        ("old_shapes", np.int16, (MAX_PLY, LINED, 2)),
        ("old_extra", U, (MAX_PLY, LINED)),
        ("old_views", np.int16, (MAX_PLY, LINED, views.VIEWS)),
        ("old_held", np.int32, (MAX_PLY, views.VIEWS)),
        ("old_counts", I, (MAX_PLY, 2, 10)),
        ("old_sums", I, (MAX_PLY, 2, 2)),
        ("old_total", U, (MAX_PLY,)),
        ("old_bits", U, (MAX_PLY, 2, 3, WORDS)),
    ]
)

_0, _1, _2 = I(0), I(1), I(2)
U0, U1, U4, U8, U9, U63 = U(0), U(1), U(4), U(8), U(9), U(63)
LOW4, LOW9 = U(15), U(511)
EMPTY, WALL = I(lines.EMPTY), I(lines.WALL)
MAKES_FOUR, MAKES_FIVE = I(lines.MAKES_FOUR), I(lines.MAKES_FIVE)
FIVES, FOURS, TAKES = I(0), I(1), I(2)
"""The three sets of `bits`."""
_count, _discount, _copy, _turn_line = views.count, views.discount, views.copy, views.turn_line
STEPS = np.array([1, STRIDE, STRIDE + 1, STRIDE - 1], I)
WAYS = np.concatenate([STEPS, -STEPS])
POWERS = np.array([lines.SHAPES**line for line in range(4)], I)
SHIFT_UP = np.array([2 * lines.slot(-k) for k in range(1, 5)], I)
"""For the cell k steps up a line, where the changed cell lies in its key."""
SHIFT_DOWN = np.array([2 * lines.slot(k) for k in range(1, 5)], I)
_dice = np.random.Generator(np.random.PCG64(20))
STONE_HASH = _dice.integers(1, 2**63, (CELLS, 2), U)
PAIR_HASH = _dice.integers(1, 2**63, (2, 16), U)
TURN_HASH = U(_dice.integers(1, 2**63))
OFF_NEAR, OFF_FLANKED = U(lines.NEAR - 8), U(lines.FLANKED - 8)
OFF_CAPTURES, OFF_ATTACKS = U(lines.CAPTURES - 8), U(lines.ATTACKS - 8)
SUMMED = OFF_CAPTURES
"""From here on upwards the numbers in `extra` are added up over the whole board."""


# --- reading a point --------------------------------------------------------------------------------------------------


@helper
def class_of(s: Record, cell: Int, colour: Int) -> Int:
    return I(s.classes[I(s.shapes[cell, colour])])


@helper
def captures(s: Record, cell: Int, colour: Int) -> Int:
    """How many pairs a stone there would capture."""
    return I((s.extra[cell] >> (OFF_CAPTURES + U9 * U(colour))) & LOW9)


@helper
def attacks(s: Record, cell: Int, colour: Int) -> Int:
    """How many enemy pairs it would threaten to capture."""
    return I((s.extra[cell] >> (OFF_ATTACKS + U9 * U(colour))) & LOW9)


@helper
def all_captures(s: Record, colour: Int) -> Int:
    return I((s.total[0] >> (OFF_CAPTURES - SUMMED + U9 * U(colour))) & LOW9)


@helper
def all_attacks(s: Record, colour: Int) -> Int:
    return I((s.total[0] >> (OFF_ATTACKS - SUMMED + U9 * U(colour))) & LOW9)


@helper
def is_near(s: Record, cell: Int) -> bool:
    """Is there a stone within two cells on one of its lines?"""
    return bool((s.extra[cell] >> OFF_NEAR) & LOW4 != U0)


# --- putting stones down and taking them up ---------------------------------------------------------------------------


@helper
def flip_bit(s: Record, colour: Int, kind: Int, cell: Int) -> None:
    s.bits[colour, kind, cell >> I(6)] ^= U1 << (U(cell) & U63)


@helper
def weigh(s: Record, cell: Int, sign: Int) -> None:
    """Count an empty point in (sign 1) or out (-1) of what is known of all."""
    if s.sees[0] != _0:
        if sign > _0:
            _count(s.views[cell], s.held)
        else:
            _discount(s.views[cell], s.held)
    for side in range(2):
        colour = I(side)
        index = I(s.shapes[cell, colour])
        kind = I(s.classes[index])
        s.counts[colour, kind] += sign
        s.sums[colour, 0] += sign * I(s.values[index, 0])
        s.sums[colour, 1] += sign * I(s.values[index, 1])
        if kind >= MAKES_FOUR:
            flip_bit(s, colour, FOURS, cell)
            if kind == MAKES_FIVE:
                flip_bit(s, colour, FIVES, cell)
        if captures(s, cell, colour) > _0:
            flip_bit(s, colour, TAKES, cell)
    if sign > _0:
        s.total[0] += s.extra[cell] >> SUMMED
    else:
        s.total[0] -= s.extra[cell] >> SUMMED


@helper
def reclass(s: Record, cell: Int, colour: Int, index: Int, now: Int) -> None:
    """The shapes of an empty point have changed for a colour."""
    old, new = I(s.classes[index]), I(s.classes[now])
    s.sums[colour, 0] += I(s.values[now, 0]) - I(s.values[index, 0])
    s.sums[colour, 1] += I(s.values[now, 1]) - I(s.values[index, 1])
    if old != new:
        s.counts[colour, old] -= _1
        s.counts[colour, new] += _1
        if (old >= MAKES_FOUR) != (new >= MAKES_FOUR):
            flip_bit(s, colour, FOURS, cell)
        if (old == MAKES_FIVE) != (new == MAKES_FIVE):
            flip_bit(s, colour, FIVES, cell)


@helper
def reshape(s: Record, cell: Int, line: Int, change: Int) -> None:
    """A cell on one of a point's lines has changed: renew what the point is good for."""
    before = I(s.keys[cell, line])
    after = before ^ change
    s.keys[cell, line] = after
    empty = I(s.cells[cell]) == EMPTY
    if s.sees[0] != _0:
        _turn_line(s, cell, before, after, empty)
    old, new = s.lines[before], s.lines[after]
    if old == new:
        return
    for side in range(2):
        colour = I(side)
        shift = U4 * U(colour)
        step = I((new >> shift) & LOW4) - I((old >> shift) & LOW4)
        if step != _0:
            index = I(s.shapes[cell, colour])
            now = index + step * POWERS[line]
            s.shapes[cell, colour] = now
            if empty:
                reclass(s, cell, colour, index, now)
    if old >> U8 != new >> U8:
        extra = s.extra[cell]
        s.extra[cell] = extra + (new >> U8) - (old >> U8)
        if empty:
            s.total[0] += (s.extra[cell] >> SUMMED) - (extra >> SUMMED)
            for side in range(2):
                shift = OFF_CAPTURES + U9 * U(side)
                if ((extra >> shift) & LOW9 == U0) != ((s.extra[cell] >> shift) & LOW9 == U0):
                    flip_bit(s, I(side), TAKES, cell)


@helper
def change_lines(s: Record, cell: Int, content: Int) -> None:
    """The cell's content, as others see it, is changed by these bits."""
    for line in range(4):
        step = STEPS[line]
        other = cell
        for k in range(4):
            other += step
            if I(s.cells[other]) == WALL:
                break
            reshape(s, other, I(line), content << SHIFT_UP[k])
        other = cell
        for k in range(4):
            other -= step
            if I(s.cells[other]) == WALL:
                break
            reshape(s, other, I(line), content << SHIFT_DOWN[k])


@helper
def put(s: Record, cell: Int, colour: Int) -> None:
    weigh(s, cell, -_1)
    s.cells[cell] = colour + _1
    s.empties[0] -= _1
    s.hash[0] ^= STONE_HASH[cell, colour]
    change_lines(s, cell, colour + _1)


@helper
def lift(s: Record, cell: Int, colour: Int) -> None:
    change_lines(s, cell, colour + _1)
    s.hash[0] ^= STONE_HASH[cell, colour]
    s.empties[0] += _1
    s.cells[cell] = EMPTY
    weigh(s, cell, _1)


@helper
def keep(s: Record, cell: Int, ply: Int) -> None:
    """Note what a stone there will change, before it is put down."""
    for side in range(2):
        for i in range(10):
            s.old_counts[ply, side, i] = s.counts[side, i]
        for i in range(2):
            s.old_sums[ply, side, i] = s.sums[side, i]
        for kind in range(3):
            for word in range(WORDS):
                s.old_bits[ply, side, kind, word] = s.bits[side, kind, word]
    s.old_total[ply] = s.total[0]
    seen = s.sees[0] != _0
    if seen:
        for i in range(views.VIEWS):
            s.old_held[ply, i] = s.held[i]
    for way in range(8):
        other = cell
        for k in range(4):
            other += WAYS[way]
            if I(s.cells[other]) == WALL:
                break
            place = I(way) * I(4) + I(k)
            s.old_shapes[ply, place, 0], s.old_shapes[ply, place, 1] = s.shapes[other, 0], s.shapes[other, 1]
            s.old_extra[ply, place] = s.extra[other]
            if seen:
                _copy(s.views[other], s.old_views[ply, place])


@helper
def restore(s: Record, cell: Int, colour: Int, ply: Int) -> None:
    """Take up the stone put down after `keep`: quicker than `lift`, which works out all points on its lines once more."""
    s.cells[cell] = EMPTY
    s.empties[0] += _1
    for side in range(2):
        for i in range(10):
            s.counts[side, i] = s.old_counts[ply, side, i]
        for i in range(2):
            s.sums[side, i] = s.old_sums[ply, side, i]
        for kind in range(3):
            for word in range(WORDS):
                s.bits[side, kind, word] = s.old_bits[ply, side, kind, word]
    s.total[0] = s.old_total[ply]
    seen, content = s.sees[0] != _0, colour + _1
    if seen:
        for i in range(views.VIEWS):
            s.held[i] = s.old_held[ply, i]
    for way in range(8):
        other = cell
        for k in range(4):
            other += WAYS[way]
            if I(s.cells[other]) == WALL:
                break
            place = I(way) * I(4) + I(k)
            change = content << (SHIFT_UP[k] if way < 4 else SHIFT_DOWN[k])
            s.keys[other, way & 3] ^= np.uint16(change)
            s.shapes[other, 0], s.shapes[other, 1] = s.old_shapes[ply, place, 0], s.old_shapes[ply, place, 1]
            s.extra[other] = s.old_extra[ply, place]
            if seen:
                _copy(s.old_views[ply, place], s.views[other])


@helper
def widen_box(s: Record, cell: Int) -> None:
    row, column, last = cell // STRIDE - MARGIN, cell % STRIDE, s.side[0] - _1
    s.box[0], s.box[1] = min(s.box[0], max(row - _2, _0)), max(s.box[1], min(row + _2, last))
    s.box[2], s.box[3] = min(s.box[2], max(column - _2, _0)), max(s.box[3], min(column + _2, last))
