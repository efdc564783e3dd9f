"""Levels that have all the time they need: players for matches on a machine that has other work.

A level stops when its half second is over, whatever it has looked at by then; where others have the processor most of the time, it is
weaker for that. `unhurried.py:60,1,0.5,1` is the engine as it plays with such a setting (nodes, loss, haste, sight) and no clock.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from msgspec.structs import astuple

from quintet.engine.levels import THINKING, Level, hasty_move
from quintet.engine.registry import player
from quintet.engine.think import answer, start_clock
from quintet.engine.thought import Budget
from quintet.games.contract import AnyGame, Move


class Setting:
    """The engine by a setting, which may be one that no level has yet."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def load(self, game: AnyGame) -> None:
        player(game)

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        seed = rng.getrandbits(31)
        hasty = hasty_move(self.level, game, position, seat, seed)
        if hasty is not None:
            return hasty
        engine, begun = player(game), time.monotonic_ns()
        loss = self.level.loss * engine.LOSS
        seconds = THINKING if self.level.nodes is None else None
        limits = start_clock(Budget(nodes=self.level.nodes, seconds=seconds), begun, spread=loss, seed=seed)
        found = engine.analyse(game, position, seat, limits)
        return answer(game, position, seat, found, begun, loss=loss, seed=seed).move


def written(level: Level) -> str:
    """The player that this level is, without its clock."""
    return f"{os.path.relpath(Path(__file__))}:{','.join(f'{value:g}' for value in astuple(level))}"


def __getattr__(name: str) -> Callable[[], Setting]:
    """The setting that is written like this, as the class that a player from a file is."""
    try:
        nodes, loss, haste, sight = map(float, name.split(","))
    except ValueError:
        raise AttributeError(f"{name!r} is no setting of a level") from None
    return lambda: Setting(Level(int(nodes), loss, haste, sight))
