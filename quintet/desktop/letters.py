"""Text in the window."""

from __future__ import annotations

import functools

import pygame

FINER = 3


class Letters:
    """The usual font in one size, drawn larger and made smaller: SDL moves small letters to whole pixels, which shows."""

    def __init__(self, size: int) -> None:
        self._font = pygame.font.Font(None, FINER * size)
        self.line = self._font.get_linesize() // FINER
        """How far one line is below another."""
        self.draw = functools.lru_cache(maxsize=256)(self._draw)  # a frame shows what the one before showed
        """The picture of a text in a colour."""

    def width(self, text: str) -> int:
        return -(-self._font.size(text)[0] // FINER)

    def _draw(self, text: str, colour: str) -> pygame.Surface:
        large = self._font.render(text, True, colour)
        return pygame.transform.smoothscale(large, (self.width(text), large.get_height() // FINER))
