"""Gomoku's one compiled function: threats first, then alpha-beta with forced wins at its horizon; and the openings in which a
colour is chosen.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, U, entry, helper, record, records
from quintet.engine.answers import gomoku_openings as openings
from quintet.engine.answers import gomoku_search as searching
from quintet.engine.answers.gomoku_search import LONG, LONG_NODES, SEEN
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards import gomoku_rules as rules
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards import gomoku_threats as threats
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.request import (
    ANSWER,
    EQUAL,
    FINISHED,
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
    make_analyse,
    place_of,
    set_clock,
    sort_moves,
)

_0, _1 = I(0), I(1)
_BEGIN, _SEARCHING = I(0), I(1)
_lay, _play, _undo, _force = board.lay, rules.play, rules.undo, threats.force
_search, _write, _begin, _step = searching.search_board, searching.write, searching.begin, searching.step
_open = openings.open_game
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
        ("search", searching.CONTEXT),
    ]
)


# --- one move ---------------------------------------------------------------------------------------------------------


@helper
def think(r: Record, a: Record, w: Record) -> None:
    _search(r, w, r.deadline[0], r.node_limit[0])
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
    w.board.hopeless[:] = stones.U0


@helper
def step(packed: Record, r: Record, a: Record, w: Record) -> Int:
    opening = packed.black[0] < _0
    if r.phase[0] == _BEGIN:
        set_out(packed, w)
    if r.goal[0] == STUDY and not opening:
        return study(r, a, w)
    if opening:
        _open(packed, r, a, w)
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
