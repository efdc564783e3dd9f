"""A match in figures: how each player did, how every two of them did against each other, and what ended the games."""

from __future__ import annotations

import itertools
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from msgspec import Struct

from quintet.arena.luck import chance_between, chance_of, less_by_draws
from quintet.arena.match import FORFEITS, Result
from quintet.arena.rating import Estimate, Sprt, estimate, ratings
from quintet.games.contract import AnyGame


class Standing(Struct, frozen=True, kw_only=True):
    """One player over the whole match. A player who had two seats in a game counts twice."""

    player: str
    games: int
    wins: int
    draws: int
    losses: int
    points: float
    forfeits: int
    moves: int
    seconds: float
    """For a move, on average."""
    slowest: float
    depth: float | None
    """On average, where it is known."""
    nodes: float | None
    """For a move, on average, where it is known."""
    rating: Estimate | None = None
    """On one scale for all, where more than two have met."""

    @property
    def score(self) -> float:
        return self.points / self.games if self.games else 0.0


class Meeting(Struct, frozen=True, kw_only=True):
    """Two players against each other, from the side of the first."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    sample: tuple[float, ...]
    """For each complete opening, the part of the points that the first took."""
    rounds: tuple[int, ...]
    """Which openings these are."""
    chance: float
    """The dispersion that luck alone would give to one."""
    estimate: Estimate

    @property
    def counts(self) -> dict[float, int]:
        """How often each result of an opening came up, from the worst to the best."""
        return dict(sorted(Counter(self.sample).items()))


class Summary(Struct, frozen=True, kw_only=True):
    game: AnyGame
    total: int
    """Games in the schedule."""
    results: tuple[Result, ...]
    standings: tuple[Standing, ...]
    """By score, the highest first."""
    meetings: tuple[Meeting, ...]
    sprt: Sprt | None
    reasons: dict[str, int]
    forfeits: tuple[Result, ...]


def summarise(
    game: AnyGame, players: Sequence[str], results: Sequence[Result], total: int, sprt: Sprt | None = None
) -> Summary:
    """Who took most comes first, everywhere. Only where two meet, the first stays the first: the test asks about that one."""
    results = sorted(results, key=lambda result: result.pairing.number)
    ranked = sorted(players, key=lambda player: -stand(player, results, None).score)
    pairs = itertools.combinations(players if len(players) == 2 else ranked, 2)
    meetings = tuple(meeting for pair in pairs if (meeting := meet(*pair, results)) is not None)
    scale: dict[str, Estimate] = {}
    if len(players) > 2:
        samples = {(met.first, met.second): met.sample for met in meetings}
        rounds = {(met.first, met.second): met.rounds for met in meetings}
        chance = chance_of(lineups_of(results))
        if game.seats == 2:
            chance = less_by_draws(chance, sum(met.draws for met in meetings), len(results))
        scale = ratings(ranked, samples, rounds, chance)
    return Summary(
        game=game,
        total=total,
        results=tuple(results),
        standings=tuple(stand(player, results, scale.get(player)) for player in ranked),
        meetings=meetings,
        sprt=sprt,
        reasons=dict(Counter(result.reason for result in results).most_common()),
        forfeits=tuple(result for result in results if result.reason in FORFEITS),
    )


def lineups_of(results: Sequence[Result]) -> tuple[tuple[str, ...], ...]:
    """Who met whom, each line-up once, whatever the seats."""
    return tuple(dict.fromkeys(tuple(sorted(result.pairing.seats)) for result in results))


def stand(player: str, results: Sequence[Result], rating: Estimate | None) -> Standing:
    own = [(r, seat) for r in results for seat, name in enumerate(r.pairing.seats) if name == player]
    efforts = [result.efforts[seat] for result, seat in own]
    moves = sum(effort.moves for effort in efforts)
    thoughts = sum(effort.thoughts for effort in efforts)
    points = [result.points(seat) for result, seat in own]
    return Standing(
        player=player,
        games=len(own),
        wins=points.count(1.0),
        draws=sum(0 < point < 1 for point in points),
        losses=points.count(0.0),
        points=sum(points),
        forfeits=sum(result.culprit == seat for result, seat in own),
        moves=moves,
        seconds=sum(effort.seconds for effort in efforts) / moves if moves else 0.0,
        slowest=max((effort.slowest for effort in efforts), default=0.0),
        depth=sum(effort.depth for effort in efforts) / thoughts if thoughts else None,
        nodes=sum(effort.nodes for effort in efforts) / thoughts if thoughts else None,
        rating=rating,
    )


def meet(first: str, second: str, results: Sequence[Result]) -> Meeting | None:
    """What two players took from each other; None if they never met."""
    scores: dict[tuple[int, int], list[list[float]]] = defaultdict(list)
    for result in results:
        shares = list(compare(first, second, result))
        if shares:
            scores[result.pairing.round, result.pairing.lineup].append(shares)
    if not scores:
        return None
    single = [share for games in scores.values() for shares in games for share in shares]
    by_opening = list(opening_sample(scores, len(results[0].pairing.seats)))
    sample = tuple(part for _, part in by_opening)
    chance = chance_between(lineups_of(results), first, second)
    if len(results[0].pairing.seats) == 2:  # of three, two lose alike in every game
        chance = less_by_draws(chance, single.count(0.5), len(single))
    return Meeting(
        first=first,
        second=second,
        wins=single.count(1.0),
        draws=single.count(0.5),
        losses=single.count(0.0),
        sample=sample,
        rounds=tuple(round_ for round_, _ in by_opening),
        chance=chance,
        estimate=estimate(sample, chance),
    )


def compare(first: str, second: str, result: Result) -> Iterator[float]:
    """For every two seats that the players held in a game: 1 if the first did better, 0 if worse, otherwise one half."""
    seats = result.pairing.seats
    for a, b in itertools.product(range(len(seats)), repeat=2):
        if (seats[a], seats[b]) == (first, second):
            mine, theirs = result.points(a), result.points(b)
            yield 1.0 if mine > theirs else 0.0 if mine < theirs else 0.5


def opening_sample(
    scores: dict[tuple[int, int], list[list[float]]], rotations: int
) -> Iterator[tuple[int, float]]:
    """The mean of each opening of which every rotation has been played, in the order of the schedule."""
    for key in sorted(scores):
        games = scores[key]
        if len(games) == rotations:
            shares = [share for shares in games for share in shares]
            yield key[0], round(sum(shares) / len(shares), 6)
