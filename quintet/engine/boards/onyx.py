"""Onyx's compiled board: entries into its rules, and what plain Python asks of it."""

from __future__ import annotations

import weakref
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine._jit import I64, I, Int, Record, U, array, helper, records, tool
from quintet.engine.boards.factory import Parts, Rounds, make_board, make_perft
from quintet.engine.boards.onyx_reach import HEX, KING, NOTHING, ROWS, SQUARE, spread
from quintet.engine.boards.onyx_rules import (
    BONUS,
    EMPTY,
    ONE,
    ONE_STACK,
    OTHER,
    OVER,
    PAST,
    PLACING,
    REMOVAL,
    SPACES,
    TURN_WORDS,
    WALL,
    ZOBRIST,
    all_turns,
    count_turns,
    lift,
    play,
    put,
    undo,
)
from quintet.engine.boards.onyx_rules import (
    STATE as STATE,  # part of what a compiled board offers
)
from quintet.engine.hooks import NOT_OVER
from quintet.engine.spelling import Named, Part, Spelling

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from quintet.games.contract import AnyGame, Board, Outcome
    from quintet.games.graph import Graph
    from quintet.games.onyx import Onyx, OnyxPosition

_0, _1, _4 = I(0), I(1), I(4)


# --- entries ----------------------------------------------------------------------------------------------------------


@tool(I64, records(STATE), array(np.int8))
def set_up(state: Record, cells: NDArray[np.int8]) -> Int:
    """Pieces onto an empty board."""
    s = state[0]
    for space in range(s.spaces[0]):
        if cells[space] != EMPTY:
            put(s, I(space), I(cells[space]))
    return _0


@tool(I64, records(STATE), array(I))
def list_turns(state: Record, turns: NDArray[np.int64]) -> Int:
    """How many legal turns there are; written down if the row is long enough for them."""
    count = count_turns(state[0])
    return all_turns(state[0], turns) if count <= len(turns) else count


@tool(I64, records(STATE), I64)
def make_turn(state: Record, turn: Int) -> Int:
    play(state[0], turn, _0)
    return _0


@tool(I64, records(STATE), I64)
def take_off(state: Record, space: Int) -> Int:
    lift(state[0], space)
    return _0


@tool(I64, records(STATE))
def count_control(state: Record) -> Int:
    spread(state[0])
    return _0


@helper
def over(s: Record, ply: Int) -> Int:  # noqa: ARG001  (hooks.Rules)
    return _0 if s.phase[0] == OVER else NOT_OVER


@helper
def gen_all(s: Record, turns: Record, ply: Int) -> Int:  # noqa: ARG001  (likewise)
    """Every legal turn, not only those that a search would look at."""
    return all_turns(s, turns)


@helper
def count_all(s: Record, turns: Record, ply: Int) -> Int:  # noqa: ARG001  (likewise)
    return count_turns(s)


@helper
def ways_to_remove(s: Record) -> Int:
    """Any stacks of either side, then it is over; 0 while pieces are placed."""
    if s.phase[0] != REMOVAL:
        return _0
    count = _0
    for space in range(s.spaces[0]):
        what = I(s.cell[space])
        count += I(what > _4 and what < WALL)
    return _1 << count


_count = make_perft(over, gen_all, play, undo, count=count_all, final=ways_to_remove)


@tool(I64, records(STATE), array(I, 2), I64)
def count_leaves(state: Record, rows: NDArray[np.int64], depth: Int) -> Int:
    return _count(state[0], rows, depth, _0)


# --- the plain-Python side (board.CompiledBoard) ----------------------------------------------------------------------

KINDS = ".bpwyBPWY"
"""What a cell holds, as the rules write it."""
CODES = np.zeros(128, np.int8)
for _code, _letter in enumerate(KINDS):
    CODES[ord(_letter)] = _code
SHAPES = {"king": (KING, 8), "square": (SQUARE, 8), "hex": (HEX, 4)}
"""The built boards of up to this size fit on eight by eight squares."""


@dataclass(frozen=True)
class Wiring:
    """A graph as compiled code sees it: an empty state, and the number of each space there."""

    empty: NDArray[Any]
    number: NDArray[np.int64]
    names: dict[int, str]


