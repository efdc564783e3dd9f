"""What Gomoku's engine must find: wins at once, the only defence, forced wins, sensible openings."""

from __future__ import annotations

import random
from itertools import product
from typing import Any

import pytest

from quintet.engine import Budget, EngineError, think
from quintet.engine.think import solve
from quintet.games import game
from tests.engine.test_cache import run

FEW = Budget(nodes=200)
CLEAR, EVEN, HARDLY = 0.25, 0.15, 0.05
"""An advantage that nobody would leave to the other side, the most that is none, and one that a search of the same length may well see
the other way round."""
BANS = [
    {"size": 9, "captures": captures, "double_three": threes, "self_capture": flanked}
    for captures, threes, flanked in product(
        ("on", "off"), ("allowed", "forbidden"), ("allowed", "forbidden")
    )
]


def played(rules: Any, *moves: str) -> Any:
    position = rules.start()
    for move in moves:
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    return position


def played_on(rules: Any, position: Any, move: str) -> Any:
    return rules.play(position, {rules.turn(position)[0]: move})[0]


def winning(rules: Any, position: Any) -> set[str]:
    """The moves that win at once, by the readable rules alone."""
    (seat,) = rules.turn(position)
    found = set()
    for move in rules.prompt(position, seat).moves():
        outcome = rules.outcome(rules.apply(position, {seat: move})[0])
        if outcome is not None and outcome.winners == (seat,):
            found.add(move)
    return found


def safe(rules: Any, position: Any) -> set[str]:
    """The moves after which the other side has no win at once."""
    (seat,) = rules.turn(position)
    found = set()
    for move in rules.prompt(position, seat).moves():
        after, _ = rules.apply(position, {seat: move})
        outcome = rules.outcome(after)
        if (outcome is None and not winning(rules, after)) or (
            outcome is not None and seat in outcome.winners
        ):
            found.add(move)
    return found


def fights(rules: Any, seed: int) -> list[Any]:
    """Positions of a crowded game in which somebody is about to win."""
    dice, position, found = random.Random(seed), rules.start(), []
    while turn := rules.turn(position):
        moves = list(rules.prompt(position, turn[0]).moves())
        if position.placed > 8:
            found.append(position)
        middle = [move for move in moves if move[0] in "cdefg" and move[1:] in "34567"]
        loud = [move for move in moves if rules.gain(position, turn[0], move) > 25]
        move = dice.choice(loud if loud and dice.random() < 0.6 else middle or moves)
        position, _ = rules.play(position, {turn[0]: move})
    return found


@pytest.mark.parametrize("settings", BANS, ids=str)
def test_it_never_misses_a_win_at_once_nor_the_only_defence(settings: dict[str, object]) -> None:
    rules: Any = game("gomoku", **settings)
    wins = defences = 0
    for seed in range(6):
        for position in fights(rules, seed)[-5:]:
            (seat,) = rules.turn(position)
            thought = think(rules, position, seat, budget=FEW)
            assert rules.legal(position, seat, thought.move)
            good = winning(rules, position)
            if good:
                wins += 1
                assert (thought.value, thought.exact) == (1.0, True)
            else:
                good = safe(rules, position)
                defences += bool(good) and len(good) < rules.prompt(position, seat).count()
            assert not good or thought.move in good, position
    assert wins > 2
    assert defences > 0


def test_a_five_that_cannot_be_broken_is_played_and_a_fifth_pair_taken() -> None:
    rules: Any = game("gomoku", size=9)
    position = played(rules, "c5", "c8", "d5", "e8", "e5", "g8", "f5", "a8")
    assert think(rules, position, 0, budget=FEW).move in ("b5", "g5")


@pytest.mark.parametrize("level", [1, 5, 10])
def test_every_level_blocks_a_four(level: int) -> None:
    rules: Any = game("gomoku", captures="off")
    position = played(rules, "j10", "i10", "k10", "a1", "l10", "s19", "m10")
    assert think(rules, position, 1, level=level).move == "n10"


@pytest.mark.parametrize("opening", ["pro", "long-pro", "swap", "swap2"])
def test_every_opening_is_played_to_its_end(opening: str) -> None:
    rules: Any = game("gomoku", size=11, opening=opening)
    position, dice = rules.start(), random.Random(3)
    for number in range(10):
        (seat,) = rules.turn(position)
        thought = think(rules, position, seat, budget=FEW, seed=number)
        assert rules.legal(position, seat, thought.move)
        words = rules.prompt(position, seat).words
        move = dice.choice(words) if words and number == 3 else thought.move
        position, _ = rules.play(position, {seat: move})
    assert position.black is not None


