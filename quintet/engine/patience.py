"""Somebody waits while an engine is loaded: how far the compiler is, where it has work to do."""

from __future__ import annotations

import shutil
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

from quintet.games.contract import AnyGame
from quintet.players import compiling_line, compiling_text

QUIET_SECONDS = 0.7
"""What is only loaded is there by then, and nobody is told anything."""
WIPE = "\r\x1b[2K"


def get_ready(game: AnyGame, stream: TextIO | None = None) -> None:
    """Load the engine of a game, telling a person at the terminal how far it is if that takes long."""
    with telling([game.name], sys.stderr if stream is None else stream):
        from quintet.engine import registry

        registry.player(game)


def get_ready_for(game: AnyGame, tell: Callable[[str], object]) -> None:
    """The same for somebody at a screen, who hears of it in sentences; `tell` is called in a thread of its own."""

    def say(done: int, total: int, seconds: float) -> None:
        tell(compiling_text(done, total, seconds) if done else loading_text(done, total, seconds))

    with counting([game.name], say):
        from quintet.engine import registry

        registry.player(game)


@contextmanager
def telling(games: list[str], stream: TextIO) -> Iterator[None]:
    """Rewrite one line every half second while engines of these games are loaded; nothing where nobody looks."""
    if not stream.isatty():
        yield
        return
    written = False

    def rewrite(done: int, total: int, seconds: float) -> None:
        nonlocal written
        written = True
        stream.write(WIPE + loading_text(done, total, seconds))
        stream.flush()

    try:
        with counting(games, rewrite):
            yield
    finally:
        if written:
            stream.write(WIPE)
            stream.flush()


@contextmanager
def counting(games: list[str], tell: Callable[[int, int, float], object]) -> Iterator[None]:
    """Tell every half second, if it takes long, how many parts are compiled, of how many, and after how many seconds."""
    total, done, over, begun = 0, 0, threading.Event(), time.monotonic()

    def ready(_name: str) -> None:
        nonlocal done
        done += 1

    def go_on() -> None:
        wait = QUIET_SECONDS
        while not over.wait(wait):
            wait = 0.5
            tell(done, total, time.monotonic() - begun)

    thread = threading.Thread(target=go_on, name="patience", daemon=True)
    thread.start()  # before anything that takes long
    try:
        from quintet.engine import _jit, registry
        from quintet.engine.warm import count_parts

        total = count_parts([name for name in games if name in registry.compiled()])
        _jit.on_part.append(ready)
        try:
            yield
        finally:
            _jit.on_part.remove(ready)
    finally:
        over.set()
        thread.join()


def loading_text(done: int, total: int, seconds: float) -> str:
    """Until a part has been compiled, all may come from what was compiled before."""
    if not done:
        return f"The engine is being loaded: {seconds:.0f} s."
    return compiling_line(done, total, seconds, shutil.get_terminal_size().columns)
