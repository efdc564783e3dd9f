"""The compiled board of Best Game Ever plays by the readable rules."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine.boards import best
from quintet.games import game
from tests.engine.walks import check_walk, slow_perft

VARIANTS = [{"board": board, "tokens": tokens} for board in ("5x7", "7x5") for tokens in (1, 2, 7, 20, 50)]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_random_walks_agree_at_every_step(settings: dict[str, object]) -> None:
    rules: Any = game("best", **settings)
    lengths = [check_walk(best, rules, seed) for seed in range(12)]
    assert max(lengths) <= 2 * int(str(settings["tokens"]))
    assert max(lengths) == 2 * int(str(settings["tokens"])) or settings["tokens"] == 50


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_perft_agrees_with_the_rules(settings: dict[str, object]) -> None:
    rules: Any = game("best", **settings)
    state = best.load(rules, rules.start())
    for depth in range(6 if rules.columns == 5 else 5):
        assert best.perft(rules, state, depth) == slow_perft(rules, rules.start(), depth)


@pytest.mark.parametrize("board", ["5x7", "7x5"])
def test_perft_agrees_where_runs_fall_and_columns_are_full(board: str) -> None:
    from tests.engine.positions import random_position

    rules: Any = game("best", board=board)
    for seed in range(6):
        position = random_position(rules, 24 + seed, seed)
        state = best.load(rules, position)
        assert best.perft(rules, state, 4) == slow_perft(rules, position, 4)
