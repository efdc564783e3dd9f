"""The end of Onyx: both players choose at once which of their stacks to take off. A matrix game, solved in compiled code.

Each side starts with one set of stacks. The matrix of the sets considered so far is solved, each side adds its best
answer to the other's mix, and so on until neither gains by another set: the mixes are optimal then, because the best
answer was sought among all sets. A side with many stacks (more than twelve on
boards of up to 64 spaces) seeks it by changing single stacks, and the result
is called exact no more.

A set is a word: bit n is the n-th of a seat's stacks by the numbers of their spaces.
"""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, clock_ns, helper, lowest, record
from quintet.engine.boards.onyx_rules import SPACES, WALL, lift, put
from quintet.engine.evals.onyx import margin
from quintet.engine.request import (
    EQUAL,
    NAMED,
    NO_PROOF,
    STUDY,
    add,
    add_other,
    clear,
    place_of,
    sort_likely,
    sort_moves,
    spent,
    swap,
)
from quintet.engine.simplex import solve_table, workspace

ENUMERATED = I(1 << 12)
"""Up to so many sets of stacks are all compared; fewer where the board is large and looking at it takes longer."""
MOST_STACKS = 63
MOST_SETS = 100
ROOM = 128
TRIED = MOST_SETS * 64 + 64
"""The most sets among which a best answer is sought."""
MATRIX = record(workspace(ROOM))
WORK = record(
    [
        ("nodes", I, (1,)),  # how many boards were looked at
        ("late", I, (1,)),  # did the time run out in the middle of it?
        ("exact", I, (1,)),
        ("value", np.float64, (1,)),  # seat 0's margin
        ("stack_count", I, (2,)),
        ("stacks", I, (2, SPACES)),  # 16 × space + what stands there
        ("set_count", I, (2,)),
        ("sets", U, (2, ROOM)),
        ("mix", np.float64, (2, ROOM)),
        ("payoffs", np.float64, (ROOM, ROOM)),  # seat 0's margins
        ("tried", U, (TRIED,)),
        ("gains", np.float64, (TRIED,)),
        ("results", np.float64, (TRIED,)),
        ("matrix", MATRIX),
    ]
)

_0, _1, _2, _4, _5, _15, _16, _64 = I(0), I(1), I(2), I(4), I(5), I(15), I(16), I(64)
_MOST_STACKS, _MOST_SETS, _NONE = I(MOST_STACKS), I(MOST_SETS), I(-1)
U0, U1 = U(0), U(1)
_GAIN = 1e-6
assert ROOM + NAMED <= TRIED


@helper
def list_stacks(s: Record, m: Record) -> None:
    m.stack_count[0] = m.stack_count[1] = _0
    for space in range(s.spaces[0]):
        what = I(s.cell[space])
        if what >= _5 and what < WALL:
            seat = (what - _5) >> _1
            m.stacks[seat, m.stack_count[seat]] = _16 * I(space) + what
            m.stack_count[seat] += _1


@helper
def take(s: Record, stacks: Record, chosen: Word) -> None:
    while chosen != U0:
        lift(s, stacks[lowest(chosen)] >> _4)
        chosen &= chosen - U1


@helper
def put_back(s: Record, stacks: Record, chosen: Word) -> None:
    while chosen != U0:
        stack = stacks[lowest(chosen)]
        put(s, stack >> _4, stack & _15)
        chosen &= chosen - U1


@helper
def fill_payoffs(s: Record, m: Record) -> None:
    """Seat 0's margin for every pair of sets."""
    for j in range(m.set_count[1]):
        take(s, m.stacks[1], m.sets[1, j])
        for i in range(m.set_count[0]):
            take(s, m.stacks[0], m.sets[0, i])
            m.payoffs[i, j] = margin(s, _0) * 1.0
            put_back(s, m.stacks[0], m.sets[0, i])
        put_back(s, m.stacks[1], m.sets[1, j])
    m.nodes[0] += m.set_count[0] * m.set_count[1]


@helper
def weigh_tried(s: Record, r: Record, m: Record, seat: Int, count: Int) -> None:
    """What each set that is tried earns its seat against the other's mix, in points and as a result."""
    rival, sign = _1 - seat, 1.0 - 2.0 * seat
    for i in range(count):
        m.gains[i] = m.results[i] = 0.0
    for j in range(m.set_count[rival]):
        share = m.mix[rival, j]
        if share <= 0.0:
            continue
        take(s, m.stacks[rival], m.sets[rival, j])
        for i in range(count):
            take(s, m.stacks[seat], m.tried[i])
            points = margin(s, _0) * sign
            put_back(s, m.stacks[seat], m.tried[i])
            m.gains[i] += share * points
            m.results[i] += share * (0.5 if points == 0.0 else 1.0 if points > 0.0 else 0.0)
            if (i & I(255)) == I(255) and r.goal[0] != STUDY and clock_ns() >= r.deadline[0]:
                m.late[0] = _1
                break
        put_back(s, m.stacks[rival], m.sets[rival, j])
        m.nodes[0] += count
        if m.late[0] != _0:
            return


