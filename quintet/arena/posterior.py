"""How strong players are, given few results: a posterior over their ratings. Arithmetic only.

Of two players every score is as likely as any other beforehand. Ratings of more are spread around a common middle, by an amount that
nobody knows; the results say the rest (Bradley and Terry). How much one opening says is not what its games say one by one: they have it
in common. So the likelihood is divided by a dispersion, which is learned from how the openings differ, and begins at what chance alone
would make of them.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Pair: TypeAlias = tuple[str, str]

SCALE = 400 / math.log(10)
"""Elo in one unit of the natural scale, on which strength is the logarithm of the odds."""
WIDEST = 300.0
"""Elo: how far players of one match are usually apart, at most; farther is possible and less likely (half a normal curve)."""
SPREADS = np.array([100.0, 160.0, 250.0, 400.0, 650.0, 1000.0]) / SCALE
"""What is tried for it. Less would pull those who differ a little together, and its bars would miss them."""
BELIEF = 10.0
"""So many openings are worth what chance alone would make of them, in the dispersion."""
LEAST, MOST = 0.02, 1.0
"""Openings are never believed to say more or less than with these dispersions: each game decided alike is 1."""
EVEN = 15.0
"""So many openings are worth the belief that they tell as much in every direction as in any other."""
FIRMEST = 0.8
"""Where openings seem to differ less than elsewhere, they are believed to no further than this: an upset may only not have come yet."""
DRAWS = 1000
"""Ratings drawn for each spread."""
TAILS = 6.0
"""Degrees of freedom of the curve that they are drawn from: heavier tails than the posterior's."""
RARE = 1e-9


class Believed(Struct, frozen=True):
    """What is believed of one number: the middle, the ends of the bar of 95 %, and how likely it is above 0."""

    middle: float
    low: float
    high: float
    above: float


# --- two players ------------------------------------------------------------------------------------------------------

_GRID = np.linspace(-3500.0, 3500.0, 2801) / SCALE


def between(sample: Sequence[float], chance: float) -> Believed:
    """In Elo, how much stronger one is than the other, who took this sample of parts of the points by opening.

    `chance` is the dispersion that luck alone would give: the variance of such a part, over that of a single won or lost game.
    """
    count, score = len(sample), math.fsum(sample) / len(sample)
    log_win, log_loss = -np.logaddexp(0.0, -_GRID), -np.logaddexp(0.0, _GRID)
    likelihood = count * (score * log_win + (1 - score) * log_loss)
    prior = log_win + log_loss  # the curve over the Elo that makes all scores equally likely
    first = _GRID[np.argmax(likelihood / chance + prior)]
    part = min(max(1 / (1 + math.exp(-first)), RARE), 1 - RARE)
    squares = math.fsum((value - score) ** 2 for value in sample) / (part * (1 - part))
    log = likelihood / dispersion(squares, count - 1, telling(part), chance) + prior
    density = np.exp(log - log.max())
    return _read_off(_GRID * SCALE, density / density.sum())


def telling(part: float) -> float:
    """How much of an opening tells of the dispersion: nothing where one always wins, all of it between equals."""
    return 4 * part * (1 - part)


def dispersion(squares: float, freedom: float, weight: float, chance: float) -> float:
    """From the squared differences between openings, and what was believed before.

    One number: where bars doubt it, too, those of a few openings hold the truth more often than they say.
    """
    found = (BELIEF * chance + weight * squares) / (BELIEF + weight * freedom)
    return min(max(found, LEAST), MOST)


def _read_off(values: Floats, weights: Floats) -> Believed:
    order = np.argsort(values)
    values, weights = values[order], weights[order]
    up_to = np.cumsum(weights) - weights / 2
    low, middle, high = np.interp([0.025, 0.5, 0.975], up_to, values)
    above = float(weights[values > 0].sum() + weights[values == 0].sum() / 2)
    return Believed(float(middle), float(low), float(high), above)


# --- more than two ----------------------------------------------------------------------------------------------------


class Results(Struct, frozen=True):
    """What is needed of a match: for each meeting of two, in each opening, what the first took."""

    first: NDArray[np.int64]
    second: NDArray[np.int64]
    part: Floats
    opening: NDArray[np.int64]


