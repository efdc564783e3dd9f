"""Alpha-beta for any compiled board: written once, specialised by `make(rules)`.

Principal-variation search with iterative deepening, a transposition table, killer moves and history, late-move
reductions and a hook for quiescence. All of a search happens inside one compiled call, which reads the clock itself.

Values are whole numbers from the side to move; `play` always gives the turn to the other side.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from quintet.engine._jit import I, Int, Record, U, Word, helper, record
from quintet.engine.clock import FIELDS as TIMES
from quintet.engine.clock import late
from quintet.engine.hooks import (
    MAX_DEPTH,
    NOT_OVER,
    Rules,
    by_no_nodes,
    extend_nothing,
    never_early,
    no_margin,
    quiet_by,
    reduce_late,
    skip_nothing,
)

INFINITE = I(2**22)
"""No value reaches this; the table keeps 24 bits."""

NAMED, LINE = 64, 16
"""The most moves that can be asked for by name, and how many plies of a root move's line are kept."""

_0, _1, _2, _LINE = I(0), I(1), I(2), I(LINE)
_NONE = I(-1)
_OLD_LOWER, _UPPER, _EXACT = I(1), I(2), I(3)
_TABLE_FIRST, _KILLER_BONUS, _HISTORY_MOST = I(2**30), I(2**20), I(2**18)
_FAR = I(2**62)
_U0, _U24, _U32 = U(0), U(24), U(32)
_BITS24, _BITS8, _BITS2 = U(2**24 - 1), U(255), U(3)


@dataclass(frozen=True)
class Search:
    """What `make` returns: the record a search works in, and the compiled functions."""

    CONTEXT: Any
    search: Callable[..., Any]
    """(s, depth, alpha, beta, ply, c) -> value."""
    deepen: Callable[..., Any]
    """(s, c): iterative deepening until the depth, the deadline or the nodes are used up; results are left in `c`."""
    rules: Rules


def context_type(rules: Rules) -> Any:
    """The record of everything a search remembers; pass it on, never copy it."""
    ply, moves = rules.max_ply, rules.max_moves
    roots = moves + NAMED
    one = (1,)
    return record(
        [
            *TIMES,
            ("node_limit", I, one),
            ("depth_limit", I, one),
            ("spread", I, one),
            ("stop", I, one),
            ("nodes", I, one),
            ("depth", I, one),
            ("root_count", I, one),
            ("lines", I, one),  # so many root moves get their true value and line; none counts as one
            ("named", I, (NAMED,)),  # and so do these, whether the game lists them or not
            ("named_count", I, one),
            ("begun", I, one),  # is this a search that goes on where it was?
            ("keeps", I, one),  # or one that begins with the table of another?
            ("decided", I, one),  # is all that is wanted won or lost?
            ("root_move", I, (roots,)),
            ("root_value", I, (roots,)),
            ("root_depth", I, (roots,)),
            ("root_slot", I, (roots,)),  # where the rest is found that is known of the move
            ("slot_named", I, (roots,)),
            ("slot_true", I, (roots,)),  # is its value true, and not a bound?
            ("slot_nodes", I, (roots,)),  # how many positions the last iteration looked at below it
            ("slot_line", I, (roots, LINE)),
            ("slot_length", I, (roots,)),
            ("line", I, (ply,)),
            ("line_length", I, one),
            ("value", I, one),
            ("best", I, one),  # of the iteration that is under way
            ("settled", I, one),  # the value that the last complete iteration found
            ("moves", I, (ply, moves)),
            ("scores", I, (ply, moves)),
            ("killers", I, (ply, 2)),
            ("pv", I, (ply + 1, ply + 1)),
            ("pv_end", I, (ply + 1,)),
            ("history", I, (2, rules.history)),
            ("table", U, (1 << rules.table_bits, 2)),
        ]
    )


