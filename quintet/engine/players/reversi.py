"""Reversi's engine: the compiled board under alpha-beta."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, entry, records
from quintet.engine.boards import reversi as board
from quintet.engine.evals import reversi as evaluation
from quintet.engine.thought import Analysis, EngineError

if TYPE_CHECKING:
    from quintet.engine.thought import Limits, Report
    from quintet.games.contract import AnyGame
    from quintet.games.reversi import Reversi, ReversiPosition

LOSS = 12.0
plays = board.plays

_search = search.make(
    search.Rules(
        over=board.over,
        gen=board.gen,
        play=board.play,
        undo=board.undo,
        key=board.key,
        evaluate=evaluation.evaluate,
        order=evaluation.order,
        max_ply=board.MAX_PLY,
        max_moves=board.MAX_MOVES,
        history=128,
    )
)
_deepen = _search.deepen
CONTEXT = _search.CONTEXT


@entry(I64, records(board.STATE), records(CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    _deepen(state[0], context[0])
    return I(0)


def analyse(game: Reversi, position: ReversiPosition, seat: int, limits: Limits) -> Analysis:  # noqa: ARG001
    state = board.load(game, position)
    context = np.zeros(1, CONTEXT)
    empties = position.squares.count(".")
    search.set_limits(context, limits, scale=float(board.UNIT), depth=min(2 * empties, search.MAX_DEPTH))
    deepen(state, context)
    unit = float(board.UNIT)
    return Analysis(
        values={board.move_text(game, move): value / unit for move, value in search.root_values(context)},
        line=tuple(board.move_text(game, move) for move in search.expected_line(context)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def solve(game: AnyGame, position: ReversiPosition, seat: int, report: Report) -> Analysis:  # noqa: ARG001
    raise EngineError("this position cannot be solved")
