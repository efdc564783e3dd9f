"""Pieces, stacks, burned spaces and the mark of the last move."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TypeAlias

from quintet.draw.scene import Circle, Line, Polygon, Rect, Shade, Shape, Stroke, Text
from quintet.draw.theme import PLAIN, Look, Theme, mix
from quintet.games.contract import BURNED

RADIUS = 0.41
Looks: TypeAlias = Mapping[str, Look]
CORNERS = {
    "square": ((-0.85, -0.85), (0.85, -0.85), (0.85, 0.85), (-0.85, 0.85)),
    "diamond": ((0.0, -1.1), (1.1, 0.0), (0.0, 1.1), (-1.1, 0.0)),
    "triangle": ((0.0, -1.05), (1.05, 0.8), (-1.05, 0.8)),
}
"""The corners of a piece that is no disc, in its radius."""


def pieces(x: float, y: float, codes: str, theme: Theme, looks: Looks) -> Iterator[Shape]:
    """What stands on one space: one piece, or several as a stack with their number."""
    if len(codes) == 1:
        yield from piece(x, y, RADIUS, codes, theme, looks)
        return
    size = min(len(codes), 4)
    radius, rise = RADIUS * 0.82, 0.5 / (size + 1)
    for level, code in enumerate(codes[-size:]):
        shift = (level - (size - 1) / 2) * rise
        yield from piece(x + shift * 0.5, y - shift, radius, code, theme, looks)
    look = looks.get(codes[-1], PLAIN)
    yield Circle(x=x + 0.3, y=y + 0.3, r=0.175, fill=theme.page, stroke=Stroke(look.edge, 0.025))
    yield Text(x=x + 0.3, y=y + 0.3, text=str(len(codes)), size=0.27, fill=theme.label)


def piece(x: float, y: float, radius: float, code: str, theme: Theme, looks: Looks) -> Iterator[Shape]:
    look = looks.get(code, PLAIN)
    for spread in (0.05, 0.0):  # two faint shadows make a soft one
        yield body(x + 0.025, y + 0.05, radius + spread, look, theme.shadow)
    yield body(x, y, radius, look, Shade(look.light, look.dark), Stroke(look.edge, 0.022))
    yield from mark(x, y, radius, look, code)


def body(
    x: float, y: float, radius: float, look: Look, fill: str | Shade, stroke: Stroke | None = None
) -> Shape:
    """The outline of a piece, filled; what is not round is flat, and so of one colour."""
    if look.shape == "disc":
        return Circle(x=x, y=y, r=radius, fill=fill, stroke=stroke)
    fill = mix(fill.start, fill.end, 0.5) if isinstance(fill, Shade) else fill
    corners = tuple((x + radius * across, y + radius * down) for across, down in CORNERS[look.shape])
    return Polygon(points=corners, fill=fill, stroke=stroke)


def mark(x: float, y: float, radius: float, look: Look, code: str) -> Iterator[Shape]:
    """What tells a piece apart for somebody who does not see its colour."""
    stroke = Stroke(look.ink, radius * 0.15)
    if look.mark == "dot":
        yield Circle(x=x, y=y, r=radius * 0.27, fill=look.ink)
    elif look.mark == "ring":
        yield Circle(x=x, y=y, r=radius * 0.48, stroke=stroke)
    elif look.mark == "bars":
        for height in (-0.28, 0.0, 0.28):
            half = radius * (0.5 if height else 0.6)
            place = y + radius * height
            yield Line(points=((x - half, place), (x + half, place)), stroke=stroke)
    elif look.mark in ("cross", "plus"):
        turned = 0.0 if look.mark == "plus" else 1.0
        reach = radius * (0.45 - 0.1 * turned)
        for across, down in ((1.0, turned), (-turned, 1.0)):
            ends = ((x - reach * across, y - reach * down), (x + reach * across, y + reach * down))
            yield Line(points=ends, stroke=stroke)
    elif look.mark == "letter":
        yield Text(x=x, y=y, text=code, size=radius, fill=look.ink)


def burned(x: float, y: float, theme: Theme) -> Iterator[Shape]:
    ground, edge, cross = theme.burnt
    yield Rect(x=x - 0.44, y=y - 0.44, width=0.88, height=0.88, radius=0.1, fill=Shade(ground, edge))
    reach = 0.2
    for slope in (1, -1):
        ends = ((x - reach, y - reach * slope), (x + reach, y + reach * slope))
        yield Line(points=ends, stroke=Stroke(cross, 0.075))


def last_move(x: float, y: float, held: str, theme: Theme) -> Iterator[Shape]:
    """A ring around what was played, a frame around what was burned; a small ring where nothing is left."""
    for colour, width in ((theme.halo, 0.115), (theme.accent, 0.07)):
        stroke = Stroke(colour, width)
        if held == BURNED:
            yield Rect(x=x - 0.44, y=y - 0.44, width=0.88, height=0.88, radius=0.1, stroke=stroke)
        else:
            yield Circle(x=x, y=y, r=RADIUS + 0.05 if held else 0.17, stroke=stroke)
