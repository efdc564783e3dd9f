"""Thwart Omega's compiled board: what plain Python calls. The rules themselves are in omega_rules.py."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, U64, I, Int, Record, U, Word, array, helper, record, records, tool
from quintet.engine.boards import omega_random as quick
from quintet.engine.boards.factory import Parts, Rounds, make_board
from quintet.engine.boards.omega_rules import (
    BURNED,
    EMPTY,
    HASH,
    OUTSIDE,
    SQUARES,
    choose,
    copy_row,
    found_group,
    join_groups,
    moves,
    over,
    play,
    play_out,
    settle,
    share,
)
from quintet.engine.boards.omega_rules import (
    STATE as STATE,  # part of what a compiled board offers
)
from quintet.engine.spelling import Part, Spelling

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Board, Move, Outcome
    from quintet.games.omega import Omega, OmegaPosition

BASE = I(SQUARES)
"""A move is a number in this base whose digits, the lowest first, are the squares of the colours in their order."""
_0, _1, _2, _3 = I(0), I(1), I(2), I(3)


PACKED = record([("side", I, (1,)), ("seats", I, (1,)), ("cells", np.int8, (SQUARES,))])
"""A position as it is sent and kept: its squares, row by row."""


@helper
def lay(packed: Record, s: Record) -> None:
    """Row 0 from a packed position."""
    s.side[0], s.seats[0] = packed.side[0], packed.seats[0]
    for square in range(SQUARES):
        s.cells[0, square] = packed.cells[square]
    s.cells[0, OUTSIDE] = BURNED
    s.count[0], s.key[0] = _0, U(0)
    for colour in range(_3):
        s.product[0, colour], s.stones[0, colour] = 1.0, _0
    for square in range(s.side[0] * s.side[0]):
        there = I(s.cells[0, square])
        if there == EMPTY:
            s.empty[0, s.count[0]], s.where[0, square] = square, s.count[0]
            s.count[0] += _1
        else:
            s.key[0] ^= HASH[square, there]
            if there != BURNED:
                found_group(s, _0, I(square))
    for square in range(s.side[0] * s.side[0]):
        if I(s.cells[0, square]) != EMPTY and I(s.cells[0, square]) != BURNED:
            join_groups(s, _0, I(square))


@tool(I64, records(PACKED), records(STATE))
def build(packed: Record, state: Record) -> Int:
    lay(packed[0], state[0])
    return state[0].count[0]


@tool(I64, records(STATE))
def play_round(state: Record) -> Int:
    """Play `choice[0]` in row 0."""
    settle(state[0], _0, _0)
    return state[0].count[0]


@helper
def chosen_code(s: Record, row: Int, seat: Int) -> Int:
    """What a seat chose in the round from a row, as a move."""
    code = _0
    for k in range(s.seats[0]):
        code = code * BASE + s.choice[row, seat, s.seats[0] - _1 - k]
    return code


@tool(I64, records(STATE), array(I))
def list_moves(state: Record, codes: NDArray[np.int64]) -> Int:
    """How many moves every seat has; written down if the row is long enough for them."""
    s = state[0]
    count = moves(s, _0) if s.count[0] > _0 else _0
    if count <= len(codes):
        for number in range(count):
            choose(s, _0, _0, I(number))
            codes[number] = chosen_code(s, _0, _0)
    return count


@helper
def leaves(s: Record, row: Int, depth: Int) -> Int:
    if depth == _0 or over(s, row):
        return _1
    seats, each = s.seats[0], moves(s, row)
    joint = each * each if seats == _2 else each * each * each
    if depth == _1:
        return joint
    total = _0
    for number in range(joint):
        rest = I(number)
        for seat in range(seats):
            choose(s, row, I(seat), rest % each)
            rest //= each
        play(s, row)
        total += leaves(s, row + _1, depth - _1)
    return total


@tool(I64, records(STATE), I64)
def count_leaves(state: Record, depth: Int) -> Int:
    return leaves(state[0], _0, depth)


@tool(I64, records(STATE), I64, U64, array(np.float64))
def playouts(state: Record, count: Int, seed: Word, shares: NDArray[np.float64]) -> Int:
    """Add up each seat's share of the win over random games; returns how many rounds they took."""
    s = state[0]
    s.dice[0] = seed
    rounds = _0
    for _ in range(count):
        copy_row(s, _0, _1)
        rounds += play_out(s, _1)
        for seat in range(s.seats[0]):
            shares[seat] += share(s, _1, I(seat))
    return rounds


