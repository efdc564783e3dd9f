"""Answers are put in order: whatever is said of a move goes with it, and a study tells as many as are wanted and those asked for."""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, entry, records
from quintet.engine.request import ANSWER, REQUEST, keep_wanted, sort_likely, sort_moves

BY_VALUE, BY_CHANCE, WANTED = I(0), I(1), I(2)


@entry(I64, records(ANSWER), records(REQUEST), I64)
def ask(answer: Record, request: Record, what: Int) -> Int:
    if what == BY_VALUE:
        sort_moves(answer[0], I(0))
    elif what == BY_CHANCE:
        sort_likely(answer[0])
    else:
        keep_wanted(answer[0], request[0])
    return I(0)


MOVES = ((7, 1.0, 0.2, 3), (5, 4.0, 0.1, 1), (9, 2.0, 0.5, 4), (8, 4.0, 0.15, 2), (6, -3.0, 0.05, 5))
"""A move, its value, how likely it is, and how long its line."""


def after(what: Int, lines: int = 0, named: tuple[int, ...] = ()) -> list[int]:
    """The moves in their order then; each still has all that was said of it."""
    answer, request = np.zeros(1, ANSWER), np.zeros(1, REQUEST)
    a: Any = answer[0]
    a["count"] = len(MOVES)
    for place, (move, value, chance, length) in enumerate(MOVES):
        a["move"][place], a["value"][place], a["probability"][place] = move, value, chance
        a["proof"][place], a["result"][place], a["length"][place] = move % 4, move / 10, length
        a["line"][place, :length] = [10 * move + ply for ply in range(length)]
    request["lines"], request["named_count"] = lines, len(named)
    request["named"][0, : len(named)] = named
    ask(answer, request, what)
    found = []
    for place in range(int(a["count"][0])):
        move = int(a["move"][place])
        ((_, value, chance, length),) = (one for one in MOVES if one[0] == move)
        assert (a["value"][place], a["probability"][place]) == (value, chance)
        assert (a["proof"][place], a["result"][place], a["length"][place]) == (move % 4, move / 10, length)
        assert list(a["line"][place, :length]) == [10 * move + ply for ply in range(length)]
        found.append(move)
    return found


def test_the_best_stand_first_and_of_equals_the_likelier() -> None:
    assert after(BY_VALUE) == [8, 5, 9, 7, 6]


def test_the_likeliest_stand_first() -> None:
    assert after(BY_CHANCE) == [9, 7, 8, 5, 6]


def test_a_study_tells_as_many_as_are_wanted_and_those_asked_for() -> None:
    assert after(WANTED, lines=2) == [7, 5]
    assert after(WANTED, lines=1, named=(8, 7)) == [7, 8]
    assert after(WANTED, lines=9) == [7, 5, 9, 8, 6]
