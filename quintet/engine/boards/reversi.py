"""Reversi on two 64-bit words: the discs of the side to move and of the other side.

Square a1 is bit 0, b1 bit 1, a2 bit 8, whatever the size: a smaller board is the top left corner of the large one, and
`field` has the bits that belong to it. Everything is seen from the side to move.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import (
    I64,
    U64,
    I,
    Int,
    Record,
    U,
    Word,
    array,
    helper,
    highest,
    lowest,
    popcount,
    record,
    records,
    tool,
)
from quintet.engine.boards.factory import Parts, by_turns, make_board
from quintet.engine.hooks import NOT_OVER
from quintet.engine.spelling import Spelling, listed

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Board, Move, Outcome
    from quintet.games.reversi import Reversi, ReversiPosition

MAX_PLY = 128
MAX_MOVES = 40
PASS = I(64)
UNIT = I(64)
"""What one disc counts in a search."""
FIELDS = [
    ("own", U, (1,)),
    ("other", U, (1,)),
    ("field", U, (1,)),
    ("seat", I, (1,)),
    ("flips", U, (MAX_PLY,)),
]
STATE = record(FIELDS)

_0, _1 = I(0), I(1)
U0, U1, U2, U7, U8, U9 = U(0), U(1), U(2), U(7), U(8), U(9)
U14, U16, U18 = U(14), U(16), U(18)
U30, U33, U12, U25, U27, U31 = U(30), U(33), U(12), U(25), U(27), U(31)
INNER = U(0x7E7E7E7E7E7E7E7E)
MIX1, MIX2, MIX3 = U(0x9E3779B97F4A7C15), U(0xBF58476D1CE4E5B9), U(0x94D049BB133111EB)


def _rays(directions: tuple[tuple[int, int], ...]) -> NDArray[np.uint64]:
    """For each square the squares in each of these directions, as a word."""
    table = np.zeros((64, len(directions)), U)
    for square in range(64):
        for d, (right, down) in enumerate(directions):
            x, y, word = square % 8 + right, square // 8 + down, 0
            while 0 <= x < 8 and 0 <= y < 8:
                word |= 1 << (y * 8 + x)
                x, y = x + right, y + down
            table[square, d] = word
    return table


UP = _rays(((1, 0), (-1, 1), (0, 1), (1, 1)))  # towards higher bits
DOWN = _rays(((-1, 0), (1, -1), (0, -1), (-1, -1)))


# --- discs ------------------------------------------------------------------------------------------------------------


@helper
def reach(own: Word, inner: Word, step: Word, double: Word) -> Word:
    """The squares one step beyond a line of the other side's discs that starts next to an own disc, both ways."""
    up = inner & (own << step)
    down = inner & (own >> step)
    up |= inner & (up << step)
    down |= inner & (down >> step)
    pair_up, pair_down = inner & (inner << step), inner & (inner >> step)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    up |= pair_up & (up << double)
    down |= pair_down & (down >> double)
    return (up << step) | (down >> step)


@helper
def mobility(own: Word, other: Word, field: Word) -> Word:
    """The squares on which `own` may place a disc."""
    inner = other & INNER
    found = reach(own, inner, U1, U2) | reach(own, other, U8, U16)
    found |= reach(own, inner, U7, U14) | reach(own, inner, U9, U18)
    return found & field & ~(own | other)


@helper
def flips_up(own: Word, other: Word, ray: Word) -> Word:
    """Towards higher bits: adding 1 carries through a line of the other side's discs to what ends it."""
    end = ((other | ~ray) + U1) & own & ray
    return (end - U(end != U0)) & ray


@helper
def flips_down(own: Word, other: Word, ray: Word) -> Word:
    """Towards lower bits: the highest bit of the ray without such a disc is what ends the line."""
    stops = ray & ~other
    end = (U1 << U(highest(stops | U1))) & own & stops
    return (U0 - (end << U1)) & ray


@helper
def turned(own: Word, other: Word, square: Int) -> Word:
    """The discs that a disc of `own` on an empty square would turn."""
    found = flips_up(own, other, UP[square, 0]) | flips_up(own, other, UP[square, 1])
    found |= flips_up(own, other, UP[square, 2]) | flips_up(own, other, UP[square, 3])
    found |= flips_down(own, other, DOWN[square, 0]) | flips_down(own, other, DOWN[square, 1])
    return found | flips_down(own, other, DOWN[square, 2]) | flips_down(own, other, DOWN[square, 3])


@helper
def margin(own: Word, other: Word) -> Int:
    return popcount(own) - popcount(other)


@helper
def hash_pair(own: Word, other: Word) -> Word:
    word = (own * MIX1) ^ ((other + MIX3) * MIX2)
    word = (word ^ (word >> U30)) * MIX2
    word = (word ^ (word >> U27)) * MIX3
    return word ^ (word >> U31)


# --- the search's view (hooks.Rules) ----------------------------------------------------------------------------------


@helper
def over(s: Record, ply: Int) -> Int:  # noqa: ARG001  (the search's form)
    own, other, field = s.own[0], s.other[0], s.field[0]
    if mobility(own, other, field) != U0 or mobility(other, own, field) != U0:
        return NOT_OVER
    return margin(own, other) * UNIT


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:  # noqa: ARG001  (hooks.Rules: no rule here asks how deep the search is)
    found = mobility(s.own[0], s.other[0], s.field[0])
    if found == U0:
        moves[0] = PASS
        return _1
    count = _0
    while found != U0:
        moves[count] = lowest(found)
        found &= found - U1
        count += _1
    return count


