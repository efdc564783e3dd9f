"""What the engine claims is true: `equal`, `at least`, `at most` and `exact`, and what a level may lose, against games that are
tried out to their ends by the readable rules alone."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from quintet.engine import Analysis, Budget, deepening, registry, think
from quintet.engine.levels import level as level_of
from quintet.engine.thought import FOREVER, Limits
from quintet.games import game
from quintet.games.contract import AnyGame, Move
from tests.engine.ends import of_moves
from tests.engine.positions import random_position

ENOUGH = Budget(nodes=2_000_000)
LATE: list[tuple[str, dict[str, Any], int]] = [
    ("reversi", {"size": 4}, 4),
    ("reversi", {"size": 6}, 27),
    ("reversi", {}, 55),
    ("best", {}, 35),
    ("best", {"board": "7x5"}, 36),
    ("best", {"tokens": 5}, 4),
]
"""Games that are proven to their ends, and the plies of random play after which all of their ends are tried out."""
NAMES = [" ".join(map(str, (name, *settings.values(), plies))) for name, settings, plies in LATE]
CASES = pytest.mark.parametrize("number", range(len(LATE)), ids=NAMES)


@cache
def positions(number: int, count: int = 4) -> list[tuple[AnyGame, Any, int]]:
    """Late positions of random games in which the moves are not all worth the same, and who is to move."""
    name, settings, plies = LATE[number]
    rules = game(name, **settings)

    def found() -> Iterator[tuple[AnyGame, Any, int]]:
        for seed in range(60):
            position = random_position(rules, plies, seed)
            if len(turn := rules.turn(position)) == 1:
                worth = of_moves(rules, position, turn[0])
                if len(set(worth.values())) > 1:
                    yield rules, position, turn[0]

    return [one for one, _ in zip(found(), range(count), strict=False)]


def holds(proven: str | None, value: float, worth: float) -> bool:
    return {None: True, "equal": value == worth, "at least": value <= worth, "at most": value >= worth}[
        proven
    ]


def check_claims(found: Analysis, worth: dict[Move, float]) -> None:
    best = max(worth.values())
    assert holds(found.proven, found.value, best)
    for one in (*found.moves, *found.also):
        assert holds(one.proven, one.value, worth[one.move]), one
        if one.proven == "equal":
            assert one.expected == 0.5 + 0.5 * ((one.value > 0) - (one.value < 0))
    if found.proven == "equal":
        assert worth[found.moves[0].move] == best
    if found.proven is not None and found.value > 0:
        assert found.expected == 1.0


@CASES
def test_whatever_is_claimed_on_the_way_is_true_and_in_the_end_everything_is_proven(number: int) -> None:
    for rules, position, seat in positions(number):
        worth = of_moves(rules, position, seat)
        ranked = sorted(worth, key=lambda move: -worth[move])
        for lines, asked in ((1, ()), (1, (ranked[-1],)), (2, tuple(ranked[-2:])), (8, ())):
            steps = list(deepening(rules, position, seat, ENOUGH, lines=lines, also=asked))
            for found in steps:
                check_claims(found, worth)
            last = steps[-1]
            assert last.proven == "equal"
            assert [one.value for one in last.moves] == sorted(worth.values(), reverse=True)[:lines]
            assert [one.move for one in last.also] == list(asked)
            assert {one.proven for one in (*last.moves, *last.also)} == {"equal"}
            assert all(last.regret(move) == worth[ranked[0]] - worth[move] for move in asked)


@CASES
def test_what_is_called_exact_is_so_however_few_nodes_there_are(number: int) -> None:
    proven = set()
    for rules, position, seat in positions(number):
        worth = of_moves(rules, position, seat)
        for nodes in (1, 30, 100, 300, 1_000, 10_000, 2_000_000):
            thought = think(rules, position, seat, budget=Budget(nodes=nodes))
            proven.add(thought.exact)
            if thought.exact:
                assert thought.value == worth[thought.move] == max(worth.values())
    assert proven == {False, True}


@CASES
def test_a_level_that_sees_the_end_knows_what_it_gives_away_and_that_is_no_more_than_it_may(
    number: int,
) -> None:
    erred = 0
    for rules, position, seat in positions(number):
        worth, engine = of_moves(rules, position, seat), registry.player(rules)
        best = max(worth.values())
        for strength in range(3, 11):
            loss = level_of(strength, engine).loss * engine.LOSS
            for seed in range(3):
                limits = Limits(deadline=FOREVER, nodes=200_000, spread=loss, seed=seed)
                found = engine.analyse(rules, position, seat, limits)
                assert found.exact
                assert found.chosen is not None
                assert best - worth[found.chosen] <= loss
                assert max(found.values.values()) == best
                for move, value in found.values.items():
                    assert value == worth[move] or worth[move] <= value <= best - (loss and loss + 0.01)
                erred += worth[found.chosen] < best
    assert erred, "weak levels err"


@CASES
def test_the_last_two_moves_lose_no_game_from_level_3_on(number: int) -> None:
    """What a level may give away of the margin, it may not of the result."""
    name, settings, _ = LATE[number]
    rules, met = game(name, **settings), 0
    engine = registry.player(rules)
    for position, seat in last_moves(rules):
        worth = of_moves(rules, position, seat)
        best = max(worth.values())
        if best < 0 or min(worth.values()) > 0:
            continue
        for seed in range(8):
            limits = Limits(deadline=FOREVER, nodes=200_000, spread=engine.LOSS, seed=seed)
            chosen = engine.analyse(rules, position, seat, limits).chosen
            assert chosen is not None
            assert worth[chosen] > 0 if best > 0 else worth[chosen] == best
        met += len({(value > 0) - (value < 0) for value in worth.values()}) > 1
    assert met, "some of them could lose it"


def last_moves(rules: AnyGame) -> Iterator[tuple[Any, int]]:
    """Positions of random games with two moves to go, or one."""
    for seed in range(50):
        dice, position, played = random.Random(seed), rules.start(), []
        while turn := rules.turn(position):
            played.append((position, turn[0]))
            position, _ = rules.apply(position, {turn[0]: rules.prompt(position, turn[0]).sample(dice)})
        yield from played[-2:]