@pytest.mark.parametrize("opening", ["swap", "swap2"])
def test_an_opening_stone_finds_its_place_wherever_the_first_one_stands(opening: str) -> None:
    rules: Any = game("gomoku", size=9, opening=opening)
    for first in ("a1", "a9", "i1", "i9", "e1", "a5"):
        position = played(rules, first)
        (seat,) = rules.turn(position)
        found = {think(rules, position, seat, budget=FEW, seed=seed).move for seed in range(20)}
        assert all(rules.legal(position, seat, move) for move in found)
        assert len(found) > 1


def test_the_better_colour_is_taken() -> None:
    rules: Any = game("gomoku", size=15, opening="swap", captures="off")
    near = think(rules, played(rules, "h8", "o15", "i9"), 1, budget=Budget(nodes=20_000))
    assert near.move == "take-black"
    far = think(rules, played(rules, "a1", "h8", "o1"), 1, budget=Budget(nodes=20_000))
    assert far.move == "take-white"


def test_two_more_stones_are_placed_where_the_colours_seem_equal() -> None:
    rules: Any = game("gomoku", size=15, opening="swap2", captures="off")
    for stones, move in (("h8 o15 i9", "take-black"), ("a1 h8 o1", "take-white"), ("h8 i8 d8", "place-two")):
        assert think(rules, played(rules, *stones.split()), 1, budget=Budget(nodes=20_000)).move == move


@pytest.mark.parametrize("captures", ["on", "off"])
def test_the_better_colour_is_taken_and_an_even_choice_left_to_the_other(captures: str) -> None:
    """Openings by lot, judged by a search of the same game in which white is taken: black's stones near white's, or anywhere."""
    rules: Any = game("gomoku", size=15, opening="swap2", captures=captures)
    dice, seen = random.Random(7), set[str]()
    middle = [column + row for column in "fghij" for row in ("6", "7", "8", "9", "10")]
    for number in range(16):
        first, white, last = dice.sample(middle, 3)
        if number % 2 == 1:
            first, last = dice.sample([name for name in rules.grid.names if name not in middle], 2)
        position = played(rules, first, white, last)
        value = think(rules, played_on(rules, position, "take-white"), 1, budget=Budget(nodes=20_000)).value
        choice = think(rules, position, 1, budget=Budget(nodes=40_000)).move
        seen.add(choice)
        if abs(value) > CLEAR:
            assert choice == ("take-white" if value > 0 else "take-black"), (position.points, value)
        elif abs(value) < HARDLY:
            assert choice == "place-two", (position.points, value)
    assert seen == {"take-black", "take-white", "place-two"}


@pytest.mark.parametrize(
    ("captures", "stones"),
    [("on", "h7 i9 f7"), ("on", "h8 f7 g8"), ("on", "f9 i9 j6"), ("off", "f9 i9 j6"), ("off", "h8 i8 d8")],
)
def test_two_more_stones_leave_nothing_to_choose_between_the_colours(captures: str, stones: str) -> None:
    """At as many positions as the strongest level looks at."""
    rules: Any = game("gomoku", size=15, opening="swap2", captures=captures)
    position = played_on(rules, played(rules, *stones.split()), "place-two")
    for _ in range(2):
        position = played_on(rules, position, think(rules, position, 1, budget=Budget(nodes=340_000)).move)
    white = think(rules, played_on(rules, position, "take-white"), 0, budget=Budget(nodes=340_000)).value
    assert abs(white) < EVEN


def test_after_five_stones_a_colour_is_chosen() -> None:
    rules: Any = game("gomoku", size=15, opening="swap2", captures="off")
    position = played(rules, "h8", "i8", "d8", "place-two", "d9", "i9")
    thought = think(rules, position, 0, budget=Budget(nodes=5_000))
    assert thought.move in ("take-black", "take-white")


LONG_WINS = {
    "off": "e8 d14 j8 m6 j4 b11 e7 g13 h13 g3 n8 n13 c10 m11 b5 b3 f9 e6 j7 k8 c2 g8 l7 d3 c13 l3 l5 d13 g9 i5",
    "on": "k2 j2 d2 j11 j4 g9 c8 n9 i10 c11 k8 f10 e10 j7 n2 h4 c4 h14 h12 h3 c5 l12 f14 l3 f3 j5 k3 m10 m6 l13 f7 "
    "n11 h13 j13 e2 f2",
}


