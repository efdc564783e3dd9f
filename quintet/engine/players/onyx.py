"""Onyx's engine: alpha-beta over the turns worth looking at."""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import asking, search
from quintet.engine._jit import I64, I, Int, Record, entry, records
from quintet.engine.boards import onyx as board
from quintet.engine.boards import onyx_rules as rules
from quintet.engine.evals import onyx as evaluation
from quintet.engine.evals import onyx_turns as turns
from quintet.engine.hooks import Rules
from quintet.engine.levels import Level
from quintet.engine.matrix import weigh
from quintet.engine.solvers.onyx_removal import MOST_STACKS, Choice, Removal, support
from quintet.engine.thought import FOREVER, EngineError, Finding, Known, Limits, Study

if TYPE_CHECKING:
    from collections.abc import Iterator

    from quintet.engine.thought import Proof, Report, Wanted
    from quintet.games.contract import Move
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


def analyse(game: Onyx, position: OnyxPosition, seat: int, limits: Limits) -> Finding:
    if position.phase == "removal":
        return take_off(game, position, seat, limits)
    state = board.load(game, position)
    context = asking.workspace(CONTEXT, limits)
    asking.set_limits(context, limits, scale=float(evaluation.UNIT), depth=DEEPEST)
    deepen(state, context)
    unit = float(evaluation.UNIT)
    line = asking.expected_line(context)
    return Finding(
        values={
            board.turn_text(game, seat, move): value / unit for move, value in asking.root_values(context)
        },
        line=tuple(board.turn_text(game, (seat + ply) % 2, move) for ply, move in enumerate(line)),
        depth=int(context["depth"][0, 0]),
        nodes=int(context["nodes"][0, 0]),
    )


def study(game: Onyx, position: OnyxPosition, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
    """A turn that the search would not look at is looked at when it is asked for."""
    if position.phase == "removal":
        yield study_removal(game, position, seat, limits, wanted)
        return
    state = board.load(game, position)
    context = asking.workspace(CONTEXT, limits)
    reading = asking.Reading(
        step=lambda: deepen(state, context),
        context=context,
        code=lambda move: board.turn_code(game, move),
        text=lambda ply, move: board.turn_text(game, (seat + ply) % 2, move),
        value=lambda units: units / float(evaluation.UNIT),
        deepest=DEEPEST,
    )
    yield from asking.study(reading, limits, wanted)


def study_removal(game: Onyx, position: OnyxPosition, seat: int, limits: Limits, wanted: Wanted) -> Study:
    """What every set that came up, and every one asked for, is worth against the other side's mixture."""
    choice = Choice(board.load(game, position), limits)
    found = choice.solve()
    texts = [set_texts(game, choice, found, side) for side in (0, 1)]
    mixes = [
        {text: float(p) for text, p in zip(texts[side], found.mixes[side], strict=True) if p > 0}
        for side in (0, 1)
    ]
    sets = dict(zip(texts[seat], found.sets[seat], strict=True)) | named_sets(game, choice, seat, wanted.also)
    rival = 1 - seat
    against = support(found.sets[rival], found.mixes[rival])
    mix = found.mixes[rival][found.mixes[rival] > 0]
    table = choice.table(*((list(sets.values()), against) if seat == 0 else (against, list(sets.values()))))
    margins = table if seat == 0 else -table.T
    worth = dict(zip(sets, map(float, weigh(margins, mix)), strict=True))
    result = dict(zip(sets, map(float, weigh((np.sign(margins) + 1) / 2, mix)), strict=True))
    proof: Proof | None = "equal" if found.exact else None
    order = sorted(worth, key=lambda move: (-mixes[seat].get(move, 0.0), -worth[move]))
    return Study(
        moves={
            move: Known(value=worth[move] + 0.0, line=(move,), proven=proof, result=result[move])
            for move in order
        },
        depth=1,
        nodes=choice.nodes,
        value=(found.value if seat == 0 else -found.value) + 0.0,
        proven=proof,
        policy=mixes[seat],
        others={rival: mixes[rival]},
        result=sum(p * result[move] for move, p in mixes[seat].items()) / sum(mixes[seat].values()),
    )


def named_sets(game: Onyx, choice: Choice, seat: int, moves: tuple[Move, ...]) -> dict[Move, int]:
    """Moves as sets of stacks, each a bit; more stacks than a word has bits are not told apart."""
    places = {name: n for n, name in enumerate(stack_names(game, choice, seat))}
    sets = {move: sum(1 << places[name] for name in move.split()[1:]) for move in moves}
    return {move: chosen for move, chosen in sets.items() if chosen >> MOST_STACKS == 0}


def stack_names(game: Onyx, choice: Choice, seat: int) -> list[str]:
    names = board.wiring(game).names
    return [names[int(stack) >> 4] for stack in choice.stacks[seat]]


def set_texts(game: Onyx, choice: Choice, found: Removal, seat: int) -> list[Move]:
    """The sets of stacks that came up, as moves are written."""
    stacks = stack_names(game, choice, seat)
    sets = [[name for n, name in enumerate(stacks) if chosen >> n & 1] for chosen in found.sets[seat]]
    return [game.parse(" ".join(("remove", *named))) for named in sets]


def take_off(game: Onyx, position: OnyxPosition, seat: int, limits: Limits) -> Finding:
    """Which stacks to take off: a mixed strategy. A weak level takes any set that loses no more than it permits."""
    choice = Choice(board.load(game, position), limits)
    found = choice.solve()
    texts = set_texts(game, choice, found, seat)
    values = dict(zip(texts, map(float, found.values[seat]), strict=True))
    mix = {text: float(p) for text, p in zip(texts, found.mixes[seat], strict=True) if p > 0}
    best = max(mix, key=lambda text: mix[text])
    return Finding(
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


def solve(game: Onyx, position: OnyxPosition, seat: int, report: Report) -> Finding:
    if position.phase == "removal":
        found = take_off(game, position, seat, Limits(deadline=FOREVER, nodes=FOREVER))
        if not found.exact:
            raise EngineError(
                "there are too many stacks to compare every choice of them; 'quintet think' gives a good one"
            )
        return found
    solution: Finding = prepare().solve_placing(game, position, report)
    return solution
