"""Onyx's one compiled function: alpha-beta over the turns worth looking at, and at the end a matrix game.

While pieces are placed a move is a turn as boards/onyx_rules.py writes it; when stacks are taken off it is a set of them, one bit
each.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, U, entry, helper, record, records
from quintet.engine.boards import onyx_rules as rules
from quintet.engine.boards.onyx_reach import NOTHING
from quintet.engine.evals import onyx as evaluation
from quintet.engine.evals import onyx_turns as turns
from quintet.engine.hooks import Rules
from quintet.engine.lookahead import make_lookahead
from quintet.engine.request import ANSWER, FINISHED, REQUEST, STUDY, choose, make_analyse
from quintet.engine.solvers import onyx_removal as removal

PAST = 1024
"""So many earlier positions come with a position: of a longer game the latest ones."""
PACKED = record(
    [
        ("spaces", I, (1,)),  # as in rules.STATE, these
        ("playable", I, (1,)),
        ("words", I, (1,)),
        ("weave", I, (1,)),
        ("mover", I, (1,)),
        ("passed", I, (1,)),
        ("phase", I, (1,)),
        ("past_count", I, (1,)),
        ("cell", np.int8, (rules.SPACES,)),
        ("first", np.int16, (rules.SPACES + 1,)),
        ("near", np.int16, (rules.NEAR,)),
        ("past", U, (PAST,)),
    ]
)
DEEPEST = I(40)
UNIT = float(evaluation.UNIT)
LAST_LOOK = I(20_000)
"""So many ways of taking off stacks any level looks at: a thousandth of a second or two, and nearly always all that matter."""
_0, _1, _6, _63 = I(0), I(1), I(6), I(63)
U0, U1 = U(0), U(1)


@helper
def worth(units: Int) -> Any:
    return units / UNIT


_search = search.make(
    Rules(
        over=evaluation.over,
        gen=turns.gen,
        play=rules.play,
        undo=rules.undo,
        key=rules.key,
        evaluate=evaluation.evaluate,
        order=turns.order,
        early=turns.early,
        max_ply=rules.MAX_PLY,
        max_moves=rules.LISTED,
        history=1024,
        table_bits=16,
        check_every=1,
    )
)
_deepen = _search.deepen
_look = make_lookahead(_search, worth, UNIT)
_set_limits, _write, _guard = _look.set_limits, _look.write, _look.guard
_begin, _further = _look.begin, _look.step

WORK = record(
    [("opened", I, (1,)), ("removal", removal.WORK), ("board", rules.STATE), ("search", _search.CONTEXT)]
)


@helper
def set_up(p: Record, s: Record) -> None:
    """The board from its wires and pieces."""
    s.spaces[0], s.playable[0], s.words[0], s.weave[0] = p.spaces[0], p.playable[0], p.words[0], p.weave[0]
    for i in range(
        p.first.size
    ):  # one by one: a slice of a slice would be copied on the way, and nothing is allocated here
        s.first[i] = p.first[i]
    for i in range(p.near.size):
        s.near[i] = p.near[i]
    s.row[:, :] = U0
    s.around[:, :, :] = U0
    s.has[:, :] = U0
    s.stacks[:] = U0
    s.hash[0] = U0
    s.bits[0] = rules.bits_for(s)
    for space in range(s.spaces[0]):
        for i in range(I(s.first[space]), I(s.first[space + 1])):
            near = I(s.near[i])
            s.row[space, near >> _6] |= U1 << U(near & _63)
        s.cell[space] = rules.WALL
        if I(p.cell[space]) != rules.WALL:
            s.cell[space] = rules.EMPTY
            s.has[NOTHING, space >> 6] |= U1 << U(space & 63)
    for space in range(s.spaces[0]):
        what = I(p.cell[space])
        if what != rules.EMPTY and what != rules.WALL:
            rules.put(s, I(space), what)
    s.mover[0], s.passed[0], s.phase[0] = p.mover[0], p.passed[0], p.phase[0]
    s.past_count[0] = p.past_count[0]
    for i in range(p.past_count[0]):
        s.past[i] = p.past[i]


@helper
def take_off(r: Record, a: Record, w: Record) -> None:
    if r.loss[0] > 0.0:
        r.node_limit[0] = max(r.node_limit[0], LAST_LOOK)
    removal.solve_removal(w.board, r, w.removal)
    if r.goal[0] == STUDY:
        removal.answer_study(w.board, r, a, w.removal)
    else:
        removal.answer_one(r, a, w.removal)
        choose(a, r, rules.key(w.board))
    a.steps[0] += _1


@helper
def step(p: Record, r: Record, a: Record, w: Record) -> Int:
    s, c = w.board, w.search
    if r.phase[0] == _0:
        set_up(p, s)
        if s.phase[0] == rules.REMOVAL:
            take_off(r, a, w)
            return FINISHED
        if r.goal[0] != STUDY:
            _set_limits(c, r, r.deadline[0], r.node_limit[0], DEEPEST)
            _deepen(s, c)
            _write(c, a)
            if r.loss[0] > 0.0:
                _guard(s, c, a)
            choose(a, r, rules.key(s))
            a.steps[0] += _1
            return FINISHED
        _begin(c, r)
        r.phase[0] = _1
    return _further(s, c, r, a, r.deadline[0], r.node_limit[0], DEEPEST)


_analyse = make_analyse(step)


@entry(I64, records(PACKED), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])
