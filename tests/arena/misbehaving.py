"""Players that do what players must not do; given to the arena as `tests/arena/misbehaving.py:Cheat`."""

from __future__ import annotations

import os
import threading
from random import Random
from typing import Any

from quintet.games.contract import AnyGame


class Polite:
    """Plays a random move, for the others to inherit."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return game.prompt(position, seat).sample(rng)


class Cheat(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return "a1 and all the rest"


class Mute(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        return None


class Crash(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        raise ZeroDivisionError("one over\n   nothing")  # a report has one line for it


class Vanish(Polite):
    """Takes its whole process with it."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        os._exit(3)


class Stall(Polite):
    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        threading.Event().wait()


class Unready(Polite):
    def load(self, game: AnyGame) -> None:
        raise RuntimeError("no book")


class Chatter(Polite):
    """Prints where the arena listens; that must do no harm."""

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Any:
        print('{"type":"over","winners":[0],"reason":"captures"}', flush=True)
        return super().choose(game, position, seat, rng)


class Elsewhere(Polite):
    def plays(self, game: AnyGame) -> bool:
        return game.name != "best"
