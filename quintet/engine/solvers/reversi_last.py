"""The last squares of a Reversi game, counted out: no table, no clock, every square tried in place.

`finish` asks "more than alpha?" with a few empty squares, those of odd regions first; from four of them on there is a function for
every number. All of them take the solver's context `c`, for the shape of the board and to count nodes.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, popcount
from quintet.engine.boards.reversi import U0, U1, margin, mobility, turned

_0, _1, _2, _4 = I(0), I(1), I(2), I(4)
MANY = I(100)
U56, LOW_BYTE = U(56), U(255)
A_FILE, SPREAD, FALLING = U(0x0101010101010101), U(0x0102040810204080), U(0x0101010101010101)


def _last_flips() -> Any:
    """For a place in a line of eight and the own discs in it, how many discs are turned if all others are the other side's."""
    table = np.zeros((8, 256), np.int8)
    for place in range(8):
        for own in range(256):
            count = 0
            for step in (-1, 1):
                met = place + step
                run = 0
                while 0 <= met < 8 and not own >> met & 1:
                    run, met = run + 1, met + step
                if 0 <= met < 8:
                    count += run
            table[place, own] = count
    return table


def _diagonals(step: int) -> Any:
    """For each square the diagonal through it, as a word."""
    table = np.zeros(64, U)
    for square in range(64):
        x, y = square % 8, square // 8
        cells = [(x + i, y + step * i) for i in range(-7, 8)]
        table[square] = sum(1 << (b * 8 + a) for a, b in cells if 0 <= a < 8 and 0 <= b < 8)
    return table


def _around() -> Any:
    table = np.zeros(64, U)
    for square in range(64):
        x, y = square % 8, square // 8
        cells = [(x + i, y + j) for i in (-1, 0, 1) for j in (-1, 0, 1) if i or j]
        table[square] = sum(1 << (b * 8 + a) for a, b in cells if 0 <= a < 8 and 0 <= b < 8)
    return table


LAST_FLIPS = _last_flips()
DOWNWARDS, UPWARDS = _diagonals(1), _diagonals(-1)
AROUND = _around()


# --- the last four squares --------------------------------------------------------------------------------------------


@helper
def count_last(own: Word, square: Int) -> Int:
    """Discs turned by `own` on the only empty square: four lines, each looked up by its own discs."""
    x, y = square & I(7), square >> I(3)
    row = (own >> U(y << I(3))) & LOW_BYTE
    column = (((own >> U(x)) & A_FILE) * SPREAD) >> U56
    falling = ((own & DOWNWARDS[square]) * FALLING) >> U56
    rising = ((own & UPWARDS[square]) * FALLING) >> U56
    count = I(LAST_FLIPS[x, I(row)]) + I(LAST_FLIPS[y, I(column)])
    return count + I(LAST_FLIPS[x, I(falling)]) + I(LAST_FLIPS[x, I(rising)])


@helper
def last_one(own: Word, other: Word, square: Int) -> Int:
    lead = margin(own, other)
    count = count_last(own, square)
    if count != _0:
        return lead + _2 * count + _1
    count = count_last(other, square)
    if count != _0:
        return lead - _2 * count - _1
    return lead


@helper
def try_two(own: Word, other: Word, here: Int, there: Int) -> Int:
    """What a disc on `here` leads to when `there` remains; MANY if it turns nothing."""
    if AROUND[here] & other == U0:
        return MANY
    flips = turned(own, other, here)
    if flips == U0:
        return MANY
    return -last_one(other & ~flips, own | flips | (U1 << U(here)), there)


@helper
def last_two(own: Word, other: Word, alpha: Int, a: Int, b: Int, c: Record) -> Int:
    c.nodes[0] += _1
    first = try_two(own, other, a, b)
    if first != MANY and first > alpha:
        return first
    second = try_two(own, other, b, a)
    if second != MANY:
        return second if first == MANY else max(first, second)
    if first != MANY:
        return first
    first = try_two(other, own, a, b)
    if first != MANY and first > -alpha - _1:
        return -first
    second = try_two(other, own, b, a)
    if second != MANY:
        return -second if first == MANY else -max(first, second)
    if first != MANY:
        return -first
    return margin(own, other)


@helper
def try_three(own: Word, other: Word, alpha: Int, here: Int, a: Int, b: Int, c: Record) -> Int:
    if AROUND[here] & other == U0:
        return MANY
    flips = turned(own, other, here)
    if flips == U0:
        return MANY
    return -last_two(other & ~flips, own | flips | (U1 << U(here)), -alpha - _1, a, b, c)


@helper
def best_of_three(own: Word, other: Word, alpha: Int, x: Int, y: Int, z: Int, c: Record) -> Int:
    best = MANY
    value = try_three(own, other, alpha, x, y, z, c)
    if value != MANY:
        if value > alpha:
            return value
        best = value
    value = try_three(own, other, alpha, y, x, z, c)
    if value != MANY:
        if value > alpha:
            return value
        if best == MANY or value > best:
            best = value
    value = try_three(own, other, alpha, z, x, y, c)
    if value != MANY and (best == MANY or value > best):
        best = value
    return best


