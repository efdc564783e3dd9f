"""The arithmetic, against numbers that other programs publish.

Those named fastchess are from that program's own tests (app/tests/sprt_test.cpp and elo_test.cpp).
"""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest

from benchmarks.bars import held, results
from benchmarks.bars_counted import counted, of_one_opening, runs
from benchmarks.bars_scenarios import TUNING, Scenario
from quintet.arena.luck import chance_between, chance_of, less_by_draws
from quintet.arena.rating import PAIR_RESULTS, Sprt, elo_of, estimate, expected_score, ratings

TWO = [scenario for scenario in TUNING if scenario.players == 2 == scenario.seats]
EQUAL = next(scenario for scenario in TUNING if scenario.players == 3 and not scenario.apart)


def pairs(*counts: int) -> list[float]:
    """How many pairs of games were worth 0, 1/4, 1/2, 3/4 and all of the points."""
    return [value / 4 for value, count in enumerate(counts) for _ in range(count)]


def games(wins: int, losses: int, draws: int) -> list[float]:
    return [1.0] * wins + [0.0] * losses + [0.5] * draws


def test_elo_and_score_are_each_others_inverse() -> None:
    assert expected_score(0) == 0.5
    assert round(expected_score(200), 4) == 0.7597  # the table of the chess federation: 76 %
    assert elo_of(expected_score(-137.0)) == pytest.approx(-137.0)
    assert (elo_of(0), elo_of(1)) == (-math.inf, math.inf)


@pytest.mark.parametrize(  # fastchess
    ("sample", "elo", "error", "better"),
    [
        (pairs(34, 54, 31 + 32, 64, 75), 55.58, 27.65, 1.0),
        (pairs(332, 433, 457 + 41, 333, 334), -8.64, 10.33, 0.0505),
        (pairs(7895, 8757, 5485 + 200, 568, 9999), -21.04, 2.95, 0.0),
        (games(136, 96, 111), 40.70, 30.43, 0.9960),
    ],
)
def test_elo_with_its_bar(sample: list[float], elo: float, error: float, better: float) -> None:
    found = estimate(sample)
    assert found.elo == pytest.approx(elo, abs=0.01)
    assert found.error == pytest.approx(error, abs=0.01)
    assert found.better == pytest.approx(better, abs=0.0001)


@pytest.mark.parametrize(  # fastchess
    ("elo0", "elo1", "sample", "ratio"),
    [
        (0.5, 2.5, pairs(223, 9863, 20279 + 1000, 10037, 246), -3.07),
        (0, 2, pairs(871, 26175, 55003 + 980, 26678, 821), -4.98),
        (0.5, 2.5, games(21404, 21184, 40708), -1.57),
        (0, 2, games(57433, 57030, 106593), -2.59),
    ],
)
def test_the_sequential_test_has_the_published_values(
    elo0: float, elo1: float, sample: list[float], ratio: float
) -> None:
    assert Sprt(elo0, elo1).ratio(sample) == pytest.approx(ratio, abs=0.01)


def test_the_sequential_test_stops_at_its_bounds() -> None:
    test = Sprt(0, 20)
    assert test.bounds == pytest.approx((-2.944, 2.944), abs=0.001)
    assert test.verdict([]) is None
    assert test.verdict(pairs(0, 0, 2, 0, 2)) is None
    assert test.verdict(pairs(10, 20, 100, 60, 40)) == "elo1"
    assert test.verdict(pairs(40, 60, 100, 20, 10)) == "elo0"


def test_few_openings_that_all_ended_alike_prove_little() -> None:
    won = estimate([1.0] * 4)
    assert won.elo == math.inf
    assert 0 < won.low < 300
    drawn = estimate([0.5] * 4)
    assert drawn.low < -50 < drawn.elo == 0 < 50 < drawn.high
    assert estimate([1.0] * 200).low > 500
    assert estimate([]).low == -math.inf


