"""Gomoku's openings in which a colour is chosen: where their stones go, and which colour to take."""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, clock_ns, helper
from quintet.engine.answers.gomoku_search import deepen, search_board, set_limits, worth
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_rules as rules
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards import gomoku_threats as threats
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.request import FOREVER, NO_PROOF, add, clear, lot, place_of, sort_moves, spent

_0, _1, _2 = I(0), I(1), I(2)
_U1 = U(1)
TAKE_BLACK, TAKE_WHITE, PLACE_TWO = board.TAKE_BLACK, board.TAKE_WHITE, board.PLACE_TWO
_lay, _play, _near = board.lay, rules.play, threats.write_near
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
        set_limits(c, r, deadline, limit, I(MAX_DEPTH))
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
