"""The turns worth looking at: thousands are legal, so pieces are judged one by one and the best are put together."""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.boards.onyx_rules import BOTH, ONE, OTHER, PASS, open_to, place, turn_of, unplace
from quintet.engine.evals.onyx import worth

SINGLES = 12
"""So many spaces of each colour are put together in pairs."""
ROOT_WIDTH, WIDTH, SMALL_WIDTH = 48, 20, 120
"""So many turns are searched, besides passing: at the root, below it, and on boards of SINGLES spaces or fewer."""
_0, _1, _2, _4, _18, _511 = I(0), I(1), I(2), I(4), I(18), I(511)
_NONE = I(-1)
_SINGLES, _ROOT_WIDTH, _WIDTH, _SMALL_WIDTH = I(SINGLES), I(ROOT_WIDTH), I(WIDTH), I(SMALL_WIDTH)
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
def candidate(s: Record, number: Int) -> Int:
    """The turns to try out, one by one: pieces and stacks, then pairs of the best pieces; -1 for one that is none."""
    spaces, colour = s.spaces[0], _2 * s.mover[0]
    if number < _4 * spaces:
        space, c, stack = number >> _2, number & _1, (number >> _1) & _1
        if not open_to(s, space, colour + c):
            return _NONE
        if stack == _1 and s.playable[0] > _SINGLES and I(s.others[space, colour + c]) == _0:
            return _NONE  # a stack presses on neighbours, and here are none; on the smallest boards there soon will be
        return turn_of(ONE + c + _2 * stack, space, space)
    i, j = (number - _4 * spaces) // _SINGLES, (number - _4 * spaces) % _SINGLES
    if i >= s.single_count[0] or j >= s.single_count[1] or s.single[0, i] == s.single[1, j]:
        return _NONE
    return turn_of(BOTH, s.single[0, i], s.single[1, j])


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    """The best turns by a look at each, best first, and passing."""
    width = _SMALL_WIDTH if s.playable[0] <= _SINGLES else _ROOT_WIDTH if ply == _0 else _WIDTH
    found = _0
    s.single_count[0] = s.single_count[1] = _0
    for number in range(_4 * s.spaces[0] + _SINGLES * _SINGLES):
        turn = candidate(s, I(number))
        if turn == _NONE:
            continue
        value = try_out(s, turn, ply)
        kind = turn >> _18
        if kind <= OTHER:
            c = kind - ONE
            s.single_count[c] = keep(
                s.single[c], s.single_value[c], s.single_count[c], _SINGLES, turn & _511, value
            )
        found = keep(moves, s.kept_value, found, width, turn, value)
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
