"""Work of a study in pieces that any process can do, and a cluster does: a game to look for a puzzle in, a game to review."""

from __future__ import annotations

import random
from typing import Any

from msgspec import Struct

from quintet.games.contract import Document, GameError
from quintet.games.record import read_record, replay
from quintet.games.registry import game as make_game
from quintet.study.mining import graded, in_game, played_by_levels
from quintet.study.plan import EffortName
from quintet.study.puzzles import Goal, Puzzle
from quintet.study.review import Review, review


class Dig(Struct, frozen=True, kw_only=True):
    """A game to look for a puzzle in: its positions, as they are dumped; or, without any, one that levels play first."""

    game: str
    options: Document
    number: int
    seed: int
    goals: tuple[Goal, ...]
    positions: tuple[Any, ...] = ()


def dig(task: Dig) -> Puzzle | None:
    """The puzzle of a game, if it has one."""
    game = make_game(task.game, **task.options)
    rng = random.Random(f"{task.seed} {task.number} {game.key}")
    positions = [game.load(position) for position in task.positions] or played_by_levels(game, rng)
    found = in_game(game, positions, rng, task.goals)
    return None if found is None else graded(found)


class Look(Struct, frozen=True, kw_only=True):
    """A game to review."""

    number: int
    record: str
    effort: EffortName


def look_at(task: Look) -> tuple[int, Review | str]:
    """Its number, and its review; or why there is none."""
    try:
        return task.number, review(replay(read_record(task.record)), task.effort)
    except GameError as error:
        return task.number, str(error)
