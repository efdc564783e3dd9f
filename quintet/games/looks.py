"""What there is to see of a game, as data: the board with its spaces, the pieces, and what is counted beside them."""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from msgspec import Struct


class Space(Struct, frozen=True, gc=False):
    """A space of the board: its name and the middle of it. x grows to the right, y grows downwards."""

    name: str
    x: float
    y: float


class Label(Struct, frozen=True, gc=False):
    text: str
    x: float
    y: float


Mark: TypeAlias = Literal["", "none", "dot", "ring", "bars", "cross", "plus", "letter"]
Form: TypeAlias = Literal["disc", "square", "diamond", "triangle"]

STONES = ("black", "white", "grey", "purple", "yellow")
"""The colours of the house, each with a finish and a mark of its own."""
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece: the letter that stands for it, what people call it, and how it looks."""

    code: str
    """One small letter, from a to z."""
    name: str
    colour: str = ""
    """One of `STONES`, or any colour as `#rrggbb`; without one, the stone of its name, or a plain one."""
    mark: Mark = ""
    """What tells it apart for somebody who does not see colours; without one, that of its stone, or else its letter."""
    shape: Form = "disc"

    @property
    def stone(self) -> str:
        """The stone of the house that it is; empty for a piece of any other colour."""
        wanted = self.colour or self.name
        return wanted if wanted in STONES else ""


class Layout(Struct, frozen=True, kw_only=True):
    """The board as data. One unit is the distance between neighbouring spaces."""

    spaces: tuple[Space, ...]
    shape: Literal["square", "point", "hex", "hole"]
    """How a space is drawn: a tile, a crossing of lines, a hexagon, or a hole that holds a disc."""
    surface: Literal["felt", "wood", "slate", "paper", "rack"]
    """What the board looks made of."""
    lines: tuple[tuple[float, float, float, float], ...] = ()
    """Segments x1, y1, x2, y2 drawn under the pieces."""
    dots: tuple[tuple[float, float], ...] = ()
    labels: tuple[Label, ...] = ()
    palette: tuple[Piece, ...] = ()
    """Every single piece that can stand on the board."""


class Counter(Struct, frozen=True, omit_defaults=True):
    """Something counted for each seat (scores, tokens left), for each colour (captured pairs), or once (the round)."""

    name: str
    label: str
    values: tuple[int, ...] | dict[str, int] | int
    told: str = ""
    """How a number other than 0 is told where a label and a number would not do ("has passed"); 0 is not told then."""


class Info(Struct, frozen=True, kw_only=True):
    """What to show beside the board."""

    phase: str
    """Where the game stands, in a word or two; "over" when it is over, "play" where there is nothing to tell it apart from."""
    colours: tuple[str | None, ...]
    """By seat, the codes of the pieces it holds ("b", or "bp" for both); None before it has chosen."""
    counters: tuple[Counter, ...] = ()
    sides: tuple[str, ...] = ()
    """By seat, what people call its side ("the geese"); without them a side is called by its pieces."""

    def data(self) -> dict[str, Any]:
        """As a plain mapping, each counter under its own name."""
        return {"phase": self.phase, "colours": self.colours} | {c.name: c.values for c in self.counters}


def values_by_seat(counter: Counter, info: Info) -> tuple[int, ...]:
    """What each seat has of something counted, all of its colours together; nothing of what is counted once."""
    values = counter.values
    if isinstance(values, dict):
        return tuple(sum(values.get(code, 0) for code in codes or "") for codes in info.colours)
    return values if isinstance(values, tuple) else ()
