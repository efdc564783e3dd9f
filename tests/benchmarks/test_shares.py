"""Strength from a part of the points, also where more than two sit at a table."""

from __future__ import annotations

import math
from random import Random

import pytest

from benchmarks import shares
from quintet.arena.match import Result
from quintet.arena.schedule import Pairing, Schedule
from quintet.arena.summary import meet
from quintet.games import game


def test_a_share_of_points_is_never_worth_endless_elo() -> None:
    assert shares.elo(0.5, 10) == 0
    assert 0 < shares.elo(0.75, 10) < shares.elo(1.0, 10) < 1000


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_an_equal_share_is_no_difference_and_what_is_taken_is_found_again(seats: int) -> None:
    assert shares.elo(1 / seats, 100, seats) == pytest.approx(0)
    assert shares.taken(0, seats) == shares.for_each_seat(0, seats) == pytest.approx(1 / seats)
    assert shares.elo_of_whole(0.5, seats) == pytest.approx(0)
    for elo in (-300, -85, 40, 250):
        assert shares.elo(shares.taken(elo, seats), 1_000, seats) == pytest.approx(elo)
        whole = shares.for_each_seat(elo, seats) * seats / 2  # of each line-up
        assert shares.elo_of_whole(whole, seats) == pytest.approx(elo)


def test_who_takes_all_or_nothing_is_endlessly_far_away() -> None:
    assert shares.elo_of_whole(1.0, 3) == math.inf
    assert shares.elo_of_whole(0.0, 3) == -math.inf


def played(pairing: Pairing, strength: dict[str, float], dice: Random) -> Result:
    """A game that somebody wins in proportion to strength."""
    winner = dice.choices(range(len(pairing.seats)), [strength[name] for name in pairing.seats])[0]
    return Result(pairing=pairing, moves=(), winners=(winner,), reason="score")


@pytest.mark.parametrize("seats", [2, 3])
def test_the_height_of_a_step_is_the_same_for_two_and_for_three(seats: int) -> None:
    dice, rules = Random(1), game("omega", players=seats)
    pairings = Schedule(rules, ("strong", "weak"), 3_000, plies=0)
    strength = {"strong": 10 ** (120 / 400), "weak": 1.0}
    results = [played(pairing, strength, dice) for pairing in pairings]
    meeting = meet("strong", "weak", results)
    assert meeting is not None
    found = shares.height(meeting, results)
    assert found.low < found.elo < found.high
    assert found.elo == pytest.approx(120, abs=25)
    assert found.high - found.low < 50
    if seats == 3:
        assert meeting.estimate.elo < 95, "by two seats at a time it seems lower"
