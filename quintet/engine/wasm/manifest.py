"""What a page must know of a module to use it: where everything lies in its memory, and of which sources it was made.

A manifest is a JSON file beside the module. It holds no code and no rule, so one host serves every game.
"""

from __future__ import annotations

import functools
import hashlib
import pkgutil
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from msgspec import Struct, json
from numpy.typing import NDArray

from quintet.engine import _cache, answers, players
from quintet.engine.folded import Folded
from quintet.engine.request import ANSWER, REQUEST

FOLDER = _cache.PACKAGE / "web" / "engine"
"""Where modules lie: a page asks for them there."""
LEARNED = _cache.PACKAGE / "engine" / "data"
FORMAT = 2
EXPORT = "analyse"

Field: TypeAlias = tuple[int, str, int]
"""Where it begins, the type of its numbers as NumPy writes it (`i8`, `u8`, `f8`), and how many there are."""


class Layout(Struct, frozen=True):
    """One of the two records that are the same for every game."""

    size: int
    fields: dict[str, Field]


class Plane(Struct, frozen=True):
    """A part of what was learned: `count` numbers of `width` bytes each, and where they belong in the scratch.

    In the file stand first the lowest bytes of all numbers, then the next ones: that packs best. Of what is folded (folded.py) it has
    two such parts, each number as its difference from an earlier one: first the `places`, each from the one before, four bytes wide;
    then the numbers, `count` in each of `rows` rows, each from the one above it. A difference d is written as 2d, or -2d - 1 if it is negative."""

    at: int
    width: int
    count: int
    rows: int = 1
    places: int = 0
    """0: the numbers stand there as they are."""


class Manifest(Struct, frozen=True, kw_only=True):
    format: int
    sources: str
    """The hash of every source that the module was made of."""
    module: str
    """The SHA-256 of the module itself."""
    data: int
    """How many bytes at the beginning of the memory are the module's own."""
    state: int
    """The size of a packed position, and …"""
    work: int
    """… of the scratch."""
    request: Layout
    answer: Layout
    knowledge: str = ""
    """The SHA-256 of the file with what was learned, as it is when unpacked; empty where there is none."""
    planes: tuple[Plane, ...] = ()
    functions: int = 0
    """Of how many functions it was made: so many are compiled for a processor, too, while somebody waits."""


def layout(kind: Any) -> Layout:
    fields = {}
    for name in kind.names:
        sort, at = kind.fields[name][:2]
        plain, shape = sort.subdtype or (sort, ())
        fields[name] = (at, plain.str.lstrip("<"), int(np.prod(shape)))
    return Layout(kind.itemsize, fields)


REQUEST_LAYOUT, ANSWER_LAYOUT = layout(REQUEST), layout(ANSWER)


def playable() -> list[str]:
    """The games with one compiled function, of which a module can be made."""
    answering, playing = (
        {module.name for module in pkgutil.iter_modules(package.__path__)} for package in (answers, players)
    )
    return sorted(answering & playing)  # the function of a game may be spread over several files


def made_of(game: str) -> list[str]:
    """The modules whose values compiled code can see: none outside the engine, for rules are plain Python."""
    found: set[str] = set()
    waiting = [f"{answers.__name__}.{game}"]
    while waiting:
        name = waiting.pop()
        if name.startswith("quintet.engine.") and name not in found:
            found.add(name)
            waiting += _cache.imported(name)
    return sorted(found)


@functools.cache
def sources(game: str) -> str:
    """The hash of everything that a game's module is made of: the same on every machine and for every version of a compiler."""
    digest = hashlib.sha256()
    for name in made_of(game):
        digest.update(name.encode() + b"\0" + _cache.source(name).encode() + b"\0")
    for learned in sorted(LEARNED.glob(f"{game}-*.xz")):
        digest.update(learned.name.encode() + b"\0" + learned.read_bytes())
    return digest.hexdigest()


def write(game: str, made: Manifest, folder: Path = FOLDER) -> None:
    """One line a field, so that a change can be read."""
    text = json.format(json.encode(made), indent=1).decode()
    text = re.sub(r"\[[^\[\]{}]+\]", lambda row: "".join(row[0].split()).replace(",", ", "), text)
    (folder / f"{game}.json").write_text(text + "\n", encoding="utf-8")


def read(game: str, folder: Path = FOLDER) -> Manifest | None:
    """The manifest of a game's module; None where there is none."""
    path = folder / f"{game}.json"
    return json.decode(path.read_bytes(), type=Manifest) if path.is_file() else None


def written(folder: Path = FOLDER) -> list[str]:
    """The games that have a module."""
    return sorted(path.stem for path in folder.glob("*.json"))


def why_stale(game: str, folder: Path = FOLDER) -> str:
    """What is wrong with the files of a game; empty where nothing is."""
    found = read(game, folder)
    if found is None:
        return f"{game} has no module"
    if found.format != FORMAT or found.sources != sources(game):
        return f"the module of {game} was made of other sources"
    if found.module != _hash(folder / f"{game}.wasm"):
        return f"the module of {game} is not the one that its manifest is about"
    return ""


def _hash(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest() if path.is_file() else ""


def planes(work: Any, knowledge: Mapping[str, NDArray[Any] | Folded]) -> tuple[tuple[Plane, ...], bytes]:
    """What was learned, as bytes, and where each part of it belongs."""
    places, parts = [], []
    for path, known in knowledge.items():
        at, kind = 0, work
        for name in path.split("."):
            kind = kind.subdtype[0] if kind.subdtype else kind
            kind, start = kind.fields[name][:2]
            at += start
        sort = kind.subdtype[0] if kind.subdtype else kind
        if isinstance(known, Folded):
            rows = known.rows.astype(sort)
            places.append(Plane(at, sort.itemsize, rows.shape[1], len(rows), known.places.size))
            parts += [_differences(known.places.reshape(-1, 1)), _differences(rows)]
        else:
            plain = np.ascontiguousarray(known, sort).reshape(-1)
            places.append(Plane(at, sort.itemsize, len(plain)))
            parts.append(_by_bytes(plain))
    return tuple(places), b"".join(parts)


def _by_bytes(numbers: NDArray[Any]) -> bytes:
    return numbers.view(np.uint8).reshape(-1, numbers.itemsize).T.tobytes()


def _differences(rows: NDArray[Any]) -> bytes:
    """Each number less the one above it, the small ones small whatever their sign."""
    less = np.diff(rows, axis=0, prepend=np.zeros((1, rows.shape[1]), rows.dtype))
    return _by_bytes(((less << 1) ^ (less >> (8 * rows.itemsize - 1))).reshape(-1))
