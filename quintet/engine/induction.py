"""Exact solutions of games in which two seats move at once: backward induction, specialised by `make_solver(tree)`.

The value of a position is that of the matrix game whose entries are the values of the positions after each pair of moves.
What one seat gains the other loses.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, helper, record
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import late
from quintet.engine.simplex import solve_table, workspace

UNKNOWN = 9.0
"""In a table of payoffs, which lie between −1 and 1: this pair of moves has to be searched."""
_0, _1 = I(0), I(1)
_CLOCK_MASK = I(31)


@dataclass(frozen=True, kw_only=True)
class Tree:
    """A game of two seats as the solver sees it: compiled helpers over its state `s`, whose rows are plies."""

    moves: Callable[..., Any]
    """(s, ply, seat) -> how many moves a seat has; a move is its number."""
    play: Callable[..., Any]
    """(s, ply, first, second): write the position after both moves into row ply + 1."""
    over: Callable[..., Any]
    """(s, ply) -> is the game over?"""
    payoff: Callable[..., Any]
    """(s, ply) -> the result for seat 0, from −1 to 1."""
    key: Callable[..., Any]
    """(s, ply) -> a 64-bit hash of everything the rest of the game depends on."""
    fill: Callable[..., Any]
    """(s, ply, table): what pairs of moves are worth where that is known without playing them, elsewhere UNKNOWN."""
    depth: int
    """The most rounds left that are ever solved."""
    most: int
    """The most moves of a seat."""
    table_bits: int = 18


@dataclass(frozen=True)
class Solver:
    CONTEXT: Any
    solve: Callable[..., Any]
    """(s, ply, c) -> the value for seat 0; both mixes are left in `c.row_mix` and `c.column_mix`."""


def make_solver(tree: Tree) -> Solver:
    moves, play, over, payoff, key, fill = (
        tree.moves,
        tree.play,
        tree.over,
        tree.payoff,
        tree.key,
        tree.fill,
    )
    mask = U((1 << tree.table_bits) - 1)

    @helper
    def solve(s: Record, ply: Int, c: Record) -> Any:
        c.nodes[0] += _1
        if (c.nodes[0] & _CLOCK_MASK) == _0 and late(c):
            c.stop[0] = _1
        if c.nodes[0] >= c.node_limit[0]:
            c.stop[0] = _1
        if c.stop[0] != _0:
            return 0.0
        rows, columns = moves(s, ply, _0), moves(s, ply, _1)
        table = c.payoffs[ply]
        fill(s, ply, table)
        for i in range(rows):
            for j in range(columns):
                if table[i, j] != UNKNOWN:
                    continue
                play(s, ply, I(i), I(j))
                if over(s, ply + _1):
                    table[i, j] = payoff(s, ply + _1)
                    continue
                k = key(s, ply + _1)
                place = I(k & mask)
                if c.known[place] != k:
                    value = solve(s, ply + _1, c)
                    if c.stop[0] != _0:
                        return 0.0
                    c.known[place], c.value[place] = k, value
                    table[i, j] = value
                else:
                    table[i, j] = c.value[place]
            if ply == _0:
                c.done[0] = I(i) + _1
        return solve_table(table, rows, columns, c)

    context = record(
        [
            *TIMES,
            ("node_limit", I, (1,)),
            ("nodes", I, (1,)),
            ("stop", I, (1,)),
            ("done", I, (1,)),
            ("payoffs", np.float64, (tree.depth, tree.most, tree.most)),
            ("known", U, (1 << tree.table_bits,)),
            ("value", np.float64, (1 << tree.table_bits,)),
            *workspace(tree.most),
        ]
    )
    return Solver(context, solve)
