"""Discs that can never be turned again, at least some of them: a bound on what the other side can still win."""

from __future__ import annotations

from quintet.engine._jit import U, Word, helper

U1, U7, U8, U9 = U(1), U(7), U(8), U(9)
LEFT_RIGHT = U(0x8181818181818181)
TOP_BOTTOM = U(0xFF000000000000FF)
RIM = LEFT_RIGHT | TOP_BOTTOM


def _leaving(right: int, down: int, steps: int) -> int:
    """The squares from which so many steps in a direction lead off the large board."""
    return sum(
        1 << (y * 8 + x)
        for y in range(8)
        for x in range(8)
        if not (0 <= x + steps * right < 8 and 0 <= y + steps * down < 8)
    )


def _three(right: int, down: int) -> tuple[Word, Word, Word]:
    return U(_leaving(right, down, 1)), U(_leaving(right, down, 2)), U(_leaving(right, down, 4))


E1, E2, E4 = _three(1, 0)
W1, W2, W4 = _three(-1, 0)
S1, S2, S4 = _three(0, 1)
N1, N2, N4 = _three(0, -1)
SE1, SE2, SE4 = _three(1, 1)
NW1, NW2, NW4 = _three(-1, -1)
SW1, SW2, SW4 = _three(-1, 1)
NE1, NE2, NE4 = _three(1, -1)


@helper
def filled_up(filled: Word, step: Word, one: Word, two: Word, four: Word) -> Word:
    """The squares from which every square towards higher bits is filled: looking 1, then 2, then 4 steps ahead."""
    found = filled & (one | (filled >> step))
    found &= two | (found >> (step + step))
    return found & (four | (found >> (step + step + step + step)))


@helper
def filled_down(filled: Word, step: Word, one: Word, two: Word, four: Word) -> Word:
    found = filled & (one | (filled << step))
    found &= two | (found << (step + step))
    return found & (four | (found << (step + step + step + step)))


@helper
def stable(own: Word, other: Word, field: Word) -> Word:
    """Own discs that are safe along every line: it is full, or an end of it or a safe own disc is next to the disc."""
    off = ~field
    filled = own | other | off
    rows = filled_up(filled, U1, E1, E2, E4) & filled_down(filled, U1, W1, W2, W4)
    columns = filled_up(filled, U8, S1, S2, S4) & filled_down(filled, U8, N1, N2, N4)
    falling = filled_up(filled, U9, SE1, SE2, SE4) & filled_down(filled, U9, NW1, NW2, NW4)
    rising = filled_up(filled, U7, SW1, SW2, SW4) & filled_down(filled, U7, NE1, NE2, NE4)
    rows |= LEFT_RIGHT
    columns |= TOP_BOTTOM
    falling |= RIM
    rising |= RIM
    found = own & rows & columns & falling & rising
    while True:
        firm = found | off
        more = own & (rows | (firm << U1) | (firm >> U1)) & (columns | (firm << U8) | (firm >> U8))
        more &= (falling | (firm << U9) | (firm >> U9)) & (rising | (firm << U7) | (firm >> U7))
        if more == found:
            return found
        found = more
