"""Search by sampling for games in which the seats move at once: written once, specialised by `make_search(sampler)`.

It serves compiled boards and, uncompiled, any game over the contract alone. A move is a row of *parts*, each of which
chooses one of the same *arms* (two stones on two of 40 squares; or one part and a handful of moves as arms).
- First every part of every seat is a bandit of its own (UCB): all samples teach about all arms, so that good ones
  stand out soon. With three seats or more the answer is a mix of the moves that do about equally well. There nobody can
  count on the others' best play, so everybody may be taken to be hasty: to play, so often, what seems best at first sight.
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
from quintet.engine.arithmetic import exp, ln
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import overdue

_0, _1, _2, _4, _NONE = I(0), I(1), I(2), I(4), I(-1)
_U7, _U11, _U13, _U17 = U(7), U(11), U(13), U(17)
_UNIT = 2.0**-53
_FIRST_SLACK = math.sqrt(0.5)
_FINE, _ROOM, _OUT = 2.0**24, I(2**16), I(2**60)
"""Prospects as whole numbers: how finely, above how many arms, and what puts one out of reach. The greatest of many whole numbers is found
several at a time."""
_LONG = I(63)
"""The most samples before prospects are looked at anew."""


BLUR = 0.7
"""A level that may lose a whole game in a move misjudges arms at first sight by up to so much."""
NUDGE = 0.01
"""How far apart arms that seem alike start, so that the dice decide which comes first."""
ALIKE = 1e-9
"""What differs by no more seems worth the same at first sight."""
GLANCES = 4
"""So often somebody hasty looks for an arm that is still free."""

GOLDEN, ODD = 0x9E3779B97F4A7C15, 0x2545F4914F6CDD1D
"""How a seed becomes the first state of the dice."""


@dataclass(frozen=True, kw_only=True)
class Plan:
    """How a budget is spent."""

    bandits: float = 0.3
    """The part of it that goes to the bandits; 1 for all."""
    keep: int = 6
    """How many arms of each part make up the candidates."""
    curiosity: float = 1.0
    """How much a bandit prefers what it knows little about."""
    heat: float = 0.15
    """Where the bandits have the last word a candidate is as likely as its arms were chosen often, and e times rarer than
    one that is better by this much: that counts while there are few samples."""
    sharp: float = 1.0
    """To what power that is raised: above 1 the likely ones become likelier still."""
    wander: float = 0.2
    """How often regret matching tries a move at random."""
    trust: float = 10.0
    """As many samples count what the bandits say of a pair of moves."""
    faith: int = 10
    """As many samples counts what an arm seems worth before any."""
    haste: float = 0.0
    """How often a bandit does not choose, because its seat goes by first sight."""


@dataclass(frozen=True, kw_only=True)
class Sampler:
    """A game as the search sees it: one function over its state `s`, and some sizes."""

    sample: Callable[..., Any]
    """(s, joint, payoff) -> how many rounds it played: the round in which each seat's parts choose the arms
    `joint[seat, part]`, then a random game; writes each seat's result, from −1 to 1, into `payoff`."""
    guess: Callable[..., Any]
    """(s, seat, part, arm) -> what an arm seems worth before any sample, between −1 and 1: weak levels live on it."""
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
    compare: Callable[..., Any]
    """(s, c, seat, moves, count, gains) -> how many games of each were played: what so many moves of a seat, an arm for each
    part, earn against the strategies of the others."""


