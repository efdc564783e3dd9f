"""Reversi's engine: alpha-beta over the pattern evaluation, and the exact solver when few squares are left."""

from __future__ import annotations

import itertools
import threading
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from quintet.engine import asking, search
from quintet.engine._jit import I64, I, Int, Record, entry, helper, popcount, record, records, tool
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi as evaluation
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.hooks import MAX_DEPTH, Rules
from quintet.engine.memory import Stop, listen, recall
from quintet.engine.solvers import reversi as solver
from quintet.engine.solvers.reversi_root import after, legal, proven_line, solve_root
from quintet.engine.thought import FOREVER, EngineError, Finding, Known, Limits, Study
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from quintet.engine.thought import Report, Wanted
    from quintet.games.reversi import Reversi, ReversiPosition

LOSS = 12.0
plays = board.plays
STATE = record([*patterns.FIELDS, *board.FIELDS])
"""The numbers of the patterns, the weights, and the board. In this order: a record that begins with the fields of another
would pass for it."""

UNIT = float(board.UNIT)
PREPARING = 0.25
"""The part of the budget spent on a search before an exact solution is tried: a good guess makes it quicker."""
SOLVER_SPEED, NODES_AT_0, GROWTH = 22e6, 21.3, 1.9
"""Nodes a second, the factor by which nodes grow with each empty square, and what that makes of none: 20 take 8 million."""
NODES_FOR = list(
    itertools.accumulate([GROWTH] * 60, lambda nodes, growth: nodes * growth, initial=NODES_AT_0)
)
"""By the number of empty squares: multiplied, because a power is not the same on every machine."""
MOST_EMPTIES = {4: 16, 6: 36, 8: 30}
FIRST_LOOK = 200_000

ERROR, ERROR_GROWS = I(83), I(13)
"""How far a search of half the depth is off, in 64ths of a disc: at first, and by how much more with each four discs."""
NEVER = 1000

_0, _1 = I(0), I(1)


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
    if s.trained[0] != _0:
        return patterns.by_patterns(s, s.own[0], s.other[0])
    return evaluation.by_hand(s.own[0], s.other[0], s.field[0])


@helper
def margin(s: Record, depth: Int, less: Int) -> Int:  # noqa: ARG001  (the search's form)
    """One standard deviation between a shallow and a deep search, as measured; two where the search reaches the end."""
    if s.trained[0] == _0:
        return I(-1)
    discs = popcount(s.own[0] | s.other[0])
    error = ERROR + ERROR_GROWS * ((discs - I(4)) >> I(2))
    if depth >= I(62) - discs:
        error += error
    return error


_search = search.make(
    Rules(
        over=board.over,
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
        late=NEVER,  # the margin does better what reducing late moves would do
    )
)
_deepen = _search.deepen
CONTEXT = _search.CONTEXT


