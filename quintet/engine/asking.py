"""The way into a search (search.py) and out of it, in plain Python: its limits, and what it found."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import Record
from quintet.engine.hooks import MAX_DEPTH
from quintet.engine.memory import listen, recall
from quintet.engine.thought import FOREVER, Known, Limits, Study, Wanted

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.games.contract import Move


def workspace(kind: Any, limits: Limits) -> NDArray[Any]:
    """A context for one search, an array of one record: with the table of the last one where that is remembered."""
    context, kept = recall(limits.memory, "search", lambda: np.zeros(1, kind))
    context["keeps"] = kept
    return context


def set_limits(context: Record, limits: Limits, *, scale: float, depth: int = MAX_DEPTH) -> None:
    """Prepare a context for a search that begins; `scale` is how many units of the search make one of `value`."""
    context["deadline"], context["node_limit"] = limits.deadline, limits.nodes
    context["depth_limit"], context["spread"] = depth, round(limits.spread * scale)
    context["begun"] = context["lines"] = context["named_count"] = context["nodes"] = 0
    listen(limits.stop, context)


def root_values(context: Record) -> list[tuple[int, int]]:
    """After a search: root moves with their values, the chosen one first.

    The values of moves further from the best than the spread are upper bounds. With a spread, a move that the last iteration
    did not come to is as far behind the best as it was in the one before, unless the best is now worth something else.
    """
    c = context[0]
    chosen, value, depth = int(c.line[0]), int(c.value[0]), int(c.depth[0])
    change = value - int(c.settled[0])
    goes_on = depth > 1 and abs(change) <= c.spread[0]
    seen = []
    for i in range(int(c.root_count[0]) if depth > 0 else 0):
        found = int(c.root_value[i])
        if c.root_depth[i] == depth - 1 and goes_on:
            found += change
        elif c.root_depth[i] != depth:
            continue
        seen.append((int(c.root_move[i]), min(found, value)))
    others = sorted((pair for pair in seen if pair[0] != chosen), key=lambda pair: -pair[1])
    return [(chosen, value), *others]


def expected_line(context: Record) -> list[int]:
    c = context[0]
    return [int(c.line[i]) for i in range(int(c.line_length[0]))]


@dataclass(frozen=True, kw_only=True)
class Reading:
    """How plain Python reads a search: the game's moves and values from the numbers of compiled code."""

    step: Callable[[], object]
    """Calls the entry, which calls `deepen`."""
    context: NDArray[Any]
    code: Callable[[Move], int]
    text: Callable[[int, int], Move]
    """(ply, move) -> its notation."""
    value: Callable[[int], float]
    deepest: int = MAX_DEPTH


def study(reading: Reading, limits: Limits, wanted: Wanted) -> Iterator[Study]:
    """What is known after each iteration that was completed: so all values are of the same depth.

    The first one is always completed, whatever the budget: it takes no time, and every move asked for has a value.
    """
    context, named = reading.context, [reading.code(move) for move in wanted.also]
    set_limits(context, limits, scale=0.0, depth=0)
    context["deadline"] = context["node_limit"] = FOREVER
    context["lines"], context["named_count"] = wanted.lines, len(named)
    context["named"][0, : len(named)] = named
    for depth in range(1, reading.deepest + 1):
        context["depth_limit"], context["looked"] = depth, 0  # what the listener did meanwhile is no gap
        reading.step()
        if context["stop"][0, 0] and depth > 1:
            return
        yield _snapshot(reading, wanted.lines)
        nodes = int(context["nodes"][0, 0])
        if context["decided"][0, 0] or limits.spent(nodes):
            return
        context["deadline"], context["node_limit"] = limits.deadline, limits.nodes


def _snapshot(reading: Reading, lines: int) -> Study:
    c = reading.context[0]
    found: dict[Move, Known] = {}
    for i in range(int(c.root_count[0])):
        slot = int(c.root_slot[i])
        true = c.slot_true[slot] and c.root_depth[i] == c.depth[0]
        if true and (len(found) < lines or c.slot_named[slot]):
            codes = [int(c.slot_line[slot, ply]) for ply in range(int(c.slot_length[slot]))]
            line = tuple(reading.text(ply, code) for ply, code in enumerate(codes))
            found[line[0]] = Known(value=reading.value(int(c.root_value[i])), line=line)
    if not found:  # it was stopped before it knew anything
        first = reading.text(0, int(c.line[0]))
        found[first] = Known(value=reading.value(int(c.value[0])), line=(first,))
    return Study(moves=found, depth=int(c.depth[0]), nodes=int(c.nodes[0]))
