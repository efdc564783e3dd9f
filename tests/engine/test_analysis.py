"""An analysis: what the moves of a position are worth, what is proven of them, and what it costs to play another."""

from __future__ import annotations

import random
import threading
from typing import Any

import pytest

from quintet.engine import Analysis, Budget, EngineError, Memory, Stop, analyse, deepening, solve
from quintet.engine.chances import expected_result
from quintet.engine.evals.onyx_turns import ROOT_WIDTH
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, MoveError
from quintet.testing.variants import variants
from tests.engine.positions import random_position
from tests.toys.noughts import Noughts

SOME = Budget(nodes=3_000)
MUCH = Budget(nodes=2_000_000)


def middle(rules: AnyGame, rounds: int, seed: int) -> Any:
    """A position of a random game that is not over."""
    dice, position = random.Random(seed), rules.start()
    for _ in range(rounds):
        moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
        after, _ = rules.play(position, moves)
        if not rules.turn(after):
            break
        position = after
    return position


def stable(found: Analysis) -> dict[str, Any]:
    return {name: getattr(found, name) for name in found.__struct_fields__ if name != "seconds"}


@pytest.mark.parametrize("rounds", [0, 5, 12])
@pytest.mark.parametrize("name", GAMES)
def test_the_best_moves_and_any_other_have_a_value_a_result_and_a_line(name: str, rounds: int) -> None:
    rules = game(name)
    position = middle(rules, rounds, rounds)
    for seat in rules.turn(position):
        dice = random.Random(rounds)
        asked = tuple(dict.fromkeys(rules.prompt(position, seat).sample(dice) for _ in range(4)))
        found = analyse(rules, position, seat, SOME, lines=2, also=asked)
        assert tuple(one.move for one in found.also) == asked
        for one in (*found.moves, *found.also):
            assert rules.legal(position, seat, one.move)
            assert one.line[0] == one.move
            assert 0 <= one.expected <= 1
            assert found.regret(one.move) >= found.value - one.value
        if found.policy is None:
            values = [one.value for one in found.moves]
            assert values == sorted(values, reverse=True)
            assert len(values) <= 2
            assert found.value == values[0]
            assert all(one.value <= found.value for one in found.also)
            assert found.regret(found.moves[0].move) == found.loss(found.moves[0].move) == 0
        else:
            assert sum(found.policy.values()) == pytest.approx(1)
            assert all(sum(mix.values()) == pytest.approx(1, abs=1e-6) for mix in found.others.values())
            assert set(found.others) == set(rules.turn(position)) - {seat}
            assert {one.move for one in found.moves} >= {*found.policy, *asked}


SETTINGS = [(name, settings) for name, kind in GAMES.items() for settings in variants(kind)]


@pytest.mark.parametrize(("name", "settings"), SETTINGS)
def test_with_every_setting_any_legal_move_can_be_asked_about(name: str, settings: dict[str, Any]) -> None:
    rules = game(name, **settings)
    for rounds in (2, 9, 16):
        position, dice = middle(rules, rounds, rounds), random.Random(rounds)
        for seat in rules.turn(position):
            asked = rules.prompt(position, seat).sample(dice)
            found = analyse(rules, position, seat, Budget(nodes=60), also=(asked,), seed=rounds)
            assert [one.move for one in found.also] == [asked]
            assert all(rules.legal(position, seat, one.move) for one in found.moves)
            assert 0 <= found.expected <= 1


@pytest.mark.parametrize("name", GAMES)
def test_nodes_and_seed_alone_decide_whatever_is_remembered(name: str) -> None:
    rules = game(name)
    position, memory = middle(rules, 4, 1), Memory()
    (seat, *_) = rules.turn(position)
    fresh = analyse(rules, position, seat, SOME, seed=3)
    analyse(rules, position, seat, Budget(seconds=0.05), memory=memory)
    again = analyse(rules, position, seat, SOME, seed=3, memory=memory)
    assert stable(again) == stable(fresh)


@pytest.mark.parametrize("name", ["reversi", "gomoku", "onyx"])
def test_what_was_learned_makes_the_same_depth_cheaper(name: str) -> None:
    rules = game(name)
    position, memory = middle(rules, 6, 2), Memory()
    (seat,) = rules.turn(position)

    def nodes_to(depth: int) -> int:
        steps = deepening(rules, position, seat, Budget(seconds=600), memory=memory)
        return next(found.nodes for found in steps if found.depth == depth)

    first = nodes_to(4)
    assert nodes_to(4) < first


