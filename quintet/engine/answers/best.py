"""Best Game Ever's one compiled function: the opening book, then the solver; where neither reaches, a search as deep as it gets.

A move is its column, from 0. A look values every drop so many plies deep; look follows look until one reaches the end of the game.
"""

from __future__ import annotations

from quintet.engine._jit import I64, I, Int, Record, U, Word, entry, helper, record, records
from quintet.engine.boards import best as board
from quintet.engine.request import (
    ANSWER,
    AT_MOST,
    EQUAL,
    FINISHED,
    FOREVER,
    LINE,
    MORE,
    NO_PROOF,
    PROVE,
    REQUEST,
    STUDY,
    add,
    choose,
    clear,
    extend_line,
    is_named,
    make_analyse,
    set_clock,
)
from quintet.engine.solvers.best import LEAST, MOST, TABLE_BITS, ask, value_of
from quintet.engine.solvers.best import WORK as SOLVER
from quintet.engine.solvers.best_lookup import NOWHERE, look_up

BOOK = 1 << 20
"""The most positions of the opening book."""
SMALL_TABLE_BITS = 16
WIDEST = 8
WORK = record(
    [
        ("plies", I, (1,)),  # left to play
        ("lead", I, (1,)),
        ("count", I, (1,)),  # the drops, best first, and what is known of each
        ("column", I, (WIDEST,)),
        ("gain", I, (WIDEST,)),
        ("own", U, (WIDEST,)),  # the rack after it, from the side that then moves
        ("other", U, (WIDEST,)),
        ("value", I, (WIDEST,)),
        ("true", I, (WIDEST,)),  # is it no bound?
        ("found", I, (WIDEST,)),  # by the look that is under way
        ("depth", I, (1,)),
        ("proven", I, (1,)),
        ("before", I, (1,)),  # nodes before the present look; nodes and plies of the look before it
        ("took", I, (1,)),
        ("looked", I, (1,)),
        ("in_book", I, (1,)),
        ("book_value", I, (1,)),
        ("book_length", I, (1,)),
        ("book_line", I, (LINE,)),
        ("reply_column", I, (WIDEST,)),
        ("reply_gain", I, (WIDEST,)),
        ("reply_own", U, (WIDEST,)),
        ("reply_other", U, (WIDEST,)),
        ("book_count", I, (2,)),
        ("book", U, (BOOK,)),  # as best_lookup.py reads it
        ("solver", SOLVER),
    ]
)

SMALL_BUDGET = I(50_000)
REACH_TALL, REACH_WIDE = I(30), I(24)
"""Plies left from which the rest of the game is solved at once."""
FIRST_LOOK, LONG_FIRST_LOOK, LONG = I(8), I(12), I(22)
"""How many plies, or one more, a first look goes before that: it gives the order of moves, and an answer in any case. The
second number is for more than so many plies left, where a solution may come too late."""
_0, _1, _2, _5, _NONE = I(0), I(1), I(2), I(5), I(-1)
U0 = U(0)
_BEGIN, _LOOK = I(0), I(1)
_land_tall, _land_wide = board.TALL.landing, board.WIDE.landing
_drop_tall, _drop_wide = board.TALL.drop, board.WIDE.drop
_column_tall, _column_wide = board.TALL.column, board.WIDE.column


# --- drops ------------------------------------------------------------------------------------------------------------


@helper
def list_replies(own: Word, other: Word, plies: Int, columns: Int, w: Record) -> Int:
    """Every drop into the rows `reply_…`, column by column; how many there are."""
    cells, count = U0, _0
    if plies > _0:
        cells = _land_tall(own, other) if columns == _5 else _land_wide(own, other)
    while cells != U0:
        cell = cells & (U0 - cells)
        cells ^= cell
        if columns == _5:
            mine, theirs, gain = _drop_tall(own, other, cell)
            column = _column_tall(cell)
        else:
            mine, theirs, gain = _drop_wide(own, other, cell)
            column = _column_wide(cell)
        w.reply_column[count], w.reply_gain[count] = column, gain
        w.reply_own[count], w.reply_other[count] = theirs, mine
        count += _1
    return count


