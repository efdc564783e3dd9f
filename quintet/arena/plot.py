"""Plots as figures that stand in an HTML page: a title, and below it SVG text. The page's style gives the colours."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from html import escape

from msgspec import Struct

WIDTH, RIGHT, TOP, BOTTOM = 400, 16, 24, 42
"""Narrow, so that the letters stay readable on a phone."""
ABOVE, ROW = 4, 28
"""Of plots with a row for each player: what is left free above these, and how high each is."""
LETTER = 7.2
"""How wide a letter is, roughly."""
LONGEST_NAME = 20

Point = tuple[float, float]
Span = tuple[float, float, float]


def plain(value: float) -> str:
    return f"{value:g}".replace("-", "−")


class Axis(Struct, frozen=True, kw_only=True):
    """What is measured along a side of a plot, and how its numbers are written."""

    name: str
    low: float | None = None
    high: float | None = None
    """Where it begins and ends, if not where the values do."""
    whole: bool = False
    """Only whole numbers are marked."""
    write: Callable[[float], str] = plain


class Scale:
    """The values of an axis onto pixels, with marks at round numbers."""

    def __init__(
        self, axis: Axis, values: Iterable[float], start: float, end: float, room: float = 0.0
    ) -> None:
        ends = (end for end in (axis.low, axis.high) if end is not None)
        finite = [value for value in (*values, *ends) if math.isfinite(value)] or [0.0]
        self.axis, self.start, self.end = axis, start, end
        self.low, self.high = min(finite), max(finite)
        if self.low == self.high:
            self.low, self.high = self.low - 1, self.high + 1
        margin = room * (self.high - self.low)
        self.low, self.high = self.low - margin, self.high + margin

    def __call__(self, value: float) -> float:
        """The pixel of a value; what lies outside, such as infinity, stands at the edge."""
        inside = min(max(value, self.low), self.high)
        return round(self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start), 1)

    def marks(self, about: int = 5) -> list[tuple[float, str]]:
        """Where to mark it, in pixels, and what to write there."""
        rough = (self.high - self.low) / about
        power = 10 ** math.floor(math.log10(rough))
        steps = [factor * power for factor in (1, 2, 2.5, 5, 10) if factor * power >= rough * 0.999]
        if self.axis.whole:
            steps = [step for step in steps if step >= 1 and step == int(step)] or [1]
        step = steps[0]
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        values = [round(index * step, 10) for index in range(first, last + 1)]
        return [(self(value), self.axis.write(value)) for value in values]


# --- parts ------------------------------------------------------------------------------------------------------------


def figure(title: str, height: float, parts: Iterable[str], told: str = "") -> str:
    """A titled picture; `told` is what it shows, for those who cannot see it."""
    picture = f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img" aria-label="{escape(told or title)}">'
    return f"<figure><figcaption>{escape(title)}</figcaption>{picture}{''.join(parts)}</svg></figure>\n"


def line(a: Point, b: Point, style: str) -> str:
    return f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" class="{style}"/>'


def block(x: float, y: float, wide: float, high: float, style: str) -> str:
    return f'<rect x="{x:.1f}" y="{y:.1f}" width="{wide:.1f}" height="{high:.1f}" class="{style}"/>'


def words(x: float, y: float, text: str, anchor: str = "middle", style: str = "") -> str:
    kind = f' class="{style}"' if style else ""
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}"{kind}>{escape(text)}</text>'


def across(scale: Scale, top: float, bottom: float) -> list[str]:
    """Upright lines with their numbers below, and the name of the axis under these."""
    parts = []
    for x, text in scale.marks():
        parts += [line((x, top), (x, bottom), "grid"), words(x, bottom + 16, text)]
    return [*parts, words((scale.start + scale.end) / 2, bottom + 34, scale.axis.name, style="axis")]


def upwards(scale: Scale, left: float) -> list[str]:
    """Level lines with their numbers to the left, and the name of the axis above these."""
    parts = []
    for y, text in scale.marks():
        parts += [line((left, y), (WIDTH - RIGHT, y), "grid"), words(left - 6, y + 4, text, "end")]
    return [*parts, words(2, 12, scale.axis.name, "start", "axis")]


def names(rows: Sequence[str]) -> tuple[float, list[str]]:
    """The name of each row, and where what follows it begins."""
    left = LETTER * max((len(shortened(name)) for name in rows), default=0) + 18
    return left, [
        words(left - 10, ABOVE + ROW * (index + 0.5) + 4, shortened(name), "end")
        for index, name in enumerate(rows)
    ]


def shortened(name: str) -> str:
    return name if len(name) <= LONGEST_NAME else "…" + name[1 - LONGEST_NAME :]


# --- whole plots ------------------------------------------------------------------------------------------------------


def intervals(title: str, axis: Axis, rows: Sequence[tuple[str, Span, str]]) -> str:
    """A dot with its bar for each row: its name; value, low and high; and what is written beside it."""
    bottom = ABOVE + ROW * len(rows)
    left, parts = names([name for name, _, _ in rows])
    right = WIDTH - LETTER * max((len(text) for _, _, text in rows), default=0) - 14
    scale = Scale(axis, [0, *(value for _, span, _ in rows for value in span)], left, right, room=0.06)
    parts += across(scale, ABOVE, bottom)
    parts.append(line((scale(0), ABOVE), (scale(0), bottom), "level"))
    for index, (_, (value, low, high), text) in enumerate(rows):
        y = ABOVE + ROW * (index + 0.5)
        parts.append(line((scale(low), y), (scale(high), y), "bar"))
        parts.append(f'<circle cx="{scale(value):g}" cy="{y:g}" r="5" class="dot"/>')
        parts.append(words(right + 10, y + 4, text, "start"))
    told = "; ".join(f"{name} {text}" for name, _, text in rows)
    return figure(title, bottom + BOTTOM, parts, f"{title}: {told}")


def bars(title: str, axis: Axis, rows: Sequence[tuple[str, Sequence[tuple[float, str]], str]]) -> str:
    """For each row its values one after the other, each in a class of its own, and what is written behind them."""
    bottom = ABOVE + ROW * len(rows)
    left, parts = names([name for name, _, _ in rows])
    right = WIDTH - LETTER * max((len(text) for _, _, text in rows), default=0) - 14
    scale = Scale(axis, [0, *(sum(value for value, _ in values) for _, values, _ in rows)], left, right)
    parts += across(scale, ABOVE, bottom)
    for index, (_, values, text) in enumerate(rows):
        y = ABOVE + ROW * index + 5
        begun = 0.0
        for value, style in values:
            parts.append(block(scale(begun), y, scale(begun + value) - scale(begun), ROW - 10, style))
            begun += value
        parts.append(words(scale(begun) + 6, y + 13, text, "start"))
    told = "; ".join(f"{name} {text}" for name, _, text in rows)
    return figure(title, bottom + BOTTOM, parts, f"{title}: {told}")


def curve(
    title: str,
    axes: tuple[Axis, Axis],
    points: Sequence[Point],
    levels: Sequence[float],
    band: Sequence[Span] = (),
) -> str:
    """A line through points, over a band (x, low, high), with level lines across."""
    height, left = 240, 46
    bottom = height - BOTTOM
    side = Scale(axes[0], [x for x, _ in points], left, WIDTH - RIGHT)
    seen = [*(y for _, y in points), *levels, *(value for _, *ends in band for value in ends)]
    up = Scale(axes[1], seen, bottom, TOP)
    parts = across(side, TOP, bottom) + upwards(up, left)
    if band:
        there = [f"{side(x):g},{up(low):g}" for x, low, _ in band]
        back = [f"{side(x):g},{up(high):g}" for x, _, high in reversed(band)]
        parts.append(f'<polygon points="{" ".join(there + back)}" class="band"/>')
    parts += [line((left, up(level)), (WIDTH - RIGHT, up(level)), "level") for level in levels]
    path = " ".join(f"{side(x):g},{up(y):g}" for x, y in points)
    parts.append(f'<polyline points="{path}" class="curve"/>')
    for x, y in points[-1:]:
        parts.append(f'<circle cx="{side(x):g}" cy="{up(y):g}" r="4" class="dot"/>')
    return figure(title, height, parts)


def columns(title: str, axes: tuple[Axis, Axis], counts: Sequence[tuple[str, int]]) -> str:
    """A column for each name, as high as its count."""
    height, left = 240, 46
    bottom = height - BOTTOM
    up = Scale(axes[1], [0, *(count for _, count in counts)], bottom, TOP + 14)
    step = (WIDTH - RIGHT - left) / max(len(counts), 1)
    parts = upwards(up, left)
    every = math.ceil(LETTER * (max((len(name) for name, _ in counts), default=0) + 1) / step)
    for index, (name, count) in enumerate(counts):
        x, y, wide = left + step * (index + 0.5), up(count), min(step * 0.7, 48)
        parts.append(block(x - wide / 2, y, wide, bottom - y, "won"))
        if index % every == 0:
            parts.append(words(x, bottom + 16, name))
        if count:
            parts.append(words(x, y - 4, str(count)))
    parts.append(words((left + WIDTH - RIGHT) / 2, bottom + 34, axes[0].name, style="axis"))
    told = ", ".join(f"{name}: {count}" for name, count in counts)
    return figure(title, height, parts, f"{title}: {told}")
