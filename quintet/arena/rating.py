"""What results prove: Elo with error bars, and the sequential test. Arithmetic only.

A sample is one number for each opening: the part of the points, from 0 to 1, that a player took from another in all games
from that opening, seats exchanged. Its spread is the true one: it counts that games from one opening are not independent. Of few
openings even that says little; there, and on a scale for several players, `posterior` says what may be believed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from msgspec import Struct

from quintet.arena.posterior import Believed, between, gather, scale

Z = 1.959963984540054
"""How many standard deviations hold 95 %."""
PAIR_RESULTS = (0.0, 0.25, 0.5, 0.75, 1.0)
"""What two games can come to, as a part of the points."""
ALIKE = 1e-12
"""A variance below this is none: what is left is rounding."""
UNSEEN = 0.5
"""How often a result that never came up counts in the sequential test: with less, a few openings that ended alike would decide it."""


def expected_score(elo: float) -> float:
    """The part of the points that somebody who is so much stronger takes."""
    return 1 / (1 + 10 ** (-elo / 400))


def elo_of(score: float) -> float:
    """How much stronger somebody is who takes this part of the points; infinite at both ends."""
    if score <= 0 or score >= 1:
        return math.copysign(math.inf, score - 0.5)
    return 400 * math.log10(score / (1 - score))


class Estimate(Struct, frozen=True, kw_only=True):
    """How strong one is against another, by a sample."""

    score: float
    elo: float
    low: float
    high: float
    """Elo within these, with 95 %."""
    better: float
    """The likelihood that the player is the stronger one."""

    @property
    def error(self) -> float:
        """Half the width of the bar; infinite where it has no end."""
        return (self.high - self.low) / 2


MANY = 100.0
"""Openings, of an even match: from so many on the normal distribution is as good as any other."""
TWO_GAMES = 0.5
"""The dispersion that luck alone gives to an opening of two games."""


def estimate(sample: Sequence[float], chance: float = TWO_GAMES) -> Estimate:
    """Elo from the mean of the sample, its bar from the spread of it and, where openings are few, from what is believed of `chance`."""
    if not sample:
        return Estimate(score=0.5, elo=0.0, low=-math.inf, high=math.inf, better=0.5)
    score = _mean(sample)
    if 4 * score * (1 - score) * len(sample) < MANY:
        return _told(score, elo_of(score), between(sample, chance))
    mean, deviation = spread(len(sample), math.fsum(sample), math.fsum(value * value for value in sample))
    return Estimate(
        score=score,
        elo=elo_of(score),
        low=elo_of(min(score, mean - Z * deviation)),
        high=elo_of(max(score, mean + Z * deviation)),
        better=0.5 * (1 + math.erf((mean - 0.5) / deviation / math.sqrt(2))),
    )


def _told(score: float, elo: float, found: Believed) -> Estimate:
    """The bar, which holds the Elo that the score means: also where that is without end."""
    return Estimate(
        score=score, elo=elo, low=min(found.low, elo), high=max(found.high, elo), better=found.above
    )


def spread(count: int, total: float, squares: float) -> tuple[float, float]:
    """The score and its standard deviation, from how many openings there were, their sum and that of their squares.

    Where all openings ended alike, their spread says nothing: imagine one more won, and one lost.
    """
    if squares / count - (total / count) ** 2 < ALIKE:
        count, total, squares = count + 2, total + 1, squares + 1
    mean = total / count
    return mean, math.sqrt((squares / count - mean * mean) / count)


def _mean(sample: Sequence[float]) -> float:
    return math.fsum(sample) / len(sample)


# --- the sequential test ----------------------------------------------------------------------------------------------


class Sprt(Struct, frozen=True):
    """Is the first player better by `elo1` rather than by `elo0`? Stops as soon as the answer is clear."""

    elo0: float
    elo1: float
    alpha: float = 0.05
    """How often it may accept `elo1` wrongly."""
    beta: float = 0.05
    """How often it may accept `elo0` wrongly."""

    @property
    def bounds(self) -> tuple[float, float]:
        """`elo0` is accepted below the first, `elo1` above the second."""
        return math.log(self.beta / (1 - self.alpha)), math.log((1 - self.beta) / self.alpha)

    def ratio(self, sample: Sequence[float]) -> float:
        """The logarithm of how much likelier the sample is under `elo1` than under `elo0`."""
        if not sample:
            return 0.0
        counts: Mapping[float, float] = dict.fromkeys(PAIR_RESULTS, UNSEEN) | dict(Counter(sample))
        return _likelihood(counts, expected_score(self.elo1)) - _likelihood(counts, expected_score(self.elo0))

    def verdict(self, sample: Sequence[float]) -> Literal["elo0", "elo1"] | None:
        """Which is accepted; None while neither is."""
        low, high = self.bounds
        ratio = self.ratio(sample)
        return "elo1" if ratio >= high else "elo0" if ratio <= low else None


def _likelihood(counts: Mapping[float, float], score: float) -> float:
    """Of the likeliest distribution with this mean, up to a constant that depends on the counts alone.

    It gives each result x the frequency n / (1 + t (x - score)), where t makes the mean right.
    """
    low, high = -1 / (max(counts) - score), -1 / (min(counts) - score)
    for _ in range(60):
        middle = (low + high) / 2
        pull = sum(n * (x - score) / (1 + middle * (x - score)) for x, n in counts.items())
        low, high = (middle, high) if pull > 0 else (low, middle)
    return -sum(n * math.log(1 + low * (x - score)) for x, n in counts.items())


# --- more than two players --------------------------------------------------------------------------------------------

Samples = Mapping[tuple[str, str], Sequence[float]]
"""For each two players who met, what the first took from the second."""
Openings = Mapping[tuple[str, str], Sequence[int]]
"""For each number of a sample, which opening it is of."""


def ratings(
    players: Sequence[str], samples: Samples, openings: Openings | None = None, chance: float = TWO_GAMES
) -> dict[str, Estimate]:
    """One scale for everybody, 0 in the middle; where nobody says which openings they were, all samples are of the same ones."""
    results = gather(players, samples, openings)
    if not len(results.part):
        return {player: estimate([]) for player in players}
    found = scale(players, results, chance)
    return {
        player: _told(_score(player, samples), believed.middle, believed)
        for player, believed in zip(players, found, strict=True)
    }


def _score(player: str, samples: Samples) -> float:
    own = [value for (a, _), sample in samples.items() if a == player for value in sample]
    own += [1 - value for (_, b), sample in samples.items() if b == player for value in sample]
    return _mean(own) if own else 0.5
