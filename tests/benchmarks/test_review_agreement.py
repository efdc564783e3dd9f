"""How far a review agrees with longer looks is told with how sure that is."""

from __future__ import annotations

import random
import re

from benchmarks.review import correlation


def told(text: str) -> list[float]:
    return [float(number) for number in re.findall(r"-?\d\.\d\d", text)]


def pairs(count: int) -> list[tuple[float, float]]:
    """Losses that agree but for one in eight."""
    dice = random.Random(count)
    losses = [dice.random() for _ in range(count)]
    return [(one, 1 - one if n % 8 == 0 else one) for n, one in enumerate(losses)]


def test_more_moves_say_it_more_surely() -> None:
    few, many = told(correlation(pairs(40))), told(correlation(pairs(1000)))
    for found, low, high in (few, many):
        assert low < found < high
    assert few[2] - few[1] > 2 * (many[2] - many[1])


def test_what_always_agrees_is_sure_and_where_nothing_was_lost_nothing_is_told() -> None:
    assert told(correlation([(n / 10, n / 10) for n in range(10)])) == [1.0, 1.0, 1.0]
    assert correlation([(0.0, 0.0)] * 9) == "–"
    assert correlation([]) == "–"
