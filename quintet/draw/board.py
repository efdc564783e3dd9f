"""The scene of a position: page, board, spaces, pieces, marks and labels, from the layout alone."""

from __future__ import annotations

import math
import random
from collections.abc import Collection, Iterator

from quintet.draw.pieces import burned, last_move, pieces
from quintet.draw.scene import Circle, Line, Point, Polygon, Rect, Scene, Shade, Shape, Stroke, Text
from quintet.draw.theme import THEMES, Surface, Theme, looks, mix
from quintet.games.contract import BURNED, Board, Layout, Space

HEX = 1 / math.sqrt(3)
"""From the middle of a hexagon to its corner, where neighbours are one unit apart."""
FRAME = 0.16
BORDER = {"square": 0.5, "hole": 0.58, "point": 0.5, "hex": 0.6}
"""From the outermost spaces to the edge of the board."""


class Box:
    """The rectangle around the middles of all spaces, grown by a border."""

    def __init__(self, points: list[Point], border: float) -> None:
        xs, ys = [x for x, _ in points] or [0.0], [y for _, y in points] or [0.0]
        self.left, self.top = min(xs) - border, min(ys) - border
        self.width, self.height = max(xs) + border - self.left, max(ys) + border - self.top

    def rect(self, grow: float, fill: str | Shade, radius: float, stroke: Stroke | None = None) -> Rect:
        width, height = self.width + 2 * grow, self.height + 2 * grow
        return Rect(
            x=self.left - grow,
            y=self.top - grow,
            width=width,
            height=height,
            fill=fill,
            radius=radius,
            stroke=stroke,
        )


def scene(
    layout: Layout,
    board: Board,
    *,
    last: Collection[str] = (),
    theme: str = "light",
    labels: bool = True,
    title: str = "A board",
) -> Scene:
    """Everything there is to see of a board; spaces in `last` are marked as the last move."""
    colours = THEMES[theme]
    border = BORDER[layout.shape] + (0.0 if layout.labels else 0.3)  # room for the names beside the spaces
    box = Box([(space.x, space.y) for space in layout.spaces], border)
    shown = layout.labels if labels else ()
    outer = Box(
        [(box.left, box.top), (box.left + box.width, box.top + box.height)]
        + [(label.x, label.y) for label in shown],
        FRAME + 0.24,
    )
    shapes = [*ground(layout, box, colours), *spaces(layout, colours)]
    for space in layout.spaces:
        held = board.get(space.name, "")
        ring = list(last_move(space.x, space.y, held, colours)) if space.name in last else []
        if held == BURNED:
            shapes += [*burned(space.x, space.y, colours), *ring]
        elif held:
            shapes += [*ring, *pieces(space.x, space.y, held, colours, looks(layout.palette))]
        else:
            shapes += ring
    if labels and not layout.labels:
        shapes += names(layout, colours)
    size = min(
        0.44, 0.03 * max(11.0, box.width, box.height)
    )  # readable in a small picture of a large board too
    shapes += [Text(x=label.x, y=label.y, text=label.text, size=size, fill=colours.label) for label in shown]
    return Scene(
        left=outer.left,
        top=outer.top,
        width=outer.width,
        height=outer.height,
        background=colours.page,
        shapes=tuple(shapes),
        title=title,
        description=in_words(layout, board, last),
    )


def in_words(layout: Layout, board: Board, last: Collection[str]) -> str:
    """The position for somebody who hears it."""
    places: dict[str, list[str]] = {}
    for space in layout.spaces:
        if held := board.get(space.name):
            places.setdefault(held, []).append(space.name)
    names = {piece.code: piece.name for piece in layout.palette} | {BURNED: "burned"}
    sentences = []
    for held, found in places.items():
        kinds = [names.get(code, code) for code in dict.fromkeys(held)]
        many = f"{len(held)} " if len(held) > 1 else ""
        sentences.append(f"{many}{' and '.join(kinds)} on {', '.join(found)}".capitalize() + ".")
    if last:
        sentences.append(f"Last move: {', '.join(last)}.")
    return " ".join(sentences) or "The board is empty."


# --- the board itself -------------------------------------------------------------------------------------------------


