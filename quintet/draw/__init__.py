"""Pictures of a position, made from its layout and nothing else: as text, SVG or PNG."""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from quintet.draw.board import scene
from quintet.draw.scene import Scene
from quintet.draw.svg import paint_svg
from quintet.draw.text import draw_text
from quintet.games.contract import Game, Position

__all__ = ["draw_png", "draw_svg", "draw_text", "paint_svg", "scene"]

P = TypeVar("P", bound=Position)


def draw_svg(
    game: Game[P],
    position: P,
    *,
    last: Collection[str] = (),
    theme: str = "light",
    size: int = 640,
    labels: bool = True,
) -> str:
    """The position as an SVG text."""
    return paint_svg(_scene(game, position, last, theme, labels), size)


def draw_png(
    game: Game[P],
    position: P,
    *,
    last: Collection[str] = (),
    theme: str = "light",
    size: int = 640,
    labels: bool = True,
) -> bytes:
    """The position as the bytes of a PNG file."""
    from quintet.draw.png import paint_png  # Pillow need not be installed for the others

    return paint_png(_scene(game, position, last, theme, labels), size)


def _scene(game: Game[P], position: P, last: Collection[str], theme: str, labels: bool) -> Scene:
    return scene(game.layout, game.board(position), last=last, theme=theme, labels=labels, title=game.title)
