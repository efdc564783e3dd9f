"""`think`: the one function that hints, engine seats, analysis and the arena call."""

from __future__ import annotations

import random
import time
from contextlib import nullcontext
from typing import Any

import msgspec

from quintet.engine import levels
from quintet.engine.chances import expected_result
from quintet.engine.crowd import measured
from quintet.engine.memory import Memory, Stop
from quintet.engine.registry import player
from quintet.engine.thought import (
    FOREVER,
    Budget,
    EngineError,
    Finding,
    InterruptedProofError,
    Limits,
    Report,
    Thought,
)
from quintet.games.contract import AnyGame, Move

STRONGEST = max(levels.LEVELS)


def think(
    game: AnyGame,
    position: Any,
    seat: int,
    *,
    level: int | None = None,
    budget: Budget | None = None,
    seed: int = 0,
    memory: Memory | None = None,
    within: float | None = None,
) -> Thought:
    """The move a seat should make, with its value: by level (the strongest if nothing is said), or by budget.

    The same seed and the same budget of nodes give the same answer, whatever was asked before. Where the time alone is
    limited, a `memory` lets it go on from what it learned at earlier moves of the game. `within` so many seconds the answer
    is there, whatever the level or the budget would allow.
    """
    check(game, position, seat)
    if level is not None and budget is not None:
        raise EngineError("give a level or a budget, not both")
    engine = player(game)  # the first time in a process this loads it; that is not thinking time
    begun = time.monotonic_ns()
    loss, hasty = 0.0, None
    if budget is None:
        chosen = levels.level(STRONGEST if level is None else level, engine, game)
        loss, hasty = chosen.loss * engine.LOSS, levels.hasty_move(chosen, game, position, seat, seed)
        budget = Budget(seconds=levels.THINKING, nodes=chosen.nodes)
    if within is not None:
        allowed = levels.thinking_time(within)
        budget = Budget(seconds=min(allowed, budget.seconds or allowed), nodes=budget.nodes)
    usable = memory if budget.nodes is None else None
    with nullcontext() if usable is None else usable.lent(game.key) as lent, measured() as crowd:
        if budget.seconds is not None:
            budget = Budget(seconds=budget.seconds * crowd.part, nodes=budget.nodes)
        limits = start_clock(budget, begun, spread=loss, seed=seed, memory=lent)
        found = engine.analyse(game, position, seat, limits)
    if hasty is not None:
        found = msgspec.structs.replace(found, chosen=hasty, exact=False, policy=None)
    return answer(game, position, seat, found, begun, loss=loss, seed=seed)


def solve(game: AnyGame, position: Any, seat: int, report: Report | None = None) -> Thought:
    """The proven value of a position and a best move, however long it takes; an InterruptedProofError has what is known before that."""
    check(game, position, seat)
    engine, tell = player(game), report or (lambda *_: None)
    prepare = getattr(engine, "prepare", None)
    if prepare is not None:
        prepare(game, position, tell)
    begun = time.monotonic_ns()
    try:
        found = engine.solve(game, position, seat, tell)
    except InterruptedProofError as given_up:
        given_up.thought = answer(game, position, seat, given_up.found, begun)
        raise
    return answer(game, position, seat, found, begun)


def check(game: AnyGame, position: Any, seat: int) -> None:
    """EngineError unless the seat has a move to make."""
    turn = game.turn(position)
    if not turn:
        raise EngineError("the game is over: there is no move to think about")
    if seat not in turn:
        owing = " and ".join(map(str, turn))
        raise EngineError(f"seat {seat} is not in turn; think for seat {owing}")


def start_clock(
    budget: Budget,
    begun: int,
    *,
    spread: float = 0.0,
    seed: int = 0,
    memory: Memory | None = None,
    stop: Stop | None = None,
) -> Limits:
    """The budget as limits that count from `begun`; EngineError for a budget that allows nothing."""
    if budget.seconds is None and budget.nodes is None:
        raise EngineError("a budget needs seconds or nodes")
    if budget.seconds is not None and not 0 < budget.seconds < 1e9:
        raise EngineError(
            f"a budget of {budget.seconds} seconds cannot be spent; give more than 0 and less than 1,000,000,000"
        )
    if budget.nodes is not None and budget.nodes <= 0:
        raise EngineError(f"a budget of {budget.nodes} nodes cannot be spent; give 1 or more")
    deadline = FOREVER if budget.seconds is None else begun + int(budget.seconds * 1e9)
    nodes = FOREVER if budget.nodes is None else min(budget.nodes, FOREVER)
    return Limits(deadline=deadline, nodes=nodes, spread=spread, seed=seed, memory=memory, stop=stop)


def answer(
    game: AnyGame, position: Any, seat: int, found: Finding, begun: int, *, loss: float = 0.0, seed: int = 0
) -> Thought:
    """The move chosen from an analysis: drawn from a mixed strategy, otherwise the best that the level permits."""
    draw = f"{seed} {seat} {game.dump(position)}"
    move = pick(found, loss, draw)
    value = found.values.get(move, max(found.values.values())) if found.value is None else found.value
    best = next(iter(found.values))
    line = found.line if found.line[:1] == (move,) else (move,)
    exact = found.exact and (move == best or found.policy is not None)
    mixed = found.policy is not None and len(found.policy) > 1
    return Thought(
        seat=seat,
        move=move,
        value=value,
        exact=exact,
        expected=expected_result(game, position, value, "equal" if exact else None, mixed=mixed),
        line=line,
        depth=found.depth,
        nodes=found.nodes,
        seconds=(time.monotonic_ns() - begun) / 1e9,
        policy=found.policy,
    )


def pick(found: Finding, loss: float, draw: str) -> Move:
    if found.chosen is not None:
        return found.chosen
    if found.policy is None:
        return levels.choose(found.values, loss, draw)
    return random.Random(draw).choices(list(found.policy), list(found.policy.values()))[0]
