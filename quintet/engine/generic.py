"""An opponent for any game, over the contract alone: plain Python that knows only what the rules answer.

Where one seat moves at a time it is alpha-beta with iterative deepening over the most promising of a sample of moves,
with the game's own `measure` at the horizon. Where seats move together it is the search of simultaneous.py over some
promising moves and random continuations, and the answer is a mixed strategy.
"""

from __future__ import annotations

import math
import random
import time
from collections.abc import Iterator
from typing import Any

import numpy as np

from quintet.engine.arithmetic import tanh
from quintet.engine.levels import choose
from quintet.engine.nose import loses_at_once, winning_move
from quintet.engine.thought import EngineError, Finding, Known, Limits, Report, Study, Wanted
from quintet.games.contract import AnyGame, Move, Prompt

LOSS = 6.0
OPEN = 12.0
"""Where a game is won and not counted, values go from -1 to 1: a level may lose so many times less of them."""
ROOT_SAMPLE, SAMPLE, WIDTH = 96, 32, 10
TOGETHER, ROLLOUT_ROUNDS = 7, 12


def plays(game: AnyGame) -> bool:  # noqa: ARG001  (it plays anything)
    return True


def analyse(game: AnyGame, position: Any, seat: int, limits: Limits) -> Finding:
    look = ContractSearch(game, limits)
    if len(game.turn(position)) == 1:
        return look.deepen(position, seat)
    return look.mix(position, seat)