@pytest.mark.parametrize("sample", [[1.0], [1.0] * 3, [0.75] * 3, [0.25, 0.5, 1.0]])
def test_the_likelihood_to_be_better_does_not_contradict_the_bar(sample: list[float]) -> None:
    found = estimate(sample)
    assert (found.better > 0.975) == (found.low > 0)
    assert found.better < 0.995


def test_few_openings_prove_little_on_a_scale_for_all_either() -> None:
    found = ratings("abc", {("a", "b"): [1.0] * 3, ("b", "c"): [1.0] * 3, ("a", "c"): [1.0] * 3})
    assert found["a"].high - found["a"].low > 150
    assert found["b"].low < -50 < 50 < found["b"].high


def test_a_bar_turns_round_with_the_players() -> None:
    sample = pairs(3, 5, 20, 9, 6)
    found, turned = estimate(sample), estimate([1 - value for value in sample])
    assert (turned.elo, turned.low, turned.high) == pytest.approx((-found.elo, -found.high, -found.low))
    assert found.better + turned.better == pytest.approx(1)


def test_three_players_get_one_scale() -> None:
    stronger = pairs(2, 4, 20, 20, 14)
    found = ratings("abc", {("a", "b"): stronger, ("b", "c"): stronger, ("a", "c"): pairs(0, 2, 10, 20, 28)})
    assert sum(rating.elo for rating in found.values()) == pytest.approx(0, abs=1e-6)
    assert found["a"].elo > found["b"].elo > found["c"].elo
    assert all(rating.low < rating.elo < rating.high for rating in found.values())
    between = found["a"].elo - found["b"].elo
    assert between == pytest.approx(estimate(stronger).elo, abs=25)
    assert found == ratings(
        "abc", {("a", "b"): stronger, ("b", "c"): stronger, ("a", "c"): pairs(0, 2, 10, 20, 28)}
    )


@pytest.mark.parametrize(
    ("lineups", "chance"),
    [
        ((("a", "b"),), 1 / 2),
        ((("a", "b"), ("a", "c"), ("b", "c")), 1 / 2),
        ((("a", "b", "c"),), 1 / 3),
        ((("a", "a", "b"), ("a", "b", "b")), 1 / 6),
    ],
)
def test_what_luck_alone_makes_of_an_opening(lineups: tuple[tuple[str, ...], ...], chance: float) -> None:
    assert chance_of(lineups) == pytest.approx(chance)


def test_openings_of_draws_say_more_than_luck_would_make_of_them() -> None:
    assert less_by_draws(0.5, 0, 10) == 0.5
    assert less_by_draws(0.5, 5, 10) > less_by_draws(0.5, 50, 100) > 0.25
    assert less_by_draws(0.5, 50, 100) < 0.26
    half = [0.5, 0.75, 0.25, 0.5, 0.75]
    assert estimate(half, less_by_draws(0.5, 6, 10)).error < 0.9 * estimate(half).error


def test_what_luck_makes_of_two_who_meet_among_three() -> None:
    assert chance_between((("a", "b", "c"),), "a", "c") == pytest.approx(2 / 9)
    assert chance_between((("a", "a", "b"), ("a", "b", "b")), "a", "b") == pytest.approx(1 / 6)
    assert chance_between((("a", "b"), ("b", "c")), "a", "b") == pytest.approx(1 / 2)


def test_a_bar_holds_its_own_rating_even_from_one_opening() -> None:
    found = ratings("abc", {("a", "b"): [1.0], ("b", "c"): [0.5], ("a", "c"): [1.0]})
    assert all(rating.low < rating.elo < rating.high for rating in found.values())
    assert found["a"].low < 0 < found["a"].elo


def test_openings_that_differ_more_prove_less() -> None:
    steady, wild = [0.75] * 20, [1.0, 0.5] * 10
    assert estimate(wild).error > 1.3 * estimate(steady).error
    narrow, wide = (
        ratings("abc", dict.fromkeys([("a", "b"), ("b", "c"), ("a", "c")], sample))
        for sample in (steady, wild)
    )
    assert wide["a"].error > 1.3 * narrow["a"].error


