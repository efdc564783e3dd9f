"""Gomoku's openings in which a colour is chosen: where their stones go, and which colour to take."""

from __future__ import annotations

from typing import Any

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
TWOS, EVEN = I(12), 0.1
"""How many pairs of places are weighed up in place of a choice; and how little tells a search nothing: it sees as much change when it looks further."""


@helper
def part_of(deadline: Int, parts: Int) -> Int:
    """When the first of so many equal parts of the time that is left is over."""
    if deadline >= FOREVER:
        return deadline
    now = clock_ns()
    return now + max(deadline - now, _0) // parts


@helper
def choose_colour(packed: Record, r: Record, a: Record, w: Record) -> None:
    """White moves next: take white if that is good for white. Where nothing is to be seen between the colours, two more stones
    leave it to the other side to tell them apart."""
    c, parts = w.search, _1 + packed.more[0]
    search_board(r, w, part_of(r.deadline[0], parts), r.node_limit[0] // parts)
    white, depth, nodes = worth(c.value[0]), c.depth[0], c.nodes[0]
    if abs(white) < EVEN and packed.more[0] != _0:
        white = 0.0
    clear(a)
    if packed.more[0] != _0:
        add(a, PLACE_TWO, weigh_two(packed, r, w, nodes), NO_PROOF)
        nodes += w.search.nodes[0]
    add(a, TAKE_WHITE, white, NO_PROOF)
    add(a, TAKE_BLACK, -white, NO_PROOF)
    sort_moves(a, _0)
    a.depth[0], a.nodes[0] = depth, nodes


@helper
def weigh_two(packed: Record, r: Record, w: Record, nodes: Int) -> Any:
    """What two more stones are worth, so many nodes having been spent: of some pairs drawn by lot, that which leaves the other side the least to choose."""
    s, c, best, word = w.board, w.search, -1.0, rules.key(w.board)
    begun = nodes
    for n in range(TWOS):
        _lay(packed, s)
        for k in range(2):
            count = _near(s, w.places, False)
            _play(s, w.places[I(lot(r, word + U(50 + 2 * n + k)) * count)], _0)
        left = TWOS - I(n)
        set_limits(
            c, r, part_of(r.deadline[0], left), max((r.node_limit[0] - nodes) // left, _1), I(MAX_DEPTH)
        )
        c.spread[0] = _0
        deepen(s, c)
        nodes += c.nodes[0]
        best = max(best, -abs(worth(c.value[0])))
        if best > -EVEN or spent(r, nodes):
            break
    _lay(packed, s)
    c.nodes[0] = nodes - begun
    return 0.0 if best > -EVEN else best


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
        left = count - I(i)
        deadline = part_of(r.deadline[0], left)
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
