"""Puzzles found in games, and what is passed over."""

from __future__ import annotations

import random

from quintet.games import game
from quintet.study import mining, proving


def test_one_move_that_keeps_the_result_is_a_puzzle_and_two_are_none() -> None:
    best = game("best")
    rng = random.Random(3)
    found: list[proving.Found] = []
    looked = 0
    while len(found) < 3:
        looked += 1
        assert looked < 60
        one = mining.in_game(best, mining.played_by_levels(best, rng), rng)
        found += [] if one is None else [one]
    for one in found:
        assert proving.why_wrong(mining.graded(one)) == ""
        assert one.plies >= proving.FURTHEST


def test_where_everybody_moves_at_once_few_moves_are_good_enough() -> None:
    omega = game("omega", size=4)
    rng = random.Random(5)
    found = None
    while found is None:
        found = mining.in_game(omega, mining.played_by_levels(omega, rng), rng)
    count = omega.prompt(found.position, found.seat).count()
    assert found.goal == "mix"
    assert 1 <= len(found.right) <= proving.RARE * count


def test_at_most_one_comes_from_a_game_and_none_twice() -> None:
    best = game("best")
    positions = mining.played_by_levels(best, random.Random(11))
    found = list(mining.mine(best, iter([positions] * 6), seed=1))
    assert len(found) == 6
    kept = [puzzle.id for puzzle in found if puzzle is not None]
    assert len(kept) == len(set(kept))


def test_a_position_with_hardly_a_choice_is_no_question() -> None:
    reversi = game("reversi", size=4)
    position = reversi.start()
    while reversi.turn(position):
        seat = reversi.turn(position)[0]
        if reversi.prompt(position, seat).count() < proving.FEWEST:
            assert proving.look(reversi, position, seat) is None
        move = next(iter(reversi.prompt(position, seat).moves()))
        position, _ = reversi.play(position, {seat: move})
