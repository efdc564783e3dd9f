"""What a position of plain five is worth by the net: a small one, in whole numbers, learned from games (training/gomoku_net.py).

The totals that the board keeps (boards/gomoku_views.py), those of the side to move first, and how many points make threes, fours
and fives are 44 inputs; 32 sums of them, where positive, and the inputs themselves are weighed; and so is the evaluation without a net.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from quintet.engine import knowledge
from quintet.engine._jit import I, Int, Record, helper
from quintet.engine.boards import gomoku_lines as lines
from quintet.engine.boards.gomoku_views import HIDDEN, INPUTS, KINDS, NET, VIEWS, WIDTH, mix
from quintet.engine.folded import Folded

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

NAME = "gomoku-net"
SHIPPED = np.dtype(
    [
        ("lines", "<i2", (lines.PATTERNS, WIDTH)),  # as the side whose stones are black sees them
        ("ground", "<i2", (WIDTH,)),
        ("taste", "<i2", (2, WIDTH)),  # for what one's own view says of a point, and the enemy's
        *(
            (name, "<i4", NET.fields[name][0].shape)
            for name in ("inner", "inner_ground", "outer", "straight")
        ),
        ("ends", "<i8", (2,)),
    ]
)
"""What the file holds."""
INNER, BETWEEN, OUTER, OLD = 22, 10, 20, 10
"""How many bits stand behind the point: of the sums, of those that are cut off before they are weighed, of the value, of the last weight."""
SHRINK = 16
"""The net was taught with totals divided by this: near 1."""
CROWD = 3
"""More points of one class count no more than so many."""
_0, _1 = I(0), I(1)
_CROWD, _BETWEEN, _OUTER, _OLD = I(CROWD), I(BETWEEN), I(OUTER), I(OLD)
_FIRST_KIND = I(10 - KINDS)


# --- the tables -------------------------------------------------------------------------------------------------------


@cache
def shipped() -> NDArray[Any] | None:
    """The net in the form of its file; None where there is none."""
    return knowledge.shipped(
        NAME, lambda data: np.frombuffer(data, SHIPPED).reshape(1), "plain five is played without a net"
    )


def swapped_patterns() -> NDArray[np.int64]:
    """By pattern, the one that it is with the colours exchanged."""
    numbers = lines.pattern_numbers().astype(np.int64)
    swapped = np.zeros(lines.PATTERNS, np.int64)
    swapped[numbers] = numbers[lines.colours_swapped()]
    return swapped


def both_views(one: NDArray[np.int16]) -> Folded:
    """Row by row black's view, which is shipped, and white's, which is black's of the opposite pattern."""
    own = np.arange(lines.PATTERNS)
    starts = WIDTH * np.stack([own, swapped_patterns()], axis=1)
    places = (starts[:, :, None] + np.arange(WIDTH)).reshape(1, lines.PATTERNS, VIEWS)
    return Folded(one.reshape(1, -1), places[0].astype(np.int32))


def tables(net: NDArray[Any] | None) -> Mapping[str, NDArray[Any] | Folded]:
    """By the field of a net's record, what belongs there; without a net, only that there is none."""
    if net is None:
        return {"learned": np.zeros(1, np.int64)}
    (known,) = net
    own, enemy = known["taste"]
    return {
        "learned": np.ones(1, np.int64),
        "patterns": lines.pattern_numbers(),
        "rows": both_views(known["lines"]),
        "ground": np.tile(known["ground"], 2),
        "taste": np.stack([np.concatenate([own, enemy]), np.concatenate([enemy, own])]),
        **{name: known[name] for name in ("inner", "inner_ground", "outer", "straight", "ends")},
    }


def fill(state: NDArray[Any], net: NDArray[Any] | None) -> None:
    """Put a net into a state before its stones are laid."""
    for name, known in tables(net).items():
        state["net"][name] = known.unfold() if isinstance(known, Folded) else known


# --- compiled ---------------------------------------------------------------------------------------------------------


@helper
def look(s: Record) -> None:
    """The inputs, as the side to move sees them."""
    for n in range(2):
        colour = s.colour[0] if n == 0 else _1 - s.colour[0]
        for i in range(WIDTH):
            s.inputs[n * WIDTH + i] = s.held[colour * WIDTH + i]
        for i in range(KINDS):
            s.inputs[VIEWS + n * KINDS + i] = min(s.counts[colour, _FIRST_KIND + i], _CROWD)


@helper
def judge(s: Record, without: Int) -> Int:
    """What the position is worth, given what it is worth without a net."""
    look(s)
    for j in range(HIDDEN):
        s.hidden[j] = s.net.inner_ground[j]
    mix(s.inputs, s.net.inner, s.hidden)
    value = s.net.ends[0]
    for i in range(INPUTS):
        value += I(s.inputs[i]) * I(s.net.straight[i])
    for j in range(HIDDEN):
        value += max(I(s.hidden[j]) >> _BETWEEN, _0) * I(s.net.outer[j])
    return (value >> _OUTER) + ((without * s.net.ends[1]) >> _OLD)
