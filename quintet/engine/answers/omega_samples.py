"""Thwart Omega before its end: strategies of all seats by bandits and regret matching, and what a level makes of one."""

from __future__ import annotations

import math
from typing import Any

from quintet.engine import simultaneous
from quintet.engine._jit import I, Int, Record, U, Word, clock_ns, helper
from quintet.engine.arithmetic import exp
from quintet.engine.boards import omega as board
from quintet.engine.boards import omega_random as quick
from quintet.engine.boards import omega_rules as rules
from quintet.engine.evals.omega import guess
from quintet.engine.request import (
    EQUAL,
    FOREVER,
    NO_PROOF,
    add,
    add_other,
    choose,
    clear,
    place_of,
    set_clock,
    sort_moves,
    swap,
)

LOSS = 1.0
BASE = board.BASE
LEAST, LEAST_EARLY = 0.02, 0.08
"""A sampled move less likely than this is not played at all: late in the game, and before that."""
LATE = I(16)
"""So many empty squares are late in the game: there who wins a random game is what counts."""
MOST = 90
"""The most moves of a seat that are candidates."""
_plan = simultaneous.Plan()
KEEP, SHARP, BANDITS = I(_plan.keep), _plan.sharp, _plan.bandits
CURIOSITY, WANDER, TRUST, FAITH, HEAT = (
    _plan.curiosity,
    _plan.wander,
    _plan.trust,
    I(_plan.faith),
    _plan.heat,
)
NUDGE, BLUR = simultaneous.NUDGE, simultaneous.BLUR
CURIOSITY_OF_LEADS = 0.7
"""Where bandits learn by how much a game was won: that has less luck in it than who won."""
KEEP_OF_THREE, SHARP_OF_THREE, HASTE_OF_THREE = I(4), 3.0, 0.5
"""What is different with three players. Everybody is taken to play by first sight every other time: who answers the others' best play only
is beaten by what is less clever."""

_0, _1, _2, _3 = I(0), I(1), I(2), I(3)
_U1 = U(1)
_GOLDEN, _ODD = U(simultaneous.GOLDEN), U(simultaneous.ODD)
_power = helper(exp)
play_quickly = quick.play_game


# --- what the algorithms see ------------------------------------------------------------------------------------------


@helper
def _sample(s: Record, joint: Any, payoff: Any) -> Int:
    rounds = play_quickly(s, joint) if s.side[0] <= quick.MOST_SIDE else play_slowly(s, joint)
    judge(s, payoff)
    return rounds


@helper
def play_slowly(s: Record, joint: Any) -> Int:
    """A random game on a board that is too large for words."""
    for seat in range(s.seats[0]):
        for colour in range(s.seats[0]):
            s.choice[0, seat, colour] = I(s.empty[0, joint[seat, colour]])
    rules.play(s, _0)
    rounds = _1 + rules.play_out(s, _1)
    for seat in range(s.seats[0]):
        s.points[seat] = rules.score(s, _1, I(seat))
    return rounds


@helper
def judge(s: Record, payoff: Any) -> None:
    """What the scores at the end are worth to each seat: the win, or how far ahead it is, from −2 to 2: its part of the roots of all.

    Random games end far apart by luck, and so by how much says more about a move than who won: near even it grows as the chance of a
    win does.
    """
    best, holders, whole = -1.0, 0.0, 0.0
    for seat in range(s.seats[0]):
        if s.points[seat] > best:
            best, holders = s.points[seat], 0.0
        holders += 1.0 if s.points[seat] == best else 0.0
    s.games[0] += 1.0
    pace = 2.0 / (s.games[0] + 1.0)
    for seat in range(s.seats[0]):
        won = (2.0 / holders if s.points[seat] == best else 0.0) - 1.0
        s.seen[seat] += (won - s.seen[seat]) * pace
        payoff[seat] = won
    if s.smooth[0] == _0:
        return
    for seat in range(s.seats[0]):
        payoff[seat] = math.sqrt(s.points[seat])
        whole += payoff[seat]
    for seat in range(s.seats[0]):
        payoff[seat] = (2.0 * payoff[seat] / whole - 1.0) * 2.0 if whole > 0.0 else 0.0


_search = simultaneous.make_search(
    simultaneous.Sampler(sample=_sample, guess=guess, seats=3, parts=3, arms=rules.SQUARES, most=MOST + 1)
)
CONTEXT, _mix, _compare = _search.CONTEXT, _search.mix, _search.compare


# --- moves ------------------------------------------------------------------------------------------------------------


@helper
def code_of_arms(s: Record, arms: Any) -> Int:
    """A move from the places of its squares in the list of empty ones."""
    code = _0
    for k in range(s.seats[0]):
        code = code * BASE + I(s.empty[0, arms[s.seats[0] - _1 - k]])
    return code


@helper
def write_arms(s: Record, code: Int, arms: Any) -> None:
    """And back."""
    for colour in range(s.seats[0]):
        arms[colour] = I(s.where[0, code % BASE])
        code //= BASE