_wirings: weakref.WeakKeyDictionary[Graph, Wiring] = weakref.WeakKeyDictionary()


def wiring(game: Onyx) -> Wiring:
    known = _wirings.get(game.graph)
    if known is None:
        known = _wirings[game.graph] = wire(game.graph, game.settings["board"])
    return known


def wire(graph: Graph, board: object) -> Wiring:
    kind, _, size = board.partition("-") if isinstance(board, str) else ("", "", "0")
    shape, most = SHAPES.get(kind, (ROWS, 0))
    count = len(graph.names)
    number = np.arange(count)
    spaces = count
    if int(size) > most or not most:
        shape = ROWS
    else:
        number = np.array([8 * (int(name[1:]) - 1) + ord(name[0]) - ord("a") for name in graph.names])
        spaces = 64
    state = np.zeros(1, STATE)
    s = state[0]
    s.spaces[0], s.words[0], s.weave[0] = spaces, (spaces + 63) // 64, shape
    s.playable[0] = count
    s.cell[:spaces] = WALL
    s.cell[number] = EMPTY
    near: list[list[int]] = [[] for _ in range(spaces)]
    for space, beside in zip(number, graph.neighbours, strict=True):
        near[space] = [int(number[other]) for other in beside]
        s.has[NOTHING, space >> 6] |= U(1 << (int(space) & 63))
        for other in near[space]:
            s.row[space, other >> 6] |= U(1 << (other & 63))
    flat = [other for beside in near for other in beside]
    s.near[: len(flat)] = flat
    s.first[1 : spaces + 1] = np.cumsum([len(beside) for beside in near])
    s.bits[0] = max(2, (2 * max(map(len, near))).bit_length())
    return Wiring(state, number, dict(zip(map(int, number), graph.names, strict=True)))


def plays(game: AnyGame) -> bool:
    return game.name == "onyx"


def codes_of(texts: list[str]) -> NDArray[np.int8]:
    """Squares as the rules write them, one row each, as what cells hold."""
    return CODES[np.frombuffer("".join(texts).encode(), np.uint8)].reshape(len(texts), -1)


def load(game: Onyx, position: OnyxPosition) -> NDArray[Any]:
    state = wiring(game).empty.copy()
    set_up(state, cells_of(game, position))
    write_turn(game, position, state)
    return state


def pack(game: Onyx, position: OnyxPosition, kind: Any) -> NDArray[Any]:
    """The same as a record of this type, which has what cannot be worked out again; in plain Python."""
    empty, state = wiring(game).empty, np.zeros(1, kind)
    for name in ("spaces", "playable", "words", "weave", "first", "near"):
        state[name] = empty[name]
    state["cell"] = empty["cell"]
    numbers = wiring(game).number
    state["cell"][0, numbers] = cells_of(game, position)[numbers]
    write_turn(game, position, state)
    return state


def cells_of(game: Onyx, position: OnyxPosition) -> NDArray[np.int8]:
    """What stands on each space, by its number; nothing where there is none."""
    cells = np.zeros(SPACES, np.int8)
    cells[wiring(game).number] = codes_of([position.squares])[0]
    return cells


def write_turn(game: Onyx, position: OnyxPosition, state: NDArray[Any]) -> None:
    """Whose turn it is, who has passed, and the hashes of earlier positions, as many of the latest as there is room for."""
    s = state[0]
    s.mover[0] = position.mover
    s.passed[0] = sum(1 << seat for seat in position.passed)
    s.phase[0] = {"placing": PLACING, "removal": REMOVAL, "over": OVER}[position.phase]
    earlier = position.earlier[-min(PAST, len(s.past)) :]
    if earlier:
        squares = codes_of([mark[1:] for mark in earlier])
        hashes = np.bitwise_xor.reduce(ZOBRIST[squares, wiring(game).number], axis=1)
        movers = [int(mark[0]) for mark in earlier]
        s.past[: len(earlier)] = hashes ^ TURN_WORDS[movers, s.passed[0]]
        s.past_count[0] = len(earlier)


