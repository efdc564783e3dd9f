"""Matrix games: the value and both strategies, proven by each other."""

from __future__ import annotations

import numpy as np
import pytest

from quintet.engine.matrix import MOST, solve_game


def test_rock_paper_scissors_is_played_evenly() -> None:
    first, second, value = solve_game(np.array([[0.0, -1, 1], [1, 0, -1], [-1, 1, 0]]))
    assert first == pytest.approx([1 / 3] * 3)
    assert second == pytest.approx([1 / 3] * 3)
    assert value == pytest.approx(0)


def test_a_saddle_point_is_played_with_certainty() -> None:
    first, second, value = solve_game(np.array([[3.0, 1, 4], [2, 0, 9]]))
    assert list(first) == [1, 0]
    assert list(second) == [0, 1, 0]
    assert value == 1


@pytest.mark.parametrize("seed", range(40))
def test_the_two_strategies_prove_the_value(seed: int) -> None:
    dice = np.random.default_rng(seed)
    rows, columns = dice.integers(1, 40, 2)
    payoff = dice.integers(-1, 2, (rows, columns)).astype(float) if seed % 2 else dice.random((rows, columns))
    first, second, value = solve_game(payoff)
    for mix in (first, second):
        assert mix.min() >= 0
        assert mix.sum() == pytest.approx(1)
    assert (first @ payoff).min() == pytest.approx(value, abs=1e-6)
    assert (payoff @ second).max() == pytest.approx(value, abs=1e-6)


def test_a_table_without_choices_or_with_too_many_is_refused() -> None:
    for shape in ((0, 3), (3, 0), (MOST + 1, 3)):
        with pytest.raises(ValueError, match=f"1 to {MOST} rows and columns"):
            solve_game(np.zeros(shape))