@helper
def list_tried(s: Record, r: Record, m: Record, seat: Int) -> Int:
    """The sets among which a best answer is sought; as a negative number how many if these are not all there are."""
    count, against = min(m.stack_count[seat], _MOST_STACKS), _0
    for j in range(m.set_count[_1 - seat]):
        against += I(m.mix[_1 - seat, j] > 0.0)
    affordable = max((r.node_limit[0] - m.nodes[0]) // against, _1)
    enumerated = ENUMERATED // max(_1, s.words[0] * s.spaces[0] // _64)
    if count < I(13) and (_1 << count) <= min(enumerated, affordable):
        for chosen in range(_1 << count):
            m.tried[chosen] = U(chosen)
        return _1 << count
    found = _0
    for i in range(m.set_count[seat]):
        if m.mix[seat, i] > 0.0:
            for flip in range(count):
                if found < affordable:
                    m.tried[found] = m.sets[seat, i] ^ (U1 << U(flip))
                    found += _1
    return -found


@helper
def best_answer(s: Record, r: Record, m: Record, seat: Int) -> tuple[Int, bool]:
    """The place of a set that earns more against the other's mix than the value, or NONE; and if all were compared."""
    listed = list_tried(s, r, m, seat)
    weigh_tried(s, r, m, seat, abs(listed))
    if m.late[0] != _0:
        return _NONE, False
    best = _0
    for i in range(abs(listed)):
        if m.gains[i] > m.gains[best]:
            best = I(i)
    value = m.value[0] * (1.0 - 2.0 * seat)
    better = listed != _0 and m.gains[best] > value + _GAIN
    return best if better else _NONE, listed > _0


@helper
def solve_removal(s: Record, r: Record, m: Record) -> None:
    """Sets, mixes and value into `m`, as far as the limits go."""
    list_stacks(s, m)
    m.nodes[0], m.late[0], m.exact[0] = _0, _0, _0
    for seat in range(_2):
        m.set_count[seat], m.sets[seat, 0] = _1, U0
    while True:
        fill_payoffs(s, m)
        m.value[0] = solve_table(m.payoffs, m.set_count[0], m.set_count[1], m.matrix)
        for i in range(m.set_count[0]):
            m.mix[0, i] = m.matrix.row_mix[i]
        for j in range(m.set_count[1]):
            m.mix[1, j] = m.matrix.column_mix[j]
        if spent(r, m.nodes[0]) or max(m.set_count[0], m.set_count[1]) >= _MOST_SETS:
            return
        one, all_of_one = best_answer(s, r, m, _0)
        first = m.tried[max(one, _0)]
        other, all_of_other = best_answer(s, r, m, _1)
        second = m.tried[max(other, _0)]
        if m.late[0] != _0:
            return
        if one == _NONE and other == _NONE:
            m.exact[0] = I(all_of_one and all_of_other)
            return
        if one != _NONE:
            m.sets[0, m.set_count[0]] = first
            m.set_count[0] += _1
        if other != _NONE:
            m.sets[1, m.set_count[1]] = second
            m.set_count[1] += _1


# --- what is answered -------------------------------------------------------------------------------------------------


@helper
def answer_one(r: Record, a: Record, m: Record) -> None:
    """Which stacks to take off: a mixed strategy. Nobody errs where it is solved: the game is won or lost at once. Where it is not, a
    weak level takes any set that loses no more than it permits."""
    seat, proof = r.seat[0], EQUAL if m.exact[0] != _0 else NO_PROOF
    clear(a)
    for i in range(m.set_count[seat]):
        gain = 0.0
        for j in range(m.set_count[_1 - seat]):
            points = m.payoffs[i, j] if seat == _0 else -m.payoffs[j, i]
            gain += m.mix[_1 - seat, j] * points
        a.probability[add(a, I(m.sets[seat, i]), gain + 0.0, proof)] = m.mix[seat, i]
    best = _0
    for i in range(a.count[0]):
        if a.probability[i] > a.probability[best]:
            best = I(i)
    swap(a, _0, best)
    sort_moves(a, _1)
    a.worth[0] = (m.value[0] if seat == _0 else -m.value[0]) + 0.0
    a.mixed[0], a.proven[0] = I(r.loss[0] <= 0.0 or proof == EQUAL), proof
    a.depth[0], a.nodes[0] = _1, m.nodes[0]


@helper
def answer_study(s: Record, r: Record, a: Record, m: Record) -> None:
    """What every set that came up, and every one asked for, is worth against the other side's mixture."""
    seat, proof = r.seat[0], EQUAL if m.exact[0] != _0 else NO_PROOF
    clear(a)
    for i in range(m.set_count[seat]):
        a.probability[add(a, I(m.sets[seat, i]), 0.0, proof)] = m.mix[seat, i]
    for n in range(r.named_count[0]):
        if place_of(a, r.named[n]) < _0:
            add(a, r.named[n], 0.0, proof)
    for i in range(a.count[0]):
        m.tried[i] = U(a.move[i])
    weigh_tried(s, r, m, seat, a.count[0])
    result, whole = 0.0, 0.0
    for i in range(a.count[0]):
        a.value[i], a.result[i] = m.gains[i] + 0.0, m.results[i]
        result += a.probability[i] * a.result[i]
        whole += a.probability[i]
    sort_likely(a)
    rival = _1 - seat
    for j in range(m.set_count[rival]):
        if m.mix[rival, j] > 0.0:
            add_other(a, rival, I(m.sets[rival, j]), m.mix[rival, j])
    a.worth[0] = (m.value[0] if seat == _0 else -m.value[0]) + 0.0
    a.expected[0], a.mixed[0], a.proven[0] = result / whole, _1, proof
    a.depth[0], a.nodes[0] = _1, m.nodes[0]