@helper
def share_of_time(deadline: Int, share: Any) -> Int:
    """A deadline that leaves something of the time until this one for later."""
    if deadline >= FOREVER:
        return deadline
    now = clock_ns()
    return now + I((deadline - now) * share)


@helper
def first_dice(seed: Word) -> Word:
    """A seed as the first state of the dice: never 0, and far from its neighbours' states."""
    return max(seed * _GOLDEN + _ODD, _U1)


@helper
def tidy(value: Any) -> Any:
    """From −1 to 1, without the last digits of adding up."""
    scaled = min(max(value, -1.0), 1.0) * 1e9
    return I(scaled + (0.5 if scaled > 0.0 else -0.5)) / 1e9


# --- strategies -------------------------------------------------------------------------------------------------------


@helper
def loosen(a: Record, loss: Any) -> None:
    """A level's mix, adding up to 1: the more it may lose, the more often it plays any move that loses no more.

    Among those a move that loses a third of what is permitted is e times rarer than the best.
    """
    share, whole, best, careless = min(loss / LOSS, 1.0), 0.0, -9.0, 0.0
    for i in range(a.count[0]):
        whole += a.probability[i]
        best = max(best, a.value[i])
    for i in range(a.count[0]):
        a.probability[i] = (1.0 - share) * a.probability[i] / whole
        if share > 0.0 and best - a.value[i] <= loss:
            careless += _power(3.0 * (a.value[i] - best) / loss)
    if share > 0.0:
        for i in range(a.count[0]):
            if best - a.value[i] <= loss:
                a.probability[i] += share * _power(3.0 * (a.value[i] - best) / loss) / careless


@helper
def worth_of_mix(a: Record) -> Any:
    """What the strategy is worth on the average."""
    worth, whole = 0.0, 0.0
    for i in range(a.count[0]):
        worth += a.probability[i] * a.value[i]
        whole += a.probability[i]
    return worth / whole


@helper
def finish_thought(r: Record, a: Record, s: Record) -> None:
    """For a level: its mix, the likeliest move first, and the move to play drawn from it. Nobody errs in a last round that is
    solved: it is won or lost at once."""
    loosen(a, 0.0 if a.proven[0] == EQUAL and a.depth[0] <= _1 else r.loss[0])
    likeliest = _0
    for i in range(a.count[0]):
        if a.probability[i] > a.probability[likeliest]:
            likeliest = I(i)
    swap(a, _0, likeliest)
    choose(a, r, s.key[0] + U(r.seat[0]))
    if r.loss[0] > 0.0:
        a.proven[0] = NO_PROOF  # what a weak level plays is not what was proven
    a.steps[0] += _1


# --- samples ---------------------------------------------------------------------------------------------------------


@helper
def set_up(r: Record, w: Record) -> None:
    """A search by samples begins with nothing known, as the plan says."""
    s, c = w.state, w.mixture
    seats, empty, steady = s.seats[0], s.count[0], max(0.0, 1.0 - r.loss[0])
    c.seats[0], c.parts[0], c.arms[0] = seats, seats, empty
    c.longest[0], c.samples[0], c.stamp[0] = empty // seats, _0, _0
    c.used[:] = _0
    for seat in range(seats):
        c.total[seat], c.seen[seat] = 0.0, 0.0
    c.keep[0], c.sharp[0] = KEEP, 1.0 + (SHARP - 1.0) * steady
    c.haste[0] = HASTE_OF_THREE if seats == _3 else 0.0
    if seats == _3:
        c.keep[0], c.sharp[0] = KEEP_OF_THREE, 1.0 + (SHARP_OF_THREE - 1.0) * steady
    elif empty * (empty - _1) <= I(MOST):
        c.keep[0] = empty  # every move is a candidate
    c.curiosity[0], c.wander[0], c.trust[0] = CURIOSITY, WANDER, TRUST
    s.smooth[0], s.games[0] = I(r.loss[0] <= 0.0 and empty > LATE), 0.0
    if s.smooth[0] != _0:
        c.curiosity[0] = CURIOSITY_OF_LEADS
    for seat in range(seats):
        s.seen[seat] = 0.0
    if s.side[0] <= quick.MOST_SIDE:
        quick.set_out(s)
    c.faith[0], c.heat[0] = FAITH, HEAT
    c.blur[0] = NUDGE + BLUR * r.loss[0]
    c.dice[0] = first_dice(r.seed[0])
    s.dice[0] = first_dice(r.seed[0] + _U1)


