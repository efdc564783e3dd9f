"""The engine of Best Game Ever: the exact solver, and what `think` makes of it."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from quintet.engine import Budget, EngineError, solve, think, watch
from quintet.engine.boards import best as compiled
from quintet.engine.solvers.best import Rest, Solver
from quintet.games import game
from tests.engine.positions import random_position

BOARDS = ("5x7", "7x5")


def final_margin(rules: Any, position: Any, known: dict[Any, int]) -> int:
    """White's final margin with best play, by the readable rules alone."""
    if position in known:
        return known[position]
    turn = rules.turn(position)
    if not turn:
        return int(position.scores[0] - position.scores[1])
    (seat,) = turn
    moves = rules.prompt(position, seat).moves()
    values = [final_margin(rules, rules.apply(position, {seat: move})[0], known) for move in moves]
    known[position] = max(values) if seat == 0 else min(values)
    return known[position]


@pytest.mark.parametrize("board", BOARDS)
def test_solutions_agree_with_the_readable_rules(board: str) -> None:
    rules: Any = game("best", board=board)
    margins = set()
    for seed in range(16):
        position = random_position(rules, 37 if seed > 1 else 34, seed)
        if not rules.turn(position):
            continue
        (seat,) = rules.turn(position)
        known: dict[Any, int] = {}
        wanted = final_margin(rules, position, known) * (1 if seat == 0 else -1)
        thought = solve(rules, position, seat)
        assert (thought.exact, thought.value) == (True, wanted)
        after, _ = rules.play(position, {seat: thought.move})
        assert final_margin(rules, after, known) * (1 if seat == 0 else -1) == wanted
        margins.add(wanted)
    assert len(margins) > 3


@pytest.mark.parametrize(("columns", "stride"), [(5, 8), (7, 6)])
def test_every_question_about_a_nearly_empty_rack_is_answered_right(columns: int, stride: int) -> None:
    """There what can still be scored is mostly what is captured, or dropped from now on."""
    dice = Random(columns)
    for _ in range(60):
        tokens = {
            column * stride + row: dice.randrange(2) for column in (0, 1) for row in range(dice.randrange(3))
        }
        own, other = (sum(1 << cell for cell, side in tokens.items() if side == wanted) for wanted in (0, 1))
        rest = Rest(own, other, dice.randrange(1, 5), columns)
        value = worth_by_trying(rest)
        for beta in range(-14, 15):
            answer = Solver(bits=10).ask(rest, beta, rest.plies)
            assert beta <= answer <= value if value >= beta else value <= answer < beta


def worth_by_trying(rest: Rest) -> int:
    if rest.plies == 0:
        return 0
    return max((gain - worth_by_trying(after) for _, gain, after in rest.drops()), default=0)


@pytest.mark.parametrize("board", BOARDS)
@pytest.mark.parametrize("tokens", [1, 2, 3])
def test_short_games_are_solved_from_the_start(board: str, tokens: int) -> None:
    rules: Any = game("best", board=board, tokens=tokens)
    thought = solve(rules, rules.start(), 0)
    assert (thought.exact, thought.value) == (True, final_margin(rules, rules.start(), {}))
    assert len(thought.line) == 2 * tokens


@pytest.mark.parametrize("board", BOARDS)
def test_the_expected_line_ends_the_game_with_the_value_told(board: str) -> None:
    rules: Any = game("best", board=board)
    for seed in range(4):
        position = random_position(rules, 26, seed)
        (seat,) = rules.turn(position)
        thought = solve(rules, position, seat)
        for move in thought.line:
            (mover,) = rules.turn(position)
            position, _ = rules.play(position, {mover: move})
        assert not rules.turn(position)
        assert position.scores[seat] - position.scores[1 - seat] == thought.value


def test_a_solution_tells_all_along_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watch, "EVERY", 0.005)
    rules: Any = game("best", board="7x5")
    position = random_position(rules, 14, 1)  # 26 plies: it looks ply by ply
    (seat,) = rules.turn(position)
    told: list[float] = []
    thought = solve(rules, position, seat, lambda _, share: told.append(share))
    assert thought.exact
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] <= 1
    assert len([share for share in set(told) if 0.02 < share < 0.9]) > 5


