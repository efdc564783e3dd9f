"""A mistake tried again: the position before it, and a move that is judged as all others are."""

from __future__ import annotations

from typing import Any

from msgspec import Struct

from quintet.engine.pace import nodes_for
from quintet.games.contract import Move
from quintet.games.record import Replay
from quintet.study import grades
from quintet.study.look import look
from quintet.study.moves import Reviewed
from quintet.study.plan import EFFORTS


class Tried(Struct, frozen=True, kw_only=True):
    """A second try, judged."""

    move: Move
    good: bool
    """Is it good enough? Then it has one of the grades that are no mistake."""
    same: bool = False
    """It is the move of the game, which was the mistake."""
    grade: grades.Grade | None = None
    loss: float | None = None
    regret: float | None = None


def position_before(played: Replay, number: int) -> Any:
    """The position before a round, counted from 0."""
    return played.steps[number - 1].position if number else played.start


def retry(played: Replay, mistake: Reviewed, text: str) -> Tried:
    """Judge another move than the one that was a mistake. MoveError if it may not be played.

    The better move that the review has found is good, whatever a new look would say: nobody is told one thing and judged by another.
    """
    position = position_before(played, mistake.round)
    move = played.game.check(position, mistake.seat, text)
    known = mistake.look
    if move == mistake.move:
        return Tried(
            move=move, good=False, same=True, grade=mistake.grade, loss=mistake.loss, regret=mistake.regret
        )
    if known is not None and move == known.move and not known.mixed:
        return Tried(move=move, good=True, grade="best", loss=0.0, regret=0.0)
    nodes = nodes_for(played.game, EFFORTS["usual"].second_most)
    seen = look(played.game, position, mistake.seat, move, nodes, second=True)
    if seen.played is None:
        return Tried(move=move, good=False)
    return Tried(
        move=move, good=grades.good_enough(seen.loss), grade=seen.grade, loss=seen.loss, regret=seen.regret
    )
