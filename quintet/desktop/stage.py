"""The board in a window: pictures from the project's one renderer, cut into sprites so that pieces can move."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec
import pygame
from PIL import Image, ImageChops

from quintet.draw import scene
from quintet.draw.png import Painter
from quintet.games.contract import BURNED, Board, Change, Layout

SPAN = 1.16
"""How much of the board around a space a sprite covers, in board units: shadows reach a little further than a piece."""
SHARP = 6
"""How different from the empty board a pixel must be to belong to a piece."""


class Stage:
    """Draws boards of one layout on a surface, still or on the way from one to the next."""

    def __init__(self, layout: Layout, size: int) -> None:
        self.layout, self.size = layout, size
        bare = Painter(scene(layout, {}), size)
        self.background = self._surface(bare.picture())
        frame = bare.scene
        self.unit = size / max(frame.width, frame.height)
        self.places = {
            space.name: ((space.x - frame.left) * self.unit, (space.y - frame.top) * self.unit)
            for space in layout.spaces
        }
        self._unlined = msgspec.structs.replace(layout, lines=(), dots=())
        """A piece is cut out of a board without lines: another space may have none where the shadow falls."""
        self._ground = Painter(scene(self._unlined, {}), size).picture()
        self._sprites: dict[str, pygame.Surface] = {}

    @staticmethod
    def _surface(image: Image.Image) -> pygame.Surface:
        return pygame.image.frombytes(image.convert("RGBA").tobytes(), image.size, "RGBA").convert_alpha()

    def sprite(self, held: str) -> pygame.Surface:
        """What stands on one space, cut out of a picture of it."""
        if held not in self._sprites:
            middle = self.layout.spaces[len(self.layout.spaces) // 2]
            x, y = self.places[middle.name]
            half = SPAN * self.unit / 2
            box = (round(x - half), round(y - half), round(x + half), round(y + half))
            full = Painter(scene(self._unlined, {middle.name: held}), self.size).picture().crop(box)
            apart = ImageChops.difference(full, self._ground.crop(box)).convert("L")
            full = full.convert("RGBA")
            full.putalpha(apart.point([0 if value < SHARP else 255 for value in range(256)]))
            self._sprites[held] = self._surface(full)
        return self._sprites[held]

    def space_at(self, point: tuple[float, float]) -> str | None:
        """The space nearest to a point, if it is on one."""
        name = min(self.places, key=lambda space: _distance(self.places[space], point))
        return name if _distance(self.places[name], point) <= 0.6 * self.unit else None

    def draw(self, target: pygame.Surface, board: Board, last: tuple[str, ...] = ()) -> None:
        """What stands where, and the last move."""
        target.blit(self.background, (0, 0))
        for name, held in board.items():
            self._put(target, held, self.places[name])
        for name in last:
            self._ring(target, name, "#d9532c")

    def draw_marks(
        self,
        target: pygame.Surface,
        *,
        marked: Iterable[str] = (),
        barred: Iterable[str] = (),
        targets: Iterable[str] = (),
    ) -> None:
        """What was marked, what is forbidden, and where something may be put."""
        for name in targets:
            self._dot(target, name, "#4a3b2a")
        for name in marked:
            self._dot(target, name, "#2c6fd9")
        for name in barred:
            (x, y), arm, thick = self.places[name], 0.18 * self.unit, max(3, round(0.07 * self.unit))
            pygame.draw.line(target, "#8f2f1d", (x - arm, y - arm), (x + arm, y + arm), thick)
            pygame.draw.line(target, "#8f2f1d", (x - arm, y + arm), (x + arm, y - arm), thick)

    def draw_lifted(self, target: pygame.Surface, held: str, name: str) -> None:
        """A piece that somebody has in hand: what is left of it where it stood."""
        self._put(target, held, self.places[name], alpha=0.35)
        self._ring(target, name, "#2c6fd9")

    def _ring(self, target: pygame.Surface, name: str, colour: str) -> None:
        thick = max(2, round(0.05 * self.unit))
        pygame.draw.circle(target, colour, self.places[name], 0.47 * self.unit, thick)

    def _dot(self, target: pygame.Surface, name: str, colour: str) -> None:
        pygame.draw.circle(target, colour, self.places[name], max(3.0, 0.1 * self.unit))

    def draw_between(
        self, target: pygame.Surface, before: Board, changes: tuple[Change, ...], share: float
    ) -> None:
        """A moment of one step of changes: `share` goes from 0 to 1."""
        moving = {change.space for change in changes if change.kind != "place"}
        self.draw(target, {name: held for name, held in before.items() if name not in moving})
        for change in changes:
            self._draw_change(target, before.get(change.space, ""), change, share)

    def _draw_change(self, target: pygame.Surface, held: str, change: Change, share: float) -> None:
        x, y = self.places[change.space]
        if change.kind == "place":
            self._put(target, change.piece, (x, y - (1 - share) * 0.8 * self.unit), alpha=share)
        elif change.kind == "turn":
            showing = held if share < 0.5 else change.piece
            self._put(target, showing, (x, y), wide=abs(1 - 2 * share))
        elif change.kind in ("move", "fall"):
            to_x, to_y = self.places[change.to]
            gone = share**2 if change.kind == "fall" else share * share * (3 - 2 * share)
            self._put(target, held or change.piece, (x + (to_x - x) * gone, y + (to_y - y) * gone))
        elif change.kind == "remove":
            self._put(target, held or change.piece, (x, y), wide=1 - 0.4 * share, alpha=1 - share)
        else:
            if held:
                self._put(target, held, (x, y), alpha=1 - share)
            self._put(target, BURNED, (x, y), alpha=share)

    def _put(
        self,
        target: pygame.Surface,
        held: str,
        middle: tuple[float, float],
        *,
        wide: float = 1.0,
        alpha: float = 1.0,
    ) -> None:
        sprite = self.sprite("".join(sorted(held)) if len(set(held)) == 1 else held[-1:])
        if wide < 1.0:
            width = max(1, round(sprite.get_width() * wide))
            sprite = pygame.transform.smoothscale(sprite, (width, sprite.get_height()))
        if alpha < 1.0:
            sprite = sprite.copy()
            sprite.set_alpha(round(255 * max(0.0, alpha)))
        target.blit(sprite, sprite.get_rect(center=middle))


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(pygame.math.Vector2(one).distance_to(other))
