"""A match in figures: what every player took, from whom, and in which openings."""

from __future__ import annotations

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from quintet.arena.luck import chance_of, less_by_draws
from quintet.arena.match import Effort, Ledger, Over, Result
from quintet.arena.rating import ratings
from quintet.arena.schedule import Schedule
from quintet.arena.summary import meet, stand, summarise
from quintet.games import game as make_game

NAMES = ("a", "b", "c")


def results(names: tuple[str, ...], winners: Sequence[tuple[int, ...]]) -> list[Result]:
    """The games of a match, one after the other, and which seats won each."""
    found = []
    games = 2 * -(-len(winners) // (2 * max(1, len(names) * (len(names) - 1) // 2)))
    for pairing, won in zip(Schedule(make_game("best", tokens=2), names, games), winners, strict=False):
        ledger = Ledger(pairing)
        ledger.note(Over(won, "score"))
        assert ledger.result is not None
        found.append(replace(ledger.result, efforts=(Effort(), Effort())))
    assert len(found) == len(winners)
    return found


def test_a_draw_is_half_a_point_for_both() -> None:
    played = results(("a", "b"), [(0, 1), (0,), (1,), (1,)])
    met, turned = meet("a", "b", played), meet("b", "a", played)
    assert met is not None
    assert turned is not None
    assert (met.wins, met.draws, met.losses) == (1, 1, 2)
    assert (turned.wins, turned.draws, turned.losses) == (2, 1, 1)
    assert met.sample == (0.25, 0.5)
    assert turned.sample == (0.75, 0.5)
    standing = stand("a", played, None)
    assert (standing.points, standing.draws, standing.score) == (1.5, 1, 0.375)


def test_an_opening_counts_when_all_of_its_games_are_played() -> None:
    met = meet("a", "b", results(("a", "b"), [(0,), (1,), (0,)]))
    assert met is not None
    assert (met.wins, met.sample, met.rounds) == (3, (1.0,), (1,))
    assert meet("a", "c", results(("a", "b"), [(0,)])) is None


def test_one_scale_knows_which_openings_each_two_have_met_in() -> None:
    """A game that is missing leaves two of the three without an opening that the others have."""
    played = results(NAMES, [(number % 3 % 2,) for number in range(36)])
    missing = [result for result in played if result.pairing.number not in (1, 9)]
    summary = summarise(make_game("best", tokens=2), NAMES, missing, 36)
    rounds = {frozenset((met.first, met.second)): met.rounds for met in summary.meetings}
    assert rounds[frozenset("ab")] == (2, 3, 4, 5, 6)
    assert rounds[frozenset("ac")] == (1, 3, 4, 5, 6)
    assert rounds[frozenset("bc")] == (1, 2, 3, 4, 5, 6)
    ranked = [standing.player for standing in summary.standings]
    samples = {(met.first, met.second): met.sample for met in summary.meetings}
    openings = {(met.first, met.second): met.rounds for met in summary.meetings}
    chance = less_by_draws(chance_of((("a", "b"), ("a", "c"), ("b", "c"))), 0, len(missing))
    expected = ratings(ranked, samples, openings, chance)
    assert expected != ratings(ranked, samples, None, chance), "or the openings would not matter here"
    assert {standing.player: standing.rating for standing in summary.standings} == expected


@pytest.mark.parametrize("shares", [(0,), (0, 1)])
def test_points_are_shared_among_winners(shares: tuple[int, ...]) -> None:
    (result,) = results(("a", "b"), [shares])
    assert [result.points(seat) for seat in range(2)] == [1 / len(shares), 0.5 if len(shares) > 1 else 0]
