"""The opening book of Best Game Ever: made, packed, looked up; and what is shipped is right."""

from __future__ import annotations

import math
import random
from pathlib import Path
from typing import Any

import pytest

from benchmarks.training import best as training
from quintet.engine import Budget, EngineError, deepening, solve, think
from quintet.engine.boards import best as board
from quintet.engine.solvers import best_book
from quintet.engine.solvers.best import Rest, Solver
from quintet.engine.solvers.best_book import Opening
from quintet.games import game

BOOKS = [(columns, seat) for columns in training.COLUMNS for seat in training.SEATS]


def make(folder: Path, columns: int, seat: int, plies: int, last: int) -> Opening:
    path, start = folder / "book", Opening(columns, seat, plies, last, b"")
    assert training.extend(Solver(bits=18), path, start, math.inf)
    return Opening(columns, seat, plies, last, path.read_bytes())


@pytest.mark.parametrize(("columns", "seat"), BOOKS)
def test_a_book_answers_every_reply_with_a_best_move(tmp_path: Path, columns: int, seat: int) -> None:
    plies, last = 12, 6
    book = make(tmp_path, columns, seat, plies, last)
    known = best_book.index(best_book.read(best_book.pack([book])))
    rules: Any = game("best", board="5x7" if columns == 5 else "7x5", tokens=plies // 2)
    solver = Solver(bits=18)
    met = 0

    def follow(position: Any, dice: random.Random) -> None:
        nonlocal met
        while sum(position.tokens) >= last:
            (mover,) = rules.turn(position)
            move = dice.choice(list(rules.prompt(position, mover).moves()))
            if mover == seat:
                rest = Rest.of(board.load(rules, position))
                found = best_book.look_up(rest, known)
                assert found is not None, position
                assert found[1] == solver.value(rest, rest.plies)
                gain, after = next((g, after) for column, g, after in rest.drops() if column == found[0])
                assert gain - solver.value(after, after.plies) == found[1]
                move, met = str(found[0] + 1), met + 1
            position, _ = rules.play(position, {mover: move})

    for game_number in range(60):
        follow(rules.start(), random.Random(game_number))
    assert met >= 180


def test_making_a_book_goes_on_where_it_was_left(tmp_path: Path) -> None:
    whole = make(tmp_path, 5, 1, 10, 5)
    half = whole.moves[: len(whole.moves) // 2]
    (tmp_path / "book").write_bytes(half)
    again = make(tmp_path, 5, 1, 10, 5)  # equally good moves may be others: the solver remembers other things
    assert again.moves.startswith(half)
    assert len(again.moves) == len(again.met())
    known = best_book.index([Opening(5, 1, 10, 5, half)])  # what is done of a book can be used
    assert list(known["book_count"]) == [len(half)] * 2


@pytest.mark.parametrize(
    "data", [b"", b"5 0", b"5 0 40 25 3\n\0\0", b"5 0 40 25 1\n\7", b"6 0 40 25 1\n\0", b"\xff\n"]
)
def test_bytes_that_are_no_book_are_refused(data: bytes) -> None:
    with pytest.raises(EngineError, match="opening book"):
        best_book.read(data)


@pytest.mark.parametrize(("columns", "seat"), BOOKS)
def test_whoever_keeps_to_the_shipped_book_keeps_the_result(columns: int, seat: int) -> None:
    """Whatever the opponent does: from the first move down to where the solver takes over."""
    rules: Any = game("best", board="5x7" if columns == 5 else "7x5")
    for number in range(6):
        dice, position = random.Random(number), rules.start()
        told: float | None = None
        while sum(position.tokens) >= training.LAST:
            (mover,) = rules.turn(position)
            move = dice.choice(list(rules.prompt(position, mover).moves()))
            if mover == seat:
                thought = think(rules, position, seat)
                assert thought.exact
                assert told is None or thought.value >= told, "the opponent's moves only make it better"
                move, told = thought.move, thought.value
            position, _ = rules.play(position, {mover: move})
        assert told is not None
        (mover,) = rules.turn(position)
        value = solve(rules, position, mover).value
        assert (value if mover == seat else -value) >= told


@pytest.mark.parametrize(("columns", "seat"), BOOKS)
def test_what_is_claimed_where_the_book_nearly_ends_is_true(columns: int, seat: int) -> None:
    """Of the book's move, of the others, and of both together: against the solver, which knows no book."""
    rules: Any = game("best", board="5x7" if columns == 5 else "7x5")
    position, dice = rules.start(), random.Random(7)
    while sum(position.tokens) > training.LAST + 1 or rules.turn(position) != (seat,):
        (mover,) = rules.turn(position)
        move = dice.choice(list(rules.prompt(position, mover).moves()))
        if mover == seat:
            move = think(rules, position, seat).move
        position, _ = rules.play(position, {mover: move})
    worth = {}
    for move in rules.prompt(position, seat).moves():
        after, _ = rules.play(position, {seat: move})
        worth[move] = -solve(rules, after, 1 - seat).value
    thought = think(rules, position, seat)
    assert thought.nodes == 0, "it is in the book"
    assert thought.value == worth[thought.move] == max(worth.values())
    steps = list(deepening(rules, position, seat, Budget(seconds=0.3), lines=columns))
    for found in steps:
        assert (found.value, found.proven) == (thought.value, "equal")
        for one in found.moves:
            if one.proven == "equal":
                assert one.value == worth[one.move]
            elif one.proven is not None:
                assert one.proven == "at most"
                assert one.value >= worth[one.move]
    assert {one.move for one in steps[-1].moves} == set(worth)
