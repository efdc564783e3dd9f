"""Onyx solved: small boards, and the choice of stacks to take off."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest

from quintet.engine import Budget, EngineError, analyse, registry, solve, think
from quintet.engine.matrix import solve_game
from quintet.engine.players import onyx
from quintet.engine.thought import FOREVER, Finding, Limits
from quintet.games import game
from quintet.games.onyx import OnyxPosition
from tests.engine.test_onyx import played


def margin_after_removal(rules: Any, position: OnyxPosition) -> float:
    """Seat 0's margin when both take off stacks as they should, from the table of all choices by the plain rules."""
    sets = [list(rules.prompt(position, seat).moves()) for seat in (0, 1)]
    table = np.zeros((len(sets[0]), len(sets[1])))
    for i, j in itertools.product(range(len(sets[0])), range(len(sets[1]))):
        scores = rules.outcome(rules.apply(position, {0: sets[0][i], 1: sets[1][j]})[0]).scores
        table[i, j] = scores[0] - scores[1]
    return solve_game(table)[2]


def plain_bounds(rules: Any) -> tuple[float, float]:
    """What seat 0 gets at the start if going round in circles is worth least to it, and if it is worth most."""
    start = rules.start()
    follow: dict[OnyxPosition, set[OnyxPosition]] = {}
    waiting = [start]
    while waiting:
        now = waiting.pop()
        if now not in follow:
            moves = rules.prompt(now, now.mover).moves() if now.phase == "placing" else ()
            after = (rules.apply(now, {now.mover: move})[0] for move in moves)
            follow[now] = {OnyxPosition(p.squares, p.mover, p.passed, p.phase) for p in after}
            waiting += follow[now]
    ends = {p: margin_after_removal(rules, p) for p in follow if p.phase == "removal"}
    found = []
    for circle in (-1e6, 1e6):
        values = dict.fromkeys(follow, circle) | ends
        changed = True
        while changed:
            changed = False
            for now, later in follow.items():
                if later:
                    value = (min if now.mover else max)(values[p] for p in later)
                    changed |= value != values[now]
                    values[now] = value
        found.append(values[start])
    return found[0], found[1]


@pytest.mark.parametrize("board", ["king-2", "square-2"])
def test_small_boards_have_the_value_that_the_plain_rules_give(board: str) -> None:
    rules: Any = game("onyx", board=board)
    low, high = plain_bounds(rules)
    assert low == high == solve(rules, rules.start(), 0).value


@pytest.mark.parametrize(("board", "value"), [("hex-2", 2), ("king-3", 6)])
def test_best_play_from_the_start(board: str, value: float) -> None:
    rules: Any = game("onyx", board=board)
    told: list[float] = []
    thought = solve(rules, rules.start(), 0, lambda _, done: told.append(done))
    assert (thought.value, thought.exact) == (value, True)
    assert told == sorted(told)
    position = rules.start()
    for move in thought.line:  # the line is legal, ends placing, and leaves what was promised
        position, _ = rules.play(position, {position.mover: move})
    assert position.phase == "removal"
    assert margin_after_removal(rules, position) == value


@pytest.mark.parametrize("board", ["king-2", "hex-2"])
def test_the_search_finds_what_the_solver_proves(board: str) -> None:
    rules: Any = game("onyx", board=board)
    found = think(rules, rules.start(), 0, budget=Budget(nodes=100_000))
    assert found.value == solve(rules, rules.start(), 0).value


def test_every_reply_to_the_best_move_is_worth_no_more() -> None:
    rules, position = played("hex-2")
    thought = solve(rules, position, 0)
    after, _ = rules.play(position, {0: thought.move})
    assert solve(rules, after, 1).value == -thought.value


def test_large_boards_are_refused_in_a_sentence_before_anything_is_compiled_for_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules, position = played("king-8")
    monkeypatch.setattr(onyx, "solver", lambda: pytest.fail("it was loaded"))
    with pytest.raises(EngineError, match="a board of 64 spaces is too large to solve; 16 is the most"):
        solve(rules, position, 0)


def test_a_position_that_came_up_before_is_refused_in_a_sentence() -> None:
    rules, position = played("king-2", "b@a2 p@b1", "w@a1 y@b2", "b@a2 p@b1")
    with pytest.raises(EngineError, match="has come up twice"):
        solve(rules, position, 1)


# --- taking off stacks ------------------------------------------------------------------------------------------------

WALLS = "bB.W.w.BywYp.b.P...B.wW.b.pY.pP..wyB"
"""A board full enough for stacks to matter."""


def crowded(seed: int) -> tuple[Any, OnyxPosition]:
    rules: Any = game("onyx", board="square-6")
    dice = np.random.default_rng(seed)
    return rules, OnyxPosition("".join(dice.permutation(list(WALLS))), 0, (0, 1), "removal")


@pytest.mark.parametrize("seed", range(8))
def test_stacks_are_taken_off_by_the_best_mixed_strategy(seed: int) -> None:
    rules, position = crowded(seed)
    value = margin_after_removal(rules, position)
    for seat, sign in ((0, 1), (1, -1)):
        thought = think(rules, position, seat, level=10)
        assert thought.exact
        assert thought.value == pytest.approx(sign * value, abs=1e-6)
        assert thought.policy
        assert sum(thought.policy.values()) == pytest.approx(1)
        assert worst_case(rules, position, seat, thought.policy) == pytest.approx(sign * value, abs=1e-6)


