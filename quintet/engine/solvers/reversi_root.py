"""Root positions of Reversi solved move by move, in compiled code around the solver. A position is two words."""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, popcount
from quintet.engine.boards.reversi import PASS, U0, U1, mobility, turned
from quintet.engine.request import AT_MOST, EQUAL, add, clear, extend_line, sort_moves
from quintet.engine.solvers.reversi import NONE, best_known, solve_near, solve_window

_0, _1, _2, _4, _7, _8, _64 = I(0), I(1), I(2), I(4), I(7), I(8), I(64)
FEW = I(12)
"""With so few squares left the table does not keep what it knows of a first move, and looking again costs nothing."""


@helper
def list_legal(own: Word, other: Word, field: Word, first: Int, moves: Record) -> Int:
    """The legal moves, this one first; how many there are."""
    found = mobility(own, other, field)
    moves[0] = first
    count = _1
    while found != U0:
        if lowest(found) != first:
            moves[count] = lowest(found)
            count += _1
        found &= found - U1
    return count


@helper
def after(own: Word, other: Word, move: Int) -> tuple[Word, Word]:
    """The position after a move, from the other side."""
    if move == PASS:
        return other, own
    flips = turned(own, other, move)
    return other & ~flips, own | flips | (U1 << U(move))


@helper
def write_line(own: Word, other: Word, place: Int, a: Record, c: Record) -> None:
    """The best moves from here as far as the solver's table knows them; a forced move needs no table."""
    while True:
        moves = mobility(own, other, c.field[0])
        move = PASS
        if moves == U0:
            if mobility(other, own, c.field[0]) == U0:
                return
        elif moves & (moves - U1) == U0:
            move = lowest(moves)
        else:
            move = best_known(own, other, c)
            if move == NONE or (moves >> U(move)) & U1 == U0:
                return
        extend_line(a, place, move)
        own, other = after(own, other, move)


@helper
def image(word: Word, turn: Int, last: Int) -> Word:
    """The discs on the board mirrored (bits 0 and 1) and turned over a diagonal (bit 2)."""
    found = U0
    while word != U0:
        x, y = lowest(word) & _7, lowest(word) // _8
        word &= word - U1
        if turn & _1 != _0:
            x = last - x
        if turn & _2 != _0:
            y = last - y
        found |= U1 << U(y + _8 * x if turn & _4 != _0 else x + _8 * y)
    return found


@helper
def keep_unlike(own: Word, other: Word, field: Word, count: Int, moves: Record) -> Int:
    """Of moves that lead to turned or mirrored boards, one; how many those are."""
    last = _7
    if field != ~U0:
        last = I(5) if popcount(field) > I(16) else I(3)
    kept = _0
    for i in range(count):
        new = True
        mine, theirs = after(own, other, moves[i])
        for j in range(kept):
            known, against = after(own, other, moves[j])
            for turn in range(_8):
                if image(mine, I(turn), last) == known and image(theirs, I(turn), last) == against:
                    new = False
        if new:
            moves[kept] = moves[i]
            kept += _1
    return kept


@helper
def reaching(
    own: Word, other: Word, value: Int, best: Int, count: Int, moves: Record, s: Record, c: Record
) -> Int:
    """A move that is worth so much: the one that seems best, or else another."""
    for i in range(-_1, count):
        move = best if i < _0 else moves[i]
        mine, theirs = after(own, other, move)
        if -solve_window(mine, theirs, -value, _1 - value, s, c) >= value:
            return I(move)
    return best


@helper
def solve_all(
    own: Word, other: Word, count: Int, moves: Record, guess: Int, loss: Int, a: Record, s: Record, c: Record
) -> None:
    """The best move with its value; with a loss, the other moves too as far down as that (-1: none)."""
    value = solve_near(own, other, guess, moves[0] if moves[0] != PASS else NONE, s, c)
    known = best_known(own, other, c)
    best = moves[0]
    for i in range(count):
        if moves[i] == known:
            best = known
    if popcount(c.field[0] & ~(own | other)) <= FEW:
        best = reaching(own, other, value, best, count, moves, s, c)
    clear(a)
    add(a, best, value * 1.0, EQUAL)
    for i in range(count if loss >= _0 else _0):
        if moves[i] != best and c.stop[0] == _0:
            mine, theirs = after(own, other, moves[i])
            floor = value - loss - _1
            found = -solve_window(mine, theirs, -value, -floor, s, c)
            add(a, moves[i], found * 1.0, EQUAL if found > floor else AT_MOST)
    sort_moves(a, _1)


@helper
def solve_each(
    own: Word, other: Word, count: Int, moves: Record, guess: Int, a: Record, s: Record, c: Record
) -> None:
    """The best move with its value, found move by move."""
    mine, theirs = after(own, other, moves[0])
    best, value = moves[0], -solve_near(mine, theirs, -guess, NONE, s, c)
    for i in range(_1, count):
        mine, theirs = after(own, other, moves[i])
        found = -solve_window(mine, theirs, -_64, -value, s, c)
        if found > value and c.stop[0] == _0:
            best, value = moves[i], found
    clear(a)
    add(a, best, value * 1.0, EQUAL)
