"""The single list of games."""

from __future__ import annotations

import difflib
import json
from functools import lru_cache

from quintet.games.best import Best
from quintet.games.contract import AnyGame, UnknownGameError
from quintet.games.gomoku import Gomoku
from quintet.games.omega import Omega
from quintet.games.onyx import Onyx
from quintet.games.reversi import Reversi

GAMES: dict[str, type[AnyGame]] = {kind.name: kind for kind in (Reversi, Gomoku, Onyx, Omega, Best)}


def game(name: str, /, **settings: object) -> AnyGame:
    """A game by name, with its settings: `game("gomoku", double_three="forbidden")`.

    A game is a value: whoever asks for the same settings may get the same one.
    """
    kind = GAMES.get(name)
    if kind is None:
        near = difflib.get_close_matches(name, GAMES, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else "."
        raise UnknownGameError(f"there is no game {name[:40]!r}{hint} The games are: {', '.join(GAMES)}")
    try:
        text = json.dumps(settings, sort_keys=True)
    except (TypeError, ValueError, RecursionError):  # no settings of any game: it will say so
        return kind(**settings)
    return _made(kind, text)


@lru_cache(maxsize=32)  # a board of somebody's own may take a second to make, and a megabyte
def _made(kind: type[AnyGame], settings: str) -> AnyGame:
    return kind(**json.loads(settings))
