"""Plays the games of plain five from which Gomoku's net learns: `python -m benchmarks.training.gomoku_games FILE --seconds 600`.

The engine plays itself without captures, from random openings and with a slip now and then. Every position in which it has
something to choose is a row: the stones, what a search found it worth, and who won in the end. Now and then a random
move is tried beside the game and searched as well: a search that looks ahead meets more bad moves than good ones.
"""

from __future__ import annotations

import argparse
import os
import random
import time
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.training.gomoku import WON, deepen, list_near
from quintet.engine._jit import I64, I, Int, Record, records, tool
from quintet.engine.answers import gomoku_search as answers
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_rules as outcomes
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards.gomoku_lines import MAKES_FIVE
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.thought import FOREVER
from quintet.games import game

SIZES = (15, 15, 15, 15, 19, 19, 13)
SLIP, ASIDE = 0.06, 0.6
"""How often a random move near stones is played, and how often one is only tried."""
ROW = np.dtype(
    [
        ("points", np.uint8, (19, 19)),  # 0 empty, 1 the side to move, 2 the other, 3 outside
        ("value", np.int16),  # what a search found, in units of the evaluation
        ("static", np.int16),  # what the evaluation said before it
        ("result", np.uint8),  # 0 lost, 1 drawn, 2 won, 3 unknown: a position beside a game
        ("move", np.uint16),  # row × 19 + column of the move that was found best
        ("counts", np.uint8, (2, 6)),  # points that make a three or more, own and enemy
    ]
)
MOST = 8000
"""A value beyond which a position is decided."""


@tool(I64, records(stones.STATE))
def add_up(state: Record) -> Int:
    return evaluation.add_up(state[0])


def look(state: NDArray[Any], nodes: int, context: NDArray[Any]) -> int:
    """The engine's move; what the table knows from earlier in this game is kept."""
    context["deadline"], context["node_limit"], context["depth_limit"] = FOREVER, nodes, MAX_DEPTH
    context["begun"] = context["lines"] = context["nodes"] = context["stop"] = context["looked"] = 0
    context["keeps"] = 1
    deepen(state, context)
    return int(context["line"][0, 0])


def describe(state: NDArray[Any], context: NDArray[Any]) -> tuple[Any, ...]:
    s = state[0]
    own, side = int(s.colour[0]), int(s.side[0])
    cells = s.cells.reshape(-1, stones.STRIDE)[stones.MARGIN : stones.MARGIN + side, :side]
    points = np.full((19, 19), 3, np.uint8)
    points[:side, :side] = cells if own == 0 else np.array([0, 2, 1, 3], np.uint8)[cells]
    move = int(context["line"][0, 0])
    at = (move // stones.STRIDE - stones.MARGIN) * 19 + move % stones.STRIDE
    value = min(max(int(context["value"][0, 0]), -MOST), MOST)
    counts = np.minimum(s.counts[[own, 1 - own], 4:], 255)
    return (points, value, min(max(int(add_up(state)), -MOST), MOST), 3, at, counts)


def worth_a_row(state: NDArray[Any]) -> bool:
    """Has the side to move a choice, and no forced win that the engine would see without any evaluation?"""
    s = state[0]
    threatened = s.counts[1 - int(s.colour[0]), MAKES_FIVE] > 0
    return bool(not threatened and s.proven[0] == 0 and s.placed[0] >= 3)


def play_one(
    dice: random.Random, starts: dict[int, NDArray[Any]], nodes: int, context: NDArray[Any]
) -> list[tuple[Any, ...]]:
    """The rows of one game."""
    state = starts[dice.choice(SIZES)].copy()
    context["table"] = 0
    rows: list[tuple[Any, ...]] = []
    aside: list[tuple[Any, ...]] = []
    movers: list[int] = []
    near, opening = np.zeros(stones.MAX_MOVES, I), dice.randint(2, 7)
    while state["status"][0, 0] == outcomes.GOING_ON and state["placed"][0, 0] < 180:
        if state["placed"][0, 0] < opening:
            count = list_near(state, near)
            board.make_move(state, I(dice.choice(near[:count])) if count else I(middle(state, dice)))
            continue
        move = look(state, nodes, context)
        decided = abs(int(context["value"][0, 0])) >= evaluation.DECIDED
        if worth_a_row(state):
            rows.append(describe(state, context))
            movers.append(int(state["colour"][0, 0]))
        if dice.random() < ASIDE and not decided:
            other = state.copy()
            for _ in range(dice.choice((1, 1, 2, 3))):
                board.make_move(other, I(dice.choice(near[: list_near(other, near)])))
                if other["status"][0, 0] != outcomes.GOING_ON:
                    break
            if other["status"][0, 0] == outcomes.GOING_ON:
                look(other, nodes // 2, context)
                if worth_a_row(other):
                    aside.append(describe(other, context))
        if not decided and dice.random() < SLIP:
            move = int(dice.choice(near[: max(list_near(state, near), 1)])) or move
        board.make_move(state, I(move))
    status = int(state["status"][0, 0])
    winner = int(state["colour"][0, 0]) ^ WON[status] if status in WON else -1
    told = [
        (*row[:3], 1 if winner < 0 else 2 * int(mover == winner), *row[4:])
        for row, mover in zip(rows, movers, strict=True)
    ]
    return told + aside


def middle(state: NDArray[Any], dice: random.Random) -> int:
    half, spread = int(state["side"][0, 0]) // 2, dice.choice((0, 0, 1, 2, 3))
    row, column = half + dice.randint(-spread, spread), half + dice.randint(-spread, spread)
    return (row + stones.MARGIN) * stones.STRIDE + column


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("file", help="where the rows go: FILE-NUMBER.npy, one for each process")
    parser.add_argument("--seconds", type=float, default=600)
    parser.add_argument("--nodes", type=int, default=1500, help="for each move; half of it beside the game")
    parser.add_argument("--jobs", type=int, default=1, help="so many processes")
    parser.add_argument("--seed", type=int, default=1)
    parsed = parser.parse_args()
    starts = {}
    for size in set(SIZES):
        rules: Any = game("gomoku", size=size, captures="off")
        starts[size] = board.load(rules, rules.start(), evaluation.fill)
    context = np.zeros(1, answers.CONTEXT)
    play_one(
        random.Random(0), starts, parsed.nodes, context
    )  # everything is compiled before the others begin
    end, number = time.monotonic() + parsed.seconds, parsed.seed * 1000
    for child in range(1, parsed.jobs):
        if os.fork() == 0:  # this is the child, which begins no others
            number += child
            break
    dice = random.Random(f"plain {number}")
    rows: list[tuple[Any, ...]] = []
    games = 0
    while time.monotonic() < end:
        rows += play_one(dice, starts, parsed.nodes, context)
        games += 1
    np.save(f"{parsed.file}-{number}.npy", np.array(rows, ROW))
    print(f"{games} games, {len(rows)} rows", flush=True)


if __name__ == "__main__":
    main()
