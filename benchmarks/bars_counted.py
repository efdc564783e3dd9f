"""The bars of two players after few openings: every result counted out, none drawn by lot; and what no bar could do better.

Two players' few games have few scores: one opening of two games has 5, five openings have 21. A bar holds a truth or does not, score by
score, so at most truths there is none that would be right in exactly 95 of 100 matches. The nearest is known: of all runs of neighbouring
scores, that whose likelihood is nearest to 95 %; for equal players of those that treat both alike.
"""

from __future__ import annotations

import itertools
import math
from collections import Counter, defaultdict
from collections.abc import Iterator
from statistics import NormalDist

import numpy as np
from msgspec import Struct

from benchmarks.bars_scenarios import AVERAGED, Scenario
from quintet.arena.luck import less_by_draws
from quintet.arena.posterior import SCALE, Floats
from quintet.arena.rating import TWO_GAMES, elo_of, estimate

STRENGTHS = 41
"""So many equally likely differences stand for all, where players are not equal."""
WANTED = 0.95
SAME = 1e-9


class Counted(Struct, frozen=True):
    """Over the strengths that a scenario draws."""

    held: float
    """How often the bar holds the truth."""
    strays: float
    """How far from 95 % that is, on average: too often and too seldom do not make up for each other."""
    least: float
    """The same of the nearest that a bar can come, made for each strength by somebody who knew all about the scenario but the result."""
    nearest: float
    """How often that one holds the truth."""


def counted(scenario: Scenario, openings: int) -> Counted:
    kinds, likely = of_one_opening(scenario)
    truths = [elo_of(score) for score in likely @ np.array([part for part, _ in kinds])]
    held = np.zeros(len(truths))
    scores: defaultdict[int, Floats] = defaultdict(lambda: np.zeros(len(truths)))
    for chosen in itertools.combinations_with_replacement(range(len(kinds)), openings):
        often = Counter(chosen)
        ways = math.factorial(openings) / math.prod(map(math.factorial, often.values()))
        chance = ways * likely[:, list(chosen)].prod(axis=1)
        sample = [kinds[kind][0] for kind in chosen]
        bar = estimate(sample, less_by_draws(TWO_GAMES, sum(kinds[kind][1] for kind in chosen), 2 * openings))
        held += chance * [bar.low - SAME <= elo <= bar.high + SAME for elo in truths]
        scores[round(4 * sum(sample))] += chance
    table = np.array([scores[score] for score in range(4 * openings + 1)]).T
    nearest = np.array([min(runs(row, even=not scenario.apart), key=_off) for row in table])
    return Counted(
        held=float(held.mean()),
        strays=float(np.abs(held - WANTED).mean()),
        least=float(np.abs(nearest - WANTED).mean()),
        nearest=float(nearest.mean()),
    )


def runs(likely: Floats, *, even: bool) -> Iterator[float]:
    """How likely each run of neighbouring scores is; `even`: of those that have the middle in their middle."""
    size = len(likely)
    for start, end in itertools.combinations(range(size + 1), 2):
        if not even or start + end == size:
            yield float(likely[start:end].sum())


def _off(held: float) -> float:
    return abs(held - WANTED)


def of_one_opening(scenario: Scenario) -> tuple[list[tuple[float, int]], Floats]:
    """What its two games can come to, as the first player's part and how many were drawn; and by strength how likely each is."""
    steps = [NormalDist().inv_cdf((step + 0.5) / STRENGTHS) for step in range(STRENGTHS)]
    apart = math.sqrt(2) / SCALE * np.array(steps if scenario.apart else [0.0]) * scenario.apart
    rng = np.random.default_rng(7)
    tilt, taste = (
        math.sqrt(2) / SCALE * spread * np.append(drawn := rng.normal(size=AVERAGED), -drawn)
        for spread in (scenario.tilt, scenario.taste)
    )
    games = [one_game(apart[:, None] + taste + side * tilt, scenario.draws) for side in (1, -1)]
    found: defaultdict[tuple[float, int], Floats] = defaultdict(lambda: np.zeros(len(apart)))
    for (one, first), (other, second) in itertools.product(*(game.items() for game in games)):
        found[(one + other) / 2, (one == 0.5) + (other == 0.5)] += (first * second).mean(axis=1)
    return list(found), np.array(list(found.values())).T


def one_game(apart: Floats, draws: float) -> dict[float, Floats]:
    """By what the first player takes, how likely it is."""
    wins, shared = 1 / (1 + np.exp(-apart)), draws * np.exp(-np.abs(apart))
    return {0.0: (1 - wins) * (1 - shared), 0.5: shared, 1.0: wins * (1 - shared)}
