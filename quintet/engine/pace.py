"""What a second is worth in nodes, by the game: so that a budget of nodes, which every machine spends alike, takes no longer in one
game than in another.

It was measured once, and is no promise: `python -m benchmarks.review` says what a review takes.
"""

from __future__ import annotations

import functools
from pathlib import Path

import msgspec

from quintet.engine import generic
from quintet.engine.registry import player
from quintet.games.contract import AnyGame

FILE = Path(__file__).parent / "data" / "pace.json"
IN_PYTHON = 4_000
"""Nodes a second of the search for any game, which asks the rules themselves."""
COMPILED = 500_000
"""For a compiled engine that nobody has measured."""


@functools.cache
def measured() -> dict[str, int]:
    """By the name of a game."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, int])


def nodes_for(game: AnyGame, seconds: float) -> int:
    """How many nodes are looked at in so many seconds, about; at least one."""
    pace = IN_PYTHON if player(game) is generic else measured().get(game.name, COMPILED)
    return max(1, int(pace * seconds))
