"""Reversi's solver, asked one question after the other: each answer is a true bound, whatever its table had room for."""

from __future__ import annotations

import random
from copy import copy
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from quintet.engine._jit import I64, U64, I, Int, Record, U, Word, entry, popcount, records
from quintet.engine.answers.reversi_search import STATE
from quintet.engine.boards import reversi as board
from quintet.engine.solvers import reversi as solver
from quintet.engine.solvers.reversi_last import finish
from quintet.games import game
from tests.engine.positions import random_position

BARE, PROVE, WINDOW, NEAR = 0, 1, 2, 3
WIDEST = 64
TABLES = (0, 1, 7, (1 << solver.PLAYING_BITS) - 1)
"""Tables with so many places and one more: in the small ones positions drive each other out all the time."""


@entry(I64, U64, U64, I64, I64, I64, records(STATE), records(solver.CONTEXT))
def ask(own: Word, other: Word, alpha: Int, beta: Int, how: Int, state: Record, context: Record) -> Int:
    s, c = state[0], context[0]
    count = popcount(c.field[0] & ~(own | other))
    if how == I(BARE):  # counted out, without a table
        return finish(own, other, alpha, count, c)
    if how == I(PROVE):
        return solver.prove(own, other, alpha, count, s, c)
    if how == I(NEAR):  # alpha is a guess
        return solver.solve_near(own, other, alpha, solver.NONE, s, c)
    return solver.solve_window(own, other, alpha, beta, s, c)


class Asked:
    """A position, and who remembers what of it."""

    def __init__(self, rules: Any, position: Any, mask: int) -> None:
        loaded = board.load(rules, position)
        self.own, self.other, field = (U(loaded[name][0, 0]) for name in ("own", "other", "field"))
        self.state = np.zeros(1, STATE)
        self.context: NDArray[Any] = solver.context(int(field))
        self.context["table_mask"] = mask

    def __call__(self, how: int, alpha: int, beta: int = WIDEST) -> int:
        return int(ask(self.own, self.other, I(alpha), I(beta), I(how), self.state, self.context))

    def value(self) -> int:
        low, high = -WIDEST, WIDEST
        while low < high:
            alpha = (low + high) // 2
            low, high = (alpha + 1, high) if self(BARE, alpha) > alpha else (low, alpha)
        return low

    def nearly(self, dice: random.Random) -> list[Asked]:
        """The position, and four with a disc less, which share the memory of it."""
        found = [self]
        for side in ("own", "other") * 2:
            one = copy(self)
            bits = [U(1 << n) for n in range(64) if int(getattr(self, side)) >> n & 1]
            setattr(one, side, getattr(self, side) & ~dice.choice(bits))
            found.append(one)
        return found


@pytest.mark.parametrize("mask", TABLES)
@pytest.mark.parametrize(("size", "plies"), [(8, 50), (6, 21), (6, 22)])
def test_every_answer_is_a_true_bound(size: int, plies: int, mask: int) -> None:
    rules: Any = game("reversi", size=size)
    values = set()
    for seed in range(8):
        dice = random.Random(seed)
        alike = Asked(rules, random_position(rules, plies, seed), mask).nearly(dice)
        worth = [asked.value() for asked in alike]
        values.update(worth)
        for _ in range(80):
            asked, value = dice.choice(list(zip(alike, worth, strict=True)))
            alpha = value + dice.randrange(-6, 3) if dice.random() < 0.8 else dice.randrange(-WIDEST, WIDEST)
            alpha = min(max(alpha, -WIDEST), WIDEST - 1)
            answer = asked(PROVE, alpha)
            assert alpha < answer <= value if value > alpha else value <= answer <= alpha
            assert asked(NEAR, min(max(value + dice.randrange(-20, 21), -WIDEST), WIDEST)) == value
            beta = min(alpha + dice.randrange(1, 14), WIDEST)
            answer = asked(WINDOW, alpha, beta)
            if alpha < value < beta:
                assert answer == value
            else:
                assert beta <= answer <= value if value >= beta else value <= answer <= alpha
    assert len(values) > 5
