"""Onyx's engine: alpha-beta over the turns worth looking at."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import search
from quintet.engine._jit import I64, I, Int, Record, entry, records
from quintet.engine.boards import onyx as board
from quintet.engine.boards import onyx_rules as rules
from quintet.engine.evals import onyx as evaluation
from quintet.engine.evals import onyx_turns as turns
from quintet.engine.hooks import Rules
from quintet.engine.levels import Level
from quintet.engine.solvers.onyx_removal import Choice
from quintet.engine.thought import FOREVER, Analysis, EngineError, Limits

if TYPE_CHECKING:
    from quintet.engine.thought import Report
    from quintet.games.onyx import Onyx, OnyxPosition

LOSS = 10.0
LEVELS = {
    1: Level(50, 1.4),
    2: Level(50, 0.7),
    3: Level(60, 0.5),
    4: Level(90, 0.35),
    5: Level(150, 0.22),
    6: Level(250, 0.14),
    7: Level(450, 0.08),
    8: Level(800, 0.04),
    9: Level(2_000, 0.015),
    10: Level(None, 0.0),
}
"""A node here looks at some hundred turns: there are fewer of them than in other games, and each is worth more."""
DEEPEST = 40
plays = board.plays

_search = search.make(
    Rules(
        over=evaluation.over,
        gen=turns.gen,
        play=rules.play,
        undo=rules.undo,
        key=rules.key,
        evaluate=evaluation.evaluate,
        order=turns.order,
        max_ply=rules.MAX_PLY,
        max_moves=rules.LISTED,
        history=1024,
        table_bits=16,
        check_every=1,
    )
)
_deepen = _search.deepen
CONTEXT = _search.CONTEXT


@entry(I64, records(rules.STATE), records(CONTEXT))
def deepen(state: Record, context: Record) -> Int:
    _deepen(state[0], context[0])
    return I(0)


def analyse(game: Onyx, position: OnyxPosition, seat: int, limits: Limits) -> Analysis:
    if position.phase == "removal":
        return take_off(game, position, seat, limits)
    state = board.load(game, position)
    context = np.zeros(1, CONTEXT)
    search.set_limits(context, limits, scale=float(evaluation.UNIT), depth=DEEPEST)
    deepen(state, context)
    unit = float(evaluation.UNIT)
    line = search.expected_line(context)
    return Analysis(
        values={
            board.turn_text(game, seat, move): value / unit for move, value in search.root_values(context)
        },
        line=tuple(board.turn_text(game, (seat + ply) % 2, move) for ply, move in enumerate(line)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def take_off(game: Onyx, position: OnyxPosition, seat: int, limits: Limits) -> Analysis:
    """Which stacks to take off: a mixed strategy. A weak level takes any set that loses no more than it permits."""
    choice = Choice(board.load(game, position), limits.deadline, limits.nodes)
    found = choice.solve()
    names = board.wiring(game).names
    stacks = [names[int(stack) >> 4] for stack in choice.stacks[seat]]
    sets = [[name for n, name in enumerate(stacks) if chosen >> n & 1] for chosen in found.sets[seat]]
    texts = [game.parse(" ".join(("remove", *named))) for named in sets]
    values = dict(zip(texts, map(float, found.values[seat]), strict=True))
    mix = {text: float(p) for text, p in zip(texts, found.mixes[seat], strict=True) if p > 0}
    best = max(mix, key=lambda text: mix[text])
    return Analysis(
        values={best: values[best] + 0.0} | dict(sorted(values.items(), key=lambda pair: -pair[1])),
        line=(best,),
        depth=1,
        nodes=found.nodes,
        exact=found.exact,
        policy=None if limits.spread else mix,
    )


def prepare() -> Any:
    """The solver of small boards: loaded by name, so that it is compiled when first needed and not with the player."""
    return importlib.import_module("quintet.engine.solvers.onyx")


def solve(game: Onyx, position: OnyxPosition, seat: int, report: Report) -> Analysis:
    if position.phase == "removal":
        found = take_off(game, position, seat, Limits(deadline=FOREVER, nodes=FOREVER))
        if not found.exact:
            raise EngineError(
                "there are too many stacks to compare every choice of them; 'quintet think' gives a good one"
            )
        return found
    solution: Analysis = prepare().solve_placing(game, position, report)
    return solution
