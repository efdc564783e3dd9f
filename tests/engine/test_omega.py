"""Thwart Omega's engine: exact near the end, a mixed strategy always."""

from __future__ import annotations

import itertools
from random import Random
from typing import Any

import numpy as np
import pytest

from quintet.engine import Budget, EngineError, Thought, generic, solve, think
from quintet.engine.baselines import BASELINES
from quintet.engine.levels import LEVELS, level
from quintet.engine.matrix import solve_game
from quintet.engine.registry import player
from quintet.engine.think import start_clock
from quintet.games import game
from quintet.games.contract import AnyGame

ENOUGH = Budget(nodes=100_000)
"""To solve nine empty squares, on however busy a machine."""


def late(rules: AnyGame, empty: int, seed: int) -> Any:
    """A position of a random game with so many empty squares or a few less, and at least one round to go."""
    dice, position = Random(seed), rules.start()
    while position.squares.count("") > empty:
        before = position
        moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
        position, _ = rules.play(position, moves)
    return position if rules.turn(position) else before


def exactly(rules: AnyGame, empty: int, number: int) -> Any:
    """The position of that number, from 0, among those of random games that have exactly so many empty squares."""
    found = (p for seed in itertools.count() if (p := late(rules, empty, seed)).squares.count("") == empty)
    return next(itertools.islice(found, number, None))


def check_mix(rules: AnyGame, position: Any, thought: Thought) -> None:
    assert thought.policy
    assert sum(thought.policy.values()) == pytest.approx(1)
    assert all(rules.legal(position, thought.seat, move) for move in thought.policy)
    assert thought.move in thought.policy
    assert -1 <= thought.value <= 1


@pytest.mark.parametrize(("size", "players"), [*itertools.product(range(3, 10), (2, 3))])
def test_every_board_gets_a_legal_mix_from_start_to_end(size: int, players: int) -> None:
    rules = game("omega", size=size, players=players)
    position = rules.start()
    while turn := rules.turn(position):
        moves = {}
        for seat in turn:
            thought = think(rules, position, seat, budget=Budget(nodes=500), seed=size)
            check_mix(rules, position, thought)
            assert thought.nodes <= 500
            moves[seat] = thought.move
        position, _ = rules.play(position, moves)


def slow_value(rules: AnyGame, position: Any) -> float:
    """The value for seat 0 by the readable rules alone."""
    outcome = rules.outcome(position)
    if outcome is not None:
        return 0.0 if outcome.draw else 1.0 - 2 * outcome.winners[0]
    first, second = (list(rules.prompt(position, seat).moves()) for seat in (0, 1))
    known: dict[tuple[str, ...], float] = {}  # many pairs of moves come to the same position

    def after(a: str, b: str) -> float:
        reached = rules.apply(position, {0: a, 1: b})[0]
        if reached.squares not in known:
            known[reached.squares] = slow_value(rules, reached)
        return known[reached.squares]

    return solve_game(np.array([[after(a, b) for b in second] for a in first]))[2]


@pytest.mark.parametrize("seed", range(8))
def test_the_end_is_worth_what_the_rules_say(seed: int) -> None:
    rules = game("omega", size=3 if seed % 2 else 4)
    position = late(rules, 6, seed)
    thoughts = [think(rules, position, seat, budget=ENOUGH) for seat in (0, 1)]
    assert all(thought.exact for thought in thoughts)
    assert thoughts[0].value == pytest.approx(slow_value(rules, position), abs=1e-6)
    assert thoughts[1].value == pytest.approx(-thoughts[0].value, abs=1e-6)


@pytest.mark.parametrize("seed", [0, 6])
def test_what_is_not_looked_into_changes_no_value(seed: int) -> None:
    """Seven empty squares, with values between win and loss: two rounds, of which most pairs of moves are never played."""
    rules = game("omega")
    position = exactly(rules, 7, seed)
    thought = think(rules, position, 0, budget=ENOUGH)
    assert thought.exact
    assert thought.value == pytest.approx(slow_value(rules, position), abs=1e-6)
    assert -1 < thought.value < 1
    assert thought.nodes < 400  # all positions that can be reached are more


@pytest.mark.parametrize("seat", [0, 1])
def test_every_move_of_a_solution_is_worth_what_it_gains_against_the_others_mix(seat: int) -> None:
    """Seven empty squares: most moves are in nobody's mixture, and were never compared while the value was looked for."""
    rules = game("omega")
    position = exactly(rules, 7, 6)
    mine, theirs = (
        player(rules).analyse(rules, position, which, start_clock(ENOUGH, 0)) for which in (seat, 1 - seat)
    )
    assert mine.exact
    assert mine.policy
    assert theirs.policy
    assert len(mine.values) == 42
    assert max(mine.values.values()) == pytest.approx(mine.value, abs=1e-6)
    for move, share in mine.policy.items():
        assert share < 1e-6 or mine.values[move] == pytest.approx(mine.value, abs=1e-6)
    for move in Random(seat).sample(sorted(mine.values), 4):
        gain = 0.0
        for reply, share in theirs.policy.items():
            reached = rules.apply(position, {seat: move, 1 - seat: reply})[0]
            gain += share * slow_value(rules, reached)
        assert mine.values[move] == pytest.approx(gain if seat == 0 else -gain, abs=1e-6)


def test_ten_empty_squares_are_exact_and_worth_the_same_to_both() -> None:
    rules = game("omega")
    position = exactly(rules, 10, 3)
    white, black = (think(rules, position, seat, budget=ENOUGH) for seat in (0, 1))
    assert white.exact
    assert black.exact
    assert -1 < white.value < 1
    assert black.value == pytest.approx(-white.value, abs=1e-6)