def make(rules: Rules) -> Search:
    over, gen, play, undo, key = rules.over, rules.gen, rules.play, rules.undo, rules.key
    evaluate, order = rules.evaluate, rules.order
    order_near = rules.order_near or order
    quiet = rules.quiet or quiet_by(evaluate)
    extend = rules.extend or extend_nothing
    margin = rules.margin or no_margin
    early, skip = rules.early or never_early, rules.skip or skip_nothing
    reduce = rules.reduce or reduce_late(rules.late)
    reduce_root = rules.reduce is not None
    by_nodes = rules.by_nodes or by_no_nodes
    cut_from = I(rules.cut_from if rules.margin else MAX_DEPTH + 1)
    unknown_from = I(rules.unknown_from)
    last_ply = I(rules.max_ply - 1)
    history_mask, table_mask = I(rules.history - 1), U((1 << rules.table_bits) - 1)
    clock_mask = I(rules.check_every - 1)
    won = I(rules.win - 1000 if rules.win else INFINITE)

    @helper
    def rank(s: Record, count: Int, table_move: Int, depth: Int, ply: Int, c: Record) -> None:
        for i in range(count):
            move = c.moves[ply, i]
            score = order(s, move) if depth > _2 else order_near(s, move)
            score += c.history[ply & _1, move & history_mask]
            if move == table_move:
                score = _TABLE_FIRST
            elif move == c.killers[ply, 0] or move == c.killers[ply, 1]:
                score += _KILLER_BONUS
            c.scores[ply, i] = score

    @helper
    def take_best(i: Int, count: Int, ply: Int, c: Record) -> Int:
        """Bring the best of the moves from i on to place i."""
        best = i
        for j in range(i + _1, count):
            if c.scores[ply, j] > c.scores[ply, best]:
                best = j
        move, score = c.moves[ply, best], c.scores[ply, best]
        c.moves[ply, best], c.scores[ply, best] = c.moves[ply, i], c.scores[ply, i]
        c.moves[ply, i], c.scores[ply, i] = move, score
        return move

    @helper
    def remember_cut(move: Int, depth: Int, ply: Int, c: Record) -> None:
        if c.killers[ply, 0] != move:
            c.killers[ply, 1] = c.killers[ply, 0]
            c.killers[ply, 0] = move
        side, place = ply & _1, move & history_mask
        c.history[side, place] += depth * depth
        if c.history[side, place] > _HISTORY_MOST:
            for i in range(history_mask + _1):
                c.history[side, i] >>= _1

    @helper
    def keep_line(move: Int, ply: Int, c: Record) -> None:
        c.pv[ply, ply] = move
        end = c.pv_end[ply + _1]
        for i in range(ply + _1, end):
            c.pv[ply, i] = c.pv[ply + _1, i]
        c.pv_end[ply] = end

    @helper
    def store(
        place: Int,
        k: Word,
        value: Int,
        depth: Int,
        bound: Int,
        move: Int,
        c: Record,
    ) -> None:
        packed = U(value + INFINITE) | (U(move + _1) << _U24)
        c.table[place, 0] = k
        c.table[place, 1] = packed | (U(depth) << (_U24 + _U24)) | (U(bound) << (_U32 + _U24))

    @helper
    def search(s: Record, depth: Int, alpha: Int, beta: Int, ply: Int, c: Record) -> Int:
        c.nodes[0] += _1
        if (c.nodes[0] & clock_mask) == _0 and late(c):
            c.stop[0] = _1
        if c.nodes[0] >= c.node_limit[0]:
            c.stop[0] = _1
        if c.stop[0] != _0:
            return _0
        c.pv_end[ply] = ply
        ended = over(s, ply)
        if ended != NOT_OVER:
            return ended
        if depth <= _0 or ply >= last_ply:
            return quiet(s, alpha, beta, ply, c)

        k = key(s)
        place = I(k & table_mask)
        table_move = _NONE
        if c.table[place, 0] == k:
            packed = c.table[place, 1]
            table_move = I((packed >> _U24) & _BITS24) - _1
            if I((packed >> (_U24 + _U24)) & _BITS8) >= depth and beta - alpha == _1:
                value = I(packed & _BITS24) - INFINITE
                if value > won:
                    value -= ply
                elif value < -won:
                    value += ply
                bound = I((packed >> (_U32 + _U24)) & _BITS2)
                if bound == _EXACT or (bound == _OLD_LOWER and value >= beta):
                    return value
                if bound == _UPPER and value <= alpha:
                    return value

        if table_move == _NONE and depth >= unknown_from:
            depth -= _1
        if depth >= cut_from and beta - alpha == _1:
            less = depth >> _1
            less -= (less ^ depth) & _1  # of the same parity: values swing between odd and even depths
            gap = margin(s, depth, less)
            if gap >= _0:
                if evaluate(s) >= beta:
                    if search(s, less, beta + gap - _1, beta + gap, ply, c) >= beta + gap:
                        return beta
                elif search(s, less, alpha - gap, alpha - gap + _1, ply, c) <= alpha - gap:
                    return alpha
                if c.stop[0] != _0:
                    return _0

        ended = early(s, depth, alpha, beta, ply, c)
        if ended != NOT_OVER:
            return ended

        count = gen(s, c.moves[ply], ply)
        rank(s, count, table_move, depth, ply, c)
        best, best_move, floor = -INFINITE, _NONE, alpha
        for i in range(count):
            move = take_best(i, count, ply, c)
            if best > -won and skip(s, depth, I(i), c.scores[ply, i], alpha):
                break
            play(s, move, ply)
            further = extend(s, move, ply)
            rest = depth - _1 + further
            if i == _0:
                value = -search(s, rest, -beta, -alpha, ply + _1, c)
            else:
                less = reduce(s, depth, I(i), c.scores[ply, i]) if further == _0 else _0
                value = -search(s, rest - less, -alpha - _1, -alpha, ply + _1, c)
                if value > alpha and less > _0:
                    value = -search(s, rest, -alpha - _1, -alpha, ply + _1, c)
                if value > alpha and value < beta:
                    value = -search(s, rest, -beta, -alpha, ply + _1, c)
            undo(s, move, ply)
            if c.stop[0] != _0:
                return _0
            if value > best:
                best, best_move = value, move
                if value > alpha:
                    alpha = value
                    keep_line(move, ply, c)
                    if value >= beta:
                        remember_cut(move, depth, ply, c)
                        break
        kept = best
        if best > won:
            kept = best + ply
        elif best < -won:
            kept = best - ply
        bound = _EXACT
        if best <= floor:
            bound = _UPPER
        elif best >= beta:
            bound = _OLD_LOWER
        store(place, k, kept, depth, bound, best_move, c)
        return best

    @helper
    def floor_of(i: Int, c: Record) -> Int:
        """What the i-th root move must exceed for its value to matter, by those before it in this iteration."""
        lines = max(c.lines[0], _1)
        if i < lines or c.slot_named[c.root_slot[i]] != _0:
            return -INFINITE
        least = -INFINITE
        if lines == _1:
            least = c.best[0]
        else:  # the lines-th best of those before: as many are at least as good as it
            for j in range(i):
                better = _0
                for k in range(i):
                    better += I(c.root_value[k] > c.root_value[j])
                if better < lines and (least == -INFINITE or c.root_value[j] < least):
                    least = c.root_value[j]
        if c.spread[0] > _0:
            least -= c.spread[0] + _1  # a move exactly at the edge gets its true value too
        return least

    @helper
    def keep_root_line(i: Int, c: Record) -> None:
        slot = c.root_slot[i]
        c.slot_length[slot] = min(c.pv_end[0], _LINE)
        for j in range(c.slot_length[slot]):
            c.slot_line[slot, j] = c.pv[0, j]

    @helper
    def look_at_root(s: Record, depth: Int, c: Record) -> None:
        """One iteration: every root move to this depth, until stopped."""
        c.best[0] = -INFINITE
        for i in range(c.root_count[0]):
            move = c.root_move[i]
            floor = floor_of(I(i), c)
            before = c.nodes[0]
            play(s, move, _0)
            if floor <= -INFINITE:
                value = -search(s, depth - _1, -INFINITE, INFINITE, _1, c)
            else:
                less = _0
                if reduce_root and c.spread[0] == _0 and extend(s, move, _0) == _0:
                    less = reduce(s, depth, I(i), _0)
                value = -search(s, depth - _1 - less, -floor - _1, -floor, _1, c)
                if value > floor and less > _0:
                    value = -search(s, depth - _1, -floor - _1, -floor, _1, c)
                if value > floor:
                    value = -search(s, depth - _1, -INFINITE, -floor, _1, c)
            undo(s, move, _0)
            if c.stop[0] != _0:
                return
            c.root_value[i], c.root_depth[i] = value, depth
            c.slot_true[c.root_slot[i]] = I(value > floor)
            c.slot_nodes[c.root_slot[i]] = c.nodes[0] - before
            c.depth[0] = depth
            if value > floor:
                keep_line(move, _0, c)
                keep_root_line(I(i), c)
            if value > c.best[0]:
                c.best[0] = value
                c.value[0], c.line_length[0] = value, c.pv_end[0]
                for j in range(c.pv_end[0]):
                    c.line[j] = c.pv[0, j]

    @helper
    def rank_root(i: Int, counted: bool, c: Record) -> Int:
        """By what the i-th root move is sorted: a bound says less of it than how much it took to see that it is no better."""
        value, slot = c.root_value[i], c.root_slot[i]
        if not counted or c.slot_true[slot] != _0:
            return value
        return value - _FAR if value < -won else c.slot_nodes[slot] - _FAR // _2

    @helper
    def sort_root(s: Record, c: Record) -> None:
        counted = c.depth[0] > _0 and c.spread[0] == _0 and by_nodes(s)
        for i in range(_1, c.root_count[0]):
            move, value, depth, slot = c.root_move[i], c.root_value[i], c.root_depth[i], c.root_slot[i]
            rank, j = rank_root(I(i), counted, c), I(i)
            while j > _0 and rank_root(j - _1, counted, c) < rank:
                c.root_move[j], c.root_value[j] = c.root_move[j - _1], c.root_value[j - _1]
                c.root_depth[j], c.root_slot[j] = c.root_depth[j - _1], c.root_slot[j - _1]
                j -= _1
            c.root_move[j], c.root_value[j], c.root_depth[j], c.root_slot[j] = move, value, depth, slot

    @helper
    def list_root(s: Record, c: Record) -> None:
        """The moves of the game, and those asked for by name."""
        count = gen(s, c.moves[0], _0)
        for i in range(count):
            c.root_move[i], c.root_value[i], c.slot_named[i] = c.moves[0, i], order(s, c.moves[0, i]), _0
        for n in range(c.named_count[0]):
            place = count
            for i in range(count):
                if c.root_move[i] == c.named[n]:
                    place = I(i)
            if place == count:
                count += _1
                c.root_move[place], c.root_value[place] = c.named[n], order(s, c.named[n])
            c.slot_named[place] = _1
        for i in range(count):
            c.root_depth[i], c.root_slot[i] = _0, I(i)
        c.root_count[0] = count
        sort_root(s, c)

    @helper
    def set_out(s: Record, c: Record) -> None:
        if c.keeps[0] == _0:
            c.table[:, :] = _U0
        c.history[:, :] = _0
        c.killers[:, :] = _NONE
        c.depth[0], c.nodes[0], c.begun[0], c.decided[0] = _0, _0, _1, _0
        list_root(s, c)
        c.line[0], c.line_length[0], c.value[0] = c.root_move[0], _1, evaluate(s)

    @helper
    def all_decided(c: Record) -> bool:
        """Is everything that is wanted of the root moves, now sorted, won or lost?"""
        for i in range(c.root_count[0]):
            wanted = i < max(c.lines[0], _1) or c.slot_named[c.root_slot[i]] != _0
            if wanted and c.root_value[i] <= won and c.root_value[i] >= -won:
                return False
        return True

    @helper
    def leave_the_lost(c: Record) -> None:
        """Where all that a stopped iteration came to is lost, the best of what it did not come to is better, as the one before saw it."""
        depth = c.depth[0]
        if depth <= _1 or c.best[0] == -INFINITE or c.best[0] >= -won:
            return
        for i in range(c.root_count[0]):
            if c.root_depth[i] < depth and c.root_value[i] >= -won:
                c.depth[0], c.value[0] = c.root_depth[i], c.root_value[i]
                c.line[0], c.line_length[0] = c.root_move[i], _1
                return

    @helper
    def deepen(s: Record, c: Record) -> None:
        if c.begun[0] == _0:
            set_out(s, c)
        for depth in range(c.depth[0], c.depth_limit[0]):
            look_at_root(s, I(depth) + _1, c)
            if c.stop[0] != _0:
                leave_the_lost(c)
                return
            sort_root(s, c)
            c.settled[0] = c.value[0]
            c.decided[0] = I(all_decided(c))
            if c.decided[0] != _0:
                return

    return Search(context_type(rules), search, deepen, rules)
