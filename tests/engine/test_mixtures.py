"""Where everybody moves at once: what a strategy says of its moves adds up, and a weak level errs as far as it may and no further."""

from __future__ import annotations

import math
from itertools import islice
from random import Random
from typing import Any

import numpy as np
import pytest

from quintet.engine import Budget, analyse, deepening, registry, simultaneous, think
from quintet.engine.host import Compiled, Question
from quintet.engine.matrix import solve_game
from quintet.engine.mixing import set_up, strategy
from quintet.engine.request import PROVE
from quintet.engine.thought import FOREVER, Finding, Limits
from quintet.games import game
from quintet.games.contract import AnyGame

TWO, THREE = game("omega", size=4), game("omega", size=4, players=3)


def late(rules: AnyGame, empty: int, number: int) -> Any:
    """A position of a random game with exactly so many empty squares."""

    def found() -> Any:
        for seed in range(1000):
            dice, position = Random(seed), rules.start()
            while position.squares.count("") > empty and rules.turn(position):
                moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
                position, _ = rules.play(position, moves)
            if position.squares.count("") == empty and rules.turn(position):
                yield position

    return next(islice(found(), number, None))


def found_by(rules: AnyGame, position: Any, seat: int, loss: float, seed: int = 0) -> Finding:
    limits = Limits(deadline=FOREVER, nodes=3_000, spread=loss, seed=seed)
    return registry.player(rules).analyse(rules, position, seat, limits)


# --- exactly ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seat", [0, 1])
def test_in_a_last_round_that_is_solved_nobody_errs(seat: int) -> None:
    for number in range(4):
        position = late(TWO, 4, number)
        strict = found_by(TWO, position, seat, 0.0)
        assert strict.exact
        assert strict.policy is not None
        for loss in (0.3, 1.0):
            weak = found_by(TWO, position, seat, loss)
            assert weak.policy == strict.policy
            assert not weak.exact


@pytest.mark.parametrize("seat", [0, 1])
def test_in_the_last_round_no_reply_gets_more_out_of_a_mixture_than_it_is_said_to_be_worth(seat: int) -> None:
    rival, mixed = 1 - seat, 0
    for number in range(5):
        position = late(TWO, 4 + number % 2, number)
        found = found_by(TWO, position, seat, 0.0)
        assert found.exact
        assert found.policy is not None

        def result(move: str, reply: str, position: Any = position) -> float:
            outcome = TWO.outcome(TWO.apply(position, {seat: move, rival: reply})[0])
            assert outcome is not None
            return 0.0 if outcome.draw else 1.0 if seat in outcome.winners else -1.0

        replies = list(TWO.prompt(position, rival).moves())
        against = {
            reply: sum(p * result(move, reply) for move, p in found.policy.items()) for reply in replies
        }
        assert min(against.values()) == pytest.approx(found.value, abs=1e-6)
        theirs = found_by(TWO, position, rival, 0.0).policy
        assert theirs is not None
        for move in list(TWO.prompt(position, seat).moves())[::3]:
            gain = sum(p * result(move, reply) for reply, p in theirs.items())
            assert found.values[move] == pytest.approx(gain, abs=1e-6)
            assert found.value is not None
            assert gain <= found.value + 1e-6
        mixed += len(found.policy) > 1
    assert mixed


@pytest.mark.parametrize("number", [0, 1, 2])
def test_two_rounds_are_worth_what_the_table_of_all_pairs_of_moves_says(number: int) -> None:
    """Of which the engine looks into few."""
    position = late(TWO, 6, number)
    after: dict[Any, float] = {}
    first, second = (list(TWO.prompt(position, seat).moves()) for seat in (0, 1))
    table = np.zeros((len(first), len(second)))
    for i, mine in enumerate(first):
        for j, theirs in enumerate(second):
            reached, _ = TWO.apply(position, {0: mine, 1: theirs})
            if reached not in after:
                outcome = TWO.outcome(reached)
                if outcome is None:
                    after[reached] = found_by(TWO, reached, 0, 0.0).value or 0.0
                else:
                    after[reached] = 0.0 if outcome.draw else 1.0 - 2.0 * outcome.winners[0]
            table[i, j] = after[reached]
    worth = solve_game(table)[2]
    for seat, sign in ((0, 1), (1, -1)):
        found = found_by(TWO, position, seat, 0.0)
        assert found.exact
        assert found.value == pytest.approx(sign * worth, abs=1e-6)
        assert found.policy is not None
        mix = np.array([found.policy.get(move, 0.0) for move in (first, second)[seat]])
        least = (mix @ table).min() if seat == 0 else -(table @ mix).max()
        assert least == pytest.approx(sign * worth, abs=1e-6), "whatever the other plays"


