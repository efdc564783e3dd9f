"""What luck alone makes of an opening: how far a player's part of the points strays where all are equally strong. Arithmetic only."""

from __future__ import annotations

import itertools
import statistics
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

DOUBT = 1.0
"""So many games, none of them drawn, are believed to have been played before the first."""


def less_by_draws(chance: float, draws: int, games: int) -> float:
    """A dispersion where so many of the games between two were drawn: what is drawn does not stray."""
    return chance * (1 - draws / (games + DOUBT))


@lru_cache(maxsize=64)
def chance_of(lineups: Sequence[tuple[str, ...]]) -> float:
    """The dispersion of an opening in which every line-up plays once in every rotation of the seats.

    It is the variance of what the players take from each other, over that of single games that are won or lost: one half for two
    games between two. Everybody is as strong as any other, every seat as good, and one wins.
    """
    players = sorted({player for lineup in lineups for player in lineup})
    number = {player: index for index, player in enumerate(players)}
    unit = np.eye(len(players))
    pulled, curve = np.zeros_like(unit), np.zeros_like(unit)
    for lineup in lineups:
        who, seats = [number[player] for player in lineup], len(lineup)
        pairs = [(a, b) for a, b in itertools.product(range(seats), repeat=2) if who[a] < who[b]]
        met = Counter((who[a], who[b]) for a, b in pairs)
        for a, b in met:
            curve += np.outer(unit[a] - unit[b], unit[a] - unit[b]) / 4
        pulls = np.zeros((seats, len(players)))
        for winner, (a, b) in itertools.product(range(seats), pairs):
            more = 0.5 * ((winner == a) - (winner == b)) / met[who[a], who[b]]
            pulls[winner] += more * (unit[who[a]] - unit[who[b]])
        pulls -= pulls.mean(axis=0)
        pulled += pulls.T @ pulls / seats / seats  # over the winners, and over the rotations
    return float(np.trace(np.linalg.pinv(curve) @ pulled)) / (len(players) - 1)


def chance_between(lineups: Sequence[tuple[str, ...]], first: str, second: str) -> float:
    """The same for what one of two takes from the other, wherever they meet."""
    found = []
    for lineup in lineups:
        taken = [
            [
                0.5 + 0.5 * ((winner == a) - (winner == b))
                for a, b in itertools.product(range(len(lineup)), repeat=2)
                if (lineup[a], lineup[b]) == (first, second)
            ]
            for winner in range(len(lineup))
        ]
        if taken[0]:
            found.append(4 * statistics.pvariance(map(statistics.fmean, taken)) / len(lineup))
    return statistics.fmean(found)
