"""The bar below the board: back and forth through the game, how fast, sound, full screen and help."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import pygame

from quintet.desktop.canvas import Canvas
from quintet.desktop.story import Showing

HEIGHT = 40
"""At the usual scale."""
SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0, 8.0)


@dataclass
class Doings:
    """What the bar's buttons do besides stepping."""

    faster: Callable[[], object]
    mute: Callable[[], object]
    full: Callable[[], object]
    help: Callable[[], object]


class Bar:
    """Draws it, and lets its knob be dragged."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.track = pygame.Rect(0, 0, 0, 0)
        self.dragging = False

    def draw(self, rect: pygame.Rect, showing: Showing | None, speed: float, sound: bool, do: Doings) -> None:
        canvas = self.canvas
        size = canvas.px(30)
        x = rect.x
        if showing is not None:
            for name, press in (
                ("first", lambda: showing.go(0)),
                ("back", lambda: showing.go(showing.shown - 1)),
                ("pause" if not showing.paused else "play", showing.toggle),
                ("on", showing.step),
                ("last", lambda: showing.go(showing.last)),
            ):
                place = pygame.Rect(x, rect.centery - size // 2, size, size)
                self._button(place, name, press)
                x += size
        right = rect.right
        for sign, act in (("help", do.help), ("full", do.full), ("sound" if sound else "mute", do.mute)):
            right -= size
            self._button(pygame.Rect(right, rect.centery - size // 2, size, size), sign, act)
        if showing is None:
            self.track = pygame.Rect(0, 0, 0, 0)
            return
        right = self._speed(right, rect.centery, speed, do.faster)
        right = self._count(x, right, rect.centery, showing)
        self.track = pygame.Rect(x + canvas.px(12), rect.y, max(0, right - x - canvas.px(22)), rect.height)
        if self.track.width >= canvas.px(24):
            self._slide(showing)

    def drag(self, x: int, showing: Showing) -> None:
        """The knob is at this place."""
        share = (x - self.track.x) / max(1, self.track.width)
        showing.go(round(max(0.0, min(1.0, share)) * showing.last))

    def _slide(self, showing: Showing) -> None:
        canvas, c = self.canvas, self.canvas.colours
        track, thick = self.track, canvas.px(4)
        share = (showing.shown + (showing.share if showing.steps else 0)) / max(1, showing.last)
        line = pygame.Rect(track.x, track.centery - thick // 2, track.width, thick)
        canvas.box(line, c.line, radius=2)
        done = pygame.Rect(line.x, line.y, round(track.width * min(1.0, share)), thick)
        canvas.box(done, c.accent, radius=2)
        at = (track.x + round(track.width * min(1.0, share)), track.centery)
        pygame.draw.aacircle(canvas.screen, c.accent, at, canvas.px(7))

    def _count(self, left: int, right: int, middle: int, showing: Showing) -> int:
        """Where the game is; a window too narrow for it has buttons there."""
        letters = self.canvas.letters(12.5)
        text = f"{showing.shown} / {showing.last}"
        wide = max(letters.width(text), letters.width("00 / 00"))
        if right - wide - self.canvas.px(8) < left:
            return right
        drawn = letters.draw(text, self.canvas.colours.soft)
        self.canvas.screen.blit(drawn, drawn.get_rect(midright=(right - self.canvas.px(4), middle)))
        return right - wide - self.canvas.px(8)

    def _speed(self, right: int, middle: int, speed: float, press: Callable[[], object]) -> int:
        canvas = self.canvas
        letters = canvas.letters(12.5)
        text = f"{speed:g}×"
        wide = max(letters.width(text), letters.width("0.25×")) + canvas.px(8)
        rect = pygame.Rect(right - wide, middle - canvas.px(13), wide, canvas.px(26))
        if canvas.over(rect):
            canvas.box(rect, canvas.colours.hover, radius=6)
        drawn = letters.draw(text, canvas.colours.soft)
        canvas.screen.blit(drawn, drawn.get_rect(center=rect.center))
        canvas.hot.append((rect, press))
        return rect.x - canvas.px(2)

    def _button(self, rect: pygame.Rect, name: str, press: Callable[[], object]) -> None:
        canvas, c = self.canvas, self.canvas.colours
        hover = canvas.over(rect)
        if hover:
            canvas.box(rect, c.hover, radius=6)
        draw_sign(canvas, rect, name, c.ink if hover else c.soft)
        canvas.hot.append((rect, press))


SIGNS: dict[str, tuple[tuple[tuple[float, float], ...], ...]] = {
    "play": (((-0.5, -0.7), (0.7, 0.0), (-0.5, 0.7)),),
    "pause": (
        ((-0.5, -0.65), (-0.15, -0.65), (-0.15, 0.65), (-0.5, 0.65)),
        ((0.15, -0.65), (0.5, -0.65), (0.5, 0.65), (0.15, 0.65)),
    ),
    "back": (((0.35, -0.6), (-0.55, 0.0), (0.35, 0.6)),),
    "on": (((-0.35, -0.6), (0.55, 0.0), (-0.35, 0.6)),),
    "first": (
        ((0.6, -0.6), (-0.3, 0.0), (0.6, 0.6)),
        ((-0.65, -0.6), (-0.4, -0.6), (-0.4, 0.6), (-0.65, 0.6)),
    ),
    "last": (((-0.6, -0.6), (0.3, 0.0), (-0.6, 0.6)), ((0.65, -0.6), (0.4, -0.6), (0.4, 0.6), (0.65, 0.6))),
    "sound": (((-0.8, -0.25), (-0.45, -0.25), (0.0, -0.65), (0.0, 0.65), (-0.45, 0.25), (-0.8, 0.25)),),
}
"""By name, polygons around the middle."""


def draw_sign(canvas: Canvas, rect: pygame.Rect, name: str, colour: str) -> None:
    """A sign of the bar, drawn larger and made smaller so that its edges are smooth."""
    finer = 4
    reach = canvas.px(8) * finer
    image = pygame.Surface((3 * reach, 3 * reach), pygame.SRCALPHA)
    image.fill((*pygame.Color(colour)[:3], 0))
    middle = 1.5 * reach
    for polygon in SIGNS.get("sound" if name == "mute" else name, ()):
        pygame.draw.polygon(image, colour, [(middle + x * reach, middle + y * reach) for x, y in polygon])
    thick = max(2, reach // 6)
    if name == "sound":
        for radius in (0.4, 0.75):
            arc = pygame.Rect(0, 0, 2 * radius * reach, 2 * radius * reach)
            arc.center = (round(middle + 0.05 * reach), round(middle))
            pygame.draw.arc(image, colour, arc, -0.9, 0.9, thick)
    elif name == "mute":
        for slope in (1, -1):
            across, down = (middle + 0.25 * reach, middle + 0.8 * reach), slope * 0.3 * reach
            pygame.draw.line(image, colour, (across[0], middle - down), (across[1], middle + down), thick)
    elif name == "full":
        for x in (-1, 1):
            for y in (-1, 1):
                corner = pygame.Vector2(middle + 0.7 * x * reach, middle + 0.6 * y * reach)
                pygame.draw.line(image, colour, corner, corner - (0.45 * x * reach, 0), thick)
                pygame.draw.line(image, colour, corner, corner - (0, 0.4 * y * reach), thick)
    elif name == "help":
        drawn = canvas.letters(17, bold=True).draw("?", colour)
        canvas.screen.blit(drawn, drawn.get_rect(center=rect.center))
        return
    small = pygame.transform.smoothscale(image, (3 * reach // finer, 3 * reach // finer))
    canvas.screen.blit(small, small.get_rect(center=rect.center))
