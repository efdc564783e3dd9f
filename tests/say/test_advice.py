"""The words beside a hint."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import Thought
from quintet.games import game
from quintet.say.advice import hint_text, judgement, worth
from quintet.table.table import Hint


@pytest.mark.parametrize(
    ("name", "value", "exact", "more", "told"),
    [
        ("reversi", 3.21, False, {"line": ("a1", "b1", "pass")}, "3.2 discs ahead; then b1, Pass"),
        ("reversi", -13.0, True, {}, "13 discs behind, proven"),
        ("reversi", 1.0, True, {}, "1 disc ahead, proven"),
        ("best", -0.04, False, {}, "even"),
        ("onyx", -0.5, False, {}, "0.5 points behind"),
        ("gomoku", 0.44, False, {}, "72 % chance of winning"),
        ("gomoku", 0.44, False, {"expected": 0.61}, "61 % chance of winning"),
        ("reversi", 3.21, False, {"expected": 0.61}, "3.2 discs ahead"),
        ("gomoku", 1.0, True, {"expected": 1.0}, "a win, proven"),
        ("gomoku", 1.0, True, {}, "a win, proven"),
        ("gomoku", -1.0, True, {}, "a loss, proven"),
        ("gomoku", 0.0, True, {}, "a draw, proven"),
        ("gomoku", 3.0, False, {}, "100 % chance of winning"),
        (
            "omega",
            0.0,
            True,
            {"policy": {"wa1 bb2": 0.5, "wb1 ba2": 0.5}},
            "50 % chance of winning, proven; drawn from 2 moves, to be hard to guess",
        ),
    ],
)
def test_a_hint_says_what_the_move_is_worth_and_whether_that_is_proven(
    name: str, value: float, exact: bool, more: dict[str, Any], told: str
) -> None:
    thought: dict[str, Any] = {
        "seat": 0,
        "move": "a1",
        "line": ("a1",),
        "depth": 1,
        "nodes": 1,
        "seconds": 0.1,
    } | more
    assert judgement(game(name), Thought(value=value, exact=exact, **thought)) == told


def test_a_hint_names_a_word_as_people_do() -> None:
    assert hint_text(game("reversi"), Hint(0, "pass", "even")) == "Hint: Pass (even)"
    assert hint_text(game("reversi"), Hint(0, "d3", "")) == "Hint: d3"
    assert worth(game("reversi"), 2.0) == "2 discs ahead"
