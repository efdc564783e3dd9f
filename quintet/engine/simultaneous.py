"""Tree search for games in which the seats move at once: written once, specialised by what a game offers.

`make_solver(tree)` is backward induction: the value of a position is that of the matrix game whose entries are the values
of the positions after each pair of moves. It is exact, for two seats whose gains and losses add up to nothing.

`make_search(sampler)` is for positions too large for that. A move is a row of *parts*, each of which chooses one of the
same *arms* (two stones on two of 40 squares; or one part and a handful of moves as arms).
- First every part of every seat is a bandit of its own (UCB): all samples teach about all arms, so that good ones
  stand out soon. With three seats or more the answer is the mix of what was chosen.
- Then, with two seats, the best arms make up a small matrix game. Regret matching decides which entries to sample, and
  its average strategy is the answer. What the bandits learned is where the entries start from.

The answer is a mixed strategy: a player who can be foreseen can be thwarted.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, clock_ns, helper, record
from quintet.engine.matrix import normalise, solve_table, workspace
from quintet.engine.thought import FOREVER, Limits

UNKNOWN = 9.0
"""In a table of payoffs, which lie between −1 and 1: this pair of moves has to be searched."""

_0, _1, _NONE = I(0), I(1), I(-1)
_U0, _U7, _U11, _U13, _U17 = U(0), U(7), U(11), U(13), U(17)
_UNIT = 2.0**-53
_UNTRIED = 10.0
_SOLVER_CLOCK = I(31)


# --- exactly: backward induction -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Tree:
    """A game of two seats as the solver sees it: compiled helpers over its state `s`, whose rows are plies."""

    moves: Callable[..., Any]
    """(s, ply, seat) -> how many moves a seat has; a move is its number."""
    play: Callable[..., Any]
    """(s, ply, first, second): write the position after both moves into row ply + 1."""
    over: Callable[..., Any]
    """(s, ply) -> is the game over?"""
    payoff: Callable[..., Any]
    """(s, ply) -> the result for seat 0, from −1 to 1."""
    key: Callable[..., Any]
    """(s, ply) -> a 64-bit hash of everything the rest of the game depends on."""
    fill: Callable[..., Any]
    """(s, ply, table): what pairs of moves are worth where that is known without playing them, elsewhere UNKNOWN."""
    depth: int
    """The most rounds left that are ever solved."""
    most: int
    """The most moves of a seat."""
    table_bits: int = 18


@dataclass(frozen=True)
class Solver:
    CONTEXT: Any
    solve: Callable[..., Any]
    """(s, ply, c) -> the value for seat 0; both mixes are left in `c.row_mix` and `c.column_mix`."""


def make_solver(tree: Tree) -> Solver:
    moves, play, over, payoff, key, fill = (
        tree.moves,
        tree.play,
        tree.over,
        tree.payoff,
        tree.key,
        tree.fill,
    )
    mask = U((1 << tree.table_bits) - 1)

    @helper
    def solve(s: Record, ply: Int, c: Record) -> Any:
        c.nodes[0] += _1
        if (c.nodes[0] & _SOLVER_CLOCK) == _0 and clock_ns() >= c.deadline[0]:
            c.stop[0] = _1
        if c.nodes[0] >= c.node_limit[0]:
            c.stop[0] = _1
        if c.stop[0] != _0:
            return 0.0
        rows, columns = moves(s, ply, _0), moves(s, ply, _1)
        table = c.payoffs[ply]
        fill(s, ply, table)
        for i in range(rows):
            for j in range(columns):
                if table[i, j] != UNKNOWN:
                    continue
                play(s, ply, I(i), I(j))
                if over(s, ply + _1):
                    table[i, j] = payoff(s, ply + _1)
                    continue
                k = key(s, ply + _1)
                place = I(k & mask)
                if c.known[place] != k:
                    value = solve(s, ply + _1, c)
                    if c.stop[0] != _0:
                        return 0.0
                    c.known[place], c.value[place] = k, value
                    table[i, j] = value
                else:
                    table[i, j] = c.value[place]
            if ply == _0:
                c.done[0] = I(i) + _1
        return solve_table(table, rows, columns, c)

    context = record(
        [
            ("deadline", I, (1,)),
            ("node_limit", I, (1,)),
            ("nodes", I, (1,)),
            ("stop", I, (1,)),
            ("done", I, (1,)),
            ("payoffs", np.float64, (tree.depth, tree.most, tree.most)),
            ("known", U, (1 << tree.table_bits,)),
            ("value", np.float64, (1 << tree.table_bits,)),
            *workspace(tree.most),
        ]
    )
    return Solver(context, solve)


# --- by sampling: bandits, then regret matching ----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """A game as the search sees it: one function over its state `s`, and some sizes."""

    sample: Callable[..., Any]
    """(s, joint, payoff) -> how many rounds it played: the round in which each seat's parts choose the arms
    `joint[seat, part]`, then a random game; writes each seat's result, from −1 to 1, into `payoff`."""
    seats: int
    parts: int
    arms: int
    """The most of each."""
    most: int
    """The most moves of a seat in the small matrix game."""
    clock_every: int = 16
    """How many samples between two looks at the clock: a power of two."""


