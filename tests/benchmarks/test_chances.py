"""The curve of the chances: found again in games that were made by it, and left alone where it foretells them better."""

from __future__ import annotations

import random

import pytest

from benchmarks.chances import Sample, better, fit, predict
from quintet.engine.chances import Curve

TRUE = Curve(always=0.4, filling=0.0, ending=0.0)


def games(count: int = 300) -> list[Sample]:
    """Positions whose results were drawn by the true curve."""
    dice, found = random.Random(7), []
    for number in range(count):
        for _ in range(4):
            value, full = dice.uniform(-6, 6), dice.random()
            chance = 1 / (1 + 2.718281828 ** (-value * TRUE.steepness(full)))
            found.append(Sample(number, value, full, float(dice.random() < chance)))
    return found


def test_one_that_is_too_steep_is_replaced_and_both_are_told_of() -> None:
    curve, told = better(Curve(always=1.5, filling=0.0, ending=0.0), games())
    assert curve.steepness(0.5) == pytest.approx(TRUE.steepness(0.5), rel=0.15)
    loss, error, loss_before, error_before = map(float, told[1:])
    assert loss < loss_before
    assert error < error_before


def test_one_that_foretells_better_stays() -> None:
    curve, told = better(TRUE, games(40))
    assert curve == TRUE
    assert told[1:3] == told[3:]


def test_where_there_was_none_nothing_is_told_of_it() -> None:
    _, told = better(None, games())
    assert told[3:] == ["–", "–"]


def test_whoever_leads_by_nothing_has_even_chances() -> None:
    import numpy as np

    x, y = np.array([[0.0], [1.0], [-1.0]]), np.array([1.0, 1.0, 0.0])
    assert predict(x, fit(x, y))[0] == pytest.approx(0.5)
