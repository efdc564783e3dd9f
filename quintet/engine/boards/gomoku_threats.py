"""Gomoku's threats: what wins at once, what must be answered and how, and wins by threats that leave no choice.

`gen` writes the moves worth searching: all near stones in quiet positions, the few that can matter under a threat.
`force` looks for a win by continuous fours (and fives that can be broken, and captures from the fourth pair on), with
every defence there is: blocking, capturing, a five of one's own, and making the five one that could be broken.
"""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards.gomoku_rules import (
    BY_UNBROKEN_FIVE,
    GOING_ON,
    allowed,
    answers_five,
    legal_here,
    play,
    undo,
    wins_at,
)
from quintet.engine.boards.gomoku_stones import (
    EMPTY,
    FIVES,
    FOURS,
    HOPELESS,
    MARGIN,
    MAX_PLY,
    STEPS,
    STRIDE,
    TAKES,
    U0,
    U1,
    WAYS,
    WORDS,
    all_attacks,
    all_captures,
    attacks,
    captures,
    class_of,
    is_near,
)
from quintet.engine.clock import late

_0, _1, _2, _3, _4, _5 = I(0), I(1), I(2), I(3), I(4), I(5)
_CLOCK_MASK = I(255)
LAST_PLY = I(MAX_PLY - 16)
_PLACES, _LOOKED, U7 = U(HOPELESS - 1), U(63), U(7)
_NAME = U(2**64 - 128)
GIVEN_UP = U(64)
"""Beside how far was looked: the nodes ran out."""
MAKES_FOUR, WINS_NEXT, MAKES_FIVE = I(lines.MAKES_FOUR), I(lines.WINS_NEXT), I(lines.MAKES_FIVE)


# --- wins at once -----------------------------------------------------------------------------------------------------


@helper
def find_win(s: Record, colour: Int) -> Int:
    """A cell on which this colour would win at once; 0 if there is none."""
    taking = all_captures(s, colour)
    by_pairs = taking > _0 and s.pairs[colour] + taking >= _5
    if s.counts[colour, MAKES_FIVE] == _0 and not by_pairs:
        return _0
    for word in range(WORDS):
        left = s.bits[colour, FIVES, word]
        if by_pairs:
            left |= s.bits[colour, TAKES, word]
        while left != U0:
            cell = (I(word) << I(6)) + lowest(left)
            left &= left - U1
            if wins_at(s, cell, colour):
                return cell
    return _0


# --- answers to threats -----------------------------------------------------------------------------------------------


@helper
def add(s: Record, moves: Record, count: Int, cell: Int) -> Int:
    """Add a move unless it is there already or may not be played."""
    for i in range(count):
        if moves[i] == cell:
            return count
    if not allowed(s, cell, s.colour[0]):
        return count
    moves[count] = cell
    return count + _1


@helper
def add_breakers(s: Record, moves: Record, count: Int, five: Int) -> Int:
    """Add the moves after which a five of the enemy there could be broken: the ends of open pairs that it goes through."""
    enemy = _2 - s.colour[0]
    s.cells[five] = enemy
    for line in range(4):
        low, high = five, five
        while I(s.cells[low - STEPS[line]]) == enemy:
            low -= STEPS[line]
        while I(s.cells[high + STEPS[line]]) == enemy:
            high += STEPS[line]
        if high - low < _4 * STEPS[line]:
            continue
        for stone in range(low, high + _1, STEPS[line]):
            for way in range(8):
                step = WAYS[way]
                if way & 3 == line or I(s.cells[stone + step]) != enemy:
                    continue
                before, behind = stone - step, stone + _2 * step
                if I(s.cells[before]) == EMPTY and I(s.cells[behind]) == EMPTY:
                    s.cells[five] = EMPTY
                    count = add(s, moves, count, I(before))
                    count = add(s, moves, count, I(behind))
                    s.cells[five] = enemy
    s.cells[five] = EMPTY
    return count


@helper
def add_forbidders(s: Record, moves: Record, count: Int, cell: Int) -> Int:
    """Where pairs between enemy stones may not be completed: add the moves that would make the enemy's move there one."""
    own, enemy = s.colour[0] + _1, _2 - s.colour[0]
    for way in range(8):
        step = WAYS[way]
        if I(s.cells[cell + step]) == enemy:
            before, behind = I(s.cells[cell - step]), I(s.cells[cell + _2 * step])
            if before == own and behind == EMPTY:
                count = add(s, moves, count, cell + _2 * step)
            elif behind == own and before == EMPTY:
                count = add(s, moves, count, cell - step)
    return count


@helper
def add_attackers(s: Record, moves: Record, count: Int) -> Int:
    """Add the moves that threaten to capture: a fifth pair answers a five."""
    for row in range(s.box[0], s.box[1] + _1):
        first = (row + MARGIN) * STRIDE
        for cell in range(first + s.box[2], first + s.box[3] + _1):
            if I(s.cells[cell]) == EMPTY and attacks(s, I(cell), s.colour[0]) > _0:
                count = add(s, moves, count, I(cell))
    return count


