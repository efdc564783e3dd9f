"""One move of a game that was reviewed."""

from __future__ import annotations

from typing import Literal, TypeAlias

from msgspec import Struct

from quintet.games.contract import Move
from quintet.study.grades import Grade
from quintet.study.look import Look, Result

Phase: TypeAlias = Literal["opening", "middle", "end"]
PHASES: tuple[Phase, ...] = ("opening", "middle", "end")


class Reviewed(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One move of the game."""

    round: int
    seat: int
    move: Move
    phase: Phase
    forced: bool = False
    """Was there no other? Then it has no grade."""
    grade: Grade | None = None
    loss: float | None = None
    """The part of the result that it lost, from 0 to 1."""
    regret: float | None = None
    """The same in the unit of the game."""
    only: bool = False
    """It was the best, and any other would have been a mistake."""
    changed: tuple[Result, Result] | None = None
    """The proven result before and after it, where it changed that."""
    estimated: bool = False
    """Its grade rests on an estimate; otherwise it is proven."""
    luck: float | None = None
    """Where everybody moves at once: what chance and the others gave (or took) in this round, beside all mistakes."""
    look: Look | None = None


def phase_of(number: int, rounds: int) -> Phase:
    """The third of the game that a round, counted from 0, is in."""
    return PHASES[min(2, 3 * number // max(1, rounds))]
