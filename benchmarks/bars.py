"""Do the arena's bars hold the truth as often as they say? `python -m benchmarks.bars` plays matches whose truth is known.

A match is a few openings; each gives its seats and its players an advantage of its own, which all games from it have in common. Everybody
meets everybody in every rotation of the seats, as in the arena. Counted is how often the bar of 95 % held the true rating, which is
what infinitely many openings would have shown; and how often the sequential test accepted what is false.

Of two players and few openings every result is counted out, too, beside what no bar could do better (`bars_counted.py`).
"""

from __future__ import annotations

import argparse
import itertools
import math
import multiprocessing
import zlib
from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.bars_counted import counted
from benchmarks.bars_scenarios import AVERAGED, CHECKED, OPENINGS, TUNING, Scenario
from benchmarks.report import RESULTS, write_section
from quintet.arena.luck import chance_of, less_by_draws
from quintet.arena.posterior import SCALE, Floats, Results, ratings_of
from quintet.arena.rating import Sprt, estimate, ratings
from quintet.arena.schedule import lineups

SECTION = "Bars of the arena"
FEW = (1, 5)
"""Openings after which all results are counted out."""
COUNTED = """
Why one opening of two players shows no 95: its two games have five scores, and a bar holds a truth or not, score by score. Equal players
who draw every third game end it 2:0 or 0:2 in two of nine matches: a bar holds equality then too, and always, or in 77.8 % of matches.
Counted out over all results of one opening and of five, for 41 equally likely differences: how often our bar holds the truth; how many
percent it strays from 95 at the difference that is true, on average; and how many any bar must, even one made for that difference by
somebody who knew how often equals draw and what openings give. (It takes those neighbouring scores that are together nearest to 95 %.
Ours may stray less after five openings, as it looks at more than their score.)
"""


# --- playing ----------------------------------------------------------------------------------------------------------


def shares(strengths: Floats, draws: float, rng: np.random.Generator) -> Floats:
    """By game and seat, the points.

    Strengths are natural logarithms. The winner and who comes second are drawn by them; these two may share a game, the more often the
    more equal they are.
    """
    order = np.argsort(-(strengths + rng.gumbel(size=strengths.shape)), axis=-1)
    first, second = order[..., :1], order[..., 1:2]
    apart = np.take_along_axis(strengths, first, -1) - np.take_along_axis(strengths, second, -1)
    shared = rng.random(apart.shape) < draws * np.exp(-np.abs(apart))
    points = np.zeros_like(strengths)
    np.put_along_axis(points, first, np.where(shared, 0.5, 1.0), axis=-1)
    np.put_along_axis(points, second, np.where(shared, 0.5, 0.0), axis=-1)
    return points


def expected(strengths: Floats, draws: float) -> Floats:
    """By game and every two seats, what the first takes from the second, over all that can happen."""
    seats = strengths.shape[-1]
    chances = np.exp(strengths - strengths.max(axis=-1, keepdims=True))
    chances /= chances.sum(axis=-1, keepdims=True)
    found = np.full((*strengths.shape, seats), 0.5)
    for first, second in itertools.permutations(range(seats), 2):
        likely = chances[..., first] * chances[..., second] / (1 - chances[..., first])
        shared = draws * np.exp(-np.abs(strengths[..., first] - strengths[..., second]))
        for other in range(seats):
            if other != first:
                gain = 0.5 * likely * (1 - shared * (other == second))
                found[..., first, other] += gain
                found[..., other, first] -= gain
            if other not in (first, second):
                found[..., second, other] += 0.5 * likely * shared
                found[..., other, second] -= 0.5 * likely * shared
    return found