@helper
def write_defences(s: Record, moves: Record, threat: Int) -> Int:
    """Write every move that might stop the enemy from winning at once on this cell; how many."""
    own = s.colour[0]
    by_five = s.pairs[_1 - own] + captures(s, threat, _1 - own) < _5
    count = add(s, moves, _0, threat)
    if by_five:
        count = add_breakers(s, moves, count, threat)
    if s.no_self_capture[0] != _0:
        count = add_forbidders(s, moves, count, threat)
    for word in range(WORDS):
        left = s.bits[own, FIVES, word] | s.bits[own, TAKES, word]
        while left != U0:
            count = add(s, moves, count, (I(word) << I(6)) + lowest(left))
            left &= left - U1
    if by_five and s.pairs[own] >= _2 and all_attacks(s, own) > _0:
        count = add_attackers(s, moves, count)
    return count


@helper
def write_answers(s: Record, moves: Record) -> Int:
    """A five stands: write the captures that break it or make the fifth pair."""
    count = _0
    for word in range(WORDS):
        left = s.bits[s.colour[0], TAKES, word]
        while left != U0:
            cell = (I(word) << I(6)) + lowest(left)
            left &= left - U1
            if answers_five(s, cell, s.colour[0], s.five[0]):
                moves[count] = cell
                count += _1
    return count


# --- the moves worth searching ----------------------------------------------------------------------------------------


@helper
def write_safe(s: Record, moves: Record) -> Int:
    """Write every legal move at all after which the enemy cannot win at once."""
    count, size = _0, s.side[0]
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + size):
            if legal_here(s, I(cell)):
                play(s, I(cell), _0)
                safe = s.status[0] == GOING_ON and find_win(s, s.colour[0]) == _0
                undo(s, I(cell), _0)
                if safe:
                    moves[count] = cell
                    count += _1
    return count


@helper
def write_near(s: Record, moves: Record, loud: bool) -> Int:
    """Write the legal moves near stones; only those that make or stop fours, capture or attack, if `loud`."""
    own, count = s.colour[0], _0
    for row in range(s.box[0], s.box[1] + _1):
        first = (row + MARGIN) * STRIDE
        for cell in range(first + s.box[2], first + s.box[3] + _1):
            if I(s.cells[cell]) != EMPTY or not is_near(s, I(cell)):
                continue
            if loud and not (
                class_of(s, I(cell), own) >= MAKES_FOUR
                or class_of(s, I(cell), _1 - own) >= MAKES_FOUR
                or captures(s, I(cell), own) + attacks(s, I(cell), own) > _0
            ):
                continue
            if legal_here(s, I(cell)):
                moves[count] = cell
                count += _1
    return count


