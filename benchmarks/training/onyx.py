"""Fits the weights of Onyx's evaluation: `python -m benchmarks.training.onyx --minutes 5`.

The engine plays itself on king-8, quickly and from random openings. For every position on the way the features of
evals/onyx.py are noted, and at the end the margin; least squares then says what each feature was worth, for each part of the
game. The result is printed as the rows of KNOTS. Those in use come from two such runs (578 and 561 games, the second with
the weights of the first), averaged and smoothed by hand.
"""

from __future__ import annotations

import argparse
import sys
import time
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import Budget, think
from quintet.engine._jit import I64, I, Int, Record, array, entry, records
from quintet.engine.boards import onyx as board
from quintet.engine.boards.onyx_reach import spread, tally
from quintet.engine.boards.onyx_rules import BONUS, STATE
from quintet.engine.evals.onyx import danger, filled
from quintet.games import game

if TYPE_CHECKING:
    from numpy.typing import NDArray

FEATURES = 7
NODES = 120
PARTS = ((0, 10), (10, 18), (18, 26), (26, 34), (34, 42), (42, 65))
"""From and up to how much of the board is filled, in 64ths."""
STEADY = 5.0
"""Keeps weights small that the positions say little about."""
_0, _1 = I(0), I(1)


@entry(I64, records(STATE), array(np.float64))
def measure(state: Record, features: NDArray[np.float64]) -> Int:
    """Fill in the features from the side to move, in the order of evals/onyx.py; how much of the board is filled."""
    s = state[0]
    seat, rival = s.mover[0], _1 - s.mover[0]
    spread(s)
    features[0] = (tally(s.nearest, seat) - tally(s.nearest, rival)) / 2
    features[1] = tally(s.control, seat) - tally(s.control, rival)
    features[2], features[3] = danger(s, seat, _1, _0), danger(s, seat, _0, _1)
    features[4], features[5] = danger(s, rival, _1, _0), danger(s, rival, _0, _1)
    features[6] = 1.0
    return filled(s)


def play_game(rules: Any, dice: Random) -> list[tuple[int, NDArray[np.float64], float]]:
    """For each position of one game how full the board was, the features, and the margin it led to less the bonus."""
    position, seen = rules.start(), []
    for _ in range(dice.randrange(1, 5)):
        seat = position.mover
        position, _ = rules.play(position, {seat: rules.prompt(position, seat).sample(dice)})
        if position.phase != "placing":
            return []
    while turn := rules.turn(position):
        if position.phase == "placing":
            features = np.zeros(FEATURES)
            seen.append((int(measure(board.load(rules, position), features)), position.mover, features))
        budget, seed = Budget(nodes=NODES), dice.randrange(2**30)
        moves = {seat: think(rules, position, seat, budget=budget, seed=seed).move for seat in turn}
        position, _ = rules.play(position, moves)
    scores = rules.outcome(position).scores
    ahead = scores[0] - scores[1] + int(BONUS)
    return [(full, features, float(-ahead if seat else ahead)) for full, seat, features in seen]


def fit(seen: list[tuple[int, NDArray[np.float64], float]]) -> None:
    """Print the weights for each part of the game, and how well they foretell the margin."""
    for low, high in PARTS:
        part = [(features, margin) for full, features, margin in seen if low <= full < high]
        if not part:
            continue
        features, margins = np.array([f for f, _ in part]), np.array([m for _, m in part])
        weights = np.linalg.solve(features.T @ features + STEADY * np.eye(FEATURES), features.T @ margins)
        row = ", ".join(f"{weight:.2f}" for weight in weights)
        left = float(np.std(margins - features @ weights))
        print(
            f"{(low + high) // 2}: ({row}),  # {len(part):,} positions, off by {left:.1f} of {np.std(margins):.1f}"
        )


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the weights of Onyx's evaluation.")
    parser.add_argument("--minutes", type=float, default=5.0, help="how long to play (5)")
    parser.add_argument("--seed", type=int, default=0)
    parsed = parser.parse_args()
    rules, dice, seen, games = game("onyx"), Random(parsed.seed), [], 0
    end = time.monotonic() + 60 * parsed.minutes
    while time.monotonic() < end:
        seen += play_game(rules, dice)
        games += 1
    print(f"{games} games", file=sys.stderr)
    fit(seen)


if __name__ == "__main__":
    main()