def gather(
    players: Sequence[str],
    samples: Mapping[Pair, Sequence[float]],
    openings: Mapping[Pair, Sequence[int]] | None = None,
) -> Results:
    """The samples in one list; where nobody says which openings they are of, each sample begins with the first."""
    number = {player: index for index, player in enumerate(players)}
    rows = [
        (number[a], number[b], value, opening)
        for (a, b), sample in samples.items()
        for value, opening in zip(
            sample, range(len(sample)) if openings is None else openings[a, b], strict=True
        )
    ]
    table = np.array(rows, dtype=np.float64).reshape(-1, 4)
    first, second, opening = (table[:, column].astype(np.int64) for column in (0, 1, 3))
    return Results(first, second, table[:, 2], opening)


def scale(players: Sequence[str], results: Results, chance: float) -> list[Believed]:
    """For each player a rating in Elo on one scale for all, 0 in the middle."""
    size = len(players)
    basis = _basis(size)
    apart = basis[results.first] - basis[results.second]
    pairs, index = np.unique(results.first * size + results.second, return_inverse=True)
    counts = np.bincount(index, minlength=len(pairs)).astype(np.float64)
    scores = np.bincount(index, results.part, minlength=len(pairs)).astype(np.float64)
    lines = basis[pairs // size] - basis[pairs % size]
    start = _modes(_Met(lines, counts, scores), SPREADS[-1:], chance)[0][0]
    openings = _by_opening(results, apart, start)
    tried = dispersion(*openings.squares(), chance)
    turned = openings.turned()
    met = _Met(lines @ turned, counts, scores, lines @ (start - turned @ start))
    modes, curvatures = _modes(met, SPREADS, tried)
    rng = np.random.default_rng(1)
    dimension = size - 1
    roots = np.linalg.cholesky(np.linalg.inv(curvatures))
    normal = rng.standard_normal((len(SPREADS), DRAWS, dimension))
    chi = rng.chisquare(TAILS, (len(SPREADS), DRAWS)) / TAILS
    standard = normal / np.sqrt(chi)[..., None]
    drawn = modes[:, None, :] + np.einsum("kij,knj->kni", roots, standard)
    log = _log_posterior(drawn, met, SPREADS, tried)
    log += np.log(_spread_weights())[:, None]
    log += np.linalg.slogdet(roots)[1][:, None]
    log += (TAILS + dimension) / 2 * np.log1p((standard**2).sum(axis=2) / TAILS)
    weights = np.exp(log - log.max())
    weights /= weights.sum()
    ratings = (drawn @ basis.T).reshape(-1, size) * SCALE
    return _centred([_read_off(ratings[:, player], weights.ravel()) for player in range(size)])


def _spread_weights() -> Floats:
    """How likely each spread is beforehand: the curve, times the stretch of values that it stands for."""
    found = np.exp(-((SPREADS * SCALE / WIDEST) ** 2) / 2) * np.gradient(SPREADS)
    weights: Floats = found / found.sum()
    return weights


def _centred(found: list[Believed]) -> list[Believed]:
    """The middles of what was drawn do not quite add up to 0: moved until they do."""
    off = math.fsum(one.middle for one in found) / len(found)
    return [Believed(one.middle - off, one.low - off, one.high - off, one.above) for one in found]


def ratings_of(size: int, pairs: Sequence[tuple[int, int]], counts: Floats, scores: Floats) -> Floats:
    """The ratings that explain these scores best, in Elo, whatever anybody believed before."""
    basis = _basis(size)
    lines = np.array([basis[a] - basis[b] for a, b in pairs])
    found: Floats = basis @ _modes(_Met(lines, counts, scores), np.array([50.0]), 1.0)[0][0] * SCALE
    return found


def _basis(size: int) -> Floats:
    """Ratings whose sum is 0, in as many coordinates as are free: each the next player against all before. The same on every machine."""
    found: Floats = np.zeros((size, size - 1))
    for k in range(1, size):
        found[:k, k - 1], found[k, k - 1] = 1.0, -k
        found[:, k - 1] /= math.sqrt(k * (k + 1))
    return found


class _Met(Struct, frozen=True):
    """Every two who met: the direction in which their difference lies, how often they met, what the first took, and where it begins."""

    lines: Floats
    counts: Floats
    scores: Floats
    offset: Floats | float = 0.0


def _log_posterior(at: Floats, met: _Met, spreads: Floats, tried: float) -> Floats:
    """At many points for each spread, with this dispersion."""
    odds = at @ met.lines.T + met.offset
    lost = met.counts - met.scores
    likelihood = -(np.logaddexp(0, -odds) * met.scores + np.logaddexp(0, odds) * lost).sum(axis=-1)
    dimension = at.shape[-1]
    prior = -(at**2).sum(axis=-1) / (2 * spreads[:, None] ** 2) - dimension * np.log(spreads)[:, None]
    found: Floats = likelihood / tried + prior
    return found


def _modes(met: _Met, spreads: Floats, tried: float) -> tuple[Floats, Floats]:
    """The likeliest ratings for each spread, and how sharply the posterior falls off around them."""
    dimension = met.lines.shape[1]
    at = np.zeros((len(spreads), dimension))
    identity = np.eye(dimension)
    for _ in range(30):
        part = 1 / (1 + np.exp(-np.clip(at @ met.lines.T + met.offset, -30, 30)))
        slope = ((met.scores - met.counts * part) / tried) @ met.lines - at / spreads[:, None] ** 2
        weight = met.counts * part * (1 - part) / tried
        curve = np.einsum("kp,pi,pj->kij", weight, met.lines, met.lines)
        curve += identity / spreads[:, None, None] ** 2
        step = np.linalg.solve(curve, slope[..., None])[..., 0]
        size = np.abs(step).max(axis=1, keepdims=True)
        at = at + step * np.minimum(1.0, 1.5 / np.maximum(size, 1e-12))
        if size.max() < 1e-6:
            break
    return at, curve


# --- what openings have in common -------------------------------------------------------------------------------------


class _Openings(Struct, frozen=True):
    """How far the results of each opening pull the ratings, beside how far all of them do, and how firmly they are held."""

    pulls: Floats
    """Opening, direction."""
    curve: Floats
    """Of one opening, on average."""
    telling: float
    """How much they tell of the dispersion: little where somebody wins nearly always, whatever happens between the others."""

    def squares(self) -> tuple[float, float, float]:
        """How much openings differ, squared, how many free numbers that is the sum of, and what they tell.

        All that one opening says counts as one: who wins a game for three wins it from two others at once.
        """
        count, dimension = self.pulls.shape
        if count < 2:
            return 0.0, 0.0, 0.0
        solved = np.linalg.solve(self.curve, self.pulls.T).T
        return float((self.pulls * solved).sum()), float(dimension * (count - 1)), self.telling

    def turned(self) -> Floats:
        """What to multiply ratings with, so that a likelihood that knows one dispersion tells less where openings differ more.

        In a game for three the two that seldom win seldom differ, whatever they are worth; no single number says that.
        """
        count, dimension = self.pulls.shape
        values, vectors = np.linalg.eigh(self.curve)
        root = vectors * np.sqrt(values) @ vectors.T
        back = np.linalg.inv(root)
        seen = back @ (self.pulls.T @ self.pulls) @ back
        usual = np.trace(seen) / dimension
        if count < 2 or usual < RARE:
            return np.eye(dimension)
        weight = (count - 1) * self.telling
        mixed = (EVEN * np.eye(dimension) + weight * seen / usual) / (EVEN + weight)
        values, vectors = np.linalg.eigh(mixed * dimension / np.trace(mixed))
        values = np.maximum(values, FIRMEST)
        found: Floats = back @ (vectors / np.sqrt(values) @ vectors.T) @ root
        return found


def _by_opening(results: Results, apart: Floats, at: Floats) -> _Openings:
    part = 1 / (1 + np.exp(-apart @ at))
    weight = part * (1 - part)
    openings, index = np.unique(results.opening, return_inverse=True)
    pulls = np.zeros((len(openings), apart.shape[1]))
    np.add.at(pulls, index, (results.part - part)[:, None] * apart)
    curve = np.einsum("n,ni,nj->ij", weight, apart, apart) / len(openings) + RARE * np.eye(apart.shape[1])
    even = apart.T @ apart / len(openings) / 4
    told = np.linalg.eigvals(
        np.linalg.pinv(even) @ curve
    ).real  # in each direction; the least of them weighs most
    return _Openings(pulls - pulls.mean(axis=0), curve, float(1 / np.mean(1 / np.maximum(told, RARE))))
