"""What people write for a program: settings of a game, documents, files. The command line and forms read them here."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from pathlib import Path
from typing import BinaryIO

from quintet.games.contract import GameError, Option, OptionError, OptionValue, short
from quintet.games.document import read_document

MAX_DOCUMENT = 1_000_000
MAX_FILE = 256_000_000


class UsageError(Exception):
    """Something cannot be done as it was asked for; the text says what would be right."""


def read_settings(options: Iterable[Option], pairs: Iterable[str]) -> dict[str, OptionValue]:
    """Settings from texts like `size=6`. What is no option of the game is left for the game to refuse."""
    known = {option.name: option for option in options}
    settings: dict[str, OptionValue] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        name = name.strip()
        if not equals or not name:
            raise UsageError(f"a setting is written option=value, not {short(pair)}")
        if name in settings:
            raise UsageError(f"{name} is set twice")
        option = known.get(name)
        settings[name] = read_value(option, value.strip()) if option else value
    return settings


def read_value(option: Option, text: str, beside: Path | None = None) -> OptionValue:
    """The value of an option; where it takes a document, the JSON itself or the name of a .json file."""
    if option.document and text.startswith("{"):
        return _document(option, text)
    if option.document and text.lower().endswith(".json"):
        path = Path(text)
        if beside is not None and (beside / path).is_file():
            path = beside / path
        return _document(option, read_file(str(path), MAX_DOCUMENT))
    return option.read(text)


def _document(option: Option, text: str | bytes) -> OptionValue:
    try:
        return option.check(read_document(text))
    except OptionError:
        raise
    except GameError as error:
        raise OptionError(f"{option.name} cannot be read: {error}") from error


def read_file(name: str, limit: int = MAX_FILE) -> bytes:
    """What a file holds, or the standard input for `-`."""
    if name == "-":
        return _limited(sys.stdin.buffer, name, limit)
    try:
        with Path(name).open("rb") as file:
            return _limited(file, name, limit)
    except OSError as error:
        raise UsageError(f"cannot read {short(name)}: {(error.strerror or str(error)).lower()}") from error
    except ValueError as error:  # a name that no file can have
        raise UsageError(f"cannot read {short(name)}: {error}") from error


def _limited(file: BinaryIO, name: str, limit: int) -> bytes:
    data = file.read(limit + 1)
    if len(data) > limit:
        raise UsageError(f"{short(name)} is larger than {limit:,} bytes")
    return data


def free_name(game: str) -> Path:
    """A file name that is not taken: NAME-1.json, NAME-2.json, …"""
    number = 1
    while Path(f"{game}-{number}.json").exists():
        number += 1
    return Path(f"{game}-{number}.json")
