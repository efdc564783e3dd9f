"""A picture as data: shapes in board units, with their colours. Two painters turn it into SVG and PNG.

A colour is `#rrggbb`, or `#rrggbbaa` where something shines through. x grows to the right, y downwards, and the middle of
a space is where the layout says it is.
"""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

Point: TypeAlias = tuple[float, float]


class Shade(Struct, frozen=True):
    """A gradient: round from a light at the upper left, or straight from top to bottom."""

    start: str
    end: str
    kind: Literal["round", "down"] = "round"


Fill: TypeAlias = str | Shade


class Stroke(Struct, frozen=True):
    colour: str
    width: float


class Rect(Struct, frozen=True, kw_only=True):
    x: float
    y: float
    width: float
    height: float
    fill: Fill = ""
    stroke: Stroke | None = None
    radius: float = 0.0


class Circle(Struct, frozen=True, kw_only=True):
    x: float
    y: float
    r: float
    fill: Fill = ""
    stroke: Stroke | None = None


class Polygon(Struct, frozen=True, kw_only=True):
    points: tuple[Point, ...]
    fill: str = ""
    stroke: Stroke | None = None


class Line(Struct, frozen=True, kw_only=True):
    points: tuple[Point, ...]
    stroke: Stroke


class Text(Struct, frozen=True, kw_only=True):
    """Centred on x, y."""

    x: float
    y: float
    text: str
    size: float
    fill: str


Shape: TypeAlias = Rect | Circle | Polygon | Line | Text


class Scene(Struct, frozen=True, kw_only=True):
    """Everything in the picture, back to front, and what it says to somebody who cannot see it."""

    left: float
    top: float
    width: float
    height: float
    background: str
    shapes: tuple[Shape, ...]
    title: str
    description: str
