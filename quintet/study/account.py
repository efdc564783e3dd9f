"""What the grades of all moves come to: accuracy by player and phase, turning points, and luck apart from skill."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from msgspec import Struct

from quintet.games.record import Replay
from quintet.study import grades
from quintet.study.course import Standing
from quintet.study.look import Look
from quintet.study.moves import PHASES, Phase, Reviewed
from quintet.study.plan import Place

MOST_TURNS = 5


class Account(Struct, frozen=True, kw_only=True):
    """One player's part in a game."""

    graded: int
    """Moves that have a grade."""
    accuracy: float | None
    """From 0 to 1; None without a graded move."""
    phases: dict[Phase, float | None]
    """The same in each third of the game."""
    grades: dict[grades.Grade, int]
    """How many moves have each grade."""
    lost: float
    """The parts of the result that all moves lost, added up."""
    luck: float | None
    """What chance and the others gave where everybody moves at once; None where nobody does."""


def accounts(seats: int, moves: Sequence[Reviewed]) -> tuple[Account, ...]:
    return tuple(account([one for one in moves if one.seat == seat]) for seat in range(seats))


def account(moves: Sequence[Reviewed]) -> Account:
    graded = [one for one in moves if one.loss is not None]
    luck = [one.luck for one in moves if one.luck is not None]
    counted = Counter(one.grade for one in graded if one.grade)
    return Account(
        graded=len(graded),
        accuracy=grades.accuracy(one.loss or 0.0 for one in graded),
        phases={
            phase: grades.accuracy(one.loss or 0.0 for one in graded if one.phase == phase)
            for phase in PHASES
        },
        grades={name: counted[name] for name in grades.GRADES if counted[name]},
        lost=sum(one.loss or 0.0 for one in graded),
        luck=sum(luck) if luck else None,
    )


def lucks(played: Replay, looks: dict[Place, Look], stood: Sequence[Standing]) -> dict[Place, float]:
    """By round and seat, where several moved at once: by how much the result to expect rose beyond what mistakes explain.

    So luck and mistakes together are how far somebody came. Among three, the mistakes of the others count as luck:
    nobody can say to whom of the others they went.
    """
    found: dict[Place, float] = {}
    for number, step in enumerate(played.steps):
        places = [(number, seat) for seat in step.moves]
        if len(places) < 2 or not any(place in looks for place in places):
            continue
        for _, seat in places:
            before, after = stood[number].expected[seat], stood[number + 1].expected[seat]
            if before is None or after is None:
                continue
            luck = after - before + _lost(looks, number, seat)
            if len(places) == played.game.seats == 2:
                luck -= _lost(looks, number, 1 - seat)
            found[number, seat] = luck
    return found


def _lost(looks: dict[Place, Look], number: int, seat: int) -> float:
    seen = looks.get((number, seat))
    return seen.loss if seen is not None else 0.0


def turning_points(moves: Sequence[Reviewed], stood: Sequence[Standing]) -> tuple[int, ...]:
    """The moves that decided the game, the first first: mistakes that changed who was ahead, or the proven result, the worst of them."""
    found = [
        (one.loss or 0.0, number)
        for number, one in enumerate(moves)
        if one.changed is not None
        or ((one.loss or 0.0) >= grades.MISTAKE - grades.TINY and _turned(one, stood))
    ]
    worst = sorted(found, key=lambda pair: (-pair[0], pair[1]))[:MOST_TURNS]
    return tuple(sorted(number for _, number in worst))


def _turned(one: Reviewed, stood: Sequence[Standing]) -> bool:
    """Did whoever made this move stand no worse than even before, and worse than even after it?

    Where all move at once chance has a say in it: who was lucky enough to be no worse off has not turned the game.
    """
    level = 1.0 / len(stood[one.round].expected) - grades.TINY
    before, after = (stood[number].expected[one.seat] for number in (one.round, one.round + 1))
    if before is None or not before >= level > before - (one.loss or 0.0):
        return False
    return one.luck is None or after is None or after < level
