"""The turns worth looking at: thousands are legal, so pieces are judged one by one and the best are put together."""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.boards.onyx_rules import BOTH, ONE, ONE_STACK, PASS, open_to, place, turn_of, unplace
from quintet.engine.evals.onyx import worth

SINGLES = 12
"""So many spaces of each colour are put together in pairs."""
ROOT_WIDTH, WIDTH = 48, 20
"""So many turns are searched, besides passing."""
_0, _1, _2 = I(0), I(1), I(2)
_SINGLES, _ROOT_WIDTH, _WIDTH = I(SINGLES), I(ROOT_WIDTH), I(WIDTH)
_RANK, _LOWEST = I(2**15), I(-(2**40))


@helper
def try_out(s: Record, turn: Int, ply: Int) -> Int:
    """What a turn seems worth to the side to move."""
    seat = s.mover[0]
    place(s, seat, turn, ply)
    value = -worth(s, _1 - seat)
    unplace(s, turn, ply)
    return value


@helper
def keep(turns: Record, values: Record, count: Int, most: Int, turn: Int, value: Int) -> Int:
    """Into a list sorted by value that keeps the best; how long it is then."""
    if count == most:
        if value <= values[count - _1]:
            return count
        count -= _1
    i = count
    while i > _0 and values[i - _1] < value:
        turns[i], values[i] = turns[i - _1], values[i - _1]
        i -= _1
    turns[i], values[i] = turn, value
    return count + _1


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    """The best turns by a look at each, best first, and passing."""
    width = _ROOT_WIDTH if ply == _0 else _WIDTH
    seat = s.mover[0]
    found = _0
    for c in range(_2):
        s.single_count[c] = _0
        for space in range(s.spaces[0]):
            if not open_to(s, I(space), _2 * seat + c):
                continue
            turn = turn_of(ONE + c, I(space), I(space))
            value = try_out(s, turn, ply)
            s.single_count[c] = keep(
                s.single[c], s.single_value[c], s.single_count[c], _SINGLES, I(space), value
            )
            found = keep(moves, s.kept_value, found, width, turn, value)
            turn = turn_of(ONE_STACK + c, I(space), I(space))
            found = keep(moves, s.kept_value, found, width, turn, try_out(s, turn, ply))
    for i in range(s.single_count[0]):
        for j in range(s.single_count[1]):
            one, other = s.single[0, i], s.single[1, j]
            if one != other:
                turn = turn_of(BOTH, one, other)
                found = keep(moves, s.kept_value, found, width, turn, try_out(s, turn, ply))
    moves[found] = PASS
    for i in range(found + _1):
        s.kept[i] = moves[i]
    s.kept_count[0] = found + _1
    return found + _1


@helper
def order(s: Record, move: Int) -> Int:
    """By the order in which `gen`, just called, found them."""
    for i in range(s.kept_count[0]):
        if s.kept[i] == move:
            return -_RANK * I(i)
    return _LOWEST
