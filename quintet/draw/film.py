"""A game as a film: every position drawn as a picture is, one after the other, as an animated GIF or WebP."""

from __future__ import annotations

import io
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace
from PIL import Image

from quintet.draw.board import scene
from quintet.draw.png import Painter
from quintet.draw.scene import Scene, Text
from quintet.draw.theme import THEMES
from quintet.games.contract import Board, Layout

KINDS = {".gif": "GIF", ".webp": "WEBP"}
"""By the ending of the file, what Pillow calls it."""
MOVE_MS, END_MS, LEAST_MS = 900, 4_000, 40
"""How long a position is shown at the usual speed, and the last one; browsers show nothing for less than LEAST_MS."""
MOST_FRAMES, LARGEST = 1_000, 1_024
"""Positions of a film, and pixels of its longer side."""
CAPTION = 0.075
"""The height of the line below the board, in its width."""


class Frame(Struct, frozen=True):
    """A position of a film: what stands where, what is marked, and what is written below it."""

    board: Board
    last: Collection[str] = ()
    caption: str = ""


def draw_film(
    layout: Layout,
    frames: Sequence[Frame],
    kind: str,
    *,
    theme: str = "light",
    size: int = 480,
    labels: bool = True,
    speed: float = 1.0,
    tell: Callable[[int], object] = lambda _: None,
) -> bytes:
    """The frames as a file of one of KINDS; `tell` hears how many of them are drawn."""
    shown = max(LEAST_MS, round(MOVE_MS / speed))
    times = [shown] * (len(frames) - 1) + [max(shown, END_MS)]
    painted = _pictures(layout, frames, theme, size, labels, tell)
    if kind == ".gif":
        palette = _palette(layout, frames, theme, size, labels)
        painted = (image.quantize(palette=palette, dither=Image.Dither.NONE) for image in painted)
    first = next(painted)
    buffer = io.BytesIO()
    options = {"quality": 85, "method": 2} if kind == ".webp" else {"optimize": False, "disposal": 1}
    first.save(buffer, KINDS[kind], save_all=True, append_images=painted, duration=times, loop=0, **options)
    return buffer.getvalue()


def _pictures(
    layout: Layout,
    frames: Sequence[Frame],
    theme: str,
    size: int,
    labels: bool,
    tell: Callable[[int], object],
) -> Iterator[Image.Image]:
    for number, frame in enumerate(frames, start=1):
        whole = scene(layout, frame.board, last=frame.last, theme=theme, labels=labels)
        yield Painter(_captioned(whole, frame.caption, theme), size).picture()
        tell(number)


def _palette(layout: Layout, frames: Sequence[Frame], theme: str, size: int, labels: bool) -> Image.Image:
    """The colours of a film, the same for all of it so that nothing flickers: those of its busiest position."""
    busy = max(frames, key=lambda frame: len(frame.board))
    pieces = {space.name: piece.code for space, piece in zip(layout.spaces, layout.palette, strict=False)}
    marks = tuple(busy.last) or tuple(pieces)
    whole = scene(layout, pieces | busy.board, last=marks, theme=theme, labels=labels)
    painted = Painter(_captioned(whole, busy.caption, theme), size).picture()
    painted.paste(
        THEMES[theme].accent, (0, 0, painted.width, painted.height // 24)
    )  # rare, and yet to be seen
    return painted.quantize(colors=256, method=Image.Quantize.MEDIANCUT)


def _captioned(whole: Scene, caption: str, theme: str) -> Scene:
    """A picture with a line of text below it."""
    strip = CAPTION * whole.width
    caption = (
        unicodedata.normalize("NFKD", caption).encode("ascii", "ignore").decode()
    )  # what the pictures' typeface has
    size = min(0.55 * strip, 1.9 * whole.width / max(1, len(caption)))
    text = Text(
        x=whole.left + whole.width / 2,
        y=whole.top + whole.height + strip * 0.4,
        text=caption,
        size=size,
        fill=THEMES[theme].label,
    )
    return replace(whole, height=whole.height + strip, shapes=(*whole.shapes, text))
