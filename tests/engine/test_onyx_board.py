"""Onyx's compiled board plays by the readable rules."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quintet.engine.boards import onyx
from quintet.games import game
from quintet.games.perft import perft
from tests.engine.walks import check_equal, check_walk

RING = {
    "spaces": {f"a{n}": [n % 6, n // 6] for n in range(1, 31)},
    "edges": [[f"a{n}", f"a{(n + step - 1) % 30 + 1}"] for n in range(1, 31) for step in (1, 7)],
}
"""Thirty points, four neighbours each, and no picture of it is flat."""
STAR = {
    "spaces": {f"a{n}": [n % 20, n // 20] for n in range(1, 71)},
    "edges": [["a1", f"a{n}"] for n in range(2, 71)] + [[f"a{n}", f"a{n + 1}"] for n in range(2, 70)],
}
"""One space beside sixty-nine others, on more than one word."""
BOARDS = [
    "king-2",
    "king-3",
    "king-8",
    "king-9",
    "square-3",
    "square-8",
    "square-12",
    "hex-2",
    "hex-4",
    "hex-5",
]
GRAPHS = [{"spaces": {"a1": [0, 0]}, "edges": []}, RING, STAR]


@pytest.mark.parametrize("board", [*BOARDS, *GRAPHS], ids=lambda board: str(board)[:12])
def test_random_walks_agree_at_every_step(board: object) -> None:
    rules: Any = game("onyx", board=board)
    for seed in range(2):
        check_walk(onyx, rules, seed, rounds=40 if len(rules.graph.names) <= 64 else 12)


@pytest.mark.parametrize("board", ["king-2", "square-2", "hex-2", "king-3"])
def test_crowded_walks_reach_repetition_and_removal(board: str) -> None:
    rules: Any = game("onyx", board=board)
    lengths = [check_walk(onyx, rules, seed) for seed in range(12)]
    assert max(lengths) > 8


def test_a_position_that_comes_up_a_third_time_ends_placing() -> None:
    rules: Any = game("onyx", board="king-2")
    dice, repeated = random.Random(5), 0
    for _ in range(20):
        position, state = rules.start(), onyx.load(rules, rules.start())
        while position.phase == "placing":
            seat = position.mover
            move = dice.choice(list(returning(rules, position)) or ["pass"])
            position, _ = rules.play(position, {seat: move})
            onyx.advance(rules, state, {seat: move})
            check_equal(onyx, rules, position, state)
        repeated += position.passed != (0, 1)
    assert repeated > 5


def returning(rules: Any, position: Any) -> list[str]:
    """Turns of two pieces that lead where the game has been before; all of them if none does."""
    moves = [move for move in rules.prompt(position, position.mover).moves() if " " in move]
    marks = {move: rules.apply(position, {position.mover: move})[0].mark for move in moves}
    return [move for move in moves if marks[move] in position.earlier] or moves


@pytest.mark.parametrize(
    ("board", "depth"),
    [("king-2", 4), ("square-2", 4), ("hex-2", 3), ("square-3", 2), ("king-3", 2), ("king-8", 2)],
)
def test_perft_agrees_with_the_rules(board: str, depth: int) -> None:
    rules: Any = game("onyx", board=board)
    state = onyx.load(rules, rules.start())
    for plies in range(depth + 1):
        assert onyx.perft(rules, state, plies) == perft(rules, rules.start(), plies)
