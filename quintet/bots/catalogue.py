"""Engines from outside by a name of their own: `engines.toml` says how each is started and what it plays.

A file that is no TOML is refused as a whole. What is wrong with one engine is a sentence of its own, so that the others can
play. docs/protocols.md shows a file.
"""

from __future__ import annotations

import itertools
import os
import shlex
import shutil
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, TypeAlias

import platformdirs
from msgspec import Struct

from quintet.bots.engines import ENGINES, MOVE_SECONDS, START_SECONDS, Engine
from quintet.games.contract import AnyGame, GameError, OptionValue, short
from quintet.games.registry import GAMES, game
from quintet.players import PlayerError, welcome

VARIABLE = "QUINTET_ENGINES"
KEYS = ("protocol", "command", "games", "folder", "seconds", "start_seconds", "environment")
MOST_BYTES = 1_000_000
MOST_SECONDS = 86_400.0
MOST_TRIED = 1000
ALWAYS_GIVEN = (
    "PATH",
    "HOME",
    "USER",
    "LANG",
    "LC_ALL",
    "TMPDIR",
    "TEMP",
    "TMP",
    "SYSTEMROOT",
    "USERPROFILE",
)
"""Variables without which programs do not run as they should; all others are given only where they are named."""

Limits: TypeAlias = dict[str, tuple[OptionValue, ...]]
"""By option, the values that an engine can play with; any where none are listed."""
Supported: TypeAlias = dict[str, Limits]
"""By game."""


class CatalogueError(GameError):
    """The file cannot be read, or names no such engine."""


class Entry(Struct, frozen=True, kw_only=True):
    """One engine of the file. It can be seated if `faults` is empty."""

    name: str
    protocol: str = ""
    command: tuple[str, ...] = ()
    games: Supported | None = None
    """None: all that the protocol can tell."""
    folder: Path
    seconds: float = MOVE_SECONDS
    start_seconds: float = START_SECONDS
    environment: tuple[str, ...] = ()
    faults: tuple[str, ...] = ()

    def takes(self, chosen: AnyGame) -> bool:
        if self.games is None:
            return True
        limits = self.games.get(chosen.name)
        return limits is not None and all(chosen.settings[name] in values for name, values in limits.items())

    def engine(self) -> Engine:
        """The engine, to be seated; PlayerError with all that is wrong otherwise."""
        if self.faults:
            raise PlayerError(f"engine:{self.name} cannot play: {'; '.join(self.faults)}")
        given = {name: os.environ[name] for name in (*ALWAYS_GIVEN, *self.environment) if name in os.environ}
        return ENGINES[self.protocol](
            self.command,
            self.seconds,
            self.start_seconds,
            called=f"engine:{self.name}",
            folder=self.folder,
            environment=given,
            takes=self.takes,
        )

    def variants(self) -> list[AnyGame]:
        """Games to try it in: each that it plays, once, and once more with every other value that the file lists."""
        found: list[AnyGame] = []
        for name in GAMES if self.games is None else self.games:
            limits = {} if self.games is None else self.games[name]
            usual = told_game(self.protocol, name, limits)
            if usual is not None:
                settings = [usual.settings, *_varied(usual, limits)]
                found += _possible(name, settings)
        return found


def told_game(protocol: str, name: str, limits: Limits) -> AnyGame | None:
    """A game within these limits that the protocol can tell, as usual as can be; None if there is none."""
    choices = [
        limits.get(option.name) or (option.default, *(c for c in option.choices if c != option.default))
        for option in GAMES[name].options
    ]
    names = [option.name for option in GAMES[name].options]
    tried = (dict(zip(names, values, strict=True)) for values in itertools.product(*choices))
    games = _possible(name, itertools.islice(tried, MOST_TRIED))
    return next((each for each in games if ENGINES[protocol].tells(each)), None)


def _varied(usual: AnyGame, limits: Limits) -> Iterator[dict[str, OptionValue]]:
    for option, values in limits.items():
        for value in values:
            if value != usual.settings[option]:
                yield usual.settings | {option: value}


