"""What lies over the window for a while: the keys, a menu to choose from, and a line to write in."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Protocol

import pygame

from quintet.desktop.canvas import Canvas, Press

KEYS: tuple[tuple[str, str], ...] = (
    ("Space", "stop, or go on"),
    ("Left, Right", "one move back, one move on"),
    ("Home, End", "to the beginning, to the end"),
    ("Up, Down", "faster, slower"),
    ("Return", "play the move as it stands"),
    ("Backspace", "take back what was chosen last"),
    ("Tab", "the next piece to put down"),
    ("1 to 9", "a word to play, such as passing"),
    ("/", "write a move"),
    ("u  t  r", "undo, hint, start again"),
    ("d  x  m", "offer a draw, resign, rematch"),
    ("y  n", "answer what somebody asks"),
    ("o  g  c", "take a seat, be ready, claim the game"),
    ("a", "everything that can be done now"),
    ("i", "the rules of the game"),
    ("w", "copy the link of the room"),
    ("s", "save the game as a file"),
    ("b", "another game"),
    ("v", "sound on or off"),
    ("+  -", "louder, softer"),
    ("l", "light or dark"),
    ("F11, f", "full screen, or no longer"),
    ("F1, ?", "these keys"),
    ("Esc, q", "close what is open, then the window"),
)
"""Every key, and what it does."""


class Overlay(Protocol):
    """Something that takes all keys and clicks while it is there."""

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None: ...

    def key(self, event: pygame.event.Event) -> None: ...

    def scroll(self, lines: int) -> None: ...


def sheet(
    canvas: Canvas, rect: pygame.Rect, width: float, height: int, title: str, close: Press
) -> pygame.Rect:
    """A sheet in the middle of the window, with a title; the place on it. A click beside it closes it."""
    c = canvas.colours
    if canvas.layout is not None:  # a game lies below
        veil = pygame.Surface(rect.size, pygame.SRCALPHA)
        veil.fill(c.veil)
        canvas.screen.blit(veil, rect.topleft)
    canvas.hot = [(rect, close)]
    head = canvas.letters(20, bold=True, serif=True)
    pad = canvas.px(20)
    wide = min(canvas.px(width), rect.width - canvas.px(24))
    title_lines = head.wrap(title, wide - 2 * pad)
    top = len(title_lines) * head.line + canvas.px(8)
    high = min(height + top + 2 * pad, rect.height - canvas.px(24))
    place = pygame.Rect(0, 0, wide, high)
    place.center = rect.center
    canvas.box(place, c.paper, edge=c.line, radius=12)
    canvas.hot.append((place, lambda: None))
    canvas.write(title, place.x + pad, place.y + pad, wide - 2 * pad, letters=head)
    return pygame.Rect(place.x + pad, place.y + pad + top, wide - 2 * pad, high - 2 * pad - top)


class Help:
    """The keys, in one column or in two."""

    def __init__(self, close: Press) -> None:
        self._close = close

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None:
        small, strong = canvas.letters(13), canvas.letters(13, bold=True)
        high = small.line + canvas.px(6)
        two = rect.width >= canvas.px(700)
        lines = -(-len(KEYS) // 2) if two else len(KEYS)
        if lines * high > rect.height - canvas.px(110):  # a small window: closer together
            high = max(small.line, (rect.height - canvas.px(110)) // lines)
        place = sheet(canvas, rect, 760 if two else 430, lines * high, "Keys", self._close)
        column = place.width // 2 if two else place.width
        for number, (keys, does) in enumerate(KEYS):
            x = place.x + (number // lines) * column
            middle = place.y + (number % lines) * high + high // 2
            canvas.line(keys, x, middle, letters=strong, colour=canvas.colours.accent)
            text = small.shorten(does, column - canvas.px(112))
            canvas.line(text, x + canvas.px(106), middle, letters=small)

    def key(self, event: pygame.event.Event) -> None:
        self._close()

    def scroll(self, lines: int) -> None:
        pass


class Menu:
    """A list to choose from by the mouse, the arrows, or a key that stands beside an entry."""

    def __init__(
        self,
        title: str,
        entries: Sequence[tuple[str, str, Press]],
        close: Press,
        *,
        chosen: int = 0,
        leave: Press | None = None,
        notes: Mapping[str, str] | None = None,
    ) -> None:
        """Of each entry the key, the label, and what it does; a choice closes the menu first.

        `leave` is what happens instead where nothing was chosen; `notes` has by label what is said beside it.
        """
        self.title, self.entries, self._close, self._leave = title, entries, close, leave or close
        self.notes = notes or {}
        self.chosen = min(chosen, max(0, len(entries) - 1))
        self._first, self._room = 0, 1
        self._pointer = (-1, -1)

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None:
        letters = canvas.letters(15)
        high = letters.line + canvas.px(10)
        place = sheet(canvas, rect, self._wide(canvas), len(self.entries) * high, self.title, self._leave)
        self._room = max(1, place.height // high)
        if self._pointer != canvas.pointer:  # a pointer that rests does not hold what keys have moved
            self._pointer = canvas.pointer
            line = (canvas.pointer[1] - place.y) // high
            if place.collidepoint(canvas.pointer) and 0 <= line < self._room:
                self.chosen = min(len(self.entries) - 1, self._first + line)
        self._first = max(0, min(self._first, len(self.entries) - self._room))
        for line, (key, label, _) in enumerate(self.entries[self._first : self._first + self._room]):
            number = self._first + line
            spot = pygame.Rect(place.x, place.y + line * high, place.width, high)
            if number == self.chosen:
                canvas.box(spot, canvas.colours.hover, edge=canvas.colours.accent, radius=6)
            text = letters.shorten(label, spot.width - canvas.px(50))
            canvas.line(text, spot.x + canvas.px(10), spot.centery, letters=letters)
            self._note(canvas, spot, label)
            if key:
                canvas.key(key, spot.right - canvas.px(10), spot.centery, canvas.colours.soft)
            canvas.hot.append((spot, partial(self._choose, number)))
        self._more(canvas, place)

    def _wide(self, canvas: Canvas) -> float:
        """So wide that everything beside an entry can be read, where the window has the room."""
        if not self.notes:
            return 440
        small = canvas.letters(13)
        notes = max(small.width(note) for note in self.notes.values())
        return max(440, (self._beside(canvas) + notes) / canvas.scale + 90)

    def _beside(self, canvas: Canvas) -> int:
        """How far from its left edge what is said beside an entry begins."""
        letters = canvas.letters(15)
        return canvas.px(28) + max(letters.width(name) for name in self.notes)

    def _note(self, canvas: Canvas, spot: pygame.Rect, label: str) -> None:
        """What is said beside an entry, all of them below each other."""
        if label not in self.notes:
            return
        small, x = canvas.letters(13), spot.x + self._beside(canvas)
        text = small.shorten(self.notes[label], spot.right - canvas.px(44) - x)
        canvas.line(text, x, spot.centery, letters=small, colour=canvas.colours.soft)

    def _more(self, canvas: Canvas, place: pygame.Rect) -> None:
        if len(self.entries) > self._room:
            high = place.height * self._room // len(self.entries)
            top = place.y + (place.height - high) * self._first // (len(self.entries) - self._room)
            bar = pygame.Rect(place.right + canvas.px(6), top, canvas.px(4), high)
            canvas.box(bar, canvas.colours.line, radius=2)

    def _choose(self, number: int) -> None:
        self._close()
        self.entries[number][2]()

    def key(self, event: pygame.event.Event) -> None:
        last = len(self.entries) - 1
        moves = {
            pygame.K_UP: -1,
            pygame.K_DOWN: 1,
            pygame.K_PAGEUP: -self._room,
            pygame.K_PAGEDOWN: self._room,
        }
        moves |= {pygame.K_HOME: -last, pygame.K_END: last}
        if event.key in (pygame.K_ESCAPE, pygame.K_q, pygame.K_LEFT):
            self._leave()
        elif event.key in moves:
            self._mark(self.chosen + moves[event.key])
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER, pygame.K_RIGHT):
            if self.entries:
                self._choose(self.chosen)
        else:
            self._by_key(pygame.key.name(event.key))

    def _by_key(self, name: str) -> None:
        for number, (key, _, _) in enumerate(self.entries):
            if key and key == name:
                self._choose(number)
                return

    def _mark(self, number: int) -> None:
        self.chosen = max(0, min(len(self.entries) - 1, number))
        self._first = min(self._first, self.chosen)
        self._first = max(self._first, self.chosen - self._room + 1)

    def scroll(self, lines: int) -> None:
        self._first = max(0, min(len(self.entries) - self._room, self._first + lines))
        self._pointer = (-1, -1)


class Line:
    """A line to write in."""

    def __init__(self, title: str, done: Callable[[str], object], close: Press, text: str = "") -> None:
        self.title, self.text = title, text
        self._done, self._close = done, close

    def draw(self, canvas: Canvas, rect: pygame.Rect) -> None:
        letters = canvas.letters(17)
        place = sheet(canvas, rect, 460, canvas.px(40), self.title, self._close)
        field = pygame.Rect(place.x, place.y, place.width, canvas.px(36))
        canvas.box(field, canvas.colours.sheet, edge=canvas.colours.accent, thick=2)
        shown = self.text
        while shown and letters.width(shown) > field.width - canvas.px(24):
            shown = shown[1:]
        x = canvas.line(shown, field.x + canvas.px(10), field.centery, letters=letters)
        if pygame.time.get_ticks() % 1000 < 600:
            caret = pygame.Rect(x + 1, field.centery - canvas.px(10), canvas.px(2), canvas.px(20))
            canvas.box(caret, canvas.colours.accent, radius=0)

    def key(self, event: pygame.event.Event) -> None:
        if event.key == pygame.K_ESCAPE:
            self._close()
        elif event.key in (pygame.K_RETURN, pygame.K_KP_ENTER):
            self._close()
            if self.text.strip():
                self._done(self.text.strip())
        elif event.key == pygame.K_BACKSPACE:
            self.text = "" if event.mod & pygame.KMOD_CTRL else self.text[:-1]
        elif event.key == pygame.K_v and event.mod & (pygame.KMOD_CTRL | pygame.KMOD_META):
            self.text += pygame.scrap.get_text().strip()[:2000]
        elif event.unicode and event.unicode.isprintable() and not event.mod & pygame.KMOD_CTRL:
            self.text = (self.text + event.unicode)[:2000]

    def scroll(self, lines: int) -> None:
        pass


def sure(question: str, yes: Press, close: Press) -> Menu:
    """What ends a game is asked for once more."""
    return Menu(question, [("y", "Yes", yes), ("n", "No", lambda: None)], close, chosen=1)
