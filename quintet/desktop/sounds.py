"""Small sounds of wood and stone, made on the spot as in the browser: no files."""

from __future__ import annotations

import array
import math
import os
import random
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pygame

RATE = 22_050
LOUDEST = 32_767


class Sounds:
    """What can be heard, made in the background; nothing where the computer has no loudspeaker."""

    def __init__(self, volume: float = 0.7, on: bool = True) -> None:
        self.volume, self.on = volume, on
        self.able = False
        self._made: dict[str, pygame.mixer.Sound] = {}
        self._making = threading.Lock()

    def open(self) -> None:
        """Look for a loudspeaker, and make everything that can be heard."""
        try:
            with _unheard():
                pygame.mixer.init(RATE, -16, 1, 512)
        except pygame.error:
            return
        self.able = pygame.mixer.get_init() == (RATE, -16, 1)
        if self.able:
            threading.Thread(target=self._make, name="sounds", daemon=True).start()

    def _make(self) -> None:
        for name in SOUNDS:
            data = samples(name).tobytes()
            with self._making:
                if not self.able:  # the window was closed meanwhile
                    return
                self._made[name] = pygame.mixer.Sound(buffer=data)

    def close(self) -> None:
        """Let the loudspeaker go; what is still being made is made for nobody, and never while it goes."""
        with self._making:
            self.able = False
            self._made.clear()
            pygame.mixer.quit()

    def play(self, name: str) -> None:
        sound = self._made.get(name)
        if self.on and sound is not None:
            sound.set_volume(self.volume)
            sound.play()


@contextmanager
def _unheard() -> Iterator[None]:
    """The system's libraries write to the terminal where there is no loudspeaker; nobody there can do anything about it."""
    try:
        kept, nothing = os.dup(2), os.open(os.devnull, os.O_WRONLY)
    except OSError:
        yield
        return
    os.dup2(nothing, 2)
    try:
        yield
    finally:
        os.dup2(kept, 2)
        os.close(kept)
        os.close(nothing)


def samples(name: str) -> array.array[int]:
    """A sound as numbers, RATE of them a second."""
    parts = SOUNDS[name]
    length = max(at + made_for for at, made_for, _ in parts)
    mixed = [0.0] * math.ceil(RATE * length)
    for at, _, make in parts:
        begin = round(RATE * at)
        for place, value in enumerate(make(), start=begin):
            if place < len(mixed):
                mixed[place] += value
    return array.array("h", (round(LOUDEST * math.tanh(value)) for value in mixed))


def knock(pitch: float, length: float, loud: float, sharp: float = 9.0) -> list[float]:
    """A burst of noise through a narrow filter."""
    rng, count = random.Random(pitch), math.ceil(RATE * length)
    turn = 2 * math.pi * pitch / RATE
    alpha, cosine = math.sin(turn) / (2 * sharp), math.cos(turn)
    b, a1, a2 = alpha / (1 + alpha), -2 * cosine / (1 + alpha), (1 - alpha) / (1 + alpha)
    heard: list[float] = []
    x1 = x2 = y1 = y2 = 0.0
    for place in range(count):
        x = rng.uniform(-1, 1) * (1 - place / count) ** 5
        y = b * (x - x2) - a1 * y1 - a2 * y2
        x1, x2, y1, y2 = x, x1, y, y1
        heard.append(y * loud)
    return heard


def tone(pitch: float, length: float, loud: float) -> list[float]:
    """A soft tone that fades."""
    count, rise = math.ceil(RATE * length), 0.015 * RATE
    heard = []
    for place in range(count):
        swing = 2 / math.pi * math.asin(math.sin(2 * math.pi * pitch * place / RATE))
        fade = 10 ** (-4 * max(0.0, place - rise) / count)
        heard.append(swing * loud * min(1.0, place / rise) * fade)
    return heard


Part = tuple[float, float, Callable[[], list[float]]]


def _knock(at: float, pitch: float, length: float, loud: float, sharp: float = 9.0) -> Part:
    return at, length, lambda: knock(pitch, length, loud, sharp)


def _tone(at: float, pitch: float, length: float, loud: float) -> Part:
    return at, length, lambda: tone(pitch, length, loud)


SOUNDS: dict[str, tuple[Part, ...]] = {
    "place": (_knock(0, 900, 0.09, 2.6), _knock(0, 2400, 0.03, 1.1)),
    "turn": tuple(_knock(at, 1500, 0.05, 1) for at in (0, 0.07, 0.14)),
    "fall": (_knock(0.12, 420, 0.1, 2.4),),
    "remove": (_knock(0, 3200, 0.05, 0.8), _knock(0.06, 2600, 0.05, 0.7)),
    "burn": (_knock(0, 700, 0.6, 0.9, 0.6),),
    "start": (_tone(0, 392, 0.35, 0.12), _tone(0.12, 523, 0.5, 0.12)),
    "end": tuple(_tone(0.14 * n, pitch, 0.6, 0.12) for n, pitch in enumerate((523, 392, 330))),
    "notice": (_tone(0, 660, 0.25, 0.1), _tone(0.1, 880, 0.3, 0.08)),
}
"""By name, what it is made of: when each part begins, how long it is, and how it is made."""
