"""Ratings of solvers and puzzles, and what comes back after days."""

from __future__ import annotations

import pytest

from quintet.study import puzzles, solving
from quintet.study.glicko import FLOOR, Standing, played
from quintet.study.solving import DAY, Solver, answered, due, next_for, standing_of

NOW = 1_800_000_000_000


def test_glicko_gives_the_numbers_of_its_author() -> None:
    """The published example: three games in one period; game by game it comes out nearly the same."""
    player = Standing(1500, 200)
    for rival, deviation, score in ((1400, 30, 1.0), (1550, 100, 0.0), (1700, 300, 0.0)):
        player = played(player, Standing(rival, deviation), score)
    assert player.rating == pytest.approx(1464, abs=3)
    assert player.deviation == pytest.approx(151.5, abs=1.5)
    assert player.volatility == pytest.approx(0.06, abs=0.0005)


def test_one_game_is_as_glicko_says() -> None:
    after = played(Standing(1500, 200), Standing(1400, 30), 1.0)
    assert after.rating == pytest.approx(1563.6, abs=0.3)
    assert after.deviation == pytest.approx(175.4, abs=0.3)


def test_nobody_is_ever_quite_sure_and_what_one_gains_the_other_loses() -> None:
    one, other = Standing(), Standing()
    for _ in range(300):
        one, other = played(one, other, 1.0), played(other, one, 0.0)
    assert one.deviation >= FLOOR
    assert other.deviation >= FLOOR
    assert one.rating > 1500 > other.rating


def test_only_the_first_answer_counts() -> None:
    puzzle = puzzles.shipped("gomoku")[0]
    first = answered(Solver(), puzzle, standing_of(puzzle), True, NOW)
    assert first.counts
    assert first.solver.streak == first.solver.longest == first.solver.solved == 1
    assert first.puzzle == standing_of(puzzle), "of a newcomer nothing is known"
    again = answered(first.solver, puzzle, first.puzzle, False, NOW + 1)
    assert not again.counts
    assert again.solver == first.solver
    assert again.puzzle == first.puzzle


def test_the_rating_of_a_puzzle_follows_those_who_have_solved_some_and_not_too_far() -> None:
    several = puzzles.shipped("gomoku")[: solving.NEWCOMER + 1]
    solver = Solver()
    for puzzle in several[:-1]:
        found = answered(solver, puzzle, standing_of(puzzle), True, NOW)
        assert found.puzzle == standing_of(puzzle)
        solver = found.solver
    last = several[-1]
    standing = answered(solver, last, standing_of(last), True, NOW).puzzle
    assert standing.rating < last.rating
    for _ in range(500):
        standing = answered(solver, last, standing, False, NOW).puzzle
    assert last.rating < standing.rating <= last.rating + solving.FURTHEST


def test_a_mistake_comes_back_until_it_is_right_three_times() -> None:
    puzzle = puzzles.shipped("gomoku")[0]
    solver = answered(Solver(), puzzle, standing_of(puzzle), False, NOW).solver
    assert solver.streak == 0
    assert due(solver, NOW) == []
    assert next_for("gomoku", solver, NOW) != puzzle
    now = NOW
    for days in (*solving.AGAIN, 100):
        assert due(solver, now + days * DAY - 1) == []
        now += days * DAY
        if days == 100:
            assert due(solver, now) == []
            break
        assert due(solver, now) == [puzzle.id]
        assert next_for("gomoku", solver, now) == puzzle
        solver = answered(solver, puzzle, standing_of(puzzle), True, now).solver
    assert solver.standing == answered(Solver(), puzzle, standing_of(puzzle), False, NOW).solver.standing


def test_it_asks_what_somebody_of_this_strength_can_just_solve() -> None:
    strong = Solver(standing=Standing(2000, 60))
    weak = Solver(standing=Standing(1000, 60))
    for name in puzzles.games():
        hard, easy = next_for(name, strong, NOW), next_for(name, weak, NOW)
        assert hard is not None
        assert easy is not None
        assert hard.rating >= easy.rating
