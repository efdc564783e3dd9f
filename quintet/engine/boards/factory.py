"""What compiled boards offer to plain Python (board.CompiledBoard), made from what each can say of itself.

A board says who owes a move, which codes that seat may play, what a round of codes does, how codes are written and how its state
is read; `make_board` makes the rest of it. `by_turns` answers the first three for games in which one seat moves at a time, and
`make_perft` counts leaves in compiled code, by the helpers that a search calls.
"""

from __future__ import annotations

import functools
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.hooks import NOT_OVER

if TYPE_CHECKING:
    from quintet.engine.spelling import Spelling
    from quintet.games.contract import Board, Move, Outcome

_0, _1 = I(0), I(1)


class Rounds(NamedTuple):
    """How a game goes on. A state is an array of one record."""

    turn: Callable[[Any, Any], tuple[int, ...]]
    """(game, state) -> the seats that owe a move; none when the game is over."""
    codes: Callable[[Any, Any, int], Sequence[int]]
    """(game, state, seat) -> the legal moves of a seat in turn, as codes."""
    play: Callable[[Any, Mapping[int, int]], object]
    """(state, {seat: code}): play a round, in place."""


@dataclass(frozen=True, kw_only=True)
class Parts:
    """A compiled board by its entries, and by how it is read."""

    rounds: Rounds
    leaves: Callable[[Any, Any, int], int]
    """(game, state, depth) -> perft, of a depth of 1 or more."""
    spelling: Callable[[Any, Any, int], Spelling]
    """(game, state, seat) -> how codes are written."""
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
    turn, codes, play = parts.rounds

    def legal(game: Any, state: Any, seat: int) -> list[Move]:
        assert seat in turn(game, state)
        return list(_texts(parts.spelling(game, state, seat), tuple(codes(game, state, seat))))

    def advance(game: Any, state: Any, moves: dict[int, Move]) -> None:
        play(state, {seat: parts.spelling(game, state, seat).read(text) for seat, text in moves.items()})

    def pieces(game: Any, state: Any) -> Board:
        return dict(parts.held(game, state))

    def outcome(game: Any, state: Any) -> Outcome | None:
        return None if turn(game, state) else parts.outcome(game, state)

    def perft(game: Any, state: Any, depth: int) -> int:
        return int(parts.leaves(game, state, depth)) if depth > 0 else 1

    return Made(turn, legal, advance, pieces, outcome, perft)


@functools.lru_cache(maxsize=1)  # who moves at once may play the same: half a million moves at most
def _texts(spelling: Spelling, codes: tuple[int, ...]) -> tuple[Move, ...]:
    return tuple(map(spelling.write, codes))


def by_turns(
    *,
    moves: Callable[[Any, Any], Any],
    move: Callable[[Any, Any], Any],
    most: int,
    mover: Callable[[Any], int],
) -> Rounds:
    """One seat moves at a time. `moves(state, row)` writes the codes into a row that holds `most` and says how many there
    are, none when the game is over; `move(state, code)` plays one; `mover(state)` is whose turn it is, or would be."""

    def listed(state: Any) -> list[int]:
        row = np.zeros(most, I)
        return [int(code) for code in row[: moves(state, row)]]

    def turn(_: Any, state: Any) -> tuple[int, ...]:
        return (mover(state),) if listed(state) else ()

    def codes(_: Any, state: Any, __: int) -> Sequence[int]:
        return listed(state)

    def play(state: Any, round_: Mapping[int, int]) -> None:
        (code,) = round_.values()
        move(state, I(code))

    return Rounds(turn, codes, play)


def make_perft(
    over: Callable[..., Any],
    gen: Callable[..., Any],
    play: Callable[..., Any],
    undo: Callable[..., Any],
    *,
    count: Callable[..., Any] | None = None,
    final: Callable[..., Any] | None = None,
) -> Callable[..., Any]:
    """(s, rows, depth, ply) -> the ways to play so many plies; `rows` has a row for the moves of each ply.

    `count(s, row, ply)` says how many moves there are, where that is quicker than writing them down. `final(s)` is for a last round in
    which all move at once: how many ways there are to play it, or 0 where it has not come.
    """
    known = gen if count is None else count
    closing = _never if final is None else final

    @helper
    def walk(s: Record, rows: Record, depth: Int, ply: Int) -> Int:
        if depth == _0 or over(s, ply) != NOT_OVER:
            return _1
        ways = closing(s)
        if ways > _0:
            return ways
        if depth == _1:
            return known(s, rows[ply], ply)
        moves, total = gen(s, rows[ply], ply), _0
        for i in range(moves):
            move = rows[ply, i]
            play(s, move, ply)
            total += walk(s, rows, depth - _1, ply + _1)
            undo(s, move, ply)
        return total

    found: Callable[..., Any] = walk
    return found


@helper
def _never(s: Record) -> Int:  # noqa: ARG001  (the form of `final`)
    return _0
