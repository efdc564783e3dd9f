"""The opponent for any game, over the contract alone: what it says of moves is true where it sees to the end."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quintet.engine import Budget, generic
from quintet.engine.chances import expected_result
from quintet.engine.generic import ContractSearch, sample_moves
from quintet.engine.think import start_clock
from quintet.engine.thought import Finding, Limits, Study, Wanted
from quintet.games import game
from quintet.games.contract import AnyGame, Move
from tests.engine.ends import leads_to, of_moves
from tests.engine.positions import random_position
from tests.toys.noughts import Noughts

NOUGHTS, REVERSI = Noughts(), game("reversi", size=4)


def late(rules: AnyGame) -> list[tuple[Any, int, dict[Move, float]]]:
    """Positions near the end in which the moves are not all worth the same."""
    found = []
    for seed in range(60):
        position = random_position(rules, 3 if rules is NOUGHTS else 5, seed)
        if turn := rules.turn(position):
            worth = of_moves(rules, position, turn[0])
            if len(set(worth.values())) > 1:
                found.append((position, turn[0], worth))
    return found[:4]


def limits(nodes: int = 10**6, **more: Any) -> Limits:
    return start_clock(Budget(nodes=nodes), 0, **more)


BOTH = pytest.mark.parametrize("rules", [NOUGHTS, REVERSI], ids=["won or lost", "counted"])


@BOTH
def test_what_it_sees_to_the_end_is_true_and_the_line_leads_there(rules: AnyGame) -> None:
    for position, seat, worth in late(rules):
        found: Finding = generic.analyse(rules, position, seat, limits())
        best = next(iter(found.values))
        assert found.chosen == found.line[0] == best
        assert found.values[best] == worth[best] == max(worth.values())
        assert leads_to(rules, position, found.line, seat) == worth[best]
        assert all(value <= worth[best] for value in found.values.values())


@BOTH
def test_a_study_ends_with_the_true_values_of_the_best_moves_and_of_those_asked_for(rules: AnyGame) -> None:
    for position, seat, worth in late(rules):
        ranked = sorted(worth, key=lambda move: -worth[move])
        for lines, also in ((1, ()), (1, (ranked[-1],)), (2, ()), (len(worth), ())):
            steps: list[Study] = list(generic.study(rules, position, seat, limits(), Wanted(lines, also)))
            assert [one.depth for one in steps] == list(range(1, len(steps) + 1))
            last = steps[-1].moves
            values = [known.value for known in last.values()]
            assert values[:lines] == sorted(worth.values(), reverse=True)[:lines]
            assert values == sorted(values, reverse=True)
            assert set(also) <= set(last)
            for move, known in last.items():
                assert known.value == worth[move]
                assert known.line[0] == move
                assert leads_to(rules, position, known.line, seat) == worth[move]


@BOTH
def test_a_level_knows_the_moves_that_lose_no_more_than_it_may(rules: AnyGame) -> None:
    counted = rules.unit is not None
    for position, seat, worth in late(rules):
        best = max(worth.values())
        loss = 6.0 if counted else 1.5  # of values from -1 to 1 a twelfth of what a margin may lose
        spread = loss if counted else loss * generic.OPEN
        for seed in range(4):
            found = generic.analyse(rules, position, seat, limits(spread=spread, seed=seed))
            assert found.chosen is not None
            assert best - worth[found.chosen] <= loss
            for move, value in found.values.items():
                if best - worth[move] <= loss and value < best:
                    assert value == worth[move]


def test_a_level_takes_what_wins_at_once_and_plays_nothing_that_loses_at_once() -> None:
    position = NOUGHTS.start()
    for ply, move in enumerate(("a1", "b2", "b1")):
        position, _ = NOUGHTS.play(position, {ply % 2: move})
    alike = dict.fromkeys(NOUGHTS.prompt(position, 1).moves(), 0.0)
    missed, _ = NOUGHTS.play(position, {1: "c3"})
    twice, _ = NOUGHTS.play(missed, {0: "a3"})
    for seed in range(12):
        search = ContractSearch(NOUGHTS, limits(spread=1000.0, seed=seed))
        assert search.choose(position, 1, alike) == "c1", "it is lost at once without that"
        assert search.choose(missed, 0, dict.fromkeys(("a2", "a3"), 1.0)) == "c1", (
            "it wins, whatever was seen"
        )
        assert search.choose(twice, 1, {"c2": 0.0, "b3": 0.0}) in ("c2", "b3"), "two threats are one too many"


def test_a_mixture_against_rivals_who_move_at_once_prefers_what_wins_more() -> None:
    """Thwart Omega before its last round, by samples over the contract alone: the odds are those of the matrix."""
    rules: Any = game("omega", size=3)
    dice, position = random.Random(5), rules.start()
    while position.squares.count("") > 5:
        moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
        position, _ = rules.play(position, moves)
    found = generic.analyse(rules, position, 0, limits(nodes=600, seed=2))
    assert found.policy is not None
    assert sum(found.policy.values()) == pytest.approx(1)
    assert found.value is not None
    assert -1 <= found.value <= 1
    policy = found.policy
    likely = max(policy, key=lambda move: policy[move])
    assert found.line == (likely,)
    assert next(iter(found.values)) == likely
    assert found.values[likely] >= found.value - 0.1
    again = generic.analyse(rules, position, 0, limits(nodes=600, seed=2))
    assert again == found


def test_of_many_moves_a_sample_is_looked_at_and_of_few_all() -> None:
    rules, dice = game("onyx"), random.Random(1)
    prompt = rules.prompt(rules.start(), 0)
    many = sample_moves(prompt, 20, dice)
    assert len(set(many)) == len(many) == 20
    assert all(rules.legal(rules.start(), 0, move) for move in many)
    few = NOUGHTS.prompt(NOUGHTS.start(), 0)
    assert sample_moves(few, 9, dice) == list(few.moves())
    some = sample_moves(few, 4, dice)
    assert len(set(some)) == 4
    assert set(some) <= set(few.moves())


def test_it_spends_no_more_than_it_may_and_answers_in_any_case() -> None:
    for nodes in (1, 2, 5, 30):
        found = generic.analyse(REVERSI, REVERSI.start(), 0, limits(nodes=nodes))
        assert found.nodes <= nodes
        assert REVERSI.legal(REVERSI.start(), 0, found.line[0])
        steps = list(generic.study(REVERSI, REVERSI.start(), 0, limits(nodes=nodes), Wanted(2, ("b1",))))
        assert steps
        assert steps[-1].nodes <= nodes


@pytest.mark.parametrize(
    ("value", "result"), [(-1.0, 0.0), (-0.5, 0.25), (0.0, 0.5), (0.2, 0.6), (1.0, 1.0), (1.3, 1.0)]
)
def test_of_a_game_nothing_was_fitted_for_a_value_is_the_result_twice_as_wide(
    value: float, result: float
) -> None:
    assert expected_result(NOUGHTS, NOUGHTS.start(), value, None) == pytest.approx(result)
