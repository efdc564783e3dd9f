"""Exact solutions of games in which two seats move at once: backward induction, specialised by `make_solver(tree)`.

The value of a position is that of the matrix game whose entries are the values of the positions after each pair of moves.
What one seat gains the other loses. Not every entry has to be known for that: a few moves of each seat make up a small game, and as long as
some other move of a seat does better against the other's mixture, it joins them (a double oracle). What a move cannot gain even if
everything that is not known yet turns out well is not looked into.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, helper, record
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import late
from quintet.engine.simplex import clear_mixes, solve_table, workspace

UNKNOWN = 9.0
"""In a table of payoffs, which lie between −1 and 1: this pair of moves has to be searched."""
_SLIGHT = 1e-9
"""A move that gains no more than this is no improvement."""
_0, _1, _2, _NONE = I(0), I(1), I(2), I(-1)
_PLAIN, _FILL, _ROWS, _COLUMNS = I(0), I(1), I(2), I(3)
"""What is being done in a ply: a table that is known as a whole; the small game's entries; better moves of either seat."""
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
    """(s, ply, table) -> how many pairs of moves have to be searched: UNKNOWN in the table, the worth of all others."""
    depth: int
    """The most rounds left that are ever solved."""
    most: int
    """The most moves of a seat."""
    table_bits: int = 18


@dataclass(frozen=True)
class Solver:
    CONTEXT: Any
    solve: Callable[..., Any]
    """(s, ply, c) -> the value for seat 0."""
    complete: Callable[..., Any]
    """(s, seat, c): after solving ply 0, what every move of a seat is worth against the other's mix into `c.payoffs[0]`, and both mixes into
    `c.row_mix` and `c.column_mix`."""


# --- the small game of a ply ------------------------------------------------------------------------------------------


@helper
def open_small(ply: Int, rows: Int, columns: Int, c: Record) -> None:
    """Begin with the move of each seat that does best where it is known what it does."""
    table = c.payoffs[ply]
    c.stage[ply], c.many[ply, 0], c.many[ply, 1] = _FILL, _1, _1
    for j in range(columns):
        c.sums[j] = 0.0
    best, most = _0, -1e9
    for i in range(rows):
        whole = 0.0
        for j in range(columns):
            entry = table[i, j] if table[i, j] != UNKNOWN else 0.0
            whole += entry
            c.sums[j] += entry
        if whole > most:
            best, most = I(i), whole
    c.listed[ply, 0, 0] = best
    best = _0
    for j in range(columns):
        if c.sums[j] < c.sums[best]:
            best = I(j)
    c.listed[ply, 1, 0] = best


@helper
def balance(ply: Int, c: Record) -> None:
    """Solve the small game, and look for better moves from the first one on."""
    rows, columns = c.many[ply, 0], c.many[ply, 1]
    for a in range(rows):
        for b in range(columns):
            c.small[a, b] = c.payoffs[ply, c.listed[ply, 0, a], c.listed[ply, 1, b]]
    worth = solve_table(c.small, rows, columns, c)
    for a in range(rows):
        c.mix[ply, 0, a] = c.row_mix[a]
    for b in range(columns):
        c.mix[ply, 1, b] = c.column_mix[b]
    c.worth[ply], c.stage[ply] = worth, _ROWS
    for seat in range(_2):
        c.cursor[ply, seat], c.pick[ply, seat] = _0, _NONE
        c.best[ply, seat] = worth if seat == 0 else -worth


@helper
def unfilled(ply: Int, columns: Int, c: Record) -> Int:
    """An entry of the small game that is not known, as row × columns + column; −1 if there is none."""
    for a in range(c.many[ply, 0]):
        for b in range(c.many[ply, 1]):
            i, j = c.listed[ply, 0, a], c.listed[ply, 1, b]
            if c.payoffs[ply, i, j] == UNKNOWN:
                return i * columns + j
    return _NONE


@helper
def improve(ply: Int, seat: Int, count: Int, columns: Int, c: Record) -> Int:
    """Look for a seat's best move against the other's mix, left in `pick`; returns an entry that must be known for that, or −1."""
    other = _1 - seat
    for move in range(c.cursor[ply, seat], count):
        hope, ask = 0.0, _NONE
        for k in range(c.many[ply, other]):
            weight = c.mix[ply, other, k]
            if weight <= 0.0:
                continue
            i = I(move) if seat == _0 else c.listed[ply, other, k]
            j = c.listed[ply, other, k] if seat == _0 else I(move)
            entry = c.payoffs[ply, i, j]
            if entry == UNKNOWN:
                hope += weight
                ask = i * columns + j
            else:
                hope += weight * entry if seat == _0 else -weight * entry
        if hope <= c.best[ply, seat] + _SLIGHT:
            continue
        if ask != _NONE:
            c.cursor[ply, seat] = move
            return ask
        c.best[ply, seat], c.pick[ply, seat] = hope, I(move)
    c.cursor[ply, seat] = count
    return _NONE


