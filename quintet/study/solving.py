"""Somebody who solves puzzles: a rating in each game, a streak, what was seen, and what comes back after days.

Only the first answer to a puzzle counts for the ratings. What was answered wrongly comes back after a day, and again after
longer and longer times until it is right three times.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from quintet.study import puzzles
from quintet.study.glicko import Standing, played
from quintet.study.puzzles import Puzzle

DAY = 24 * 3600 * 1000
AGAIN = (1, 3, 10)
"""Days until a mistake comes back: first, and after each time it was right."""
NEWCOMER = 5
"""So many puzzles of a game somebody has answered before their answers tell how hard others are. Guests cost nothing: without
this a stranger with a new name for every answer would rate the puzzles."""
FURTHEST = 600.0
"""And so far people move the rating of a puzzle from where the engine saw it, whoever they are."""
MOST_KEPT = 2000
"""Puzzles of one game that are remembered of one person."""


class Seen(Struct, frozen=True, omit_defaults=True):
    """What is remembered of one puzzle."""

    at: int
    """When it was last answered, in milliseconds."""
    right: bool
    """Was the first answer right?"""
    due: int = 0
    """When it comes back; 0: it does not."""
    step: int = 0
    """How often it has been right since."""


class Solver(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One person, in one game."""

    standing: Standing = Standing()
    streak: int = 0
    longest: int = 0
    seen: dict[str, Seen] = {}

    @property
    def solved(self) -> int:
        return sum(one.right for one in self.seen.values())


class Counted(Struct, frozen=True):
    """What an answer changed."""

    solver: Solver
    puzzle: Standing
    counts: bool
    """Did it count for the ratings?"""


def standing_of(puzzle: Puzzle) -> Standing:
    """A puzzle before anybody has tried it: what the engine says of it is worth something, not much."""
    return Standing(float(puzzle.rating), 200.0)


def answered(solver: Solver, puzzle: Puzzle, standing: Standing, right: bool, now: int) -> Counted:
    """Somebody gave an answer, or gave up, which is a wrong one."""
    before = solver.seen.get(puzzle.id)
    if before is not None:
        return Counted(
            replace(solver, seen=solver.seen | {puzzle.id: _again(before, right, now)}), standing, False
        )
    streak = solver.streak + 1 if right else 0
    fresh = Seen(at=now, right=right, due=0 if right else now + AGAIN[0] * DAY)
    return Counted(
        Solver(
            standing=played(solver.standing, standing, float(right)),
            streak=streak,
            longest=max(solver.longest, streak),
            seen=_bounded(solver.seen | {puzzle.id: fresh}),
        ),
        _moved(puzzle, standing, solver, right),
        True,
    )


def _moved(puzzle: Puzzle, standing: Standing, solver: Solver, right: bool) -> Standing:
    """What an answer makes of a puzzle's rating: nothing, if it is one of the first of somebody of whom nothing is known yet."""
    if len(solver.seen) < NEWCOMER:
        return standing
    after = played(standing, solver.standing, float(not right))
    low, high = puzzle.rating - FURTHEST, puzzle.rating + FURTHEST
    return replace(after, rating=min(max(after.rating, low), high))


def _again(before: Seen, right: bool, now: int) -> Seen:
    """A mistake that has come back; anything that was not due stays as it was."""
    if not before.due or now < before.due:
        return before
    if not right:
        return replace(before, at=now, due=now + AGAIN[0] * DAY, step=0)
    step = before.step + 1
    return replace(before, at=now, step=step, due=now + AGAIN[step] * DAY if step < len(AGAIN) else 0)


def _bounded(seen: dict[str, Seen]) -> dict[str, Seen]:
    if len(seen) <= MOST_KEPT:
        return seen
    return dict(sorted(seen.items(), key=lambda pair: pair[1].at)[-MOST_KEPT:])


def due(solver: Solver, now: int) -> list[str]:
    """The mistakes that come back now, the oldest first."""
    waiting = [(one.due, identity) for identity, one in solver.seen.items() if one.due and one.due <= now]
    return [identity for _, identity in sorted(waiting) if identity in puzzles.by_id()]


def next_for(name: str, solver: Solver, now: int, known: Mapping[str, float] | None = None) -> Puzzle | None:
    """What to ask next: a mistake that is due, or one of about the solver's strength; None when all are known."""
    back = due(solver, now)
    if back:
        return puzzles.find(back[0])
    seed = f"{len(solver.seen)} {now // DAY}"
    return puzzles.near(name, solver.standing.rating, frozenset(solver.seen), seed, known)
