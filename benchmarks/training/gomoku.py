"""Fits what Gomoku's points are worth: `python -m benchmarks.training.gomoku`.

The engine plays itself, from random openings and with a slip now and then. Every quiet position of those games is a row:
how many empty points of each shape and class either side has, pairs, captures in reach, threats. A logistic regression
then finds the weights by which such rows foretell who won, held near the weights made by hand.
"""

from __future__ import annotations

import argparse
import random
import time
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from quintet.engine import knowledge
from quintet.engine._jit import I64, I, Int, Record, array, records, tool
from quintet.engine.answers import gomoku_search as answers
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_rules as outcomes
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards.gomoku_threats import write_near
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.thought import FOREVER
from quintet.games import game

SLIP = 0.08
"""How often a random move near stones is played instead of the engine's."""
VARIANTS: tuple[dict[str, Any], ...] = ({}, {}, {"captures": "off"})
"""Two games of three are played with captures."""
WON = {int(outcomes.BY_CAPTURES): 1, int(outcomes.BY_FIVE): 1, int(outcomes.BY_UNBROKEN_FIVE): 0}
"""How a game ended: whether the side that moved last won it."""
WORTH_HAVING = 0.55
HELD_OUT = 10
PULLS = (0.003, 0.03, 0.3)
FIXED = [0, 1, 2, 10, 11, 12, 20, 21, 30, 31, 40]
"""Weights that stay 0: of points where nothing stands near, which are everywhere."""


