"""Plots as SVG text that stands in an HTML page; the page's style gives the colours."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from html import escape

WIDTH, LEFT, RIGHT, TOP, BOTTOM = 640, 150, 24, 12, 28
ROW = 30

Point = tuple[float, float]


class Scale:
    """Values onto pixels, with marks at round numbers."""

    def __init__(self, values: Iterable[float], start: float, end: float) -> None:
        finite = [value for value in values if math.isfinite(value)] or [0.0]
        self.low, self.high = min(finite), max(finite)
        if self.low == self.high:
            self.low, self.high = self.low - 1, self.high + 1
        self.start, self.end = start, end

    def __call__(self, value: float) -> float:
        """The pixel of a value; what lies outside, such as infinity, stands at the edge."""
        inside = min(max(value, self.low), self.high)
        return round(self.start + (inside - self.low) / (self.high - self.low) * (self.end - self.start), 1)

    def marks(self, about: int = 5) -> list[float]:
        rough = (self.high - self.low) / about
        power = 10 ** math.floor(math.log10(rough))
        step = power * next(factor for factor in (1, 2, 5, 10) if factor * power >= rough)
        first = math.ceil(self.low / step - 1e-9)
        last = math.floor(self.high / step + 1e-9)
        return [round(index * step, 10) for index in range(first, last + 1)]


def picture(title: str, height: float, parts: Iterable[str]) -> str:
    body = "".join(parts)
    return f'<svg viewBox="0 0 {WIDTH} {height:g}" role="img"><title>{escape(title)}</title>{body}</svg>'


def line(a: Point, b: Point, style: str) -> str:
    return f'<line x1="{a[0]:g}" y1="{a[1]:g}" x2="{b[0]:g}" y2="{b[1]:g}" class="{style}"/>'


def words(x: float, y: float, text: str, anchor: str = "middle") -> str:
    return f'<text x="{x:g}" y="{y:g}" text-anchor="{anchor}">{escape(text)}</text>'


def _number(value: float) -> str:
    return f"{value:g}".replace("-", "−")


def _across(scale: Scale, bottom: float) -> list[str]:
    """Upright lines with their numbers below."""
    parts = []
    for mark in scale.marks():
        x = scale(mark)
        parts += [line((x, TOP), (x, bottom), "grid"), words(x, bottom + 18, _number(mark))]
    return parts


def intervals(title: str, rows: Sequence[tuple[str, float, float, float]]) -> str:
    """A dot with its bar for each row: name, value, low, high."""
    bottom = TOP + ROW * len(rows)
    scale = Scale([0, *(value for row in rows for value in row[1:])], LEFT, WIDTH - RIGHT)
    parts = _across(scale, bottom)
    for index, (name, value, low, high) in enumerate(rows):
        y = TOP + ROW * (index + 0.5)
        parts.append(words(LEFT - 10, y + 4, _shortened(name), "end"))
        parts.append(line((scale(low), y), (scale(high), y), "bar"))
        parts.append(f'<circle cx="{scale(value):g}" cy="{y:g}" r="5" class="dot"/>')
    return picture(title, bottom + BOTTOM, parts)


def bars(title: str, rows: Sequence[tuple[str, Sequence[tuple[float, str]]]], unit: str = "") -> str:
    """For each row its values one after the other, each in a class of its own."""
    bottom = TOP + ROW * len(rows)
    scale = Scale([0, *(sum(value for value, _ in parts) for _, parts in rows)], LEFT, WIDTH - RIGHT - 60)
    parts = _across(scale, bottom)
    for index, (name, values) in enumerate(rows):
        y = TOP + ROW * index + 6
        parts.append(words(LEFT - 10, y + 13, _shortened(name), "end"))
        begun = 0.0
        for value, style in values:
            x, end = scale(begun), scale(begun + value)
            parts.append(
                f'<rect x="{x:g}" y="{y:g}" width="{end - x:.1f}" height="{ROW - 12}" class="{style}"/>'
            )
            begun += value
        parts.append(words(scale(begun) + 6, y + 13, f"{begun:.4g}{unit}", "start"))
    return picture(title, bottom + BOTTOM, parts)


def curve(
    title: str,
    points: Sequence[Point],
    levels: Sequence[float],
    band: Sequence[tuple[float, float, float]] = (),
) -> str:
    """A line through points, over a band (x, low, high), with level lines across."""
    height, bottom, left = 240, 240 - BOTTOM, 60
    across = Scale([x for x, _ in points], left, WIDTH - RIGHT)
    up = Scale(
        [*(y for _, y in points), *levels, *(value for _, *ends in band for value in ends)], bottom, TOP
    )
    parts = _across(across, bottom)
    for mark in up.marks():
        parts += [line((left, up(mark)), (WIDTH - RIGHT, up(mark)), "grid")]
        parts.append(words(left - 8, up(mark) + 4, _number(mark), "end"))
    if band:
        there = [f"{across(x):g},{up(low):g}" for x, low, _ in band]
        back = [f"{across(x):g},{up(high):g}" for x, _, high in reversed(band)]
        parts.append(f'<polygon points="{" ".join(there + back)}" class="band"/>')
    parts += [line((left, up(level)), (WIDTH - RIGHT, up(level)), "level") for level in levels]
    path = " ".join(f"{across(x):g},{up(y):g}" for x, y in points)
    parts.append(f'<polyline points="{path}" class="curve"/>')
    return picture(title, height, parts)


def columns(title: str, counts: Sequence[tuple[str, int]]) -> str:
    """A column for each name, as high as its count."""
    height, bottom, left = 220, 220 - BOTTOM, 60
    up = Scale([0, *(count for _, count in counts)], bottom, TOP + 14)
    step = (WIDTH - RIGHT - left) / max(len(counts), 1)
    parts = [line((left, bottom), (WIDTH - RIGHT, bottom), "grid")]
    for index, (name, count) in enumerate(counts):
        x, y = left + step * (index + 0.5), up(count)
        wide = min(step * 0.7, 60)
        parts.append(
            f'<rect x="{x - wide / 2:.1f}" y="{y:g}" width="{wide:.1f}" height="{bottom - y:.1f}" class="won"/>'
        )
        parts += [words(x, bottom + 18, name), words(x, y - 4, str(count))]
    return picture(title, height, parts)


def _shortened(name: str) -> str:
    return name if len(name) <= 20 else "…" + name[-19:]
