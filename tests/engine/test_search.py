"""The common search on a game small enough to be played through: how far away a win is."""

from __future__ import annotations

import functools
from typing import Any

import numpy as np
import pytest

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, U, Word, entry, helper, record, records
from quintet.engine.hooks import NOT_OVER, Rules
from quintet.engine.thought import FOREVER

# Take one, two or three from a heap; whoever takes the last one wins. The same heap comes up after short ways and long
# ones, so that what the table says of it must be counted from where it is met.

WIN = I(10_000)
STATE = record([("heap", I, (1,))])
_0, _1, _2, _3 = I(0), I(1), I(2), I(3)


@helper
def over(s: Record, ply: Int) -> Int:
    return ply - WIN if s.heap[0] == _0 else NOT_OVER


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    count = min(s.heap[0], _3)
    for i in range(count):
        moves[i] = I(i) + _1
    return count


@helper
def play(s: Record, move: Int, ply: Int) -> None:
    s.heap[0] -= move


@helper
def undo(s: Record, move: Int, ply: Int) -> None:
    s.heap[0] += move


@helper
def key(s: Record) -> Word:
    return U(s.heap[0] + _1) * U(0x9E3779B97F4A7C15)


@helper
def evaluate(s: Record) -> Int:
    return _0


@helper
def order(s: Record, move: Int) -> Int:
    return move


_heap = search.make(
    Rules(
        over=over,
        gen=gen,
        play=play,
        undo=undo,
        key=key,
        evaluate=evaluate,
        order=order,
        win=int(WIN),
        max_ply=40,
        max_moves=3,
        history=16,
        table_bits=8,
        late=1000,
    )
)
_deepen, _look = _heap.deepen, _heap.search


@entry(I64, records(STATE), records(_heap.CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    _deepen(state[0], context[0])
    return context[0].value[0]


@entry(I64, records(STATE), records(_heap.CONTEXT), I64, I64, I64)
def ask(state: Record, context: Record, depth: Int, beta: Int, ply: Int) -> Int:
    """Is it worth beta or more? What was found before is in the table."""
    return _look(state[0], depth, beta - _1, beta, ply, context[0])


@functools.cache
def plies_to_end(heap: int) -> int:
    """Positive: the mover wins in so many plies; negative: it loses in so many. Wins are hurried, losses put off."""
    if heap == 0:
        return 0
    replies = [plies_to_end(heap - taken) for taken in range(1, min(heap, 3) + 1)]
    lost = [reply for reply in replies if reply <= 0]
    return 1 - max(lost) if lost else -1 - max(replies)


def value(heap: int, ply: int = 0) -> int:
    plies = plies_to_end(heap)
    return int(WIN) - ply - plies if plies > 0 else ply - int(WIN) - plies


def context() -> Any:
    made = np.zeros(1, _heap.CONTEXT)
    made["deadline"] = made["node_limit"] = FOREVER
    made["depth_limit"] = 30
    return made


def state_of(heap: int) -> Any:
    state = np.zeros(1, STATE)
    state["heap"] = heap
    return state


@pytest.mark.parametrize("heap", range(1, 24))
def test_a_win_is_as_far_away_as_it_is(heap: int) -> None:
    assert deepen(state_of(heap), context()) == value(heap)


@pytest.mark.parametrize("heap", range(4, 16))
@pytest.mark.parametrize("ply", [1, 2, 5])
def test_what_the_table_knows_of_a_win_is_counted_from_where_it_is_met(heap: int, ply: int) -> None:
    """Found at one ply and met again at another: the answer to "this much or more?" is right at both."""
    known = context()
    for at in (ply + 3, ply, ply + 7):
        truth = value(heap, at)
        for beta in (truth, truth + 1):
            found = ask(state_of(heap), known, I(20), I(beta), I(at))
            assert (found >= beta) == (truth >= beta), (at, beta - truth)


@pytest.mark.parametrize("heap", range(1, 24))
def test_it_looks_no_further_than_to_a_win_or_to_a_loss_that_is_sure(heap: int) -> None:
    known = context()
    deepen(state_of(heap), known)
    assert known["depth"][0, 0] == abs(plies_to_end(heap))


@pytest.mark.parametrize("heap", [heap for heap in range(5, 16) if heap % 4])
def test_stopped_anywhere_it_plays_no_loss_while_there_is_a_move_that_it_has_not_looked_at(heap: int) -> None:
    """The largest move comes first; in half of the heaps it loses, which is seen before another is tried."""
    for nodes in range(20, 400):
        known = context()
        known["node_limit"] = nodes
        found, move = deepen(state_of(heap), known), int(known["line"][0, 0])
        assert found > -int(WIN) + 1000, nodes
        if known["stop"][0, 0] and known["depth"][0, 0] >= plies_to_end(heap):
            assert (heap - move) % 4 == 0, nodes
