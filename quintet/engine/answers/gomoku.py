"""Gomoku's one compiled function: threats first, then alpha-beta with forced wins at its horizon; and the openings in which a
colour is chosen.

A move is its cell on the padded board; the choices of an opening are written above all cells.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine import lookahead, search
from quintet.engine._jit import I64, I, Int, Record, U, clock_ns, entry, helper, record, records
from quintet.engine.arithmetic import exp, ln
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_rules as rules
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards import gomoku_threats as threats
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.hooks import MAX_DEPTH, NOT_OVER, Rules
from quintet.engine.request import (
    ANSWER,
    EQUAL,
    FINISHED,
    FOREVER,
    LINE,
    MORE,
    NAMED,
    NO_PROOF,
    REQUEST,
    STUDY,
    add,
    choose,
    clear,
    extend_line,
    keep_wanted,
    lot,
    make_analyse,
    place_of,
    set_clock,
    sort_moves,
    spent,
)

BASE = I(stones.CELLS)
TAKE_BLACK, TAKE_WHITE, PLACE_TWO = BASE, I(2) * BASE, I(3) * BASE
_0, _1, _2, _3, _31, _63 = I(0), I(1), I(2), I(3), I(31), I(63)
_U1 = U(1)
_BEGIN, _SEARCHING = I(0), I(1)
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
LOUD = I(90) * evaluation.ORDER_UNIT
"""The order score of moves that make or stop a three, or capture."""
REDUCTIONS = np.array([[int(0.4 + ln(d or 1) * ln(i + 1) / 1.7) for i in range(64)] for d in range(32)], I)
_evaluate, _force, _can_force = evaluation.evaluate, threats.force, threats.can_force
_lay, _play, _undo, _near, _power = board.lay, rules.play, rules.undo, threats.write_near, helper(exp)


# --- what the search is told of the game ------------------------------------------------------------------------------


@helper
def quiet(s: Record, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:  # noqa: ARG001  (the search's form)
    """At the horizon: what it seems worth, unless the side to move can force a win."""
    value = _evaluate(s)
    own = s.colour[0]
    if _can_force(s, own) and (value < beta or s.counts[own, evaluation.MAKES_FIVE] > _0):
        s.force_left[0] = SHORT_NODES
        c.nodes[0] -= _1  # this position has been counted
        plies = _force(s, SHORT, ply, c)
        if plies > _0:
            return WIN - ply - plies
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
    if score >= LOUD:
        return False
    if i >= WIDTH + WIDER * depth:
        return True
    return bool(depth <= _3 and _evaluate(s) + GAIN * (depth + _1) <= alpha)


@helper
def reduce(depth: Int, i: Int, score: Int) -> Int:  # noqa: ARG001  (the search's form)
    if depth < _3 or i < _3:
        return _0
    return min(REDUCTIONS[min(depth, _31), min(i, _63)], depth - _2)


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
        unknown_from=4,
        win=stones.WIN,
        max_ply=118,
        max_moves=stones.MAX_MOVES,
        history=1024,
    )
)
_deepen = _search.deepen
CONTEXT = _search.CONTEXT
KNOWN = NAMED + 34
"""The most moves of which a study keeps that they are proven."""
WORK = record(
    [
        ("tabled", I, (1,)),  # which table of lines the board has: 0 none, 1 without captures, 2 with them
        ("line_tables", U, (2, lines.KEYS)),
        ("won", I, (1,)),  # a study: is a win proven?
        ("known", I, (1,)),  # and how many moves are
        ("known_move", I, (KNOWN,)),
        ("known_value", np.float64, (KNOWN,)),
        ("known_length", I, (KNOWN,)),
        ("known_line", I, (KNOWN, LINE)),
        ("places", I, (stones.MAX_MOVES + NAMED,)),
        ("board", stones.STATE),
        ("search", CONTEXT),
    ]
)


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
_set_limits, _write, _begin, _step = _look.set_limits, _look.write, _look.begin, _look.step


@helper
def search_board(r: Record, w: Record, deadline: Int, node_limit: Int) -> None:
    """A forced win, or a search; what was found is left in the context."""
    c = w.search
    _set_limits(c, r, deadline, node_limit, I(MAX_DEPTH))
    deepen(w.board, c)


@helper
def think(r: Record, a: Record, w: Record) -> None:
    search_board(r, w, r.deadline[0], r.node_limit[0])
    _write(w.search, a)
    if w.board.proven[0] != _0:
        a.value[0] = a.worth[0] = 1.0
        a.proof[0] = a.proven[0] = EQUAL


# --- a study ----------------------------------------------------------------------------------------------------------


@helper
def keep_proof(move: Int, value: Any, ply: Int, w: Record) -> None:
    """A move is proven to win or lose by the line of threats that begins at this ply."""
    c, place = w.search, min(w.known[0], I(KNOWN - 1))
    w.known[0] = place + _1
    w.known_move[place], w.known_value[place] = move, value
    w.known_line[place, 0], w.known_length[place] = move, _1
    for i in range(_1, min(c.pv_end[ply], I(LINE))):
        w.known_line[place, i] = c.pv[ply, i]
        w.known_length[place] = I(i) + _1


@helper
def force(r: Record, w: Record, ply: Int) -> bool:
    """Can the side to move force a win? Its line begins in the row of this ply; the search's own counts are left alone."""
    s, c = w.board, w.search
    nodes, limit, deadline, stop = c.nodes[0], c.node_limit[0], c.deadline[0], c.stop[0]
    set_clock(c, r, r.deadline[0], r.node_limit[0])
    s.force_left[0] = min(LONG_NODES, r.node_limit[0] // I(4))
    found = _force(s, LONG, ply, c) > _0
    c.nodes[0], c.node_limit[0], c.deadline[0], c.stop[0] = nodes, limit, deadline, stop
    return bool(found)


@helper
def is_known(move: Int, w: Record) -> bool:
    found = False
    for n in range(w.known[0]):
        found = found or w.known_move[n] == move
    return found


@helper
def prove_losses(r: Record, a: Record, w: Record) -> None:
    """What the search sees lost is proven where the other side can force its win."""
    s, c = w.board, w.search
    for i in range(a.count[0]):
        move = a.move[i]
        if a.value[i] <= -SEEN and not is_known(move, w):
            _play(s, move, _0)
            lost = s.status[0] == rules.GOING_ON and force(r, w, _1)
            _undo(s, move, _0)
            if lost:
                c.pv[1, 0] = move
                keep_proof(move, -1.0, _1, w)


@helper
def tell_proofs(r: Record, a: Record, w: Record) -> None:
    """Put what is proven into the answer, in its order."""
    for n in range(w.known[0]):
        place = place_of(a, w.known_move[n])
        if place < _0:
            place = add(a, w.known_move[n], 0.0, EQUAL)
        a.value[place], a.proof[place], a.length[place] = w.known_value[n], EQUAL, _1
        for i in range(_1, w.known_length[n]):
            extend_line(a, place, w.known_line[n, i])
    sort_moves(a, _0)
    keep_wanted(a, r)
    a.worth[0], a.proven[0] = a.value[0], EQUAL if w.won[0] != _0 else NO_PROOF


@helper
def study(r: Record, a: Record, w: Record) -> Int:
    """A forced win first, then the search, ply by ply."""
    c = w.search
    if r.phase[0] == _BEGIN:
        r.phase[0] = _SEARCHING
        w.won[0] = w.known[0] = _0
        won = force(r, w, _0)
        _begin(c, r)
        if won:
            w.won[0] = _1
            keep_proof(c.pv[0, 0], 1.0, _0, w)
            clear(a)
            tell_proofs(r, a, w)
            a.depth[0] = w.known_length[0]
            a.steps[0] += _1
            return MORE
    before = a.steps[0]
    more = _step(w.board, c, r, a, r.deadline[0], r.node_limit[0], I(MAX_DEPTH))
    if a.steps[0] > before:
        prove_losses(r, a, w)
        tell_proofs(r, a, w)
    return more


# --- the openings in which a colour is chosen -------------------------------------------------------------------------

FIRST = np.array([(0, 0), (1, 1), (-2, 2), (3, 0), (0, -4), (-3, -3)], I)
"""Where the first stone goes, from the centre; which one is drawn by lot."""
SECOND = np.array([(1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1)], I)
"""Where the second goes, from the first; to which side is drawn too."""
TRIED = I(24)
"""How many places are weighed up for a stone that is to leave both colours equal."""


@helper
def choose_colour(packed: Record, r: Record, a: Record, w: Record) -> None:
    """White moves next: take white if that is good for white. Two more stones leave the choice to the other: worth less."""
    search_board(r, w, r.deadline[0], r.node_limit[0])
    c = w.search
    white = worth(c.value[0])
    clear(a)
    add(a, TAKE_WHITE, white, NO_PROOF)
    add(a, TAKE_BLACK, -white, NO_PROOF)
    if packed.more[0] != _0:
        add(a, PLACE_TWO, min(-0.05, abs(white) - 0.1), NO_PROOF)
    sort_moves(a, _0)
    a.depth[0], a.nodes[0] = c.depth[0], c.nodes[0]


@helper
def draw_place(r: Record, w: Record) -> Int:
    """One of several places: whatever comes of the first two stones, the other side chooses."""
    s = w.board
    size, word = s.side[0], rules.key(s)
    row = column = size // _2
    turned = mirrored = _1
    if s.placed[0] == _1:
        for cell in range(stones.CELLS):
            if I(s.cells[cell]) == _1:
                row, column = I(cell) // I(stones.STRIDE) - I(stones.MARGIN), I(cell) % I(stones.STRIDE)
        turned = _1 if lot(r, word + U(2)) < 0.5 else -_1
        mirrored = _1 if lot(r, word + U(3)) < 0.5 else -_1
    tries = U(10)
    while True:  # the first stone is never so near every edge that no place is left
        n = I(lot(r, word + tries) * I(len(FIRST)))
        x, y = FIRST[n, 0], FIRST[n, 1]
        if s.placed[0] == _1:
            x, y = SECOND[n, 0] * turned, SECOND[n, 1] * mirrored
        if column + x >= _0 and column + x < size and row + y >= _0 and row + y < size:
            return (row + y + I(stones.MARGIN)) * I(stones.STRIDE) + column + x
        tries += _U1
        if tries > U(40):  # the other way, then
            turned, mirrored = -turned, -mirrored


@helper
def list_places(r: Record, w: Record) -> Int:
    """The places to weigh up: those asked for, then some near stones, drawn by lot."""
    s, named = w.board, r.named_count[0]
    count = _near(s, w.places[named:], False)
    word = rules.key(s)
    for n in range(named):
        w.places[n] = r.named[n]
    for i in range(count - _1):
        j = I(i) + I(lot(r, word + U(i)) * (count - I(i)))
        w.places[named + i], w.places[named + j] = w.places[named + j], w.places[named + i]
    total = named
    for i in range(named, named + count):
        fresh = True
        for n in range(named):
            fresh = fresh and w.places[n] != w.places[i]
        if fresh and total < TRIED + named:
            w.places[total] = w.places[i]
            total += _1
    return total


@helper
def weigh_places(packed: Record, r: Record, a: Record, w: Record) -> None:
    """A stone after which the other side chooses: the better its choice, the worse the stone."""
    count, nodes, c = list_places(r, w), _0, w.search
    clear(a)
    for i in range(count):
        left, now = count - I(i), clock_ns()
        deadline = r.deadline[0]
        if deadline < FOREVER:
            deadline = now + max(deadline - now, _0) // left
        _play(w.board, w.places[i], _0)
        limit = max((r.node_limit[0] - nodes) // left, _1)
        _set_limits(c, r, deadline, limit, I(MAX_DEPTH))
        c.spread[0] = _0
        deepen(w.board, c)
        nodes += c.nodes[0]
        add(a, w.places[i], -abs(worth(c.value[0])), NO_PROOF)
        _lay(packed, w.board)  # the search has used what taking the stone back would need
        if spent(r, nodes):
            break
    sort_moves(a, _0)
    a.depth[0], a.nodes[0] = _1, nodes


@helper
def open_game(packed: Record, r: Record, a: Record, w: Record) -> None:
    """Before the colours are chosen; of what is found nothing is proven."""
    if packed.choice[0] != _0:
        choose_colour(packed, r, a, w)
    elif packed.placed[0] < _2:
        clear(a)
        add(a, draw_place(r, w), 0.0, NO_PROOF)
        for n in range(r.named_count[0]):
            if place_of(a, r.named[n]) < _0:
                add(a, r.named[n], 0.0, NO_PROOF)
        a.nodes[0] = _1
    else:
        weigh_places(packed, r, a, w)
    a.worth[0] = a.value[0]


# --- the whole --------------------------------------------------------------------------------------------------------


@helper
def set_out(packed: Record, w: Record) -> None:
    """The board with its stones, and the table of lines that the rules in force ask for."""
    wanted = packed.taking[0] + _1
    if w.tabled[0] != wanted:
        w.tabled[0] = wanted
        for key in range(lines.KEYS):
            w.board.lines[key] = w.line_tables[packed.taking[0], key]
    _lay(packed, w.board)


@helper
def step(packed: Record, r: Record, a: Record, w: Record) -> Int:
    opening = packed.black[0] < _0
    if r.phase[0] == _BEGIN:
        set_out(packed, w)
    if r.goal[0] == STUDY and not opening:
        return study(r, a, w)
    if opening:
        open_game(packed, r, a, w)
    else:
        think(r, a, w)
    if r.goal[0] == STUDY:
        keep_wanted(a, r)
    else:
        choose(a, r, rules.key(w.board))
    a.steps[0] += _1
    return FINISHED


_analyse = make_analyse(step)


@entry(I64, records(board.PACKED), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])