@tool(I64, records(STATE), array(I, 2), U64, I64)
def quick_game(state: Record, joint: NDArray[np.int64], seed: Word, whole: Int) -> Int:
    """A random game in words, or its given first round alone; returns how many rounds it took, or how many squares are empty then."""
    s = state[0]
    s.dice[0] = seed
    quick.set_out(s)
    return quick.play_game(s, joint) if whole != _0 else quick.begin(s, joint)


# --- the plain-Python side (board.CompiledBoard) ----------------------------------------------------------------------


def plays(game: AnyGame) -> bool:
    return game.name == "omega"


def pack(game: Omega, position: OmegaPosition) -> NDArray[Any]:
    packed = np.zeros(1, PACKED)
    packed["side"], packed["seats"] = math.isqrt(len(position.squares)), game.seats
    codes = {"": 0, "x": int(BURNED)} | {
        colour * stones: 4 * (index + 1) + stones
        for index, colour in enumerate(game.colours)
        for stones in (1, 2, 3)
    }
    packed["cells"][0, : len(position.squares)] = [codes[there] for there in position.squares]
    return packed


def load(game: Omega, position: OmegaPosition) -> NDArray[Any]:
    state = np.zeros(1, STATE)
    build(pack(game, position), state)
    return state


def empty_names(game: Omega, state: NDArray[Any]) -> list[str]:
    return [game.grid.names[square] for square in state["empty"][0, 0, : state["count"][0, 0]]]


def move_text(game: Omega, names: tuple[str, ...]) -> Move:
    """A move from the name of the square for each colour."""
    return " ".join(colour + name for colour, name in zip(game.colours, names, strict=True))


def spelling(game: Omega) -> Spelling:
    stones = tuple(Part(f"{' ' if n else ''}{colour}", n) for n, colour in enumerate(game.colours))
    return Spelling(tuple(game.grid.names), int(BASE), game.seats, ((stones,),))


def to_move(game: Omega, state: NDArray[Any]) -> tuple[int, ...]:
    return tuple(range(game.seats)) if state["count"][0, 0] else ()


def list_codes(_: Omega, state: NDArray[Any], __: int) -> list[int]:
    codes = np.zeros(list_moves(state, np.zeros(0, I)), I)
    list_moves(state, codes)
    listed: list[int] = codes.tolist()
    return listed


def play_codes(state: NDArray[Any], moves: Mapping[int, int]) -> None:
    for seat, code in moves.items():
        state["choice"][0, 0, seat] = [code // SQUARES**colour % SQUARES for colour in range(3)]
    play_round(state)


def held(game: Omega, state: NDArray[Any]) -> Board:
    codes = {
        4 * (index + 1) + stones: colour * stones
        for index, colour in enumerate(game.colours)
        for stones in (1, 2, 3)
    } | {int(BURNED): "x"}
    cells = state["cells"][0, 0, : len(game.grid)]
    return {name: codes[int(there)] for name, there in zip(game.grid.names, cells, strict=True) if there}


def multiply_groups(game: Omega, state: NDArray[Any]) -> Outcome:
    from quintet.games.contract import by_score

    products, stones = state["product"][0, 0], state["stones"][0, 0]
    return by_score(tuple(int(products[c]) if stones[c] else 0 for c in range(game.seats)))


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=Rounds(to_move, list_codes, play_codes),
        leaves=lambda _, state, depth: count_leaves(state, I(depth)),
        spelling=lambda game, _, __: spelling(game),
        held=held,
        outcome=multiply_groups,
    )
)
