"""What a value is worth as a result to expect, fitted to games of the engine against itself at equal levels.

    python -m benchmarks.chances                 every game, 60 games of each: some minutes of one core
    python -m benchmarks.chances --games 400     better curves
    python -m benchmarks.chances onyx            one game anew; the curves and rows of the others stay

Both seats play at the same level, 5 to 8: those that look before every move, or nearly, and at no clock. It begins after two random
plies. Every other position is valued by a search of fixed nodes; what is proven does not count. The chance of a win is a logistic curve of the value,
whose steepness depends on how full the board is, and does not fall while it fills: of several forms that one is taken which predicts
best the games it was not fitted to. The curve that there was stays if it predicts these games better yet.
"""

from __future__ import annotations

import argparse
import random
from datetime import UTC, datetime
from typing import NamedTuple

import msgspec
import numpy as np
from numpy.typing import NDArray

from benchmarks.report import sections, table, write_section
from benchmarks.unhurried import Setting
from quintet.engine import Budget, think
from quintet.engine.chances import FILE, NEAR_END, Curve, curves, fullness
from quintet.engine.levels import level
from quintet.engine.registry import player
from quintet.games import GAMES, game

COMMAND = "python -m benchmarks.chances"
SECTION = "Engine: the result to expect"
LEVELS = (5, 6, 7, 8)
NODES = {"reversi": 4_000, "gomoku": 2_000, "onyx": 120, "best": 4_000, "omega": 4_000}
OTHERWISE = 2_000
FORMS = ((0,), (2,), (0, 1), (0, 2), (0, 1, 2))
"""Which of the three parts of a steepness are used: always, filling, ending."""
FOLDS = 5
HEAD = (
    *("game", "levels", "games", "positions", "steepness", "log loss", "calibration error"),
    *("log loss before", "calibration error before", "fitted"),
)
Numbers = NDArray[np.float64]


class Sample(NamedTuple):
    """A position of a game: what it seemed worth to a seat, how full the board was, and what became of it."""

    number: int
    value: float
    full: float
    result: float


def play(name: str, number: int) -> list[Sample]:
    """One game, and what its positions were worth."""
    rules, dice = game(name), random.Random(f"{name} {number}")
    position, setting = rules.start(), Setting(level(LEVELS[number % len(LEVELS)], player(rules)))
    seen: list[tuple[int, float, float]] = []
    ply = 0
    while turn := rules.turn(position):
        if ply >= 2 and ply % 2 == number // len(LEVELS) % 2:
            seat = turn[0]
            budget = Budget(nodes=NODES.get(name, OTHERWISE))
            thought = think(rules, position, seat, budget=budget, seed=ply)
            if not thought.exact:
                seen.append((seat, thought.value, fullness(rules, position)))
        moves = {}
        for seat in turn:
            if ply < 2:
                moves[seat] = rules.prompt(position, seat).sample(dice)
            else:
                moves[seat] = setting.choose(rules, position, seat, dice)
        position, _ = rules.apply(position, moves)
        ply += 1
    outcome = rules.outcome(position)
    assert outcome is not None
    share = 1 / len(outcome.winners)
    return [
        Sample(number, value, full, share if seat in outcome.winners else 0.0) for seat, value, full in seen
    ]


def features(samples: list[Sample]) -> Numbers:
    value = np.array([s.value for s in samples])
    full = np.array([s.full for s in samples])
    return np.stack([value, value * full, value / np.sqrt(1 - full + NEAR_END)], axis=1)


def fit(x: Numbers, y: Numbers) -> Numbers:
    """Logistic regression without a constant: what is worth nothing to one side is worth nothing to the other."""
    weights, scale = np.zeros(x.shape[1]), np.sqrt((x**2).mean(axis=0)) + 1e-9
    x = x / scale
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (p - y) + 1e-3 * weights
        bend = (x * (p * (1 - p))[:, None]).T @ x + 1e-3 * np.eye(x.shape[1])
        weights = weights - np.linalg.solve(bend, slope)
    found: Numbers = weights / scale
    return found


def predict(x: Numbers, weights: Numbers) -> Numbers:
    found: Numbers = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
    return found


