"""A compiled engine for Noughts and Crosses: everything such an engine needs, in one file.

A square is bit 8 × row + column of a word, so that three in a row are three bits 1, 7, 8 or 9 apart; a move is its bit's number.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import host, lookahead, search
from quintet.engine._jit import (
    I64,
    I,
    Int,
    Record,
    U,
    Word,
    array,
    entry,
    helper,
    popcount,
    record,
    records,
    tool,
)
from quintet.engine.boards.factory import Parts, by_turns, make_board, make_perft
from quintet.engine.hooks import NOT_OVER, Rules
from quintet.engine.request import (
    ANSWER,
    EQUAL,
    FINISHED,
    NO_PROOF,
    REQUEST,
    STUDY,
    choose,
    make_analyse,
    mix_word,
)
from quintet.engine.spelling import listed
from quintet.engine.thought import EngineError, Finding
from quintet.games.contract import Outcome

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from quintet.engine.spelling import Spelling
    from quintet.engine.thought import Report
    from quintet.games.contract import AnyGame
    from tests.toys.noughts import Noughts, NoughtsPosition

# --- the board: what the search asks about the rules ------------------------------------------------------------------

STATE = record([("own", U, (1,)), ("other", U, (1,)), ("field", U, (1,))])
WIN, MOST_SQUARES = 10_000, 36
_0, _1, _64 = I(0), I(1), I(64)
_WIN = I(WIN)
_U0, _U1, _U7, _U8, _U9 = U(0), U(1), U(7), U(8), U(9)


@helper
def rows_of(stones: Word, reach: Word) -> Word:
    """Where rows of so many (1: two, 2: three) begin, all directions counted into one word."""
    found = _U0
    for step in (_U1, _U7, _U8, _U9):
        pair = stones & (stones >> step)
        found |= pair if reach == _U1 else pair & (stones >> (step + step))
    return found


@helper
def over(s: Record, ply: Int) -> Int:
    if rows_of(s.other[0], U(2)) != _U0:
        return ply - _WIN  # whoever moved last has three
    return _0 if s.own[0] | s.other[0] == s.field[0] else NOT_OVER


@helper
def gen(s: Record, moves: Record, ply: Int) -> Int:
    count, free = _0, s.field[0] & ~(s.own[0] | s.other[0])
    for square in range(_64):
        if (free >> U(square)) & _U1 != _U0:
            moves[count] = square
            count += _1
    return count


@helper
def play(s: Record, move: Int, ply: Int) -> None:
    s.own[0], s.other[0] = s.other[0], s.own[0] | (_U1 << U(move))


@helper
def undo(s: Record, move: Int, ply: Int) -> None:
    s.own[0], s.other[0] = s.other[0] & ~(_U1 << U(move)), s.own[0]


@helper
def key(s: Record) -> Word:
    return mix_word(s.own[0] ^ mix_word(s.other[0]))


@helper
def evaluate(s: Record) -> Int:
    """Pairs, because three need two first."""
    return popcount(rows_of(s.own[0], _U1)) - popcount(rows_of(s.other[0], _U1))


@helper
def order(s: Record, move: Int) -> Int:
    """A square beside many of one's own."""
    return popcount(rows_of(s.own[0] | (_U1 << U(move)), _U1))


# --- the one compiled function ----------------------------------------------------------------------------------------

_search = search.make(
    Rules(
        over=over,
        gen=gen,
        play=play,
        undo=undo,
        key=key,
        evaluate=evaluate,
        order=order,
        win=WIN,
        max_ply=MOST_SQUARES + 2,
        max_moves=MOST_SQUARES,
        history=64,
        table_bits=12,
        late=1000,  # no move is looked at less deeply: what it sees is true
    )
)
_deepen = _search.deepen
WORK = record([("search", _search.CONTEXT)])


@helper
def worth(units: Int) -> Any:
    """1 for a win, -1 for a loss, and something between for what is still open."""
    if abs(units) > _WIN - _64:
        return 1.0 if units > _0 else -1.0
    return units * 0.01


_look = lookahead.make_lookahead(_search, worth, 100.0)
_set_limits, _write, _guard = _look.set_limits, _look.write, _look.guard
_begin, _further = _look.begin, _look.step


@helper
def prove_decided(s: Record, c: Record, a: Record) -> None:
    """Nothing is left out of the search: what it sees won, lost, or played to the end is so. But who was stopped in the middle of
    a depth has not seen every move, and then only a win is sure."""
    seen = c.stop[0] == _0
    whole = seen and a.depth[0] >= popcount(s.field[0] & ~(s.own[0] | s.other[0]))
    for i in range(a.count[0]):
        sure = whole or a.value[i] == 1.0 or (seen and a.value[i] == -1.0)
        a.proof[i] = EQUAL if sure else NO_PROOF
    a.proven[0] = a.proof[0]