def test_where_openings_differ_in_one_direction_the_bars_are_longer_there_and_not_much_shorter_elsewhere() -> (
    None
):
    """Every opening decides between two, and nothing about the third: it may only not have come yet."""
    even = [0.5] * 60
    found = ratings("abc", {("a", "b"): [1.0, 0.0] * 30, ("a", "c"): even, ("b", "c"): even})
    assert 0.6 < found["c"].error / found["a"].error < 0.85


def test_many_openings_that_all_ended_alike_are_not_certain() -> None:
    assert 3 < estimate([0.5] * 200).error < 8


def test_the_bar_does_not_contradict_the_sequential_test() -> None:
    """Over all that ten openings can come to: where it accepts one strength, the bar does not hold the other."""
    test, verdicts = Sprt(0, 200), set()
    for sample in itertools.combinations_with_replacement(PAIR_RESULTS, 10):
        verdicts.add(verdict := test.verdict(sample))
        found = estimate(sample)
        assert verdict != "elo1" or found.low > 0, sample
        assert verdict != "elo0" or found.high < 200, sample
    assert verdicts == {None, "elo0", "elo1"}


@pytest.mark.parametrize("scenario", TWO, ids=lambda scenario: str(scenario.name))
def test_bars_of_two_players_hold_the_truth_as_often_as_they_say(scenario: Scenario) -> None:
    """Counted out over all results: after five openings in 93 to 97 of 100 cases, after one as nearly as five scores allow."""
    one, five = counted(scenario, 1), counted(scenario, 5)
    assert 0.93 < five.held < 0.97
    assert one.strays < one.least + 0.025


def test_equal_players_who_never_draw_show_what_no_bar_can_do() -> None:
    """Ten games: a bar misses equality after 9:1 and 10:0, or after 8:2 too, in 11 % of matches."""
    equal = Scenario("two equal players", 2, 2, 0)
    for openings, likely in ((1, 1.0), (5, 1 - 22 / 2**10)):
        found = counted(equal, openings)
        assert found.held == found.nearest == pytest.approx(likely)
        assert found.strays == found.least == pytest.approx(likely - 0.95)


def test_the_nearest_that_a_bar_can_come() -> None:
    assert sorted(runs(np.array([0.25, 0.5, 0.25]), even=True)) == [0.5, 1]
    assert sorted(runs(np.array([0.1, 0.3, 0.6]), even=False)) == pytest.approx([0.1, 0.3, 0.4, 0.6, 0.9, 1])


@pytest.mark.parametrize(
    "scenario",
    [Scenario("tilted", 2, 2, 0, draws=0.3, tilt=200), Scenario("to taste", 2, 2, 0, draws=0.3, taste=200)],
    ids=lambda scenario: str(scenario.name),
)
def test_openings_are_counted_as_they_are_played(scenario: Scenario) -> None:
    """The lot and the count are two programs."""
    kinds, likely = of_one_opening(scenario)
    played, drawn, games = results(scenario, np.zeros(2), 4000, np.random.default_rng(5))
    for part in PAIR_RESULTS:
        chance = sum(float(likely[0, at]) for at, kind in enumerate(kinds) if kind[0] == part)
        assert np.mean(played.part == part) == pytest.approx(chance, abs=0.025)
    draws = sum(float(likely[0, at]) * kind[1] / 2 for at, kind in enumerate(kinds))
    assert drawn / games == pytest.approx(draws, abs=0.025)


def test_bars_are_counted_as_they_are_played() -> None:
    for openings in (1, 5):
        assert held(TWO[0], openings, 400) == pytest.approx(counted(TWO[0], openings).held, abs=0.03)


@pytest.mark.parametrize("number", [1, 3], ids=lambda number: str(TUNING[number].name))
def test_bars_of_three_players_hold_the_truth(number: int) -> None:
    """The simulation itself is a benchmark; this much of it is enough to see a bar that is far too short."""
    for openings in (1, 5):
        assert held(TUNING[number], openings, 100) > 0.92


def test_bars_of_three_equal_players_are_not_so_long_that_one_opening_never_misses() -> None:
    assert 0.93 < held(EQUAL, 1, 100) < 0.995