def results(
    scenario: Scenario, strengths: Floats, openings: int, rng: np.random.Generator
) -> tuple[Results, int, int]:
    """What the arena would keep of such a match: in each opening, what each took from each other; how many games were drawn, and of how many."""
    numbers = range(scenario.players)
    names = tuple(map(str, numbers))
    tilts = rng.normal(0, scenario.tilt / SCALE, (openings, scenario.seats))
    tastes = rng.normal(0, scenario.taste / SCALE, (openings, scenario.players))
    columns: list[tuple[NDArray[Any], ...]] = []
    drawn = played = 0
    for lineup in lineups(names, scenario.seats):
        who = np.array([int(name) for name in lineup])
        rotations = np.array([np.roll(who, -shift) for shift in range(scenario.seats)])
        felt = strengths[rotations] + tilts[:, None, :] + tastes[:, rotations]
        points = shares(felt, scenario.draws, rng)
        drawn += int((points.max(axis=-1) < 1).sum())
        played += points.shape[0] * points.shape[1]
        for a, b in itertools.combinations(sorted(set(who.tolist())), 2):
            part, games = np.zeros(openings), 0
            for rotation, seats in enumerate(rotations):
                for one, other in itertools.product(*(np.flatnonzero(seats == p) for p in (a, b))):
                    mine, theirs = points[:, rotation, one], points[:, rotation, other]
                    part += np.where(mine > theirs, 1.0, np.where(mine < theirs, 0.0, 0.5))
                    games += 1
            same = np.ones(openings, np.int64)
            columns.append((a * same, b * same, part / games, np.arange(openings)))
    first, second, taken, opening = (np.concatenate([row[i] for row in columns]) for i in range(4))
    return Results(first, second, taken, opening), drawn, played


def truth(scenario: Scenario, strengths: Floats) -> Floats:
    """The ratings that very many openings would show."""
    size, seats = scenario.players, scenario.seats
    rng = np.random.default_rng(7)
    many = AVERAGED if scenario.tilt or scenario.taste else 1
    tilts = rng.normal(0, scenario.tilt / SCALE, (many, seats))
    tastes = rng.normal(0, scenario.taste / SCALE, (many, size))
    counts, scores = np.zeros((size, size)), np.zeros((size, size))
    for lineup in lineups(tuple(map(str, range(size))), seats):
        who = np.array([int(name) for name in lineup])
        taken, met = np.zeros((size, size)), np.zeros((size, size))
        for shift in range(seats):
            seated = np.roll(who, -shift)
            got = sum(
                expected(strengths[seated] + sign * (tilts + tastes[:, seated]), scenario.draws).mean(axis=0)
                for sign in (-1, 1)
            )
            for a, b in itertools.product(range(seats), repeat=2):
                if seated[a] < seated[b]:
                    taken[seated[a], seated[b]] += got[a, b] / 2
                    met[seated[a], seated[b]] += 1
        scores += np.where(met > 0, taken / np.maximum(met, 1), 0)
        counts += met > 0
    pairs = [(a, b) for a, b in itertools.combinations(range(size), 2) if counts[a, b]]
    weights, points = (np.array([table[pair] for pair in pairs]) for table in (counts, scores))
    return ratings_of(size, pairs, weights, points)


# --- counting ---------------------------------------------------------------------------------------------------------


def dice_of(scenario: Scenario, *numbers: int) -> np.random.Generator:
    """Every scenario has its own."""
    return np.random.default_rng([zlib.crc32(scenario.name.encode()), *numbers])


def one_match(scenario: Scenario, openings: int, seed: int) -> list[bool]:
    """Of each bar of a match: did it hold the truth?"""
    rng = dice_of(scenario, openings, seed)
    strengths = rng.normal(0, scenario.apart / SCALE, scenario.players)
    right, (found, drawn, games) = truth(scenario, strengths), results(scenario, strengths, openings, rng)
    names = tuple(map(str, range(scenario.players)))
    chance = chance_of(tuple(lineups(names, scenario.seats)))
    if scenario.seats == 2:
        chance = less_by_draws(chance, drawn, games)
    if scenario.players == 2:
        bar = estimate(found.part.tolist(), chance)
        return [bool(bar.low <= right[0] - right[1] <= bar.high)]
    samples: dict[tuple[str, str], list[float]] = {}
    played: dict[tuple[str, str], list[int]] = {}
    for a, b, part, opening in zip(found.first, found.second, found.part, found.opening, strict=True):
        samples.setdefault((str(a), str(b)), []).append(float(part))
        played.setdefault((str(a), str(b)), []).append(int(opening))
    bars = ratings(names, samples, played, chance)
    return [bool(bars[name].low <= right[int(name)] <= bars[name].high) for name in names]


def held(scenario: Scenario, openings: int, matches: int) -> float:
    """The part of the bars that held the truth."""
    found = [holds for seed in range(matches) for holds in one_match(scenario, openings, seed)]
    return sum(found) / len(found)


