"""Reversi's compiled board plays by the readable rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quintet.engine.boards import reversi
from quintet.games import game
from tests.engine.walks import check_walk, slow_perft

VARIANTS = [{"size": size, "first": first} for size in (4, 6, 8) for first in ("black", "white")]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_random_walks_agree_at_every_step(settings: dict[str, object]) -> None:
    rules: Any = game("reversi", **settings)
    lengths = [check_walk(reversi, rules, seed) for seed in range(5)]
    assert min(lengths) >= 5


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_perft_agrees_with_the_rules(settings: dict[str, object]) -> None:
    rules: Any = game("reversi", **settings)
    state = reversi.load(rules, rules.start())
    for depth in range(5):
        assert reversi.perft(rules, state, depth) == slow_perft(rules, rules.start(), depth)


def test_perft_of_the_start_is_the_published_count() -> None:
    rules: Any = game("reversi")
    state = reversi.load(rules, rules.start())
    counts = [reversi.perft(rules, state, depth) for depth in range(1, 10)]
    assert counts == [4, 12, 56, 244, 1396, 8200, 55092, 390216, 3005288]


def test_random_playouts_end_within_the_board() -> None:
    rules: Any = game("reversi", size=4)
    words = reversi.words(reversi.load(rules, rules.start()))
    total = reversi.playouts(*words, np.int64(1000), np.uint64(1))
    assert -16_000 < total < 16_000
    assert total == reversi.playouts(*words, np.int64(1000), np.uint64(1))