def test_a_solution_that_is_stopped_before_its_end_tells_nothing() -> None:
    position, player = late(TWO, 10, 0), registry.player(TWO)
    assert isinstance(player, Compiled)
    with player.work(Limits(deadline=FOREVER, nodes=FOREVER)) as (work, _):
        for nodes in (1, 50, 3_000):
            limits = Limits(deadline=FOREVER, nodes=nodes)
            asked = Question(player.player, TWO, position, 0, limits, work)
            asked.request["goal"] = PROVE
            assert not asked.ask()
            assert asked.steps == 0


# --- levels -----------------------------------------------------------------------------------------------------------


def test_a_level_plays_what_loses_no_more_than_it_may_and_the_better_the_more_often() -> None:
    erred = 0
    for number in range(4):
        position = late(TWO, 6, number)
        strict = found_by(TWO, position, 0, 0.0)
        assert strict.exact
        assert strict.policy is not None
        best = max(strict.values.values())
        assert strict.value == pytest.approx(best, abs=1e-6)
        for loss in (0.2, 0.5):
            weak = found_by(TWO, position, 0, loss)
            assert weak.policy is not None
            assert not weak.exact
            assert sum(weak.policy.values()) == pytest.approx(1)
            assert weak.values == strict.values
            near = {move for move, value in weak.values.items() if best - value <= loss}
            assert set(weak.policy) == near | set(strict.policy)
            share, whole = loss, sum(math.exp(3 * (weak.values[move] - best) / loss) for move in near)
            for move in near:
                careless = math.exp(3 * (weak.values[move] - best) / loss) / whole
                expected = (1 - share) * strict.policy.get(move, 0.0) + share * careless
                assert weak.policy[move] == pytest.approx(expected, abs=1e-6)
            worth = sum(p * weak.values[move] for move, p in weak.policy.items())
            assert worth <= best + 1e-6
            likeliest = max(weak.policy.values())
            assert weak.policy[next(iter(weak.values))] == likeliest
            erred += len(near) > len(strict.policy)
    assert erred


def test_a_move_is_drawn_as_often_as_its_strategy_says_by_seed_and_position() -> None:
    position = late(TWO, 6, 1)
    strict = found_by(TWO, position, 0, 0.5)
    assert strict.policy is not None
    drawn = [found_by(TWO, position, 0, 0.5, seed).chosen for seed in range(200)]
    assert drawn == [found_by(TWO, position, 0, 0.5, seed).chosen for seed in range(200)]
    likely = max(strict.policy, key=strict.policy.__getitem__)
    assert drawn.count(likely) == pytest.approx(200 * strict.policy[likely], abs=25)
    assert set(drawn) <= set(strict.policy)


# --- samples ----------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("rules", [TWO, THREE], ids=["two", "three"])
def test_a_study_by_samples_adds_up(rules: AnyGame) -> None:
    position = late(rules, 12, 0) if rules is TWO else rules.start()
    for seat in rules.turn(position):
        dice = Random(seat)
        asked = tuple(dict.fromkeys(rules.prompt(position, seat).sample(dice) for _ in range(3)))
        steps = list(deepening(rules, position, seat, Budget(nodes=4_000), lines=4, also=asked, seed=seat))
        assert len(steps) == 2
        for found in steps:
            assert found.proven is None
            assert found.policy is not None
            assert sum(found.policy.values()) == pytest.approx(1)
            values = {one.move: one.value for one in found.moves}
            assert set(found.policy) | set(asked) <= set(values)
            assert len(values) >= 4
            worth = sum(p * values[move] for move, p in found.policy.items())
            assert found.value == pytest.approx(worth, abs=1e-6)
            chances = [one.probability for one in found.moves]
            assert chances == sorted(chances, reverse=True)  # type: ignore[type-var]  # all are numbers
            assert set(found.others) == set(rules.turn(position)) - {seat}
            for other, mix in found.others.items():
                assert sum(mix.values()) == pytest.approx(1)
                assert all(rules.legal(position, other, move) for move in mix)
            ranked = sorted(found.moves, key=lambda one: one.value)
            assert [one.expected for one in ranked] == sorted(one.expected for one in ranked)
        assert steps[0].nodes < steps[1].nodes <= 4_000
        again = analyse(rules, position, seat, Budget(nodes=4_000), lines=4, also=asked, seed=seat)
        assert (again.value, again.moves, again.others) == (steps[1].value, steps[1].moves, steps[1].others)


@pytest.mark.parametrize("rules", [TWO, THREE], ids=["two", "three"])
def test_a_strategy_by_samples_plays_no_move_that_is_hardly_ever_right(rules: AnyGame) -> None:
    position = late(rules, 12, 0) if rules is TWO else rules.start()
    for seat in rules.turn(position):
        thought = think(rules, position, seat, budget=Budget(nodes=3_000), seed=3)
        assert thought.policy is not None
        assert sum(thought.policy.values()) == pytest.approx(1)
        assert min(thought.policy.values()) >= 0.02 or len(thought.policy) == 1
        assert thought.move in thought.policy
        assert not thought.exact
        assert thought.expected is not None
        assert (thought.expected > 0.5) == (thought.value > 0)


