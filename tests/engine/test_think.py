"""`think`: the one door, for games with a compiled board and for any other."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.engine import Budget, EngineError, registry, solve, think
from quintet.engine.levels import LEVELS, choose
from quintet.engine.thought import FOREVER, Limits
from quintet.games import GAMES, game
from quintet.testing.variants import variants
from tests.engine.positions import random_position
from tests.toys.noughts import Noughts

SOME = Budget(nodes=300)


@pytest.mark.parametrize("name", GAMES)
def test_every_seat_in_turn_gets_a_legal_move_and_the_same_one_again(name: str) -> None:
    rules = game(name)
    start = rules.start()
    for seat in rules.turn(start):
        first, second = (think(rules, start, seat, budget=SOME, seed=3) for _ in range(2))
        assert rules.legal(start, seat, first.move)
        assert first.line[0] == first.move
        assert first.nodes <= 330  # what was begun is finished
        different = {"seconds"}
        assert strip(first, different) == strip(second, different)


def strip(thought: Any, names: set[str]) -> dict[str, Any]:
    return {name: getattr(thought, name) for name in thought.__struct_fields__ if name not in names}


def test_a_mixed_strategy_is_a_distribution_over_legal_moves() -> None:
    rules = game("omega")
    thought = think(rules, rules.start(), 1, budget=SOME)
    assert thought.policy
    assert sum(thought.policy.values()) == pytest.approx(1)
    assert all(rules.legal(rules.start(), 1, move) for move in thought.policy)
    assert thought.move in thought.policy


def test_a_game_without_a_compiled_board_still_has_an_opponent() -> None:
    noughts = Noughts()
    position = noughts.start()
    for seat, move in enumerate(("a1", "b1", "a2", "b2")):
        position, _ = noughts.play(position, {seat % 2: move})
    thought = think(noughts, position, 0, budget=Budget(nodes=2000))
    assert (thought.move, thought.value) == ("a3", 1.0)


@pytest.mark.parametrize("seed", range(12))
def test_without_a_compiled_board_a_move_that_only_seemed_as_good_is_not_played(seed: int) -> None:
    noughts, dice = Noughts(), random.Random(seed)
    position = noughts.start()
    while turn := noughts.turn(position):
        if turn == (0,):
            move = dice.choice(list(noughts.prompt(position, 0).moves()))
        else:
            thought = think(noughts, position, 1, budget=Budget(nodes=3000))
            assert thought.depth <= noughts.prompt(position, 1).count()
            move = thought.move
        position, _ = noughts.play(position, {turn[0]: move})
    outcome = noughts.outcome(position)
    assert outcome is not None
    assert 1 in outcome.winners


@pytest.mark.parametrize(
    ("seat", "more", "sentence"),
    [
        (1, {}, "seat 1 is not in turn; think for seat 0"),
        (0, {"level": 0}, "there is no level 0; levels go from 1 to 10"),
        (0, {"level": 11}, "there is no level 11"),
        (0, {"level": 3, "budget": SOME}, "a level or a budget, not both"),
        (0, {"budget": Budget(seconds=0)}, "more than 0"),
        (0, {"budget": Budget(seconds=-1)}, "more than 0"),
        (0, {"budget": Budget(seconds=float("nan"))}, "more than 0"),
        (0, {"budget": Budget(nodes=0)}, "1 or more"),
        (0, {"budget": Budget()}, "needs seconds or nodes"),
    ],
)
def test_a_wrong_question_gets_one_sentence(seat: int, more: dict[str, Any], sentence: str) -> None:
    rules = game("reversi")
    with pytest.raises(EngineError, match=sentence):
        think(rules, rules.start(), seat, **more)


def test_a_finished_game_has_no_move_to_think_about() -> None:
    rules = game("reversi", size=4)
    position = rules.start()
    while turn := rules.turn(position):
        move = next(iter(rules.prompt(position, turn[0]).moves()))
        position, _ = rules.play(position, {turn[0]: move})
    with pytest.raises(EngineError, match="the game is over"):
        think(rules, position, 0)


def test_weak_levels_choose_among_moves_of_small_loss_and_strong_ones_the_best() -> None:
    values = {"best": 5.0, "good": 4.0, "poor": 1.0}
    drawn = {choose(values, 2.0, str(seed)) for seed in range(200)}
    assert drawn == {"best", "good"}
    assert choose(values, 0.0, "any") == "best"


@given(
    st.dictionaries(st.sampled_from("abcdef"), st.floats(-20, 20), min_size=2, max_size=6),
    st.floats(0.5, 10),
)
def test_the_better_of_two_moves_is_chosen_more_often(values: dict[str, float], loss: float) -> None:
    drawn = Counter(choose(values, loss, str(seed)) for seed in range(300))
    best = max(values.values())
    for better, worse in itertools.permutations(values, 2):
        if values[better] - values[worse] >= loss / 3 and best - values[worse] <= loss:
            assert drawn[better] > drawn[worse]  # e times as often, or more
        if best - values[worse] > loss:
            assert drawn[worse] == 0


@pytest.mark.parametrize("plies", [12, 27])
def test_a_compiled_level_chooses_likewise_by_what_its_search_says_of_the_moves(plies: int) -> None:
    """In the middle of a game, and where the rest is solved."""
    rules, loss = game("reversi", size=6), 6.0
    position = random_position(rules, plies, 3)
    (seat,) = rules.turn(position)
    engine = registry.player(rules)
    found = [
        engine.analyse(rules, position, seat, Limits(deadline=FOREVER, nodes=20_000, spread=loss, seed=seed))
        for seed in range(200)
    ]
    values, drawn = found[0].values, Counter(str(one.chosen) for one in found)
    best = max(values.values())
    assert found[0].exact == (plies == 27)
    assert len(drawn) > 1
    assert all(one.values == values for one in found)
    assert all(best - values[move] <= loss for move in drawn)
    for better, worse in itertools.permutations(drawn, 2):
        if values[better] - values[worse] >= loss / 3:
            assert drawn[better] > drawn[worse]
    strict = engine.analyse(rules, position, seat, Limits(deadline=FOREVER, nodes=20_000, seed=7))
    assert strict.chosen == next(iter(values))


def test_what_is_called_exact_is_the_value_of_the_position_and_of_the_move() -> None:
    """A level that errs on purpose where the rest is solved: it knows what its move is worth and claims no more."""
    rules: Any = game("reversi", size=6)
    claimed = erred = 0
    for number in range(16):
        position = random_position(rules, 29, number)
        if not rules.turn(position):
            continue
        (seat,) = rules.turn(position)
        truth = solve(rules, position, seat).value
        for seed in range(12):
            thought = think(rules, position, seat, level=6, seed=seed)
            after, _ = rules.play(position, {seat: thought.move})
            worth = final_value(rules, after, seat)
            if thought.exact:
                assert thought.value == truth == worth
                claimed += 1
            erred += worth < truth
    assert claimed
    assert erred


def final_value(rules: Any, position: Any, seat: int) -> float:
    """What best play leads to, for a seat."""
    turn = rules.turn(position)
    if not turn:
        scores = rules.outcome(position).scores
        return float(scores[seat] - scores[1 - seat])
    value = solve(rules, position, turn[0]).value
    return value if turn[0] == seat else -value


def test_higher_levels_see_more_and_permit_less() -> None:
    ordered = [LEVELS[number] for number in sorted(LEVELS)]
    nodes = [level.nodes or 10**9 for level in ordered]
    losses = [level.loss for level in ordered]
    assert nodes == sorted(nodes)
    assert losses == sorted(losses, reverse=True)
    assert losses[-1] == 0
    hastes = [level.haste for level in ordered]
    assert hastes == sorted(hastes, reverse=True)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_plays(level: int) -> None:
    rules = game("reversi", size=6)
    thought = think(rules, rules.start(), 0, level=level, seed=level)
    assert rules.legal(rules.start(), 0, thought.move)


SETTINGS = [(name, settings) for name, kind in GAMES.items() for settings in variants(kind)]


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_with_every_setting_there_is_a_legal_move_in_the_middle_of_the_game(
    name: str, settings: dict[str, Any]
) -> None:
    rules = game(name, **settings)
    position, rng = rules.start(), random.Random(str(settings))
    for ply in range(16):
        turn = rules.turn(position)
        if ply in (3, 9, 15):
            for seat in turn:
                thought = think(rules, position, seat, budget=Budget(nodes=60), seed=ply)
                assert rules.legal(position, seat, thought.move)
        position, _ = rules.apply(position, {seat: rules.prompt(position, seat).vary(rng) for seat in turn})
        if not rules.turn(position):
            break


@pytest.mark.parametrize("name", GAMES)
def test_what_was_asked_in_between_changes_nothing(name: str) -> None:
    rules = game(name)
    position, rng = rules.start(), random.Random(7)
    asked = []
    for _ in range(3):
        turn = rules.turn(position)
        asked.append((position, turn[0]))
        position, _ = rules.apply(position, {seat: rules.prompt(position, seat).vary(rng) for seat in turn})

    def answers(order: list[tuple[Any, int]]) -> dict[Any, Any]:
        told = {}
        for position, seat in order:
            told[position, "nodes"] = think(rules, position, seat, budget=Budget(nodes=400), seed=5)
            told[position, "level"] = think(rules, position, seat, level=2, seed=5)
        return {key: strip(thought, {"seconds"}) for key, thought in told.items()}

    assert answers(asked) == answers(asked[::-1])
