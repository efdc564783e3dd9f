"""A puzzle: a position from a game in which few choices are right, and it is certain which.

`study/mining.py` finds them. What was found is shipped as data, one file a game, and `study/proving.py` proves each of them again.
"""

from __future__ import annotations

import functools
import hashlib
import random
from collections.abc import Mapping
from datetime import date
from pathlib import Path
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec import Struct

from quintet.games.contract import AnyGame, GameError, Move, OptionValue
from quintet.games.registry import game as make_game

FOLDER = Path(__file__).parent / "data" / "puzzles"
Goal: TypeAlias = Literal["win", "draw", "hold", "force", "most", "mix"]
"""What is asked for, and what is certain of every other move:

`win`   the others do not win
`draw`  the others lose, and this one does not
`hold`  the others lose by continuous threats
`force` it is one of those that win by continuous threats, and the others give the other side an answer
`most`  the others end with fewer points
`mix`   against the best play of the other side, the others earn clearly less on average
"""
GOALS: tuple[Goal, ...] = get_args(Goal)


class PuzzleError(GameError):
    """There is no such puzzle; the sentence says what there is."""


class Puzzle(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A position, whose move it is, and which moves are right."""

    id: str
    game: str
    options: dict[str, OptionValue] = {}
    position: Any
    """As the game's `dump` writes it."""
    seat: int
    goal: Goal
    right: tuple[Move, ...]
    """Every right move: one, unless several win by force or chance is mixed in."""
    line: tuple[Move, ...]
    """How play would go on after the first of them."""
    themes: tuple[str, ...] = ()
    """What it is an example of: names among the game's `themes`."""
    rating: int
    """How hard it seems before anybody has tried: 1500 is the middle."""
    rules: int = 1
    """The version of the game's rules."""


def game_of(puzzle: Puzzle) -> AnyGame:
    """The game with its settings."""
    return make_game(puzzle.game, **puzzle.options)


def solves(puzzle: Puzzle, text: str) -> bool:
    """Is this move right? A MoveError for what cannot be played there at all."""
    game = game_of(puzzle)
    return game.check(game.load(puzzle.position), puzzle.seat, text) in puzzle.right


def name_for(game: AnyGame, position: Any, seat: int) -> str:
    """Eight letters and digits that stay the same for a position: the puzzle's id."""
    told = msgspec.json.encode([game.key, game.dump(position), seat])
    number = int.from_bytes(hashlib.sha256(told).digest()[:8], "big")
    signs = "23456789abcdefghjkmnpqrstuvwxyz"
    return "".join(signs[number // len(signs) ** place % len(signs)] for place in range(8))


# --- the shipped ones -------------------------------------------------------------------------------------------------


@functools.cache
def shipped(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, easiest first; none for a game that has none."""
    file = FOLDER / f"{name}.json"
    if not file.is_file():
        return ()
    return read(file)


def read(file: Path) -> tuple[Puzzle, ...]:
    """Those in a file; PuzzleError for one that was not written here."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=tuple[Puzzle, ...])
    except msgspec.DecodeError as error:
        raise PuzzleError(f"{file.name} holds no puzzles: {error}") from None


def write(name: str, puzzles: list[Puzzle], folder: Path = FOLDER) -> Path:
    """Keep these as the puzzles of a game: one line each, easiest first."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{name}.json"
    lines = [msgspec.json.encode(one).decode() for one in sorted(puzzles, key=lambda p: (p.rating, p.id))]
    part = file.with_suffix(".part")
    part.write_text("[\n" + ",\n".join(lines) + "\n]\n", "utf-8")
    part.replace(file)
    return file


@functools.cache
def games() -> tuple[str, ...]:
    """The names of the games that have puzzles."""
    return tuple(sorted(file.stem for file in FOLDER.glob("*.json")))


@functools.cache
def by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for name in games() for puzzle in shipped(name)}


def find(identity: str) -> Puzzle:
    """The puzzle of this id; PuzzleError where there is none."""
    found = by_id().get(identity.strip().lower())
    if found is None:
        raise PuzzleError(f"there is no puzzle {identity[:40]!r} here; 'quintet puzzles list' names them all")
    return found


def of_the_day(day: date) -> Puzzle:
    """One for everybody, another game each day, neither easy nor hard."""
    if not games():
        raise PuzzleError("no puzzles are installed here")
    number = day.toordinal()
    name = games()[number % len(games())]
    known = shipped(name)
    middle = known[len(known) // 5 : 4 * len(known) // 5] or known
    order = list(range(len(middle)))
    random.Random(f"{name} {len(middle)}").shuffle(order)
    return middle[order[number // len(games()) % len(order)]]


def near(
    name: str, rating: float, avoid: frozenset[str], seed: str, known: Mapping[str, float] | None = None
) -> Puzzle | None:
    """One of about this difficulty that is not among those to avoid; None when all have been seen.

    `known` are the ratings that people's answers have given puzzles, by their ids.
    """
    tried = known or {}
    left = sorted(
        (p for p in shipped(name) if p.id not in avoid),
        key=lambda p: (abs(tried.get(p.id, p.rating) - rating), p.id),
    )
    return random.Random(seed).choice(left[:12]) if left else None
