"""Reversi's one compiled function: alpha-beta over the pattern evaluation, and the exact solver when few squares are left.

A move is its square, as boards/reversi.py numbers them, or PASS.
"""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np

from quintet.engine._jit import (
    I64,
    I,
    Int,
    Record,
    U,
    clock_ns,
    entry,
    helper,
    popcount,
    record,
    records,
)
from quintet.engine.answers.reversi_search import SEARCH, STATE, prepare
from quintet.engine.boards import reversi as board
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.lookahead import make_lookahead
from quintet.engine.request import (
    ANSWER,
    AT_LEAST,
    EQUAL,
    FINISHED,
    FOREVER,
    MORE,
    MOVES,
    NAMED,
    NO_PROOF,
    PROVE,
    REQUEST,
    STUDY,
    add,
    choose,
    clear,
    extend_line,
    is_named,
    keep_wanted,
    make_analyse,
    part_of_nodes,
    part_of_time,
    place_of,
    set_clock,
    sort_moves,
)
from quintet.engine.solvers import reversi as solver
from quintet.engine.solvers.reversi_root import (
    after,
    keep_unlike,
    list_legal,
    solve_all,
    solve_each,
    write_line,
)

PACKED = record([("seat", I, (1,)), ("own", U, (1,)), ("other", U, (1,)), ("field", U, (1,))])

UNIT = float(board.UNIT)
PREPARING = 0.25
"""The part of the budget spent on a search before an exact solution is tried: a good guess makes it quicker."""
SOLVER_SPEED, NODES_AT_0, GROWTH = 22e6, 11.0, 1.9
"""Nodes a second, the factor by which nodes grow with each empty square, and what that makes of none: with 20, 4 million are enough
for three positions in four."""
QUICKER, TELLING = 2.1, I(1_000_000)
"""How many times as many nodes a second the solver has as the search near the end, and the nanoseconds after which the search tells how
quick it is."""
NODES_FOR = np.array(
    list(itertools.accumulate([GROWTH] * 64, lambda nodes, growth: nodes * growth, initial=NODES_AT_0))
)
"""By the number of empty squares: multiplied, because a power is not the same on every machine."""
FIRST_LOOK, LOOK_AT = I(200_000), 80.0
"""Nodes of the search before a proof, at least, and what part of the proof's they are: a wrong guess costs a second proof."""
WATCHED = I(5)
"""So many storeys of a solution say how far they are."""

_0, _1, _2, _NONE, _MAX_DEPTH = I(0), I(1), I(2), I(-1), I(MAX_DEPTH)
U0 = U(0)
_BEGIN, _LOOK, _SOLVE = I(0), I(1), I(2)
_PLAYING, _LEAST = (1 << solver.PLAYING_BITS), I(-64)
_GONE = I(-1)
"""In place of a proof: the move is not among the best."""


@helper
def worth(units: Int) -> Any:
    return units / UNIT


_deepen = SEARCH.deepen
_look = make_lookahead(SEARCH, worth, UNIT)
_set_limits, _write, _guard = _look.set_limits, _look.write, _look.guard
_begin, _further = _look.begin, _look.step

WORK = record(
    [
        ("learned", I, (1,)),  # are there weights?
        ("board", STATE),
        ("search", SEARCH.CONTEXT),
        ("hopeful", I, (1,)),  # does the budget seem enough for an exact solution?
        ("began", I, (1,)),
        ("deadline", I, (1,)),  # of the search, then
        ("node_limit", I, (1,)),
        ("depth", I, (1,)),  # that it reached
        ("nodes", I, (1,)),
        ("count", I, (1,)),  # moves to be solved, in this order, and those that are
        ("moves", I, (MOVES + NAMED,)),
        ("done", I, (1,)),
        ("solved", I, (MOVES + NAMED,)),
        ("stale", I, (1,)),  # is what the solver's table has of another game?
        ("known", ANSWER),  # of the moves that matter, solved or not
        ("solver", solver.CONTEXT),
    ]
)


# --- beginning --------------------------------------------------------------------------------------------------------


@helper
def empties(s: Record) -> Int:
    return popcount(s.field[0] & ~(s.own[0] | s.other[0]))


@helper
def nearest(value: Any) -> Int:
    """The nearest whole number; of two, the even one."""
    doubled = value * 2.0
    low = I(value)
    if value < low:
        low -= _1
    if doubled == 2.0 * low + 1.0:
        return low + (low & _1)
    return low + I(doubled > 2.0 * low + 1.0)


