"""A frozen player of Thwart Omega: 6,000 random games a move, shared out by four bandits, and the best arms played.

Each stone of each seat is a bandit (UCB with c = 1) of its own, a seat's own colour first. It mixes nothing: it plays the
square that each of its stones tried most often. It never changes, whatever the engine learns; two players only.
"""

from __future__ import annotations

import math
from random import Random
from typing import Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, records
from quintet.engine.arithmetic import ln
from quintet.engine.boards import omega as board
from quintet.engine.boards import omega_rules as rules
from quintet.games.contract import AnyGame, Move

PLAYOUTS = 6_000
_0, _1, _2 = I(0), I(1), I(2)
_ln = helper(ln)


@helper
def pull(total: Any, visits: Any, seat: Int, colour: Int, arms: Int, taken: Int, width: Any) -> Int:
    best, top = _0, -1e9
    for arm in range(arms):
        if arm != taken:
            n = visits[seat, colour, arm]
            hope = 1e6 if n == 0.0 else total[seat, colour, arm] / n + width / math.sqrt(n)
            if hope > top:
                best, top = I(arm), hope
    return best


@entry(I64, records(rules.STATE), I64, array(np.float64, 3), array(np.float64, 3), array(I, 2))
def explore(state: Record, playouts: Int, total: Any, visits: Any, chosen: Any) -> Int:
    s = state[0]
    arms = s.count[0]
    for n in range(playouts):
        width = math.sqrt(_ln(n + 1.0))
        for seat in range(_2):
            own = pull(total, visits, I(seat), I(seat), arms, I(-1), width)
            other = pull(total, visits, I(seat), _1 - seat, arms, own, width)
            chosen[seat, seat], chosen[seat, _1 - seat] = own, other
            s.choice[0, seat, seat], s.choice[0, seat, _1 - seat] = s.empty[0, own], s.empty[0, other]
        rules.play(s, _0)
        rules.play_out(s, _1)
        for seat in range(_2):
            gained = rules.payoff(s, _1, I(seat))
            for colour in range(_2):
                visits[seat, colour, chosen[seat, colour]] += 1.0
                total[seat, colour, chosen[seat, colour]] += gained
    return arms


class UcbOmega:
    def plays(self, game: AnyGame) -> bool:
        return game.name == "omega" and game.seats == 2

    def choose(self, game: Any, position: Any, seat: int, rng: Random) -> Move:
        state = board.load(game, position)
        state["dice"] = rng.getrandbits(63) + 1
        total, visits = np.zeros((2, 2, rules.SQUARES)), np.zeros((2, 2, rules.SQUARES))
        arms = explore(state, I(PLAYOUTS), total, visits, np.zeros((2, 2), I))
        names = board.empty_names(game, state)
        squares = [0, 0]
        squares[seat] = int(visits[seat, seat, :arms].argmax())
        often = visits[seat, 1 - seat, :arms].copy()
        often[squares[seat]] = -1.0
        squares[1 - seat] = int(often.argmax())
        return board.move_text(game, tuple(names[square] for square in squares))