def make_search(
    sampler: Sampler, compiled: Callable[[Any], Any] = helper, clock: Callable[[], Any] = clock_ns
) -> Search:
    """`compiled` is how functions become fast; for a game over the contract alone they stay plain Python."""
    sample, guess, most = sampler.sample, sampler.guess, I(sampler.most)
    clock_mask = I(sampler.clock_every - 1)
    log, power, too_late = compiled(ln), compiled(exp), compiled(overdue)

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
    def normalise(weights: Any, count: Int) -> None:
        """Make them add up to 1; all alike if they add up to nothing."""
        whole = 0.0
        for i in range(count):
            whole += weights[i]
        for i in range(count):
            weights[i] = weights[i] / whole if whole > 0.0 else 1.0 / count

    @compiled
    def spent(c: Record, deadline: Int, node_limit: Int) -> Any:
        """Is there no budget for another sample?"""
        if c.stop[0] != _0 or c.nodes[0] + c.longest[0] > node_limit:
            return True
        return (c.samples[0] & clock_mask) == _0 and too_late(c, clock(), deadline)

    @compiled
    def prospect(c: Record, seat: Int, part: Int, arm: Int) -> Int:
        """What may be hoped for from an arm, as a whole number that ends with the arm itself: the first of equals is the greatest."""
        hope = c.merit[seat, part, arm] + c.width[0] * c.slack[seat, part, arm]
        return I(hope * _FINE) * _ROOM + (_ROOM - _1 - arm)

    @compiled
    def look_around(c: Record) -> None:
        """All prospects anew: one hopes for more as the samples become more, but ever more slowly."""
        c.renewal[0] = c.samples[0] + _1 + min(c.samples[0] >> _4, _LONG)
        c.width[0] = c.curiosity[0] * math.sqrt(log(c.samples[0] * 1.0))
        for seat in range(c.seats[0]):
            for part in range(c.parts[0]):
                for arm in range(c.arms[0]):
                    c.hope[seat, part, arm] = prospect(c, I(seat), I(part), I(arm))

    @compiled
    def pull(c: Record, seat: Int, turn: Int) -> None:
        """The arm with the best prospects for a seat's next part, among those that its parts before have not used."""
        parts = c.parts[0]
        part = (seat + turn) % parts
        for k in range(turn):
            c.hope[seat, part, c.joint[seat, (seat + k) % parts]] -= _OUT
        top = c.hope[seat, part, 0]
        for arm in range(_1, c.arms[0]):
            top = max(top, c.hope[seat, part, arm])
        for k in range(turn):
            c.hope[seat, part, c.joint[seat, (seat + k) % parts]] += _OUT
        c.joint[seat, part] = _ROOM - _1 - (top & (_ROOM - _1))

    @compiled
    def note_plain(c: Record, seat: Int, part: Int) -> None:
        """The arms that seem worth most at first sight, while nothing else is known."""
        top, count = c.merit[seat, part, 0], _0
        for arm in range(_1, c.arms[0]):
            top = max(top, c.merit[seat, part, arm])
        for arm in range(c.arms[0]):
            if c.merit[seat, part, arm] >= top - ALIKE:
                c.plain[seat, part, count] = arm
                count += _1
        c.plain_count[seat, part] = count

    @compiled
    def glance(c: Record, seat: Int, turn: Int) -> None:
        """One of those for a seat's next part, unless its parts before have used it."""
        parts = c.parts[0]
        part = (seat + turn) % parts
        for _ in range(GLANCES):
            arm, free = c.plain[seat, part, I(chance(c) * c.plain_count[seat, part])], True
            for k in range(turn):
                free = free and c.joint[seat, (seat + k) % parts] != arm
            if free:
                c.joint[seat, part] = arm
                return
        pull(c, seat, turn)

    @compiled
    def explore(s: Record, c: Record, deadline: Int, node_limit: Int) -> None:
        """Every part of every seat as a bandit; a seat's own part (of its number) chooses first. What somebody hasty plays teaches the
        others only."""
        seats, parts = c.seats[0], c.parts[0]
        for seat in range(seats):
            for part in range(parts):
                for arm in range(c.arms[0]):
                    c.merit[seat, part, arm] = guess(s, I(seat), I(part), I(arm))
                note_plain(c, I(seat), I(part))
                for arm in range(c.arms[0]):
                    c.merit[seat, part, arm] += c.blur[0] * chance(c)
                    c.visits[seat, part, arm] = _0
                    c.slack[seat, part, arm] = _FIRST_SLACK
        c.renewal[0] = _0
        while not spent(c, deadline, node_limit):
            c.samples[0] += _1
            if c.samples[0] >= c.renewal[0]:
                look_around(c)
            for seat in range(seats):
                hasty = c.haste[0] > 0.0 and chance(c) < c.haste[0]
                c.learns[seat] = I(not hasty)
                for turn in range(parts):
                    if hasty:
                        glance(c, I(seat), I(turn))
                    else:
                        pull(c, I(seat), I(turn))
            c.nodes[0] += sample(s, c.joint, c.payoff)
            for seat in range(seats):
                c.total[seat] += c.payoff[seat]
                for part in range(parts * c.learns[seat]):
                    arm = c.joint[seat, part]
                    c.visits[seat, part, arm] += _1
                    n = c.visits[seat, part, arm]
                    change = c.payoff[seat] - c.merit[seat, part, arm]
                    c.merit[seat, part, arm] += change / (n + c.faith[0])
                    c.slack[seat, part, arm] = 1.0 / math.sqrt(n + _2)
                    c.hope[seat, part, arm] = prospect(c, I(seat), I(part), arm)

    @compiled
    def keep_best(c: Record, seat: Int, part: Int, count: Int) -> None:
        """The arms that are surely good, into `kept`: the less is known of one, the less it counts."""
        c.stamp[0] += _1
        for k in range(count):
            best, top = _NONE, 0.0
            for arm in range(c.arms[0]):
                sure = c.merit[seat, part, arm] - 0.5 * c.slack[seat, part, arm]
                if c.used[arm] != c.stamp[0] and (best == _NONE or sure > top):
                    best, top = I(arm), sure
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
                worth += c.merit[seat, part, arm] - base
                often *= c.visits[seat, part, arm] + 1.0
            if distinct and found < most - _1:
                c.worth[seat, found] = min(max(worth, -1.0), 1.0)
                c.weight[seat, found] = power((log(often) + (worth - base) / c.heat[0]) * c.sharp[0])
                found += _1
        c.move_count[seat] = found
        normalise(c.weight[seat], found)

    @compiled
    def draw(c: Record, seat: Int, count: Int, rounds: Any) -> Int:
        """Draw a move of a seat by its regrets, its present strategy (some at random, to keep learning), and count that as so many
        rounds of the average strategy."""
        whole = 0.0
        for i in range(count):
            whole += max(c.regret[seat, i], 0.0)
        if whole > 0.0:
            share = rounds / whole
            for i in range(count):
                c.average[seat, i] += share * max(c.regret[seat, i], 0.0)
        else:
            for i in range(count):
                c.average[seat, i] += rounds / count
        if chance(c) < c.wander[0] or whole <= 0.0:
            return I(chance(c) * count)
        mark, drawn = chance(c) * whole, _0
        while drawn < count - _1 and mark >= max(c.regret[seat, drawn], 0.0):
            mark -= max(c.regret[seat, drawn], 0.0)
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
        for seat in range(_2):
            for i in range(c.move_count[seat]):
                c.regret[seat, i], c.average[seat, i] = 0.0, 0.0
        rounds = 0.0
        while not spent(c, c.deadline[0], c.node_limit[0]):
            c.samples[0] += _1
            rounds += 1.0
            i, j = draw(c, _0, rows, rounds), draw(c, _1, columns, rounds)
            for part in range(c.parts[0]):
                c.joint[0, part], c.joint[1, part] = c.moves[0, i, part], c.moves[1, j, part]
            c.nodes[0] += sample(s, c.joint, c.payoff)
            c.tried[i, j] += 1.0
            c.estimate[i, j] += (c.payoff[0] - c.estimate[i, j]) / c.tried[i, j]
            for seat in range(_2):  # later rounds count more, as in the average strategy
                c.seen[seat] += (c.payoff[seat] - c.seen[seat]) * 2.0 / (rounds + 1.0 + 2.0 * c.trust[0])
            here = c.estimate[i, j]
            for k in range(rows):
                c.regret[0, k] += c.estimate[k, j] - here
            for k in range(columns):
                c.regret[1, k] += here - c.estimate[i, k]
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
            c.seen[seat] = c.total[seat] / max(c.samples[0], _1)
            gather(c, I(seat), min(max(c.keep[0], c.parts[0]), c.arms[0]))
        if c.seats[0] == _2 and c.first_nodes[0] < c.node_limit[0]:
            duel(s, c)

    @compiled
    def follow(c: Record, seat: Int) -> None:
        """A seat plays a move of its strategy."""
        mark, drawn = chance(c), _0
        while drawn < c.move_count[seat] - _1 and mark >= c.weight[seat, drawn]:
            mark -= c.weight[seat, drawn]
            drawn += _1
        for part in range(c.parts[0]):
            c.joint[seat, part] = c.moves[seat, drawn, part]

    @compiled
    def compare(s: Record, c: Record, seat: Int, moves: Any, count: Int, gains: Any) -> Int:
        """All moves meet the same moves of the others, and each gets as many games; one at least."""
        played = _0
        node_limit = c.node_limit[0] - c.longest[0] * (count - _1)
        for i in range(count):
            gains[i] = 0.0
        while played == _0 or not spent(c, c.deadline[0], node_limit):
            played += _1
            c.samples[0] += _1
            for other in range(c.seats[0]):
                if other != seat:
                    follow(c, I(other))
            for i in range(count):
                for part in range(c.parts[0]):
                    c.joint[seat, part] = moves[i, part]
                c.nodes[0] += sample(s, c.joint, c.payoff)
                gains[i] += c.payoff[seat]
        for i in range(count):
            gains[i] /= played
        return played

    return Search(_search_context(sampler), mix, compare)