@helper
def play(s: Record, move: Int, ply: Int) -> None:
    own, other = s.own[0], s.other[0]
    flips = U0
    if move != PASS:
        flips = turned(own, other, move)
        own |= flips | (U1 << U(move))
        other &= ~flips
    s.flips[ply] = flips
    s.own[0], s.other[0] = other, own
    s.seat[0] = _1 - s.seat[0]


@helper
def undo(s: Record, move: Int, ply: Int) -> None:
    flips = s.flips[ply]
    own, other = s.other[0], s.own[0]
    if move != PASS:
        own &= ~(flips | (U1 << U(move)))
        other |= flips
    s.own[0], s.other[0] = own, other
    s.seat[0] = _1 - s.seat[0]


@helper
def key(s: Record) -> Word:
    return hash_pair(s.own[0], s.other[0])


# --- entries ----------------------------------------------------------------------------------------------------------


@tool(I64, records(STATE), array(I))
def list_moves(state: Record, moves: NDArray[np.int64]) -> Int:
    """None when the game is over."""
    return gen(state[0], moves, _0) if over(state[0], _0) == NOT_OVER else _0


@tool(I64, records(STATE), I64)
def make_move(state: Record, move: Int) -> Int:
    play(state[0], move, _0)
    return _0


@helper
def count_leaves(own: Word, other: Word, field: Word, depth: Int) -> Int:
    moves = mobility(own, other, field)
    if moves == U0:
        if mobility(other, own, field) == U0:
            return _1  # the game is over: one way, ended early
        return _1 if depth == _1 else count_leaves(other, own, field, depth - _1)
    if depth == _1:
        return popcount(moves)
    total = _0
    while moves != U0:
        square = lowest(moves)
        moves &= moves - U1
        flips = turned(own, other, square)
        total += count_leaves(other & ~flips, own | flips | (U1 << U(square)), field, depth - _1)
    return total


@tool(I64, U64, U64, U64, I64)
def leaves(own: Word, other: Word, field: Word, depth: Int) -> Int:
    return count_leaves(own, other, field, depth)


@helper
def nth_bit(word: Word, n: Int) -> Int:
    for _ in range(n):
        word &= word - U1
    return lowest(word)


@tool(I64, U64, U64, U64, I64, U64)
def playouts(own: Word, other: Word, field: Word, count: Int, seed: Word) -> Int:
    """Play so many random games to the end; the sum of the final margins of the side to move."""
    total, dice = _0, seed | U1
    for _ in range(count):
        mine, theirs, sign, passed = own, other, _1, False
        while True:
            moves = mobility(mine, theirs, field)
            if moves == U0:
                if passed:
                    break
                passed = True
            else:
                passed = False
                dice ^= dice << U12
                dice ^= dice >> U25
                dice ^= dice << U27
                among = popcount(moves)
                square = nth_bit(moves, I(((dice >> U33) * U(among)) >> U31))
                flips = turned(mine, theirs, square)
                mine |= flips | (U1 << U(square))
                theirs &= ~flips
            mine, theirs, sign = theirs, mine, -sign
        total += sign * margin(mine, theirs)
    return total


# --- the plain-Python side (board.CompiledBoard) ----------------------------------------------------------------------


def plays(game: AnyGame) -> bool:
    return game.name == "reversi"


def bit_of(game: Reversi, square: int) -> int:
    return square // game.size * 8 + square % game.size


def field_of(game: Reversi) -> int:
    return sum(1 << bit_of(game, square) for square in range(game.size**2))


def load(game: Reversi, position: ReversiPosition) -> NDArray[Any]:
    """The position from the side to move; when it is over, from seat 0."""
    state = np.zeros(1, STATE)
    seat = position.mover or 0
    for square, disc in enumerate(position.squares):
        if disc in game.colours:
            side = "own" if disc == game.colours[seat] else "other"
            state[side][0] |= U(1 << bit_of(game, square))
    state["field"], state["seat"] = field_of(game), seat
    return state


def words(state: NDArray[Any]) -> tuple[Word, Word, Word]:
    return state["own"][0, 0], state["other"][0, 0], state["field"][0, 0]


def move_texts(game: Reversi) -> list[Move]:
    """By its code every move of the board; nothing where there is no square."""
    texts = [""] * 64 + ["pass"]
    for square, name in enumerate(game.grid.names):
        texts[bit_of(game, square)] = name
    return texts


def spelling(game: Reversi, seat: int) -> Spelling:  # noqa: ARG001  (both seats' moves are written alike)
    return listed(move_texts(game))


def held(game: Reversi, state: NDArray[Any]) -> Board:
    own, other, _ = map(int, words(state))
    seat = mover(state)
    found = {}
    for square, name in enumerate(game.grid.names):
        bit = 1 << bit_of(game, square)
        if (own | other) & bit:
            found[name] = game.colours[seat if own & bit else 1 - seat]
    return found


def mover(state: NDArray[Any]) -> int:
    return int(state["seat"][0, 0])


def count_discs(_: Reversi, state: NDArray[Any]) -> Outcome:
    from quintet.games.contract import by_score

    scores = [int(word).bit_count() for word in words(state)[:2]]
    return by_score(tuple(scores if mover(state) == 0 else reversed(scores)))


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=by_turns(moves=list_moves, move=make_move, most=MAX_MOVES, mover=mover),
        leaves=lambda _, state, depth: leaves(*words(state), I(depth)),
        spelling=lambda game, _, seat: spelling(game, seat),
        held=held,
        outcome=count_discs,
    )
)
