"""A program of your own at the table, in five lines:

    from quintet.bots import Bot

    class First(Bot):
        def choose(self, position, prompt):
            return next(prompt.moves())

That plays all five games: at home (`quintet play GAME --seat 1=FILE.py:First`), in a room (`quintet bot FILE.py:First --room URL`), in
every room of a server that asks for it (`--server URL`), in the arena, and against you in the browser (`quintet bot FILE.py:First
--play GAME --open`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from random import Random
from typing import Any

from quintet.games.contract import AnyGame, Move, Prompt
from quintet.players import Player


class Bot(ABC):
    """Base of your program. `self.game` is what is being played, `self.rng` chance that can be repeated."""

    game: AnyGame
    rng: Random

    def plays(self, game: AnyGame) -> bool:
        """Do you play this game, with these settings?"""
        return True

    def begin(self, game: AnyGame) -> None:
        """Called before the first move of a game; call it from your own if you override it."""
        self.game = game
        self.rng = Random(0)

    @abstractmethod
    def choose(self, position: Any, prompt: Prompt) -> Move:
        """Your move: one of those that the prompt describes. `prompt.seat` is your seat."""

    def agree(self, offer: str) -> bool:
        """Say yes or no to an `undo`, `restart`, `draw`, `rematch` or `hint` that somebody asks for. Called while you think, too."""
        return offer != "draw"

    def as_player(self) -> Player:
        """The same program as a player for a seat at home."""
        return _BotPlayer(self)


class _BotPlayer:
    def __init__(self, bot: Bot) -> None:
        self.bot = bot
        self.game: AnyGame | None = None

    def plays(self, game: AnyGame) -> bool:
        return self.bot.plays(game)

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        if self.game != game:
            self.bot.begin(game)
            self.game = game
        self.bot.rng = rng
        return self.bot.choose(position, game.prompt(position, seat))
