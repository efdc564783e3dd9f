"""The shipped puzzles, and what is said of a try."""

from __future__ import annotations

import itertools
from collections import Counter
from datetime import date, timedelta

import pytest

from quintet.games import GAMES
from quintet.games.contract import IllegalMoveError, InvalidMoveError
from quintet.say.puzzles import ASKED, RIGHT, SHORT, WRONG, answer_text, theme_names, tried_text
from quintet.study import mining, proving, puzzles
from quintet.study.sight import at_sight

ALL = [puzzle for name in puzzles.games() for puzzle in puzzles.shipped(name)]


def test_every_game_has_at_least_three_hundred_and_no_id_stands_twice() -> None:
    assert set(puzzles.games()) == set(GAMES)
    for name in puzzles.games():
        assert len(puzzles.shipped(name)) >= 300, name
    assert len({puzzle.id for puzzle in ALL}) == len(ALL)


@pytest.mark.parametrize("name", puzzles.games())
def test_no_answer_is_right_so_often_that_it_can_be_guessed(name: str) -> None:
    known = puzzles.shipped(name)
    ((_, often),) = Counter(puzzle.right for puzzle in known).most_common(1)
    assert often <= mining.common(known) * len(known)


def test_where_it_is_counted_out_what_is_most_ratings_differ() -> None:
    ratings = [puzzle.rating for puzzle in ALL if puzzle.goal == "most"]
    ((_, often),) = Counter(ratings).most_common(1)
    assert often <= len(ratings) / 3
    assert len(set(ratings)) >= 5
    assert min(ratings) <= 1200
    assert max(ratings) >= 1800


def test_a_removal_is_rated_by_what_it_takes_to_find_it() -> None:
    """One in which some stack is not as it seems by itself is never among the easiest."""
    easy: list[int] = []
    hard: list[int] = []
    for puzzle in puzzles.shipped("onyx"):
        if puzzle.goal == "most":
            game = puzzles.game_of(puzzle)
            seems = at_sight(game, game.load(puzzle.position), puzzle.seat)
            (easy if seems == puzzle.right[0] else hard).append(puzzle.rating)
    assert len(hard) >= len(easy) / 3
    assert sum(hard) / len(hard) > sum(easy) / len(easy) + 200
    assert min(hard) >= 1350


@pytest.mark.parametrize("name", puzzles.games())
def test_every_one_can_be_asked_and_its_answers_played(name: str) -> None:
    for puzzle in puzzles.shipped(name):
        game = puzzles.game_of(puzzle)
        position = game.load(puzzle.position)
        assert puzzle.seat in game.turn(position)
        assert puzzle.rules == game.version
        assert puzzle.id == puzzles.name_for(game, position, puzzle.seat)
        assert puzzle.line[0] in puzzle.right
        assert all(puzzles.solves(puzzle, move) for move in puzzle.right)
        assert game.prompt(position, puzzle.seat).count() > len(puzzle.right)
        assert puzzle.themes == game.themes_of(position, puzzle.seat, puzzle.line[0])
        assert len(theme_names(game, puzzle.themes)) == len(puzzle.themes)
        assert puzzle.goal in ASKED
        assert puzzle.goal in SHORT
        assert puzzle.id in str(puzzles.find(puzzle.id.upper()))


@pytest.mark.parametrize("name", puzzles.games())
def test_a_sample_is_proved_again_by_solving_every_move(name: str) -> None:
    known = puzzles.shipped(name)
    for puzzle in (known[len(known) // 4], known[len(known) // 2]):
        assert proving.why_wrong(puzzle) == ""


def test_a_machine_with_much_other_work_proves_as_much(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle = next(puzzle for puzzle in puzzles.shipped("onyx") if puzzle.goal == "win")
    leaps = itertools.count(0.0, 1000.0)
    monkeypatch.setattr("time.monotonic", lambda: next(leaps))
    assert proving.why_wrong(puzzle) == ""


@pytest.mark.parametrize("name", puzzles.games())
def test_a_wrong_answer_put_among_the_right_ones_is_found_out(name: str) -> None:
    from msgspec.structs import replace

    puzzle = puzzles.shipped(name)[0]
    game = puzzles.game_of(puzzle)
    others = game.prompt(game.load(puzzle.position), puzzle.seat).moves()
    wrong = next(move for move in others if move not in puzzle.right)
    assert not puzzles.solves(puzzle, wrong)
    assert proving.why_wrong(replace(puzzle, right=(wrong,), line=(wrong,)))


def test_a_try_is_told_in_words() -> None:
    puzzle = puzzles.shipped("reversi")[0]
    game = puzzles.game_of(puzzle)
    (right,) = puzzle.right
    assert tried_text(game, puzzle.goal, right, True).startswith(f"{right}: right: every other move")
    assert answer_text(game, puzzle.right, puzzle.line).startswith(f"The answer: {right}")
    assert set(RIGHT) == set(WRONG) == set(ASKED)
    with pytest.raises(InvalidMoveError):
        puzzles.solves(puzzle, "z99")
    with pytest.raises(IllegalMoveError):
        puzzles.solves(puzzle, next(iter(game.board(game.load(puzzle.position)))))


def test_the_day_has_one_for_everybody_and_no_game_twice_in_a_row() -> None:
    first = date(2026, 11, 17)
    days = [puzzles.of_the_day(first + timedelta(days=n)) for n in range(200)]
    assert days[0] == puzzles.of_the_day(first)
    assert all(one.game != two.game for one, two in itertools.pairwise(days))
    assert len({puzzle.id for puzzle in days}) == len(days)


def test_what_was_seen_is_not_served_again_and_a_stranger_gets_a_sentence() -> None:
    known = puzzles.shipped("best")
    seen = frozenset(puzzle.id for puzzle in known[1:])
    assert puzzles.near("best", 1500, seen, "a") == known[0]
    assert puzzles.near("best", 1500, seen | {known[0].id}, "a") is None
    near = [puzzles.near("best", 1500, frozenset(), str(n)) for n in range(20)]
    assert all(one is not None and abs(one.rating - 1500) <= 300 for one in near)
    with pytest.raises(puzzles.PuzzleError, match="no puzzle 'nonsense'"):
        puzzles.find("nonsense")
