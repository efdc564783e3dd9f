"""A lesson: a game for somebody who has never seen it, as data. Small boards, one idea at a time, the learner's own moves.

Our games have theirs in quintet/games/lessons/NAME.toml. A game from outside brings its own as its attribute `lesson` (the
same TOML as a text), or in a file NAME.lesson.toml beside its module. docs/lessons.md says how one is written.
"""

from __future__ import annotations

import sys
from functools import lru_cache
from pathlib import Path
from typing import Any, Literal

import msgspec
from msgspec import Struct

from quintet.games import GAMES, registry
from quintet.games import game as make_game
from quintet.games.contract import AnyGame, GameError, Group

OURS = Path(registry.__file__).with_name("lessons")


class LessonError(GameError):
    """There is no such lesson, or it is not written as one; the sentence says what is wrong."""


class Goal(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """What a move must do to be right: everything that is said here. Where nothing is, any legal move is right."""

    moves: tuple[str, ...] = ()
    """It is one of these."""
    parts: tuple[str, ...] = ()
    """It is made of several choices, and all of these are among them."""
    change: Literal["", "place", "remove", "turn", "move", "fall", "burn"] = ""
    """It does this on the board, …"""
    least: int = 1
    """… at least so many times, …"""
    pieces: tuple[str, ...] = ()
    """… with one of these pieces, where any are named."""
    outcome: Literal["", "win", "draw", "loss"] = ""
    """The game is over, and ended like this for the learner."""
    counts: dict[str, int] = {}
    """By the name of a counter: the learner has at least so much of it afterwards, and …"""
    others: dict[str, int] = {}
    """… nobody else has more of it than this."""


class Step(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """One idea: a position, what is said of it, and what the learner is to do. Without a goal there is only to read."""

    title: str
    say: str
    """What there is to know; an empty line begins a new paragraph."""
    task: str = ""
    """What the learner is to do, as a sentence."""
    goal: Goal | None = None
    free: bool = False
    """The learner plays on to the end of the game, and whoever else sits there answers by themselves."""
    on: bool = False
    """It goes on from where the step before has ended; otherwise there is a new board."""
    set: dict[str, Any] = {}
    """The settings of the game, beside those of the whole lesson."""
    start: Any = None
    """The position to begin from, as the game writes it; the game's own start otherwise."""
    moves: tuple[str, ...] = ()
    """What has been played from there, each move by the lowest seat that owes one."""
    seat: int = 0
    """Whose moves the learner makes."""
    show: tuple[Group, ...] = ()
    """What to point at."""
    against: tuple[str, ...] = ()
    """Where seats move together: what the others play in the learner's round, in the order of their seats."""
    reply: tuple[str, ...] = ()
    """What the others play after the learner's move."""
    done: str = ""
    """What is said once it is right."""
    wrong: dict[str, str] = {}
    """What is said to some of the legal moves that miss the goal, and …"""
    otherwise: str = ""
    """… to all others."""
    solution: str = ""
    """A move that is right, for who asks; the first of the goal's moves where it is not written."""
    refused: dict[str, str] = {}
    """Moves that the rules refuse here, each with a part of what they say: a test tries them."""


class Lesson(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, omit_defaults=True):
    """An introduction to a game."""

    about: str
    """What the learner will know, in one line."""
    minutes: int
    """About how long it takes."""
    end: str
    """What is said when all steps are done."""
    steps: tuple[Step, ...]
    set: dict[str, Any] = {}
    """The settings of the game in every step that says nothing else."""
    game: str = ""
    """The name of the game, once it is read."""


@lru_cache(maxsize=64)
def read_lesson(game: str, text: str, whence: str) -> Lesson:
    """The lesson of a game from its TOML. LessonError if it is none."""
    try:
        return msgspec.structs.replace(msgspec.toml.decode(text, type=Lesson), game=game)
    except (msgspec.MsgspecError, ValueError) as error:
        raise LessonError(f"{whence} is not written as a lesson: {error}") from error


def find_lesson(name: str) -> Lesson | None:
    """The lesson of a game, if it has one. UnknownGameError if there is no such game."""
    make_game(name)  # says what there is, if this is not
    return _found(GAMES[name])


def _found(kind: type[AnyGame]) -> Lesson | None:
    if kind.lesson:
        return read_lesson(kind.name, kind.lesson, f"the lesson of {kind.title}")
    module = sys.modules.get(kind.__module__)
    file = getattr(module, "__file__", None)
    beside = [Path(file).with_name(f"{kind.name}.lesson.toml")] if file else []
    for path in (OURS / f"{kind.name}.toml", *beside):
        if path.is_file():
            return read_lesson(kind.name, path.read_text("utf-8"), path.name)
    return None


def lesson(name: str) -> Lesson:
    """The lesson of a game. LessonError where it brings none."""
    found = find_lesson(name)
    if found is None:
        raise LessonError(f"{GAMES[name].title} brings no lesson; its rules are told by quintet rules {name}")
    return found


def lessons() -> dict[str, Lesson]:
    """Every lesson that there is, by the name of its game. One that cannot be read is left out: its own page says why."""
    found = {}
    for name, kind in GAMES.items():
        try:
            read = _found(kind)
        except LessonError:
            continue
        if read is not None:
            found[name] = read
    return found