@entry(I64, records(STATE), records(CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    s = state[0]
    patterns.count_up(s, s.own[0], s.other[0])
    _deepen(s, context[0])
    return _0


@tool(I64, records(STATE))
def number_root(state: Record) -> Int:
    """Compute the numbers of the patterns afresh."""
    patterns.count_up(state[0], state[0].own[0], state[0].other[0])
    return _0


@tool(I64, records(STATE), I64, I64)
def step(state: Record, move: Int, ply: Int) -> Int:
    """Play one move, and bring the numbers up to date."""
    play(state[0], move, ply)
    return _0


_kept = threading.local()


def workspace() -> NDArray[Any]:
    """This thread's search state, with the weights in place: they are too large to copy for every move."""
    if not hasattr(_kept, "state"):
        _kept.state = np.zeros(1, STATE)
        weights = patterns.shipped()
        if weights is not None:
            _kept.state["weights"][0] = weights
        _kept.trained = weights is not None
    state: NDArray[Any] = _kept.state
    return state


workspace()  # now, rather than during somebody's first move


def set_up(game: Reversi, position: ReversiPosition) -> NDArray[Any]:
    state = workspace()
    loaded = board.load(game, position)
    for name, *_ in board.FIELDS:
        state[name] = loaded[name]
    state["trained"] = _kept.trained and game.size == 8
    return state


def analyse(game: Reversi, position: ReversiPosition, seat: int, limits: Limits) -> Finding:  # noqa: ARG001  (a GameEngine; the position knows whose turn it is)
    """Search; and where it seems possible, spend what is left on solving the rest of the game."""
    hopeful = solvable(position, limits)
    found = look_ahead(game, position, shorten(limits, PREPARING) if hopeful else limits)
    if not hopeful:
        return found
    exact = solve_within(game, position, found, limits)
    return found if exact is None else exact


def solvable(position: ReversiPosition, limits: Limits) -> bool:
    """Does the budget seem enough for an exact solution?"""
    empties = position.squares.count(".")
    affordable = min(limits.left * SOLVER_SPEED, float(limits.nodes))
    return affordable >= NODES_FOR[empties]


def shorten(limits: Limits, part: float) -> Limits:
    deadline = limits.deadline - int(max(limits.left, 0.0) * (1 - part) * 1e9)
    return replace(limits, deadline=min(deadline, limits.deadline), nodes=max(1, int(limits.nodes * part)))


def solver_for(game: Reversi, limits: Limits, spent: int) -> NDArray[Any]:
    """A context for the solver after so many nodes. Its table keeps whole positions: what it knows stays true."""
    context, _ = recall(limits.memory, "solver", lambda: solver.context(game.size, 0, 0))
    context["deadline"], context["node_limit"] = limits.deadline, max(1, limits.nodes - spent)
    context["nodes"] = 0
    listen(limits.stop, context)
    return context


def look_ahead(game: Reversi, position: ReversiPosition, limits: Limits) -> Finding:
    """Alpha-beta to whatever depth the limits allow."""
    state = set_up(game, position)
    context = asking.workspace(CONTEXT, limits)
    empties = position.squares.count(".")
    asking.set_limits(context, limits, scale=UNIT, depth=min(2 * empties, MAX_DEPTH))
    deepen(state, context)
    return Finding(
        values={board.move_text(game, move): value / UNIT for move, value in asking.root_values(context)},
        line=tuple(board.move_text(game, move) for move in asking.expected_line(context)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def study(
    game: Reversi,
    position: ReversiPosition,
    seat: int,  # noqa: ARG001  (as above)
    limits: Limits,
    wanted: Wanted,
) -> Iterator[Study]:
    """The search step by step; then, where it seems possible, the proven value of one move after the other."""
    state = set_up(game, position)
    context = asking.workspace(CONTEXT, limits)
    reading = asking.Reading(
        step=lambda: deepen(state, context),
        context=context,
        code=lambda move: board.move_code(game, move),
        text=lambda _, move: board.move_text(game, move),
        value=lambda units: units / UNIT,
        deepest=min(2 * position.squares.count("."), MAX_DEPTH),
    )
    hopeful = solvable(position, limits)
    seen: Study | None = None
    for seen in asking.study(reading, shorten(limits, PREPARING) if hopeful else limits, wanted):
        yield seen
    if hopeful:
        assert seen is not None, "a study has at least one step"
        yield from prove(game, position, seen, limits, wanted)


def prove(
    game: Reversi, position: ReversiPosition, seen: Study, limits: Limits, wanted: Wanted
) -> Iterator[Study]:
    """Solve move by move, beginning with those that seemed best; those that come to nothing only as far as that."""
    context, state = solver_for(game, limits, seen.nodes), board.load(game, position)
    others = [move for move in legal(game, state) if move not in seen.moves]
    known = dict(seen.moves)
    solved: dict[str, float] = {}
    for move in (*seen.moves, *others):
        best = sorted(solved.values(), reverse=True)
        enough = len(best) >= wanted.lines and move not in wanted.also
        floor = int(best[wanted.lines - 1]) if enough else -64
        following = after(game, state, move)
        own, other, _ = board.words(following)
        context["looked"] = 0  # what the listener did meanwhile is no gap
        if best or move not in known:
            value = -int(solver.solve_window(own, other, I(-64), I(-floor), context))
        else:
            value = -int(solver.solve_near(own, other, I(-round(known[move].value)), solver.NONE, context))
        if context["stop"][0, 0]:
            return
        solved[move] = float(value)
        if value > floor or not enough:
            line = (move, *proven_line(game, following, context))
            known[move] = Known(value=float(value), line=line, proven="equal")
        else:
            known.pop(move, None)
        whole = len(solved) == len(seen.moves) + len(others)
        order = sorted(known, key=lambda move: (-known[move].value, known[move].proven is None))
        kept = [move for n, move in enumerate(order) if n < wanted.lines or move in wanted.also]
        yield Study(
            moves={move: known[move] for move in kept},
            depth=position.squares.count(".") if whole else seen.depth,
            nodes=seen.nodes + int(context["nodes"][0, 0]),
            value=max(solved.values()),
            proven="equal" if whole else "at least",
        )


def solve_within(game: Reversi, position: ReversiPosition, found: Finding, limits: Limits) -> Finding | None:
    """The exact solution, starting from what a search found; None if the limits are reached first."""
    context = solver_for(game, limits, found.nodes)
    return solve_root(game, position, found, limits.spread, context)


def solve(game: Reversi, position: ReversiPosition, seat: int, report: Report) -> Finding:  # noqa: ARG001  (as above)
    """The exact solver without a limit."""
    empties = position.squares.count(".")
    if empties > MOST_EMPTIES[game.size]:
        raise EngineError(
            f"a position with {empties} empty squares cannot be solved; with {MOST_EMPTIES[game.size]} or fewer it can"
        )
    found = look_ahead(game, position, Limits(deadline=FOREVER, nodes=FIRST_LOOK))
    bits = min(max(empties - 2, solver.PLAYING_BITS), solver.TABLE_BITS)  # memory has to be cleared first
    context = solver.context(game.size, FOREVER, FOREVER, bits)
    context["watched"] = max(empties - 5, 0)
    stop = Stop()
    stop.reach(context)
    solved = watch(
        lambda: solve_root(game, position, found, 0.0, context, symmetrical=True),
        lambda: report(f"{int(context['nodes'][0, 0]) / 1e6:,.0f} M positions", solver.share_done(context)),
        stop,
    )
    assert solved is not None
    return solved
