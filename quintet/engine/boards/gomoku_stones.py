"""Gomoku on a padded board, with what every empty point is good for kept up to date stone by stone.

A cell is row × 24 + column on a board with walls around it. Each cell knows the contents of its four lines (`keys`, see
gomoku_lines.py), the shapes that a stone of either colour would make there (`shapes`, one index of four shapes) and the
sums of what else it would do (`extra`: captures, attacks, free threes). A stone changes these only along its own lines.

Everything here is by colour: 0 is black, 1 white. Who holds which colour is a matter for plain Python (gomoku.py).
"""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, record
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.search import NOT_OVER

STRIDE, MARGIN = 24, 5
CELLS = STRIDE * (19 + 2 * MARGIN)
WORDS = (CELLS + 63) // 64
MAX_PLY = 128
MAX_MOVES = 361
WIN = 2_000_000
TERMS = 14

STATE = record(
    [
        # the rules in force
        ("side", I, (1,)),
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
        # what searches leave here
        ("force_left", I, (1,)),  # how many positions a search for a forced win may still look at
        ("proven", I, (1,)),  # has a forced win been found from the root?
        # what undo needs
        ("taken", I, (MAX_PLY, 16)),
        ("taken_count", I, (MAX_PLY,)),
        ("old_five", I, (MAX_PLY,)),
        ("old_hash", U, (MAX_PLY,)),
        ("old_box", I, (MAX_PLY, 4)),
    ]
)

_0, _1, _2, _3, _5 = I(0), I(1), I(2), I(3), I(5)
U0, U1, U4, U8, U9, U63 = U(0), U(1), U(4), U(8), U(9), U(63)
LOW4, LOW9 = U(15), U(511)
EMPTY, WALL = I(lines.EMPTY), I(lines.WALL)
MAKES_FOUR, MAKES_FIVE = I(lines.MAKES_FOUR), I(lines.MAKES_FIVE)
FIVES, FOURS, TAKES = I(0), I(1), I(2)
"""The three sets of `bits`."""
GOING_ON, BY_CAPTURES, BY_FIVE, BY_UNBROKEN_FIVE, FULL, NO_MOVE = (I(n) for n in range(6))
"""How it ended: the side that moved won by captures or a five, or lost to a five it did not break, or a draw."""
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
    old, new = s.lines[before], s.lines[after]
    if old == new:
        return
    empty = I(s.cells[cell]) == EMPTY
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
def widen_box(s: Record, cell: Int) -> None:
    row, column, last = cell // STRIDE - MARGIN, cell % STRIDE, s.side[0] - _1
    s.box[0], s.box[1] = min(s.box[0], max(row - _2, _0)), max(s.box[1], min(row + _2, last))
    s.box[2], s.box[3] = min(s.box[2], max(column - _2, _0)), max(s.box[3], min(column + _2, last))


# --- the rules --------------------------------------------------------------------------------------------------------


@helper
def find_pairs(s: Record, cell: Int, colour: Int, row: Record) -> Int:
    """Write the cells of all pairs that a stone there captures; how many cells."""
    own, enemy, count = colour + _1, _2 - colour, _0
    for way in range(8):
        step = WAYS[way]
        if (
            I(s.cells[cell + step]) == enemy
            and I(s.cells[cell + _2 * step]) == enemy
            and I(s.cells[cell + _3 * step]) == own
        ):
            row[count], row[count + _1] = cell + step, cell + _2 * step
            count += _2
    return count


@helper
def set_cells(s: Record, row: Record, count: Int, content: Int) -> None:
    """Change stones for a moment, without anything that follows from them."""
    for i in range(count):
        s.cells[row[i]] = content


@helper
def five_through(s: Record, cell: Int, colour: Int) -> bool:
    """Does a row of five or more go through this cell, which holds or would hold this colour?"""
    own = colour + _1
    for line in range(4):
        step, length = STEPS[line], _1
        other = cell + step
        while I(s.cells[other]) == own:
            length += _1
            other += step
        other = cell - step
        while I(s.cells[other]) == own:
            length += _1
            other -= step
        if length >= _5:
            return True
    return False


@helper
def is_flanked(s: Record, cell: Int, colour: Int) -> bool:
    own, enemy = colour + _1, _2 - colour
    for way in range(8):
        step = WAYS[way]
        if (
            I(s.cells[cell + step]) == own
            and I(s.cells[cell - step]) == enemy
            and I(s.cells[cell + _2 * step]) == enemy
        ):
            return True
    return False


@helper
def allowed(s: Record, cell: Int, colour: Int) -> bool:
    """Do the bans let this colour place a stone on this empty cell?"""
    extra = s.extra[cell]
    taking = captures(s, cell, colour)
    if s.no_double_three[0] != _0 and taking == _0 and (extra >> (U4 * U(colour))) & LOW4 >= U(2):
        return False
    if s.no_self_capture[0] != _0 and (extra >> (OFF_FLANKED + U4 * U(colour))) & LOW4 != U0:
        row = s.taken[MAX_PLY - 1]
        count = find_pairs(s, cell, colour, row)
        set_cells(s, row, count, EMPTY)
        flanked = is_flanked(s, cell, colour)
        set_cells(s, row, count, _2 - colour)
        return not flanked
    return True