def _possible(name: str, tried: Iterable[dict[str, OptionValue]]) -> Iterator[AnyGame]:
    for settings in tried:
        try:
            yield game(name, **settings)
        except GameError:  # values that the game takes, but not together
            continue


# --- the file ---------------------------------------------------------------------------------------------------------


def catalogue_file() -> Path:
    named = os.environ.get(VARIABLE)
    return Path(named) if named else platformdirs.user_config_path("quintet") / "engines.toml"


def read_catalogue(file: Path | None = None) -> dict[str, Entry]:
    """The engines of the file, by name; none if there is no file and nobody named one."""
    named = file is not None or bool(os.environ.get(VARIABLE))
    file = file or catalogue_file()
    try:
        with file.open("rb") as opened:
            data = opened.read(MOST_BYTES + 1)
    except FileNotFoundError:
        if named:
            raise CatalogueError(f"there is no file {file}: it would name the engines from outside") from None
        return {}
    except (OSError, ValueError) as error:
        raise CatalogueError(f"{file} cannot be read: {error}") from None
    if len(data) > MOST_BYTES:
        raise CatalogueError(f"{file} is larger than {MOST_BYTES:,} bytes")
    try:
        tables = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise CatalogueError(f"{file} is no TOML: {error}") from None
    return {name: _read_table(name, table, file) for name, table in tables.items()}


def _read_table(name: str, table: object, file: Path) -> Entry:
    if not isinstance(table, dict):
        raise CatalogueError(
            f"{file}: {short(name)} stands outside a table: an engine is a table such as [edax]"
            f" with the keys {', '.join(KEYS)}"
        )
    if not name.strip() or not name.isprintable():
        raise CatalogueError(f"{file}: {short(name)} is no name for an engine; letters and digits are")
    try:
        return _Reader(name, table, file.absolute().parent).entry()
    except ValueError as error:  # a number of thousands of digits cannot even be written into a sentence
        raise CatalogueError(f"{file}: [{name}] cannot be read: {error}") from None


def find_engine(name: str) -> Engine:
    """The engine of that name, to be seated."""
    return find_entry(name).engine()


def find_entry(name: str) -> Entry:
    entries = read_catalogue()
    if name not in entries:
        known = f"it has: {', '.join(entries)}" if entries else "it names no engine"
        raise CatalogueError(f"there is no engine {short(name)} in {catalogue_file()}; {known}")
    return entries[name]


def welcome_engines() -> None:
    """Let the engines of the file sit down at tables of this process; those that cannot play are left out."""
    for entry in read_catalogue().values():
        if not entry.faults:
            welcome(f"engine:{entry.name}", tuple(dict.fromkeys(made.name for made in entry.variants())))


