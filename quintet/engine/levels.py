"""A level from 1 to 10 is a budget and a permitted loss: the weak ones see less and forgive themselves more.

A level searches its nodes, then chooses among the moves that lose no more than it permits, the good ones more often.
So a weak level overlooks what a person overlooks and never plays nonsense that it could see through. Level 10 permits
no loss and spends all the time there is.
"""

from __future__ import annotations

import random

from msgspec import Struct

from quintet.engine.choice import make_choice
from quintet.engine.thought import EngineError, GameEngine
from quintet.games.contract import Move

PROMISE = 0.5
"""Seconds within which any level answers, as the caller sees it."""
THINKING = 0.40
"""Seconds of it spent searching: the rest is for a busy machine and the way back."""


def thinking_time(within: float) -> float:
    """Of the seconds within which an answer must be there, those that may be spent on it."""
    return max(0.001, within - min(PROMISE - THINKING, 0.3 * within))


class Level(Struct, frozen=True):
    nodes: int | None
    """Positions it looks at for a move; None: as many as the time allows."""
    loss: float
    """What it may give away in one move, as a part of the game's LOSS."""


LEVELS = {
    1: Level(60, 1.0),
    2: Level(150, 0.75),
    3: Level(400, 0.55),
    4: Level(1_200, 0.40),
    5: Level(4_000, 0.28),
    6: Level(12_000, 0.18),
    7: Level(40_000, 0.10),
    8: Level(120_000, 0.05),
    9: Level(400_000, 0.02),
    10: Level(None, 0.0),
}


def level(number: int, player: GameEngine | None = None) -> Level:
    """What a level means to a player: its own LEVELS if it has some, because its nodes cost more or less than others'."""
    if isinstance(number, bool) or number not in LEVELS:
        raise EngineError(f"there is no level {number}; levels go from 1 to {max(LEVELS)}")
    own: dict[int, Level] = getattr(player, "LEVELS", None) or LEVELS
    return own[number]


_choice = make_choice(lambda function: function)


def choose(values: dict[Move, float], loss: float, seed: str) -> Move:
    """A move that gives away at most `loss`, drawn so that a move losing a third of it is e times rarer than the best."""
    moves = list(values)
    found: Move = moves[_choice(list(values.values()), len(moves), loss, random.Random(seed).random())]
    return found
