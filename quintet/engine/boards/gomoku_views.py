"""What the net of plain five sees: a row of numbers for every point, kept up to date stone by stone.

Each of a point's four lines is a pattern (gomoku_lines.py), and for every pattern the net has learned a row: some numbers as
black sees it, then as many as white does. The four rows are added up for the point, and the points, clipped, for the board:
`held`. What these totals mean is said in evals/gomoku_net.py.
"""

from __future__ import annotations

import numpy as np

from quintet.engine._jit import I, Int, Record, helper, record
from quintet.engine._rows import make_mix, make_rows
from quintet.engine.boards import gomoku_lines as lines

WIDTH = 16
"""How many numbers one colour has for a point."""
VIEWS = 2 * WIDTH
ONE, MOST = 256, 1023
"""What is 1 to the net, and the most that a number counts for."""
KINDS = 6
"""Of the classes of points the strongest so many are counted, too: those that make a three or more."""
INPUTS, HIDDEN = VIEWS + 2 * KINDS, 32
NET = record(
    [
        ("learned", np.int64, (1,)),  # is there a net at all?
        ("patterns", np.uint16, (lines.KEYS,)),  # by key, the number of its row
        (
            "rows",
            np.int16,
            (1, lines.PATTERNS, VIEWS),
        ),  # all are one table: so a file has each number once (folded.py)
        ("ground", np.int16, (VIEWS,)),  # what a point begins with
        ("taste", np.int16, (2, VIEWS)),  # by colour to move, which points it likes to play on
        ("inner", np.int32, (INPUTS, HIDDEN)),
        ("inner_ground", np.int32, (HIDDEN,)),
        ("outer", np.int32, (HIDDEN,)),
        ("straight", np.int32, (INPUTS,)),
        ("ends", np.int64, (2,)),  # the last constant, and what the evaluation without a net counts for
    ]
)
_rows = make_rows(VIEWS, MOST)
_change, _change_counted, _weigh = _rows.change, _rows.change_counted, _rows.weigh
count, discount, copy = _rows.count, _rows.discount, _rows.copy
mix = make_mix(INPUTS, HIDDEN)


@helper
def turn_line(s: Record, cell: Int, before: Int, after: Int, counted: bool) -> None:
    """A line of a point has got another key."""
    less, more = s.net.rows[0, I(s.net.patterns[before])], s.net.rows[0, I(s.net.patterns[after])]
    if counted:
        _change_counted(s.views[cell], less, more, s.held)
    else:
        _change(s.views[cell], less, more)


@helper
def liking(s: Record, cell: Int) -> Int:
    """How much the net would like to play there: the logarithm of a chance, in units of ONE squared."""
    return _weigh(s.views[cell], s.net.taste[s.colour[0]])