def test_a_memory_serves_one_search_at_a_time_and_one_game() -> None:
    memory = Memory()
    with memory.lent("one") as first, memory.lent("one") as second:
        assert first is memory
        assert second is None
        assert not memory.find("table", list)[1]
    with memory.lent("one"):
        assert memory.find("table", list)[1]
    with memory.lent("two"):
        assert not memory.find("table", list)[1]


@pytest.mark.parametrize("name", ["reversi", "gomoku", "onyx", "best"])
def test_it_can_be_watched_and_each_step_knows_more(name: str) -> None:
    rules = game(name)
    told: list[Analysis] = []
    found = analyse(rules, middle(rules, 3, 5), 1, Budget(nodes=60_000), watch=told.append)
    assert told[-1] == found
    assert len(told) > 1
    assert [one.depth for one in told] == sorted(one.depth for one in told)
    assert [one.nodes for one in told] == sorted(one.nodes for one in told)


@pytest.mark.parametrize("name", GAMES)
def test_it_ends_at_once_when_nobody_waits_any_more(name: str) -> None:
    """From another thread, in the middle of a search that would go on for ten minutes."""
    rules, stop = game(name), Stop()
    position = rules.start()
    (seat, *_) = rules.turn(position)
    timer = threading.Timer(0.3, stop.now)
    timer.start()
    found = analyse(rules, position, seat, Budget(seconds=600), stop=stop)
    timer.join()
    assert found.moves
    assert found.seconds < 300


@pytest.mark.parametrize("name", GAMES)
def test_an_analysis_that_nobody_waits_for_from_the_start_still_has_a_move(name: str) -> None:
    rules, stop = game(name), Stop()
    stop.now()
    found = analyse(rules, rules.start(), rules.turn(rules.start())[0], Budget(seconds=600), stop=stop)
    assert rules.legal(rules.start(), found.seat, found.moves[0].move)


# --- what is proven ---------------------------------------------------------------------------------------------------


def test_the_proven_values_of_reversi_are_true_also_of_the_moves_asked_for() -> None:
    rules: Any = game("reversi")
    position = random_position(rules, 49, 3)
    (seat,) = rules.turn(position)
    every = tuple(rules.prompt(position, seat).moves())
    found = analyse(rules, position, seat, MUCH, lines=2, also=every[-2:])
    assert found.proven == "equal"
    truth = {}
    for move in every:
        after, _ = rules.play(position, {seat: move})
        (rival,) = rules.turn(after)
        worth = solve(rules, after, rival).value
        truth[move] = worth if rival == seat else -worth
    for one in (*found.moves, *found.also):
        assert (one.proven, one.value) == ("equal", truth[one.move])
    assert [one.value for one in found.moves] == sorted(truth.values(), reverse=True)[:2]
    assert found.regret(every[-1]) == max(truth.values()) - truth[every[-1]]


def test_the_book_of_best_is_not_passed_by_and_nothing_is_called_better_than_it_proves() -> None:
    rules = game("best")
    steps = list(deepening(rules, rules.start(), 0, Budget(seconds=0.3), lines=5))
    assert (steps[0].nodes, steps[0].value, steps[0].proven) == (0, 0.0, "equal")
    last = steps[-1]
    assert last.nodes > 0
    assert len(last.moves) == 5
    assert last.moves[0].move == steps[0].moves[0].move
    assert all(one.value <= 0 for one in last.moves)


def test_best_is_solved_for_every_drop_that_is_asked_for() -> None:
    rules: Any = game("best", tokens=8)
    position = random_position(rules, 4, 2)
    every = tuple(rules.prompt(position, 0).moves())
    found = analyse(rules, position, 0, MUCH, lines=1, also=every)
    for one in found.also:
        after, _ = rules.play(position, {0: one.move})
        assert (one.proven, one.value) == ("equal", -solve(rules, after, 1).value)


