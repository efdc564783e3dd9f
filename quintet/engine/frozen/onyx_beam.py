"""`beam-16`: a player of Onyx that looks at its sixteen best turns and every good reply to each. It never changes.

Positions are judged by who is nearer to the empty spaces, what each colour controls already, and the pieces in danger
of suffocation. Turns of two pieces are put together from the twelve best pieces of each colour.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, U, array, entry, helper, lowest, records
from quintet.engine.boards import onyx as board
from quintet.engine.boards.onyx_reach import spread, tally
from quintet.engine.boards.onyx_rules import (
    BONUS,
    BOTH,
    LISTED,
    ONE,
    ONE_STACK,
    PASS,
    PLACING,
    STATE,
    open_to,
    others,
    place,
    play,
    turn_of,
    undo,
    unplace,
)
from quintet.players import GreedyPlayer

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Move

BEAM = I(16)
SINGLES = I(12)
UNIT, NEAREST, CONTROL = I(64), I(20), I(20)
HANGING_OWN, HANGING_THEIRS, LOOSE_OWN, LOOSE_THEIRS = I(20), I(60), I(6), I(16)
_0, _1, _2 = I(0), I(1), I(2)
_LEAST = I(-(2**40))
U0, U1 = U(0), U(1)


@helper
def exposed(s: Record, space: Int, rival: Int) -> bool:
    for i in range(I(s.first[space]), I(s.first[space + _1])):
        near = I(s.near[i])
        if open_to(s, near, rival) or open_to(s, near, rival + _1):
            return True
    return False


@helper
def danger(s: Record, seat: Int, hanging: Int, loose: Int) -> Int:
    """The weight of pieces that one more piece beside them would suffocate (hanging), or two more (loose)."""
    rival, total = _2 - _2 * seat, _0
    for colour in range(_2 * seat, _2 * seat + _2):
        for w in range(s.words[0]):
            bits = s.has[colour, w]
            while bits != U0:
                space = I(w) * I(64) + lowest(bits)
                bits &= bits - U1
                around = others(s, space, colour)
                if around > _0 and exposed(s, space, rival):
                    total += hanging if around > _1 else loose
    return total


@helper
def margin(s: Record, seat: Int) -> Int:
    return tally(s.control, seat) - tally(s.control, _1 - seat) + BONUS * (_2 * seat - _1)


@helper
def worth(s: Record, seat: Int) -> Int:
    """What the position seems worth to the seat to move."""
    spread(s)
    near = tally(s.nearest, seat) - tally(s.nearest, _1 - seat) + _2 * BONUS * (_2 * seat - _1)
    value = NEAREST * near + CONTROL * margin(s, seat)
    value += danger(s, _1 - seat, HANGING_THEIRS, LOOSE_THEIRS) - danger(s, seat, HANGING_OWN, LOOSE_OWN)
    return value


@helper
def after(s: Record, turn: Int, ply: Int) -> Int:
    """What a turn leaves the side that makes it, by a look at the board."""
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
def best_turns(s: Record, turns: Record, values: Record, most: Int, ply: Int) -> Int:
    """The best turns other than passing, with their values; how many."""
    found = _0
    for c in range(_2):
        count = _0
        for space in range(s.spaces[0]):
            if open_to(s, I(space), _2 * s.mover[0] + c):
                turn = turn_of(ONE + c, I(space), I(space))
                value = after(s, turn, ply)
                count = keep(s.single[c], s.single_value[c], count, SINGLES, I(space), value)
                found = keep(turns, values, found, most, turn, value)
                turn = turn_of(ONE_STACK + c, I(space), I(space))
                found = keep(turns, values, found, most, turn, after(s, turn, ply))
        s.single_count[c] = count
    for i in range(s.single_count[0]):
        for j in range(s.single_count[1]):
            if s.single[0, i] != s.single[1, j]:
                turn = turn_of(BOTH, s.single[0, i], s.single[1, j])
                found = keep(turns, values, found, most, turn, after(s, turn, ply))
    return found


@helper
def reply_value(s: Record) -> Int:
    """What the best reply is worth to the side that makes it; the game may be over instead."""
    seat = s.mover[0]
    if s.phase[0] != PLACING:
        spread(s)
        return margin(s, seat) * UNIT
    best = _LEAST
    if best_turns(s, s.kept, s.kept_value, _1, _1) > _0:
        best = s.kept_value[0]
    play(s, PASS, _1)
    spread(s)
    passing = margin(s, seat) * UNIT if s.phase[0] != PLACING else -worth(s, _1 - seat)
    undo(s, PASS, _1)
    return max(best, passing)


@entry(I64, records(STATE), array(I), array(I))
def look(state: Record, turns: NDArray[np.int64], values: NDArray[np.int64]) -> Int:
    """The sixteen best turns and passing, each with what the best reply leaves; how many there are."""
    s = state[0]
    count = best_turns(s, turns, values, BEAM, _0)
    turns[count] = PASS
    for i in range(count + _1):
        play(s, turns[i], _0)
        values[i] = -reply_value(s)
        undo(s, turns[i], _0)
    return count + _1


class Beam:
    """Chance decides between turns of equal value. Stacks are taken off as the greedy player does."""

    def plays(self, game: AnyGame) -> bool:
        return board.plays(game)

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        if position.phase != "placing":
            return GreedyPlayer().choose(game, position, seat, rng)
        rules: Any = game
        turns, values = np.zeros(LISTED, I), np.zeros(LISTED, I)
        count = look(board.load(rules, position), turns, values)
        best = [int(turn) for turn in turns[:count][values[:count] == values[:count].max()]]
        return board.spell_turns(rules, seat).write(int(rng.choice(best)))
