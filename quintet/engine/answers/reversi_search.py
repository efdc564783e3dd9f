"""Reversi's search: what alpha-beta is told of the game."""

from __future__ import annotations

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, U, helper, popcount, record, records, tool
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi as evaluation
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.hooks import NOT_OVER, Rules
from quintet.engine.solvers.reversi import QUADRANTS
from quintet.engine.solvers.reversi_last import few_left, finish

STATE = record(
    [
        *patterns.FIELDS,
        *board.FIELDS,
        ("moves", U, (1,)),  # of the side to move, as `over` found them
        ("quadrants", U, (4,)),  # for the last squares, and the positions looked at there
        ("nodes", I, (1,)),
    ]
)
"""The numbers of the patterns, the weights, and the board. In this order: a record that begins with the fields of another
would pass for it."""

ERROR, ERROR_GROWS = I(83), I(13)
"""How far a search of half the depth is off, in 64ths of a disc: at first, and by how much more with each four discs."""
COUNTED_OUT, NEARLY = I(8), I(2)
"""With so few empty squares a search that comes within so many plies of the end is counted out instead."""
NEVER = 1000

_0, _1, _2, _4, _6, _64 = I(0), I(1), I(2), I(4), I(6), I(64)
U0 = U(0)


@helper
def prepare(s: Record) -> None:
    """Everything that follows from the discs of the root."""
    patterns.count_up(s, s.own[0], s.other[0])
    s.moves[0] = board.mobility(s.own[0], s.other[0], s.field[0])
    for quarter in range(_4):
        s.quadrants[quarter] = QUADRANTS[_2, quarter]


@helper
def over(s: Record, ply: Int) -> Int:  # noqa: ARG001  (the search's form)
    own, other, field = s.own[0], s.other[0], s.field[0]
    s.moves[0] = board.mobility(own, other, field)
    if s.moves[0] != U0 or board.mobility(other, own, field) != U0:
        return NOT_OVER
    return board.margin(own, other) * board.UNIT


@helper
def play(s: Record, move: Int, ply: Int) -> None:
    side = s.ply[0] & _1
    board.play(s, move, ply)
    patterns.advance(s, move, s.flips[ply], side)


@helper
def undo(s: Record, move: Int, ply: Int) -> None:
    board.undo(s, move, ply)
    s.ply[0] -= _1


@helper
def evaluate(s: Record) -> Int:
    """Asked just after `over`, which knows the moves."""
    if s.trained[0] != _0:
        return patterns.by_patterns(s, s.own[0], s.other[0], s.moves[0])
    return evaluation.by_hand(s.own[0], s.other[0], s.field[0])


@helper
def margin(s: Record, depth: Int, less: Int) -> Int:  # noqa: ARG001  (the search's form)
    """One standard deviation between a shallow and a deep search, as measured; two where the search reaches the end."""
    if s.trained[0] == _0:
        return I(-1)
    discs = popcount(s.own[0] | s.other[0])
    error = ERROR + ERROR_GROWS * ((discs - _4) >> _2)
    if depth >= I(62) - discs:
        error += error
    return error


@helper
def early(s: Record, depth: Int, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:  # noqa: ARG001  (the search's form)
    """Near the end of the game: its final margin, or a bound on the right side of the window."""
    own, other = s.own[0], s.other[0]
    count = popcount(s.field[0] & ~(own | other))
    if s.trained[0] == _0 or count > COUNTED_OUT or depth < count - NEARLY:
        return NOT_OVER
    s.nodes[0] = _0
    low, high = max(-_64, alpha >> _6), min(_64, -(-beta >> _6))  # in whole discs, down and up
    high = max(high, low + _1)
    while low < high:
        value = finish(own, other, low, count, s) if count > _4 else few_left(own, other, low, s)
        if value > low:
            low = value
        else:
            high = value
    c.nodes[0] += s.nodes[0]
    return low * board.UNIT


SEARCH = search.make(
    Rules(
        over=over,
        gen=board.gen,
        play=play,
        undo=undo,
        key=board.key,
        evaluate=evaluate,
        order=evaluation.order,
        order_near=evaluation.order_near,
        max_ply=board.MAX_PLY,
        max_moves=board.MAX_MOVES,
        history=128,
        margin=margin,
        cut_from=3,
        early=early,
        late=NEVER,  # the margin does better what reducing late moves would do
    )
)


# --- for tests --------------------------------------------------------------------------------------------------------


@tool(I64, records(STATE))
def number_root(state: Record) -> Int:
    """Compute the numbers of the patterns afresh."""
    prepare(state[0])
    return _0


@tool(I64, records(STATE), I64, I64)
def play_one(state: Record, move: Int, ply: Int) -> Int:
    """Play one move, and bring the numbers up to date."""
    play(state[0], move, ply)
    return _0
