"""What a review looks at and how long: quickly at every move, then longer at those that may have been mistakes.

It is all counted in nodes, so that a game has one review wherever it is made. Efforts are named in seconds, because that is
what people wait for; what a second is in nodes is known of each game.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

from msgspec import Struct

from quintet.engine.pace import nodes_for
from quintet.games.contract import AnyGame, Move
from quintet.games.record import Replay
from quintet.study import grades
from quintet.study.look import Look

EffortName: TypeAlias = Literal["quick", "usual", "deep"]
Place: TypeAlias = tuple[int, int]
"""Round and seat of a move, both counted from 0."""


class Effort(Struct, frozen=True, kw_only=True):
    """How much a review may cost, in seconds of one processor, about."""

    everywhere: float
    """The first pass as a whole."""
    first_most: float
    """One look of it at most: a short game needs no more."""
    suspects: float
    """The second pass as a whole; 0: there is none."""
    second_most: float
    """One look of that."""

    @property
    def total(self) -> float:
        return self.everywhere + self.suspects


EFFORTS: dict[EffortName, Effort] = {
    "quick": Effort(everywhere=1.5, first_most=0.05, suspects=0.0, second_most=0.0),
    "usual": Effort(everywhere=4.0, first_most=0.10, suspects=5.0, second_most=0.6),
    "deep": Effort(everywhere=30.0, first_most=1.0, suspects=60.0, second_most=6.0),
}
LONGER = 3.0
"""A second look is at least so many times as long as the first: less would not be worth it."""
SUSPICIOUS = grades.INACCURACY / 2
"""A loss from which on a second look may call it an inaccuracy."""
MOST_MOVES = 1_000
"""A game with more moves to decide on is not reviewed."""


class Ask(Struct, frozen=True):
    """One look that is wanted, at the move that a seat made in a round."""

    round: int
    seat: int
    nodes: int
    second: bool = False

    @property
    def place(self) -> Place:
        return self.round, self.seat


class Decision(Struct, frozen=True):
    """A move that somebody made where there was a choice."""

    round: int
    seat: int
    move: Move


def positions(played: Replay) -> list[object]:
    """Every position of a game, the first and the last too."""
    return [played.start, *(step.position for step in played.steps)]


def decisions(played: Replay) -> list[Decision]:
    """Every move that was not the only one, in the order of play."""
    found = []
    for number, (position, step) in enumerate(zip(positions(played), played.steps, strict=False)):
        for seat, move in step.moves.items():
            if played.game.prompt(position, seat).count() > 1:
                found.append(Decision(number, seat, move))
    return found


def first_pass(game: AnyGame, made: Sequence[Decision], effort: Effort) -> list[Ask]:
    """Backwards: the end of a game is the cheapest, and says the most."""
    if not made:
        return []
    nodes = nodes_for(game, min(effort.first_most, effort.everywhere / len(made)))
    return [Ask(one.round, one.seat, nodes) for one in reversed(made)]


def second_pass(
    game: AnyGame, made: Sequence[Decision], looks: dict[Place, Look], effort: Effort
) -> list[Ask]:
    """Where a loss may be one, or where the next look saw something else; the most suspicious first, as far as the effort goes."""
    if effort.suspects <= 0 or not made:
        return []
    first = min(effort.first_most, effort.everywhere / len(made))
    doubts = {one: doubt(game, made, n, looks) for n, one in enumerate(made)}
    suspects = sorted((one for one in made if doubts[one] >= SUSPICIOUS), key=lambda one: -doubts[one])
    if not suspects:
        return []
    each = min(effort.second_most, max(effort.suspects / len(suspects), LONGER * first))
    nodes, most = nodes_for(game, each), int(effort.suspects / each + grades.TINY)
    return [Ask(one.round, one.seat, nodes, second=True) for one in suspects[:most]]


def doubt(game: AnyGame, made: Sequence[Decision], number: int, looks: dict[Place, Look]) -> float:
    """How much a look may be wrong about, as a part of the result."""
    one = made[number]
    seen = looks[one.round, one.seat]
    if not seen.estimated:
        return 0.0
    later = next((other for other in made[number + 1 :] if other.round > one.round), None)
    if seen.played is None or seen.mixed or later is None or game.seats != 2:
        return seen.loss
    then = looks[later.round, later.seat].best.expected
    return max(seen.loss, abs(seen.played.expected - (then if later.seat == one.seat else 1.0 - then)))


def budget(game: AnyGame, effort: Effort) -> int:
    """Nodes that a review of this game may look at."""
    return nodes_for(game, effort.total)