@helper
def step(s: Record, r: Record, a: Record, w: Record) -> Int:
    c, empty = w.search, popcount(s.field[0] & ~(s.own[0] | s.other[0]))
    if r.goal[0] != STUDY:  # one move, or the proven value: all at once
        _set_limits(c, r, r.deadline[0], r.node_limit[0], empty)
        _deepen(s, c)
        _write(c, a)
        if r.loss[0] > 0.0:
            _guard(s, c, a)
        prove_decided(s, c, a)
        choose(a, r, key(s))
        a.steps[0] += _1
        return FINISHED
    if r.phase[0] == _0:
        _begin(c, r)
        r.phase[0] = _1
    told = a.steps[0]
    more = _further(s, c, r, a, r.deadline[0], r.node_limit[0], empty)
    if a.steps[0] > told:
        prove_decided(s, c, a)
    return more


_analyse = make_analyse(step)


@entry(I64, records(STATE), records(REQUEST), records(ANSWER), records(WORK))
def analyse(state: Record, request: Record, answer: Record, work: Record) -> Int:
    return _analyse(state[0], request[0], answer[0], work[0])


# --- the board for plain Python, so that one test proves it equal to the readable rules -------------------------------

_count = make_perft(over, gen, play, undo)


@tool(I64, records(STATE), array(I))
def list_moves(state: Record, moves: NDArray[np.int64]) -> Int:
    return gen(state[0], moves, _0) if over(state[0], _0) == NOT_OVER else _0


@tool(I64, records(STATE), I64)
def make_move(state: Record, move: Int) -> Int:
    play(state[0], move, _0)
    return _0


@tool(I64, records(STATE), array(I, 2), I64)
def leaves(state: Record, rows: NDArray[np.int64], depth: Int) -> Int:
    return _count(state[0], rows, depth, _0)


def held(game: Noughts, state: NDArray[Any]) -> dict[str, str]:
    pair = "bw" if mover(state) == 0 else "wb"
    sides = dict(zip(pair, (int(state[side][0, 0]) for side in ("own", "other")), strict=True))
    return {
        name: colour
        for square, name in enumerate(game.grid.names)
        for colour, stones in sides.items()
        if stones >> bit_of(game, square) & 1
    }


def mover(state: NDArray[Any]) -> int:
    return (int(state["own"][0, 0]) | int(state["other"][0, 0])).bit_count() % 2


def result(_: Noughts, state: NDArray[Any]) -> Outcome:
    if who_won(state):
        return Outcome(winners=(1 - mover(state),), reason="alignment")
    return Outcome(winners=(0, 1), reason="board-full")


@tool(I64, records(STATE))
def who_won(state: Record) -> Int:
    return I(over(state[0], _0) < _0)


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=by_turns(moves=list_moves, move=make_move, most=MOST_SQUARES, mover=mover),
        leaves=lambda _, state, depth: leaves(state, np.zeros((depth, MOST_SQUARES), I), I(depth)),
        spelling=lambda game, _, seat: spelling(game, None, seat),
        held=held,
        outcome=result,
    )
)


# --- what plain Python says of it: a host.Player ----------------------------------------------------------------------

ENTRY = analyse
LOSS = 0.5


def plays(game: AnyGame) -> bool:
    return game.name == "noughts"


def bit_of(game: Noughts, square: int) -> int:
    return 8 * (square // game.grid.columns) + square % game.grid.columns


def load(game: Noughts, position: NoughtsPosition) -> NDArray[Any]:
    state, mover = np.zeros(1, STATE), game.mover(position)
    for square, held in enumerate(position.squares):
        bit = U(1 << bit_of(game, square))
        state["field"] |= bit
        if held != ".":
            state["own" if held == "bw"[mover] else "other"] |= bit
    return state


pack = load  # it has nothing but the position


def spelling(game: Noughts, position: NoughtsPosition | None, seat: int) -> Spelling:
    names = [""] * 64
    for square, name in enumerate(game.grid.names):
        names[bit_of(game, square)] = name
    return listed(names)


def knowledge() -> dict[str, NDArray[Any]]:
    return {}  # nothing was learned


def solve(game: Noughts, position: NoughtsPosition, seat: int, report: Report) -> Finding:
    found = host.prove(
        sys.modules[__name__],
        game,
        position,
        seat,
        lambda work: report(f"{int(work['search']['nodes'][0, 0]):,} positions", 0.5),
    )
    if not found.exact:
        raise EngineError("this board is too large to be played to its end")
    return found