@helper
def in_place(s: Record, cell: Int) -> bool:
    """Does the opening let the next stone stand there?"""
    if s.distance[0] == _0 or (s.placed[0] != _0 and s.placed[0] != _2):
        return True
    middle = s.side[0] // _2
    away = max(abs(cell // STRIDE - MARGIN - middle), abs(cell % STRIDE - middle))
    return bool(away >= s.distance[0]) if s.placed[0] == _2 else bool(away == _0)


@helper
def legal_here(s: Record, cell: Int) -> bool:
    return I(s.cells[cell]) == EMPTY and in_place(s, cell) and allowed(s, cell, s.colour[0])


@helper
def answers_five(s: Record, cell: Int, colour: Int, five: Int) -> bool:
    """Would a stone there, capturing, leave the enemy's five broken, or be the fifth pair?"""
    taking = captures(s, cell, colour)
    if taking == _0 or not allowed(s, cell, colour):
        return False
    if s.pairs[colour] + taking >= _5:
        return True
    row = s.taken[MAX_PLY - 1]
    count = find_pairs(s, cell, colour, row)
    set_cells(s, row, count, EMPTY)
    broken = I(s.cells[five]) == EMPTY or not five_through(s, five, _1 - colour)
    set_cells(s, row, count, _2 - colour)
    return broken


@helper
def find_answer(s: Record, colour: Int, five: Int) -> Int:
    """A cell on which this colour can answer a five that stands; 0 if there is none."""
    if all_captures(s, colour) == _0:
        return _0
    for word in range(WORDS):
        left = s.bits[colour, TAKES, word]
        while left != U0:
            cell = (I(word) << I(6)) + lowest(left)
            left &= left - U1
            if answers_five(s, cell, colour, five):
                return cell
    return _0


@helper
def can_move(s: Record) -> bool:
    """Has the side to move a legal move?"""
    if s.no_double_three[0] == _0 and s.no_self_capture[0] == _0:
        return bool(s.empties[0] > _0)
    for row in range(s.side[0]):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + s.side[0]):
            if legal_here(s, I(cell)):
                return True
    return False


@helper
def judge(s: Record, cell: Int, five: bool) -> Int:
    """What the stone just placed there by the side that is still to move decides; also grants the extra turn."""
    own = s.colour[0]
    unbroken = s.five[0]
    s.five[0] = _0
    if s.pairs[own] >= _5:
        return BY_CAPTURES
    if unbroken != _0 and I(s.cells[unbroken]) != EMPTY and five_through(s, unbroken, _1 - own):
        return BY_UNBROKEN_FIVE
    if five:
        if find_answer(s, _1 - own, cell) == _0:
            return BY_FIVE
        s.five[0] = cell
    elif s.empties[0] == _0:
        return FULL
    return GOING_ON


# --- the search's view (search.Rules) ---------------------------------------------------------------------------------


@helper
def play(s: Record, cell: Int, ply: Int) -> None:
    own = s.colour[0]
    s.old_five[ply], s.old_hash[ply] = s.five[0], s.hash[0]
    for i in range(4):
        s.old_box[ply, i] = s.box[i]
    five = class_of(s, cell, own) == MAKES_FIVE
    taken = _0
    if captures(s, cell, own) > _0:
        taken = find_pairs(s, cell, own, s.taken[ply])
    put(s, cell, own)
    widen_box(s, cell)
    s.taken_count[ply] = taken
    if taken > _0:
        for i in range(taken):
            lift(s, s.taken[ply, i], _1 - own)
        s.hash[0] ^= PAIR_HASH[own, s.pairs[own]] ^ PAIR_HASH[own, s.pairs[own] + taken // _2]
        s.pairs[own] += taken // _2
    s.placed[0] += _1
    s.hash[0] ^= TURN_HASH
    s.status[0] = judge(s, cell, five)
    s.colour[0] = _1 - own
    if s.status[0] == GOING_ON and s.five[0] == _0 and not can_move(s):
        s.status[0] = NO_MOVE


@helper
def undo(s: Record, cell: Int, ply: Int) -> None:
    s.colour[0] = _1 - s.colour[0]
    own = s.colour[0]
    taken = s.taken_count[ply]
    for i in range(taken):
        put(s, s.taken[ply, i], _1 - own)
    s.pairs[own] -= taken // _2
    lift(s, cell, own)
    s.placed[0] -= _1
    s.status[0] = GOING_ON
    s.five[0], s.hash[0] = s.old_five[ply], s.old_hash[ply]
    for i in range(4):
        s.box[i] = s.old_box[ply, i]


@helper
def over(s: Record, ply: Int) -> Int:
    status = s.status[0]
    if status == GOING_ON:
        return NOT_OVER
    if status in (BY_CAPTURES, BY_FIVE):
        return ply - I(WIN)
    return I(WIN) - ply if status == BY_UNBROKEN_FIVE else _0


@helper
def key(s: Record) -> Word:
    return s.hash[0]