def worst_case(rules: Any, position: OnyxPosition, seat: int, policy: dict[str, float]) -> float:
    """What a mix earns against the best answer to it."""
    totals: dict[str, float] = {}
    for answer in rules.prompt(position, 1 - seat).moves():
        for move, p in policy.items():
            scores = rules.outcome(rules.apply(position, {seat: move, 1 - seat: answer})[0]).scores
            totals[answer] = totals.get(answer, 0.0) + p * (scores[seat] - scores[1 - seat])
    return min(totals.values())


@pytest.mark.parametrize("seed", range(4))
def test_no_level_that_thinks_errs_when_stacks_are_taken_off_for_that_ends_the_game(seed: int) -> None:
    rules, position = crowded(seed)
    for seat in (0, 1):
        right = think(rules, position, seat, level=10).policy
        for level in range(3, 10):
            weak = think(rules, position, seat, level=level, seed=seed)
            assert weak.policy == right
            assert weak.exact


def many_stacks() -> tuple[Any, OnyxPosition]:
    dice = np.random.default_rng(1)
    squares = "".join(dice.choice(list("bpwyBPWY."), 144))
    return game("onyx", board="king-12"), OnyxPosition(squares, 0, (0, 1), "removal")


def test_many_stacks_stay_within_the_budget() -> None:
    rules, position = many_stacks()
    thought = think(rules, position, 0, budget=Budget(nodes=2000))
    assert rules.legal(position, 0, thought.move)
    assert not thought.exact
    assert thought.nodes <= 2 * 2000
    with pytest.raises(EngineError, match="too many stacks"):
        solve(rules, position, 0)


HALF_SEEN = "PBWBbB..wPPBWPb."
"""Changing single stacks leads to 15 here; only who compares all sets sees that it is 16."""
NEAR_A_DRAW = "bYBbbBb.PY.wBb.Y"
"""Both mix, and some of what they take off leaves the same points to both."""


def small(squares: str) -> tuple[Any, OnyxPosition]:
    return game("onyx", board="king-4"), OnyxPosition(squares, 0, (0, 1), "removal")


def test_only_who_compared_every_set_of_stacks_calls_the_value_exact() -> None:
    rules, position = small(HALF_SEEN)
    told = [think(rules, position, 0, budget=Budget(nodes=nodes)) for nodes in (30, 100, 200, 300, 600)]
    assert [thought.exact for thought in told] == [False] * 4 + [True]
    assert (told[2].value, told[4].value) == (15, 16)


@pytest.mark.parametrize("seat", [0, 1])
def test_stacks_that_are_asked_about_have_their_points_and_their_result(seat: int) -> None:
    rules, position = small(NEAR_A_DRAW)
    every = tuple(rules.prompt(position, seat).moves())
    found = analyse(rules, position, seat, Budget(nodes=100_000), also=every)
    drawn = 0
    for one in found.also:
        leads = against(rules, position, seat, one.move, found.others[1 - seat])
        assert one.value == pytest.approx(sum(p * lead for p, lead in leads), abs=1e-6)
        assert one.expected == pytest.approx(
            sum(p * (1.0 if lead > 0 else 0.5 if lead == 0 else 0.0) for p, lead in leads), abs=1e-6
        )
        drawn += any(lead == 0 for _, lead in leads)
    assert drawn


def against(
    rules: Any, position: OnyxPosition, seat: int, move: str, mix: dict[str, float]
) -> list[tuple[float, float]]:
    """How often what lead comes of a set, against what the other takes off."""
    leads = []
    for answer, p in mix.items():
        scores = rules.outcome(rules.apply(position, {seat: move, 1 - seat: answer})[0]).scores
        leads.append((p, scores[seat] - scores[1 - seat]))
    return leads


def weakly(rules: Any, position: OnyxPosition, seat: int, loss: float, seed: int) -> Finding:
    limits = Limits(deadline=FOREVER, nodes=2_000, spread=loss, seed=seed)
    return registry.player(rules).analyse(rules, position, seat, limits)


@pytest.mark.parametrize("seat", [0, 1])
def test_every_set_that_is_looked_at_is_worth_what_it_brings_against_the_best_mixture(seat: int) -> None:
    rules, position = small(NEAR_A_DRAW)
    mix = think(rules, position, 1 - seat, level=10).policy
    assert mix
    for move, value in weakly(rules, position, seat, 4.0, 0).values.items():
        leads = against(rules, position, seat, move, mix)
        assert value == pytest.approx(sum(p * lead for p, lead in leads), abs=1e-6)


def test_of_more_stacks_than_can_be_solved_a_weak_level_takes_off_any_that_lose_no_more_than_it_may() -> None:
    rules, position, loss = *many_stacks(), 12.0
    found = [weakly(rules, position, 0, loss, seed) for seed in range(40)]
    assert {one.policy for one in found} == {None}
    assert all(one.values[one.chosen or ""] >= max(one.values.values()) - loss for one in found)
    assert len({one.chosen for one in found}) > 1
    assert weakly(rules, position, 0, 0.0, 0).policy is not None
