"""Who meets whom: every player in every seat, from openings that all share."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import pytest

from quintet.arena.openings import OpeningsError, read_openings
from quintet.arena.schedule import Opening, Schedule, lineups
from quintet.games import GAMES, game
from quintet.games.record import Replay

DRAWN = {
    "reversi": "8510e0f83d6fe3cd",
    "gomoku": "5106c044b27dd067",
    "onyx": "577bc780dd894b4d",
    "omega": "bdd5c8b07db0c582",
    "best": "5ce9755b20d0a287",
}
"""What the first hundred openings of each game come to: matches that were kept go on with them."""


@pytest.mark.parametrize("name", GAMES)
def test_an_opening_is_legal_shared_and_leaves_the_game_open(name: str) -> None:
    chosen = game(name)
    pairings = list(Schedule(chosen, ("a", "b"), 8))
    assert [pairing.number for pairing in pairings] == list(range(1, 9))
    for first, second in zip(pairings[::2], pairings[1::2], strict=True):
        assert first.opening == second.opening
        assert (first.seats, second.seats) == (("a", "b"), ("b", "a"))
        played = Replay(chosen, first.opening)
        assert played.owing
        assert not played.pending
    assert len({pairing.opening for pairing in pairings}) == 4


@pytest.mark.parametrize("name", GAMES)
def test_the_openings_of_kept_matches_stay_as_they_are(name: str) -> None:
    openings = [pairing.opening for pairing in Schedule(game(name), ("a", "b"), 200)][::2]
    assert hashlib.sha256(json.dumps(openings).encode()).hexdigest()[:16] == DRAWN[name]


@pytest.mark.parametrize(
    ("name", "settings", "rounds"),
    [
        ("reversi", {"size": 4}, 3),
        ("best", {"tokens": 5}, 2),
        ("best", {"tokens": 3}, 1),
        ("best", {"tokens": 1}, 0),
        ("omega", {"size": 4}, 1),
    ],
)
def test_a_small_game_is_left_to_the_players(name: str, settings: dict[str, int], rounds: int) -> None:
    small = game(name, **settings)
    for pairing in Schedule(small, ("a", "b"), 40):
        played = Replay(small, pairing.opening)
        assert len(played.steps) == rounds
        assert played.owing


def test_an_opening_of_any_length_leaves_two_rounds() -> None:
    short = game("best", tokens=3)  # six rounds, whatever is played
    for plies, rounds in ((4, 4), (5, 4), (50, 4)):
        for pairing in Schedule(short, ("a", "b"), 20, plies=plies):
            assert len(pairing.opening) == rounds


def test_the_schedule_depends_on_its_arguments_alone() -> None:
    best = game("best")
    assert list(Schedule(best, ("a", "b"), 20)) == list(Schedule(best, ("a", "b"), 20))
    assert list(Schedule(best, ("a", "b"), 20)) == list(Schedule(best, ("a", "b"), 40))[:20]
    other = Schedule(best, ("a", "b"), 20, seed=1)
    assert [p.opening for p in other] != [p.opening for p in Schedule(best, ("a", "b"), 20)]


def test_an_odd_number_of_games_is_rounded_up_to_whole_openings() -> None:
    schedule = Schedule(game("best"), ("a", "b"), 5)
    assert schedule.total == len(list(schedule)) == 6


def test_everybody_meets_everybody_in_every_seat() -> None:
    schedule = Schedule(game("best"), ("a", "b", "c"), 2)
    assert schedule.total == 6
    assert Counter(pairing.seats for pairing in schedule) == Counter(
        [("a", "b"), ("b", "a"), ("a", "c"), ("c", "a"), ("b", "c"), ("c", "b")]
    )


def test_three_seats_are_rotated_and_two_players_fill_them_both_ways() -> None:
    three = game("omega", players=3)
    seats = [pairing.seats for pairing in Schedule(three, ("a", "b", "c"), 3)]
    assert seats == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]
    assert list(lineups(("a", "b"), 3)) == [("a", "a", "b"), ("a", "b", "b")]
    assert Schedule(three, ("a", "b"), 3).total == 6
    assert len(list(lineups(("a", "b", "c", "d"), 3))) == 4


def test_the_length_of_an_opening_can_be_set() -> None:
    reversi = game("reversi")
    assert {len(pairing.opening) for pairing in Schedule(reversi, ("a", "b"), 6, plies=3)} == {3}
    assert {pairing.opening for pairing in Schedule(reversi, ("a", "b"), 6, plies=0)} == {()}


def test_an_opening_never_ends_the_game() -> None:
    tiny = game("best", tokens=1)
    for pairing in Schedule(tiny, ("a", "b"), 20, plies=50):
        assert Replay(tiny, pairing.opening).owing


def test_in_a_gauntlet_the_first_meets_each_other_in_every_seat() -> None:
    met = Counter(pairing.seats for pairing in Schedule(game("best"), ("a", "b", "c"), 2, gauntlet=True))
    assert met == {("a", "b"): 1, ("b", "a"): 1, ("a", "c"): 1, ("c", "a"): 1}
    three = Schedule(game("omega", players=3, size=4), ("a", "b", "c", "d"), 3, gauntlet=True)
    assert all("a" in pairing.seats for pairing in three)
    assert three.total == 9


def test_openings_of_a_file_are_played_in_turn_and_again_where_they_are_too_few() -> None:
    chosen = game("best")
    given = [Opening(((0, "1"), (1, "2"))), Opening(((0, "3"), (1, "3")))]
    pairings = list(Schedule(chosen, ("a", "b"), 6, openings=given))
    assert [pairing.opening for pairing in pairings[::2]] == [given[0].moves, given[1].moves, given[0].moves]


def test_openings_are_cut_and_each_taken_once() -> None:
    chosen = game("best")
    games = [Replay(chosen, [(0, first), (1, "2"), (0, "5")]).record() for first in ("1", "1", "3")]
    found = read_openings(chosen, games, plies=2)
    assert [opening.moves for opening in found] == [((0, "1"), (1, "2")), ((0, "3"), (1, "2"))]
    with pytest.raises(OpeningsError, match="game 1 of the openings: it has 3 rounds, fewer than the 4"):
        read_openings(chosen, games, plies=4)
    with pytest.raises(OpeningsError, match="it is of Best Game Ever, and Reversi"):
        read_openings(game("reversi"), games)
    with pytest.raises(OpeningsError, match="there is no game"):
        read_openings(chosen, [])
