"""Which engine plays which game: a module of the game's name in engine/players/, or the generic search."""

from __future__ import annotations

import functools
import importlib
import importlib.util
import pkgutil
from typing import Any

from quintet.engine import generic, players
from quintet.engine.thought import GameEngine
from quintet.games.contract import AnyGame


def compiled() -> list[str]:
    """The names of the games that have a compiled engine."""
    return sorted(module.name for module in pkgutil.iter_modules(players.__path__))


@functools.cache
def load(name: str) -> GameEngine | None:
    """The compiled engine of a game, ready to run; None when there is none. Compiles it if the cache is cold."""
    if name not in compiled():
        return None
    module: Any = importlib.import_module(f"{players.__name__}.{name}")
    return engine(module)


def engine(module: Any) -> GameEngine:
    """A module with one compiled function needs a host; others speak for themselves."""
    if not hasattr(module, "ENTRY"):
        found: GameEngine = module
        return found
    from quintet.engine.host import Compiled

    return Compiled(module)


def player(game: AnyGame) -> GameEngine:
    """Who thinks about this game."""
    found = load(game.name)
    return found if found is not None and found.plays(game) else generic
