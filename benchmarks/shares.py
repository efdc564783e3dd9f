"""What a part of the points says of strength where more than two may sit at a table: arithmetic only.

Somebody of strength s wins in proportion to it, against all others together: between two that is Elo as everybody knows it, and of three
equal players each takes a third.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable

from msgspec.structs import replace

from quintet.arena.match import Result
from quintet.arena.rating import Estimate, estimate, expected_score
from quintet.arena.summary import Meeting

FARTHEST = 4_000.0
"""Elo: nobody is told to be farther apart."""
HALVINGS = 60


def taken(elo: float, seats: int = 2, own: int = 1) -> float:
    """The part of the points that so many seats of a player take together, each so much stronger than every one of the rest."""
    strength = own * 10 ** (elo / 400)
    return strength / (strength + seats - own)


def elo(share: float, games: int, seats: int = 2) -> float:
    """The difference that makes such a share likely, of one among so many; never endless."""
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(share * (seats - 1) / (1 - share))


def for_each_seat(elo: float, seats: int) -> float:
    """What one seat of a player takes on the average, over matches in which two players fill so many seats in every way."""
    whole = sum(taken(elo, seats, own) for own in range(1, seats))
    return whole / sum(range(1, seats))


def elo_of_whole(share: float, seats: int) -> float:
    """The difference from what all seats of a player take together in such a match, where even is one half."""
    low, high = -FARTHEST, FARTHEST
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        whole = sum(taken(middle, seats, own) for own in range(1, seats)) / (seats - 1)
        low, high = (middle, high) if whole < share else (low, middle)
    return math.inf * share if high == FARTHEST else -math.inf if low == -FARTHEST else low


def height(meeting: Meeting, results: Iterable[Result]) -> Estimate:
    """How much stronger the first of two is. Between two that is what the arena says; where more sit at a table it compares every
    two of them, of whom two may lose alike, so here it is who won that counts."""
    rounds: dict[int, list[float]] = defaultdict(list)
    seats = 2
    for result in results:
        seats = len(result.pairing.seats)
        own = [seat for seat, name in enumerate(result.pairing.seats) if name == meeting.first]
        rounds[result.pairing.round].append(sum(result.points(seat) for seat in own))
    if seats == 2:
        return meeting.estimate
    whole = seats * (seats - 1)  # games from one opening: every number of seats, in every rotation
    sample = [sum(parts) / whole for parts in rounds.values() if len(parts) == whole]
    by_lot = [own * (seats - own) / seats**2 for own in range(1, seats)]
    found = estimate(sample, 4 * sum(by_lot) / len(by_lot) / whole)
    low, middle, high = (
        elo_of_whole(expected_score(value), seats) for value in (found.low, found.elo, found.high)
    )
    return replace(found, elo=middle, low=low, high=high)