# --- the search by samples, on tables whose answer is known -----------------------------------------------------------


def searched(
    table: list[list[float]], samples: int, seed: int, by_lot: Random | None = None
) -> tuple[simultaneous.Search, Any]:
    """The search, and its context after it, of a table of what the first seat gains; `by_lot`: 1 or -1, so much on the average."""
    size = len(table)

    def sample(_: Any, joint: Any, payoff: Any) -> int:
        payoff[0] = table[int(joint[0, 0])][int(joint[1, 0])]
        if by_lot is not None:
            payoff[0] = 1.0 if by_lot.random() < (1.0 + payoff[0]) / 2 else -1.0
        payoff[1] = -payoff[0]
        return 1

    sampler = simultaneous.Sampler(
        sample=sample, guess=lambda *_: 0.0, seats=2, parts=1, arms=size, most=size + 1, clock_every=1
    )
    search = simultaneous.make_search(sampler, lambda function: function, lambda: 0)
    context = np.zeros(1, search.CONTEXT)
    limits = Limits(deadline=FOREVER, nodes=samples, seed=seed)
    set_up(context, limits, simultaneous.Plan(keep=size), seats=2, parts=1, arms=size, longest=1)
    search.mix(None, context[0])
    assert int(context["nodes"][0, 0]) <= samples
    return search, context


def mixes_of(context: Any, size: int) -> list[list[float]]:
    """How often each seat plays what."""
    mixes = [[0.0] * size, [0.0] * size]
    for seat, mix in enumerate(mixes):
        for (arm,), weight, _ in strategy(context, seat):
            mix[arm] += weight
    return mixes


def balance(table: list[list[float]], samples: int, seed: int) -> tuple[list[float], list[float], float]:
    """What the search makes of a table: how often each seat plays what, and what the first one earned."""
    _, context = searched(table, samples, seed)
    first, second = mixes_of(context, len(table))
    return first, second, float(context["seen"][0, 0])


def against(table: list[list[float]], mix: list[float], seat: int) -> list[float]:
    """What each move of a seat gains where the other one plays this mix."""
    gains = np.array(table) if seat == 0 else -np.array(table).T
    return list(gains @ np.array(mix))


def test_rock_paper_scissors_comes_out_even() -> None:
    first, second, worth = balance([[0, -1, 1], [1, 0, -1], [-1, 1, 0]], 3_000, 4)
    for mix in (first, second):
        assert mix == pytest.approx([1 / 3] * 3, abs=0.1)
    assert worth == pytest.approx(0, abs=0.1)


def test_an_uneven_table_is_played_by_its_odds() -> None:
    """The odds of this one are 2 to 3 for either seat, and it is worth a fifth to the first."""
    first, second, worth = balance([[0.8, -0.2], [-0.2, 0.4667]], 4_000, 2)
    assert first[0] == pytest.approx(0.4, abs=0.1)
    assert second[0] == pytest.approx(0.4, abs=0.1)
    assert worth == pytest.approx(0.2, abs=0.1)


def test_what_is_always_better_is_played() -> None:
    first, second, worth = balance([[0.5, 0.3, 0.9], [-0.5, -0.6, -0.1], [0.2, 0.1, 0.4]], 1_500, 1)
    assert first[0] > 0.9
    assert second[1] > 0.9
    assert worth == pytest.approx(0.3, abs=0.1)


UNEVEN = [[0.8, -0.2, 0.1], [-0.2, 0.4667, -0.5], [0.1, -0.9, 0.3]]


def test_every_move_is_worth_what_it_gains_against_the_mixture_of_the_other() -> None:
    _, context = searched(UNEVEN, 3_000, 2)
    mixes = mixes_of(context, 3)
    for seat in (0, 1):
        right = against(UNEVEN, mixes[1 - seat], seat)
        for (arm,), _, worth in strategy(context, seat):
            assert worth == pytest.approx(right[arm], abs=0.02)


def test_what_comes_by_lot_is_worth_its_average() -> None:
    _, context = searched(UNEVEN, 6_000, 3, Random(5))
    mixes = mixes_of(context, 3)
    for seat in (0, 1):
        right = against(UNEVEN, mixes[1 - seat], seat)
        likely = [(arm, worth) for (arm,), weight, worth in strategy(context, seat) if weight > 0.2]
        assert likely
        for arm, worth in likely:
            assert worth == pytest.approx(right[arm], abs=0.15)


def test_moves_that_are_compared_all_meet_the_mixture_of_the_other() -> None:
    search, context = searched(UNEVEN, 3_000, 2)
    mixes = mixes_of(context, 3)
    for seat in (0, 1):
        context["node_limit"] = context["nodes"] + 3_000
        gains = np.zeros(3)
        moves = np.arange(3).reshape(3, 1)
        played = search.compare(None, context[0], seat, moves, 3, gains)
        assert played == 1_000
        assert list(gains) == pytest.approx(against(UNEVEN, mixes[1 - seat], seat), abs=0.08)