def _search_context(sizes: Sampler) -> Any:
    seats, parts, arms, most = sizes.seats, sizes.parts, sizes.arms, sizes.most
    one = (1,)
    whole = (
        "node_limit",
        "first_deadline",
        "first_nodes",
        "stop",
        "nodes",
        "samples",
        "longest",
        "stamp",
        "renewal",
    )
    return record(
        [
            *TIMES,
            *((name, I, one) for name in (*whole, "seats", "parts", "arms", "keep", "faith")),
            *(
                (name, np.float64, one)
                for name in ("curiosity", "width", "wander", "trust", "heat", "sharp", "blur", "haste")
            ),
            ("dice", U, one),
            ("joint", I, (seats, parts)),
            ("payoff", np.float64, (seats,)),
            ("total", np.float64, (seats,)),
            ("seen", np.float64, (seats,)),
            ("used", I, (arms,)),
            ("learns", I, (seats,)),
            ("plain_count", I, (seats, parts)),
            ("plain", I, (seats, parts, arms)),
            ("visits", I, (seats, parts, arms)),
            ("hope", I, (seats, parts, arms)),
            ("merit", np.float64, (seats, parts, arms)),
            ("slack", np.float64, (seats, parts, arms)),
            ("kept", I, (parts, arms)),
            ("move_count", I, (seats,)),
            ("moves", I, (seats, most, parts)),
            ("weight", np.float64, (seats, most)),
            ("worth", np.float64, (seats, most)),
            ("regret", np.float64, (seats, most)),
            ("average", np.float64, (seats, most)),
            ("estimate", np.float64, (most, most)),
            ("tried", np.float64, (most, most)),
        ]
    )