def study(game: AnyGame, position: Any, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
    look = ContractSearch(game, limits, wanted)
    if len(game.turn(position)) == 1:
        for values, lines, depth in look.iterations(position, seat):
            order = sorted(lines, key=lambda move: -values[move])
            kept = [move for n, move in enumerate(order) if n < wanted.lines or move in wanted.also]
            moves = {move: Known(value=values[move], line=lines[move]) for move in kept}
            yield Study(moves=moves, depth=depth, nodes=look.nodes)
        return
    found = look.mix(position, seat)
    likely = found.policy or {}
    order = sorted(found.values, key=lambda move: -likely.get(move, 0.0))
    yield Study(
        moves={move: Known(value=found.values[move], line=(move,)) for move in order},
        depth=found.depth,
        nodes=found.nodes,
        value=found.value,
        policy=found.policy,
        others=look.others,
    )


def solve(game: AnyGame, position: Any, seat: int, report: Report) -> Finding:  # noqa: ARG001  (a GameEngine, and it solves nothing)
    raise EngineError(f"{game.title} with these settings cannot be solved; 'quintet think' gives a good move")


def sample_moves(prompt: Prompt, size: int, dice: random.Random) -> list[Move]:
    """All legal moves if there are few; otherwise all words and a choice of the rest, all kinds of move alike."""
    count = prompt.count()
    if count <= 4 * size:
        moves = list(prompt.moves())
        return moves if count <= size else [moves[i] for i in sorted(dice.sample(range(count), size))]
    found = dict.fromkeys(prompt.words[:size])
    for _ in range(8 * size):
        if len(found) >= size:
            break
        found[prompt.vary(dice)] = None
    return list(found)


class OutOfBudgetError(Exception):
    """The clock or the nodes ran out in the middle of a search."""


class ContractSearch:
    """One search: its limits, its dice, and what it counted."""

    def __init__(self, game: AnyGame, limits: Limits, wanted: Wanted | None = None) -> None:
        self.game, self.limits, self.wanted = game, limits, wanted or Wanted()
        self.dice = random.Random(limits.seed)
        self.nodes = 0
        self.others: dict[int, dict[Move, float]] = {}
        """Where seats move together: what the others are expected to play."""
        self.cut = False
        """Did the depth end a line before the game did?"""
        self.counted = game.unit is not None
        self.spread = limits.spread if self.counted else limits.spread / OPEN

    def play(self, position: Any, moves: dict[int, Move]) -> Any:
        if self.limits.spent(self.nodes):
            raise OutOfBudgetError
        self.nodes += 1
        return self.game.apply(position, moves)[0]

    def worth(self, position: Any, seat: int) -> float:
        """From a seat's side: the margin of points where the game counts them, otherwise -1 to 1."""
        others = [other for other in range(self.game.seats) if other != seat]
        outcome = self.game.outcome(position)
        if outcome is None:
            mine = self.game.measure(position, seat)
            lead = (mine - max(self.game.measure(position, other) for other in others)) / 2
            return lead if self.counted else 0.9 * tanh(lead / 8)
        if self.counted and outcome.scores is not None:
            return float(outcome.scores[seat] - max(outcome.scores[other] for other in others))
        if seat not in outcome.winners:
            return -1.0
        return 0.0 if outcome.draw else 1.0

    # -- one seat at a time

    def deepen(self, position: Any, seat: int) -> Finding:
        moves = sample_moves(self.game.prompt(position, seat), ROOT_SAMPLE, self.dice)
        values = dict.fromkeys(moves, self.worth(position, seat))
        best: Move = moves[0]
        line: tuple[Move, ...] = (best,)
        depth = 0
        try:
            for deeper in range(1, 64):
                seen: dict[Move, float] = {}
                self.cut = False
                order = sorted(values, key=lambda m: (m != best, -values[m]))
                for move in order[: 4 * WIDTH if deeper > 2 else None]:
                    top = max(seen.values(), default=-math.inf)
                    after = self.play(position, {seat: move})
                    seen[move], rest = self.value(after, seat, deeper - 1, top - self.spread, math.inf)
                    if seen[move] > top:  # no better and not looked at to the end: its value is a bound
                        best, line, depth = move, (move, *rest), deeper
                values = seen
                won = not self.counted and seen[best] >= 1  # a quicker win than a deeper search would find
                if won or len(moves) == 1 or not self.cut:
                    break
        except OutOfBudgetError:
            lost = not self.counted and seen and max(seen.values()) <= -1
            rest_of_them = [move for move in values if move not in seen]
            if lost and rest_of_them:  # whatever was not looked at is better than a known loss
                best = max(rest_of_them, key=lambda move: values[move])
                line, seen = (best,), {best: values[best]} | seen
            values = seen or values
        top = values.get(best, 0.0)
        order = sorted(values, key=lambda m: (m != best, -values[m]))
        found = {best: top} | {m: min(values[m], top) for m in order}
        return Finding(
            values=found,
            line=line,
            depth=depth,
            nodes=self.nodes,
            chosen=self.choose(position, seat, found) if self.spread > 0 else best,
        )

    def choose(self, position: Any, seat: int, values: dict[Move, float]) -> Move:
        """By the level; but what wins at once is taken, and what loses at once is not played where anything else is left."""
        win = winning_move(self.game, position, seat)
        if win is not None:
            return win
        left = dict(values)
        while len(left) > 1:
            draw = f"{self.limits.seed} {seat} {self.game.dump(position)} {len(left)}"
            move = choose(left, self.spread, draw)
            if not loses_at_once(self.game, position, seat, move):
                return move
            del left[move]
        return next(iter(left))

    def iterations(
        self, position: Any, seat: int
    ) -> Iterator[tuple[dict[Move, float], dict[Move, tuple[Move, ...]], int]]:
        """For a study: after each depth that was completed the values of moves, and the lines of those whose value is true."""
        named = self.wanted.also
        sampled = sample_moves(self.game.prompt(position, seat), ROOT_SAMPLE, self.dice)
        values = dict.fromkeys((*named, *sampled), self.worth(position, seat))
        for depth in range(1, 64):
            seen: dict[Move, float] = {}
            lines: dict[Move, tuple[Move, ...]] = {}
            self.cut = False
            order = sorted(values, key=lambda m: -values[m])
            try:
                for move in dict.fromkeys((*order[: 4 * WIDTH if depth > 2 else None], *named)):
                    best = sorted(seen.values(), reverse=True)
                    enough = len(best) >= self.wanted.lines and move not in named
                    floor = best[self.wanted.lines - 1] if enough else -math.inf
                    after = self.play(position, {seat: move})
                    seen[move], rest = self.value(after, seat, depth - 1, floor, math.inf)
                    if seen[move] > floor:
                        lines[move] = (move, *rest)
            except OutOfBudgetError:
                if depth == 1:
                    yield (seen, lines, depth) if lines else (values, {order[0]: (order[0],)}, 0)
                return
            yield seen, lines, depth
            values = seen
            if not self.cut:
                return

    def value(
        self, position: Any, seat: int, depth: int, alpha: float, beta: float
    ) -> tuple[float, tuple[Move, ...]]:
        """From the side of the seat that thinks; whoever else moves is against it."""
        turn = self.game.turn(position)
        if depth == 0 or len(turn) != 1:
            self.cut = self.cut or bool(turn)
            return self.worth(position, seat), ()
        sign = 1 if turn[0] == seat else -1
        best = -sign * math.inf
        line: tuple[Move, ...] = ()
        for move, after in self.candidates(position, turn[0]):
            found, rest = self.value(after, seat, depth - 1, alpha, beta)
            if sign * found > sign * best:
                best, line = found, (move, *rest)
            if sign > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha >= beta:
                break
        return best, line

    def candidates(self, position: Any, mover: int) -> list[tuple[Move, Any]]:
        moves = sample_moves(self.game.prompt(position, mover), SAMPLE, self.dice)
        pairs = [(move, self.play(position, {mover: move})) for move in moves]
        pairs.sort(key=lambda pair: -self.worth(pair[1], mover))
        return pairs[:WIDTH]

    # -- seats together

    def mix(self, position: Any, seat: int) -> Finding:
        """The search of simultaneous.py, uncompiled: a move is one part, and its arms are some promising moves."""
        from quintet.engine import mixing, simultaneous

        turn = self.game.turn(position)
        choices = [self.promising(position, mover) for mover in turn]
        mine = choices[turn.index(seat)]
        mine[:] = dict.fromkeys((*self.wanted.also, *mine))
        unit = self.usual_worth(position)
        found: dict[Move, list[float]] = {move: [] for move in mine}

        def sample(_: Any, joint: Any, payoff: Any) -> int:
            begun = self.nodes
            chosen = {mover: choices[i][joint[i, 0] % len(choices[i])] for i, mover in enumerate(turn)}
            after = self.roll_out(self.game.apply(position, chosen)[0])
            self.nodes += 1
            for i, mover in enumerate(turn):
                worth = self.worth(after, mover)
                payoff[i] = tanh(worth / unit) if self.counted else worth
                if mover == seat:
                    found[chosen[mover]].append(worth)
            return self.nodes - begun

        arms = max(len(moves) for moves in choices)
        sampler = simultaneous.Sampler(
            sample=sample,
            guess=lambda *_: 0.0,
            seats=len(turn),
            parts=1,
            arms=arms,
            most=arms + 1,
            clock_every=1,
        )
        search = simultaneous.make_search(sampler, lambda function: function, time.monotonic_ns)
        context = np.zeros(1, search.CONTEXT)
        plan = simultaneous.Plan(keep=arms)
        mixing.set_up(
            context, self.limits, plan, seats=len(turn), parts=1, arms=arms, longest=ROLLOUT_ROUNDS + 1
        )
        context["nodes"] = self.nodes
        search.mix(None, context[0])
        policies: dict[int, dict[Move, float]] = {mover: {} for mover in turn}
        for i, mover in enumerate(turn):
            for (arm,), weight, _ in mixing.strategy(context, i):
                move = choices[i][arm % len(choices[i])]
                policies[mover][move] = policies[mover].get(move, 0.0) + weight
        policy = policies.pop(seat)
        self.others = policies
        every = [worth for worths in found.values() for worth in worths]
        value = sum(every) / len(every) if every else self.worth(position, seat)
        values = {move: sum(worths) / len(worths) if worths else value for move, worths in found.items()}
        best = max(policy, key=lambda move: policy[move])
        return Finding(
            values={best: values[best]} | values,
            line=(best,),
            depth=1,
            nodes=self.nodes,
            policy={move: p for move, p in policy.items() if p > 0},
            value=value,
        )

    def usual_worth(self, position: Any) -> float:
        """How large results are in this game, from one random game: the unit in which they are weighed."""
        after = self.roll_out(position) if self.limits.nodes > 2 * ROLLOUT_ROUNDS else position
        return 1.0 + max(abs(self.worth(after, seat)) for seat in range(self.game.seats))

    def promising(self, position: Any, mover: int) -> list[Move]:
        """Some moves of high gain and some of any kind."""
        moves = sample_moves(self.game.prompt(position, mover), SAMPLE, self.dice)
        moves.sort(key=lambda move: -self.game.gain(position, mover, move))
        tail = moves[TOGETHER - 2 :]
        return moves[: TOGETHER - 2] + self.dice.sample(tail, min(2, len(tail)))

    def roll_out(self, position: Any) -> Any:
        """Where some rounds of random moves lead; never more than ROLLOUT_ROUNDS of them, so that it may overstay a little."""
        for _ in range(ROLLOUT_ROUNDS):
            turn = self.game.turn(position)
            if not turn:
                break
            moves = {
                m: self.dice.choice(sample_moves(self.game.prompt(position, m), 1, self.dice)) for m in turn
            }
            position = self.game.apply(position, moves)[0]
            self.nodes += 1
        return position
