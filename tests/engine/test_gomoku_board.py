"""Gomoku's compiled board plays by the readable rules."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from quintet.engine.boards import gomoku
from quintet.engine.evals import gomoku as evaluation
from quintet.games import game
from quintet.games.gomoku import Gomoku
from quintet.testing.variants import variants
from tests.engine.walks import check_equal, check_walk, slow_perft

BANS = [
    {"size": 9, "captures": captures, "double_three": threes, "self_capture": flanked}
    for captures, threes, flanked in product(
        ("on", "off"), ("allowed", "forbidden"), ("allowed", "forbidden")
    )
]
OPENINGS = [{"size": 9, "opening": opening} for opening in ("pro", "long-pro", "swap", "swap2")]
SIZES = [{"size": size} for size in range(9, 20)]


@pytest.mark.parametrize("settings", [*BANS, *OPENINGS, *SIZES, *variants(Gomoku)], ids=str)
def test_random_walks_agree_at_every_step(settings: dict[str, object]) -> None:
    rules: Any = game("gomoku", **settings)
    for seed in range(2):
        assert check_walk(gomoku, rules, seed, rounds=120) >= 5


@pytest.mark.parametrize("settings", BANS, ids=str)
def test_crowded_boards_agree(settings: dict[str, object]) -> None:
    """Stones close together capture, align and break fives far more often than stones thrown anywhere."""
    rules: Any = game("gomoku", **settings)
    for seed in range(6):
        crowded_walk(rules, random.Random(seed))


def crowded_walk(rules: Any, dice: random.Random) -> None:
    position, state = rules.start(), gomoku.load(rules, rules.start())
    while turn := rules.turn(position):
        check_equal(gomoku, rules, position, state)
        moves = list(rules.prompt(position, turn[0]).moves())
        middle = [move for move in moves if move[0] in "cdefg" and move[1:] in "34567"]
        loud = [move for move in moves if rules.gain(position, turn[0], move) > 40]
        move = dice.choice(loud if loud and dice.random() < 0.5 else middle or moves)
        position, _ = rules.play(position, {turn[0]: move})
        gomoku.advance(rules, state, {turn[0]: move})
    check_equal(gomoku, rules, position, state)


@pytest.mark.parametrize("settings", [*BANS, *OPENINGS], ids=str)
def test_perft_agrees_with_the_rules(settings: dict[str, object]) -> None:
    rules: Any = game("gomoku", **settings)
    depth = 4 if "opening" in settings and "pro" in str(settings["opening"]) else 2
    state = gomoku.load(rules, rules.start())
    assert gomoku.perft(rules, state, depth) == slow_perft(rules, rules.start(), depth)


@pytest.mark.parametrize("settings", BANS, ids=str)
def test_perft_of_a_fight_agrees(settings: dict[str, object]) -> None:
    """Two stones more in the thick of it: captures, bans, fives and extra turns are all within reach."""
    rules: Any = game("gomoku", **settings)
    position = rules.start()
    for move in ("e5", "e6", "d5", "f5", "f6", "d6", "e7", "c5", "d4", "g6", "c6", "f3", "f7", "g8", "b3"):
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    assert gomoku.perft(rules, gomoku.load(rules, position), 2) == slow_perft(rules, position, 2)


@pytest.mark.parametrize("settings", BANS, ids=str)
def test_undo_restores_everything(settings: dict[str, object]) -> None:
    """A perft plays and takes back thousands of moves on one board, which must be the same afterwards."""
    rules: Any = game("gomoku", **settings)
    position, dice = rules.start(), random.Random(5)
    for _ in range(30):
        (seat,) = rules.turn(position) or (None,)
        if seat is None:
            break
        position, _ = rules.play(position, {seat: dice.choice(list(rules.prompt(position, seat).moves()))})
    state = gomoku.load(rules, position, evaluation.fill)
    before = state.copy()
    gomoku.perft(rules, state, 3)
    fields = set(state.dtype.names or ())
    working = {"taken", "taken_count", *(field for field in fields if field.startswith("old_"))}
    for field in fields - working:
        assert (state[field] == before[field]).all(), field
