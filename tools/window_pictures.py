"""Make every picture of the window in the docs anew: `.venv/bin/python tools/window_pictures.py [NAME ...]`.

The window itself is drawn without a screen, from records and tables that are always the same.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

os.environ["SDL_VIDEODRIVER"] = os.environ["SDL_AUDIODRIVER"] = "dummy"
import pygame

from quintet.desktop.feed import Feed, record_feed
from quintet.desktop.settings import Settings
from quintet.desktop.setup import Setup
from quintet.desktop.tables import TableFeed, play_here
from quintet.desktop.window import SETTLED_SECONDS, Window
from quintet.games import game
from quintet.games.record import load

PICTURES = Path(__file__).parents[1] / "docs" / "pictures"
STEPS, STEP = 20, 0.1
"""So many frames before something is done and after it, and the seconds that each is worth to what moves: however slow the machine is."""


def settled(window: Window, size: tuple[int, int], then: Callable[[Window], object]) -> pygame.Surface:
    """The window, a while after it was opened and something was done in it."""
    window.start(size)
    for _ in range(STEPS):
        window.frame(STEP)
    then(window)
    for _ in range(STEPS):
        window.frame(STEP)
    time.sleep(2 * SETTLED_SECONDS)  # only then is everything drawn as finely as it can be
    window.refresh()
    window.frame(STEP)
    return window.screen


def record(name: str) -> Feed:
    return record_feed(load((PICTURES / f"{name}.json").read_text("utf-8")))


def step(part: float) -> Callable[[Window], object]:
    """Show a game at so much of it."""

    def go(window: Window) -> None:
        showing = window.desk.showing
        assert showing is not None
        showing.go(round(part * showing.last))

    return go


def begin(window: Window) -> None:
    """Some moves against the greedy player, each of which is answered."""
    rng = Random(6)
    for _ in range(5):
        while (composer := window.desk.composer) is None:
            window.frame(STEP)
            time.sleep(0.02)
        composer.load(composer.prompt.sample(rng))
        window.desk.send()
    while window.desk.composer is None or window.desk.showing is None or not window.desk.showing.at_end:
        window.frame(STEP)
        time.sleep(0.02)


PAGES: dict[str, tuple[Callable[[], Window], tuple[int, int], Callable[[Window], object]]] = {
    "window": (
        lambda: Window(TableFeed(play_here(game("onyx"), ("me", "greedy")), playing=True), playing=True),
        (1000, 700),
        begin,
    ),
    "window-dark": (
        lambda: Window(record("gomoku"), settings=Settings(theme="dark")),
        (1000, 700),
        step(0.7),
    ),
    "window-end": (lambda: Window(record("omega")), (1000, 700), step(1.0)),
    "window-setup": (
        lambda: Window(None),
        (760, 540),
        lambda window: window.open(Setup(window, game("gomoku"), window.close_overlay)),
    ),
    "window-keys": (lambda: Window(record("reversi")), (1000, 700), Window.help),
    "window-rules": (lambda: Window(record("best")), (760, 540), lambda window: window.desk.rules()),
    "window-small": (lambda: Window(record("best")), (640, 480), step(0.6)),
}
"""By file: the window, its size, and what is done in it."""


def main(names: list[str]) -> None:
    for name, (make, size, then) in PAGES.items():
        if names and name not in names:
            continue
        window = make()
        pygame.image.save(settled(window, size, then), PICTURES / f"{name}.png")
        window.desk.feed.close()
        pygame.quit()
        print(f"docs/pictures/{name}.png")


if __name__ == "__main__":
    main(sys.argv[1:])
