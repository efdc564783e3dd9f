"""Text in the window: the typefaces of the page, and the system's for letters that those lack."""

from __future__ import annotations

import functools
from pathlib import Path

import pygame

FINER = 3
TYPE = Path(__file__).parents[1] / "web" / "type"
PARTS = ("plain", "accents", "europe")
"""A typeface lies in several files, each with some of its letters."""
SANS = "segoeui, helveticaneue, notosans, opensans, liberationsans, arial, dejavusans"
SERIF = "palatinolinotype, palatino, georgia, notoserif, liberationserif, dejavuserif"
OTHERS = (
    "dejavusans, notosans, notosanscjkjp, notosanscjksc, notosanscjk, wenquanyizenhei, msgothic, microsoftyahei,"
    " malgungothic, applesdgothicneo, hiraginosans, pingfangsc, notosansarabic, notosanshebrew, arialunicodems, unifont"
)
"""Where the letters of other scripts may be found."""
NOBODYS = "\ue000"
"""No typeface has this letter: what is shown for it is what is shown for any that is missing."""


def _fonts(serif: bool, bold: bool, size: int) -> list[pygame.font.Font]:
    """Our own typeface; the system's where this computer cannot read it."""
    name = f"{'serif' if serif else 'sans'}-{600 if bold else 400}"
    try:
        own = round(size * (1.0 if serif else 1.06))
        return [pygame.font.Font(TYPE / f"{name}-{part}.woff2", own) for part in PARTS]
    except (OSError, pygame.error):
        return [pygame.font.Font(_file(SERIF if serif else SANS, bold), size)]


@functools.cache
def _file(names: str, bold: bool) -> str | None:
    return pygame.font.match_font(names.replace(" ", "").split(","), bold=bold)


@functools.cache
def _others() -> tuple[str, ...]:
    found = (pygame.font.match_font(name.strip()) for name in OTHERS.split(","))
    return tuple(dict.fromkeys(file for file in found if file))


def has(font: pygame.font.Font, letter: str) -> bool:
    """Is this letter one of the typeface?"""
    found = font.metrics(letter)[0]
    return found is not None and found != font.metrics(NOBODYS)[0]


class Letters:
    """A typeface in one size, drawn larger and made smaller: SDL moves small letters to whole pixels, which shows."""

    def __init__(self, size: int, *, bold: bool = False, serif: bool = False) -> None:
        self._size = FINER * size
        self._fonts = _fonts(serif, bold, self._size)
        self._font, self._own = self._fonts[0], len(self._fonts)
        self.line = self._font.get_linesize() // FINER
        """How far one line is below another."""
        self.draw = functools.lru_cache(maxsize=512)(self._draw)  # a frame shows what the one before showed
        """The picture of a text in a colour."""
        self.width = functools.lru_cache(maxsize=2048)(self._width)
        self.wrap = functools.lru_cache(maxsize=512)(self._wrap)
        """The lines of a text that are no wider than so many pixels; a word that is too long is broken."""

    def _width(self, text: str) -> int:
        return -(-sum(font.size(part)[0] for font, part in self._runs(text)) // FINER)

    def _draw(self, text: str, colour: str) -> pygame.Surface:
        parts = [font.render(part, True, colour) for font, part in self._runs(text)]
        width = sum(part.get_width() for part in parts)
        height = max([part.get_height() for part in parts], default=1)
        large = pygame.Surface((max(1, width), height), pygame.SRCALPHA)
        large.fill(
            (*pygame.Color(colour)[:3], 0)
        )  # the colour of letters shines into their edges, and no other
        left = 0
        for part in parts:
            large.blit(part, (left, (height - part.get_height()) // 2))
            left += part.get_width()
        return pygame.transform.smoothscale(large, (max(1, -(-width // FINER)), max(1, height // FINER)))

    def _runs(self, text: str) -> list[tuple[pygame.font.Font, str]]:
        """The text in pieces, each with the typeface that has its letters."""
        if text.isascii():
            return [(self._font, text)] if text else []
        runs: list[tuple[pygame.font.Font, str]] = []
        for letter in text:
            font = self._with(letter)
            if runs and runs[-1][0] is font:
                runs[-1] = (font, runs[-1][1] + letter)
            else:
                runs.append((font, letter))
        return runs

    def _with(self, letter: str) -> pygame.font.Font:
        if letter.isascii() or letter == "\xa0":
            return self._font
        for font in self._fonts:
            if has(font, letter):
                return font
        for file in _others()[len(self._fonts) - self._own :]:
            self._fonts.append(pygame.font.Font(file, self._size))
            if has(self._fonts[-1], letter):
                return self._fonts[-1]
        return self._font

    def _wrap(self, text: str, width: int) -> tuple[str, ...]:
        lines = [""]
        for word in text.split():
            longer = f"{lines[-1]} {word}".strip()
            if self.width(longer) <= width:
                lines[-1] = longer
                continue
            if lines[-1]:
                lines.append("")
            for letter in word:
                if lines[-1] and self.width(lines[-1] + letter) > width:
                    lines.append("")
                lines[-1] += letter
        return tuple(lines) if lines != [""] else ()

    def shorten(self, text: str, width: int) -> str:
        """A text that fits; what is too long ends in an ellipsis."""
        if self.width(text) <= width:
            return text
        while text and self.width(f"{text}…") > width:
            text = text[:-1]
        return f"{text.rstrip()}…"