@helper
def swap_drops(i: Int, j: Int, w: Record) -> None:
    w.column[i], w.column[j] = w.column[j], w.column[i]
    w.gain[i], w.gain[j] = w.gain[j], w.gain[i]
    w.own[i], w.own[j] = w.own[j], w.own[i]
    w.other[i], w.other[j] = w.other[j], w.other[i]
    w.value[i], w.value[j] = w.value[j], w.value[i]
    w.true[i], w.true[j] = w.true[j], w.true[i]


@helper
def sort_drops(w: Record) -> None:
    """Best first; of equals, the one that was ahead before."""
    for i in range(_1, w.count[0]):
        j = I(i)
        while j > _0 and w.value[j] > w.value[j - _1]:
            swap_drops(j, j - _1, w)
            j -= _1


@helper
def set_out(s: Record, w: Record) -> None:
    """The drops of a position, those that gain most first."""
    seat = _0 if s.tokens[0] == s.tokens[1] else _1
    w.plies[0], w.lead[0] = s.tokens[0] + s.tokens[1], s.scores[seat] - s.scores[_1 - seat]
    w.count[0] = list_replies(s.own[0], s.other[0], w.plies[0], s.columns[0], w)
    for i in range(w.count[0]):
        w.column[i], w.gain[i] = w.reply_column[i], w.reply_gain[i]
        w.own[i], w.other[i] = w.reply_own[i], w.reply_other[i]
        w.value[i], w.true[i] = w.gain[i], _0
    sort_drops(w)
    w.depth[0], w.proven[0], w.in_book[0] = _0, _0, _0
    w.before[0], w.took[0], w.looked[0] = _0, _1, _0


# --- the book ---------------------------------------------------------------------------------------------------------


@helper
def open_book(s: Record, w: Record) -> None:
    """The book's move, with the line that follows if the opponent makes no mistake either."""
    columns, plies = s.columns[0], w.plies[0]
    own, other = s.own[0], s.other[0]
    known = look_up(own, other, plies, columns, w.book, w.book_count)
    if known == NOWHERE:
        return
    w.in_book[0], w.book_value[0], w.book_length[0] = _1, w.lead[0] + (known >> I(4)), _0
    while known != NOWHERE and w.book_length[0] < I(LINE) - _1:
        column = known & I(15)
        w.book_line[w.book_length[0]] = column
        w.book_length[0] += _1
        for i in range(list_replies(own, other, plies, columns, w)):
            if w.reply_column[i] == column:
                own, other = w.reply_own[i], w.reply_other[i]
                break
        plies -= _1
        known, least, best = NOWHERE, FOREVER, _NONE
        for i in range(list_replies(own, other, plies, columns, w)):
            answer = look_up(w.reply_own[i], w.reply_other[i], plies - _1, columns, w.book, w.book_count)
            if answer != NOWHERE and (answer >> I(4)) - w.reply_gain[i] < least:
                known, least, best = answer, (answer >> I(4)) - w.reply_gain[i], I(i)
        if best >= _0:
            w.book_line[w.book_length[0]] = w.reply_column[best]
            w.book_length[0] += _1
            own, other, plies = w.reply_own[best], w.reply_other[best], plies - _1


@helper
def answer_by_book(r: Record, a: Record, w: Record) -> None:
    clear(a)
    place = add(a, w.book_line[0], w.book_value[0] * 1.0, EQUAL)
    for i in range(_1, w.book_length[0]):
        extend_line(a, place, w.book_line[i])
    a.worth[0], a.proven[0], a.depth[0] = w.book_value[0] * 1.0, EQUAL, w.plies[0]
    choose(a, r, U0)
    a.steps[0] += _1


# --- looks ------------------------------------------------------------------------------------------------------------


@helper
def next_look(columns: Int, r: Record, w: Record) -> Int:
    """How far to look next: always to a ply of the side that has the last one of the game; 0 after the end was reached."""
    left, before = w.plies[0], w.looked[0]
    if before >= left:
        return _0
    reach = REACH_TALL if columns == _5 else REACH_WIDE
    odd = left & _1
    if left <= reach and r.loss[0] <= 0.0 and r.goal[0] != STUDY:
        first = (LONG_FIRST_LOOK if left > LONG else FIRST_LOOK) + odd
        return first if before < first and first < left else left
    further = before + _2 if before > _0 else _2 - odd
    return min(further, left)


