"""How everybody stood, from the first position of a game to its result."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from quintet.games.record import Ending, Replay
from quintet.study.look import Look, Worth
from quintet.study.plan import Place


class Standing(Struct, frozen=True):
    """How everybody stood in one position, by seat; None where nothing is known yet, or nothing can be told."""

    expected: tuple[float | None, ...]
    """The result to expect, from 0 to 1."""
    value: tuple[float | None, ...]
    """The same in the unit of the game."""
    proven: bool = False


def course(played: Replay, looks: dict[Place, Look]) -> list[Standing]:
    """Before the first round and after each. Where nobody had a choice it is what it is after that."""
    seats = played.game.seats
    after = final(played)
    stood = [after]
    for number in range(len(played.steps) - 1, -1, -1):
        moves = played.steps[number].moves
        seen = {seat: looks[number, seat].best for seat in moves if (number, seat) in looks}
        if seen:
            after = standing(seats, seen)
        elif any(played.game.prompt(_before(played, number), seat).count() > 1 for seat in moves):
            after = Standing((None,) * seats, (None,) * seats)
        stood.append(after)
    return stood[::-1]


def _before(played: Replay, number: int) -> object:
    return played.steps[number - 1].position if number else played.start


def standing(seats: int, seen: dict[int, Worth]) -> Standing:
    """Between two, what one expects the other does not; where both were asked, the middle of what they say."""
    expected: list[float | None] = [seen[seat].expected if seat in seen else None for seat in range(seats)]
    value: list[float | None] = [seen[seat].value if seat in seen else None for seat in range(seats)]
    if seats == 2:
        expected = list(_both(expected, 1.0))
        value = list(_both(value, 0.0))
    return Standing(tuple(expected), tuple(value), all(worth.proven == "equal" for worth in seen.values()))


def _both(told: Sequence[float | None], total: float) -> tuple[float, float]:
    mine, theirs = told
    if mine is None:
        assert theirs is not None, "somebody was asked"
        return total - theirs, theirs
    if theirs is not None:
        mine = (mine + total - theirs) / 2
    return mine, total - mine


def final(played: Replay) -> Standing:
    """The result itself; nothing where a record does not say who won."""
    seats = played.game.seats
    outcome = played.game.outcome(played.position)
    told: Ending | None = played.told.outcome if played.told else None
    winners = outcome.winners if outcome else told.winners if told else None
    scores = outcome.scores if outcome else None
    if winners is None:
        return Standing((None,) * seats, (None,) * seats)
    value: tuple[float | None, ...] = (None,) * seats
    if scores is not None and played.game.unit is not None:
        value = tuple(
            float(own - max(score for seat, score in enumerate(scores) if seat != mine))
            for mine, own in enumerate(scores)
        )
    share = 1.0 / len(winners) if winners else 1.0 / seats
    expected = tuple(share if seat in winners or not winners else 0.0 for seat in range(seats))
    return Standing(expected, value, proven=True)