class _Reader:
    """Reads one table, and gathers what is wrong with it instead of stopping there."""

    def __init__(self, name: str, table: Mapping[str, Any], beside: Path) -> None:
        self.name, self.table, self.beside = name, table, beside
        self.faults: list[str] = []

    def entry(self) -> Entry:
        for key in self.table:
            if key not in KEYS:
                self._wrong(key, f"is no key of an engine; the keys are {', '.join(KEYS)}")
        folder = self._folder()
        protocol = self._protocol()
        return Entry(
            name=self.name,
            protocol=protocol,
            command=self._command(folder),
            games=self._games(protocol),
            folder=folder,
            seconds=self._seconds("seconds", MOVE_SECONDS),
            start_seconds=self._seconds("start_seconds", START_SECONDS),
            environment=self._environment(),
            faults=tuple(self.faults),
        )

    def _wrong(self, key: str, text: str) -> None:
        self.faults.append(f"{key if key.isprintable() else short(key)} {text}")

    def _protocol(self) -> str:
        protocol = self.table.get("protocol")
        if protocol is None:
            self._wrong("protocol", f"is missing: it is one of {', '.join(ENGINES)}")
        elif protocol not in ENGINES:
            self._wrong("protocol", f"cannot be {short(protocol)}: it is one of {', '.join(ENGINES)}")
        else:
            return str(protocol)
        return ""

    def _folder(self) -> Path:
        text = self.table.get("folder", ".")
        if not isinstance(text, str):
            self._wrong("folder", f"cannot be {short(text)}: it is the name of a folder")
            return self.beside
        folder = self.beside / _home(text)
        try:
            found = folder.is_dir()
        except ValueError:  # a name that no folder can have
            found = False
        if not found:
            self._wrong("folder", f"cannot be {short(text)}: there is no folder {folder}")
        return folder

    def _command(self, folder: Path) -> tuple[str, ...]:
        given = self.table.get("command")
        try:
            words = shlex.split(given) if isinstance(given, str) else given
        except ValueError as error:
            self._wrong("command", f"cannot be split into words: {error}")
            return ()
        if (
            not isinstance(words, list)
            or not words
            or not all(isinstance(word, str) and word for word in words)
        ):
            what = "is missing" if given is None else f"cannot be {short(given)}"
            self._wrong("command", f'{what}: it is a text such as "edax -gtp", or a list of words')
            return ()
        program = _found(words[0], folder)
        if program is None:
            where = f"in {folder}" if "/" in words[0] or os.sep in words[0] else "on the PATH"
            self._wrong(
                "command", f"names a program that cannot be run: there is no {short(words[0])} {where}"
            )
        return (program or words[0], *words[1:])

    def _seconds(self, key: str, usual: float) -> float:
        value = self.table.get(key, usual)
        if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value <= MOST_SECONDS:
            self._wrong(key, f"cannot be {short(value)}: it is a number above 0, up to {MOST_SECONDS:,.0f}")
            return usual
        return float(value)

    def _environment(self) -> tuple[str, ...]:
        names = self.table.get("environment", [])
        if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
            self._wrong(
                "environment", f'cannot be {short(names)}: it is a list of names such as ["EDAX_BOOK"]'
            )
            return ()
        return tuple(names)

    # -- games

    def _games(self, protocol: str) -> Supported | None:
        given = self.table.get("games")
        if given is None:
            return None
        if isinstance(given, list) and all(isinstance(name, str) for name in given):
            given = {name: {} for name in given}
        if not isinstance(given, dict) or not given:
            self._wrong(
                "games",
                f'cannot be {short(given)}: it is a list such as ["reversi"], or a table for each game with its options',
            )
            return None
        supported = {name: self._limits(name, limits) for name, limits in given.items()}
        if protocol and not self.faults:
            self._check_told(protocol, supported)
        return supported

    def _limits(self, name: str, limits: object) -> Limits:
        if name not in GAMES:
            self._wrong(f"games.{name}", f"is no game; the games are {', '.join(GAMES)}")
            return {}
        if not isinstance(limits, dict):
            self._wrong(
                f"games.{name}",
                f"cannot be {short(limits)}: it is a table of options, such as size = [15, 19]",
            )
            return {}
        options = {option.name: option for option in GAMES[name].options}
        found: Limits = {}
        for key, value in limits.items():
            if key not in options:
                self._wrong(f"games.{name}.{key}", f"is no option; the options are {', '.join(options)}")
                continue
            values = value if isinstance(value, list) else [value]
            try:
                found[key] = tuple(options[key].check(each) for each in values)
            except GameError as error:
                self._wrong(f"games.{name}.{key}", f"is wrong: {error}")
            if not values:
                self._wrong(f"games.{name}.{key}", f"is empty: the option takes {options[key].allowed}")
        return found

    def _check_told(self, protocol: str, supported: Supported) -> None:
        """A game of which the protocol can tell no variant will never be played."""
        for name, limits in supported.items():
            if told_game(protocol, name, limits) is None:
                self._wrong(
                    f"games.{name}",
                    f"cannot be played like that over {protocol}; docs/protocols.md says what can",
                )


def _home(text: str) -> Path:
    try:
        return Path(text).expanduser()
    except RuntimeError:  # nobody has that home
        return Path(text)


def _found(program: str, folder: Path) -> str | None:
    """The whole name of a program: looked up where it runs if it has a folder in its name, on the PATH otherwise."""
    path = _home(program)
    plain = len(path.parts) == 1 and os.sep not in program
    try:
        found = shutil.which(program if plain else str(folder / path))
    except ValueError:  # a name that no file can have
        return None
    return found and str(Path(found).absolute())