def test_gomoku_proves_the_win_that_is_forced_and_the_loss_of_a_move_that_lets_it_happen() -> None:
    rules: Any = game("gomoku", captures="off")
    position = rules.start()
    for ply, move in enumerate(("h8", "a1", "i8", "c2", "j8", "e1")):
        position, _ = rules.play(position, {ply % 2: move})
    found = analyse(rules, position, 0, SOME, also=("a19",))
    assert (found.value, found.proven, found.expected) == (1.0, "equal", 1.0)
    assert found.moves[0].move in ("g8", "k8")
    assert found.also[0].value < 1
    after, _ = rules.play(position, {0: "k8"})
    lost = analyse(rules, after, 1, SOME, also=("a19",))
    assert (lost.also[0].value, lost.also[0].proven, lost.also[0].expected) == (-1.0, "equal", 0.0)


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_stones_and_choices_of_an_opening_can_be_asked_about(opening: str) -> None:
    rules: Any = game("gomoku", opening=opening)
    position, dice = rules.start(), random.Random(4)
    for _ in range(6):
        (seat,) = rules.turn(position)
        move = rules.prompt(position, seat).sample(dice)
        found = analyse(rules, position, seat, SOME, also=(move,))
        assert [one.move for one in found.also] == [move]
        position, _ = rules.play(position, {seat: move})


def test_a_turn_of_onyx_that_the_search_would_not_look_at_has_a_value() -> None:
    rules: Any = game("onyx")
    position = middle(rules, 4, 1)
    (seat,) = rules.turn(position)
    best = analyse(rules, position, seat, Budget(nodes=200), lines=32)
    assert len(best.moves) <= ROOT_WIDTH
    turns = list(rules.prompt(position, seat).moves())
    known = {one.move for one in best.moves}
    poor = [turn for turn in random.Random(1).sample(turns, 60) if turn not in known][:20]
    found = analyse(rules, position, seat, Budget(nodes=4_000), also=poor)
    assert [one.move for one in found.also] == poor
    assert min(one.value for one in found.also) < found.value
    assert any(len(one.line) > 1 for one in found.also)


def removal() -> tuple[Any, Any]:
    """A position of Onyx in which both take off stacks."""
    rules: Any = game("onyx", board="king-4")
    position, dice = rules.start(), random.Random(2)
    for ply in range(8):
        turns = [move for move in rules.prompt(position, ply % 2).moves() if move != "pass"]
        stacks = [move for move in turns if "@" in move and move[0] == move[1]]
        position, _ = rules.play(position, {ply % 2: dice.choice(stacks or turns)})
    for ply in range(2):
        position, _ = rules.play(position, {ply % 2: "pass"})
    assert rules.turn(position) == (0, 1)
    return rules, position


def test_taking_off_stacks_is_valued_against_what_the_other_takes_off() -> None:
    rules, position = removal()
    for seat in (0, 1):
        every = list(rules.prompt(position, seat).moves())
        asked = random.Random(seat).sample(every, min(len(every), 6))
        found = analyse(rules, position, seat, MUCH, also=asked)
        assert found.proven == "equal"
        rival = 1 - seat
        for one in found.also:
            margins, results = 0.0, 0.0
            for answer, share in found.others[rival].items():
                after, _ = rules.play(position, {seat: one.move, rival: answer})
                scores = rules.outcome(after).scores
                lead = scores[seat] - scores[rival]
                margins += share * lead
                results += share * (lead > 0) + share * 0.5 * (lead == 0)
            assert one.value == pytest.approx(margins, abs=1e-6)
            assert one.expected == pytest.approx(results, abs=1e-6)
            assert one.value <= found.value + 1e-6


def test_the_regret_of_a_move_at_the_end_of_omega_is_exact() -> None:
    rules: Any = game("omega", size=4)
    position = next(p for seed in range(40) if len((p := middle(rules, 5, seed)).squares) and _open(p) == 6)
    every = tuple(rules.prompt(position, 0).moves())
    found = analyse(rules, position, 0, MUCH, also=every)
    assert found.proven == "equal"
    assert found.policy
    assert found.expected == (1 + found.value) / 2
    assert all(found.regret(move) == pytest.approx(0, abs=1e-6) for move in found.policy)
    for one in random.Random(1).sample(found.also, 5):
        against = 0.0
        for answer, share in found.others[1].items():
            after, _ = rules.play(position, {0: one.move, 1: answer})
            against += share * end_value(rules, after)
        assert one.value == pytest.approx(against, abs=1e-6)
        assert found.regret(one.move) == pytest.approx(max(0.0, found.value - against), abs=1e-6)


def _open(position: Any) -> int:
    return int(position.squares.count(""))