@helper
def sample(r: Record, w: Record, deadline: Int, node_limit: Int) -> None:
    """Search by sampling; the strategies of all seats are left in `w.mixture`, the likeliest moves first."""
    s, c = w.state, w.mixture
    set_up(r, w)
    set_clock(c, r, deadline, node_limit)
    c.nodes[0] = w.spent[0]
    c.first_deadline[0], c.first_nodes[0] = deadline, node_limit
    if s.seats[0] == _2:
        c.first_deadline[0], c.first_nodes[0] = (
            share_of_time(deadline, BANDITS),
            I(node_limit * BANDITS),
        )
    _mix(s, c)
    for seat in range(s.seats[0]):
        sort_strategy(c, I(seat))
    w.spent[0] = c.nodes[0]


@helper
def sort_strategy(c: Record, seat: Int) -> None:
    """The likeliest moves of a seat first; equals stay in their order."""
    for i in range(_1, c.move_count[seat]):
        j = I(i)
        while j > _0 and c.weight[seat, j] > c.weight[seat, j - _1]:
            c.weight[seat, j], c.weight[seat, j - _1] = c.weight[seat, j - _1], c.weight[seat, j]
            c.worth[seat, j], c.worth[seat, j - _1] = c.worth[seat, j - _1], c.worth[seat, j]
            for part in range(c.parts[0]):
                kept = c.moves[seat, j, part]
                c.moves[seat, j, part] = c.moves[seat, j - _1, part]
                c.moves[seat, j - _1, part] = kept
            j -= _1


@helper
def played(s: Record, c: Record, seat: Int, i: Int) -> bool:
    """Is the i-th candidate of a seat played at all? One is in any case."""
    return bool(i == _0 or c.weight[seat, i] >= (LEAST if s.smooth[0] == _0 else LEAST_EARLY))


@helper
def told(s: Record, c: Record, seat: Int) -> Any:
    """What is to be added to what candidates seem worth, so that on the average they are worth what was won with them."""
    if s.smooth[0] == _0:
        return 0.0
    learned = 0.0
    for i in range(c.move_count[seat]):
        learned += c.weight[seat, i] * c.worth[seat, i]
    return s.seen[seat] - learned


@helper
def write_sample(r: Record, a: Record, w: Record) -> None:
    """Every candidate as it seems, and how often it is played."""
    s, c, seat = w.state, w.mixture, r.seat[0]
    clear(a)
    more = told(s, c, seat)
    for i in range(c.move_count[seat]):
        place = add(a, code_of_arms(s, c.moves[seat, i]), tidy(c.worth[seat, i] + more), NO_PROOF)
        a.probability[place] = c.weight[seat, i] if played(s, c, seat, I(i)) else 0.0
    a.worth[0] = tidy(c.seen[seat] if s.smooth[0] == _0 else s.seen[seat])
    a.mixed[0], a.depth[0], a.nodes[0] = _1, _1, w.spent[0]


@helper
def write_comparison(r: Record, a: Record, w: Record, deadline: Int, node_limit: Int) -> None:
    """The moves of the strategy, the best ones and those asked for, each against the strategies of the others."""
    s, c, seat = w.state, w.mixture, r.seat[0]
    clear(a)
    for i in range(c.move_count[seat]):
        if played(s, c, seat, I(i)):
            a.probability[add(a, code_of_arms(s, c.moves[seat, i]), 0.0, NO_PROOF)] = c.weight[seat, i]
    loosen(a, 0.0)
    add_best(r, a, w)
    for n in range(r.named_count[0]):
        if place_of(a, r.named[n]) < _0:
            add(a, r.named[n], 0.0, NO_PROOF)
    for i in range(a.count[0]):
        write_arms(s, a.move[i], w.arms[i])
    c.deadline[0], c.node_limit[0] = deadline, node_limit
    s.smooth[0] = _0  # a value counts the win alone
    _compare(s, c, seat, w.arms, a.count[0], w.gains)
    w.spent[0] = c.nodes[0]
    for i in range(a.count[0]):
        a.value[i] = tidy(w.gains[i])
    a.worth[0], a.mixed[0], a.depth[0], a.nodes[0] = tidy(worth_of_mix(a)), _1, _1, w.spent[0]
    sort_moves(a, _0)
    for other in range(s.seats[0]):
        if other != seat:
            for i in range(c.move_count[other]):
                if c.weight[other, i] > 0.0:
                    add_other(a, I(other), code_of_arms(s, c.moves[other, i]), c.weight[other, i])


@helper
def add_best(r: Record, a: Record, w: Record) -> None:
    """As many of the moves that seem best as are wanted; some of them may stand there already."""
    s, c, seat = w.state, w.mixture, r.seat[0]
    for n in range(min(r.lines[0], c.move_count[seat])):
        ahead = _0  # the n-th best: so many are better, or as good and likelier
        for i in range(c.move_count[seat]):
            ahead = _0
            for k in range(c.move_count[seat]):
                ahead += I(
                    c.worth[seat, k] > c.worth[seat, i] or (c.worth[seat, k] == c.worth[seat, i] and k < i)
                )
            if ahead == n and place_of(a, code_of_arms(s, c.moves[seat, i])) < _0:
                add(a, code_of_arms(s, c.moves[seat, i]), 0.0, NO_PROOF)
