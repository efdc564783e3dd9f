"""Looking something up in the opening book of Best Game Ever, in compiled code. best_book.py says what is in it.

The book is one row of words, first those of the tall rack and then those of the wide one, each part sorted. A word holds, from the
highest bit, rack and plies left (48 bits), the value + 128 (8) and the column (8). Of mirror images the book has one.
"""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper
from quintet.engine.boards import best as board

NOWHERE = I(-(2**20))
"""In place of what the book has of a position, where it ends."""
_0, _1, _5, _16, _HALF = I(0), I(1), I(5), I(16), I(128)
_U8, _U16, _U42, _LOW_BYTE = U(8), U(16), U(42), U(255)
_mirror_tall, _mirror_wide = board.TALL.mirror, board.WIDE.mirror


@helper
def look_up(own: Word, other: Word, plies: Int, columns: Int, book: Record, counts: Record) -> Int:
    """What the book has of a position: 16 × its value + the column; or NOWHERE. `counts`: words of the tall rack, and of both."""
    straight = own + (own | other)
    low, high = _0, counts[0]
    if columns == _5:
        turned = _mirror_tall(own) + (_mirror_tall(own) | _mirror_tall(other))
    else:
        turned = _mirror_wide(own) + (_mirror_wide(own) | _mirror_wide(other))
        low, high = counts[0], counts[1]
    wanted, end = min(straight, turned) | (U(plies) << _U42), high
    while low < high:
        middle = (low + high) >> _1
        if (book[middle] >> _U16) < wanted:
            low = middle + _1
        else:
            high = middle
    if low == end or (book[low] >> _U16) != wanted:
        return NOWHERE
    column = I(book[low] & _LOW_BYTE)
    if turned < straight:
        column = columns - _1 - column
    return (I((book[low] >> _U8) & _LOW_BYTE) - _HALF) * _16 + column
