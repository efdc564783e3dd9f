"""What a game tells the search (search.py): its rules, its sizes, and how much it wants left out.

Everything from `quiet` on may be left unsaid; the helpers below then stand in.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.engine._jit import I, Int, Record, helper

NOT_OVER = I(-(2**40))
MAX_DEPTH = 100

_0, _1, _2, _3, _5 = I(0), I(1), I(2), I(3), I(5)


@dataclass(frozen=True, kw_only=True)
class Rules:
    """A game as the search sees it: compiled helpers over the game's own state record `s`, and some sizes.

    A move is a whole number from 0 to 2^24 - 1. `ply` counts from the root of the search, so that a board may keep what
    `undo` needs in rows of its state.
    """

    over: Callable[..., Any]
    """(s, ply) -> NOT_OVER, or the final value; a won game is `win - ply`, a lost one `ply - win`."""
    gen: Callable[..., Any]
    """(s, moves, ply) -> how many moves it wrote into the row `moves`; at least one while the game goes on."""
    play: Callable[..., Any]
    """(s, move, ply): change the state."""
    undo: Callable[..., Any]
    """(s, move, ply): change it back."""
    key: Callable[..., Any]
    """(s) -> a 64-bit hash of everything the rest of the game depends on, the side to move included."""
    evaluate: Callable[..., Any]
    """(s) -> what the position seems worth."""
    order: Callable[..., Any]
    """(s, move) -> how early to try it, from -2^22 to 2^22. Killers get 2^20 on top, history up to 2^18."""
    order_near: Callable[..., Any] | None = None
    """The same at depths 1 and 2, where a costly order does not pay; without it `order`."""
    quiet: Callable[..., Any] | None = None
    """(s, alpha, beta, ply, c) -> the value at the horizon; without it `evaluate`."""
    extend: Callable[..., Any] | None = None
    """(s, move, ply) -> plies to look further after this move, just played: 1 where the reply is forced."""
    margin: Callable[..., Any] | None = None
    """(s, depth, less) -> by how much a search of depth `less` may differ from one of `depth`, seldom exceeded; a move
    whose shallow value is that far outside the window is not searched further (ProbCut). Negative: do not try."""
    cut_from: int = 4
    """The least depth at which that is tried."""
    early: Callable[..., Any] | None = None
    """(s, depth, alpha, beta, ply, c) -> NOT_OVER, or a value that makes searching this position needless."""
    skip: Callable[..., Any] | None = None
    """(s, depth, i, score, alpha) -> is the i-th best move, of this order score, not worth playing, nor any after it? Not
    asked while everything loses."""
    reduce: Callable[..., Any] | None = None
    """(s, depth, i, score) -> by how many plies less to search the i-th best move at first, at the root too, where the score is 0;
    without it `late` decides."""
    by_nodes: Callable[..., Any] | None = None
    """(s) -> are root moves that were only seen to be no better than the best sorted by how many positions that took, the most first,
    and not by their bounds? For games that reduce: what is late there is looked at less deeply. Not where a level may give something away."""
    unknown_from: int = MAX_DEPTH + 1
    """From this depth on, a position for which the table knows no move is searched one ply less deeply: without a move
    to begin with it costs most, and the next iteration will know one."""
    win: int = 0
    """The value of a win at once, where the game is won rather than counted; 0 otherwise."""
    max_ply: int = 64
    max_moves: int = 64
    history: int = 1024
    """A power of two: how many moves history tells apart."""
    table_bits: int = 19
    late: int = 4
    """From which move on a move is searched less deeply at first; a large number switches that off."""
    check_every: int = 256
    """A power of two: the clock is read once in so many nodes. Fewer where listing moves takes long."""


# --- where a game says nothing -----------------------------------------------------------------------------------------


def quiet_by(evaluate: Callable[..., Any]) -> Callable[..., Any]:
    @helper
    def quiet(s: Record, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:  # noqa: ARG001  (the hook's form)
        value: Int = evaluate(s)
        return value

    return quiet


@helper
def extend_nothing(s: Record, move: Int, ply: Int) -> Int:  # noqa: ARG001  (the hook's form)
    return _0


@helper
def never_early(s: Record, depth: Int, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:  # noqa: ARG001  (the hook's form)
    return NOT_OVER


@helper
def by_no_nodes(s: Record) -> bool:  # noqa: ARG001  (the hook's form)
    return False


@helper
def skip_nothing(s: Record, depth: Int, i: Int, score: Int, alpha: Int) -> bool:  # noqa: ARG001  (the hook's form)
    return False


def reduce_late(first: int) -> Callable[..., Any]:
    late, far_late = I(first), I(3 * first)

    @helper
    def reduce(s: Record, depth: Int, i: Int, score: Int) -> Int:  # noqa: ARG001  (the hook's form)
        if i < late or depth < _3:
            return _0
        return _2 if i >= far_late and depth >= _5 else _1

    return reduce


@helper
def no_margin(s: Record, depth: Int, less: Int) -> Int:  # noqa: ARG001  (the hook's form)
    return -_1
