"""Onyx compiled, what the colours hold and reach: the points at the end, and who is nearer before it."""

from __future__ import annotations

from quintet.engine._jit import I, Int, Record, U, Word, helper, lowest, popcount

ROWS, KING, SQUARE, HEX = I(0), I(1), I(2), I(3)
"""How the neighbours of a set of spaces are found: by a row of bits for each space, or by shifts."""
NOTHING = I(4)
"""In `has`, the set of empty spaces; 0 to 3 are the colours."""

_0, _1, _2, _4 = I(0), I(1), I(2), I(4)
U0, U1, U8 = U(0), U(1), U(8)
NOT_A, NOT_H = U(0xFEFEFEFEFEFEFEFE), U(0x7F7F7F7F7F7F7F7F)


@helper
def beside(s: Record, bits: Word) -> Word:
    """On a board of one word: the neighbours of these spaces, perhaps with some of themselves."""
    shape = s.weave[0]
    if shape == KING:
        wide = bits | ((bits & NOT_H) << U1) | ((bits & NOT_A) >> U1)
        return wide | (wide << U8) | (wide >> U8)
    right, left = (bits & NOT_H) << U1, (bits & NOT_A) >> U1
    if shape == SQUARE:
        return right | left | (bits << U8) | (bits >> U8)
    if shape == HEX:
        return right | left | (bits << U8) | (bits >> U8) | (right >> U8) | (left << U8)
    found = U0
    while bits != U0:
        found |= s.row[lowest(bits), 0]
        bits &= bits - U1
    return found


@helper
def beside_two(s: Record, bits: Word) -> Word:
    """On a board of one word: the spaces beside two of these, or more."""
    shape = s.weave[0]
    right, left = (bits & NOT_H) << U1, (bits & NOT_A) >> U1
    if shape == ROWS:
        once, twice = U0, U0
        while bits != U0:
            row = s.row[lowest(bits), 0]
            bits &= bits - U1
            twice |= once & row
            once |= row
        return twice
    up, down = bits << U8, bits >> U8
    once, twice = right | left, right & left
    twice |= (once & up) | ((once | up) & down)
    once |= up | down
    if shape != SQUARE:
        one, other = right >> U8, left << U8
        twice |= (once & one) | ((once | one) & other)
        once |= one | other
    if shape == KING:
        one, other = right << U8, left >> U8
        twice |= (once & one) | ((once | one) & other)
    return twice


@helper
def spread_word(s: Record) -> None:
    """Fill `control` and `nearest` on a board of one word."""
    empty = s.has[NOTHING, 0]
    r0, r1, r2, r3 = s.has[0, 0], s.has[1, 0], s.has[2, 0], s.has[3, 0]
    n0, n1, n2, n3 = _2 * popcount(r0), _2 * popcount(r1), _2 * popcount(r2), _2 * popcount(r3)
    f0, f1, f2, f3 = r0, r1, r2, r3
    while True:
        f0, f1 = beside(s, f0) & empty & ~r0, beside(s, f1) & empty & ~r1
        f2, f3 = beside(s, f2) & empty & ~r2, beside(s, f3) & empty & ~r3
        left, right = f0 | f1, f2 | f3
        if left | right == U0:
            break
        before, mine = ~(r2 | r3), ~(r0 | r1)
        n0 += _2 * popcount(f0 & before) - popcount(f0 & before & right)
        n1 += _2 * popcount(f1 & before) - popcount(f1 & before & right)
        n2 += _2 * popcount(f2 & mine) - popcount(f2 & mine & left)
        n3 += _2 * popcount(f3 & mine) - popcount(f3 & mine & left)
        r0, r1, r2, r3 = r0 | f0, r1 | f1, r2 | f2, r3 | f3
    s.control[0], s.control[1], s.control[2], s.control[3] = (
        popcount(r0),
        popcount(r1),
        popcount(r2),
        popcount(r3),
    )
    s.nearest[0], s.nearest[1], s.nearest[2], s.nearest[3] = n0, n1, n2, n3


@helper
def step_out(s: Record, colour: Int) -> None:
    """On a larger board: `fresh` becomes the empty spaces next to the colour's `edge` that it has not reached."""
    words = s.words[0]
    for w in range(words):
        s.fresh[colour, w] = U0
    for w in range(words):
        bits = s.edge[colour, w]
        while bits != U0:
            space = I(w) * I(64) + lowest(bits)
            bits &= bits - U1
            for v in range(words):
                s.fresh[colour, v] |= s.row[space, v]
    for w in range(words):
        s.fresh[colour, w] &= s.has[NOTHING, w] & ~s.reach[colour, w]


@helper
def count_fresh(s: Record, colour: Int) -> Int:
    """Half points for the spaces just reached: two where the other side is later, one where it comes just now."""
    rival = _2 - (colour & _2)
    points = _0
    for w in range(s.words[0]):
        first = s.fresh[colour, w] & ~(s.reach[rival, w] | s.reach[rival + _1, w])
        points += _2 * popcount(first) - popcount(first & (s.fresh[rival, w] | s.fresh[rival + _1, w]))
    return points


@helper
def spread_rows(s: Record) -> None:
    """The same as spread_word on a board of any size."""
    words = s.words[0]
    for colour in range(_4):
        s.nearest[colour] = _0
        for w in range(words):
            s.reach[colour, w] = s.edge[colour, w] = s.has[colour, w]
            s.nearest[colour] += _2 * popcount(s.has[colour, w])
    grows = True
    while grows:
        grows = False
        for colour in range(_4):
            step_out(s, I(colour))
        for colour in range(_4):
            s.nearest[colour] += count_fresh(s, I(colour))
        for colour in range(_4):
            for w in range(words):
                s.reach[colour, w] |= s.fresh[colour, w]
                s.edge[colour, w] = s.fresh[colour, w]
                grows |= s.fresh[colour, w] != U0
    for colour in range(_4):
        s.control[colour] = _0
        for w in range(words):
            s.control[colour] += popcount(s.reach[colour, w])


@helper
def spread(s: Record) -> None:
    """Count for each colour what it controls, and what it is nearer to than the other side."""
    if s.words[0] == _1:
        spread_word(s)
    else:
        spread_rows(s)


@helper
def tally(points: Record, seat: Int) -> Int:
    """The greater of a seat's two colours once, the lesser twice."""
    one, other = points[_2 * seat], points[_2 * seat + _1]
    return one + other + min(one, other)