@dataclass(frozen=True)
class Search:
    CONTEXT: Any
    mix: Callable[..., Any]
    """(s, c): search within the limits in `c` and leave a mixed strategy of every seat there."""


def make_search(sampler: Sampler, compiled: Callable[[Any], Any] = helper) -> Search:
    """`compiled` is how functions become fast; for a game over the contract alone they stay plain Python."""
    sample, most = sampler.sample, I(sampler.most)
    clock_mask = I(sampler.clock_every - 1)

    @compiled
    def chance(c: Record) -> Any:
        """A number from 0 to 1."""
        dice = c.dice[0]
        dice ^= dice << _U13
        dice ^= dice >> _U7
        dice ^= dice << _U17
        c.dice[0] = dice
        return I(dice >> _U11) * _UNIT

    @compiled
    def spent(c: Record, deadline: Int, node_limit: Int) -> Any:
        """Is there no budget for another sample?"""
        if c.nodes[0] + c.longest[0] > node_limit:
            return True
        return (c.samples[0] & clock_mask) == _0 and clock_ns() >= deadline

    @compiled
    def pull(c: Record, seat: Int, part: Int, width: Any) -> Int:
        """The arm of a part with the best prospects among those its seat has not used yet."""
        best, top = _0, -1e9
        for arm in range(c.arms[0]):
            hope = c.mean[seat, part, arm] + width * c.slack[seat, part, arm]
            if hope > top and c.used[arm] != c.stamp[0]:
                best, top = I(arm), hope
        c.used[best] = c.stamp[0]
        return best

    @compiled
    def explore(s: Record, c: Record, deadline: Int, node_limit: Int) -> None:
        """Every part of every seat as a bandit; a seat's own part (of its number) chooses first."""
        seats, parts = c.seats[0], c.parts[0]
        for seat in range(seats):
            for part in range(parts):
                for arm in range(c.arms[0]):
                    c.mean[seat, part, arm] = _UNTRIED + chance(c)
                    c.slack[seat, part, arm], c.visits[seat, part, arm] = 0.0, _0
        while not spent(c, deadline, node_limit):
            c.samples[0] += _1
            width = c.curiosity[0] * math.sqrt(math.log(c.samples[0]))
            for seat in range(seats):
                c.stamp[0] += _1
                for k in range(parts):
                    part = (seat + k) % parts
                    c.joint[seat, part] = pull(c, I(seat), I(part), width)
            c.nodes[0] += sample(s, c.joint, c.payoff)
            for seat in range(seats):
                c.total[seat] += c.payoff[seat]
                for part in range(parts):
                    arm = c.joint[seat, part]
                    c.visits[seat, part, arm] += _1
                    n = c.visits[seat, part, arm]
                    before = c.mean[seat, part, arm] if n > _1 else 0.0
                    c.mean[seat, part, arm] = before + (c.payoff[seat] - before) / n
                    c.slack[seat, part, arm] = 1.0 / math.sqrt(n)

    @compiled
    def keep_best(c: Record, seat: Int, part: Int, count: Int) -> None:
        """The arms a part chose most often, into `kept`."""
        c.stamp[0] += _1
        for k in range(count):
            best, top = _NONE, -1.0
            for arm in range(c.arms[0]):
                often = c.visits[seat, part, arm] + 0.01 * c.mean[seat, part, arm]
                if c.used[arm] != c.stamp[0] and (best == _NONE or often > top):
                    best, top = I(arm), often
            c.used[best] = c.stamp[0]
            c.kept[part, k] = best

    @compiled
    def gather(c: Record, seat: Int, keep: Int) -> None:
        """A seat's candidates: its best arms in every combination, no arm twice in one."""
        parts = c.parts[0]
        for part in range(parts):
            keep_best(c, seat, I(part), keep)
        combinations, found = _1, _0
        for _ in range(parts):
            combinations *= keep
        for number in range(combinations):
            rest, distinct, often = I(number), True, 1.0
            worth = c.total[seat] / max(c.samples[0], _1)
            base = worth
            for part in range(parts):
                arm = c.kept[part, rest % keep]
                rest //= keep
                for earlier in range(part):
                    distinct = distinct and c.moves[seat, found, earlier] != arm
                c.moves[seat, found, part] = arm
                often *= c.visits[seat, part, arm]
                if c.visits[seat, part, arm] > _0:
                    worth += c.mean[seat, part, arm] - base
            if distinct and found < most - _1:
                c.weight[seat, found], c.worth[seat, found] = often, min(max(worth, -1.0), 1.0)
                found += _1
        c.move_count[seat] = found
        normalise(c.weight[seat], found)

    @compiled
    def draw(c: Record, seat: Int) -> Int:
        """Write a seat's present strategy from its regrets, and draw a move from it (some at random, to keep learning)."""
        count, whole = c.move_count[seat], 0.0
        for i in range(count):
            c.now[seat, i] = max(c.regret[seat, i], 0.0)
            whole += c.now[seat, i]
        for i in range(count):
            c.now[seat, i] = c.now[seat, i] / whole if whole > 0.0 else 1.0 / count
        if chance(c) < c.wander[0]:
            return I(chance(c) * count)
        mark, drawn = chance(c), _0
        while drawn < count - _1 and mark >= c.now[seat, drawn]:
            mark -= c.now[seat, drawn]
            drawn += _1
        return drawn

    @compiled
    def duel(s: Record, c: Record) -> None:
        """Regret matching of two seats on the table of their candidates, its entries estimated as they are sampled."""
        rows, columns = c.move_count[0], c.move_count[1]
        base = c.total[0] / max(c.samples[0], _1)
        for i in range(rows):
            for j in range(columns):
                guess = c.worth[0, i] - c.worth[1, j] - base
                c.estimate[i, j] = min(max(guess, -1.0), 1.0)
                c.tried[i, j] = c.trust[0]
        for seat in range(I(2)):
            for i in range(c.move_count[seat]):
                c.regret[seat, i], c.average[seat, i] = 0.0, 0.0
        rounds = 0.0
        while not spent(c, c.deadline[0], c.node_limit[0]):
            c.samples[0] += _1
            rounds += 1.0
            i, j = draw(c, _0), draw(c, _1)
            for part in range(c.parts[0]):
                c.joint[0, part], c.joint[1, part] = c.moves[0, i, part], c.moves[1, j, part]
            c.nodes[0] += sample(s, c.joint, c.payoff)
            c.tried[i, j] += 1.0
            c.estimate[i, j] += (c.payoff[0] - c.estimate[i, j]) / c.tried[i, j]
            here = c.estimate[i, j]
            for k in range(rows):
                c.regret[0, k] += c.estimate[k, j] - here
                c.average[0, k] += rounds * c.now[0, k]
            for k in range(columns):
                c.regret[1, k] += here - c.estimate[i, k]
                c.average[1, k] += rounds * c.now[1, k]
        if rounds == 0.0:
            return
        normalise(c.average[0], rows)
        normalise(c.average[1], columns)
        for i in range(rows):
            c.weight[0, i], c.worth[0, i] = c.average[0, i], 0.0
            for j in range(columns):
                c.worth[0, i] += c.average[1, j] * c.estimate[i, j]
        for j in range(columns):
            c.weight[1, j], c.worth[1, j] = c.average[1, j], 0.0
            for i in range(rows):
                c.worth[1, j] -= c.average[0, i] * c.estimate[i, j]

    @compiled
    def mix(s: Record, c: Record) -> None:
        explore(s, c, c.first_deadline[0], c.first_nodes[0])
        for seat in range(c.seats[0]):
            gather(c, I(seat), min(max(c.keep[0], c.parts[0]), c.arms[0]))
        if c.seats[0] == I(2) and c.first_nodes[0] < c.node_limit[0]:
            duel(s, c)

    return Search(_search_context(sampler), mix)


