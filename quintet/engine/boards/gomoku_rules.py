"""Gomoku's rules on the compiled stones: captures, bans, fives and who may still break them, moves made and taken back.

A position that is over says so in `status`, as the last move left it; so do the searches that read it.
"""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest
from quintet.engine.boards.gomoku_stones import (
    EMPTY,
    LOW4,
    MAKES_FIVE,
    MARGIN,
    MAX_PLY,
    OFF_FLANKED,
    PAIR_HASH,
    STEPS,
    STRIDE,
    TAKES,
    TURN_HASH,
    U0,
    U1,
    U4,
    WAYS,
    WIN,
    WORDS,
    all_captures,
    captures,
    class_of,
    keep,
    lift,
    put,
    restore,
    widen_box,
)
from quintet.engine.hooks import NOT_OVER

_0, _1, _2, _3, _5 = I(0), I(1), I(2), I(3), I(5)
GOING_ON, BY_CAPTURES, BY_FIVE, BY_UNBROKEN_FIVE, FULL, NO_MOVE = (I(n) for n in range(6))
"""How it ended: the side that moved won by captures or a five, or lost to a five it did not break, or a draw."""
SPARE = I(MAX_PLY - 2)
"""The row in which a move is tried out."""


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
def breaks(s: Record, cell: Int, colour: Int, five: Int) -> bool:
    """Would a stone there, capturing, leave the enemy's five broken, or be the fifth pair? From the cells alone."""
    row = s.taken[MAX_PLY - 1]
    count = find_pairs(s, cell, colour, row)
    if s.pairs[colour] + count // _2 >= _5:
        return True
    set_cells(s, row, count, EMPTY)
    broken = I(s.cells[five]) == EMPTY or not five_through(s, five, _1 - colour)
    set_cells(s, row, count, _2 - colour)
    return broken


@helper
def answers_five(s: Record, cell: Int, colour: Int, five: Int) -> bool:
    """May this colour answer the enemy's five with a capture there?"""
    taking = captures(s, cell, colour)
    if taking == _0 or not allowed(s, cell, colour):
        return False
    return breaks(s, cell, colour, five)


@helper
def stands(s: Record, cell: Int, colour: Int) -> bool:
    """Would a five made there, capturing nothing, be one that no capture answers? A capture may make two free threes."""
    if s.taking[0] == _0:
        return True
    own, enemy, held = colour + _1, _1 - colour, True
    s.cells[cell] = own
    for way in range(8):  # pairs that the stone is part of
        step = WAYS[way]
        if I(s.cells[cell + step]) == own:
            before, behind = I(s.cells[cell - step]), I(s.cells[cell + _2 * step])
            if before == EMPTY and behind == enemy + _1:
                held = held and not breaks(s, cell - step, enemy, cell)
            elif behind == EMPTY and before == enemy + _1:
                held = held and not breaks(s, cell + _2 * step, enemy, cell)
    if held and all_captures(s, enemy) > _0:
        for word in range(WORDS):
            left = s.bits[enemy, TAKES, word]
            while held and left != U0:
                other = (I(word) << I(6)) + lowest(left)
                left &= left - U1
                held = other == cell or not breaks(s, other, enemy, cell)
    s.cells[cell] = EMPTY
    return held


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


# --- the search's view (hooks.Rules) ----------------------------------------------------------------------------------


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
    if taken == _0:
        keep(s, cell, ply)
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
    if taken == _0:
        restore(s, cell, own, ply)
    else:
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
def wins_at(s: Record, cell: Int, colour: Int) -> bool:
    """Would this colour win at once there, were it its turn?"""
    if not allowed(s, cell, colour):
        return False
    if s.pairs[colour] + captures(s, cell, colour) >= _5:
        return True
    if class_of(s, cell, colour) != MAKES_FIVE:
        return False
    if s.no_self_capture[0] == _0 and s.five[0] == _0 and captures(s, cell, colour) == _0:
        return stands(s, cell, colour)
    turn = s.colour[0]
    s.colour[0] = colour
    play(s, cell, SPARE)
    won = bool(s.status[0] == BY_FIVE)
    undo(s, cell, SPARE)
    s.colour[0] = turn
    return won


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
