"""The last moves of small games: everything that is told, chosen and proven there, held against the truth."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import islice
from typing import Any

import pytest

from quintet.engine import Analysis, Budget, Stop, deepening, registry, solve, think
from quintet.engine.host import Compiled
from quintet.engine.thought import FOREVER, Limits, Wanted
from quintet.games import game
from quintet.games.contract import AnyGame
from tests.engine.ends import leads_to, of_moves
from tests.engine.positions import random_position

ENDS: dict[str, tuple[AnyGame, int]] = {
    "Reversi": (game("reversi", size=4), 6),
    "Best": (game("best", tokens=7), 9),
    "Best, wide": (game("best", tokens=7, board="7x5"), 10),
}
"""Small games, and after how many random moves they are near their end."""
ENOUGH = Budget(nodes=1_000_000)
GAMES = pytest.mark.parametrize("name", ENDS)


@cache
def late(name: str) -> list[tuple[Any, int, dict[str, float]]]:
    """Positions in which the moves are worth different things: who moves, and what each move is worth."""

    def found() -> Iterator[tuple[Any, int, dict[str, float]]]:
        rules, plies = ENDS[name]
        for seed in range(200):
            position = random_position(rules, plies, seed)
            if turn := rules.turn(position):
                worth = of_moves(rules, position, turn[0])
                if len(set(worth.values())) > 1:
                    yield position, turn[0], worth

    return list(islice(found(), 4))


def check_claims(found: Analysis, worth: dict[str, float]) -> None:
    best = max(worth.values())
    assert found.proven != "equal" or found.value == best
    assert found.proven != "at least" or found.value <= best
    assert found.proven != "at most" or found.value >= best
    for one in (*found.moves, *found.also):
        assert one.proven != "equal" or one.value == worth[one.move]
        assert one.proven != "at least" or one.value <= worth[one.move]
        assert one.proven != "at most" or one.value >= worth[one.move]


@GAMES
def test_every_step_claims_what_is_true_and_the_last_one_everything(name: str) -> None:
    rules, _ = ENDS[name]
    for number, (position, seat, worth) in enumerate(late(name)):
        ranked = sorted(worth, key=lambda move: -worth[move])
        for lines, also in ((1, (ranked[-1],)), (2, ()), (8, ())):
            if lines == 8 and number > 1:
                continue
            steps = list(deepening(rules, position, seat, ENOUGH, lines=lines, also=also))
            for step in steps:
                check_claims(step, worth)
            assert [step.nodes for step in steps] == sorted(step.nodes for step in steps)
            last = steps[-1]
            assert (last.value, last.proven) == (worth[ranked[0]], "equal")
            assert [one.value for one in last.moves] == sorted(worth.values(), reverse=True)[:lines]
            assert [one.move for one in last.also] == list(also)
            for one in (*last.moves, *last.also):
                assert (one.proven, one.value, one.line[0]) == ("equal", worth[one.move], one.move)
                end = leads_to(rules, position, one.line, seat)
                assert end == one.value or (
                    end is None and name == "Reversi"
                )  # whose table may have lost the rest


@pytest.mark.parametrize("lines", [1, 2])
def test_a_move_that_only_seemed_best_is_not_proven_to_be(lines: int) -> None:
    """So few nodes that a search before the proof is often wrong about the best move."""
    rules, wrong = game("reversi", size=4), 0
    for seed in range(40):
        position = random_position(rules, 5, seed)
        if turn := rules.turn(position):
            worth = of_moves(rules, position, turn[0])
            steps = list(deepening(rules, position, turn[0], Budget(nodes=1_000), lines=lines))
            for step in steps:
                check_claims(step, worth)
            told = [step.moves[0].move for step in steps if step.proven == "at least"]
            wrong += any(worth[move] < max(worth.values()) for move in told)
            if steps[-1].proven == "equal":
                ranked = sorted(worth.values(), reverse=True)[:lines]
                assert [one.value for one in steps[-1].moves] == ranked
    assert wrong


@GAMES
def test_who_is_stopped_before_it_begins_claims_nothing_that_is_not_so(name: str) -> None:
    rules, _ = ENDS[name]
    engine, stop, exact = registry.player(rules), Stop(), set()
    stop.now()
    for position, seat, worth in late(name):
        for nodes in (600, 100_000, FOREVER):
            asked = Limits(deadline=FOREVER, nodes=nodes, stop=stop)
            found = engine.analyse(rules, position, seat, asked)
            exact.add(found.exact)
            assert found.chosen in worth
            assert not found.exact or found.values[found.chosen] == max(worth.values())
    assert False in exact


@GAMES
def test_however_few_nodes_there_are_what_is_exact_is_so(name: str) -> None:
    rules, _ = ENDS[name]
    exact = set()
    for position, seat, worth in late(name):
        for nodes in (1, 4, 12, 25, 60, 250, 100_000):
            thought = think(rules, position, seat, budget=Budget(nodes=nodes))
            exact.add(thought.exact)
            assert thought.line[0] == thought.move
            if thought.exact:
                assert thought.value == worth[thought.move] == max(worth.values())
                end = leads_to(rules, position, thought.line, seat)
                assert end is None or end == thought.value
        assert thought.exact
        assert thought.expected == {1: 1.0, 0: 0.5, -1: 0.0}[(thought.value > 0) - (thought.value < 0)]
    assert exact == {True, False}


def test_a_rack_that_was_looked_at_only_so_far_is_not_called_solved() -> None:
    """More plies are left than a first look goes; and points have been scored before."""
    rules, met = game("best", tokens=8), set()
    for seed in range(12):
        position = random_position(rules, 5, seed)
        seat = rules.turn(position)[0]
        truth = solve(rules, position, seat).value
        for nodes in (20, 60, 150, 400, 900, 2_000, 5_000):
            thought = think(rules, position, seat, budget=Budget(nodes=nodes))
            met.add((thought.exact, position.scores[0] != position.scores[1]))
            assert not thought.exact or thought.value == truth
        for step in deepening(rules, position, seat, Budget(nodes=3_000), lines=2):
            assert step.proven != "equal" or step.value == truth
            assert all(one.proven != "equal" or one.value <= truth for one in step.moves)
    assert met == {(exact, scored) for exact in (True, False) for scored in (True, False)}


@GAMES
def test_what_a_budget_of_nodes_leaves_unfinished_is_continued_from_what_it_knew(name: str) -> None:
    """The same nodes give the same answer, and more of them never a smaller depth."""
    rules, _ = ENDS[name]
    for position, seat, _ in late(name)[:3]:
        depths = []
        for nodes in (4, 12, 25, 60, 250):
            first, second = (think(rules, position, seat, budget=Budget(nodes=nodes)) for _ in range(2))
            assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)
            depths.append(first.depth)
        assert depths == sorted(depths)


@GAMES
def test_a_solution_is_the_truth_with_a_best_move_and_a_line_that_ends_there(name: str) -> None:
    rules, _ = ENDS[name]
    for position, seat, worth in late(name):
        thought = solve(rules, position, seat)
        assert (thought.exact, thought.value) == (True, max(worth.values()))
        assert worth[thought.move] == thought.value
        assert leads_to(rules, position, thought.line, seat) in (thought.value, None)


@GAMES
def test_a_level_knows_every_move_that_loses_no_more_than_it_may(name: str) -> None:
    rules, _ = ENDS[name]
    engine, chosen = registry.player(rules), set()
    for position, seat, worth in late(name):
        best = max(worth.values())
        for loss in (0.5, 1.0, 2.0, 6.0, 40.0):
            for seed in range(3):
                asked = Limits(deadline=FOREVER, nodes=200_000, spread=loss, seed=seed)
                found = engine.analyse(rules, position, seat, asked)
                assert found.exact
                assert found.chosen is not None
                assert best - worth[found.chosen] <= loss
                first = next(iter(found.values))
                assert list(found.values.values()) == sorted(found.values.values(), reverse=True)
                assert found.values[first] == worth[first] == best
                permitted = {move: value for move, value in worth.items() if best - value <= loss}
                assert {move: found.values.get(move) for move in permitted} == permitted
                assert all(best - found.values[move] > loss for move in set(found.values) - set(permitted))
                chosen.add(worth[found.chosen] == best)
    assert chosen == {True, False}


@GAMES
def test_what_was_solved_before_changes_no_answer_asked_for_by_nodes(name: str) -> None:
    rules, _ = ENDS[name]
    used: Any = registry.player(rules)
    for position, seat, _ in late(name):
        for spread in (0.0, 2.0):
            asked = Limits(deadline=FOREVER, nodes=100_000, spread=spread, seed=1)
            new = Compiled(used.player)
            assert used.analyse(rules, position, seat, asked) == new.analyse(rules, position, seat, asked)
        wanted = Wanted(2)
        assert [*used.study(rules, position, seat, asked, wanted)] == [
            *Compiled(used.player).study(rules, position, seat, asked, wanted)
        ]