def accepted_wrongly(scenario: Scenario, matches: int, most: int = 400) -> tuple[float, float]:
    """How often the test of 0 against 60 Elo accepts 60 where 0 is true, and 0 where 60 is."""
    test, wrong = Sprt(0, 60), [0, 0]
    for which, (right, false) in enumerate(((0.0, "elo1"), (60.0, "elo0"))):
        strengths = np.array([right / 2, -right / 2]) / SCALE * _stretch(scenario, right)
        for seed in range(matches):
            found, _, _ = results(scenario, strengths, most, dice_of(scenario, which, seed))
            part = found.part.tolist()
            verdicts = (test.verdict(part[:end]) for end in range(4, most + 1, 4))
            wrong[which] += next(filter(None, verdicts), None) == false
    return wrong[0] / matches, wrong[1] / matches


def _stretch(scenario: Scenario, elo: float) -> float:
    """By what to multiply strengths so that the score means this Elo, whatever seats, tilts and draws make of it."""
    low, high = 0.2, 6.0
    for _ in range(20 if elo else 0):
        middle = (low + high) / 2
        strengths = np.array([elo / 2, -elo / 2]) / SCALE * middle
        got = truth(scenario, strengths)
        low, high = (middle, high) if got[0] - got[1] < elo else (low, middle)
    return (low + high) / 2 if elo else 1.0


def _row(job: tuple[Scenario, int]) -> str:
    scenario, matches = job
    parts = (f"{100 * held(scenario, count, matches):.1f}" for count in OPENINGS)
    return f"| {scenario.name} | {' | '.join(parts)} |"


def _counted_row(scenario: Scenario) -> str:
    found = [counted(scenario, openings) for openings in FEW]
    parts = (f"{100 * part:.1f}" for one in found for part in (one.held, one.strays, one.least))
    return f"| {scenario.name} | {' | '.join(parts)} |"


def _test_row(job: tuple[Scenario, int]) -> str:
    scenario, matches = job
    upper, lower = accepted_wrongly(scenario, matches)
    return f"| {scenario.name} | {100 * upper:.1f} | {100 * lower:.1f} |"


def tables(matches: int, jobs: int) -> Iterator[str]:
    """As many of two players on other scenarios; fewer where a match has more bars, takes longer, or was seen before."""
    few = max(1, matches // 8)
    asked = (
        ("on scenarios that no constant was chosen on", CHECKED, matches, 2 * few),
        ("where constants were chosen", TUNING, 2 * few, few),
    )
    with multiprocessing.Pool(jobs) as pool:
        for title, scenarios, two, more in asked:
            yield (
                f"\nPart of the 95 % bars that held the truth, in percent, {title}; {two} matches of two players each (±{_error(two):.1f}),"
                f" {more} of more (at most ±{_error(more):.1f}):\n"
            )
            yield "| openings: | " + " | ".join(map(str, OPENINGS)) + " |"
            yield "|---" * (1 + len(OPENINGS)) + "|"
            yield from pool.imap(_row, [(one, two if one.players == 2 else more) for one in scenarios])
        yield COUNTED
        yield "| | " + " | ".join(f"{n}: ours holds | strays | must stray" for n in FEW) + " |"
        yield "|---" * (1 + 3 * len(FEW)) + "|"
        yield from pool.imap(
            _counted_row, [one for one in (*CHECKED, *TUNING) if one.players == 2 == one.seats]
        )
        yield f"\nThe sequential test of 0 against 60 Elo accepts what is false (5 % are allowed), {few} matches each:\n"
        yield "| | 60 where 0 is true | 0 where 60 is true |\n|---|---|---|"
        yield from pool.imap(_test_row, [(one, few) for one in CHECKED if one.players == 2])


def _error(matches: int) -> float:
    """How far, in percent, such a part is from the true one in 95 of 100 cases."""
    return 200 * math.sqrt(0.05 * 0.95 / matches)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=1600, help="of two players, for each number (1600)")
    parser.add_argument("--jobs", type=int, default=1, help="processes (1)")
    parser.add_argument("--write", action="store_true", help=f"into {RESULTS.name}, too")
    parsed = parser.parse_args()
    lines = []
    for line in tables(parsed.matches, parsed.jobs):
        print(line, flush=True)
        lines.append(line)
    if parsed.write:
        write_section(SECTION, "python -m benchmarks.bars --write", "\n".join(lines))


if __name__ == "__main__":
    main()
