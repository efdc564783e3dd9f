"""What panel, bar and menus are drawn with: text, pieces and buttons in one scale, and what a click on each of them does."""

from __future__ import annotations

import functools
from collections.abc import Callable, Sequence
from typing import Literal, TypeAlias

import pygame
from msgspec import Struct

from quintet.desktop.letters import Letters
from quintet.desktop.stage import MULTIPLIED, icon
from quintet.draw.theme import THEMES
from quintet.games.contract import Layout


class Colours(Struct, frozen=True):
    """The colours of everything that is no board."""

    paper: str
    sheet: str
    ink: str
    soft: str
    line: str
    hover: str
    accent: str
    accent_ink: str
    good: str
    bad: str
    veil: tuple[int, int, int, int]
    """Over what a menu lies on."""


COLOURS = {
    "light": Colours(
        paper=THEMES["light"].page,
        sheet="#fffdf8",
        ink="#2c2620",
        soft="#6b6155",
        line="#e0d5c2",
        hover="#f0e6d4",
        accent="#9c4a1a",
        accent_ink="#fffaf2",
        good="#2f7436",
        bad="#a83226",
        veil=(60, 48, 32, 110),
    ),
    "dark": Colours(
        paper=THEMES["dark"].page,
        sheet="#24272c",
        ink="#ece8e0",
        soft="#a8a59e",
        line="#3a3e45",
        hover="#31353c",
        accent="#d98a4a",
        accent_ink="#1d140b",
        good="#7cc07f",
        bad="#ee8272",
        veil=(0, 0, 0, 150),
    ),
}

Press: TypeAlias = Callable[[], object]
Kind: TypeAlias = Literal["plain", "primary", "quiet", "chosen"]


class Button(Struct, frozen=True):
    """Something to press: what stands on it, and the key that does the same."""

    label: str
    press: Press
    key: str = ""
    kind: Kind = "plain"
    pieces: str = ""
    """Shown before the label."""


