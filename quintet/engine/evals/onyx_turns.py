"""The turns worth looking at: thousands are legal, so pieces are judged one by one and the best are put together.

What a pair is worth is nearly what its pieces are worth by themselves, so most pairs are never tried out. At the horizon, where
only the best turn counts, looking ends as soon as one is good enough.
"""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest
from quintet.engine.boards.onyx_reach import NOTHING
from quintet.engine.boards.onyx_rules import (
    BOTH,
    ONE,
    ONE_STACK,
    PASS,
    crowded,
    open_to,
    place,
    turn_of,
    two_around,
    unplace,
)
from quintet.engine.evals.onyx import UNIT, settled, worth
from quintet.engine.hooks import NOT_OVER

SINGLES = 12
"""So many spaces of each colour are put together in pairs."""
ROOT_WIDTH, WIDTH, SMALL_WIDTH = 48, 20, 120
"""So many turns are searched, besides passing: at the root, below it, and on boards of SINGLES spaces or fewer."""
SLACK = 4
"""A pair may be better by so many points than its pieces by themselves promise; seldom more."""
CALM = (0, 10, 16)
"""By depth, at the last plies: who stands better than what is asked for by so many points needs no turn to prove it."""
HOPELESS = 14
"""And who stands worse by so many has none that would."""
_0, _1, _2, _6, _9, _18, _63, _511 = I(0), I(1), I(2), I(6), I(9), I(18), I(63), I(511)
U0, U1 = U(0), U(1)
_SINGLES, _ROOT_WIDTH, _WIDTH, _SMALL_WIDTH = I(SINGLES), I(ROOT_WIDTH), I(WIDTH), I(SMALL_WIDTH)
_SLACK, _HOPELESS = I(SLACK) * UNIT, I(HOPELESS) * UNIT
_CALM_1, _CALM_2 = I(CALM[1]) * UNIT, I(CALM[2]) * UNIT
_RANK, _LOWEST, _HIGHEST = I(2**15), I(-(2**40)), I(2**40)


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
def keep_singles(s: Record, turns: Record, found: Int, most: Int, enough: Int, ply: Int) -> Int:
    """One piece or one stack, until one is worth `enough`; how many turns are in the list then."""
    s.single_count[0] = s.single_count[1] = _0
    for c in range(_2):
        colour = _2 * s.mover[0] + c
        for w in range(s.words[0]):
            bits = s.has[NOTHING, w] & ~crowded(s, colour, I(w))
            beside_others = two_around(s, colour, I(w)) | s.around[colour, 0, w]
            while bits != U0:
                bit = bits & (~bits + U1)
                bits ^= bit
                space = (I(w) << _6) + lowest(bit)
                turn = turn_of(ONE + c, space, space)
                value = try_out(s, turn, ply)
                s.single_count[c] = keep(
                    s.single[c], s.single_value[c], s.single_count[c], _SINGLES, space, value
                )
                found = keep(turns, s.kept_value, found, most, turn, value)
                # A stack presses on neighbours; where there are none it is left out, but on the smallest boards there soon will be.
                if bit & beside_others != U0 or s.playable[0] <= _SINGLES:
                    turn = turn_of(ONE_STACK + c, space, space)
                    heavy = try_out(s, turn, ply)
                    found = keep(turns, s.kept_value, found, most, turn, heavy)
                    value = max(value, heavy)
                if value >= enough:
                    return found
    return found


@helper
def snares(s: Record, space: Int, w: Int) -> Word:
    """The spaces on which a second piece suffocates something that one on `space` does not."""
    found, rival = U0, _2 - _2 * s.mover[0]
    for v in range(s.words[0]):
        bits = U0
        for colour in range(rival, rival + _2):
            bits |= s.has[colour, v] & s.around[colour, 0, v] & ~two_around(s, I(colour), I(v))
        bits &= s.row[space, v]
        while bits != U0:
            found |= s.row[(I(v) << _6) + lowest(bits), w]
            bits &= bits - U1
    return found


@helper
def keep_pairs(
    s: Record, turns: Record, found: Int, most: Int, passing: Int, floor: Int, enough: Int, ply: Int
) -> Int:
    """A piece of each colour on the best spaces for each, where that can be worth more than `floor` and all that is kept."""
    for i in range(s.single_count[0]):
        one = s.single[0, i]
        for j in range(s.single_count[1]):
            other = s.single[1, j]
            if one == other:
                continue
            if found == most:
                floor = max(floor, s.kept_value[most - _1])
            if s.single_value[0, i] + s.single_value[1, j] - passing + _SLACK <= floor:
                snare = snares(s, one, other >> _6)
                if (snare >> U(other & _63)) & U1 == U0:
                    continue
            turn = turn_of(BOTH, one, other)
            value = try_out(s, turn, ply)
            found = keep(turns, s.kept_value, found, most, turn, value)
            if value >= enough:
                return found
    return found


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    """The best turns by a look at each, best first, and passing."""
    width = _SMALL_WIDTH if s.playable[0] <= _SINGLES else _ROOT_WIDTH if ply == _0 else _WIDTH
    found = keep_singles(s, moves, _0, width, _HIGHEST, ply)
    found = keep_pairs(s, moves, found, width, -worth(s, _1 - s.mover[0]), _LOWEST, _HIGHEST, ply)
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


# --- the last plies ---------------------------------------------------------------------------------------------------


@helper
def fits(s: Record, turn: Int) -> bool:
    """Can a turn that was good elsewhere be played here?"""
    kind, one, other = turn >> _18, (turn >> _9) & _511, turn & _511
    if turn <= PASS:
        return False
    colour = _2 * s.mover[0]
    if kind == BOTH:
        return bool(open_to(s, one, colour) and open_to(s, other, colour + _1))
    return bool(open_to(s, one, colour + ((kind - ONE) & _1)))


@helper
def best_turn(s: Record, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:
    """What the best turn seems worth, or anything from `beta` on."""
    seat = s.mover[0]
    passing = -worth(s, _1 - seat)
    best = passing
    if s.passed[0] & (_2 >> seat) != _0:
        best = settled(s, seat) * UNIT
    if best >= beta:
        return best
    for k in range(_2):
        turn = c.killers[ply, k]
        if fits(s, turn):
            best = max(best, try_out(s, turn, ply))
            if best >= beta:
                return best
    row = c.moves[ply]
    found = keep_singles(s, row, _0, _1, beta, ply)
    if found > _0 and s.kept_value[0] < beta:
        found = keep_pairs(s, row, found, _1, passing, max(alpha, best), beta, ply)
    if found > _0 and s.kept_value[0] > best:
        best = s.kept_value[0]
        if best >= beta and c.killers[ply, 0] != row[0]:
            c.killers[ply, 1] = c.killers[ply, 0]
            c.killers[ply, 0] = row[0]
    return best


@helper
def early(s: Record, depth: Int, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:
    """Near the horizon, and where only a bound is asked for: by how the position stands, or by its best turn."""
    if depth > _2 or beta - alpha != _1 or s.playable[0] <= _SINGLES:
        return NOT_OVER
    stands = worth(s, s.mover[0])
    if stands - (_CALM_1 if depth == _1 else _CALM_2) >= beta:
        return beta
    if depth == _2:
        return NOT_OVER
    if stands + _HOPELESS <= alpha:
        return alpha
    return best_turn(s, alpha, beta, ply, c)
