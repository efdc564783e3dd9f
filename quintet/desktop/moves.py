"""The moves that were played, as a list: it scrolls, follows what is shown, and a click on a move shows it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import pygame

from quintet.desktop.canvas import Canvas
from quintet.desktop.story import Showing
from quintet.say.clocks import time_text
from quintet.say.told import ToldMove

SHORT = 7
"""Moves of no more letters stand two in a line."""


class Moves:
    """The list, and how far it was scrolled."""

    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.place = pygame.Rect(0, 0, 0, 0)
        self._scrolled: int | None = None
        """The first line that is shown; None while the list follows the game."""
        self._followed = -1
        self._lines = self._room = self._current = 0
        """How many lines there are, how many are shown, and in which one the move stands that is on the board."""

    def scroll(self, lines: int) -> None:
        """Look further up or down."""
        most = max(0, self._lines - self._room)
        first = self._first() if self._scrolled is None else self._scrolled
        self._scrolled = max(0, min(most, first + lines))

    def draw(self, rect: pygame.Rect, showing: Showing, go: Callable[[int], object]) -> None:
        """A round is as many lines deep as it needs to be whole."""
        canvas = self.canvas
        self.place = rect
        told, current = showing.tale.told, showing.shown + bool(showing.steps)
        line = canvas.letters(14).line + canvas.px(5)
        across, deep = self._shape(showing, rect.width)
        high = deep * line
        self._lines, self._room = -(-len(told) // across), max(1, rect.height // high)
        if current != self._followed:
            self._followed, self._scrolled = current, None
        self._current = max(0, current - 1) // across
        first = self._first()
        if not told:
            small = canvas.letters(13)
            canvas.line(
                "No moves yet.", rect.x, rect.y + line // 2, letters=small, colour=canvas.colours.soft
            )
        for number in range(first * across, min(len(told), (first + self._room) * across)):
            wide = rect.width // across
            left, top = rect.x + number % across * wide, rect.y + (number // across - first) * high
            place = pygame.Rect(left, top, wide - canvas.px(6), high)
            if place.bottom <= rect.bottom:
                self._round(showing, number, place, line, deep, number + 1 == current)
                canvas.hot.append((place, partial(go, number + 1)))
        self._scrollbar(rect, first)

    def _shape(self, showing: Showing, width: int) -> tuple[int, int]:
        """How many rounds stand in a line, and how many lines each takes."""
        told = showing.tale.told
        seats = max((len(ply.moves) for ply in told), default=1)
        if seats == 1:
            short = all(len(move.text) <= SHORT for ply in told for move in ply.moves)
            return (2 if short and width >= self.canvas.px(190) else 1), 1
        letters, around = self.canvas.letters(14), self.canvas.px(34)
        widest = max(sum(letters.width(move.text) + around for move in ply.moves) for ply in told)
        return 1, 1 if widest + self.canvas.px(30) <= width else seats

    def _first(self) -> int:
        most = max(0, self._lines - self._room)
        if self._scrolled is not None:
            return min(self._scrolled, most)
        return max(0, min(most, self._current - self._room // 2))

    def _round(
        self, showing: Showing, number: int, place: pygame.Rect, line: int, deep: int, current: bool
    ) -> None:
        canvas, c = self.canvas, self.canvas.colours
        if current or canvas.over(place):
            canvas.box(place, c.hover, edge=c.accent if current else "", radius=5)
        small = canvas.letters(12)
        digits = small.width("0" * len(str(max(99, showing.last))))
        numeral = small.draw(f"{number + 1}", c.soft)
        middle = place.y + line // 2
        canvas.screen.blit(numeral, numeral.get_rect(midright=(place.x + canvas.px(4) + digits, middle)))
        x = left = place.x + digits + canvas.px(10)
        ply = showing.tale.plies[number]
        colours = showing.tale.info(showing.last).colours
        for move in showing.tale.told[number].moves:
            x = self._move(move, (colours[move.seat] or "")[:1], x, middle, place.right)
            self._time(ply.seconds.get(move.seat), x, middle, place.right)
            if deep > 1:
                x, middle = left, middle + line

    def _move(self, move: ToldMove, own: str, x: int, middle: int, right: int) -> int:
        """A move behind what it put down, or behind the colour of its seat; how far to the right it went."""
        canvas, letters = self.canvas, self.canvas.letters(14)
        x = canvas.pieces((move.pieces or own)[:3], x, middle, 15, 0.3) + canvas.px(4)
        text = letters.shorten(move.text, max(0, right - x - canvas.px(4)))
        return canvas.line(text, x, middle, letters=letters) + canvas.px(9)

    def _time(self, seconds: float | None, x: int, middle: int, right: int) -> None:
        """How long it took, where there is room for it."""
        if seconds is None:
            return
        canvas, small = self.canvas, self.canvas.letters(12)
        text = f"{seconds:.2f} s" if seconds < 10 else time_text(round(1000 * seconds))
        if x + small.width(text) + canvas.px(6) <= right:
            drawn = small.draw(text, canvas.colours.soft)
            canvas.screen.blit(drawn, drawn.get_rect(midright=(right - canvas.px(5), middle)))

    def _scrollbar(self, rect: pygame.Rect, first: int) -> None:
        if self._lines <= self._room:
            return
        canvas = self.canvas
        high = max(canvas.px(16), rect.height * self._room // self._lines)
        top = rect.y + (rect.height - high) * first // max(1, self._lines - self._room)
        canvas.box(
            pygame.Rect(rect.right - canvas.px(4), top, canvas.px(4), high), canvas.colours.line, radius=2
        )
