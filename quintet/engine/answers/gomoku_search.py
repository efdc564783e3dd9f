"""Gomoku's search: what alpha-beta is told of the game, and the search for a forced win that comes before it."""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine import lookahead, search
from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.arithmetic import exp, ln
from quintet.engine.boards import gomoku_rules as rules
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards import gomoku_threats as threats
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.hooks import MAX_DEPTH, NOT_OVER, Rules

_0, _1, _2, _3, _31, _63 = I(0), I(1), I(2), I(3), I(31), I(63)
WINS_NEXT, FOUR_AND_THREE, MAKES_FIVE = evaluation.WINS_NEXT, evaluation.FOUR_AND_THREE, evaluation.MAKES_FIVE
WIN, DECIDED = I(stones.WIN), I(evaluation.DECIDED)
SEEN, WIDE = evaluation.SEEN, 2.0 * evaluation.SCALE
SHORT, SHORT_NODES = I(17), I(150)
"""At the horizon: how many plies of continuous threats, and how many positions, are looked at."""
LONG, LONG_NODES = I(41), I(40_000)
"""The same at the root."""
ABOVE, BELOW, GAIN = I(160), I(260), I(110)
"""How much a move or a ply can change what a position seems worth, seldom exceeded."""
NEAR_HORIZON = I(4)
WIDTH, WIDER = I(5), I(2)
"""How many moves that threaten nothing are looked at, at least, and how many more with each ply that is left."""
LOUD, LOUD_BY_NET = evaluation.THREE * evaluation.ORDER_UNIT, evaluation.LOUD * evaluation.ORDER_UNIT
"""The order score of moves that make or stop a three, or capture."""
PROMISING = I(200) * evaluation.ORDER_UNIT
"""Without the net: from this order score on, what the search has learned included, a late move is looked at a ply more deeply than others."""
REDUCTIONS = np.array([[int(0.4 + ln(d or 1) * ln(i + 1) / 1.7) for i in range(64)] for d in range(32)], I)
_evaluate, _force, _can_force, _power = evaluation.evaluate, threats.force, threats.can_force, helper(exp)
_is_hopeless, _keep_hopeless = threats.is_hopeless, threats.keep_hopeless


# --- what the search is told of the game ------------------------------------------------------------------------------


@helper
def quiet(s: Record, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:  # noqa: ARG001  (the search's form)
    """At the horizon: what it seems worth, unless the side to move can force a win."""
    value = _evaluate(s)
    own = s.colour[0]
    if (
        _can_force(s, own)
        and (value < beta or s.counts[own, evaluation.MAKES_FIVE] > _0)
        and not _is_hopeless(s, SHORT, True)
    ):
        s.force_left[0] = SHORT_NODES
        c.nodes[0] -= _1  # this position has been counted
        plies = _force(s, SHORT, ply, c)
        if plies > _0:
            return WIN - ply - plies
        if s.force_left[0] < _0 and c.stop[0] == _0:
            _keep_hopeless(s, SHORT, threats.GIVEN_UP)
        c.pv_end[ply] = ply
    return value


@helper
def early(s: Record, depth: Int, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:
    """Near the horizon, in a quiet position far above the window, or far below it and without a forced win: enough."""
    if beta - alpha > _1 or depth > NEAR_HORIZON or s.five[0] != _0:
        return NOT_OVER
    value = _evaluate(s)
    if value - ABOVE * depth >= beta:
        enemy = _1 - s.colour[0]
        if s.counts[enemy, WINS_NEXT] + s.counts[enemy, FOUR_AND_THREE] + s.counts[enemy, MAKES_FIVE] == _0:
            return value
    elif depth <= _2 and value + BELOW * depth <= alpha and s.counts[_1 - s.colour[0], MAKES_FIVE] == _0:
        value = quiet(s, alpha, beta, ply, c)
        if value <= alpha:
            return value
    return NOT_OVER


@helper
def skip(s: Record, depth: Int, i: Int, score: Int, alpha: Int) -> bool:
    """Late moves that threaten nothing are left out."""
    if score >= (LOUD if s.sees[0] == _0 else LOUD_BY_NET):
        return False
    if i >= WIDTH + WIDER * depth:
        return True
    return bool(depth <= _3 and _evaluate(s) + GAIN * (depth + _1) <= alpha)


@helper
def reduce(s: Record, depth: Int, i: Int, score: Int) -> Int:
    if depth < _3 or i < _3:
        return _0
    less = min(REDUCTIONS[min(depth, _31), min(i, _63)], depth - _2)
    return less - I(less > _0 and score >= PROMISING and s.sees[0] == _0)


@helper
def by_nodes(s: Record) -> Any:
    return s.sees[0] == _0


_search = search.make(
    Rules(
        over=rules.over,
        gen=threats.gen,
        play=rules.play,
        undo=rules.undo,
        key=rules.key,
        evaluate=evaluation.evaluate,
        order=evaluation.order,
        quiet=quiet,
        extend=threats.extend,
        early=early,
        skip=skip,
        reduce=reduce,
        by_nodes=by_nodes,
        unknown_from=4,
        win=stones.WIN,
        max_ply=118,
        max_moves=stones.MAX_MOVES,
        history=1024,
    )
)
CONTEXT, _deepen = _search.CONTEXT, _search.deepen


# --- forced wins ------------------------------------------------------------------------------------------------------


@helper
def keep_win(plies: Int, c: Record) -> None:
    """A forced win from the root is the whole answer."""
    c.root_count[0], c.root_move[0], c.root_depth[0] = _1, c.pv[0, 0], plies
    c.value[0] = c.root_value[0] = WIN - plies
    c.depth[0], c.line_length[0] = plies, c.pv_end[0]
    for i in range(c.pv_end[0]):
        c.line[i] = c.pv[0, i]


@helper
def deepen(s: Record, c: Record) -> None:
    """Look for a forced win, then search. A study, which wants more than one move, does either by itself."""
    if c.lines[0] > _0:
        _deepen(s, c)
        return
    s.force_left[0] = min(LONG_NODES, c.node_limit[0] // I(4))
    plies = _force(s, LONG, _0, c)
    s.proven[0] = I(plies > _0)
    if plies > _0:
        keep_win(plies, c)
        return
    used = c.nodes[0]
    c.node_limit[0] -= used
    _deepen(s, c)
    c.nodes[0] += used


@helper
def worth(units: Int) -> Any:
    """Units of the search as -1 to 1. A search that leaves moves out proves nothing, even if it sees the end."""
    if units >= DECIDED:
        return SEEN
    if units <= -DECIDED:
        return -SEEN
    return SEEN * (1.0 - 2.0 / (_power(2.0 * (units / WIDE)) + 1.0))


_look = lookahead.make_lookahead(_search, worth, WIDE, deepen)
set_limits, write, begin, step = _look.set_limits, _look.write, _look.begin, _look.step


@helper
def search_board(r: Record, w: Record, deadline: Int, node_limit: Int) -> None:
    """A forced win, or a search; what was found is left in the context."""
    c = w.search
    set_limits(c, r, deadline, node_limit, I(MAX_DEPTH))
    deepen(w.board, c)
