"""Learns what an Onyx position is worth: `python -m benchmarks.training.onyx --minutes 30 --jobs 2`.

The engine plays itself, mostly on king-8, from random openings and with a slip now and then. Every position on the way is a row:
what evals/onyx.py counts in it, what the search that chose the move thought of it, and the margin in the end. Least squares
then says what each count foretells of three parts of the one and one of the other, by how much of the board is filled. The result is written as
evals/onyx_weights.py.

Those in use are the third of three passes of some 2,700 games and 140,000 positions each, on 16 cores in five minutes a pass: the first pass played by
weights made by hand, each later one by those of the pass before. At 4,000 nodes a move the second took 80 % of 1,140 games from the first, and the third
60 % of 760 from the second.
"""

from __future__ import annotations

import argparse
import multiprocessing
import sys
import time
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import Budget, think
from quintet.engine._jit import I64, I, Int, Record, array, records, tool
from quintet.engine.boards import onyx as board
from quintet.engine.boards.onyx_rules import BONUS, STATE
from quintet.engine.evals import onyx_weights
from quintet.engine.evals.onyx import FEATURES, count_up, filled
from quintet.games import game

if TYPE_CHECKING:
    from numpy.typing import NDArray

NODES = 6_000
SLIP = 0.06
BOARDS = ("king-8",) * 16 + ("king-6", "square-8", "hex-4", "hex-5")
KNOTS = np.array([0, 8, 16, 24, 32, 40, 52, 64])
"""How much of the board is filled, in 64ths, where weights are learned."""
BY_RESULT = 0.25
"""Which part of what is to be foretold is the result; the rest is what a search thought."""
CLEAR = 60.0
"""A lead of more points than this is no more of a lead."""
STEADY, EVEN = 30.0, 300.0
"""Keep weights small that the positions say little about, and near those of the next knot."""
HELD_OUT = 7
PARTS = ((0, 16), (16, 28), (28, 40), (40, 65))


@tool(I64, records(STATE), array(I))
def measure(state: Record, counts: NDArray[np.int64]) -> Int:
    """Fill in what is counted for the side to move; how much of the board is filled."""
    s = state[0]
    count_up(s, s.mover[0])
    for i in range(len(counts)):
        counts[i] = s.counts[i]
    return filled(s)


def play_game(rules: Any, dice: Random) -> list[tuple[float, ...]]:
    """For each position of one game: how full the board was, what was thought, the margin in the end, and the counts."""
    position, seen = rules.start(), []
    for _ in range(dice.randrange(1, 7)):
        if position.phase == "placing":
            seat = position.mover
            position, _ = rules.play(position, {seat: rules.prompt(position, seat).sample(dice)})
    while turn := rules.turn(position):
        moves = {}
        for seat in turn:
            thought = think(rules, position, seat, budget=Budget(nodes=NODES), seed=dice.randrange(2**30))
            moves[seat] = thought.move
        if position.phase == "placing":
            counts = np.zeros(len(FEATURES), I)
            full = measure(board.load(rules, position), counts)
            seen.append((position.mover, int(full), thought.value or 0.0, counts))
            if dice.random() < SLIP:
                moves[position.mover] = rules.prompt(position, position.mover).sample(dice)
        position, _ = rules.play(position, moves)
    scores = rules.outcome(position).scores
    rows = []
    for seat, full, thought_of, counts in seen:
        bonus = int(BONUS) * (2 * seat - 1)
        margin = scores[seat] - scores[1 - seat]
        rows.append((full, thought_of - bonus, margin - bonus, *map(float, counts)))
    return rows


def play_many(lot: tuple[int, float]) -> list[list[tuple[float, ...]]]:
    seed, end = lot
    dice, boards, games = Random(seed), {name: game("onyx", board=name) for name in BOARDS}, []
    while time.time() < end:
        games.append(play_game(boards[dice.choice(BOARDS)], dice))
    return games


# --- the fit ----------------------------------------------------------------------------------------------------------


def spread_out(full: NDArray[Any], counts: NDArray[Any]) -> NDArray[np.float32]:
    """Each count at the two knots between which the board is filled, by how near it is to each."""
    low = np.clip(np.searchsorted(KNOTS, full, "right") - 1, 0, len(KNOTS) - 2)
    part = (full - KNOTS[low]) / (KNOTS[low + 1] - KNOTS[low])
    near, rows = np.zeros((len(full), len(KNOTS)), np.float32), np.arange(len(full))
    near[rows, low], near[rows, low + 1] = 1 - part, part
    return np.asarray((counts[:, :, None] * near[:, None, :]).reshape(len(full), -1), np.float32)


def fit(rows: NDArray[Any], wanted: NDArray[Any]) -> NDArray[np.float64]:
    steps = np.diff(np.eye(len(KNOTS)), axis=0)
    bend = (rows.T @ rows).astype(float) + STEADY * np.eye(rows.shape[1])
    bend += np.kron(np.eye(len(FEATURES)), EVEN * steps.T @ steps)
    return np.asarray(np.linalg.solve(bend, (rows.T @ wanted).astype(float)))


def learn(games: list[list[tuple[float, ...]]]) -> NDArray[np.int64]:
    """The weights by feature and knot, in 1024ths; how well they foretell what was thought is printed."""
    table = np.array([row for rows in games for row in rows])
    held = np.repeat(np.arange(len(games)) % HELD_OUT == 0, [len(rows) for rows in games])
    full, thought_of, margin = (
        table[:, 0],
        np.clip(table[:, 1], -CLEAR, CLEAR),
        np.clip(table[:, 2], -CLEAR, CLEAR),
    )
    wanted = (1 - BY_RESULT) * thought_of + BY_RESULT * margin
    rows = spread_out(full, table[:, 3:])
    off = thought_of - rows @ fit(rows[~held], wanted[~held])
    for low, high in PARTS:
        part = held & (full >= low) & (full < high)
        if part.any():
            print(f"{low}-{high} filled: {part.sum():,} positions, off by {np.std(off[part]):.1f}")
    return np.rint(1024 * fit(rows, wanted)).astype(np.int64).reshape(len(FEATURES), -1)


def written(weights: NDArray[np.int64]) -> str:
    """As a module."""
    lines = [f"    {knot}: ({', '.join(map(str, row))})," for knot, row in zip(KNOTS, weights.T, strict=True)]
    told = '"""By how much of the board is filled, in 64ths; in between they change evenly."""'
    head = f'"""{onyx_weights.__doc__}"""\n\nfrom __future__ import annotations\n\n'
    return head + "KNOTS: dict[int, tuple[int, ...]] = {\n" + "\n".join(lines) + "\n}\n" + told + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description="Learn what an Onyx position is worth.")
    parser.add_argument("--minutes", type=float, default=30.0, help="how long to play (30)")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time (1)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--keep", action="store_true", help="write evals/onyx_weights.py")
    parsed = parser.parse_args()
    end = time.time() + 60 * parsed.minutes
    with multiprocessing.Pool(parsed.jobs) as pool:
        lots = [(parsed.seed * 1000 + job, end) for job in range(parsed.jobs)]
        games = [one for some in pool.map(play_many, lots) for one in some]
    print(f"{len(games)} games", file=sys.stderr)
    text = written(learn(games))
    if parsed.keep:
        Path(onyx_weights.__file__).write_text(text)
    else:
        print(text)


if __name__ == "__main__":
    main()
