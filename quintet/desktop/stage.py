"""The board in a window: pictures from the project's one renderer, cut into sprites so that pieces can move."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import pygame
from msgspec.structs import replace
from PIL import Image, ImageChops

from quintet.draw import scene
from quintet.draw.pieces import burned, last_move, pieces
from quintet.draw.png import Painter
from quintet.draw.scene import Circle, Line, Scene, Shape, Stroke
from quintet.draw.theme import THEMES, looks
from quintet.games.contract import BURNED, Board, Change, Layout

SPAN = 1.3
"""How much of the board around a space a sprite covers, in board units: shadows and rings reach further than a piece."""
MULTIPLIED = pygame.BLEND_PREMULTIPLIED
REACH = 0.6
"""So far from the middle of a space a click is still on it, in board units."""


def fitting(layout: Layout, width: int, height: int) -> tuple[int, int]:
    """The largest size in which a whole board fits into so much room."""
    bare = scene(layout, {})
    unit = min(width / bare.width, height / bare.height)
    return max(1, round(bare.width * unit)), max(1, round(bare.height * unit))


class Stage:
    """Draws boards of one layout on a surface, still or on the way from one to the next."""

    def __init__(self, layout: Layout, size: int, theme: str = "light") -> None:
        """`size` is that of the longer side, in pixels."""
        self.layout, self.size, self.theme = layout, size, theme
        self.colours = THEMES[theme]
        bare = Painter(scene(layout, {}, theme=theme), size)
        self.background = surface(bare.picture()).convert()
        self.width, self.height = bare.small
        frame = bare.scene
        self.unit = size / max(frame.width, frame.height)
        self.places = {
            space.name: ((space.x - frame.left) * self.unit, (space.y - frame.top) * self.unit)
            for space in layout.spaces
        }
        self._sprites: dict[tuple[str, str], pygame.Surface] = {}

    # -- sprites

    def sprite(self, held: str) -> pygame.Surface:
        """What stands on one space."""
        return self._made("piece", held)

    def _made(self, kind: str, held: str = "") -> pygame.Surface:
        key = (kind, held)
        if key not in self._sprites:
            self._sprites[key] = cut_out(self._shapes(kind, held), SPAN, round(SPAN * self.unit))
        return self._sprites[key]

    def _shapes(self, kind: str, held: str) -> Sequence[Shape]:
        theme = self.colours
        least = 3 / self.unit  # what marks a space is to be seen on a small board too
        if kind == "piece" and held == BURNED:
            return list(burned(0, 0, theme))
        if kind == "piece":
            return list(pieces(0, 0, held, theme, looks(self.layout.palette)))
        if kind == "last":
            return list(last_move(0, 0, held, theme))
        if kind == "barred":
            arm, stroke = 0.16, Stroke("#a3331f", max(0.07, least))
            return [Line(points=((-arm, -arm * way), (arm, arm * way)), stroke=stroke) for way in (1, -1)]
        if kind == "lifted":
            return [Circle(x=0, y=0, r=0.47, stroke=Stroke("#2c6fd9", max(0.05, least)))]
        colour = {"target": "#20180f8c", "marked": "#2c6fd9", "hint": "#2f9e57"}[kind]
        if kind == "hint":
            return [Circle(x=0, y=0, r=0.44, stroke=Stroke(colour, max(0.07, least)))]
        halo = Circle(x=0, y=0, r=max(0.13, 1.3 * least), fill="#ffffff66")
        return [halo, Circle(x=0, y=0, r=max(0.1, least), fill=colour)]

    # -- what stands still

    def space_at(self, point: tuple[float, float]) -> str | None:
        """The space nearest to a point, if it is on one."""
        name = min(self.places, key=lambda space: _distance(self.places[space], point))
        return name if _distance(self.places[name], point) <= REACH * self.unit else None

    def draw(self, target: pygame.Surface, board: Board, last: Iterable[str] = ()) -> None:
        """What stands where, and the last move; always in the order of the spaces, for shadows lie upon each other."""
        target.blit(self.background, (0, 0))
        ringed = set(last)
        for name in self.places:
            held = board.get(name, "")
            if name in ringed and held != BURNED:
                self._mark(target, "last", name, held[:1])
        for name, middle in self.places.items():
            held = board.get(name, "")
            if held:
                self._put(target, held, middle)
            if held == BURNED and name in ringed:
                self._mark(target, "last", name, BURNED)

    def draw_marks(
        self,
        target: pygame.Surface,
        *,
        marked: Iterable[str] = (),
        barred: Iterable[str] = (),
        targets: Iterable[str] = (),
        hinted: Iterable[str] = (),
    ) -> None:
        """What was marked, what is forbidden, where something may be put, and what a hint names."""
        for kind, names in (("target", targets), ("marked", marked), ("barred", barred), ("hint", hinted)):
            for name in names:
                self._mark(target, kind, name)

    def draw_lifted(self, target: pygame.Surface, held: str, name: str) -> None:
        """A piece that somebody has in hand: what is left of it where it stood."""
        self._put(target, held, self.places[name], alpha=0.35)
        self._mark(target, "lifted", name)

    def draw_ghost(self, target: pygame.Surface, held: str, name: str) -> None:
        """What a click would put on the space below the pointer."""
        self._put(target, held, self.places[name], alpha=0.45)

    def _mark(self, target: pygame.Surface, kind: str, name: str, held: str = "") -> None:
        sprite = self._made(kind, held)
        target.blit(sprite, sprite.get_rect(center=self.places[name]), special_flags=MULTIPLIED)

    # -- what moves

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
            left = (1 - share) ** 2
            self._put(target, change.piece, (x, y - left * 0.6 * self.unit), alpha=min(1.0, 2.5 * share))
        elif change.kind == "turn":
            showing = held if share < 0.5 else change.piece
            rise = 0.18 * (1 - abs(1 - 2 * share)) * self.unit
            self._put(target, showing, (x, y - rise), wide=abs(1 - 2 * share))
        elif change.kind in ("move", "fall"):
            to_x, to_y = self.places[change.to]
            gone = share**2 if change.kind == "fall" else share * share * (3 - 2 * share)
            self._put(target, held or change.piece, (x + (to_x - x) * gone, y + (to_y - y) * gone))
        elif change.kind == "remove":
            rise = 0.3 * share * self.unit
            self._put(target, held or change.piece, (x, y - rise), wide=1 - 0.4 * share, alpha=1 - share)
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
        sprite = self.sprite(held)
        if wide < 1.0:
            width = max(1, round(sprite.get_width() * wide))
            sprite = pygame.transform.smoothscale(sprite, (width, sprite.get_height()))
        if alpha < 1.0:
            sprite = sprite.copy()
            part = round(255 * max(0.0, alpha))
            sprite.fill((part, part, part, part), special_flags=pygame.BLEND_RGBA_MULT)
        target.blit(sprite, sprite.get_rect(center=middle), special_flags=MULTIPLIED)


# --- pictures of pieces -----------------------------------------------------------------------------------------------


def icon(layout: Layout, held: str, size: int, theme: str) -> pygame.Surface:
    """A piece, or a stack, so many pixels wide, for a place beside the board."""
    found = looks(layout.palette)
    shapes = list(burned(0, 0, THEMES[theme]) if held == BURNED else pieces(0, 0, held, THEMES[theme], found))
    return cut_out(shapes, 1.0, size)


def cut_out(shapes: Sequence[Shape], span: float, size: int) -> pygame.Surface:
    """Shapes around the origin as a picture through which all else shines; its colours are multiplied by its opacity.

    Painted once on black and once on white, they show how much of the ground shines through at every pixel.
    """
    half = span / 2
    bare = Scene(
        left=-half,
        top=-half,
        width=span,
        height=span,
        background="#000000",
        shapes=tuple(shapes),
        title="",
        description="",
    )
    dark = Painter(bare, max(1, size)).picture()
    light = Painter(replace(bare, background="#ffffff"), max(1, size)).picture()
    through = ImageChops.difference(light, dark).getchannel("G")
    dark.putalpha(ImageChops.invert(through))
    return surface(dark).convert_alpha()


def surface(image: Image.Image) -> pygame.Surface:
    return pygame.image.frombytes(image.convert("RGBA").tobytes(), image.size, "RGBA")


def _distance(one: tuple[float, float], other: tuple[float, float]) -> float:
    return float(pygame.math.Vector2(one).distance_to(other))
