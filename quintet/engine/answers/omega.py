"""Thwart Omega's one compiled function: the end of the game exactly, what comes before it by bandits and regret matching.

A good answer cannot be foreseen: it is a mixed strategy.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine import induction
from quintet.engine._jit import I64, I, Int, Record, U, entry, helper, record, records
from quintet.engine.answers import omega_samples as samples
from quintet.engine.answers.omega_samples import (
    finish_thought,
    sample,
    share_of_time,
    tidy,
    worth_of_mix,
    write_comparison,
    write_sample,
)
from quintet.engine.boards import omega as board
from quintet.engine.boards import omega_rules as rules
from quintet.engine.request import (
    ANSWER,
    EQUAL,
    FINISHED,
    MORE,
    MOVES,
    PROVE,
    REQUEST,
    STUDY,
    add,
    add_other,
    clear,
    make_analyse,
    set_clock,
    sort_moves,
    spent,
)

LOSS = samples.LOSS
SOLVE_MOST = 10
"""Two players: the most empty squares that can be solved at all."""
SURELY_SOLVED = I(10)
"""Up to so many it seldom takes a fifth of a second, so that a move may wait for it."""
SOLVING = 0.6
"""The part of a budget that may go to solving; the rest is for a search should that not be enough."""
SEARCHING, FIRST_GLANCE = 0.6, 0.1
"""The part of a study's budget that goes to searching, the rest is for comparing moves; and that of its first step."""
NEVER = 1e-9
"""A move of an exact mixture less likely than this is not played at all."""
_0, _1, _2 = I(0), I(1), I(2)
_U0 = U(0)
_BEGIN, _GLANCED = I(0), I(1)


# --- what the algorithms see ------------------------------------------------------------------------------------------


@helper
def _moves(s: Record, ply: Int, seat: Int) -> Int:  # noqa: ARG001  (the solver's form)
    return rules.moves(s, ply)


@helper
def _play(s: Record, ply: Int, first: Int, second: Int) -> None:
    rules.choose(s, ply, _0, first)
    rules.choose(s, ply, _1, second)
    rules.play(s, ply)


@helper
def _payoff(s: Record, ply: Int) -> Any:
    return rules.payoff(s, ply, _0)


_solver = induction.make_solver(
    induction.Tree(
        moves=_moves,
        play=_play,
        over=rules.over,
        payoff=_payoff,
        key=rules.key,
        fill=rules.fill_last,
        depth=5,
        most=SOLVE_MOST * (SOLVE_MOST - 1),
    )
)
_solve, _complete, _lay = _solver.solve, _solver.complete, board.lay

WORK = record(
    [
        ("spent", I, (1,)),  # nodes that are gone
        ("arms", I, (MOVES, 3)),  # the moves that are compared, an arm for each colour
        ("gains", np.float64, (MOVES,)),
        ("state", rules.STATE),
        ("mixture", samples.CONTEXT),
        ("solution", _solver.CONTEXT),
    ]
)


# --- exactly ----------------------------------------------------------------------------------------------------------


@helper
def code_of_number(s: Record, number: Int) -> Int:
    """A move of two players from its number in the solver's table."""
    rules.choose(s, _0, _0, number)
    return board.chosen_code(s, _0, _0)


@helper
def solve(r: Record, w: Record, deadline: Int, node_limit: Int) -> bool:
    """Both optimal mixtures, left in `w.solution`; False if the limits are reached first."""
    c = w.solution
    c.known[:] = _U0
    set_clock(c, r, deadline, node_limit)
    c.done[0] = _0
    _solve(w.state, _0, c)
    if c.stop[0] == _0:
        _complete(w.state, r.seat[0], c)
    w.spent[0] = c.nodes[0]
    return bool(c.stop[0] == _0)


@helper
def solved_in_time(r: Record, w: Record) -> bool:
    """The same where it seems possible, within a part of the budget."""
    if w.state.seats[0] != _2 or w.state.count[0] > SURELY_SOLVED:
        return False
    return solve(r, w, share_of_time(r.deadline[0], SOLVING), I(r.node_limit[0] * SOLVING))


@helper
def write_solution(r: Record, a: Record, w: Record) -> None:
    """Every move with its value against the other's mixture, and both mixtures."""
    s, c, seat = w.state, w.solution, r.seat[0]
    count = rules.moves(s, _0)
    clear(a)
    for i in range(count):
        gain = 0.0
        for j in range(count):
            if seat == _0 and c.column_mix[j] > 0.0:
                gain += c.column_mix[j] * c.payoffs[0, i, j]
            elif seat == _1 and c.row_mix[j] > 0.0:
                gain -= c.row_mix[j] * c.payoffs[0, j, i]
        place = add(a, code_of_number(s, I(i)), gain, EQUAL)
        own = c.row_mix[i] if seat == _0 else c.column_mix[i]
        theirs = c.column_mix[i] if seat == _0 else c.row_mix[i]
        a.probability[place] = own if own > NEVER else 0.0
        if theirs > NEVER:
            add_other(a, _1 - seat, a.move[place], theirs)
    a.worth[0], a.proven[0], a.mixed[0] = tidy(worth_of_mix(a)), EQUAL, _1
    for i in range(count):
        a.value[i] = tidy(a.value[i])
    a.depth[0] = (s.count[0] - _2) // _2  # rounds, if every one of them fills two squares
    a.nodes[0] = w.spent[0]


# --- the whole --------------------------------------------------------------------------------------------------------


@helper
def step(s: Record, r: Record, a: Record, w: Record) -> Int:
    if r.phase[0] == _GLANCED:
        sample(r, w, share_of_time(r.deadline[0], SEARCHING), I(r.node_limit[0] * SEARCHING))
        write_comparison(r, a, w, r.deadline[0], r.node_limit[0])
        a.steps[0] += _1
        return FINISHED
    _lay(s, w.state)
    w.spent[0] = _0
    if r.goal[0] == PROVE:
        if solve(r, w, r.deadline[0], r.node_limit[0]):  # who is stopped before that knows nothing
            write_solution(r, a, w)
            finish_thought(r, a, w.state)
        return FINISHED
    if solved_in_time(r, w):
        write_solution(r, a, w)
        if r.goal[0] != STUDY:
            finish_thought(r, a, w.state)
            return FINISHED
        sort_moves(a, _0)
        a.steps[0] += _1
        return FINISHED
    if r.goal[0] != STUDY:
        sample(r, w, r.deadline[0], r.node_limit[0])
        write_sample(r, a, w)
        finish_thought(r, a, w.state)
        return FINISHED
    deadline, nodes = share_of_time(r.deadline[0], FIRST_GLANCE), I(r.node_limit[0] * FIRST_GLANCE)
    sample(r, w, share_of_time(deadline, SEARCHING), I(nodes * SEARCHING))
    write_comparison(r, a, w, deadline, nodes)
    a.steps[0] += _1
    r.phase[0] = _GLANCED
    return FINISHED if spent(r, w.spent[0]) else MORE


_analyse = make_analyse(step)


@entry(I64, records(board.PACKED), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])
