"""What a value means: the result to expect, from 0 (lost) to 1 (won), the same in every game.

Between players of one strength a lead is worth the more, the nearer the end is. How much, was fitted for each game to games of
the engine at equal levels: `python -m benchmarks.chances` does it, writes `data/chances.json`, and says in results.md how
well it fits.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from quintet.engine.arithmetic import exp
from quintet.engine.thought import Proof
from quintet.games.contract import AnyGame

FILE = Path(__file__).parent / "data" / "chances.json"
NEAR_END = 0.03
"""However full the board is, something may still happen."""
UNKNOWN = (0.1, 0.0, 0.0)
"""For a game with a margin of which nothing was fitted."""


class Curve(Struct, frozen=True):
    """How steep the chances rise with the value: `always`, with the board filling, and towards its last squares."""

    always: float
    filling: float
    ending: float

    def steepness(self, full: float) -> float:
        return max(0.0, self.always + self.filling * full + self.ending / math.sqrt(1.0 - full + NEAR_END))


@functools.cache
def curves() -> dict[str, Curve]:
    """By the name of a game."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, Curve])


def fullness(game: AnyGame, position: Any) -> float:
    """How far the game is: the part of the board that is taken."""
    return len(game.board(position)) / len(game.layout.spaces)


class Scale(Struct, frozen=True):
    """How the values of one position become results: all that is to be known of it for that."""

    steepness: float
    linear: Literal["never", "proven", "always"]
    """When a value is itself the expected result, twice as wide."""


def scale(game: AnyGame, position: Any) -> Scale:
    known = curves().get(game.name)
    steepness = (known or Curve(*UNKNOWN)).steepness(fullness(game, position))
    if game.unit is not None:
        return Scale(steepness, "never")
    return Scale(steepness, "always" if known is None or game.seats > 2 else "proven")


def expected_result(
    game: AnyGame, position: Any, value: float, proven: Proof | None, *, mixed: bool = False
) -> float:
    """What a seat can expect in a position that is worth this to it; the value of a mixed strategy is one on the average."""
    if not mixed and proven is not None:
        if value > 0 and proven != "at most":
            return 1.0
        if value < 0 and proven != "at least":
            return 0.0
        if value == 0 and proven == "equal":
            return 0.5
    here = scale(game, position)
    if here.linear == "always" or (here.linear == "proven" and proven == "equal"):
        return min(max((1 + value) / 2, 0.0), 1.0)
    return 1.0 / (1.0 + exp(-value * here.steepness))
