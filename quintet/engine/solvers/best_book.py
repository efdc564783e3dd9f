"""The opening book of Best Game Ever: one best move for every position that can arise when its owner keeps to the book.

A book belongs to a rack and a seat. It is a row of bytes, one for each position, in the order in which positions are met
when going through the game ply by ply: the book's own move, then every reply, mirror images merged. So neither positions
nor values need to be stored: `walk` finds them again. A byte holds the best column (of the position as it is kept, or its
mirror image) and by how much the position is better than it had to be, that is, what the last reply gave away.
"""

from __future__ import annotations

import functools
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from quintet.engine import knowledge
from quintet.engine._jit import I64, U64, I, Int, Record, U, Word, array, entry, helper, tool
from quintet.engine.boards import best as board
from quintet.engine.solvers import best_lookup
from quintet.engine.solvers.best import MOST_PLIES, Rest, hash_key
from quintet.engine.thought import EngineError

if TYPE_CHECKING:
    from numpy.typing import NDArray

FLOOR = -16
"""Where the values of the first positions are counted from."""
MOST_BETTER = 31

_0, _1, _2, _5 = I(0), I(1), I(2), I(5)
U0, U1, U42 = U(0), U(1), U(42)


def make(rack: board.Rack) -> Callable[..., Any]:
    landing, drop, mirror, column_of = rack.landing, rack.drop, rack.mirror, rack.column
    first_floor = I(FLOOR)

    @helper
    def meet(own: Word, other: Word, plies: Int, floor: Int, count: Int, met: Record, slots: Record) -> Int:
        """Add a position if it is new and there is room; how many there are then."""
        own_mirrored, other_mirrored = mirror(own), mirror(other)
        if own_mirrored + (own_mirrored | other_mirrored) < own + (own | other):
            own, other = own_mirrored, other_mirrored
        slot = I(hash_key(own + (own | other)) & U(slots.size - 1))
        while slots[slot] != _0:
            at = slots[slot] - _1
            if met[at, 0] == own and met[at, 1] == other and met[at, 2] == U(plies):
                return count
            slot = (slot + _1) & I(slots.size - 1)
        if count == I(met.shape[0]):
            return count
        slots[slot] = count + _1
        met[count, 0], met[count, 1], met[count, 2], met[count, 3] = own, other, U(plies), U(floor)
        return count + _1

    @helper
    def meet_replies(
        own: Word, other: Word, plies: Int, floor: Int, count: Int, met: Record, slots: Record
    ) -> Int:
        """The opponent (`own` here) is to move: add what every reply leads to."""
        cells = landing(own, other) if plies > _1 else U0
        while cells != U0:
            cell = cells & (U0 - cells)
            cells ^= cell
            mine, theirs, gain = drop(own, other, cell)
            if landing(mine, theirs) != U0:
                count = meet(theirs, mine, plies - _1, floor + gain, count, met, slots)
        return count

    @helper
    def walk(moves: Record, seat: Int, plies: Int, last: Int, met: Record, slots: Record) -> Int:
        """Go through the book; how many positions were met, those without a move yet included."""
        count = _0
        if seat == _0:
            count = meet(U0, U0, plies, first_floor, count, met, slots)
        else:
            count = meet_replies(U0, U0, plies, first_floor, count, met, slots)
        for i in range(moves.size):
            own, other, left = met[i, 0], met[i, 1], I(met[i, 2])
            value = I(met[i, 3]) + I(moves[i] >> U(3))
            met[i, 3] = U(value)
            if left - _2 < last:
                continue
            cells, wanted = landing(own, other), I(moves[i] & U(7))
            cell = cells & (U0 - cells)
            while column_of(cell) != wanted and cells != cell:
                cells ^= cell
                cell = cells & (U0 - cells)
            mine, theirs, gain = drop(own, other, cell)
            count = meet_replies(theirs, mine, left - _1, value - gain, count, met, slots)
        return count

    return walk


_walk_tall, _walk_wide = make(board.TALL), make(board.WIDE)


@entry(I64, array(U), I64, I64, I64, I64, array(U, 2), array(I))
def walk(moves: Record, columns: Int, seat: Int, plies: Int, last: Int, met: Record, slots: Record) -> Int:
    if columns == _5:
        return _walk_tall(moves, seat, plies, last, met, slots)
    return _walk_wide(moves, seat, plies, last, met, slots)