def test_both_seats_mixes_prove_the_value() -> None:
    rules = game("omega", size=4)
    position = next(
        p
        for seed in range(50)
        if len(think(rules, p := late(rules, 5, seed), 0, budget=ENOUGH).policy or ()) > 1
    )
    white, black = (think(rules, position, seat, budget=ENOUGH) for seat in (0, 1))
    moves = list(rules.prompt(position, 0).moves())
    against = {
        (a, b): slow_value(rules, rules.apply(position, {0: a, 1: b})[0]) for a in moves for b in moves
    }
    assert white.policy
    assert black.policy
    worst = min(sum(p * against[a, b] for a, p in white.policy.items()) for b in moves)
    best = max(sum(p * against[a, b] for b, p in black.policy.items()) for a in moves)
    assert worst == pytest.approx(white.value, abs=1e-6)
    assert best == pytest.approx(white.value, abs=1e-6)


def test_three_by_three_is_exact_from_the_start() -> None:
    rules = game("omega", size=3)
    thought = think(rules, rules.start(), 0, budget=ENOUGH)
    assert thought.exact
    assert thought.value == pytest.approx(0, abs=1e-9)
    check_mix(rules, rules.start(), thought)
    assert solve(rules, rules.start(), 1).exact


def test_seven_empty_squares_are_exact_on_the_large_board() -> None:
    rules = game("omega")
    for seed in range(5):
        assert think(rules, late(rules, 7, seed), seed % 2, budget=ENOUGH).exact


def test_a_solution_tells_how_far_it_is() -> None:
    rules, told = game("omega"), list[tuple[str, float]]()
    solve(rules, late(rules, 9, 1), 0, lambda text, share: told.append((text, share)))
    assert told[-1][1] == 1
    assert all(text.endswith(" positions") for text, _ in told)
    assert [share for _, share in told] == sorted(share for _, share in told)


def test_a_solution_nobody_waits_for_ends() -> None:
    rules = game("omega")

    def give_up(_text: str, _share: float) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        solve(rules, late(rules, 10, 1), 0, give_up)


def test_what_cannot_be_solved_is_refused() -> None:
    rules = game("omega")
    with pytest.raises(EngineError, match="10 or fewer empty squares"):
        solve(rules, rules.start(), 0)
    three = game("omega", players=3, size=3)
    with pytest.raises(EngineError, match="three players"):
        solve(three, three.start(), 0)


@pytest.mark.parametrize("players", [2, 3])
def test_the_same_seed_and_nodes_give_the_same_answer_and_another_seed_another(players: int) -> None:
    rules = game("omega", players=players)
    same = [think(rules, rules.start(), 1, budget=Budget(nodes=3000), seed=1) for _ in range(2)]
    assert same[0].policy == same[1].policy
    assert same[0].move == same[1].move
    other = think(rules, rules.start(), 1, budget=Budget(nodes=3000), seed=2)
    assert other.policy != same[0].policy


@pytest.mark.parametrize(("players", "whole"), [(2, 0.0), (3, -1.0)])
def test_few_samples_are_no_reason_for_hope(players: int, whole: float) -> None:
    """One wins and the others lose, and at the start all have the same prospects: so say the values of all seats."""
    rules = game("omega", players=players)
    told = [
        [
            think(rules, rules.start(), seat, budget=Budget(nodes=3000), seed=seed).value
            for seat in range(players)
        ]
        for seed in range(12)
    ]
    for values in told:
        assert sum(values) == pytest.approx(whole, abs=1e-6)
    for seat in range(players):
        assert sum(values[seat] for values in told) / len(told) == pytest.approx(whole / players, abs=0.12)


def test_the_frozen_player_plays_two_player_games_to_the_end() -> None:
    frozen: Any = BASELINES["ucb-6k"].make()
    rules = game("omega", size=4)
    position, dice = rules.start(), Random(1)
    while turn := rules.turn(position):
        moves = {seat: frozen.choose(rules, position, seat, dice) for seat in turn}
        position, _ = rules.play(position, moves)
    assert frozen.plays(rules)
    assert not frozen.plays(game("omega", players=3))


@pytest.mark.parametrize("players", [2, 3])
def test_the_search_serves_games_without_a_compiled_board(players: int) -> None:
    rules = game("omega", size=4, players=players)
    for nodes in (5, 300):
        limits = start_clock(Budget(nodes=nodes), 0, seed=1)
        found = generic.analyse(rules, rules.start(), 1, limits)
        assert found.policy
        assert sum(found.policy.values()) == pytest.approx(1)
        assert all(rules.legal(rules.start(), 1, move) for move in found.policy)
        assert found.nodes <= nodes


@pytest.mark.parametrize(("size", "players"), [*itertools.product(range(3, 10), (2, 3))])
def test_small_boards_and_three_players_have_levels_of_their_own(size: int, players: int) -> None:
    rules = game("omega", size=size, players=players)
    there = [level(number, player(rules), rules) for number in LEVELS]
    usual = [level(number, player(rules)) for number in LEVELS]
    assert (there != usual) == (players == 3 or size <= 5)
    assert there[-1] == usual[-1], "the strongest is the strongest everywhere"
    for low, high in itertools.pairwise(there[:-1]):
        assert (low.nodes or 0) <= (high.nodes or 0)
        assert low.loss >= high.loss
        assert low.haste >= high.haste
    assert all(setting.haste < 1 for setting in there[2:]), "from level 3 on they see what is under the nose"
