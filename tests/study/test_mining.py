"""Puzzles found in games, and what is passed over."""

from __future__ import annotations

import random

from msgspec.structs import replace

from quintet.games import game
from quintet.study import mining, proving, puzzles


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


def test_of_those_with_an_answer_that_is_right_too_often_the_easiest_go() -> None:
    known = puzzles.shipped("onyx")
    other = [one for one in known if one.right != ("remove",) and mining.choices(one) > 10][:12]
    same = [replace(one, right=("remove",), rating=900 + n) for n, one in enumerate(other)]
    kept = mining.varied([*same, *other])
    assert {one.rating for one in kept if one.right == ("remove",)} == {909, 910, 911}
    assert [one for one in kept if one.right != ("remove",)] == sorted(
        other, key=lambda one: (-one.rating, one.id)
    )
    assert mining.varied(kept) == kept


def test_a_rating_is_that_of_the_proof_whatever_it_was() -> None:
    known = [one for one in puzzles.shipped("onyx") if one.goal == "most"]
    for puzzle in known[:: len(known) // 5]:
        assert mining.graded_again(replace(puzzle, rating=3000)).rating == puzzle.rating


def test_where_all_move_at_once_either_side_may_be_asked() -> None:
    onyx = game("onyx", board="king-6")
    rng = random.Random(2)
    seats: set[int] = set()
    goals: tuple[puzzles.Goal, ...] = ("most",)
    for _ in range(60):
        found = mining.in_game(onyx, mining.played_by_levels(onyx, rng, (2,)), rng, goals)
        seats |= set() if found is None else {found.seat}
        if len(seats) == 2:
            return
    raise AssertionError(f"only {seats} in sixty games")


def test_a_position_with_hardly_a_choice_is_no_question() -> None:
    reversi = game("reversi", size=4)
    position = reversi.start()
    while reversi.turn(position):
        seat = reversi.turn(position)[0]
        if reversi.prompt(position, seat).count() < proving.FEWEST:
            assert proving.look(reversi, position, seat) is None
        move = next(iter(reversi.prompt(position, seat).moves()))
        position, _ = reversi.play(position, {seat: move})