@helper
def floor_of(i: Int, r: Record, w: Record) -> Int:
    """What the i-th drop must exceed for its value to matter, after the values of those before it."""
    if r.goal[0] == STUDY:
        if i < r.lines[0] or is_named(r, w.column[i]):
            return LEAST
        least = LEAST  # the lines-th best of those before: as many are at least as good as it
        for j in range(i):
            better = _0
            for k in range(i):
                better += I(w.found[k] > w.found[j])
            if better < r.lines[0] and (least == LEAST or w.found[j] < least):
                least = w.found[j]
        return least
    best = LEAST
    for j in range(i):
        best = max(best, w.found[j])
    return max(best - I(r.loss[0]) - _1, LEAST) if r.loss[0] > 0.0 else best


@helper
def value_drop(i: Int, columns: Int, plies: Int, floor: Int, w: Record) -> Int:
    """What a drop is worth; if that is no more than the floor, a bound that is no more than the floor either."""
    c, gain = w.solver, w.gain[i]
    lower, upper = floor, MOST
    beta = max(w.value[i], floor + _1)
    while lower < upper:
        answer = gain - ask(w.own[i], w.other[i], plies - _1, columns, gain - beta + _1, c)
        if c.stop[0] != _0:
            return _0
        if answer >= beta:
            lower, beta = answer, answer + _1
        else:
            upper, beta = answer, answer
    return upper


@helper
def bring_to_front(i: Int, value: Int, w: Record) -> None:
    """The i-th drop is worth so much, and none is to be told as better: of the others that is not known."""
    w.value[i] = value
    for j in range(i, _0, -1):
        swap_drops(I(j), I(j) - _1, w)
    for j in range(_1, w.count[0]):
        w.value[j] = min(w.value[j], value)


@helper
def find_drop(wanted: Int, columns: Int, w: Record) -> bool:
    """Bring a drop that is worth so much to the front; False if there is none, or if it was stopped."""
    c = w.solver
    for i in range(w.count[0]):
        gain = w.gain[i]
        answer = gain - ask(w.own[i], w.other[i], w.plies[0] - _1, columns, gain - wanted + _1, c)
        if c.stop[0] != _0:
            return False
        if answer >= wanted:
            bring_to_front(I(i), max(answer, w.value[i]), w)
            return True
    return False


@helper
def settle_result(columns: Int, w: Record) -> None:
    """Win, draw or loss first: a move that keeps the result goes to the front, whatever becomes of the margin.

    What the look before expects is asked first. Where that is no win, a draw that is safe stands there while wins are sought.
    """
    win, draw = _1 - w.lead[0], -w.lead[0]
    if w.value[0] >= win:
        if not find_drop(win, columns, w) and w.solver.stop[0] == _0:
            find_drop(draw, columns, w)
    elif find_drop(draw, columns, w):
        find_drop(win, columns, w)


@helper
def look(columns: Int, plies: Int, r: Record, w: Record) -> bool:
    """Value every drop that matters, so many plies deep; False if it was stopped, and then the values are those of the look before."""
    final = plies == w.plies[0]
    if final and r.loss[0] <= 0.0 and r.goal[0] != STUDY:
        settle_result(columns, w)
        if w.solver.stop[0] != _0:
            return False
    for i in range(w.count[0]):
        w.found[i] = value_drop(I(i), columns, plies, floor_of(I(i), r, w), w)
        if w.solver.stop[0] != _0:
            return False
    for i in range(w.count[0]):
        w.true[i], w.value[i] = I(w.found[i] > floor_of(I(i), r, w)), w.found[i]
    sort_drops(w)
    w.depth[0], w.proven[0] = plies, I(final)
    w.took[0], w.before[0], w.looked[0] = w.solver.nodes[0] - w.before[0], w.solver.nodes[0], plies
    return True


@helper
def write_line(i: Int, place: Int, columns: Int, a: Record, w: Record) -> None:
    """The best play after a drop, as far as the solver can still tell."""
    c = w.solver
    own, other = w.own[i], w.other[i]
    for n in range(_1, w.depth[0]):
        plies = w.depth[0] - I(n)
        count = list_replies(own, other, plies, columns, w)
        if count == _0:
            return
        value = value_of(own, other, plies, columns, c)
        if c.stop[0] != _0:
            return
        for j in range(count):
            gain = w.reply_gain[j]
            answer = gain - ask(w.reply_own[j], w.reply_other[j], plies - _1, columns, gain - value + _1, c)
            if c.stop[0] != _0:
                return
            if answer >= value:
                extend_line(a, place, w.reply_column[j])
                own, other = w.reply_own[j], w.reply_other[j]
                break


