"""How a result comes about: what to mark on the board, and how each seat's score adds up.

A game writes its account beside its rules (`Game.account`); one that writes none is told by what it counts. Every face
shows it at the end of a game, and none knows what a row, a group or a point is.
"""

from __future__ import annotations

from msgspec import Struct


class Group(Struct, frozen=True, omit_defaults=True):
    """Spaces that count together: a winning row, a group that is multiplied, what a colour reaches."""

    name: str
    """What it is, for people: "Five in a row"."""
    spaces: tuple[str, ...]
    seat: int
    """Whom it counts for."""
    piece: str = ""
    """The piece that it is of, where a seat has several."""
    sign: str = ""
    """What to write on it, such as its size."""
    joined: bool = True
    """Is it one thing, to be drawn as one? Otherwise every space of it gets a sign of its own."""


class Line(Struct, frozen=True, omit_defaults=True):
    """One line of the sum: what is counted, and what each seat has of it."""

    label: str
    values: tuple[str, ...]
    """By seat, as people write it: "4 × 3 × 1"; empty where there is nothing to tell."""
    decides: bool = False
    """Is this what the game was won by?"""


class Account(Struct, frozen=True, omit_defaults=True):
    """Why a game ended as it did."""

    lines: tuple[Line, ...] = ()
    groups: tuple[Group, ...] = ()
