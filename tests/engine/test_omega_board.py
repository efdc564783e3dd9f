"""Thwart Omega's compiled board plays by the readable rules."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
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


QUICK = [{"size": size, "players": players} for size in range(3, 9) for players in (2, 3)]


def in_words(rules: Any, state: Any, empty: set[str]) -> Any:
    """The position that the words of a random game say, by the readable rules' own type; what is nothing else is burned."""
    squares = ["" if name in empty else "x" for name in rules.grid.names]
    for colour, heights in zip(rules.colours, state["words"][0], strict=False):
        for square in range(len(squares)):
            stones = sum(int(word) >> square & 1 for word in heights)
            if stones:
                squares[square] = colour * stones
    return tuple(squares)


def draw_arms(dice: Random, empty: int, players: int) -> Any:
    joint = np.zeros((3, 3), np.int64)
    for seat in range(players):
        joint[seat, :players] = dice.sample(range(empty), players)
    return joint


@pytest.mark.parametrize("settings", QUICK, ids=str)
def test_the_first_round_in_words_is_that_of_the_rules(settings: dict[str, int]) -> None:
    rules: Any = game("omega", **settings)
    for seed in range(20):
        dice, position = Random(seed), rules.start()
        while rules.turn(position):
            state = omega.load(rules, position)
            names = omega.empty_names(rules, state)
            joint = draw_arms(dice, len(names), rules.seats)
            moves = {
                seat: omega.move_text(rules, tuple(names[arm] for arm in joint[seat, : rules.seats]))
                for seat in range(rules.seats)
            }
            left = omega.quick_game(state, joint, np.uint64(1), np.int64(0))
            position, _ = rules.play(position, moves)
            bag = {rules.grid.names[square] for square in state["bag"][0, :left]}
            over = left < rules.seats**2
            assert in_words(rules, state, set() if over else bag) == position.squares


@pytest.mark.parametrize("settings", QUICK, ids=str)
def test_random_games_in_words_end_with_the_scores_of_the_rules(settings: dict[str, int]) -> None:
    rules: Any = game("omega", **settings)
    state = omega.load(rules, rules.start())
    for seed in range(30):
        joint = draw_arms(Random(seed), settings["size"] ** 2, rules.seats)
        rounds = omega.quick_game(state, joint, np.uint64(seed + 1), np.int64(1))
        end = msgspec.structs.replace(rules.start(), squares=in_words(rules, state, set()))
        points = tuple(int(each) for each in state["points"][0, : rules.seats])
        assert points == rules.outcome(end).scores
        filled = sum(1 for square in end.squares if square != "x")
        assert filled <= rounds * rules.seats**2
        assert settings["size"] ** 2 <= (rounds + 1) * rules.seats**2


@pytest.mark.parametrize("players", [2, 3])
def test_random_games_in_words_come_out_as_those_of_the_rules_do(players: int) -> None:
    """The same first round, and then as often the same stones: how much each colour has on the average, and how long it takes."""
    rules: Any = game("omega", players=players, size=5)
    joint = draw_arms(Random(1), 25, players)
    state, quickly, slowly = omega.load(rules, rules.start()), np.zeros(4), np.zeros(4)
    for seed in range(1, 3001):
        dice = np.uint64(seed * 0x9E3779B97F4A7C15 % 2**64)
        rounds = omega.quick_game(state, joint, dice, np.int64(1))
        quickly += [rounds, *np.log1p(state["points"][0])]
    state["choice"][0, 0] = state["empty"][0, 0][joint]
    start = state.copy()
    omega.play_round(start)
    for seed in range(1, 3001):
        after = start.copy()
        dice = np.uint64(seed * 0xD1342543DE82EF95 % 2**64)
        rounds = omega.playouts(after, np.int64(1), dice, np.zeros(3))
        slowly += [1 + rounds, *np.log1p(after["product"][0, 1] * (after["stones"][0, 1] > 0))]
    assert quickly[: players + 1] == pytest.approx(slowly[: players + 1], rel=0.03)