@tool(I64, records(stones.STATE), records(answers.CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    """A forced win, or a search."""
    answers.deepen(state[0], context[0])
    return I(0)


@tool(I64, records(stones.STATE), array(I))
def list_near(state: Record, moves: NDArray[np.int64]) -> Int:
    return write_near(state[0], moves, False)


def describe(state: NDArray[Any]) -> NDArray[np.float64]:
    """What each weight is multiplied by in this position: `evaluate`, taken apart."""
    s = state[0]
    own = int(s.colour[0])
    empty = np.flatnonzero(s.cells == stones.EMPTY)
    points, classes = lines.all_points(), lines.point_classes()
    row: list[float] = []
    for kinds in (points, classes):
        for colour, sign in ((own, 1), (1 - own, -1)):
            seen = kinds[s.shapes[empty, colour]].ravel()
            row += list(sign * np.bincount(seen, minlength=10))
    pairs = np.zeros(5)
    pairs[s.pairs[own]] += 1
    pairs[s.pairs[1 - own]] -= 1
    row += list(pairs)
    total = int(s.total[0])
    reach = [[total >> (shift + 9 * colour) & 511 for colour in (own, 1 - own)] for shift in (0, 18)]
    row += [reach[0][0] * (2 + int(s.pairs[own])), -reach[0][1] * (2 + int(s.pairs[1 - own]))]
    row += [reach[1][0], -reach[1][1]]
    row += [
        *threats(s, own, bool(s.counts[1 - own, lines.MAKES_FIVE] == 0)),
        *(-x for x in threats(s, 1 - own, True)),
    ]
    return np.array([*row, 1.0])


def threats(s: Any, colour: int, free: bool) -> tuple[float, float]:
    first = free and s.counts[colour, lines.WINS_NEXT] > 0
    return float(first), float(free and not first and s.counts[colour, lines.FOUR_AND_THREE] > 0)


def play_one(
    number: int, weights: NDArray[Any], nodes: int, context: NDArray[Any]
) -> tuple[list[NDArray[np.float64]], list[float]]:
    """One game of the engine against itself: its quiet positions, and whether the side to move went on to win."""
    dice = random.Random(number)
    rules: Any = game("gomoku", size=dice.choice((13, 15, 19)), **VARIANTS[number % len(VARIANTS)])
    state = board.load(rules, rules.start(), partial(evaluation.fill, row=weights))
    rows, movers = [], []
    near, opening = np.zeros(stones.MAX_MOVES, I), dice.randint(2, 6)
    while state["status"][0, 0] == outcomes.GOING_ON and state["placed"][0, 0] < 150:
        move = look(state, nodes, context)
        decided = abs(int(context["value"][0, 0])) >= evaluation.DECIDED
        if state["placed"][0, 0] < opening or (not decided and dice.random() < SLIP):
            move = int(dice.choice(near[: max(list_near(state, near), 1)])) or move
        elif not decided and state["five"][0, 0] == 0:
            rows.append(describe(state))
            movers.append(int(state["colour"][0, 0]))
        board.make_move(state, I(move))
    status = int(state["status"][0, 0])
    if status not in WON:
        return rows, [0.5] * len(rows)
    winner = int(state["colour"][0, 0]) ^ WON[status]
    return rows, [float(mover == winner) for mover in movers]


def fit(rows: NDArray[np.float64], results: NDArray[np.float64], pull: float) -> NDArray[np.float64]:
    """Logistic regression by Newton's method, pulled towards the weights made by hand."""
    free = [i for i in range(rows.shape[1]) if i not in FIXED]
    start = evaluation.BY_HAND.astype(float)
    used = rows[:, free] / evaluation.SCALE
    strength = pull * len(rows) * np.maximum(used.var(axis=0), 1e-9)
    change = np.zeros(len(free))
    for _ in range(12):
        chance = 1 / (1 + np.exp(-np.clip(rows @ start / evaluation.SCALE + used @ change, -30, 30)))
        slope = used.T @ (results - chance) - strength * change
        bend = (used * (chance * (1 - chance))[:, None]).T @ used + np.diag(strength)
        change += np.linalg.solve(bend, slope)
    fitted = start.copy()
    fitted[free] += change
    return fitted


def loss(rows: NDArray[np.float64], results: NDArray[np.float64], weights: NDArray[Any]) -> float:
    """How badly the weights foretell the results, in nats."""
    chance = 1 / (1 + np.exp(-np.clip(rows @ weights / evaluation.SCALE, -30, 30)))
    chance = np.clip(chance, 1e-6, 1 - 1e-6)
    return float(-np.mean(results * np.log(chance) + (1 - results) * np.log(1 - chance)))


def best_fit(rows: NDArray[np.float64], results: NDArray[np.float64]) -> NDArray[np.float64]:
    """The fit whose pull does best on games it has not seen."""
    cut = len(rows) // HELD_OUT
    print(f"made by hand: {loss(rows[:cut], results[:cut], evaluation.BY_HAND):.4f} on positions not seen")
    tried = []
    for pull in PULLS:
        weights = fit(rows[cut:], results[cut:], pull)
        tried.append((loss(rows[:cut], results[:cut], weights), pull))
        print(f"pull {pull:g}: {tried[-1][0]:.4f}", flush=True)
    return fit(rows, results, min(tried)[1])


# --- is it worth having? ----------------------------------------------------------------------------------------------


def compare(new: NDArray[Any], old: NDArray[Any], games: int, nodes: int, context: NDArray[Any]) -> float:
    """The part of the points that one row of weights takes from another, in pairs of games from the same openings."""
    points = 0.0
    for number in range(games):
        dice = random.Random(f"match {number // 2}")
        rules: Any = game("gomoku", size=dice.choice((15, 19)), **VARIANTS[number // 2 % len(VARIANTS)])
        rows = (new, old) if number % 2 == 0 else (old, new)
        states = [board.load(rules, rules.start(), partial(evaluation.fill, row=row)) for row in rows]
        result = duel(states, dice, (nodes, nodes), context)
        points += result if number % 2 == 0 else 1 - result
        if number % 20 == 19:
            print(f"{number + 1} games: {points / (number + 1):.1%}", flush=True)
    return points / games


def duel(
    states: list[NDArray[Any]], dice: random.Random, nodes: tuple[int, int], context: NDArray[Any]
) -> float:
    """One game, black by the weights of the first state, white by those of the second, with so many nodes; black's points."""
    near, opening = np.zeros(stones.MAX_MOVES, I), dice.randint(3, 5)
    state = states[0]
    while state["status"][0, 0] == outcomes.GOING_ON and state["placed"][0, 0] < 200:
        colour = int(state["colour"][0, 0])
        state = states[colour]
        if state["placed"][0, 0] < opening:
            move = (
                int(dice.choice(near[: list_near(state, near)])) if state["placed"][0, 0] else middle(state)
            )
        else:
            move = look(state, nodes[colour], context)
        for each in states:
            board.make_move(each, I(move))
    status, waiting = int(state["status"][0, 0]), 1 - int(state["colour"][0, 0])
    if status not in WON:
        return 0.5
    return float((waiting if WON[status] else 1 - waiting) == 0)


def middle(state: NDArray[Any]) -> int:
    half = int(state["side"][0, 0]) // 2
    return (half + stones.MARGIN) * stones.STRIDE + half


def look(state: NDArray[Any], nodes: int, context: NDArray[Any]) -> int:
    """The engine's move."""
    context["deadline"], context["node_limit"], context["depth_limit"] = FOREVER, nodes, MAX_DEPTH
    context["begun"] = context["lines"] = context["nodes"] = context["stop"] = context["looked"] = 0
    deepen(state, context)
    return int(context["line"][0, 0])


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--games", type=int, default=2500, help="to learn from in each pass")
    parser.add_argument(
        "--passes", type=int, default=2, help="the later ones play by the weights of the one before"
    )
    parser.add_argument("--nodes", type=int, default=500, help="for each move of these")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--match", type=int, default=400, help="games against the weights made by hand")
    parser.add_argument("--match-nodes", type=int, default=2000, help="for each move of these")
    parsed = parser.parse_args()
    begun = time.process_time()
    context = np.zeros(1, answers.CONTEXT)
    weights: NDArray[Any] = evaluation.BY_HAND
    for number_of_pass in range(parsed.passes):
        rows: list[NDArray[np.float64]] = []
        results: list[float] = []
        for number in range(parsed.games):
            lot = (parsed.seed * 100 + number_of_pass) * 1_000_000 + number
            more, ends = play_one(lot, weights, parsed.nodes, context)
            rows += more
            results += ends
            if number % 500 == 499:
                print(f"{number + 1} games, {time.process_time() - begun:.0f} s", flush=True)
        weights = np.rint(best_fit(np.array(rows), np.array(results))).astype(np.int32)
    minutes = (time.process_time() - begun) / 60
    part = compare(weights, evaluation.BY_HAND, parsed.match, parsed.match_nodes, context)
    if part < WORTH_HAVING:
        print(
            f"not kept: {part:.1%} of the points against the weights made by hand is less than {WORTH_HAVING:.0%}"
        )
        return
    story = STORY.format(
        minutes=minutes, positions=len(rows), part=part, weights=list(map(int, weights)), **vars(parsed)
    )
    print(f"{evaluation.NAME}: {knowledge.write(evaluation.NAME, weights.tobytes(), story)} bytes")


STORY = """\
Weights of Gomoku's evaluation: 54 int32 numbers, in the order of BY_HAND in evals/gomoku.py.

Made by: python -m benchmarks.training.gomoku --games {games} --passes {passes} --nodes {nodes} --seed {seed}
({minutes:.1f} CPU minutes). The engine played itself, first with the weights made by hand, then with those of the pass
before; {positions} quiet positions of the last pass and who won from each went into a logistic regression. No other
data went in.

Against the weights made by hand, in {match} games at {match_nodes} nodes a move: {part:.1%} of the points.

{weights}
"""

if __name__ == "__main__":
    main()