def spell_turns(game: Onyx, seat: int) -> Spelling:
    """How turns are written, the seat's and the other's in turn. A turn is kind, space and other space."""
    names = [""] * 512
    for number, name in wiring(game).names.items():
        names[number] = name

    def forms(first: str, second: str) -> tuple[tuple[Part, ...], ...]:
        single = {ONE: first, OTHER: second, ONE_STACK: first * 2, ONE_STACK + 1: second * 2}
        pair = (Part(f"{first}@", 1), Part(f" {second}@", 0))
        return ((Part("pass"),), *((Part(f"{piece}@", 1),) for piece in single.values()), pair)

    colours = ("bp", "wy") if seat == 0 else ("wy", "bp")
    return Spelling(tuple(names), 512, 2, tuple(forms(*pair) for pair in colours))


def spell_sets(game: Onyx, cells: NDArray[np.int8], seat: int) -> Spelling:
    """How sets of stacks are written, the seat's and the other's: a bit for each stack, in the order of their spaces' numbers."""
    from quintet.games.graph import space_order

    def named(side: int) -> tuple[Named, ...]:
        bits = {wiring(game).names[space]: bit for bit, space in enumerate(stacks(cells, side))}
        return tuple(Named(name, bits[name]) for name in sorted(bits, key=space_order))

    return Spelling((), 0, forms=(((Part("remove"),),),), sets=(named(seat), named(1 - seat)))


def stacks(cells: NDArray[np.int8], seat: int) -> list[int]:
    """The numbers of the spaces on which a seat's stacks stand."""
    return [number for number, what in enumerate(cells.tolist()) if what in (5 + 2 * seat, 6 + 2 * seat)]


def spelling(game: Onyx, state: NDArray[Any], seat: int) -> Spelling:
    """How a seat's moves are written: turns, or in the end sets of stacks."""
    if state["phase"][0, 0] == REMOVAL:
        return spell_sets(game, state["cell"][0], seat)
    return spell_turns(game, seat)


def to_move(_: Onyx, state: NDArray[Any]) -> tuple[int, ...]:
    s = state[0]
    return {int(PLACING): (int(s.mover[0]),), int(REMOVAL): (0, 1)}.get(int(s.phase[0]), ())


def list_codes(_: Onyx, state: NDArray[Any], seat: int) -> Sequence[int]:
    if state[0].phase[0] == REMOVAL:
        return range(1 << len(stacks(state[0].cell, seat)))
    turns = np.zeros(list_turns(state, np.zeros(0, I)), I)
    list_turns(state, turns)
    listed: list[int] = turns.tolist()
    return listed


def play_codes(state: NDArray[Any], moves: Mapping[int, int]) -> None:
    s = state[0]
    if s.phase[0] == PLACING:
        (code,) = moves.values()
        make_turn(state, I(code))
        return
    chosen = {seat: stacks(s.cell, seat) for seat in moves}
    for seat, code in moves.items():
        for bit, space in enumerate(chosen[seat]):
            if code >> bit & 1:
                take_off(state, I(space))
    s.phase[0] = OVER


def held(game: Onyx, state: NDArray[Any]) -> Board:
    cells = state[0].cell
    found = {name: KINDS[cells[number]] for number, name in wiring(game).names.items() if cells[number]}
    return {name: kind if kind.islower() else kind.lower() * 2 for name, kind in found.items()}


def count_points(_: Onyx, state: NDArray[Any]) -> Outcome:
    """As the rules count them, the second player's bonus included."""
    from quintet.games.contract import by_score

    count_control(state)
    control = [int(points) for points in state[0].control]
    zero, one = (sum(pair) + min(pair) for pair in (control[:2], control[2:]))
    return by_score((zero, one + int(BONUS)))


def leaves(_: Onyx, state: NDArray[Any], depth: int) -> int:
    spaces = int(state[0].spaces[0])
    return int(count_leaves(state, np.zeros((depth, 1 + 4 * spaces + spaces**2), I), I(depth)))


turn, legal, advance, pieces, outcome, perft = make_board(
    Parts(
        rounds=Rounds(to_move, list_codes, play_codes),
        leaves=leaves,
        spelling=spelling,
        held=held,
        outcome=count_points,
    )
)