def _search_context(sizes: Sampler) -> Any:
    seats, parts, arms, most = sizes.seats, sizes.parts, sizes.arms, sizes.most
    one = (1,)
    whole = (
        "deadline",
        "node_limit",
        "first_deadline",
        "first_nodes",
        "nodes",
        "samples",
        "longest",
        "stamp",
    )
    return record(
        [
            *((name, I, one) for name in (*whole, "seats", "parts", "arms", "keep")),
            *((name, np.float64, one) for name in ("curiosity", "wander", "trust")),
            ("dice", U, one),
            ("joint", I, (seats, parts)),
            ("payoff", np.float64, (seats,)),
            ("total", np.float64, (seats,)),
            ("used", I, (arms,)),
            ("visits", I, (seats, parts, arms)),
            ("mean", np.float64, (seats, parts, arms)),
            ("slack", np.float64, (seats, parts, arms)),
            ("kept", I, (parts, arms)),
            ("move_count", I, (seats,)),
            ("moves", I, (seats, most, parts)),
            ("weight", np.float64, (seats, most)),
            ("worth", np.float64, (seats, most)),
            ("now", np.float64, (seats, most)),
            ("regret", np.float64, (seats, most)),
            ("average", np.float64, (seats, most)),
            ("estimate", np.float64, (most, most)),
            ("tried", np.float64, (most, most)),
        ]
    )


