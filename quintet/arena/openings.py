"""Openings from a file of games: the games of a match begin where those stand, or after so many rounds of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from quintet.arena.schedule import Opening
from quintet.games.contract import AnyGame, GameError
from quintet.games.record import Record, Replay, Step, replay
from quintet.games.title import title


class OpeningsError(GameError):
    """What is in a file cannot be begun from; the text says which game of it, and why."""


def read_openings(
    game: AnyGame, found: Iterable[Record | Exception], plies: int | None = None
) -> list[Opening]:
    """Each beginning once, in the order of the file. OpeningsError if there is none, or anything is wrong with one."""
    openings: dict[str, Opening] = {}
    for number, record in enumerate(found, start=1):
        try:
            if isinstance(record, Exception):
                raise record
            opening = _opening(game, replay(record), plies)
        except (GameError, ValueError) as error:
            raise OpeningsError(f"game {number} of the openings: {error}") from error
        openings.setdefault(repr(opening), opening)
    if not openings:
        raise OpeningsError("there is no game in the file of openings")
    return list(openings.values())


def _opening(game: AnyGame, played: Replay, plies: int | None) -> Opening:
    if played.game != game:
        raise OpeningsError(
            f"it is of {title(played.game)}, and {title(game)} is to be played: set the same options, or take it out"
        )
    if plies is not None and len(played.steps) < plies:
        raise OpeningsError(f"it has {len(played.steps)} rounds, fewer than the {plies} that were asked for")
    steps = played.steps if plies is None else played.steps[:plies]
    if game.outcome(steps[-1].position if steps else played.start) is not None:
        raise OpeningsError("it is over: --plies N begins after the first N rounds of it")
    return Opening(tuple(_moves(steps)), played.record().start)


def _moves(steps: Iterable[Step]) -> Iterator[tuple[int, str]]:
    for step in steps:
        yield from step.moves.items()
