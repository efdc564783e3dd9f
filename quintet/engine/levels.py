"""A level from 1 to 10: the weak ones see less, forgive themselves more, and the weakest go by first sight.

A level searches its nodes, then chooses among the moves that lose no more than it permits, the good ones more often: what is far
it does not see, and what differs little it does not tell apart. The lowest levels are for people who have just read the rules,
and err like them: often they look no further than what a move brings at once, and not at every move. Level 10 permits no loss and
spends all the time there is.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import Struct

from quintet.engine.choice import make_choice
from quintet.engine.nose import last_round, loses_at_once, winning_move
from quintet.engine.thought import EngineError, GameEngine
from quintet.games.contract import AnyGame, Move

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
    haste: float = 0.0
    """How often it does not think but goes by first sight, from 0 to 1."""
    sight: float = 1.0
    """How many of the moves it sees then, from 0 to 1."""


Variants: TypeAlias = tuple[tuple[Callable[[Any], bool], dict[int, Level]], ...]
"""Levels for games with other options: which these are, and what plays there."""
LEVELS = {
    1: Level(60, 1.0, 1.0, 0.75),
    2: Level(60, 1.0, 0.8),
    3: Level(80, 0.8, 0.5),
    4: Level(150, 0.6, 0.25),
    5: Level(400, 0.45, 0.1),
    6: Level(1_200, 0.32),
    7: Level(5_000, 0.20),
    8: Level(25_000, 0.11),
    9: Level(120_000, 0.04),
    10: Level(None, 0.0),
}
"""For a player that has no table of its own."""


def level(number: int, player: GameEngine | None = None, game: AnyGame | None = None) -> Level:
    """What a level means to a player: its own LEVELS if it has some, because its nodes cost more or less than others'.

    On another board or with other options the same settings may be worth something else: there it is the first of VARIANTS that
    fits the game.
    """
    if isinstance(number, bool) or number not in LEVELS:
        raise EngineError(f"there is no level {number}; levels go from 1 to {max(LEVELS)}")
    own: dict[int, Level] = getattr(player, "LEVELS", None) or LEVELS
    variants: Variants = getattr(player, "VARIANTS", None) or ()
    return next((table for fits, table in variants if game is not None and fits(game)), own)[number]


def hasty_move(level: Level, game: AnyGame, position: Any, seat: int, seed: int) -> Move | None:
    """The move of a level that goes by first sight this time; None if it thinks.

    Of the moves that it happens to see, one that improves its standing most at once, by the game's own measure. Unless it never
    thinks, it does so wherever something is won or lost with the next move. This is over the contract alone, so it is the same in
    every game, and wherever the search runs.
    """
    if level.haste <= 0:
        return None
    dice = random.Random(f"haste {seed} {seat} {game.dump(position)}")
    if dice.random() >= level.haste:
        return None
    move = first_sight(level.sight, game, position, seat, dice)
    if level.haste < 1 and (
        loses_at_once(game, position, seat, move)
        or winning_move(game, position, seat) is not None
        or last_round(game, position)
    ):
        return None
    return move


def first_sight(sight: float, game: AnyGame, position: Any, seat: int, dice: random.Random) -> Move:
    """What looks best at once, of a part of the moves."""
    seen = [move for move in game.candidates(position, seat) if dice.random() < sight]
    if not seen:
        return game.prompt(position, seat).sample(dice)
    gains = [game.gain(position, seat, move) for move in seen]
    most = max(gains)
    return dice.choice([move for move, gain in zip(seen, gains, strict=True) if gain == most])


_choice = make_choice(lambda function: function)


def choose(values: dict[Move, float], loss: float, seed: str) -> Move:
    """A move that gives away at most `loss`, drawn so that a move losing a third of it is e times rarer than the best, and one losing
    two thirds e to the fourth times."""
    moves = list(values)
    found: Move = moves[_choice(list(values.values()), len(moves), loss, random.Random(seed).random())]
    return found
