"""Random games of Thwart Omega, as fast as they come: three words a colour instead of cells and groups.

Nobody asks for groups before a random game is over, so they are found once, at its end. Empty squares lie in a bag: a square is taken
by changing places with the last one that nobody took yet. A word holds 8×8 squares; the largest board is played by `omega_rules`.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, helper, popcount
from quintet.engine.boards.omega_rules import BURNED, EMPTY, SQUARES, roll

MOST_SIDE = I(8)
"""The largest board whose squares fit into a word."""
_0, _1, _2, _3 = I(0), I(1), I(2), I(3)
_U0, _U1, _U31, _U33 = U(0), U(1), U(31), U(33)


def _columns(first: int) -> Any:
    """For each size all squares that are not in the first column, counted from the left (0) or from the right (-1)."""
    return np.array(
        [
            sum(1 << square for square in range(size * size) if square % size != first % size)
            if size > 2
            else 0
            for size in range(int(MOST_SIDE) + 1)
        ],
        U,
    )


NOT_LEFT, NOT_RIGHT = _columns(0), _columns(-1)


@helper
def set_out(s: Record) -> None:
    """The position of row 0 as words: where a colour has a stone, two or more, three."""
    for colour in range(_3):
        for height in range(_3):
            s.whole[colour, height] = _U0
    for square in range(s.side[0] * s.side[0]):
        there = I(s.cells[0, square])
        if there != EMPTY and there != BURNED:
            for height in range(there & _3):
                s.whole[(there >> _2) - _1, height] |= _U1 << U(square)


@helper
def put(s: Record, colour: Int, bit: Word) -> None:
    """One more stone on a square that got stones in this round already."""
    words = s.words
    if words[colour, 0] & bit == _U0:
        for other in range(s.seats[0]):  # stones of different colours burn
            for height in range(_3):
                words[other, height] &= ~bit
    elif words[colour, 1] & bit == _U0:
        words[colour, 1] |= bit
    else:
        words[colour, 2] |= bit


@helper
def begin(s: Record, joint: Any) -> Int:
    """Play the first round, in which every seat chose places in the list of empty squares; returns how many squares are empty then."""
    seats, left, taken = s.seats[0], s.count[0], _U0
    for colour in range(_3):
        for height in range(_3):
            s.words[colour, height] = s.whole[colour, height]
    for k in range(SQUARES + 1):
        s.bag[k] = s.empty[0, k]
        s.spot[k] = s.where[0, k]
    for seat in range(seats):
        for colour in range(seats):
            square = I(s.empty[0, joint[seat, colour]])
            bit = _U1 << U(square)
            if taken & bit == _U0:
                taken |= bit
                s.words[colour, 0] |= bit
                left -= _1
                place, moved = I(s.spot[square]), I(s.bag[left])
                s.bag[place], s.spot[moved] = moved, place
            else:
                put(s, I(colour), bit)
    return left


@helper
def play_round(s: Record, left: Int) -> Int:
    """A round of random moves; returns how many squares are empty after it."""
    seats, fresh, many = s.seats[0], left, U(left)
    for _ in range(seats):
        mine = _U0
        for colour in range(seats):
            place = I(((roll(s) >> _U33) * many) >> _U31)
            while mine & (_U1 << U(s.bag[place])) != _U0:  # a seat's stones lie on different squares
                place = I(((roll(s) >> _U33) * many) >> _U31)
            square = I(s.bag[place])
            bit = _U1 << U(square)
            mine |= bit
            if place < fresh:
                fresh -= _1
                s.bag[place], s.bag[fresh] = s.bag[fresh], square
                s.words[colour, 0] |= bit
            else:
                put(s, I(colour), bit)
    return fresh


@helper
def beside(s: Record, word: Word) -> Word:
    """The squares beside those of a word, and some beyond the board's last row."""
    side = U(s.side[0])
    across = ((word << _U1) & NOT_LEFT[s.side[0]]) | ((word >> _U1) & NOT_RIGHT[s.side[0]])
    return across | (word << side) | (word >> side)


@helper
def multiply(s: Record, colour: Int) -> Any:
    """A colour's score: the product of the sizes of its groups."""
    stones, two, three = s.words[colour, 0], s.words[colour, 1], s.words[colour, 2]
    if stones == _U0:
        return 0.0
    product, rest = 1.0, stones & (beside(s, stones) | two)  # a stone that stands alone changes nothing
    while rest != _U0:
        group, before = rest & (~rest + _U1), _U0
        while group != before:
            before = group
            group |= beside(s, group) & stones
        rest &= ~group
        product *= popcount(group) + popcount(group & two) + popcount(group & three)
    return product


@helper
def play_game(s: Record, joint: Any) -> Int:
    """That first round and random ones until the game is over, scores in `points`; returns how many rounds there were."""
    rounds, left = _1, begin(s, joint)
    while left >= s.seats[0] * s.seats[0]:
        left = play_round(s, left)
        rounds += _1
    for colour in range(s.seats[0]):
        s.points[colour] = multiply(s, I(colour))
    return rounds