class Canvas:
    """A surface in one theme and scale. What is drawn on it to be pressed is remembered until it is cleared."""

    def __init__(self) -> None:
        self.screen = pygame.Surface((1, 1))
        self.theme, self.scale = "light", 1.0
        self.pointer = (-1, -1)
        self.layout: Layout | None = None
        """That of the game whose pieces are shown."""
        self.hot: list[tuple[pygame.Rect, Press]] = []
        """What can be pressed; what was drawn last lies on top."""
        self._letters = functools.lru_cache(maxsize=64)(Letters)
        self._icon = functools.lru_cache(maxsize=256)(icon)

    def clear(self, screen: pygame.Surface, theme: str, scale: float, pointer: tuple[int, int]) -> None:
        self.screen, self.theme, self.scale, self.pointer = screen, theme, scale, pointer
        self.hot = []
        screen.fill(self.colours.paper)

    @property
    def colours(self) -> Colours:
        return COLOURS[self.theme]

    def px(self, length: float) -> int:
        """So many pixels, of a window of the usual size, in this one."""
        return max(1, round(length * self.scale))

    def letters(self, size: float = 15, *, bold: bool = False, serif: bool = False) -> Letters:
        return self._letters(max(9, self.px(size)), bold=bold, serif=serif)

    def press_at(self, point: tuple[int, int]) -> bool:
        """Press what lies there. Was there anything?"""
        for rect, press in reversed(self.hot):
            if rect.collidepoint(point):
                press()
                return True
        return False

    # -- drawing

    def write(
        self,
        text: str,
        x: int,
        y: int,
        width: int,
        *,
        letters: Letters | None = None,
        colour: str = "",
        most: int = 99,
    ) -> int:
        """Write in lines no wider than that, so many at most; how far down it went."""
        letters = letters or self.letters()
        lines = letters.wrap(text, width)
        for number, line in enumerate(lines[:most]):
            if number == most - 1 and len(lines) > most:
                line = letters.shorten(f"{line} {' '.join(lines[most:])}", width)
            self.screen.blit(letters.draw(line, colour or self.colours.ink), (x, y))
            y += letters.line
        return y

    def line(
        self, text: str, x: int, middle: int, *, letters: Letters | None = None, colour: str = ""
    ) -> int:
        """Write one line around this height; how far to the right it went."""
        if not text:
            return x
        drawn = (letters or self.letters()).draw(text, colour or self.colours.ink)
        self.screen.blit(drawn, drawn.get_rect(midleft=(x, middle)))
        return x + drawn.get_width()

    def box(
        self, rect: pygame.Rect, fill: str = "", *, edge: str = "", radius: float = 8, thick: float = 1
    ) -> None:
        if fill:
            pygame.draw.rect(self.screen, fill, rect, border_radius=self.px(radius))
        if edge:
            pygame.draw.rect(self.screen, edge, rect, self.px(thick), border_radius=self.px(radius))

    def pieces(self, codes: str, x: int, middle: int, size: float, overlap: float = 0.0) -> int:
        """Pieces beside each other; how far to the right they went."""
        if self.layout is None:
            return x
        wide = self.px(size)
        for code in codes:
            self._rim(x + wide / 2, middle, wide)
            self.screen.blit(
                self._icon(self.layout, code, wide, self.theme),
                (x, middle - wide // 2),
                special_flags=MULTIPLIED,
            )
            x += round(wide * (1 - overlap))
        return x + round(wide * overlap) if codes else x

    def _rim(self, x: float, middle: float, wide: int) -> None:
        """On a dark ground black pieces have a rim of light, as they have on every board."""
        if self.theme == "dark":
            pygame.draw.aacircle(self.screen, self.colours.soft, (x, middle), max(2.0, 0.455 * wide))

    def stack(self, held: str, x: int, middle: int, size: float) -> int:
        """What stands on one space, such as a stack."""
        if self.layout is None or not held:
            return x
        wide = self.px(size)
        self.screen.blit(
            self._icon(self.layout, held, wide, self.theme), (x, middle - wide // 2), special_flags=MULTIPLIED
        )
        return x + wide

    # -- what can be pressed

    def over(self, rect: pygame.Rect) -> bool:
        return rect.collidepoint(self.pointer)

    def button(self, rect: pygame.Rect, button: Button) -> None:
        c = self.colours
        hover = self.over(rect)
        fill = {"plain": c.sheet, "primary": c.accent, "quiet": "", "chosen": c.hover}[button.kind]
        if hover and button.kind != "primary":
            fill = c.hover
        edge = {"plain": c.line, "primary": "", "quiet": c.line if hover else "", "chosen": c.accent}[
            button.kind
        ]
        self.box(rect, fill, edge=edge, thick=1.6 if button.kind == "chosen" else 1)
        ink = {"plain": c.ink, "primary": c.accent_ink, "quiet": c.soft, "chosen": c.ink}[button.kind]
        pad, letters = self.px(10), self.letters(14)
        x = self.stack(button.pieces, rect.x + pad - self.px(3), rect.centery, 22)
        x += self.px(4) if button.pieces else 0
        room = rect.right - pad - x - (self._key_width(button.key) if button.key else 0)
        x = self.line(
            letters.shorten(button.label, room),
            x if button.pieces else rect.x + pad,
            rect.centery,
            colour=ink,
            letters=letters,
        )
        if button.key:
            faint = c.accent_ink if button.kind == "primary" else c.soft
            self.key(button.key, rect.right - pad, rect.centery, faint)
        self.hot.append((rect, button.press))

    def _cap_width(self, key: str) -> int:
        """How wide a key is drawn."""
        return max(self.letters(11).width(key) + self.px(8), self.px(17))

    def _key_width(self, key: str) -> int:
        """How much of a button its key takes."""
        return self._cap_width(key) + self.px(8)

    def key(self, key: str, right: int, middle: int, colour: str) -> None:
        """A key of the keyboard, small."""
        letters = self.letters(11)
        rect = pygame.Rect(0, 0, self._cap_width(key), self.px(17))
        rect.midright = (right, middle)
        self.box(rect, edge=colour, radius=4)
        drawn = letters.draw(key, colour)
        self.screen.blit(drawn, drawn.get_rect(center=rect.center))

    def button_width(self, button: Button) -> int:
        wide = self.letters(14).width(button.label) + 2 * self.px(10)
        wide += self.px(24) if button.pieces else 0
        return wide + (self._key_width(button.key) if button.key else 0)

    def row(self, buttons: Sequence[Button], x: int, y: int, width: int) -> int:
        """Buttons, as many in a line as it holds; how far down they went."""
        left, high, gap = x, self.px(30), self.px(6)
        for button in buttons:
            wide = min(self.button_width(button), width)
            if left > x and left + wide > x + width:
                left, y = x, y + high + gap
            self.button(pygame.Rect(left, y, wide, high), button)
            left += wide + gap
        return y + high + gap if buttons else y

    def row_height(self, buttons: Sequence[Button], width: int) -> int:
        """How high such a row is."""
        left, lines, gap = 0, 1 if buttons else 0, self.px(6)
        for button in buttons:
            wide = min(self.button_width(button), width)
            if left and left + wide > width:
                left, lines = 0, lines + 1
            left += wide + gap
        return lines * (self.px(30) + gap)