@helper
def set_out(s: Record, r: Record, w: Record) -> None:
    b = w.board
    b.own[0], b.other[0], b.field[0], b.seat[0] = s.own[0], s.other[0], s.field[0], s.seat[0]
    b.trained[0] = I(w.learned[0] != _0 and s.field[0] == ~U0)
    prepare(b)
    if r.keeps[0] == _0:
        w.stale[0] = _1
    w.began[0] = clock_ns()
    left = (r.deadline[0] - w.began[0]) / 1e9
    affordable = min(left * SOLVER_SPEED, r.node_limit[0] * 1.0)
    w.hopeful[0] = I(affordable >= NODES_FOR[empties(s)] or r.goal[0] == PROVE)
    w.deadline[0], w.node_limit[0] = r.deadline[0], r.node_limit[0]
    if r.goal[0] == PROVE:
        w.node_limit[0] = max(FIRST_LOOK, I(NODES_FOR[empties(s)] / LOOK_AT))
    elif w.hopeful[0] != _0:
        w.deadline[0], w.node_limit[0] = part_of_time(r, PREPARING), part_of_nodes(r, PREPARING)


@helper
def set_solver(s: Record, r: Record, w: Record, spent: Int) -> None:
    """A context for the solver after so many nodes. Its table keeps whole positions: what it knows stays true."""
    c = w.solver
    slots = max(r.slots[0], I(_PLAYING)) if r.goal[0] == PROVE else I(_PLAYING)
    solver.set_board(c, s.field[0], U(slots - _1))
    if w.stale[0] != _0:
        solver.clear_table(c)
        w.stale[0] = _0
    left = r.node_limit[0] if r.node_limit[0] >= FOREVER else max(_1, r.node_limit[0] - spent)
    set_clock(c, r, r.deadline[0], left)


# --- one move ---------------------------------------------------------------------------------------------------------


@helper
def solve_root(s: Record, r: Record, a: Record, w: Record) -> bool:
    """The exact solution in place of what the search found; False, and nothing useful there, if the limits come first."""
    c, own, other, spent, guess = w.solver, s.own[0], s.other[0], a.nodes[0], nearest(a.worth[0])
    set_solver(s, r, w, spent)
    count = list_legal(own, other, s.field[0], a.move[0], w.moves)
    if r.goal[0] == PROVE:
        c.watched[0] = max(empties(s) - WATCHED, _0)
        unlike = keep_unlike(own, other, s.field[0], count, w.moves)
        if unlike < count:
            solve_each(own, other, unlike, w.moves, guess, a, w.board, c)
        else:
            solve_all(own, other, count, w.moves, guess, _NONE, a, w.board, c)
    else:
        loss = I(r.loss[0]) if r.loss[0] > 0.0 else _NONE
        solve_all(own, other, count, w.moves, guess, loss, a, w.board, c)
    if c.stop[0] != _0:
        return False
    mine, theirs = after(own, other, a.move[0])
    write_line(mine, theirs, _0, a, c)
    a.worth[0], a.proven[0] = a.value[0], EQUAL
    a.depth[0], a.nodes[0] = empties(s), spent + c.nodes[0]
    return True


@helper
def still_hopeful(s: Record, r: Record, w: Record) -> Any:
    """Is the rest of the time enough for a solution, at the speed that the search had? On a slow or crowded machine it is not."""
    now = clock_ns()
    taken = now - w.began[0]
    if r.goal[0] == PROVE or r.deadline[0] >= FOREVER or taken < TELLING:
        return True
    return (r.deadline[0] - now) * (w.search.nodes[0] * QUICKER / taken) >= NODES_FOR[empties(s)]


@helper
def think(s: Record, r: Record, a: Record, w: Record) -> None:
    """Search; and where it seems possible, spend what is left on solving the rest of the game, otherwise on searching on."""
    c = w.search
    _set_limits(c, r, w.deadline[0], w.node_limit[0], min(_2 * empties(s), _MAX_DEPTH))
    _deepen(w.board, c)
    _write(c, a)
    if w.hopeful[0] != _0:
        if not still_hopeful(s, r, w):
            c.stop[0], c.deadline[0], c.node_limit[0] = _0, r.deadline[0], r.node_limit[0]
            _deepen(w.board, c)
            _write(c, a)
        elif not solve_root(s, r, a, w):
            _write(c, a)
    if r.loss[0] > 0.0:
        _guard(w.board, c, a)
    choose(a, r, board.hash_pair(s.own[0], s.other[0]))
    a.steps[0] += _1


# --- a study ----------------------------------------------------------------------------------------------------------


