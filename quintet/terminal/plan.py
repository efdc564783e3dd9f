"""Where every space of a board comes to lie on a screen of characters, as large as the place allows.

A plan depends on the layout and the room, never on what stands on the board: so no board jumps while it is played on.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from quintet.draw.text import text_rows
from quintet.games.contract import Layout

Scale: TypeAlias = tuple[int, int]
"""Columns and lines from one space to the next."""
Place: TypeAlias = tuple[int, int]
"""A line and a column."""

SCALES: dict[str, tuple[Scale, ...]] = {
    # Tiles of an even height have lines between them; the others are told apart by their shade.
    "square": ((12, 6), (11, 5), (8, 4), (7, 3), (4, 2), (3, 1), (2, 1)),
    "point": ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1)),
    "hole": ((12, 6), (10, 5), (8, 4), (6, 3), (4, 2), (2, 1)),
    "hex": ((12, 5), (10, 4), (8, 3), (4, 2), (4, 1), (2, 1)),
}
"""The largest first; the first that fits is taken."""
FREE_SCALES: tuple[Scale, ...] = tuple((lines * 2, lines) for lines in range(12, 0, -1))
"""For a board that is any graph: its spaces lie where they lie."""


@dataclass(frozen=True, eq=False)
class Plan:
    """A board at one scale."""

    layout: Layout
    scale: Scale
    centres: dict[str, Place]
    """The character in the middle of each space."""
    labels: tuple[tuple[int, int, str], ...]
    """Line, column and text of what is written around the board."""
    names: dict[str, Place]
    """On a board without labels, where each space's own name is written."""
    ground: tuple[int, int, int, int]
    """The first line and column of the board itself, and those after its last."""
    width: int
    height: int
    ruled: bool = False
    """Must lines show where a space ends? So where there are no colours to do it."""

    @property
    def free(self) -> bool:
        """Do the spaces lie anywhere, joined by lines that go any way?"""
        return is_free(self.layout)

    @property
    def lined(self) -> bool:
        """Are there lines around every space?"""
        across, down = self.scale
        shape = self.layout.shape
        tiled = shape == "square" or (shape == "hole" and self.ruled)
        return (tiled and down % 2 == 0) or (shape == "hex" and (across, down) == (4, 2))

    @property
    def reach(self) -> tuple[int, int]:
        """How many columns and lines a space goes to each side of its middle, its frame among them."""
        across, down = self.scale
        return max(1, across // 2), down // 2

    @property
    def body(self) -> tuple[int, int]:
        """The columns, an odd number, and the half lines, an even one, of a piece; (1, 1) where it is a single letter."""
        return piece_size((6, 3) if self.free and self.scale > (6, 3) else self.scale)

    @property
    def letters(self) -> tuple[int, int]:
        """The columns and the half lines of a piece that is written in letters: there is room for brackets beside it."""
        wide, high = self.body
        return (wide - 4, high) if wide > 6 else (1, 1)

    def space_at(self, column: int, line: int) -> str | None:
        """The space at a character, or the nearest if one is near."""
        across, down = self.scale
        best: tuple[float, str] | None = None
        for name, (middle_line, middle) in self.centres.items():
            aside, off = abs(column - middle) / across, abs(line - middle_line) / down
            distance = aside * aside + off * off
            if aside <= 0.75 and off <= 0.75 and (best is None or distance < best[0]):
                best = (distance, name)
        return None if best is None else best[1]


def piece_size(scale: Scale) -> tuple[int, int]:
    across, down = scale
    if down == 1:
        return 1, 1
    high = max(2, 2 * down - 2)
    return min(across - 1 if across % 2 == 0 else across - 2, high + 1), high


def is_free(layout: Layout) -> bool:
    return layout.shape == "point" and not layout.labels


def fitting(layout: Layout, width: int, height: int, labels: bool = True, ruled: bool = False) -> Plan:
    """The largest plan that fits into so many columns and lines; the smallest there is if none does."""
    scales = FREE_SCALES if is_free(layout) else SCALES[layout.shape]
    if ruled and layout.shape in ("square", "hole"):
        scales = tuple(scale for scale in scales if scale[1] % 2 == 0 or scale[1] == 1)
    plan = None
    for scale, tight in itertools.product(scales, (False, True)):
        tried = plan_at(layout, scale, labels, tight, ruled)
        if plan is not None and crowded(tried):
            break  # what was there before is too large, but can be read
        plan = tried
        if plan.width <= width and plan.height <= height:
            break
    assert plan is not None, "every shape has a scale"
    return plan


def crowded(plan: Plan) -> bool:
    """Do two spaces, or the names of them, lie on one another?"""
    taken: set[Place] = set()
    for name, (line, column) in plan.centres.items():
        long = 2 + len(name) if plan.free and name in plan.names else 1
        own = {(line, column + offset) for offset in range(long)}
        if own & taken:
            return True
        taken |= own
    return False


@lru_cache(maxsize=32)
def plan_at(layout: Layout, scale: Scale, labels: bool, tight: bool = False, ruled: bool = False) -> Plan:
    """The board at this scale; a tight one leaves nothing free around its outermost lines."""
    across, down = scale
    free = is_free(layout)
    heights = [space.y for space in layout.spaces] + [label.y for label in layout.labels]
    rows = {y: y for y in heights} if free else text_rows(heights)
    centres = {s.name: (round(rows[s.y] * down), round(s.x * across)) for s in layout.spaces}
    beside, above = max(1, across // 2), down // 2
    if not free and (layout.shape == "point" or (layout.shape == "hole" and not ruled)):
        high = piece_size(scale)[1]
        # Half a piece, or at least its frame, stands out over the edge.
        above = 0 if tight and down == 2 else min(down - 1, max(1, -(-(high // 2 - 1) // 2)))
    if layout.shape == "hex" and down > 2:
        above += 1  # the points of the hexagons
    top, bottom = min(line for line, _ in centres.values()), max(line for line, _ in centres.values())
    left, right = (
        min(column for _, column in centres.values()),
        max(column for _, column in centres.values()),
    )
    names = {}
    if free and labels:
        offset = piece_size((6, 3) if scale > (6, 3) else scale)[0] // 2 + 2
        names = {name: (line, column + offset) for name, (line, column) in centres.items()}
        right += max(len(name) for name in names) + offset - 1
    elif labels and not layout.labels and down > 2:
        corner = (down - 1) // 2
        names = {name: (line - corner, column - beside + 1) for name, (line, column) in centres.items()}
    box = (top - above, left - beside, bottom + above + 1, right + beside + 1)
    written = tuple(_labels(layout, rows, scale, centres, box, 0 if tight else 1)) if labels else ()
    first_line = min([box[0], *(line for line, _, _ in written)])
    first = min([box[1], *(column for _, column, _ in written)])
    last_line = max([box[2], *(line + 1 for line, _, _ in written)])
    last = max([box[3], *(column + len(text) for _, column, text in written)])
    return Plan(
        layout,
        scale,
        {name: (line - first_line, column - first) for name, (line, column) in centres.items()},
        tuple((line - first_line, column - first, text) for line, column, text in written),
        {name: (line - first_line, column - first) for name, (line, column) in names.items()},
        (box[0] - first_line, box[1] - first, box[2] - first_line, box[3] - first),
        last - first,
        last_line - first_line,
        ruled,
    )


def _labels(
    layout: Layout,
    rows: dict[float, int] | dict[float, float],
    scale: Scale,
    centres: dict[str, Place],
    box: tuple[int, int, int, int],
    gap: int,
) -> Iterator[tuple[int, int, str]]:
    """Labels stand close to the board, however large it is drawn."""
    across, down = scale
    columns: dict[int, list[int]] = {}
    for line, column in centres.values():
        columns.setdefault(line, []).append(column)
    beside = max(1, across // 2)
    for label in layout.labels:
        line, column = round(rows[label.y] * down), round(label.x * across)
        row = columns.get(line)
        if row is None:
            yield (box[2] if line > box[0] else box[0] - 1), column, label.text
        elif column < min(row):
            yield line, min(row) - beside - gap - len(label.text), label.text
        else:
            yield line, max(row) + beside + 1, label.text
