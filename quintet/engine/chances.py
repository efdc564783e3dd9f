"""What a value means: the result to expect, from 0 (lost) to 1 (won), the same in every game.

Between players of one strength a lead is worth the more, the nearer the end is. How much, was fitted for each game to games of
the engine at equal levels: `python -m benchmarks.chances` does it, writes `data/chances.json`, and says in results.md how
well it fits.
"""

from __future__ import annotations

import functools
import math
from pathlib import Path
from typing import Any

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
    known = curves().get(game.name)
    if game.unit is None and (known is None or proven == "equal" or game.seats > 2):
        return min(max((1 + value) / 2, 0.0), 1.0)  # it is the expected result, twice as wide
    curve = known or Curve(*UNKNOWN)
    return 1.0 / (1.0 + exp(-value * curve.steepness(fullness(game, position))))
