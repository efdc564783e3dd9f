"""Grades against exact solvers, where they reach; luck and skill, which add up; and blunders planted in good games."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import pytest

from quintet.engine import Budget, analyse, solve
from quintet.engine.pace import nodes_for
from quintet.games import game
from quintet.games.contract import AnyGame
from quintet.games.record import Replay
from quintet.study import plan
from quintet.study.look import Look, look
from quintet.study.plan import EFFORTS, Effort
from quintet.study.review import review
from tests.study.games import by_dice, by_engine, given_up

ENOUGH = 3_000_000
"""Nodes with which the ends below are solved."""


def truth(rules: AnyGame, position: Any, seat: int) -> float:
    """What a position is worth to a seat, by the solver or the result."""
    turn = rules.turn(position)
    if not turn:
        outcome = rules.outcome(position)
        assert outcome is not None
        assert outcome.scores is not None
        return float(outcome.scores[seat] - outcome.scores[1 - seat])
    value = solve(rules, position, turn[0]).value
    return value if turn[0] == seat else -value


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


@pytest.mark.parametrize(
    ("name", "settings", "last"),
    [("reversi", {}, 11), ("reversi", {"size": 4}, 10), ("best", {}, 22)],
)
def test_what_is_called_proven_is_what_the_solver_says(
    name: str, settings: dict[str, Any], last: int
) -> None:
    rules, changed, proven = game(name, **settings), 0, 0
    for seed in range(4):
        played = by_dice(rules, seed)
        positions: list[Any] = [played.start, *(step.position for step in played.steps)]
        for number in range(max(0, len(played.steps) - last), len(played.steps)):
            ((seat, move),) = played.steps[number].moves.items()
            if rules.prompt(positions[number], seat).count() == 1:
                continue
            seen = look(rules, positions[number], seat, move, ENOUGH)
            best = truth(rules, positions[number], seat)
            after = truth(rules, positions[number + 1], seat)
            assert seen.played is not None
            assert seen.best.proven == seen.played.proven == "equal"
            assert (seen.best.value, seen.played.value) == (best, after)
            assert seen.loss == (sign(best) - sign(after)) / 2
            assert (seen.grade == "best") == (best == after)
            assert (seen.changed is not None) == (sign(best) != sign(after))
            changed += seen.changed is not None
            proven += 1
    assert proven > 20
    assert changed > 0


def test_with_few_nodes_nothing_proven_is_ever_wrong() -> None:
    rules, told = game("reversi"), 0
    for seed in range(3):
        played = by_dice(rules, seed)
        for number in range(len(played.steps) - 12, len(played.steps) - 3):
            ((seat, move),) = played.steps[number].moves.items()
            before: Any = played.steps[number - 1].position
            for nodes in (100, 3_000):
                seen = look(rules, before, seat, move, nodes)
                best, after = truth(rules, before, seat), truth(rules, played.steps[number].position, seat)
                told += check_bounds(seen, best, after)
    assert told > 10


def test_with_twenty_empty_squares_nothing_proven_is_wrong_and_what_is_proven_is_graded_by_it() -> None:
    rules, told, graded = game("reversi"), 0, 0
    nodes = nodes_for(rules, EFFORTS["usual"].second_most)
    for seed in range(2):
        played = by_dice(rules, seed)
        for number in range(len(played.steps) - 20, len(played.steps) - 11, 3):
            ((seat, move),) = played.steps[number].moves.items()
            before: Any = played.steps[number - 1].position
            seen = look(rules, before, seat, move, nodes, second=True)
            best, after = truth(rules, before, seat), truth(rules, played.steps[number].position, seat)
            told += check_bounds(seen, best, after)
            if seen.played is not None and seen.best.result and seen.played.result:
                assert seen.loss == (sign(best) - sign(after)) / 2
                graded += 1
    assert told > 4
    assert graded > 1


def check_bounds(seen: Look, best: float, after: float) -> int:
    told = 0
    for worth, true in ((seen.best, best), (seen.played, after)):
        if worth is not None and worth.proven is not None:
            told += 1
            assert {
                "equal": worth.value == true,
                "at least": worth.value <= true,
                "at most": worth.value >= true,
            }[worth.proven]
    return told


@pytest.mark.parametrize("size", [3, 4])
def test_luck_and_skill_add_up_to_how_far_somebody_came(size: int) -> None:
    rules = game("omega", size=size)
    for seed in range(3):
        played = by_dice(rules, seed)
        found = review(played, "quick")
        for seat in (0, 1):
            mine, theirs = found.accounts[seat], found.accounts[1 - seat]
            first, last = found.course[0].expected[seat], found.course[-1].expected[seat]
            assert first is not None
            assert last is not None
            assert mine.luck is not None
            assert mine.luck - mine.lost + theirs.lost == pytest.approx(last - first, abs=1e-9)
        if size == 3:
            for number, step in enumerate(played.steps):
                position = played.steps[number - 1].position if number else played.start
                for seat in step.moves:
                    one = next(one for one in found.moves if (one.round, one.seat) == (number, seat))
                    if one.look is not None:
                        assert not one.estimated
                        value = solve(rules, position, seat).value
                        assert one.look.best.value == pytest.approx(value, abs=1e-6)
                        assert one.look.best.expected == pytest.approx((1 + value) / 2, abs=1e-6)


def test_with_nine_empty_squares_or_fewer_a_regret_is_exact() -> None:
    """What the look says of a round is what the rules say of every answer, weighed by the other side's mixture."""
    rules, exact, weighed = game("omega", size=4), 0, 0
    for seed in range(3):
        played = by_dice(rules, seed)
        for number, step in enumerate(played.steps):
            position: Any = played.steps[number - 1].position if number else played.start
            if position.squares.count("") > 9:
                continue
            for seat, move in step.moves.items():
                seen = look(rules, position, seat, move, ENOUGH)
                assert seen.played is not None
                assert not seen.estimated
                assert seen.best.value == pytest.approx(solve(rules, position, seat).value, abs=1e-6)
                assert seen.played.value <= seen.best.value + 1e-6
                exact += 1
                if position.squares.count("") <= 5:  # this round is the last
                    weigh(rules, position, seat, move, seen)
                    weighed += 1
    assert exact > 4
    assert weighed > 1


