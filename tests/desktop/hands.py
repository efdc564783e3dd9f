"""A window without a screen, and hands that press its keys and hold its mouse."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

from quintet.desktop.window import Window
from tests.desktop.screen import PATIENCE


class Hands:
    """Whoever sits at a window."""

    def __init__(self, window: Window) -> None:
        self.window = window

    def look(self, frames: int = 2) -> None:
        for _ in range(frames):
            self.window.refresh()
            self.window.frame(0.01)

    def until(self, seen: Callable[[], object]) -> None:
        end = time.monotonic() + PATIENCE
        while not seen():
            assert time.monotonic() < end, "it never came"
            self.look()
            time.sleep(0.01)

    def key(self, key: int, letter: str = "", times: int = 1) -> None:
        """Press a key and let it go; held for long it comes several times."""
        for _ in range(times):
            pygame.event.post(pygame.event.Event(pygame.KEYDOWN, key=key, unicode=letter, mod=0))
            self.look()
        pygame.event.post(pygame.event.Event(pygame.KEYUP, key=key, mod=0))
        self.look()

    def write(self, text: str) -> None:
        for letter in text:
            self.key(pygame.key.key_code(letter) if letter.isalnum() else 0, letter)

    def press(self, point: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=point, button=1))
        self.look()

    def move(self, point: tuple[int, int]) -> None:
        pygame.event.post(
            pygame.event.Event(pygame.MOUSEMOTION, pos=point, rel=(0, 0), buttons=(1, 0, 0), touch=False)
        )
        self.look()

    def release(self, point: tuple[int, int]) -> None:
        pygame.event.post(pygame.event.Event(pygame.MOUSEBUTTONUP, pos=point, button=1))
        self.look()


@contextmanager
def at(window: Window, size: tuple[int, int] = (1000, 700)) -> Iterator[Hands]:
    """Open a window, and close it afterwards."""
    window.start(size)
    hands = Hands(window)
    try:
        hands.look()
        yield hands
    finally:
        window.close()
