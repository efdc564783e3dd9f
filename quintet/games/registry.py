"""The single list of games: ours, and those that installed packages and files bring."""

from __future__ import annotations

import json
import os
from collections.abc import Iterator, MutableMapping
from functools import lru_cache
from weakref import WeakValueDictionary

from quintet.games.best import Best
from quintet.games.contract import AnyGame, GameError, UnknownGameError
from quintet.games.errors import near
from quintet.games.gomoku import Gomoku
from quintet.games.omega import Omega
from quintet.games.onyx import Onyx
from quintet.games.outside import OutsideError, installed, load_entry, load_file, split
from quintet.games.reversi import Reversi

OURS: dict[str, type[AnyGame]] = {kind.name: kind for kind in (Reversi, Gomoku, Onyx, Omega, Best)}
FILES = "QUINTET_GAMES"
"""The variable of the environment that names files of games, one on each line; processes that we start read it too."""


class Games(MutableMapping[str, type[AnyGame]]):
    """Games by name. Those from outside are looked for when somebody first asks: their modules may import this one."""

    def __init__(self) -> None:
        self._games = dict(OURS)
        self._looked = False
        self.faults: list[str] = []
        """A sentence for each game from outside that could not be taken."""

    def __getitem__(self, name: str) -> type[AnyGame]:
        if name not in self._games:
            self._look_around()
        return self._games[name]

    def __setitem__(self, name: str, kind: type[AnyGame]) -> None:
        self._games[name] = kind

    def __delitem__(self, name: str) -> None:
        del self._games[name]

    def __iter__(self) -> Iterator[str]:
        self._look_around()
        return iter(self._games)

    def __len__(self) -> int:
        self._look_around()
        return len(self._games)

    def add(self, kind: type[AnyGame], whence: str) -> str:
        """Take a game in; its name. OutsideError if another game has that name."""
        known = self._games.setdefault(kind.name, kind)
        if known is not kind:
            raise OutsideError(
                f"{whence} calls itself {kind.name!r}, and so does {known.title}: give it a name of its own"
            )
        return kind.name

    def _look_around(self) -> None:
        """Once: the games of installed packages and of the files that the environment names."""
        if self._looked:
            return
        self._looked = True
        for entry in installed():
            try:
                self.add(load_entry(entry), f"the game {entry.name} of {entry.value}")
            except GameError as error:
                self.faults.append(str(error))
        for text in _named_files():
            try:
                self.add(load_file(text), text)
            except GameError as error:
                self.faults.append(str(error))


GAMES = Games()


def add_file(text: str) -> str:
    """Take in the game of a file, `FILE.py:Class`, here and in every process that we start; its name."""
    len(GAMES)  # what is installed comes first, so that a clash is always told of the newcomer
    name = GAMES.add(load_file(text), text)
    path, class_name = split(text)
    whole = f"{path.absolute()}:{class_name}" if class_name else str(path.absolute())
    os.environ[FILES] = "\n".join(dict.fromkeys((*_named_files(), whole)))
    return name


def _named_files() -> list[str]:
    return [line.strip() for line in os.environ.get(FILES, "").splitlines() if line.strip()]


def game(name: str, /, **settings: object) -> AnyGame:
    """A game by name, with its settings: `game("gomoku", double_three="forbidden")`.

    A game is a value: whoever asks for the same settings gets the same one while it is in use.
    """
    kind = GAMES.get(name)
    if kind is None:
        hint = near(name, GAMES) or "."
        missing = "".join(f"; {fault}" for fault in GAMES.faults)
        raise UnknownGameError(
            f"there is no game {name[:40]!r}{hint} The games are: {', '.join(GAMES)}{missing}"
        )
    try:
        text = json.dumps(settings, sort_keys=True)
    except (TypeError, ValueError, RecursionError):  # no settings of any game: it will say so
        return kind(**settings)
    return _made(kind, text)


_shared: WeakValueDictionary[tuple[type[AnyGame], str], AnyGame] = WeakValueDictionary()
"""A game knows its whole board, every line on it and every neighbour: a thousand tables need that once."""


@lru_cache(maxsize=32)  # a board of somebody's own may take a second to make, and a megabyte
def _made(kind: type[AnyGame], text: str) -> AnyGame:
    settings = json.loads(text)
    known = _shared.get((kind, kind.key_for(settings)))
    if known is not None:  # what a game says of its own settings is not looked at twice
        return known
    made = kind(**settings)
    return _shared.setdefault((kind, made.key), made)  # two ways to write the same settings are one game
