"""Makes the file of Gomoku's net: `python -m benchmarks.training.gomoku_whole NET.npz`.

What gomoku_net.py has taught is made into whole numbers and plays against the engine without a net; it is stored only if it takes
55 % of the points. A position costs more with a net, so it looks at fewer.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.gomoku import WORTH_HAVING, duel
from quintet.engine import knowledge
from quintet.engine.answers import gomoku_search as answers
from quintet.engine.boards import gomoku as board
from quintet.engine.boards.gomoku_views import KINDS, ONE, VIEWS
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.evals import gomoku_net as net
from quintet.engine.evals.gomoku import SCALE
from quintet.engine.evals.gomoku_net import BETWEEN, INNER, OLD, OUTER, SHIPPED, SHRINK
from quintet.games import game

COST = 1.6
"""How much longer a position takes with a net."""


def whole_numbers(fitted: Mapping[str, NDArray[Any]]) -> NDArray[Any]:
    """`fitted` are the arrays of `gomoku_net.Net` by their names there."""
    inputs = np.concatenate([np.full(VIEWS, 1 / (ONE * SHRINK)), np.ones(2 * KINDS)])
    """What one unit of each input is to the net."""
    parts = {
        "lines": fitted["lines.weight"] * ONE,
        "ground": fitted["bias"] * ONE,
        "taste": fitted["policy"] * ONE,
        "inner": fitted["first.weight"].T * inputs[:, None] * 2**INNER,
        "inner_ground": fitted["first.bias"] * 2**INNER,
        "outer": fitted["last.weight"][0] * SCALE * 2 ** (OUTER - INNER + BETWEEN),
        "straight": fitted["straight.weight"][0] * inputs * SCALE * 2**OUTER,
        "ends": np.concatenate([fitted["last.bias"] * SCALE * 2**OUTER, fitted["old"] * 2**OLD]),
    }
    known = np.zeros(1, SHIPPED)
    for name, numbers in parts.items():
        most = np.iinfo(known[name].dtype).max
        if np.abs(numbers).max() > most:
            raise SystemExit(f"{name}: a number is larger than the {most} that there is room for")
        known[name] = np.rint(numbers)
    return known


def compare(known: NDArray[Any], games: int, nodes: int) -> float:
    """The part of the points that the net takes from the engine without one, in pairs of games from the same openings."""
    rules: Any = game("gomoku", size=15, captures="off")
    context, points = np.zeros(1, answers.CONTEXT), 0.0

    def with_net(state: NDArray[Any]) -> None:
        evaluation.fill(state, evaluation.weights())
        net.fill(state, known)

    def without(state: NDArray[Any]) -> None:
        evaluation.fill(state, evaluation.weights())

    for number in range(games):
        sides = [(with_net, int(nodes / COST)), (without, nodes)]
        if number % 2:
            sides.reverse()
        states = [board.load(rules, rules.start(), fill) for fill, _ in sides]
        dice = random.Random(f"match {number // 2}")
        result = duel(states, dice, (sides[0][1], sides[1][1]), context)
        points += 1 - result if number % 2 else result
    return points / games


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", metavar="NET", help="made by gomoku_net.py")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--nodes", type=int, default=8000, help="for each move of the engine without a net")
    parser.add_argument("--note", type=Path, help="a file that tells how the net was made")
    parsed = parser.parse_args()
    known = whole_numbers(dict(np.load(parsed.file)))
    part = compare(known, parsed.games, parsed.nodes)
    told = f"{part:.1%} of the points of {parsed.games} games against the engine without it"
    if part < WORTH_HAVING:
        raise SystemExit(f"not kept: {told} is less than {WORTH_HAVING:.0%}")
    note = "" if parsed.note is None else parsed.note.read_text("utf-8")
    story = STORY.format(note=note.strip(), told=told, nodes=parsed.nodes, fewer=int(parsed.nodes / COST))
    print(f"{net.NAME}: {knowledge.write(net.NAME, known.tobytes(), story)} bytes; {told}")


STORY = """\
The net that judges Gomoku without captures: whole numbers, in the form of SHIPPED in evals/gomoku_net.py.

{note}

Made into whole numbers by: python -m benchmarks.training.gomoku_whole, which gave it {told},
on 15×15 with {fewer} nodes a move against {nodes}.
"""

if __name__ == "__main__":
    main()