def test_every_level_answers_with_a_legal_move_and_the_same_nodes_with_the_same_one() -> None:
    rules: Any = game("best", board="7x5", tokens=50)
    position = random_position(rules, 9, 3)
    (seat,) = rules.turn(position)
    for level in range(1, 11):
        assert rules.legal(position, seat, think(rules, position, seat, level=level, seed=level).move)
    for nodes in (10, 1_000, 60_000):
        budget = Budget(nodes=nodes)
        first, second = (think(rules, position, seat, budget=budget, seed=nodes) for _ in range(2))
        assert (first.move, first.value, first.nodes) == (second.move, second.value, second.nodes)


@pytest.mark.parametrize("board", BOARDS)
def test_a_move_keeps_the_result_even_where_the_margin_takes_too_long(board: str) -> None:
    rules: Any = game("best", board=board)
    unproven = 0
    for seed in range(20, 44):
        position = random_position(rules, 21, seed)
        (seat,) = rules.turn(position)
        result, nodes = result_of(rules, position, seat)
        thought = think(rules, position, seat, budget=Budget(nodes=2 * nodes + 10_000))
        after, _ = rules.play(position, {seat: thought.move})
        assert result_of(rules, after, seat)[0] == result
        unproven += not thought.exact
    assert unproven  # otherwise this shows nothing


@pytest.mark.parametrize(
    ("seed", "nodes"),
    [(209, 15_000), (340, 20_000), (340, 30_000), (168, 20_000), (225, 15_000), (290, 50_000)],
)
def test_what_seemed_best_at_first_gives_way_to_what_keeps_the_result_and_that_is_told(
    seed: int, nodes: int
) -> None:
    """The first look errs here, and there are too few nodes for the margin."""
    rules: Any = game("best")
    position = random_position(rules, 23, seed)
    (seat,) = rules.turn(position)
    result, _ = result_of(rules, position, seat)
    first = think(rules, position, seat, budget=Budget(nodes=600)).move
    assert result_of(rules, rules.play(position, {seat: first})[0], seat)[0] < result
    thought = think(rules, position, seat, budget=Budget(nodes=nodes))
    assert not thought.exact
    assert (thought.value > 0) - (thought.value < 0) == result
    assert result_of(rules, rules.play(position, {seat: thought.move})[0], seat)[0] == result


def result_of(rules: Any, position: Any, seat: int) -> tuple[int, int]:
    """1, 0 or −1 for the seat with best play, and how many nodes the solver takes to know it."""
    (mover,) = rules.turn(position)
    lead = position.scores[mover] - position.scores[1 - mover]
    rest, solver = Rest.of(compiled.load(rules, position)), Solver(bits=20)
    result = sum(solver.ask(rest, wanted - lead, rest.plies) >= wanted - lead for wanted in (0, 1)) - 1
    return result if mover == seat else -result, solver.nodes


def test_a_capture_for_three_points_is_taken_by_the_strong_levels() -> None:
    rules: Any = game("best", tokens=12)  # with 20, column 5 turns out to be worth as much after 24 plies
    position = rules.start()
    for move in "2141":  # black stands twice in column 1
        (seat,) = rules.turn(position)
        position, _ = rules.play(position, {seat: move})
    for level in range(7, 11):
        assert think(rules, position, 0, level=level).move == "1"


def test_few_nodes_and_little_time_are_enough_for_a_move() -> None:
    rules: Any = game("best", tokens=19)  # the book is for 20
    for budget in (Budget(nodes=1), Budget(seconds=1e-6)):
        thought = think(rules, rules.start(), 0, budget=budget)
        assert rules.legal(rules.start(), 0, thought.move)
        assert not thought.exact


def test_the_same_rack_with_fewer_plies_left_does_not_displace_it() -> None:
    """When it did, this took four times as many positions, and the whole game more than a hundred times as many."""
    solver = Solver(bits=24)
    assert solver.value(Rest(0, 0, 30, 5), 30) == 0
    assert solver.nodes < 3_000_000


def test_a_game_of_fifty_tokens_is_too_long_to_solve_from_the_start() -> None:
    rules: Any = game("best", tokens=50)
    with pytest.raises(EngineError, match="100 tokens left"):
        solve(rules, rules.start(), 0)
