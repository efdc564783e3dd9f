"""A search (search.py) as part of a game's one compiled function: its limits from a request, and what it found into an answer."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.engine._jit import I, Int, Record, clock_ns, helper
from quintet.engine.hooks import NOT_OVER
from quintet.engine.request import (
    FINISHED,
    FOREVER,
    LINE,
    MORE,
    NO_PROOF,
    add,
    clear,
    extend_line,
    place_of,
    set_clock,
    sort_moves,
    swap,
)
from quintet.engine.search import INFINITE, Search

_0, _1, _2, _LINE = I(0), I(1), I(2), I(LINE)


@dataclass(frozen=True)
class Lookahead:
    """Compiled helpers over a search's context `c`, a request `r` and an answer `a`."""

    set_limits: Callable[..., Any]
    """(c, r, deadline, node_limit, deepest): a search begins that looks no further than `deepest`."""
    write: Callable[..., Any]
    """(c, a): after it, the root moves within the level's loss, the best one first with its line."""
    guard: Callable[..., Any]
    """(s, c, a): of those, for a weak level, the moves that win at once if there are any, and none that loses at once."""
    begin: Callable[..., Any]
    """(c, r): a study begins, which looks a ply further at each step."""
    step: Callable[..., Any]
    """(s, c, r, a, deadline, node_limit, deepest) -> one ply further; MORE unless the limits, the depth or the game end it."""


def make_lookahead(
    search: Search, worth: Callable[..., Any], scale: float, deepen: Callable[..., Any] | None = None
) -> Lookahead:
    """`worth(units)` is a value of the search in the unit of the game; `scale` units, or about so many, make one.

    `deepen` may be given where a game does something before or after that of the search.
    """
    look = deepen or search.deepen
    over, gen, play, undo = search.rules.over, search.rules.gen, search.rules.play, search.rules.undo
    won = I(search.rules.win - 1000 if search.rules.win else INFINITE)

    @helper
    def set_limits(c: Record, r: Record, deadline: Int, node_limit: Int, deepest: Int) -> None:
        set_clock(c, r, deadline, node_limit)
        c.depth_limit[0], c.spread[0] = deepest, I(r.loss[0] * scale + 0.5)
        c.begun[0], c.keeps[0], c.lines[0], c.named_count[0] = _0, r.keeps[0], _0, _0

    @helper
    def write(c: Record, a: Record) -> None:
        """With a loss, a move that the last iteration did not come to is as far behind the best as it was in the one before,
        unless the best is now worth something else. A win that is seen is taken, a loss that is seen is not."""
        clear(a)
        chosen, value, depth = c.line[0], c.value[0], c.depth[0]
        change = value - c.settled[0]
        goes_on = depth > _1 and abs(change) <= c.spread[0]
        add(a, chosen, value * 1.0, NO_PROOF)
        for i in range(_1, c.line_length[0]):
            extend_line(a, _0, c.line[i])
        for i in range(c.root_count[0] if depth > _0 else _0):
            units = c.root_value[i]
            known = c.root_depth[i] == depth
            if c.root_depth[i] == depth - _1 and goes_on:
                units += change
                known = True
            if value > won or (units < -won and value >= -won):
                known = False
            if known and c.root_move[i] != chosen and value - units <= c.spread[0]:
                add(a, c.root_move[i], min(units, value) * 1.0, NO_PROOF)
        sort_moves(a, _1)
        for i in range(a.count[0]):
            a.value[i] = worth(I(a.value[i]))
        a.worth[0], a.depth[0], a.nodes[0] = a.value[0], depth, c.nodes[0]

    @helper
    def fate(s: Record, move: Int, c: Record) -> Int:
        """1 if the move ends the game and wins it, -1 if a reply can do that, otherwise 0."""
        play(s, move, _0)
        end, found = over(s, _1), _0
        if end != NOT_OVER:
            found = I(end < _0)
        else:
            for i in range(gen(s, c.moves[1], _1)):
                play(s, c.moves[1, i], _1)
                end = over(s, _2)
                undo(s, c.moves[1, i], _1)
                if end != NOT_OVER and end < _0:
                    found = -_1
                    break
        undo(s, move, _0)
        return found

    @helper
    def add_wins(s: Record, c: Record, a: Record) -> None:
        """Moves that end the game and win it, where the level would have passed them over for more."""
        for i in range(c.root_count[0]):
            play(s, c.root_move[i], _0)
            end = over(s, _1)
            undo(s, c.root_move[i], _0)
            if end != NOT_OVER and end < _0 and place_of(a, c.root_move[i]) < _0:
                add(a, c.root_move[i], worth(-end), NO_PROOF)

    @helper
    def guard(s: Record, c: Record, a: Record) -> None:
        best, kept = -_1, _0
        add_wins(s, c, a)
        for i in range(a.count[0]):
            a.probability[i] = fate(s, a.move[i], c) * 1.0
            best = max(best, I(a.probability[i]))
        if best < _0:  # what seemed worse may be better
            for i in range(c.root_count[0]):
                if place_of(a, c.root_move[i]) < _0 and fate(s, c.root_move[i], c) >= _0:
                    add(a, c.root_move[i], worth(c.root_value[i]), NO_PROOF)
                    best = _0
        for i in range(a.count[0]):
            if a.probability[i] >= best:
                if kept != i:
                    swap(a, kept, I(i))
                kept += _1
        a.count[0] = kept
        for i in range(kept):
            a.probability[i] = 0.0
        sort_moves(a, _0)
        if a.worth[0] != a.value[0]:
            a.worth[0], a.proven[0] = a.value[0], NO_PROOF

    @helper
    def begin(c: Record, r: Record) -> None:
        """The first step is always completed, whatever the budget: it takes no time, and every move asked for has a value."""
        set_limits(c, r, FOREVER, FOREVER, _0)
        c.spread[0], c.lines[0], c.named_count[0] = _0, r.lines[0], r.named_count[0]
        for n in range(r.named_count[0]):
            c.named[n] = r.named[n]

    @helper
    def snapshot(c: Record, a: Record) -> None:
        clear(a)
        for i in range(c.root_count[0]):
            slot = c.root_slot[i]
            true = c.slot_true[slot] != _0 and c.root_depth[i] == c.depth[0]
            if true and (a.count[0] < c.lines[0] or c.slot_named[slot] != _0):
                place = add(a, c.root_move[i], worth(c.root_value[i]), NO_PROOF)
                for ply in range(_1, min(c.slot_length[slot], _LINE)):
                    extend_line(a, place, c.slot_line[slot, ply])
        if a.count[0] == _0:  # it was stopped before it knew anything
            add(a, c.line[0], worth(c.value[0]), NO_PROOF)
        a.worth[0], a.depth[0], a.nodes[0] = a.value[0], c.depth[0], c.nodes[0]

    @helper
    def step(s: Record, c: Record, r: Record, a: Record, deadline: Int, node_limit: Int, deepest: Int) -> Int:
        """Only iterations that were completed count: so all values are of the same depth."""
        c.depth_limit[0] += _1
        c.looked[0] = _0  # what the listener did meanwhile is no gap
        look(s, c)
        if c.stop[0] != _0 and c.depth_limit[0] > _1:
            return FINISHED
        snapshot(c, a)
        a.steps[0] += _1
        c.deadline[0], c.node_limit[0] = deadline, node_limit
        if c.decided[0] != _0 or c.depth_limit[0] >= deepest or r.stop[0] != _0:
            return FINISHED
        return FINISHED if c.nodes[0] >= node_limit or clock_ns() >= deadline else MORE

    return Lookahead(set_limits, write, guard, begin, step)
