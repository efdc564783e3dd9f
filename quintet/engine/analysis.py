"""`analyse`: a position understood, as a value. What a person asks about a game, and a program about a position.

An analysis is of one position for one seat: the best moves and any others asked for, each with what it is worth, whether that
is proven, and how play would go on. `deepening` gives one after the other while it looks further.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec import Struct

from quintet.engine.chances import expected_result
from quintet.engine.memory import Memory, Stop
from quintet.engine.registry import player
from quintet.engine.think import check, start_clock
from quintet.engine.thought import Budget, EngineError, Proof, Study, Wanted
from quintet.games.contract import AnyGame, Move

MOST_LINES, MOST_NAMED = 32, 64


class Judged(Struct, frozen=True, kw_only=True):
    """One move, from the side of the seat that would make it."""

    move: Move
    value: float
    """In the unit of the game, as `Thought.value`; in a mixed strategy, against what the others are expected to play."""
    proven: Proof | None
    """Is the true value equal to this one, at least this or at most this? None: nothing is proven."""
    expected: float
    """The same as the result to expect from players of one strength: from 0, lost, to 1, won."""
    line: tuple[Move, ...]
    """How play would go on, this move first."""
    probability: float | None = None
    """How often a mixed strategy plays it."""


class Analysis(Struct, frozen=True, kw_only=True):
    """What is known of a position, from the side of one seat."""

    seat: int
    value: float
    proven: Proof | None
    expected: float
    moves: tuple[Judged, ...]
    """The best moves, best first. With a mixed strategy every move that was valued, likeliest first."""
    also: tuple[Judged, ...]
    """The moves asked for, in that order, looked at as deeply as the best ones."""
    depth: int
    nodes: int
    seconds: float
    policy: dict[Move, float] | None = None
    """The probability of each move where the answer is a mixed strategy."""
    others: dict[int, dict[Move, float]] = {}
    """By seat, what the others are then expected to play."""

    def judged(self, move: Move) -> Judged:
        """What is known of a move; EngineError for one that was neither good nor asked for."""
        for known in (*self.also, *self.moves):
            if known.move == move:
                return known
        raise EngineError(f"nothing is known of {move!r} here: name it among the moves to look at")

    def regret(self, move: Move) -> float:
        """What is lost by a move, in the unit of the game: nothing by the best, or by any of a good mixed strategy."""
        return max(0.0, self.value - self.judged(move).value)

    def loss(self, move: Move) -> float:
        """The same as a part of the result to expect: 0.12 is 12 % of the game, in whichever game."""
        return max(0.0, self.expected - self.judged(move).expected)


def analyse(
    game: AnyGame,
    position: Any,
    seat: int,
    budget: Budget,
    *,
    lines: int = 3,
    also: Sequence[str] = (),
    seed: int = 0,
    memory: Memory | None = None,
    stop: Stop | None = None,
    watch: Callable[[Analysis], object] | None = None,
) -> Analysis:
    """The `lines` best moves of a seat, and the moves `also`, as far as the budget goes. `watch` hears of every step.

    `stop.now()`, from any thread, ends it at once with what it knows. A `memory` lets it go on from what it learned of other
    positions of the same game, unless the budget names nodes: the same nodes and seed give the same answer.
    """
    found: Analysis | None = None
    steps = deepening(
        game, position, seat, budget, lines=lines, also=also, seed=seed, memory=memory, stop=stop
    )
    for found in steps:
        if watch is not None:
            watch(found)
    assert found is not None, "a study has at least one step"
    return found


def deepening(
    game: AnyGame,
    position: Any,
    seat: int,
    budget: Budget,
    *,
    lines: int = 3,
    also: Sequence[str] = (),
    seed: int = 0,
    memory: Memory | None = None,
    stop: Stop | None = None,
) -> Iterator[Analysis]:
    """The same step by step, each knowing more than the one before; whoever wants no more takes no more."""
    check(game, position, seat)
    if not 1 <= lines <= MOST_LINES:
        raise EngineError(f"an analysis has 1 to {MOST_LINES} lines, not {lines}")
    named = tuple(dict.fromkeys(game.check(position, seat, text) for text in also))
    if len(named) > MOST_NAMED:
        raise EngineError(f"{len(named)} moves are too many to name at once; {MOST_NAMED} can be")
    wanted = Wanted(lines, named)
    engine = player(game)  # the first time in a process this loads it; that is not thinking time
    begun = time.monotonic_ns()
    start_clock(budget, begun)  # refuses what cannot be spent before anything is lent

    def steps() -> Iterator[Analysis]:
        usable = memory if budget.nodes is None else None
        with nullcontext() if usable is None else usable.lent(game.key) as lent:
            limits = start_clock(budget, begun, seed=seed, memory=lent, stop=stop)
            for seen in engine.study(game, position, seat, limits, wanted):
                yield told(game, position, seat, seen, wanted, begun)

    return steps()


def told(game: AnyGame, position: Any, seat: int, seen: Study, wanted: Wanted, begun: int) -> Analysis:
    """What a player found out, as it is told."""
    mixed, policy = seen.policy is not None, seen.policy or {}

    def result(value: float, proven: Proof | None, known: float | None) -> float:
        if known is not None:
            return known
        return expected_result(game, position, value, proven, mixed=mixed)

    judged = {
        move: Judged(
            move=move,
            value=known.value,
            proven=known.proven,
            expected=result(known.value, known.proven, known.result),
            line=known.line,
            probability=policy.get(move, 0.0) if mixed else None,
        )
        for move, known in seen.moves.items()
    }
    order = list(judged.values())
    best = order[0]
    value = best.value if seen.value is None else seen.value
    return Analysis(
        seat=seat,
        value=value,
        proven=seen.proven,
        expected=result(value, seen.proven, seen.result),
        moves=tuple(
            sorted(order, key=lambda one: -(one.probability or 0.0)) if mixed else order[: wanted.lines]
        ),
        also=tuple(judged[move] for move in wanted.also if move in judged),
        depth=seen.depth,
        nodes=seen.nodes,
        seconds=(time.monotonic_ns() - begun) / 1e9,
        policy=seen.policy,
        others=seen.others,
    )