def end_value(rules: Any, position: Any) -> float:
    if rules.turn(position):
        return solve(rules, position, 0).value
    outcome = rules.outcome(position)
    return 0.0 if outcome.draw else 1.0 - 2 * outcome.winners[0]


def test_a_bad_move_of_omega_is_told_from_a_good_one_before_the_end() -> None:
    rules: Any = game("omega")
    position = middle(rules, 5, 3)
    every = list(rules.prompt(position, 0).moves())
    asked = random.Random(2).sample(every, 12)
    found = analyse(rules, position, 0, Budget(nodes=60_000), also=asked, seed=2)
    other = analyse(rules, position, 0, Budget(nodes=60_000), also=asked, seed=5)
    assert found.proven is None
    first, second = ([one.value for one in told.also] for told in (found, other))
    ranks = [sorted(range(12), key=lambda n, v=v: v[n]) for v in (first, second)]  # type: ignore[misc]  # a default of a lambda has no type
    assert len(set(ranks[0][:6]) & set(ranks[1][:6])) >= 4
    assert max(found.regret(move) for move in asked) > 0.1


# --- any game, and what cannot be asked -------------------------------------------------------------------------------


def test_a_game_without_a_compiled_board_is_analysed_too() -> None:
    noughts = Noughts()
    position = noughts.start()
    for seat, move in enumerate(("a1", "b1", "a2", "b2")):
        position, _ = noughts.play(position, {seat % 2: move})
    found = analyse(noughts, position, 0, Budget(nodes=4_000), also=("c1",))
    assert (found.moves[0].move, found.value, found.expected) == ("a3", 1.0, 1.0)
    assert found.also[0].value == -1.0
    assert found.also[0].line == ("c1", "b3")
    assert found.loss("c1") == 1.0


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ({"lines": 0}, "1 to 32 lines, not 0"),
        ({"lines": 33}, "1 to 32 lines, not 33"),
        ({"budget": Budget()}, "needs seconds or nodes"),
        ({"seat": 1}, "seat 1 is not in turn"),
    ],
)
def test_a_question_that_cannot_be_answered_gets_a_sentence(more: dict[str, Any], sentence: str) -> None:
    rules = game("reversi")
    asked: dict[str, Any] = {"seat": 0, "budget": SOME} | more
    with pytest.raises(EngineError, match=sentence):
        analyse(rules, rules.start(), **asked)


def test_a_move_that_is_not_legal_cannot_be_asked_about_and_one_nobody_asked_about_has_no_value() -> None:
    rules = game("reversi")
    with pytest.raises(MoveError):
        analyse(rules, rules.start(), 0, SOME, also=("a1",))
    found = analyse(rules, rules.start(), 0, SOME, lines=1, also=("D3", "d3"))
    assert [one.move for one in found.also] == ["d3"]
    with pytest.raises(EngineError, match="nothing is known of 'a1'"):
        found.regret("a1")


# --- what a value means -----------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_lead_is_worth_more_the_larger_it_is_and_as_much_as_it_costs_the_other(name: str) -> None:
    rules = game(name)
    for rounds in (0, 6, 14):
        position = middle(rules, rounds, 1)
        values = [-1.0, -0.4, 0.0, 0.1, 0.9]
        told = [expected_result(rules, position, v, None) for v in values]
        assert told == sorted(told)
        assert len(set(told)) == len(told)
        for value, result in zip(values, told, strict=True):
            mirrored = expected_result(rules, position, -value, None)
            assert result + mirrored == pytest.approx(1)


@pytest.mark.parametrize(
    ("value", "proven", "result"),
    [
        (3.0, "equal", 1.0),
        (3.0, "at least", 1.0),
        (-3.0, "at most", 0.0),
        (-3.0, "equal", 0.0),
        (0.0, "equal", 0.5),
    ],
)
def test_what_is_proven_is_no_chance(value: float, proven: Any, result: float) -> None:
    rules = game("reversi")
    found = expected_result(rules, rules.start(), value, proven)
    assert found == result


def test_a_bound_that_decides_nothing_is_a_chance() -> None:
    rules = game("reversi")
    for value, proven in ((3.0, "at most"), (-3.0, "at least")):
        result = expected_result(rules, rules.start(), value, proven)  # type: ignore[arg-type]  # the pair has lost which words these are
        assert 0 < result < 1