def ground(layout: Layout, box: Box, theme: Theme) -> Iterator[Shape]:
    """The board without its spaces."""
    surface = theme.surfaces[layout.surface]
    if layout.shape == "hex":
        # A hexagon has no rectangle around it: its frame is every space drawn larger, below all of them.
        for grow, fill in ((0.24, theme.shadow), (0.17, surface.frame)):
            drop = 0.05 if fill == theme.shadow else 0.0
            for space in layout.spaces:
                yield hexagon(space.x, space.y + drop, HEX + grow, fill)
        return
    for drop in (0.1, 0.04):
        lowered = box.rect(FRAME + drop / 2, theme.shadow, 0.3)
        yield Rect(
            x=lowered.x,
            y=lowered.y + drop,
            width=lowered.width,
            height=lowered.height,
            fill=lowered.fill,
            radius=0.3,
        )
    yield box.rect(FRAME, surface.frame, 0.24)
    yield box.rect(FRAME - 0.03, Shade("#ffffff24", "#ffffff00", "down"), 0.22)
    kind = Shade(surface.light, surface.dark, "down" if layout.surface == "rack" else "round")
    if layout.surface == "slate" and layout.shape == "square":
        return  # the frame is what shows between the flagstones
    yield box.rect(0.0, kind, 0.04 if layout.shape == "square" else 0.12)
    if layout.surface == "wood":
        yield from grain(box, surface)


def grain(box: Box, surface: Surface) -> Iterator[Shape]:
    """Long, slightly wavy lines, the same in every picture."""
    rng = random.Random(7)
    height = box.top + 0.12
    while height < box.top + box.height - 0.1:
        wave, phase = rng.uniform(0.01, 0.05), rng.uniform(0, 6)
        points = tuple(
            (box.left + 0.02 + (box.width - 0.04) * part / 24, height + wave * math.sin(phase + part * 0.5))
            for part in range(25)
        )
        yield Line(points=points, stroke=Stroke(surface.line + "1c", rng.uniform(0.012, 0.035)))
        height += rng.uniform(0.1, 0.3)


def spaces(layout: Layout, theme: Theme) -> Iterator[Shape]:
    surface = theme.surfaces[layout.surface]
    if layout.shape == "square":
        for space in layout.spaces:
            yield from tile(space, layout, surface)
    elif layout.shape == "hex":
        for space in layout.spaces:
            shade = surface.light if round(space.x * 2 + space.y * 3.46) % 3 else surface.dark
            yield hexagon(space.x, space.y, HEX - 0.02, shade)
    elif layout.shape == "hole":
        for space in layout.spaces:
            edge = Stroke(surface.line, 0.05)
            depth = Shade(surface.hole_edge, surface.hole, "down")
            yield Circle(x=space.x, y=space.y, r=0.44, fill=depth, stroke=edge)
    width = 0.035 if layout.shape == "point" else 0.03
    for x1, y1, x2, y2 in layout.lines:
        yield Line(points=((x1, y1), (x2, y2)), stroke=Stroke(surface.line, width))
    for x, y in layout.dots:
        yield Circle(x=x, y=y, r=0.09 if layout.shape == "point" else 0.07, fill=surface.line)
    if layout.shape == "point" and len(layout.lines) >= len(layout.spaces):
        yield from nodes(layout, surface)


def names(layout: Layout, theme: Theme) -> Iterator[Shape]:
    """The name beside each space, on a board that has no labels around it."""
    ink = theme.surfaces[layout.surface].line
    for space in layout.spaces:
        yield Text(x=space.x + 0.44, y=space.y - 0.4, text=space.name, size=0.2, fill=ink)


def nodes(layout: Layout, surface: Surface) -> Iterator[Shape]:
    """On a graph that is drawn edge by edge a space is more than a crossing of lines: it gets a place of its own."""
    for space in layout.spaces:
        edge = Stroke(surface.line, 0.03)
        yield Circle(x=space.x, y=space.y, r=0.2, fill=surface.light, stroke=edge)


def tile(space: Space, layout: Layout, surface: Surface) -> Iterator[Shape]:
    if layout.surface == "slate":  # flagstones, all alike: a darker one would seem to mean something
        shade = mix(surface.light, surface.dark, 0.4)
        yield Rect(x=space.x - 0.47, y=space.y - 0.47, width=0.94, height=0.94, radius=0.07, fill=shade)
        return
    edge = Stroke(surface.line, 0.03)
    yield Rect(x=space.x - 0.5, y=space.y - 0.5, width=1.0, height=1.0, stroke=edge)


def hexagon(x: float, y: float, radius: float, fill: str) -> Polygon:
    """With a corner up, so that rows of hexagons lie side by side."""
    turns = [math.radians(60 * corner + 30) for corner in range(6)]
    return Polygon(
        points=tuple((x + radius * math.cos(t), y + radius * math.sin(t)) for t in turns), fill=fill
    )
