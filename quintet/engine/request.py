"""What is asked of a game's one compiled function, and what it answers: two records, the same for every game.

    analyse(state, request, answer, work) -> 0: finished, 1: one step is complete and there is more to learn

`state` is the game's own packed position and `work` its own scratch. A move is a whole number there; spelling.py says how it is
written. Whoever asks (host.py, or a page) fills in a request, and calls until it hears 0. Nothing here knows a game.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from quintet.engine._jit import I, Int, Record, U, Word, clock_ns, helper, record
from quintet.engine.choice import make_choice

NAMED, LINE, MOVES, SEATS = 64, 64, 512, 4
"""The most moves asked for by name, plies of a line, moves of an answer, and seats."""
THINK, STUDY, PROVE = I(0), I(1), I(2)
"""What is wanted: one move to play; the best moves and what they are worth; or the proven value, however long it takes."""
NO_PROOF, EQUAL, AT_LEAST, AT_MOST = I(0), I(1), I(2), I(3)
"""How a true value compares with the one that is given, where that is proven."""
FINISHED, MORE = I(0), I(1)
FOREVER = I(2**62)
"""A deadline, or a number of nodes, that is never reached."""
UNKNOWN = -1.0
"""In place of a result to expect, from 0 to 1: the value tells it."""
_1I = (1,)

REQUEST = record(
    [
        ("deadline", I, _1I),  # of the clock; FOREVER: none
        ("node_limit", I, _1I),  # likewise
        ("goal", I, _1I),  # THINK, STUDY or PROVE
        ("whole", I, _1I),  # 1: go on to the end in one call; 0: return after each step
        ("keeps", I, _1I),  # 1: go on from the tables in `work`; 0: begin with empty ones
        (
            "slots",
            I,
            _1I,
        ),  # of the table at the end of `work`, if it has more than its type says; 0: it has not
        ("seat", I, _1I),  # for whom
        ("lines", I, _1I),  # a study: how many of the best moves
        ("named_count", I, _1I),
        ("named", I, (NAMED,)),  # a study: and these, whatever they are worth
        ("loss", np.float64, _1I),  # what the level may give away in one move, in the unit of the game
        ("seed", U, _1I),
        ("stop", I, _1I),  # nobody waits any more
        ("phase", I, _1I),  # 0 to begin; the function's own afterwards
    ]
)

ANSWER = record(
    [
        ("steps", I, _1I),  # how many steps are complete; the rest is of the last of these
        ("count", I, _1I),
        ("chosen", I, _1I),  # the place, among the moves, of the one to play
        ("depth", I, _1I),
        ("nodes", I, _1I),
        ("worth", np.float64, _1I),  # of the position
        ("proven", I, _1I),  # of that
        ("expected", np.float64, _1I),  # the same as a result, or UNKNOWN
        ("mixed", I, _1I),  # is the answer a mixed strategy?
        ("move", I, (MOVES,)),  # best first
        ("value", np.float64, (MOVES,)),
        ("proof", I, (MOVES,)),
        ("result", np.float64, (MOVES,)),  # the value as a result, or UNKNOWN
        ("probability", np.float64, (MOVES,)),
        ("length", I, (MOVES,)),
        ("other_count", I, (SEATS,)),  # of a mixed strategy: what the other seats are expected to play
        ("other_move", I, (SEATS, MOVES)),
        ("other_probability", np.float64, (SEATS, MOVES)),
        ("line", I, (MOVES, LINE)),
    ]
)

_0, _1, _2, _LINE, _MOVES = I(0), I(1), I(2), I(LINE), I(MOVES)
_U27, _U30, _U31, _U11 = U(27), U(30), U(31), U(11)
_GOLDEN, _ODD, _MIX, _MIX_MORE = (
    U(0x9E3779B97F4A7C15),
    U(0x2545F4914F6CDD1D),
    U(0xBF58476D1CE4E5B9),
    U(0x94D049BB133111EB),
)
_UNIT = 2.0**-53
_choice = make_choice(helper)


# --- reading a request ------------------------------------------------------------------------------------------------


@helper
def spent(r: Record, nodes: Int) -> bool:
    """Is it time to stop, after so many nodes?"""
    return bool(r.stop[0] != _0 or nodes >= r.node_limit[0] or clock_ns() >= r.deadline[0])


@helper
def part_of_time(r: Record, share: Any) -> Int:
    """A deadline that leaves something of the time for later."""
    if r.deadline[0] >= FOREVER:
        return r.deadline[0]
    now = clock_ns()
    return now + I(max(r.deadline[0] - now, _0) * share)


@helper
def part_of_nodes(r: Record, share: Any) -> Int:
    """The same of the nodes; one at least."""
    return r.node_limit[0] if r.node_limit[0] >= FOREVER else max(I(r.node_limit[0] * share), _1)


@helper
def is_named(r: Record, move: Int) -> bool:
    found = False
    for n in range(r.named_count[0]):
        found = found or r.named[n] == move
    return found


@helper
def set_clock(c: Record, r: Record, deadline: Int, node_limit: Int) -> None:
    """A search in the context `c` begins: it has counted nothing yet, and hears of a stop that was said before."""
    c.deadline[0], c.node_limit[0], c.nodes[0] = deadline, node_limit, _0
    c.looked[0], c.longest_gap[0], c.stop[0] = _0, _0, r.stop[0]


# --- writing an answer ------------------------------------------------------------------------------------------------


@helper
def clear(a: Record) -> None:
    """A new step: nothing is said yet."""
    a.count[0], a.chosen[0], a.depth[0], a.nodes[0] = _0, _0, _0, _0
    a.worth[0], a.proven[0], a.expected[0], a.mixed[0] = 0.0, NO_PROOF, UNKNOWN, _0
    for seat in range(SEATS):
        a.other_count[seat] = _0


@helper
def add(a: Record, move: Int, value: Any, proof: Int) -> Int:
    """One more move, its line the move alone; its place. What there is no room for is not added."""
    place = min(a.count[0], _MOVES - _1)
    a.count[0] = place + _1
    a.move[place], a.value[place], a.proof[place] = move, value, proof
    a.result[place], a.probability[place] = UNKNOWN, 0.0
    a.line[place, 0], a.length[place] = move, _1
    return place


@helper
def extend_line(a: Record, place: Int, move: Int) -> None:
    if a.length[place] < _LINE:
        a.line[place, a.length[place]] = move
        a.length[place] += _1


@helper
def add_other(a: Record, seat: Int, move: Int, probability: Any) -> None:
    """What another seat is expected to play."""
    place = min(a.other_count[seat], _MOVES - _1)
    a.other_count[seat] = place + _1
    a.other_move[seat, place], a.other_probability[seat, place] = move, probability


@helper
def place_of(a: Record, move: Int) -> Int:
    """Where a move stands in the answer; -1 if it does not."""
    for i in range(a.count[0]):
        if a.move[i] == move:
            return I(i)
    return -_1


@helper
def swap(a: Record, i: Int, j: Int) -> None:
    a.move[i], a.move[j] = a.move[j], a.move[i]
    a.value[i], a.value[j] = a.value[j], a.value[i]
    a.proof[i], a.proof[j] = a.proof[j], a.proof[i]
    a.result[i], a.result[j] = a.result[j], a.result[i]
    a.probability[i], a.probability[j] = a.probability[j], a.probability[i]
    for k in range(max(a.length[i], a.length[j])):
        a.line[i, k], a.line[j, k] = a.line[j, k], a.line[i, k]
    a.length[i], a.length[j] = a.length[j], a.length[i]


@helper
def sort_moves(a: Record, first: Int) -> None:
    """Best first from this place on: by value, then by probability; equals stay in their order."""
    for i in range(first + _1, a.count[0]):
        j = I(i)
        while j > first and (
            a.value[j] > a.value[j - _1]
            or (a.value[j] == a.value[j - _1] and a.probability[j] > a.probability[j - _1])
        ):
            swap(a, j, j - _1)
            j -= _1


@helper
def sort_likely(a: Record) -> None:
    """Likeliest first, then by value; equals stay in their order."""
    for i in range(_1, a.count[0]):
        j = I(i)
        while j > _0 and (
            a.probability[j] > a.probability[j - _1]
            or (a.probability[j] == a.probability[j - _1] and a.value[j] > a.value[j - _1])
        ):
            swap(a, j, j - _1)
            j -= _1


@helper
def keep_wanted(a: Record, r: Record) -> None:
    """Of moves in their order those that a study wants: the best ones, and the named ones."""
    kept = _0
    for i in range(a.count[0]):
        if kept < r.lines[0] or is_named(r, a.move[i]):
            if kept != i:
                swap(a, kept, I(i))
            kept += _1
    a.count[0] = kept


# --- choosing ---------------------------------------------------------------------------------------------------------


@helper
def mix_word(word: Word) -> Word:
    """Another word; words that are alike give words that are not."""
    word = (word ^ (word >> _U30)) * _MIX
    word = (word ^ (word >> _U27)) * _MIX_MORE
    return word ^ (word >> _U31)


@helper
def lot(r: Record, word: Word) -> Any:
    """A number from 0 to 1, drawn by the seed of the request and a word of the position."""
    return I(mix_word(mix_word(r.seed[0] * _GOLDEN + _ODD) ^ word) >> _U11) * _UNIT


@helper
def permitted(a: Record, loss: Any) -> Any:
    """Of what a level may lose, so much as leaves it the result where the game is over with the next ply or the one after."""
    if a.proven[0] == EQUAL and a.depth[0] <= _2 and a.worth[0] >= 0.0:
        return min(loss, 0.999 * a.worth[0])
    return loss


@helper
def choose(a: Record, r: Record, word: Word) -> None:
    """The move to play: drawn from a mixed strategy, otherwise among those that lose no more than the level permits."""
    mark = lot(r, word)
    if a.mixed[0] == _0:
        a.chosen[0] = _choice(a.value, a.count[0], permitted(a, r.loss[0]), mark)
        return
    whole = 0.0
    for i in range(a.count[0]):
        whole += a.probability[i]
    mark *= whole
    a.chosen[0] = _0
    for i in range(a.count[0]):
        if a.probability[i] > 0.0:
            a.chosen[0] = I(i)
            if mark < a.probability[i]:
                return
            mark -= a.probability[i]


def make_analyse(step: Callable[..., Any]) -> Callable[..., Any]:
    """From `step(s, r, a, w) -> FINISHED or MORE`, which takes one step of a game's analysis, the body of its entry."""

    @helper
    def analyse(s: Record, r: Record, a: Record, w: Record) -> Int:
        more = step(s, r, a, w)
        while more != FINISHED and r.whole[0] != _0:
            more = step(s, r, a, w)
        return more

    return analyse