@helper
def extend(ply: Int, c: Record) -> bool:
    """Add the better moves that were found to the small game; False if there are none."""
    grown = False
    for seat in range(_2):
        new = c.pick[ply, seat] != _NONE
        for k in range(c.many[ply, seat]):
            new = new and c.listed[ply, seat, k] != c.pick[ply, seat]
        if new:
            c.listed[ply, seat, c.many[ply, seat]] = c.pick[ply, seat]
            c.many[ply, seat] += _1
            grown = True
    return grown


@helper
def wanted(ply: Int, rows: Int, columns: Int, c: Record) -> Int:
    """The next entry that must be known, as row × columns + column; −1 if the value is."""
    while True:
        if c.stage[ply] == _FILL:
            ask = unfilled(ply, columns, c)
            if ask == _NONE:
                balance(ply, c)
        elif c.stage[ply] == _ROWS:
            ask = improve(ply, _0, rows, columns, c)
            if ask == _NONE:
                c.stage[ply] = _COLUMNS
        else:
            ask = improve(ply, _1, columns, columns, c)
            if ask == _NONE:
                if not extend(ply, c):
                    return _NONE
                c.stage[ply] = _FILL
        if ask != _NONE:
            return ask


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
    def look_up(s: Record, ply: Int, i: Int, j: Int, c: Record) -> bool:
        """Play a pair of moves; if what comes after it is over or was solved before, that is written into the table."""
        play(s, ply, i, j)
        if over(s, ply + _1):
            c.payoffs[ply, i, j] = payoff(s, ply + _1)
            return True
        k = key(s, ply + _1)
        if c.known[I(k & mask)] != k:
            return False
        c.payoffs[ply, i, j] = c.value[I(k & mask)]
        return True

    @helper
    def keep(s: Record, ply: Int, i: Int, j: Int, value: Any, c: Record) -> None:
        """Write down what the position after a pair of moves is worth."""
        k = key(s, ply + _1)
        c.known[I(k & mask)], c.value[I(k & mask)] = k, value
        c.payoffs[ply, i, j] = value

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
        if fill(s, ply, c.payoffs[ply]) == _0:
            c.stage[ply] = _PLAIN
            return solve_table(c.payoffs[ply], rows, columns, c)
        open_small(ply, rows, columns, c)
        ask = wanted(ply, rows, columns, c)
        while ask != _NONE:
            i, j = ask // columns, ask % columns
            if not look_up(s, ply, i, j, c):
                value = solve(s, ply + _1, c)
                if c.stop[0] != _0:
                    return 0.0
                keep(s, ply, i, j, value, c)
            if ply == _0:
                c.done[0] += _1
            ask = wanted(ply, rows, columns, c)
        return c.worth[ply]

    @helper
    def complete(s: Record, seat: Int, c: Record) -> None:
        rows, columns = moves(s, _0, _0), moves(s, _0, _1)
        other, all_known = _1 - seat, c.stage[0] == _PLAIN
        for k in range(_0 if all_known else c.many[0, other]):
            for move in range(rows if seat == _0 else columns):
                i = I(move) if seat == _0 else c.listed[0, other, k]
                j = c.listed[0, other, k] if seat == _0 else I(move)
                if c.mix[0, other, k] <= 0.0 or c.payoffs[0, i, j] != UNKNOWN or c.stop[0] != _0:
                    continue
                if not look_up(s, _0, i, j, c):
                    value = solve(s, _1, c)
                    keep(s, _0, i, j, value, c)
        c.done[0] = rows * columns
        if all_known or c.stop[0] != _0:
            return
        clear_mixes(rows, columns, c)
        for a in range(c.many[0, 0]):
            c.row_mix[c.listed[0, 0, a]] = c.mix[0, 0, a]
        for b in range(c.many[0, 1]):
            c.column_mix[c.listed[0, 1, b]] = c.mix[0, 1, b]

    return Solver(_solver_context(tree), solve, complete)


def _solver_context(tree: Tree) -> Any:
    depth, most = tree.depth, tree.most
    return record(
        [
            *TIMES,
            ("node_limit", I, (1,)),
            ("nodes", I, (1,)),
            ("stop", I, (1,)),
            ("done", I, (1,)),  # entries of ply 0 that are known
            ("stage", I, (depth,)),
            (
                "many",
                I,
                (depth, 2),
            ),  # of each seat's moves in the small game: how many, which, and how likely
            ("listed", I, (depth, 2, most)),
            ("mix", np.float64, (depth, 2, most)),
            ("worth", np.float64, (depth,)),
            ("cursor", I, (depth, 2)),
            ("pick", I, (depth, 2)),  # a seat's best move against the other's mix, and what it gains
            ("best", np.float64, (depth, 2)),
            ("sums", np.float64, (most,)),
            ("small", np.float64, (most, most)),
            ("payoffs", np.float64, (depth, most, most)),
            ("known", U, (1 << tree.table_bits,)),
            ("value", np.float64, (1 << tree.table_bits,)),
            *workspace(most),
        ]
    )