# --- in plain Python --------------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Opening:
    """A book as it is stored: the rack, the seat, the plies of a game, the fewest left that it goes to, and its bytes."""

    columns: int
    seat: int
    plies: int
    last: int
    moves: bytes

    def met(self, *, further: bool = True) -> NDArray[np.uint64]:
        """Own, other, plies left and value of every position with a move; then, with `further`, of those that still want
        one, with the least they can be worth in place of the value."""
        room = 8 * len(self.moves) + 64 if further else len(self.moves)
        met = np.zeros((room, 4), U)
        slots = np.zeros(1 << (2 * room + 1).bit_length(), I)
        moves = np.frombuffer(self.moves, np.uint8).astype(U)
        count = walk(moves, I(self.columns), I(self.seat), I(self.plies), I(self.last), met, slots)
        return met[:count]


Index: TypeAlias = "dict[str, NDArray[Any]]"
"""All positions with a move, as best_lookup.py reads them: `book` and `book_count`."""


def read(data: bytes) -> list[Opening]:
    """The books of a file: a line with how many, then for each a line of numbers and the bytes."""
    try:
        head, _, rest = data.partition(b"\n")
        books = []
        for part in head.split(b";"):
            columns, seat, plies, last, size = map(int, part.split())
            moves, rest = rest[:size], rest[size:]
            if len(moves) != size or columns not in (5, 7) or any(move & 7 >= columns for move in moves):
                raise ValueError
            if seat not in (0, 1) or not 0 <= last <= plies <= MOST_PLIES:
                raise ValueError
            books.append(Opening(columns, seat, plies, last, moves))
        if rest:
            raise ValueError
    except ValueError as error:
        raise EngineError("the opening book of best is not in the form that this version reads") from error
    return books


def pack(books: list[Opening]) -> bytes:
    heads = (f"{book.columns} {book.seat} {book.plies} {book.last} {len(book.moves)}" for book in books)
    return ";".join(heads).encode() + b"\n" + b"".join(book.moves for book in books)


@functools.cache
def shipped() -> Index:
    """What the shipped book knows; nothing if it is missing or damaged."""
    known = knowledge.shipped(
        "best-book", lambda data: index(read(data)), "Best Game Ever is played without its opening book"
    )
    return {} if known is None else known


def index(books: list[Opening]) -> Index:
    tall, wide = (_sorted(columns, books) for columns in (5, 7))
    counts = np.cumsum([len(tall), len(wide)])
    return {"book": np.concatenate([tall, wide]), "book_count": counts.astype(I)}


def _sorted(columns: int, books: list[Opening]) -> NDArray[np.uint64]:
    words = [np.zeros(0, U)]
    for book in books:
        if book.columns == columns:
            met = book.met(further=False)
            best = np.frombuffer(book.moves, np.uint8) & 7
            if len(met) != len(best) or _any_full(met, best, columns):
                raise EngineError(
                    "the opening book of best is not in the form that this version reads: its moves cannot be made"
                )
            keys = (met[:, 0] + (met[:, 0] | met[:, 1])) | (met[:, 2] << U42)
            values = met[:, 3] + U(128)  # a word, so one below nothing comes out right
            words.append((keys << U(16)) | ((values & U(255)) << U(8)) | best.astype(U))
    return np.sort(np.concatenate(words))


def _any_full(met: NDArray[np.uint64], best: NDArray[Any], columns: int) -> bool:
    """Is the column of any of these moves full?"""
    stride = 8 if columns == 5 else 6
    top = best.astype(U) * U(stride) + U(stride - 2)
    return bool((((met[:, 0] | met[:, 1]) >> top) & U1).any())


@tool(I64, U64, U64, I64, I64, array(U), array(I))
def _look_up(own: Word, other: Word, plies: Int, columns: Int, book: Record, counts: Record) -> Int:
    return best_lookup.look_up(own, other, plies, columns, book, counts)


def look_up(rest: Rest, known: Index | None = None) -> tuple[int, int] | None:
    """The column by the shipped book (or another one) and what the rest of the game is worth; None where it ends."""
    known = shipped() if known is None else known
    if not known:
        return None
    found = int(
        _look_up(rest.own, rest.other, I(rest.plies), I(rest.columns), known["book"], known["book_count"])
    )
    return None if found == best_lookup.NOWHERE else (found & 15, found >> 4)
