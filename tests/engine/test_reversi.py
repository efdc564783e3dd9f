"""Reversi's engine: the exact solver, the pattern evaluation, and what `think` makes of them."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quintet.engine import Budget, EngineError, registry, solve, think
from quintet.engine.answers import reversi_search as search
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.evals import reversi_weights as weights
from quintet.engine.thought import FOREVER, Limits
from quintet.games import game
from tests.engine.positions import DATA, random_position, read_obf


def final_margin(rules: Any, position: Any) -> int:
    """By the readable rules alone, for the seat to move."""
    turn = rules.turn(position)
    if not turn:
        black, white = rules.scores(position)
        return int(black - white)
    (seat,) = turn
    sign = 1 if seat == 0 else -1
    values = (
        final_margin(rules, rules.apply(position, {seat: move})[0])
        for move in rules.prompt(position, seat).moves()
    )
    return sign * max(sign * value for value in values)


@pytest.mark.parametrize(("size", "plies"), [(8, 54), (6, 26), (4, 6)])
def test_solutions_agree_with_the_readable_rules(size: int, plies: int) -> None:
    rules: Any = game("reversi", size=size)
    solved = 0
    for seed in range(12):
        position = random_position(rules, plies, seed)
        if not rules.turn(position):
            continue
        (seat,) = rules.turn(position)
        thought = solve(rules, position, seat)
        wanted = final_margin(rules, position)
        assert thought.exact
        assert thought.value == (wanted if seat == 0 else -wanted)
        after, _ = rules.play(position, {seat: thought.move})
        assert final_margin(rules, after) == wanted
        solved += 1
    assert solved >= 5


def test_four_by_four_is_lost_by_eight() -> None:
    rules = game("reversi", size=4)
    thought = solve(rules, rules.start(), 0)
    assert (thought.value, thought.exact) == (-8, True)


def test_a_known_hard_endgame_is_solved() -> None:
    rules: Any = game("reversi")
    squares, colour, values = read_obf((DATA / "ffo-40-44.obf").read_text().splitlines()[0])
    seat = rules.colours.index(colour)
    thought = solve(rules, rules.load({"squares": squares, "mover": seat}), seat)
    assert (thought.move, thought.value) == ("a2", 38)
    assert max(values.values()) == 38


def test_late_positions_are_solved_within_the_nodes_and_weak_levels_know_the_other_moves() -> None:
    rules: Any = game("reversi")
    position = random_position(rules, 48, 3)
    (seat,) = rules.turn(position)
    thought = think(rules, position, seat, budget=Budget(nodes=2_000_000))
    assert thought.exact
    limits = Limits(deadline=FOREVER, nodes=2_000_000, spread=20.0)
    analysis = registry.player(rules).analyse(rules, position, seat, limits)
    assert analysis.values[thought.move] == thought.value
    for move, value in analysis.values.items():
        after, _ = rules.play(position, {seat: move})
        truth = -solve(rules, after, 1 - seat).value
        assert value == truth if truth >= thought.value - 20 else value < thought.value - 20
    assert len(analysis.values) == rules.prompt(position, seat).count()


def test_positions_far_from_the_end_are_not_promised_a_solution() -> None:
    rules = game("reversi")
    with pytest.raises(EngineError, match="60 empty squares cannot be solved; with 30 or fewer it can"):
        solve(rules, rules.start(), 0)


def test_pattern_numbers_follow_the_moves() -> None:
    rules: Any = game("reversi")
    state, scratch = np.zeros(1, search.STATE), np.zeros(1, search.STATE)
    start = board.load(rules, rules.start())
    state["own"], state["other"], state["trained"] = start["own"], start["other"], 1
    search.number_root(state)
    position = rules.start()
    for ply, move in enumerate(("d3", "c3", "c4", "e3", "f4")):
        search.play_one(state, np.int64(board.spelling(rules, 0).read(move)), np.int64(ply))
        position, _ = rules.play(position, {ply % 2: move})
        scratch["own"], scratch["other"] = state["own"], state["other"]
        if ply % 2 == 0:  # numbers are from the side that was to move at the root
            scratch["own"], scratch["other"] = state["other"], state["own"]
        search.number_root(scratch)
        assert (state["numbers"][0, ply + 1] == scratch["numbers"][0, 0]).all()


def test_a_position_is_worth_as_much_to_one_side_as_it_costs_the_other() -> None:
    """In games of the engine against itself neither side is ahead on the average, whoever is to move."""
    rules: Any = game("reversi")
    found = []
    for seed in range(6):
        position = random_position(rules, 8, seed)
        for _ in range(28):
            (seat,) = rules.turn(position)
            found.append(think(rules, position, seat, budget=Budget(nodes=60)).value)
            move = think(rules, position, seat, budget=Budget(nodes=1000)).move
            position, _ = rules.play(position, {seat: move})
    assert abs(float(np.mean(found))) < 2


def test_weak_levels_have_a_choice_also_when_the_nodes_ran_out_in_the_middle_of_an_iteration() -> None:
    rules: Any = game("reversi")
    for seed in range(6):
        position = random_position(rules, 14, seed)
        (seat,) = rules.turn(position)
        moves = {think(rules, position, seat, level=1, seed=number).move for number in range(30)}
        assert len(moves) > 1


def test_exchanging_the_sides_of_the_weights_exchanges_the_value() -> None:
    plain = np.arange(patterns.TOTAL)
    assert (weights.swapped()[weights.swapped()] == plain).all()
    assert weights.stored_count() == 114_133