# --- thinking, and studying -------------------------------------------------------------------------------------------


@helper
def start(s: Record, r: Record, w: Record) -> None:
    c = w.solver
    bits = I(SMALL_TABLE_BITS if r.node_limit[0] <= SMALL_BUDGET else TABLE_BITS)
    slots = max(r.slots[0], _1 << bits) if r.goal[0] == PROVE else _1 << bits
    c.mask[0] = U(slots - _1)
    if r.keeps[0] == _0:
        c.table[:slots] = U0
    set_out(s, w)
    set_clock(c, r, r.deadline[0], r.node_limit[0])
    if r.node_limit[0] >= FOREVER and r.loss[0] <= 0.0 and r.goal[0] != PROVE:
        open_book(s, w)


@helper
def think(s: Record, r: Record, a: Record, w: Record) -> None:
    if w.in_book[0] != _0:
        answer_by_book(r, a, w)
        return
    columns = s.columns[0]
    plies = next_look(columns, r, w)
    while plies > _0 and look(columns, plies, r, w):
        plies = next_look(columns, r, w)
    clear(a)
    for i in range(w.count[0]):
        proof = NO_PROOF
        if w.proven[0] != _0:
            proof = EQUAL if w.true[i] != _0 else AT_MOST
        add(a, w.column[i], (w.lead[0] + w.value[i]) * 1.0, proof)
    write_line(_0, _0, columns, a, w)
    a.worth[0], a.proven[0] = a.value[0], EQUAL if w.proven[0] != _0 else NO_PROOF
    a.depth[0], a.nodes[0] = w.depth[0], w.solver.nodes[0]
    choose(a, r, s.own[0] + (s.own[0] | s.other[0]))
    a.steps[0] += _1


@helper
def tell(s: Record, r: Record, a: Record, w: Record) -> None:
    """What a study knows after a look. Nothing is better than the book's move."""
    columns, best = s.columns[0], w.book_value[0] * 1.0
    clear(a)
    if w.in_book[0] != _0:
        answer_by_book(r, a, w)
        a.steps[0] -= _1
    for i in range(w.count[0]):
        if w.in_book[0] != _0 and w.column[i] == w.book_line[0]:
            continue
        named = is_named(r, w.column[i])
        if w.true[i] == _0 or not (a.count[0] < r.lines[0] or named):
            continue
        value, proof = (w.lead[0] + w.value[i]) * 1.0, EQUAL if w.proven[0] != _0 else NO_PROOF
        if w.in_book[0] != _0 and value > best:
            value, proof = best, AT_MOST
        write_line(I(i), add(a, w.column[i], value, proof), columns, a, w)
    sure = w.proven[0] != _0 or w.in_book[0] != _0
    a.worth[0], a.proven[0] = a.value[0], EQUAL if sure else NO_PROOF
    a.depth[0], a.nodes[0] = w.depth[0], w.solver.nodes[0]
    a.steps[0] += _1


@helper
def step(s: Record, r: Record, a: Record, w: Record) -> Int:
    if r.phase[0] == _BEGIN:
        start(s, r, w)
        if r.goal[0] != STUDY:
            think(s, r, a, w)
            return FINISHED
        w.solver.deadline[0] = w.solver.node_limit[0] = FOREVER  # the first look is always completed
        r.phase[0] = _LOOK
        if w.in_book[0] != _0:
            answer_by_book(r, a, w)
            return MORE
    columns = s.columns[0]
    w.solver.looked[0] = _0  # what the listener did meanwhile is no gap
    if not look(columns, next_look(columns, r, w), r, w):
        if a.steps[0] == _0:  # stopped before it knew anything
            think(s, r, a, w)
        return FINISHED
    tell(s, r, a, w)
    w.solver.deadline[0], w.solver.node_limit[0] = r.deadline[0], r.node_limit[0]
    return MORE if next_look(columns, r, w) > _0 else FINISHED


_analyse = make_analyse(step)


@entry(I64, records(board.STATE), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])