@helper
def list_to_solve(s: Record, a: Record, w: Record) -> None:
    """Those that seemed best first, then the others."""
    own, other, k = s.own[0], s.other[0], w.known
    clear(k)
    w.done[0], w.depth[0], w.nodes[0] = _0, a.depth[0], a.nodes[0]
    for i in range(a.count[0]):
        w.moves[i] = a.move[i]
        place = add(k, a.move[i], a.value[i], NO_PROOF)
        for j in range(_1, a.length[i]):
            extend_line(k, place, a.line[i, j])
    w.count[0] = a.count[0]
    found = board.mobility(own, other, s.field[0])
    for square in range(64):
        if (found >> U(square)) & board.U1 != U0 and place_of(a, I(square)) < _0:
            w.moves[w.count[0]] = square
            w.count[0] += _1


@helper
def floor_of(move: Int, r: Record, w: Record) -> Int:
    """What a move must exceed to be among the best, after those that are solved; LEAST if its value is wanted anyway."""
    if w.done[0] < r.lines[0] or is_named(r, move):
        return _LEAST
    least = I(65)
    for i in range(w.done[0]):
        better = _0
        for j in range(w.done[0]):
            better += I(w.solved[j] > w.solved[i])
        if better < r.lines[0]:
            least = min(least, w.solved[i])
    return least


@helper
def tell_solved(s: Record, r: Record, a: Record, w: Record) -> None:
    k, whole = w.known, w.done[0] == w.count[0]
    clear(a)
    for i in range(k.count[0]):
        if k.proof[i] != _GONE:
            place = add(a, k.move[i], k.value[i], k.proof[i])
            a.probability[place] = k.proof[i] * 1.0  # of equals, what is proven comes first
            for j in range(_1, k.length[i]):
                extend_line(a, place, k.line[i, j])
    sort_moves(a, _0)
    keep_wanted(a, r)
    best = _LEAST
    for i in range(w.done[0]):
        best = max(best, w.solved[i])
    for i in range(a.count[0]):
        a.probability[i] = 0.0
    a.worth[0], a.proven[0] = best * 1.0, EQUAL if whole else AT_LEAST
    a.depth[0], a.nodes[0] = empties(s) if whole else w.depth[0], w.nodes[0] + w.solver.nodes[0]
    a.steps[0] += _1


@helper
def solve_next(s: Record, r: Record, a: Record, w: Record) -> Int:
    """The next move; one that comes to nothing only as far as that."""
    c, k, move = w.solver, w.known, w.moves[w.done[0]]
    place, floor = place_of(k, move), floor_of(move, r, w)
    enough = w.done[0] >= r.lines[0] and not is_named(r, move)
    own, other = after(s.own[0], s.other[0], move)
    c.looked[0] = _0  # what the listener did meanwhile is no gap
    if w.done[0] > _0 or place < _0:
        value = -solver.solve_window(own, other, _LEAST, -floor, w.board, c)
    else:
        value = -solver.solve_near(own, other, -nearest(k.value[place]), solver.NONE, w.board, c)
    if c.stop[0] != _0:
        return FINISHED
    w.solved[w.done[0]] = value
    w.done[0] += _1
    if value > floor or not enough:
        if place < _0:
            place = add(k, move, 0.0, NO_PROOF)
        k.value[place], k.proof[place], k.length[place] = value * 1.0, EQUAL, _1
        write_line(own, other, place, k, c)
    elif place >= _0:
        k.proof[place] = _GONE
    tell_solved(s, r, a, w)
    return MORE if w.done[0] < w.count[0] else FINISHED


@helper
def step(s: Record, r: Record, a: Record, w: Record) -> Int:
    """The search step by step; then, where it seems possible, the proven value of one move after the other."""
    c = w.search
    if r.phase[0] == _BEGIN:
        set_out(s, r, w)
        if r.goal[0] != STUDY:
            think(s, r, a, w)
            return FINISHED
        _begin(c, r)
        r.phase[0] = _LOOK
    if r.phase[0] == _LOOK:
        before = a.steps[0]
        deepest = min(_2 * empties(s), _MAX_DEPTH)
        more = _further(w.board, c, r, a, w.deadline[0], w.node_limit[0], deepest)
        if more == MORE or w.hopeful[0] == _0:
            return more
        r.phase[0] = _SOLVE
        list_to_solve(s, a, w)
        set_solver(s, r, w, a.nodes[0])
        if a.steps[0] > before:
            return MORE
    return solve_next(s, r, a, w)


_analyse = make_analyse(step)


@entry(I64, records(PACKED), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])