def weigh(rules: AnyGame, position: Any, seat: int, move: str, seen: Look) -> None:
    found = analyse(rules, position, seat, Budget(nodes=ENOUGH), also=(move,))
    (mixture,) = found.others.values()

    def worth(own: str) -> float:
        total = 0.0
        for other, part in mixture.items():
            after, _ = rules.apply(position, {seat: own, 1 - seat: other})
            outcome = rules.outcome(after)
            assert outcome is not None
            total += part * (0.0 if outcome.draw else 1.0 if seat in outcome.winners else -1.0)
        return total

    assert seen.played is not None
    assert seen.played.value == pytest.approx(worth(move), abs=1e-6)
    best = max(worth(own) for own in rules.prompt(position, seat).moves())
    assert best == pytest.approx(seen.best.value, abs=1e-6), "nothing does better against that mixture"


PLANTED = Effort(everywhere=0.5, first_most=0.01, suspects=0.5, second_most=0.06)


@pytest.mark.parametrize("name", ["reversi", "gomoku", "onyx", "best", "omega"])
def test_a_blunder_planted_in_a_good_game_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(plan.EFFORTS, "usual", PLANTED)
    rules = game(name)
    planted = [*islice(filter(None, (plant(rules, seed) for seed in range(40))), 2)]
    assert len(planted) == 2
    for played, place in planted:
        graded = next(one for one in review(played).moves if (one.round, one.seat) == place)
        assert graded.grade in ("mistake", "blunder")


def plant(rules: AnyGame, seed: int) -> tuple[Replay, tuple[int, int]] | None:
    """A game of the engine with one very bad move in its middle, which a longer search calls one too."""
    dice = random.Random(seed)
    good = by_engine(rules, seed, 100, rounds=40)
    number = dice.randrange(len(good.steps) // 2, len(good.steps) - 2)
    position = good.steps[number - 1].position
    seat = min(good.steps[number].moves)
    prompt = rules.prompt(position, seat)
    tried = tuple(dict.fromkeys(prompt.sample(dice) for _ in range(24)))
    seen = analyse(rules, position, seat, Budget(nodes=20_000), lines=1, also=tried)
    worst = min(seen.also, key=lambda one: one.expected)
    if seen.loss(worst.move) < 0.3:
        return None
    before = [(who, move) for step in good.steps[:number] for who, move in step.moves.items()]
    played = Replay(rules, before)
    others = {who: move for who, move in good.steps[number].moves.items() if who != seat}
    for who, move in ({seat: worst.move} | others).items():
        played.submit(who, move)
    return given_up(played, 1 - seat), (number, seat)
