"""Best Game Ever on two 64-bit words: the tokens of the side to move and of the other side.

A column takes rows + 1 bits, the bottom cell the lowest of them; the top bit stays 0, so that nothing runs from one
column into the next. No run of three lies on a rack at rest: so a drop scores exactly where it makes a run or lands on two
of the other side's tokens, and any other drop just adds a bit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import (
    I64,
    I,
    Int,
    Record,
    U,
    Word,
    array,
    helper,
    lowest,
    popcount,
    record,
    records,
    tool,
)
from quintet.engine.boards.factory import Parts, by_turns, make_board
from quintet.engine.spelling import Spelling, listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.games.best import Best, BestPosition
    from quintet.games.contract import AnyGame, Board, Outcome

STATE = record(
    [
        ("own", U, (1,)),
        ("other", U, (1,)),
        ("columns", I, (1,)),
        ("tokens", I, (2,)),
        ("scores", I, (2,)),
    ]
)
"""Own and other are those of the side to move; tokens and scores go by seat."""

_0, _1, _5 = I(0), I(1), I(5)
U0, U1, U2 = U(0), U(1), U(2)


@dataclass(frozen=True)
class Rack:
    """The compiled helpers of one board shape. A cell is a word with one bit."""

    columns: int
    rows: int
    field: int
    """All its cells, as a word."""
    landing: Callable[..., Any]
    """(own, other) -> the cells on which a token may land."""
    scoring: Callable[..., Any]
    """(own, other) -> the cells where a token of `own`, landing there, would take something off."""
    drop: Callable[..., Any]
    """(own, other, cell) -> own, other and the net gain of `own` when its token lands there."""
    mirror: Callable[..., Any]
    """(word) -> the word with the columns in reverse order."""
    column: Callable[..., Any]
    """(cell) -> its column, from 0."""


def make(columns: int, rows: int) -> Rack:
    stride, height = I(rows + 1), I(rows)
    width = I(columns)
    bottom = sum(1 << (column * (rows + 1)) for column in range(columns))
    floor, field = U(bottom), U(bottom * ((1 << rows) - 1))
    one, two = U(rows + 1), U(2 * (rows + 1))
    column_mask = U((1 << (rows + 1)) - 1)

    @helper
    def landing(own: Word, other: Word) -> Word:
        return ((own | other) + floor) & field

    @helper
    def scoring(own: Word, other: Word) -> Word:
        left, right = own << one, own >> one
        row = (left & right) | (left & (own << two)) | (right & (own >> two))
        return row | ((own << U1) & (own << U2)) | ((other << U1) & (other << U2))

    @helper
    def runs(own: Word) -> Word:
        upright = own & (own >> U1) & (own >> U2)
        flat = own & (own >> one) & (own >> two)
        return upright | (upright << U1) | (upright << U2) | flat | (flat << one) | (flat << two)

    @helper
    def settle(own: Word, other: Word) -> tuple[Word, Word, Int]:
        """Take runs off and let the rest fall, until no run is left."""
        gain = _0
        while True:
            mine, theirs = runs(own), runs(other)
            taken = mine | theirs
            if taken == U0:
                return own, other, gain
            gain += popcount(mine) - popcount(theirs)
            own &= ~mine
            other &= ~theirs
            for i in range(height):  # from the top row down: what lies above a taken cell falls by one
                row = height - _1 - I(i)
                here = taken & (floor << U(row))
                if here != U0:
                    above = (here << U(stride - row)) - (here << U1)
                    keep = ~(above | here)
                    own = (own & keep) | ((own & above) >> U1)
                    other = (other & keep) | ((other & above) >> U1)

    @helper
    def drop(own: Word, other: Word, cell: Word) -> tuple[Word, Word, Int]:
        if cell & scoring(own, other) == U0:
            return own | cell, other, _0
        if cell & (other << U1) & (other << U2) != U0:
            pair = (cell >> U1) | (cell >> U2)
            own |= pair
            other &= ~pair
        return settle(own | cell, other)

    @helper
    def mirror(word: Word) -> Word:
        turned = U0
        for _ in range(width):
            turned = (turned << one) | (word & column_mask)
            word >>= one
        return turned

    @helper
    def column(cell: Word) -> Int:
        return lowest(cell) // stride

    return Rack(columns, rows, int(field), landing, scoring, drop, mirror, column)


TALL, WIDE = make(5, 7), make(7, 5)


def _perft(rack: Rack) -> Callable[..., Any]:
    landing, drop = rack.landing, rack.drop

    @helper
    def count(own: Word, other: Word, plies: Int, depth: Int) -> Int:
        cells = landing(own, other)
        if depth == _0 or plies == _0 or cells == U0:
            return _1
        if depth == _1:
            return popcount(cells)
        total = _0
        while cells != U0:
            cell = cells & (U0 - cells)
            cells ^= cell
            mine, theirs, _ = drop(own, other, cell)
            total += count(theirs, mine, plies - _1, depth - _1)
        return total

    return count


_perft_tall, _perft_wide = _perft(TALL), _perft(WIDE)
_land_tall, _land_wide = TALL.landing, WIDE.landing
_drop_tall, _drop_wide = TALL.drop, WIDE.drop
_column_tall, _column_wide = TALL.column, WIDE.column


@tool(I64, records(STATE), I64)
def leaves(state: Record, depth: Int) -> Int:
    s = state[0]
    plies = s.tokens[0] + s.tokens[1]
    if s.columns[0] == _5:
        return _perft_tall(s.own[0], s.other[0], plies, depth)
    return _perft_wide(s.own[0], s.other[0], plies, depth)


@helper
def _cells(s: Record) -> Word:
    """Where a token may land; none when the game is over."""
    if s.tokens[0] + s.tokens[1] == _0:
        return U0
    return _land_tall(s.own[0], s.other[0]) if s.columns[0] == _5 else _land_wide(s.own[0], s.other[0])


@tool(I64, records(STATE), array(I))
def open_columns(state: Record, columns: NDArray[np.int64]) -> Int:
    """The columns that may be played; how many there are."""
    cells, count = _cells(state[0]), _0
    while cells != U0:
        cell = cells & (U0 - cells)
        cells ^= cell
        columns[count] = _column_tall(cell) if state[0].columns[0] == _5 else _column_wide(cell)
        count += _1
    return count


@tool(I64, records(STATE), I64)
def make_move(state: Record, column: Int) -> Int:
    """Drop a token in a column that is open; the net gain of whoever dropped it."""
    s = state[0]
    cells = _cells(s)
    tall = s.columns[0] == _5
    while True:
        cell = cells & (U0 - cells)
        cells ^= cell
        if (_column_tall(cell) if tall else _column_wide(cell)) == column:
            break
    tokens = popcount(s.own[0]) + popcount(s.other[0]) + _1
    own, other, gain = s.own[0], s.other[0], _0
    if tall:
        own, other, gain = _drop_tall(own, other, cell)
    else:
        own, other, gain = _drop_wide(own, other, cell)
    taken = tokens - popcount(own) - popcount(other)
    seat = _0 if s.tokens[0] == s.tokens[1] else _1
    s.scores[seat] += (taken + gain) // I(2)
    s.scores[_1 - seat] += (taken - gain) // I(2)
    s.tokens[seat] -= _1
    s.own[0], s.other[0] = other, own
    return gain


# --- the plain-Python side (board.CompiledBoard) ----------------------------------------------------------------------


def plays(game: AnyGame) -> bool:
    return game.name == "best"


def load(game: Best, position: BestPosition) -> NDArray[Any]:
    state = np.zeros(1, STATE)
    seat = mover(position.tokens)
    for column, tokens in enumerate(position.columns):
        for row, token in enumerate(tokens):
            side = "own" if token == "wb"[seat] else "other"
            state[side][0] |= U(1 << (column * (game.rows + 1) + row))
    state["columns"] = game.columns
    state["tokens"][0], state["scores"][0] = position.tokens, position.scores
    return state


def mover(tokens: Any) -> int:
    """Whose turn it is, or would be."""
    return 0 if tokens[0] == tokens[1] else 1


def spelling(game: Best, seat: int) -> Spelling:  # noqa: ARG001  (both seats' moves are written alike)
    return listed([str(column + 1) for column in range(game.columns)])


def held(game: Best, state: NDArray[Any]) -> Board:
    seat = mover(state["tokens"][0])
    found = {}
    for cell, name in enumerate(game.grid.names):
        bit = 1 << (cell % game.columns * (game.rows + 1) + cell // game.columns)
        if int(state["own"][0, 0]) & bit:
            found[name] = "wb"[seat]
        elif int(state["other"][0, 0]) & bit:
            found[name] = "wb"[1 - seat]
    return found


def count_points(_: Best, state: NDArray[Any]) -> Outcome:
    from quintet.games.contract import by_score

    white, black = map(int, state["scores"][0])
    return by_score((white, black))


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=by_turns(
            moves=open_columns, move=make_move, most=8, mover=lambda state: mover(state["tokens"][0])
        ),
        leaves=lambda _, state, depth: leaves(state, I(depth)),
        spelling=lambda game, _, seat: spelling(game, seat),
        held=held,
        outcome=count_points,
    )
)