@helper
def last_three(own: Word, other: Word, alpha: Int, x: Int, y: Int, z: Int, c: Record) -> Int:
    c.nodes[0] += _1
    best = best_of_three(own, other, alpha, x, y, z, c)
    if best != MANY:
        return best
    best = best_of_three(other, own, -alpha - _1, x, y, z, c)
    return margin(own, other) if best == MANY else -best


@helper
def try_four(own: Word, other: Word, alpha: Int, here: Int, x: Int, y: Int, z: Int, c: Record) -> Int:
    if AROUND[here] & other == U0:
        return MANY
    flips = turned(own, other, here)
    if flips == U0:
        return MANY
    return -last_three(other & ~flips, own | flips | (U1 << U(here)), -alpha - _1, x, y, z, c)


@helper
def last_four(own: Word, other: Word, alpha: Int, first: Word, second: Word, passed: Int, c: Record) -> Int:
    """Four empty squares; those in `first`, which lie in odd regions, are tried before those in `second`."""
    c.nodes[0] += _1
    s1 = lowest(first) if first != U0 else lowest(second)
    if first != U0:
        rest_first, rest_second = first & (first - U1), second
    else:
        rest_first, rest_second = first, second & (second - U1)
    s2 = lowest(rest_first) if rest_first != U0 else lowest(rest_second)
    if rest_first != U0:
        rest_first &= rest_first - U1
    else:
        rest_second &= rest_second - U1
    s3 = lowest(rest_first) if rest_first != U0 else lowest(rest_second)
    if rest_first != U0:
        rest_first &= rest_first - U1
    else:
        rest_second &= rest_second - U1
    s4 = lowest(rest_first | rest_second)
    best = -MANY
    value = try_four(own, other, alpha, s1, s2, s3, s4, c)
    if value != MANY:
        if value > alpha:
            return value
        best = value
    value = try_four(own, other, alpha, s2, s1, s3, s4, c)
    if value != MANY:
        if value > alpha:
            return value
        best = max(best, value)
    value = try_four(own, other, alpha, s3, s1, s2, s4, c)
    if value != MANY:
        if value > alpha:
            return value
        best = max(best, value)
    value = try_four(own, other, alpha, s4, s1, s2, s3, c)
    if value != MANY:
        best = max(best, value)
    if best != -MANY:
        return best
    if passed != _0:
        return margin(own, other)
    return -last_four(other, own, -alpha - _1, first, second, _1, c)


@helper
def odd_squares(empties: Word, c: Record) -> Word:
    """The empty squares in regions with an odd number of them."""
    odd = U0
    for i in range(4):
        region = empties & c.quadrants[i]
        if popcount(region) & _1 != _0:
            odd |= region
    return odd


# --- a few squares more -----------------------------------------------------------------------------------------------


@helper
def few_left(own: Word, other: Word, alpha: Int, c: Record) -> Int:
    """Exactly three empty squares or fewer, or four: the right one of the functions above."""
    empties = c.field[0] & ~(own | other)
    count = popcount(empties)
    if count == _4:
        odd = odd_squares(empties, c)
        return last_four(own, other, alpha, odd, empties & ~odd, _0, c)
    if count == _0:
        return margin(own, other)
    x = lowest(empties)
    empties &= empties - U1
    if empties == U0:
        return last_one(own, other, x)
    y = lowest(empties)
    empties &= empties - U1
    if empties == U0:
        return last_two(own, other, alpha, x, y, c)
    return last_three(own, other, alpha, x, y, lowest(empties), c)


@helper
def finish(own: Word, other: Word, alpha: Int, count: Int, c: Record) -> Int:
    """Five empty squares or a few more: is it more than alpha? No table; odd regions first."""
    c.nodes[0] += _1
    moves = mobility(own, other, c.field[0])
    if moves == U0:
        if mobility(other, own, c.field[0]) == U0:
            return margin(own, other)
        return -finish(other, own, -alpha - _1, count, c)
    odd = odd_squares(c.field[0] & ~(own | other), c)
    best = -MANY
    for part in range(2):
        group = moves & odd if part == 0 else moves & ~odd
        while group != U0:
            square = lowest(group)
            group &= group - U1
            flips = turned(own, other, square)
            mine, theirs = own | flips | (U1 << U(square)), other & ~flips
            if count <= I(5):
                empties = c.field[0] & ~(mine | theirs)
                left = odd_squares(empties, c)
                value = -last_four(theirs, mine, -alpha - _1, left, empties & ~left, _0, c)
            else:
                value = -finish(theirs, mine, -alpha - _1, count - _1, c)
            if value > best:
                best = value
                if value > alpha:
                    return value
    return best
