"""Thwart Omega's compiled board plays by the readable rules."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quintet.engine.boards import omega
from quintet.games import game
from quintet.games.perft import perft
from tests.engine.walks import check_walk

VARIANTS = [{"size": size, "players": players} for size in range(3, 10) for players in (2, 3)]


@pytest.mark.parametrize("settings", VARIANTS, ids=str)
def test_random_walks_agree_at_every_step(settings: dict[str, int]) -> None:
    rules: Any = game("omega", **settings)
    large = settings["size"] + settings["players"] > 8  # every step lists up to half a million moves
    lengths = [check_walk(omega, rules, seed) for seed in range(1 if large else 5)]
    assert min(lengths) >= (settings["size"] ** 2 - settings["players"] ** 2) // settings["players"] ** 2


@pytest.mark.parametrize(
    ("settings", "depth", "leaves"),
    [
        ({}, 1, 5_531_904),
        ({"size": 3}, 1, 5_184),
        ({"size": 3}, 2, 3_278_016),
        ({"size": 4}, 1, 57_600),
        ({"size": 3, "players": 3}, 1, 128_024_064),
    ],
)
def test_perft_of_the_start_is_the_known_count(settings: dict[str, int], depth: int, leaves: int) -> None:
    rules: Any = game("omega", **settings)
    assert omega.perft(rules, omega.load(rules, rules.start()), depth) == leaves


def test_perft_in_the_middle_of_a_game_agrees_with_the_rules() -> None:
    rules: Any = game("omega", size=4)
    position = rules.start()
    for first, second in (("wa1 bb1", "wa1 bc1"), ("wa2 bd4", "wb2 bd4"), ("wc2 bd2", "wd2 ba3")):
        position, _ = rules.play(position, {0: first, 1: second})
    for depth in range(3):
        assert omega.perft(rules, omega.load(rules, position), depth) == perft(rules, position, depth)


def test_random_games_share_out_one_win_each() -> None:
    for players in (2, 3):
        rules: Any = game("omega", players=players)
        shares = np.zeros(3)
        omega.playouts(omega.load(rules, rules.start()), np.int64(500), np.uint64(7), shares)
        assert shares.sum() == pytest.approx(500)
        assert min(shares[:players]) > 500 / players / 2
