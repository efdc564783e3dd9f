"""Gomoku's compiled board for plain Python: positions in and out, seats and openings (the stones are in gomoku_stones.py)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, record, records, tool
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards.gomoku_rules import (
    BY_CAPTURES,
    BY_FIVE,
    BY_UNBROKEN_FIVE,
    FULL,
    GOING_ON,
    NO_MOVE,
    legal_here,
    play,
    undo,
)
from quintet.engine.boards.gomoku_stones import (
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

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Board, Move, Outcome
    from quintet.games.gomoku import Gomoku, GomokuPosition

STATE = stones.STATE
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


@helper
def lay(packed: Record, s: Record) -> None:
    """Set up a packed position in a state that has its tables."""
    size = packed.side[0]
    s.side[0], s.taking[0], s.distance[0] = size, packed.taking[0], packed.distance[0]
    s.no_double_three[0], s.no_self_capture[0] = packed.no_double_three[0], packed.no_self_capture[0]
    clear(s)
    for i in range(size * size):
        if packed.points[i] != 0:
            cell = (i // size + MARGIN) * STRIDE + i % size
            put(s, I(cell), I(packed.points[i]) - _1)
            widen_box(s, I(cell))
    s.colour[0], s.placed[0], s.five[0] = packed.colour[0], packed.placed[0], packed.five[0]
    s.pairs[0], s.pairs[1], s.status[0] = packed.pairs[0], packed.pairs[1], packed.status[0]
    s.black[0], s.choice[0] = packed.black[0], packed.choice[0]


@entry(I64, records(PACKED), records(STATE))
def build(packed: Record, state: Record) -> Int:
    lay(packed[0], state[0])
    return _0


@helper
def write_legal(s: Record, moves: Record) -> Int:
    count, size = _0, s.side[0]
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + size):
            if legal_here(s, I(cell)):
                moves[count] = cell
                count += _1
    return count


@entry(I64, records(STATE), array(I))
def list_moves(state: Record, moves: NDArray[np.int64]) -> Int:
    return write_legal(state[0], moves)


@entry(I64, records(STATE), I64)
def make_move(state: Record, move: Int) -> Int:
    play(state[0], move, _0)
    return _0


@helper
def count_leaves(s: Record, moves: Record, depth: Int) -> Int:
    if s.status[0] != GOING_ON:
        return _1
    count = write_legal(s, moves[depth])
    if depth == _1:
        return count
    total = _0
    for i in range(count):
        move = moves[depth, i]
        play(s, move, depth)
        total += count_leaves(s, moves, depth - _1)
        undo(s, move, depth)
    return total


@tool(I64, records(STATE), array(I, 2), I64)
def leaves(state: Record, moves: NDArray[np.int64], depth: Int) -> Int:
    return count_leaves(state[0], moves, depth)


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


def move_text(game: Gomoku, cell: int) -> Move:
    return game.grid.names[(cell // STRIDE - MARGIN) * game.size + cell % STRIDE]


def move_code(game: Gomoku, text: Move) -> int:
    return cell_of(game, game.grid.index[text])


def seat_to_act(state: NDArray[Any]) -> int:
    black, colour = int(state["black"][0, 0]), int(state["colour"][0, 0])
    if black < 0:
        return OPENER[int(state["placed"][0, 0])]
    return black if colour == 0 else 1 - black


def turn(game: Gomoku, state: NDArray[Any]) -> tuple[int, ...]:  # noqa: ARG001  (the same for every board)
    return (seat_to_act(state),) if state["status"][0, 0] == GOING_ON else ()


def legal(game: Gomoku, state: NDArray[Any], seat: int) -> list[Move]:
    assert seat == seat_to_act(state)
    if state["choice"][0, 0]:
        more = game.opening == "swap2" and state["placed"][0, 0] == 3
        return ["take-black", "take-white", *(["place-two"] if more else [])]
    moves = np.zeros(MAX_MOVES, I)
    return [move_text(game, int(move)) for move in moves[: list_moves(state, moves)]]


def advance(game: Gomoku, state: NDArray[Any], moves: dict[int, Move]) -> None:
    ((seat, text),) = moves.items()
    if text in game.grid.index:
        make_move(state, I(move_code(game, text)))
        state["choice"] = state["black"][0, 0] < 0 and state["placed"][0, 0] in (3, 5)
        return
    state["choice"] = 0
    if text != "place-two":
        state["black"] = seat if text == "take-black" else 1 - seat


def pieces(game: Gomoku, state: NDArray[Any]) -> Board:
    cells = state["cells"][0]
    stones = {name: int(cells[cell_of(game, point)]) for point, name in enumerate(game.grid.names)}
    return {name: ".bw"[stone] for name, stone in stones.items() if stone}


def outcome(game: Gomoku, state: NDArray[Any]) -> Outcome | None:  # noqa: ARG001  (a CompiledBoard; the state knows the settings)
    from quintet.games.contract import Outcome

    status = int(state["status"][0, 0])
    if status == GOING_ON:
        return None
    winners: tuple[int, ...] = (0, 1)
    if status in (BY_CAPTURES, BY_FIVE):
        winners = (1 - seat_to_act(state),)
    elif status == BY_UNBROKEN_FIVE:
        winners = (seat_to_act(state),)
    reason: Any = REASONS[status]
    return Outcome(winners=winners, reason=reason)


def perft(game: Gomoku, state: NDArray[Any], depth: int) -> int:
    """Openings with choices are walked through here, stones in compiled code."""
    if depth <= 0 or not turn(game, state):
        return 1
    if state["black"][0, 0] >= 0:
        return int(leaves(state.copy(), np.zeros((depth + 1, MAX_MOVES), I), I(depth)))
    total = 0
    seat = seat_to_act(state)
    for move in legal(game, state, seat):
        after = state.copy()
        advance(game, after, {seat: move})
        total += perft(game, after, depth - 1)
    return total
