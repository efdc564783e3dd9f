"""Ratings of those who solve and of what they solve: each try is a game between the two, by Glicko-2.

A rating is 1500 in the middle, with a deviation that says how sure it is. The method is Mark Glickman's, as he published it;
every try is a rating period of its own, and nobody is ever surer than FLOOR, so that somebody who gets better is followed.
"""

from __future__ import annotations

import math

from msgspec import Struct

SCALE = 173.7178
"""Points of a rating for one step of the logistic curve."""
CHANGE = 0.5
"""How quickly volatility may change (tau)."""
FLOOR, MOST = 45.0, 350.0
UNSURE = 110.0
"""With a deviation from here on a rating is shown with a question mark."""


class Standing(Struct, frozen=True):
    rating: float = 1500.0
    deviation: float = MOST
    volatility: float = 0.06

    @property
    def unsure(self) -> bool:
        return self.deviation >= UNSURE


def played(one: Standing, other: Standing, score: float) -> Standing:
    """The standing of the one after a game against the other: a score of 1 for a win, 0 for a loss."""
    mean, spread = (one.rating - 1500.0) / SCALE, one.deviation / SCALE
    rival, doubt = (other.rating - 1500.0) / SCALE, other.deviation / SCALE
    weight = 1.0 / math.sqrt(1.0 + 3.0 * doubt**2 / math.pi**2)
    expected = 1.0 / (1.0 + math.exp(-weight * (mean - rival)))
    variance = 1.0 / (weight**2 * expected * (1.0 - expected))
    gain = variance * weight * (score - expected)
    volatility = _volatility(one.volatility, spread, gain, variance)
    before = spread**2 + volatility**2
    spread = 1.0 / math.sqrt(1.0 / before + 1.0 / variance)
    mean += spread**2 * weight * (score - expected)
    deviation = min(max(SCALE * spread, FLOOR), MOST)
    return Standing(1500.0 + SCALE * mean, deviation, volatility)


def _volatility(old: float, spread: float, gain: float, variance: float) -> float:
    """Where the likelihood of a new volatility is greatest: found by narrowing a bracket (the Illinois way)."""
    start = math.log(old**2)

    def slope(x: float) -> float:
        power = math.exp(x)
        whole = spread**2 + variance + power
        return power * (gain**2 - whole) / (2.0 * whole**2) - (x - start) / CHANGE**2

    low, high = start, 0.0
    if gain**2 > spread**2 + variance:
        high = math.log(gain**2 - spread**2 - variance)
    else:
        steps = 1
        while slope(start - steps * CHANGE) < 0.0:
            steps += 1
        high = start - steps * CHANGE
    at_low, at_high = slope(low), slope(high)
    while abs(high - low) > 1e-6:
        middle = low + (low - high) * at_low / (at_high - at_low)
        at_middle = slope(middle)
        if at_middle * at_high <= 0.0:
            low, at_low = high, at_high
        else:
            at_low /= 2.0
        high, at_high = middle, at_middle
    return math.exp(low / 2.0)
