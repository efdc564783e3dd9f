"""Choosing by lot: how much of the lot each move gets, mark by mark."""

from __future__ import annotations

import math
from collections import Counter
from typing import Any

import pytest

from quintet.engine.choice import make_choice

choice: Any = make_choice(lambda function: function)
MARKS = [(number + 0.5) / 2_000 for number in range(2_000)]


def parts(values: list[float], loss: float) -> list[float]:
    """What part of all lots each of these moves gets."""
    drawn = Counter(choice(values, len(values), loss, mark) for mark in MARKS)
    return [drawn[place] / len(MARKS) for place in range(len(values))]


@pytest.mark.parametrize("values", [[5.0, 4.0, 3.0, 1.0], [1.0, 3.0, 5.0, 4.0], [-2.0, -2.0, -3.0, -9.0]])
@pytest.mark.parametrize("loss", [0.5, 2.0, 3.0, 20.0])
def test_a_move_is_the_rarer_the_more_it_loses_by_the_square_of_that(
    values: list[float], loss: float
) -> None:
    best = max(values)
    weights = [math.exp(-9 * ((best - value) / loss) ** 2) if best - value <= loss else 0 for value in values]
    expected = [weight / sum(weights) for weight in weights]
    assert parts(values, loss) == pytest.approx(expected, abs=0.001)


def test_a_move_at_the_edge_of_what_may_be_lost_may_be_drawn_and_one_beyond_it_never() -> None:
    assert choice([1.0, 0.0, -0.01], 3, 1.0, 0.99999) == 1
    assert {choice([1.0, 0.0, -0.01], 3, 1.0, mark) for mark in MARKS} == {0}, "it is rare"
    assert choice([-0.01, 1.0], 2, 1.0, 0.0) == 1


@pytest.mark.parametrize("loss", [0.0, -1.0])
def test_who_may_lose_nothing_plays_the_best_wherever_it_stands(loss: float) -> None:
    for mark in (0.0, 0.5, 1.0):
        assert choice([1.0, 3.0, 2.0], 3, loss, mark) == 1
        assert choice([3.0, 3.0, 2.0], 3, loss, mark) == 0, "the first of equals"


def test_the_last_of_all_lots_is_one_too() -> None:
    """Adding up may lose a digit: then it is the best."""
    assert choice([1.0, 3.0], 2, 1.0, 1.0) == 1
    assert choice([3.0, 2.9, 1.0], 2, 1.0, 1.0) in (0, 1)
    assert choice([3.0, 9.0], 1, 1.0, 0.5) == 0, "what stands beyond the count is no move"