@pytest.mark.parametrize("captures", LONG_WINS)
def test_continuous_threats_of_more_than_fifteen_plies_are_found_and_win(captures: str) -> None:
    """The win is proven, and holds against whatever reply stops the loss at once, as long as there is one."""
    rules: Any = game("gomoku", size=15, captures=captures)
    start = played(rules, *LONG_WINS[captures].split())
    assert think(rules, start, 0, budget=Budget(nodes=20_000)).depth > 15
    for seed in range(3):
        position, dice = start, random.Random(seed)
        while turn := rules.turn(position):
            if turn == (0,):
                thought = think(rules, position, 0, budget=Budget(nodes=20_000))
                assert (thought.value, thought.exact) == (1.0, True)
                move = thought.move
            else:
                move = dice.choice(sorted(safe(rules, position)) or list(rules.prompt(position, 1).moves()))
            position, _ = rules.play(position, {turn[0]: move})
        assert rules.outcome(position).winners == (0,)


def test_in_a_fight_full_of_threats_it_sees_past_those_that_lead_nowhere() -> None:
    """Black has many fours, in many orders; the win begins with none of them."""
    moves = "h9 j10 j12 j8 l12 j9 j7 m12 l14 i8 l13 l11 k10 h8 h7 n13 i8 k6 k13 p15 o14 i11 m11 n10 h12 k9 i7 k7 l10 k9 g6 j9 i12 k12"
    rules: Any = game("gomoku", double_three="forbidden")
    thought = think(rules, played(rules, *moves.split()), 0, budget=Budget(nodes=150_000))
    assert (thought.move, thought.value) == ("g7", 0.999)


@pytest.mark.parametrize("nodes", [300_000, 340_000, 400_000])
def test_in_quiet_fights_about_pairs_it_looks_far_enough(nodes: int) -> None:
    """White's three keeps the turn. Black holds out longest with k10, a four before it or not; after f7 a search sees white win."""
    rules: Any = game("gomoku")
    white, black = "k10 i11 h9 k8 l12 m8 h12", "h9 j10 j12 j8 h12 h8 i12 k12 g7 l10"
    assert think(rules, played(rules, *white.split()), 1, budget=Budget(nodes=nodes)).move == "l8"
    line = think(rules, played(rules, *black.split()), 0, budget=Budget(nodes=nodes)).line
    assert "k10" in (line[0], line[2] if line[:2] == ("g12", "f12") else "")


def test_a_line_of_forced_moves_is_legal_to_its_end() -> None:
    rules: Any = game("gomoku", size=15)
    position = played(rules, *LONG_WINS["on"].split())
    for move in think(rules, position, 0, budget=Budget(nodes=20_000)).line:
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    assert rules.outcome(position).winners == (0,)


def test_a_forced_win_is_solved_and_the_empty_board_is_not() -> None:
    rules: Any = game("gomoku", size=15)
    assert solve(rules, played(rules, *LONG_WINS["on"].split()), 0).value == 1.0
    with pytest.raises(EngineError, match="no win by continuous threats"):
        solve(game("gomoku", size=9), game("gomoku", size=9).start(), 0)


@pytest.mark.parametrize("captures", ["on", "off"])
def test_uncompiled_code_searches_the_same_tree(captures: str) -> None:
    program = """
import json
from quintet.engine import Budget, think
from quintet.engine.boards import gomoku as board
from quintet.engine.evals import gomoku as evaluation
from benchmarks.training.gomoku import describe
from quintet.games import game
rules = game("gomoku", size=9, captures=CAPTURES)
position = rules.start()
for seat, move in enumerate("e5 f6 d5 c5 e6 d4".split()):
    position, _ = rules.play(position, {seat % 2: move})
found = think(rules, position, 0, budget=Budget(nodes=60))
state = board.load(rules, position, evaluation.fill)
parts = int(describe(state) @ evaluation.weights())
whole = int(evaluation.add_up(state[0])) if UNCOMPILED else parts
print(json.dumps([found.move, found.value, found.nodes, found.depth, found.line, parts, whole]))
"""
    program = program.replace("CAPTURES", repr(captures))
    plain = run(program.replace("UNCOMPILED", "True"), NUMBA_DISABLE_JIT="1")
    assert plain == run(program.replace("UNCOMPILED", "False"))
    assert plain[-1] == plain[-2], "what is fitted is what is played by"
