"""What compiled boards offer to plain Python (board.CompiledBoard), made from what each can say of itself.

For games in which one seat moves at a time. `make_perft` counts leaves in compiled code, by the helpers that a search calls.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.hooks import NOT_OVER

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from quintet.engine.spelling import Spelling
    from quintet.games.contract import Board, Move, Outcome

_0, _1 = I(0), I(1)


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A compiled board by its entries, over a state (an array of one record), and by how it is read."""

    moves: Callable[[Any, Any], Any]
    """(state, row) -> how many legal moves, as codes, it wrote into the row; none when the game is over."""
    move: Callable[[Any, Any], Any]
    """(state, code): play it."""
    leaves: Callable[[Any, int], int]
    """(state, depth) -> perft."""
    most: int
    """The most legal moves."""
    mover: Callable[[Any], int]
    """(state) -> whose turn it is, or would be."""
    spelling: Callable[[Any, int], Spelling]
    """(game, seat) -> how codes are written."""
    held: Callable[[Any, Any], Mapping[str, str]]
    """(game, state) -> what stands where."""
    outcome: Callable[[Any, Any], Outcome]
    """(game, state) -> how it ended; only asked when it is over."""


class Made(NamedTuple):
    """In the order of board.CompiledBoard."""

    turn: Callable[[Any, Any], tuple[int, ...]]
    legal: Callable[[Any, Any, int], list[Move]]
    advance: Callable[[Any, Any, dict[int, Move]], None]
    pieces: Callable[[Any, Any], Board]
    outcome: Callable[[Any, Any], Outcome | None]
    perft: Callable[[Any, Any, int], int]


def make_board(parts: Parts) -> Made:
    def codes(state: Any) -> Sequence[int]:
        row = np.zeros(parts.most, I)
        return [int(code) for code in row[: parts.moves(state, row)]]

    def turn(_: Any, state: Any) -> tuple[int, ...]:
        return (parts.mover(state),) if codes(state) else ()

    def legal(game: Any, state: Any, seat: int) -> list[Move]:
        assert seat == parts.mover(state)
        spelling = parts.spelling(game, seat)
        return [spelling.write(code) for code in codes(state)]

    def advance(game: Any, state: Any, moves: dict[int, Move]) -> None:
        ((seat, text),) = moves.items()
        parts.move(state, I(parts.spelling(game, seat).read(text)))

    def pieces(game: Any, state: Any) -> Board:
        return dict(parts.held(game, state))

    def outcome(game: Any, state: Any) -> Outcome | None:
        return None if codes(state) else parts.outcome(game, state)

    def perft(_: Any, state: Any, depth: int) -> int:
        return int(parts.leaves(state, depth)) if depth > 0 else 1

    return Made(turn, legal, advance, pieces, outcome, perft)


def make_perft(
    over: Callable[..., Any], gen: Callable[..., Any], play: Callable[..., Any], undo: Callable[..., Any]
) -> Callable[..., Any]:
    """(s, rows, depth, ply) -> the ways to play so many plies; `rows` has a row for the moves of each ply."""

    @helper
    def count(s: Record, rows: Record, depth: Int, ply: Int) -> Int:
        if depth == _0 or over(s, ply) != NOT_OVER:
            return _1
        moves, total = gen(s, rows[ply], ply), _0
        if depth == _1:
            return moves
        for i in range(moves):
            move = rows[ply, i]
            play(s, move, ply)
            total += count(s, rows, depth - _1, ply + _1)
            undo(s, move, ply)
        return total

    found: Callable[..., Any] = count
    return found