# --- the way in and out, in plain Python ------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a budget is spent."""

    bandits: float = 0.3
    """The part of it that goes to the bandits; 1 for all."""
    keep: int = 6
    """How many arms of each part make up the candidates."""
    curiosity: float = 1.0
    """How much a bandit prefers what it knows little about."""
    wander: float = 0.1
    """How often regret matching tries a move at random."""
    trust: float = 10.0
    """As many samples count what the bandits say of a pair of moves."""


def set_up(
    context: Record, limits: Limits, plan: Plan, *, seats: int, parts: int, arms: int, longest: int
) -> None:
    """Prepare a context (an array of one record) for a search; no sample plays more than `longest` rounds."""
    from time import monotonic_ns

    first_deadline, first_nodes = limits.deadline, limits.nodes
    if plan.bandits < 1 and seats == 2:
        begun = monotonic_ns()
        if limits.deadline < FOREVER:
            first_deadline = begun + int((limits.deadline - begun) * plan.bandits)
        first_nodes = int(limits.nodes * plan.bandits)
    values = {
        "deadline": limits.deadline,
        "node_limit": limits.nodes,
        "first_deadline": first_deadline,
        "first_nodes": first_nodes,
        "longest": longest,
        "seats": seats,
        "parts": parts,
        "arms": arms,
        "keep": plan.keep,
        "curiosity": plan.curiosity,
        "wander": plan.wander,
        "trust": plan.trust,
        "dice": seed_dice(limits.seed),
    }
    for name, value in values.items():
        context[name] = value


def seed_dice(seed: int) -> int:
    """A seed as the first state of the dice: never 0, and far from its neighbours' states."""
    return (seed * 0x9E3779B97F4A7C15 + 0x2545F4914F6CDD1D) % 2**64 or 1


def strategy(context: Record, seat: int, least: float = 0.0) -> list[tuple[tuple[int, ...], float, float]]:
    """After a search: the moves (an arm for each part), probabilities and values of a seat's strategy, likeliest first.

    Moves less likely than `least` are left out.
    """
    c = context[0]
    parts = int(c.parts[0])
    found = [
        (
            tuple(int(arm) for arm in c.moves[seat, i, :parts]),
            float(c.weight[seat, i]),
            float(c.worth[seat, i]),
        )
        for i in range(int(c.move_count[seat]))
    ]
    found.sort(key=lambda move: -move[1])
    kept = [move for move in found if move[1] >= least] or found[:1]
    whole = sum(weight for _, weight, _ in kept) or 1.0
    return [(arms, weight / whole, worth) for arms, weight, worth in kept]
