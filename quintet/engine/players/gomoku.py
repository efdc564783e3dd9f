"""Gomoku's engine: threats first, then alpha-beta over the compiled board with forced wins at its horizon."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import numpy as np
from msgspec.structs import replace

from quintet.engine import asking, search
from quintet.engine._jit import I64, I, Int, Record, array, entry, helper, records
from quintet.engine.arithmetic import ln
from quintet.engine.boards import gomoku as board
from quintet.engine.boards import gomoku_rules as rules
from quintet.engine.boards import gomoku_stones as stones
from quintet.engine.boards import gomoku_threats as threats
from quintet.engine.evals import gomoku as evaluation
from quintet.engine.hooks import NOT_OVER, Rules
from quintet.engine.levels import LEVELS as COMMON
from quintet.engine.levels import Level
from quintet.engine.thought import FOREVER, EngineError, Finding, Known, Limits, Study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from quintet.engine.thought import Report, Wanted
    from quintet.games.contract import Move
    from quintet.games.gomoku import Gomoku, GomokuPosition

LOSS = 0.5
LEVELS = {
    **{number: level for number, level in COMMON.items() if number <= 4},
    5: Level(2_500, 0.33),
    6: Level(4_500, 0.26),
    7: Level(8_000, 0.19),
    8: Level(16_000, 0.12),
    9: Level(50_000, 0.05),
    10: Level(None, 0.0),
}
"""A position costs more than in other games, and a search of few sees much: the strongest level looks at 250,000."""
plays = board.plays

_0, _1, _2, _3, _31, _63 = I(0), I(1), I(2), I(3), I(31), I(63)
WINS_NEXT, FOUR_AND_THREE, MAKES_FIVE = evaluation.WINS_NEXT, evaluation.FOUR_AND_THREE, evaluation.MAKES_FIVE
WIN = I(stones.WIN)
SHORT, SHORT_NODES = I(17), I(150)
"""At the horizon: how many plies of continuous threats, and how many positions, are looked at."""
LONG, LONG_NODES = I(41), I(40_000)
"""The same at the root."""
SOLVE_NODES = 400_000
ABOVE, BELOW, GAIN = I(160), I(260), I(110)
"""How much a move or a ply can change what a position seems worth, seldom exceeded."""
NEAR_HORIZON = I(4)
WIDTH, WIDER = I(5), I(2)
"""How many moves that threaten nothing are looked at, at least, and how many more with each ply that is left."""
LOUD = I(90) * evaluation.ORDER_UNIT
"""The order score of moves that make or stop a three, or capture."""
REDUCTIONS = np.array([[int(0.4 + ln(d or 1) * ln(i + 1) / 1.7) for i in range(64)] for d in range(32)], I)
_evaluate, _force, _can_force = evaluation.evaluate, threats.force, threats.can_force


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


@helper
def keep_win(plies: Int, c: Record) -> None:
    """A forced win from the root is the whole answer."""
    c.root_count[0], c.root_move[0], c.root_depth[0] = _1, c.pv[0, 0], plies
    c.value[0] = c.root_value[0] = WIN - plies
    c.depth[0], c.line_length[0] = plies, c.pv_end[0]
    for i in range(c.pv_end[0]):
        c.line[i] = c.pv[0, i]


@entry(I64, records(stones.STATE), records(CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    """Look for a forced win, then search. A study, which wants more than one move, does either by itself."""
    s, c = state[0], context[0]
    if c.lines[0] > _0:
        _deepen(s, c)
        return _0
    s.force_left[0] = min(LONG_NODES, c.node_limit[0] // I(4))
    plies = _force(s, LONG, _0, c)
    s.proven[0] = I(plies > _0)
    if plies > _0:
        keep_win(plies, c)
    if plies > _0 or c.depth_limit[0] == _0:
        return _0
    used = c.nodes[0]
    c.node_limit[0] -= used
    _deepen(s, c)
    c.nodes[0] += used
    return _0


@entry(I64, records(stones.STATE), array(I))
def list_near(state: Record, moves: NDArray[np.int64]) -> Int:
    return threats.write_near(state[0], moves, False)


def search_stones(state: NDArray[Any], limits: Limits) -> NDArray[Any]:
    """Search a position in which stones are placed; what was found is left in the context."""
    context = asking.workspace(CONTEXT, limits)
    asking.set_limits(context, limits, scale=2 * evaluation.SCALE)
    deepen(state, context)
    return context


def analyse(game: Gomoku, position: GomokuPosition, seat: int, limits: Limits) -> Finding:  # noqa: ARG001  (a GameEngine; the position knows whose turn it is)
    state = board.load(game, position, evaluation.fill)
    if position.phase == "choice" or position.black is None:
        return begin(game, position, state, limits)
    context = search_stones(state, limits)
    found = asking.root_values(context)
    best, spread = found[0][1], int(context["spread"][0, 0])
    proven = bool(state["proven"][0, 0])
    return Finding(
        values={
            board.move_text(game, move): evaluation.as_value(units, proven)
            for move, units in found
            if best - units <= spread
        },
        line=tuple(board.move_text(game, move) for move in asking.expected_line(context)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
        exact=proven,
    )


def study(
    game: Gomoku, position: GomokuPosition, seat: int, limits: Limits, wanted: Wanted
) -> Iterator[Study]:
    """A forced win first, then the search; what it sees lost is proven where the other side can force its win."""
    state = board.load(game, position, evaluation.fill)
    if position.phase == "choice" or position.black is None:
        yield as_study(begin(game, position, state, limits, wanted.also), wanted)
        return
    proven: dict[Move, Known] = {}
    win = forced_win(game, state.copy(), limits)
    if win:
        proven[win[0]] = Known(value=1.0, line=win, proven="equal")
        yield Study(moves=dict(proven), depth=len(win), nodes=0, value=1.0, proven="equal")
    context = asking.workspace(CONTEXT, limits)
    reading = asking.Reading(
        step=lambda: deepen(state, context),
        context=context,
        code=lambda move: board.move_code(game, move),
        text=lambda _, move: board.move_text(game, move),
        value=evaluation.as_value,
    )
    for seen in asking.study(reading, limits, wanted):
        for move, known in seen.moves.items():
            if known.value <= -evaluation.SEEN and move not in proven:
                after = state.copy()
                board.advance(game, after, {seat: move})
                lost = forced_win(game, after, limits)
                if lost:
                    proven[move] = Known(value=-1.0, line=(move, *lost), proven="equal")
        moves = seen.moves | proven
        order = sorted(moves, key=lambda move: -moves[move].value)
        kept = [move for n, move in enumerate(order) if n < wanted.lines or move in wanted.also]
        known_best = moves[order[0]]
        yield replace(
            seen,
            moves={move: moves[move] for move in kept},
            value=known_best.value,
            proven="equal" if win else None,
        )


def forced_win(game: Gomoku, state: NDArray[Any], limits: Limits) -> tuple[Move, ...]:
    """The moves of a win by continuous threats for the side to move; none if there is none, or the game is over."""
    if not board.turn(game, state):
        return ()
    context = np.zeros(1, CONTEXT)
    asking.set_limits(context, limits, scale=0.0, depth=0)
    deepen(state, context)
    if not state["proven"][0, 0]:
        return ()
    return tuple(board.move_text(game, move) for move in asking.expected_line(context))


def as_study(found: Finding, wanted: Wanted) -> Study:
    """Choices of an opening, of which nothing is proven."""
    kept = [move for n, move in enumerate(found.values) if n < wanted.lines or move in wanted.also]
    return Study(
        moves={move: Known(value=found.values[move], line=(move,)) for move in kept},
        depth=found.depth,
        nodes=found.nodes,
    )


def solve(game: Gomoku, position: GomokuPosition, seat: int, report: Report) -> Finding:  # noqa: ARG001  (too quick to tell of)
    """A win by continuous threats is proven; nothing else is."""
    found = analyse(game, position, seat, Limits(deadline=FOREVER, nodes=SOLVE_NODES))
    if not found.exact:
        raise EngineError("this position cannot be solved: no win by continuous threats was found")
    return found


# --- the openings in which a colour is chosen -------------------------------------------------------------------------

FIRST = ((0, 0), (1, 1), (-2, 2), (3, 0), (0, -4), (-3, -3))
"""Where the first stone goes, from the centre; which one is drawn by lot."""
SECOND = ((1, 0), (1, 1), (2, 0), (2, 1), (2, 2), (3, 1))
"""Where the second goes, from the first."""
TRIED = 24
"""How many places are weighed up for a stone that is to leave both colours equal."""


def begin(
    game: Gomoku, position: GomokuPosition, state: NDArray[Any], limits: Limits, asked: tuple[Move, ...] = ()
) -> Finding:
    """Before the colours are chosen; what is asked for is looked at first."""
    if position.phase == "choice":
        return choose_colour(game, position, state, limits)
    return balance(game, position, state, limits, asked)


def choose_colour(game: Gomoku, position: GomokuPosition, state: NDArray[Any], limits: Limits) -> Finding:
    """White moves next: take white if that is good for white. Two more stones leave the choice to the other: worth less."""
    context = search_stones(state, limits)
    white = evaluation.as_value(int(context["value"][0, 0]))
    values = {"take-white": white, "take-black": -white}
    if "place-two" in game.choices(position):
        values["place-two"] = min(-0.05, max(values.values()) - 0.1)
    ordered = dict(sorted(values.items(), key=lambda pair: -pair[1]))
    return Finding(
        values=ordered,
        line=(next(iter(ordered)),),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def balance(
    game: Gomoku, position: GomokuPosition, state: NDArray[Any], limits: Limits, asked: tuple[Move, ...]
) -> Finding:
    """A stone of an opening after which the other side chooses: the better its choice, the worse the stone."""
    if position.placed < 2:
        return from_table(game, position, limits, asked)
    moves = np.zeros(stones.MAX_MOVES, I)
    places = [int(cell) for cell in moves[: list_near(state, moves)]]
    random.Random(f"{limits.seed} {position.points}").shuffle(places)
    named = [board.move_code(game, move) for move in asked]
    places = [*named, *(place for place in places if place not in named)][: TRIED + len(named)]
    values: dict[str, float] = {}
    nodes = 0
    for i, cell in enumerate(places):
        share = replace(
            limits,
            deadline=limits.deadline - int(max(limits.left, 0) * 1e9 * (1 - 1 / (len(places) - i))),
            nodes=max((limits.nodes - nodes) // (len(places) - i), 1),
            spread=0.0,
        )
        after = state.copy()
        board.advance(game, after, {board.seat_to_act(after): board.move_text(game, cell)})
        context = search_stones(after, share)
        nodes += int(context["nodes"][0, 0])
        values[board.move_text(game, cell)] = -abs(evaluation.as_value(int(context["value"][0, 0])))
        if nodes >= limits.nodes or limits.left <= 0:
            break
    ordered = dict(sorted(values.items(), key=lambda pair: -pair[1]))
    return Finding(values=ordered, line=(next(iter(ordered)),), depth=1, nodes=nodes)


def from_table(game: Gomoku, position: GomokuPosition, limits: Limits, asked: tuple[Move, ...]) -> Finding:
    """One of several places, drawn by lot: whatever comes of the first two stones, the other side chooses."""
    dice = random.Random(f"{limits.seed} {position.points}")
    middle = game.size // 2
    column, row = middle, middle
    steps: tuple[tuple[int, int], ...] = FIRST
    if position.placed == 1:
        row, column = divmod(position.points.index("b"), game.size)
        steps = tuple((x * dice.choice((1, -1)), y * dice.choice((1, -1))) for x, y in SECOND)
    inside = [(x, y) for x, y in steps if 0 <= column + x < game.size and 0 <= row + y < game.size]
    x, y = dice.choice(inside)
    move = game.grid.names[(row + y) * game.size + column + x]
    return Finding(values=dict.fromkeys((move, *asked), 0.0), line=(move,), depth=0, nodes=1)
