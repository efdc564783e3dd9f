"""One value for one game: tables that play the same game by the same settings share it.

A game knows its whole board, every line on it and every neighbour: a quarter of a megabyte for a large one. It never
changes, so a thousand rooms need it once.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any
from weakref import WeakValueDictionary

import msgspec

from quintet.games import GAMES
from quintet.games.contract import AnyGame
from quintet.games.registry import game as make_game

_SHARED: WeakValueDictionary[bytes, AnyGame] = WeakValueDictionary()
"""By name and settings; a game that no table plays any more is let go."""
_encode = msgspec.json.Encoder(order="sorted").encode


def shared_game(name: str, options: Mapping[str, Any]) -> AnyGame:
    """The game of that name with these settings; GameError if there is none."""
    key = _encode([name, dict(options)])
    found = _SHARED.get(key)
    if found is not None and type(found) is GAMES.get(name):  # its rules may have been loaded anew
        return found
    made = make_game(name, **options)
    key = _encode([made.name, made.settings])  # two ways to write the same settings are one game
    found = _SHARED.get(key)
    if found is not None and type(found) is type(made):
        return found
    _SHARED[key] = made
    return made
