"""Reversi's engine: alpha-beta over the pattern evaluation, and the exact solver when few squares are left."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, entry, helper, popcount, record, records, tool
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi as evaluation
from quintet.engine.evals import reversi_patterns as patterns
from quintet.engine.hooks import MAX_DEPTH, Rules
from quintet.engine.solvers import reversi as solver
from quintet.engine.thought import FOREVER, Analysis, EngineError, Limits
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.thought import Report
    from quintet.games.reversi import Reversi, ReversiPosition

LOSS = 12.0
plays = board.plays
STATE = record([*patterns.FIELDS, *board.FIELDS])
"""The numbers of the patterns, the weights, and the board. In this order: a record that begins with the fields of another
would pass for it."""

UNIT = float(board.UNIT)
PREPARING = 0.25
"""The part of the budget spent on a search before an exact solution is tried: a good guess makes it quicker."""
SOLVER_SPEED, NODES_AT_20, GROWTH = 22e6, 8e6, 1.9
"""Nodes a second, nodes for 20 empty squares, and how that grows with each more: to judge what can be solved."""
NODES_FOR = [NODES_AT_20]
"""By the number of empty squares."""
for _ in range(20):
    NODES_FOR.insert(0, NODES_FOR[0] / GROWTH)
for _ in range(20, 60):
    NODES_FOR.append(NODES_FOR[-1] * GROWTH)
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


def analyse(game: Reversi, position: ReversiPosition, seat: int, limits: Limits) -> Analysis:  # noqa: ARG001  (a Player; the position knows whose turn it is)
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
    return Limits(
        deadline=min(deadline, limits.deadline),
        nodes=max(1, int(limits.nodes * part)),
        spread=limits.spread,
        seed=limits.seed,
    )


def look_ahead(game: Reversi, position: ReversiPosition, limits: Limits) -> Analysis:
    """Alpha-beta to whatever depth the limits allow."""
    state = set_up(game, position)
    context = np.zeros(1, CONTEXT)
    empties = position.squares.count(".")
    search.set_limits(context, limits, scale=UNIT, depth=min(2 * empties, MAX_DEPTH))
    deepen(state, context)
    return Analysis(
        values={board.move_text(game, move): value / UNIT for move, value in search.root_values(context)},
        line=tuple(board.move_text(game, move) for move in search.expected_line(context)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def solve_within(
    game: Reversi, position: ReversiPosition, found: Analysis, limits: Limits
) -> Analysis | None:
    """The exact solution, starting from what a search found; None if the limits are reached first."""
    context = solver.context(game.size, limits.deadline, max(1, limits.nodes - found.nodes))
    return solve_root(game, position, found, limits.spread, context)


def solve_root(
    game: Reversi,
    position: ReversiPosition,
    found: Analysis,
    spread: float,
    context: NDArray[Any],
    *,
    symmetrical: bool = False,
) -> Analysis | None:
    """The proven value of the best move, and of every move that may be within the spread of it.

    A symmetrical position, such as the start, is worth looking for likenesses among its moves.
    """
    state = board.load(game, position)
    guess, first = max(found.values.values()), next(iter(found.values))
    moves = [first, *(move for move in legal(game, state) if move != first)]
    unlike = distinct(game, state, moves) if symmetrical else moves
    if len(unlike) < len(moves):  # one of each kind, the likeliest first
        best, values = solve_each(game, state, unlike, guess, spread, context)
    else:
        best, values = solve_all(game, state, moves, guess, spread, context)
    if context["stop"][0, 0]:
        return None
    return Analysis(
        values=dict(sorted(values.items(), key=lambda pair: (pair[0] != best, -pair[1]))),
        line=(best, *proven_line(game, after(game, state, best), context)),
        depth=position.squares.count("."),
        nodes=found.nodes + int(context["nodes"][0, 0]),
        exact=True,
    )


def solve_all(
    game: Reversi, state: NDArray[Any], moves: list[str], guess: float, spread: float, context: NDArray[Any]
) -> tuple[str, dict[str, float]]:
    """The best move with its value; the other moves too if there is a spread."""
    own, other, _ = board.words(state)
    start = solver.NONE if moves[0] == "pass" else board.move_code(game, moves[0])
    value = int(solver.solve_near(own, other, I(round(guess)), I(start), context))
    known = int(solver.best_known(own, other, context))
    best = board.move_text(game, known) if known != solver.NONE else moves[0]
    if best not in moves or len(moves) == 1:
        best = moves[0]
    values = {best: float(value)}
    if spread > 0:
        for move in moves:
            if move != best:
                values[move] = float(value_of(game, state, move, value, spread, context))
    return best, values


def solve_each(
    game: Reversi, state: NDArray[Any], moves: list[str], guess: float, spread: float, context: NDArray[Any]
) -> tuple[str, dict[str, float]]:
    """The same, move by move."""
    own, other, _ = board.words(after(game, state, moves[0]))
    best, value = moves[0], -int(solver.solve_near(own, other, I(-round(guess)), solver.NONE, context))
    values = {best: float(value)}
    for move in moves[1:]:
        own, other, _ = board.words(after(game, state, move))
        floor = value - int(spread) - (1 if spread > 0 else 0)
        found = -int(solver.solve_window(own, other, I(-64), I(-floor), context))
        values[move] = float(found)
        if found > value:
            best, value = move, found
    return best, values


def value_of(
    game: Reversi, state: NDArray[Any], move: str, best: int, spread: float, context: NDArray[Any]
) -> int:
    """The value of a move that is not the best, as far down as the spread."""
    own, other, _ = board.words(after(game, state, move))
    floor = best - int(spread) - 1
    return -int(solver.solve_window(own, other, I(-best), I(-floor), context))


def legal(game: Reversi, state: NDArray[Any]) -> list[str]:
    return board.legal(game, state, int(state["seat"][0, 0]))


def after(game: Reversi, state: NDArray[Any], move: str) -> NDArray[Any]:
    """The state after a move, as a new one."""
    state = state.copy()
    board.advance(game, state, {int(state["seat"][0, 0]): move})
    return state


def distinct(game: Reversi, state: NDArray[Any], moves: list[str]) -> list[str]:
    """Of moves that lead to turned or mirrored boards, one."""
    found: dict[frozenset[frozenset[tuple[int, int, bool]]], str] = {}
    for move in moves:
        own, other, _ = map(int, board.words(after(game, state, move)))
        last = game.size - 1
        cells = [(bit % 8, bit // 8, bool(own >> bit & 1)) for bit in range(64) if (own | other) >> bit & 1]
        images = []
        for turn in range(8):
            image = [(last - x if turn & 1 else x, last - y if turn & 2 else y, own) for x, y, own in cells]
            images.append(frozenset((y, x, own) if turn & 4 else (x, y, own) for x, y, own in image))
        found.setdefault(frozenset(images), move)
    return list(found.values())


def proven_line(game: Reversi, state: NDArray[Any], context: NDArray[Any]) -> tuple[str, ...]:
    """The best moves as far as the solver's table knows them; a forced move needs no table."""
    state = state.copy()
    line: list[str] = []
    while turn := board.turn(game, state):
        moves = board.legal(game, state, turn[0])
        own, other, _ = board.words(state)
        known = int(solver.best_known(own, other, context))
        move = moves[0] if len(moves) == 1 else board.move_text(game, known) if known != solver.NONE else None
        if move not in moves:
            break
        line.append(move)
        board.advance(game, state, {turn[0]: move})
    return tuple(line)


def solve(game: Reversi, position: ReversiPosition, seat: int, report: Report) -> Analysis:  # noqa: ARG001  (as above)
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
    solved = watch(
        lambda: solve_root(game, position, found, 0.0, context, symmetrical=True),
        lambda: report(f"{int(context['nodes'][0, 0]) / 1e6:,.0f} M positions", solver.share_done(context)),
        context,
    )
    assert solved is not None
    return solved