def log_loss(p: Numbers, y: Numbers) -> float:
    p = np.clip(p, 1e-6, 1 - 1e-6)
    return float(-(y * np.log(p) + (1 - y) * np.log(1 - p)).mean())


def calibration_error(p: Numbers, y: Numbers) -> float:
    """How far the results of positions of about the same chance are from it, on the average."""
    bins = np.minimum((p * 10).astype(int), 9)
    return float(
        sum(abs(p[bins == b].mean() - y[bins == b].mean()) * (bins == b).mean() for b in set(bins.tolist()))
    )


def best_form(samples: list[Sample]) -> tuple[Curve, float, float]:
    """The curve, its log loss and its calibration error on games it was not fitted to."""
    x, y = features(samples), np.array([s.result for s in samples])
    fold = np.array([s.number % FOLDS for s in samples])
    found: list[tuple[float, float, Curve]] = []
    for form in FORMS:
        used = list(form)
        told = np.zeros(len(y))
        for k in range(FOLDS):
            told[fold == k] = predict(x[fold == k][:, used], fit(x[fold != k][:, used], y[fold != k]))
        parts = np.zeros(3)
        parts[used] = fit(x[:, used], y)
        curve = Curve(*(round(float(part), 5) for part in parts))
        steps = [curve.steepness(float(full)) for full in np.linspace(0, 1, 21)]
        if steps[0] > 0 and steps == sorted(steps):
            found.append((log_loss(told, y), calibration_error(told, y), curve))
    loss, error, curve = min(found, key=lambda one: one[0])
    return curve, loss, error


def told_by(curve: Curve, samples: list[Sample]) -> tuple[float, float]:
    """The log loss and the calibration error of a curve that has seen none of these games."""
    y = np.array([s.result for s in samples])
    p = predict(features(samples), np.array([curve.always, curve.filling, curve.ending]))
    return log_loss(p, y), calibration_error(p, y)


def better(before: Curve | None, samples: list[Sample]) -> tuple[Curve, list[str]]:
    """The curve to keep, and what a row says of it and of the one before."""
    curve, *found = best_form(samples)
    was = told_by(before, samples) if before is not None else None
    if before is not None and was is not None and was[0] < found[0]:
        curve, found = before, list(was)
    told = (formula(curve), *(f"{one:.3f}" for one in found), *(f"{one:.3f}" for one in was or ()))
    return curve, [*told, *(() if was else ("–", "–"))]


def formula(curve: Curve) -> str:
    parts = [
        f"{part:g}{times}"
        for part, times in (
            (curve.always, ""),
            (curve.filling, "·f"),
            (curve.ending, f"/√({1 + NEAR_END:g}−f)"),
        )
        if part
    ]
    return " + ".join(parts).replace("+ -", "− ").replace("-", "−")


def earlier_rows() -> dict[str, list[str]]:
    """What results.md says of each game so far."""
    told = sections().get(SECTION, "")
    rows = [[cell.strip() for cell in line.strip("| ").split("|")] for line in told.splitlines()]
    return {row[0]: row for row in rows if row[0] in GAMES and len(row) == len(HEAD)}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", choices=[[], *GAMES], default=[], metavar="GAME")
    parser.add_argument("--games", type=int, default=60)
    parsed = parser.parse_args()
    known, rows = dict(curves()), earlier_rows()
    for name in parsed.names or GAMES:
        samples = [sample for number in range(parsed.games) for sample in play(name, number)]
        known[name], told = better(known.get(name), samples)
        pool = f"{LEVELS[0]} to {LEVELS[-1]}"
        made = (pool, parsed.games, len(samples), *told, datetime.now(UTC).date().isoformat())
        rows[name] = [name, *map(str, made)]
        print(*rows[name], flush=True)
    FILE.write_bytes(msgspec.json.format(msgspec.json.encode(known)) + b"\n")
    write_section(
        SECTION,
        " ".join([COMMAND, *parsed.names]),
        "The chance of a win is σ(steepness × value), where f is the part of the board that is taken. Games of equal levels"
        " against themselves; log loss (0.693 knows nothing) and calibration error on games that the curve was not fitted to,"
        " and those of the curve that there was before on the same games.\n\n"
        + table(HEAD, [rows[name] for name in GAMES if name in rows]),
    )


if __name__ == "__main__":
    main()