@helper
def write_any(s: Record, moves: Record) -> Int:
    """Write every legal move; of an empty board only the middle."""
    count, size = _0, s.side[0]
    middle = (size // _2 + MARGIN) * STRIDE + size // _2
    if s.placed[0] == _0:
        moves[0] = middle
        return _1
    for row in range(size):
        first = (row + MARGIN) * STRIDE
        for cell in range(first, first + size):
            away = max(abs(row - size // _2), abs(I(cell) - first - size // _2))
            near_middle = s.placed[0] > _2 or away <= s.distance[0] + _1
            if near_middle and legal_here(s, I(cell)):
                moves[count] = cell
                count += _1
    return count


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    """The moves worth searching. At the root, under a threat to win at once, exactly those that stop it, wherever they are."""
    own, count = s.colour[0], _0
    if s.five[0] != _0:
        return write_answers(s, moves)
    win = find_win(s, own)
    if win != _0:
        moves[0] = win
        return _1
    threat = find_win(s, _1 - own)
    if threat != _0:
        if ply == _0:
            count = write_safe(s, moves)
        if count == _0:
            count = write_defences(s, moves, threat)
    elif s.counts[_1 - own, WINS_NEXT] > _0 and ply > _0:
        count = write_near(s, moves, True)
    if count == _0:
        count = write_near(s, moves, False)
    return count if count > _0 else write_any(s, moves)


@helper
def extend(s: Record, move: Int, ply: Int) -> Int:  # noqa: ARG001  (the search's form)
    """One ply more after a move that leaves the other side no choice."""
    if s.status[0] == GOING_ON and (s.five[0] != _0 or find_win(s, _1 - s.colour[0]) != _0):
        return _1
    return _0


# --- wins by force ----------------------------------------------------------------------------------------------------


@helper
def keep_forced(move: Int, reply: Int, ply: Int, c: Record) -> None:
    """The expected line from here: this move, this reply (0 for none) and what was kept two plies on."""
    c.pv[ply, ply] = move
    c.pv_end[ply] = ply + _1
    if reply != _0:
        c.pv[ply, ply + _1] = reply
        end = c.pv_end[ply + _2]
        for i in range(ply + _2, end):
            c.pv[ply, i] = c.pv[ply + _2, i]
        c.pv_end[ply] = end


@helper
def write_forcing(s: Record, moves: Record, scores: Record, threat: Int) -> Int:
    """Write the moves that may leave no choice, the strongest first; under a threat only those that may stop it."""
    own, count = s.colour[0], _0
    for word in range(WORDS):
        left = s.bits[own, FOURS, word]
        if s.pairs[own] >= _3:
            left |= s.bits[own, TAKES, word]
        while left != U0:
            cell = (I(word) << I(6)) + lowest(left)
            left &= left - U1
            kind, taking = class_of(s, cell, own), captures(s, cell, own)
            if threat != _0 and cell != threat and taking == _0 and kind != MAKES_FIVE:
                continue
            if not allowed(s, cell, own):
                continue
            score = kind + _2 * taking
            place = count
            while place > _0 and scores[place - _1] < score:
                moves[place], scores[place] = moves[place - _1], scores[place - _1]
                place -= _1
            moves[place], scores[place] = cell, score
            count += _1
    return count


@helper
def can_force(s: Record, colour: Int) -> bool:
    """Has this colour any move that leaves no choice?"""
    if s.pairs[colour] >= _3 and all_captures(s, colour) > _0:
        return True
    forcing = _0
    for kind in range(MAKES_FOUR, MAKES_FIVE + _1):
        forcing += s.counts[colour, kind]
    return bool(forcing > _0)


@helper
def write_replies(s: Record, moves: Record) -> Int:
    """After a forcing move: every reply that might hold; -1 if it was not forcing after all."""
    if s.five[0] != _0:
        return write_answers(s, moves)
    if find_win(s, s.colour[0]) != _0:
        return -_1
    threat = find_win(s, _1 - s.colour[0])
    return -_1 if threat == _0 else write_defences(s, moves, threat)


@helper
def is_hopeless(s: Record, left: Int, given_up: bool) -> bool:
    """Was a win by force sought here in vain, at least so far? `given_up`: also if the nodes ran out."""
    kept = s.hopeless[I((s.hash[0] >> U7) & _PLACES)]
    if (kept ^ s.hash[0]) & _NAME != U0:
        return False
    if kept & GIVEN_UP != U0:
        return given_up
    return bool(I(kept & _LOOKED) >= left)


@helper
def keep_hopeless(s: Record, left: Int, given_up: Word) -> None:
    s.hopeless[I((s.hash[0] >> U7) & _PLACES)] = (s.hash[0] & _NAME) | U(left) | given_up


@helper
def follow(s: Record, left: Int, ply: Int, c: Record) -> Int:
    """`force`, from here on."""
    c.nodes[0] += _1
    if (c.nodes[0] & _CLOCK_MASK) == _0 and late(c):
        c.stop[0] = _1
    if c.nodes[0] >= c.node_limit[0]:
        c.stop[0] = _1
    s.force_left[0] -= _1
    if c.stop[0] != _0 or s.force_left[0] < _0:
        return _0
    own = s.colour[0]
    win = find_win(s, own)
    if win != _0:
        keep_forced(win, _0, ply, c)
        return _1
    if left < _3 or ply >= LAST_PLY or s.five[0] != _0 or not can_force(s, own):
        return _0
    if is_hopeless(s, left, False):
        return _0
    threat = find_win(s, _1 - own)
    count = write_forcing(s, c.moves[ply], c.scores[ply], threat)
    for i in range(count):
        move = c.moves[ply, i]
        play(s, move, ply)
        longest, last_reply = _0, _0
        if s.status[0] == GOING_ON:
            replies = write_replies(s, c.moves[ply + _1])
            longest = _1 if replies >= _0 else _0
            for j in range(replies):
                reply = c.moves[ply + _1, j]
                play(s, reply, ply + _1)
                status = s.status[0]
                rest = _0
                if status == GOING_ON:
                    rest = follow(s, left - _2, ply + _2, c)
                elif status == BY_UNBROKEN_FIVE:
                    rest, c.pv_end[ply + _2] = _1, ply + _2
                undo(s, reply, ply + _1)
                if rest == _0:
                    longest = _0
                    break
                if rest >= longest:
                    longest, last_reply = rest, reply
                    keep_forced(move, reply, ply, c)
        undo(s, move, ply)
        if longest > _0:
            if last_reply == _0:
                keep_forced(move, _0, ply, c)
            return longest + _2
        if c.stop[0] != _0 or s.force_left[0] < _0:
            return _0
    keep_hopeless(s, left, U0)
    return _0


@helper
def force(s: Record, left: Int, ply: Int, c: Record) -> Int:
    """In how many plies, at most `left`, the side to move wins by leaving no choice; 0 if it does not find such a win."""
    seen = s.sees[0]
    s.sees[0] = _0  # the net is not asked meanwhile, and sees the same when all is taken back
    plies = follow(s, left, ply, c)
    s.sees[0] = seen
    return plies
