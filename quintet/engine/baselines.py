"""Players that never change: what the engine is measured against, today and in later years.

The exception is `plain`: it is the search over the contract as it is, and gets better when that is mended.

A baseline is entered in BASELINES by its name. `where` is its module and class; the class is loaded when somebody asks
for it, and offers `choose(game, position, seat, rng)`; also `plays(game)` unless it plays every game, and `load(game)` if
it has something to compile. Its answers must depend on its arguments alone, never on the time.
"""

from __future__ import annotations

import importlib
import time
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from quintet.engine import generic
from quintet.engine.think import answer, check, start_clock
from quintet.engine.thought import Budget, Thought
from quintet.games.contract import AnyGame, Move

if TYPE_CHECKING:
    from quintet.players import Player


class Baseline(Struct, frozen=True):
    help: str
    where: str

    def make(self) -> Player:
        module, _, name = self.where.partition(":")
        player: Player = getattr(importlib.import_module(module), name)()
        return player


class Plain:
    """The search over the contract alone, looking at 2,000 positions: for every game, compiled or not."""

    NODES = 2_000

    def think(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Thought:
        check(game, position, seat)
        begun = time.monotonic_ns()
        limits = start_clock(Budget(nodes=self.NODES), begun, seed=rng.getrandbits(31))
        found = generic.analyse(game, position, seat, limits)
        return answer(game, position, seat, found, begun, seed=limits.seed)

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        return self.think(game, position, seat, rng).move


BASELINES: dict[str, Baseline] = {
    "plain": Baseline("the search over the contract alone, at 2,000 positions a move", f"{__name__}:Plain"),
    "ucb-6k": Baseline(
        "Thwart Omega for two by bandits and 6,000 random games a move",
        "quintet.engine.frozen.omega_ucb:UcbOmega",
    ),
    "beam-16": Baseline(
        "Onyx by the sixteen best turns and the best reply to each",
        "quintet.engine.frozen.onyx_beam:Beam",
    ),
}
