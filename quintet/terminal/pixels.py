"""Shapes in half characters: small squares of colour, two to a character, of which pieces and tiles are made."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from quintet.terminal.plan import Plan


@lru_cache(maxsize=64)
def body(shape: str, wide: int, high: int) -> tuple[tuple[int, int], ...]:
    """The squares of a piece around its middle character: columns to the right, half lines down from its upper edge."""
    return tuple(
        (across, half)
        for half in range(1 - high // 2, high // 2 + 1)
        for across in range(-(wide // 2), wide // 2 + 1)
        if _inside(shape, across / (wide / 2), (half - 0.5) / (high / 2))
    )


def _inside(shape: str, x: float, y: float) -> bool:
    """Is a point of the square from -1 to 1 in the shape?"""
    if shape == "square":
        return True
    if shape == "diamond":
        return abs(x) + abs(y) < 1.1
    if shape == "triangle":
        return abs(x) <= (y + 1) / 2 + 0.15
    return x * x + y * y < 0.97


@lru_cache(maxsize=16)
def tiles(plan: Plan) -> tuple[tuple[int, int, int], ...]:
    """For every square that belongs to a space: half line, column, and which of three shades tells its space apart."""
    return tuple(_tiles(plan))


def _tiles(plan: Plan) -> Iterator[tuple[int, int, int]]:
    across, down = plan.scale
    nearest: dict[tuple[int, int], tuple[float, int]] = {}
    shape = plan.layout.shape
    for space in plan.layout.spaces:
        line, column = plan.centres[space.name]
        # No two neighbours have the same.
        shade = round(space.x * 2 + space.y * 3.46) % 3 if shape == "hex" else round(space.x + space.y) % 2
        for half in range(2 * (line - down), 2 * (line + down + 1)):
            for place in range(column - across, column + across + 1):
                x, y = (place - column) / across, (half - 2 * line - 0.5) / (2 * down)
                if shape == "hex":
                    y *= 0.866
                    distance, inside = x * x + y * y, x * x + y * y <= 0.34
                else:
                    distance, inside = max(abs(x), abs(y)), max(abs(x), abs(y)) <= 0.5
                if inside and distance < nearest.get((half, place), (9.0, 0))[0]:
                    nearest[half, place] = (distance, shade)
    for (half, place), (_, shade) in nearest.items():
        yield half, place, shade
