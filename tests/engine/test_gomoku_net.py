"""Gomoku's net for plain five: kept up to date stone by stone, it says what a plain reading of its file says."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from benchmarks.training.gomoku import describe
from quintet.engine._jit import I64, I, Int, Record, records, tool
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.evals import gomoku_net as net
from quintet.games import game
from tests.engine.test_gomoku import played

PLAIN: Any = game("gomoku", size=15, captures="off")
GAMES = ("h8", "h8 i9 g7 i7 f8 c3 k11 d4", "a1 b2 o15 a2 o1 a3 o2 a5 h8", "h8 i8 h9 i9 h10 i10 h11 b1 h7")


@tool(I64, records(stones.STATE))
def evaluate(state: Record) -> Int:
    return evaluation.evaluate(state[0])


@tool(I64, records(stones.STATE), I64)
def take_back(state: Record, cell: Int) -> Int:
    stones.lift(state[0], cell, I(1) - state[0].colour[0])
    return I(0)


def read(moves: str) -> NDArray[Any]:
    return board.load(PLAIN, played(PLAIN, *moves.split()), evaluation.fill)


def cell(name: str) -> Any:
    return I(board.cell_of(PLAIN, PLAIN.grid.names.index(name)))


def value_by_file(moves: str) -> int:
    """The file read as it is described, point by point, with no regard to speed."""
    position = played(PLAIN, *moves.split())
    shipped = net.shipped()
    assert shipped is not None
    (known,) = shipped
    own = "bw".index(position.colour)
    seen = np.array([".bw".index(sign) for sign in position.points]).reshape(15, 15)
    walled = np.pad(seen, 4, constant_values=lines.WALL)
    numbers, swap = lines.pattern_numbers(), lines.colours_swapped()
    totals = np.zeros((2, 16), np.int64)
    for row, column in product(range(15), repeat=2):
        if seen[row, column]:
            continue
        for colour in (0, 1):
            view = known["ground"].astype(np.int64)
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                key = 0
                for k in (-4, -3, -2, -1, 1, 2, 3, 4):
                    key |= int(walled[row + 4 + k * down, column + 4 + k * right]) << (2 * lines.slot(k))
                view = view + known["lines"][numbers[swap[key] if colour else key]]
            totals[colour] += np.clip(view, 0, 1023)
    state = read(moves)
    counts = np.minimum(state["counts"][0][:, 4:], 3)
    inputs = np.concatenate([totals[own], totals[1 - own], counts[own], counts[1 - own]])
    hidden = np.maximum((inputs @ known["inner"].astype(np.int64) + known["inner_ground"]) >> 10, 0)
    value = int(hidden @ known["outer"].astype(np.int64) + inputs @ known["straight"].astype(np.int64))
    without = int(describe(state) @ evaluation.weights())
    return (value + int(known["ends"][0]) >> 20) + (without * int(known["ends"][1]) >> 10)


@pytest.mark.parametrize("moves", GAMES)
def test_it_says_what_its_file_says(moves: str) -> None:
    assert int(evaluate(read(moves))) == value_by_file(moves)


@pytest.mark.parametrize("moves", GAMES)
def test_it_sees_the_same_stone_by_stone_and_from_every_side(moves: str) -> None:
    step, whole = read(""), read(moves)
    for name in moves.split():
        board.make_move(step, cell(name))
    turned = read(" ".join(f"{chr(ord('p') - int(m[1:]))}{ord(m[0]) - 96}" for m in moves.split()))
    for state in (step, turned):
        assert np.array_equal(whole["held"], state["held"])
        assert int(evaluate(whole)) == int(evaluate(state))
    for name in reversed(moves.split()):
        take_back(step, cell(name))
        step["colour"] = 1 - step["colour"]
    assert np.array_equal(step["held"], read("")["held"])
    assert np.array_equal(step["views"], read("")["views"])


def test_with_captures_and_without_its_file_the_points_are_added_up() -> None:
    taking: Any = game("gomoku", size=15)
    state = board.load(taking, played(taking, "h8", "i9", "g7"), evaluation.fill)
    assert int(evaluate(state)) == int(describe(state) @ evaluation.weights())
    state = board.load(
        PLAIN, played(PLAIN, "h8", "i9", "g7"), lambda state: evaluation.fill(state, evaluation.weights())
    )
    assert int(evaluate(state)) == int(describe(state) @ evaluation.weights())


def test_every_line_of_a_board_has_a_pattern_and_shares_it_with_its_mirror_image_alone() -> None:
    numbers = lines.pattern_numbers()
    assert set(numbers.tolist()) == set(range(lines.PATTERNS))
    _, shared = np.unique(numbers[numbers > 0], return_counts=True)
    assert set(shared.tolist()) == {1, 2}
