"""Gomoku's compiled board for plain Python: positions in and out, seats and openings (the stones are in gomoku_stones.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, array, helper, record, records, tool
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards.factory import Parts, Rounds, make_board, make_perft
from quintet.engine.boards.gomoku_rules import (
    BY_CAPTURES,
    BY_FIVE,
    BY_UNBROKEN_FIVE,
    FULL,
    GOING_ON,
    NO_MOVE,
    legal_here,
    over,
    play,
    undo,
)
from quintet.engine.boards.gomoku_stones import (
    CELLS,
    EMPTY,
    LOW4,
    MARGIN,
    MAX_MOVES,
    POWERS,
    STEPS,
    STRIDE,
    U0,
    U4,
    U8,
    WALL,
    put,
    weigh,
    widen_box,
)
from quintet.engine.boards.gomoku_views import VIEWS
from quintet.engine.spelling import Part, Spelling

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Board, Outcome
    from quintet.games.gomoku import Gomoku, GomokuPosition

STATE = stones.STATE
BASE = I(CELLS)
CHOICES = ("take-black", "take-white", "place-two")
TAKE_BLACK, TAKE_WHITE, PLACE_TWO = BASE, I(2) * BASE, I(3) * BASE
"""A move is its cell on the padded board; the choices of an opening are written above all cells."""
_0, _1, _2 = I(0), I(1), I(2)


# --- entries ----------------------------------------------------------------------------------------------------------


PACKED = record(
    [
        *((name, I, (1,)) for name in ("side", "taking", "no_double_three", "no_self_capture", "distance")),
        *((name, I, (1,)) for name in ("black", "choice", "colour", "placed", "five", "status")),
        ("more", I, (1,)),  # may two more stones be placed instead of choosing a colour?
        ("pairs", I, (2,)),
        ("points", np.int8, (19 * 19,)),
    ]
)
"""A position as it is sent and kept: its points row by row, and what the state of a search has under the same names."""


@helper
def clear(s: Record) -> None:
    """An empty board within its walls, and what follows from that."""
    size = s.side[0]
    s.cells[:] = WALL
    s.shapes[:, :], s.extra[:], s.counts[:, :], s.sums[:, :] = _0, U0, _0, _0
    s.total[0], s.hash[0], s.bits[:, :, :] = U0, U0, U0
    s.held[:], s.judged[:] = _0, U0
    for i in range(VIEWS):
        s.views[:, i] = s.net.ground[i]
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        s.cells[first : first + size] = EMPTY
    s.empties[0] = size * size
    s.box[0], s.box[1], s.box[2], s.box[3] = size, -_1, size, -_1
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + size):
            read_lines(s, I(cell))
            weigh(s, I(cell), _1)


@helper
def read_lines(s: Record, cell: Int) -> None:
    """What a point of the empty board is good for, from the walls it can see."""
    for line in range(4):
        seen, shift = _0, _0
        for k in range(-4, 5):
            if k != 0:
                seen |= I(s.cells[cell + k * STEPS[line]]) << shift
                shift += _2
        word = s.lines[seen]
        s.keys[cell, line] = seen
        s.shapes[cell, 0] += I(word & LOW4) * POWERS[line]
        s.shapes[cell, 1] += I((word >> U4) & LOW4) * POWERS[line]
        s.extra[cell] += word >> U8
        if s.sees[0] != _0:
            for i in range(VIEWS):
                s.views[cell, i] += s.net.rows[0, I(s.net.patterns[seen]), i]


@helper
def lay(packed: Record, s: Record) -> None:
    """Set up a packed position in a state that has its tables."""
    size = packed.side[0]
    s.side[0], s.taking[0], s.distance[0] = size, packed.taking[0], packed.distance[0]
    s.no_double_three[0], s.no_self_capture[0] = packed.no_double_three[0], packed.no_self_capture[0]
    s.sees[0] = I(packed.taking[0] == _0 and s.net.learned[0] != _0)
    clear(s)
    for i in range(size * size):
        if packed.points[i] != 0:
            cell = (i // size + MARGIN) * STRIDE + i % size
            put(s, I(cell), I(packed.points[i]) - _1)
            widen_box(s, I(cell))
    s.colour[0], s.placed[0], s.five[0] = packed.colour[0], packed.placed[0], packed.five[0]
    s.pairs[0], s.pairs[1], s.status[0] = packed.pairs[0], packed.pairs[1], packed.status[0]
    s.black[0], s.choice[0] = packed.black[0], packed.choice[0]


@tool(I64, records(PACKED), records(STATE))
def build(packed: Record, state: Record) -> Int:
    lay(packed[0], state[0])
    return _0


@helper
def gen_all(s: Record, moves: Record, ply: Int) -> Int:  # noqa: ARG001  (hooks.Rules: no rule here asks how deep the search is)
    """Every legal move, not only those that a search would look at."""
    count, size = _0, s.side[0]
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + size):
            if legal_here(s, I(cell)):
                moves[count] = cell
                count += _1
    return count


@tool(I64, records(STATE), array(I))
def list_moves(state: Record, moves: NDArray[np.int64]) -> Int:
    return gen_all(state[0], moves, _0)


@tool(I64, records(STATE), I64)
def make_move(state: Record, move: Int) -> Int:
    play(state[0], move, _0)
    return _0


_count = make_perft(over, gen_all, play, undo)


@tool(I64, records(STATE), array(I, 2), I64)
def count_leaves(state: Record, rows: NDArray[np.int64], depth: Int) -> Int:
    return _count(state[0], rows, depth, _0)


# --- the plain-Python side (board.CompiledBoard) ----------------------------------------------------------------------

OPENER = (0, 0, 0, 1, 1, 0)
"""In a swap opening, the seat that acts when so many stones have been placed."""
REASONS = {
    int(BY_CAPTURES): "captures",
    int(BY_FIVE): "alignment",
    int(BY_UNBROKEN_FIVE): "alignment",
    int(FULL): "board-full",
    int(NO_MOVE): "no-legal-move",
}


def plays(game: AnyGame) -> bool:
    return game.name == "gomoku"


def pack(game: Gomoku, position: GomokuPosition) -> NDArray[Any]:
    packed = np.zeros(1, PACKED)
    packed["side"], packed["taking"] = game.size, game.captures
    packed["no_double_three"], packed["no_self_capture"] = game.no_double_three, game.no_self_capture
    packed["distance"] = {"pro": 3, "long-pro": 4}.get(game.opening, 0)
    packed["points"][0, : len(position.points)] = [".bw".index(sign) for sign in position.points]
    packed["colour"] = "bw".index(position.colour)
    packed["pairs"] = position.captured
    packed["placed"] = position.placed
    packed["black"] = -1 if position.black is None else position.black
    packed["choice"] = position.phase == "choice"
    packed["more"] = "place-two" in game.choices(position)
    if position.phase == "break the five":
        packed["five"] = five_of(game, position)
    if position.result is not None:
        packed["status"] = status_of(position)
    return packed


def load(
    game: Gomoku,
    position: GomokuPosition,
    fill: Callable[[NDArray[Any]], None] | None = None,
) -> NDArray[Any]:
    """The position; `fill` puts in the tables of what points are worth, where a search needs them."""
    state = np.zeros(1, STATE)
    state["lines"], state["classes"] = lines.line_table(game.captures), lines.point_classes()
    if fill is not None:
        fill(state)
    build(pack(game, position), state)
    return state


def five_of(game: Gomoku, position: GomokuPosition) -> int:
    """A stone that every row of five of the other colour goes through: the last one placed is such a stone."""
    enemy = "w" if position.colour == "b" else "b"
    for point, sign in enumerate(position.points):
        without = position.points[:point] + "." + position.points[point + 1 :]
        if sign == enemy and not game.stones.has_five(game.stones.walled(without), enemy):
            return cell_of(game, point)
    raise AssertionError("a five stands, and its last stone is part of it")


def status_of(position: GomokuPosition) -> int:
    assert position.result is not None
    (reason,) = [name for name in REASONS.values() if name == position.result.reason][:1]
    if reason != "alignment":
        return next(status for status, name in REASONS.items() if name == reason)
    mover = "w" if position.colour == "b" else "b"
    return int(BY_FIVE if position.result.winners == (position.holder(mover),) else BY_UNBROKEN_FIVE)


def cell_of(game: Gomoku, point: int) -> int:
    return (point // game.size + MARGIN) * STRIDE + point % game.size


def spelling(game: Gomoku) -> Spelling:
    names = [""] * CELLS
    for point, name in enumerate(game.grid.names):
        names[cell_of(game, point)] = name
    forms = ((Part("", 0),), *((Part(choice),) for choice in CHOICES))
    return Spelling(tuple(names), CELLS, 1, (forms,))


def seat_to_act(state: NDArray[Any]) -> int:
    black, colour = int(state["black"][0, 0]), int(state["colour"][0, 0])
    if black < 0:
        return OPENER[int(state["placed"][0, 0])]
    return black if colour == 0 else 1 - black


def to_move(_: Gomoku, state: NDArray[Any]) -> tuple[int, ...]:
    return (seat_to_act(state),) if state["status"][0, 0] == GOING_ON else ()


def list_codes(game: Gomoku, state: NDArray[Any], _: int) -> Sequence[int]:
    if state["choice"][0, 0]:
        more = game.opening == "swap2" and state["placed"][0, 0] == 3
        return [int(TAKE_BLACK), int(TAKE_WHITE), *([int(PLACE_TWO)] if more else [])]
    moves = np.zeros(MAX_MOVES, I)
    return [int(move) for move in moves[: list_moves(state, moves)]]


def play_code(state: NDArray[Any], moves: Mapping[int, int]) -> None:
    ((seat, code),) = moves.items()
    if code < BASE:
        make_move(state, I(code))
        state["choice"] = state["black"][0, 0] < 0 and state["placed"][0, 0] in (3, 5)
        return
    state["choice"] = 0
    if code != PLACE_TWO:
        state["black"] = seat if code == TAKE_BLACK else 1 - seat


def held(game: Gomoku, state: NDArray[Any]) -> Board:
    cells = state["cells"][0]
    stones = {name: int(cells[cell_of(game, point)]) for point, name in enumerate(game.grid.names)}
    return {name: ".bw"[stone] for name, stone in stones.items() if stone}


def result(_: Gomoku, state: NDArray[Any]) -> Outcome:
    from quintet.games.contract import Outcome

    status = int(state["status"][0, 0])
    winners: tuple[int, ...] = (0, 1)
    if status in (BY_CAPTURES, BY_FIVE):
        winners = (1 - seat_to_act(state),)
    elif status == BY_UNBROKEN_FIVE:
        winners = (seat_to_act(state),)
    reason: Any = REASONS[status]
    return Outcome(winners=winners, reason=reason)


def leaves(game: Gomoku, state: NDArray[Any], depth: int) -> int:
    """Openings with choices are walked through here, stones in compiled code."""
    seats = to_move(game, state)
    if depth <= 0 or not seats:
        return 1
    if state["black"][0, 0] >= 0:
        return int(count_leaves(state, np.zeros((depth, MAX_MOVES), I), I(depth)))
    total = 0
    for code in list_codes(game, state, seats[0]):
        after = state.copy()
        play_code(after, {seats[0]: code})
        total += leaves(game, after, depth - 1)
    return total


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=Rounds(to_move, list_codes, play_code),
        leaves=leaves,
        spelling=lambda game, _, __: spelling(game),
        held=held,
        outcome=result,
    )
)
