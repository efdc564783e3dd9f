"""Who meets whom, from which opening, in which seats: an iterator of pairings that depends on nothing but its arguments.

The games from one opening are a round: every line-up of players, each in all rotations of its seats. So whatever an
opening gives to a seat, it gives to every player once.
"""

from __future__ import annotations

import itertools
import math
import statistics
from collections.abc import Iterator, Sequence
from functools import cached_property
from random import Random
from typing import Any

from msgspec import Struct

from quintet.games.contract import AnyGame, Move
from quintet.games.record import Replay

VARIETY = 10_000
"""An opening is long enough when, on its way, so many others could have been drawn."""
SHORTEST, LONGEST = 2, 12
"""Rounds of moves in an opening whose length nobody has set; in a small game fewer than either."""
SHARE = 4
"""Such an opening takes at most one round in so many: the rest of the game belongs to the players."""
LEFT = 2
"""Rounds that an opening leaves to them, however long it was meant to be."""
TRIALS = 9
"""Random games from which the usual length of a game is taken."""
ATTEMPTS = 20


class Pairing(Struct, frozen=True, kw_only=True):
    """One game to be played."""

    number: int
    """From 1, in the order of the schedule."""
    round: int
    """Which opening, from 1."""
    lineup: int
    """Which players, from 0: games with the same round and lineup differ in the seats alone."""
    seats: tuple[str, ...]
    """The players, by seat."""
    opening: tuple[tuple[int, Move], ...]
    """Moves already made when the players begin."""
    seed: str
    """What the players' own chance is drawn from."""
    start: Any = None
    """The position that the opening's moves begin from, as a record holds it; None: the usual one."""


class Opening(Struct, frozen=True):
    """Where the games of a round begin."""

    moves: tuple[tuple[int, Move], ...]
    start: Any = None


class Schedule:
    """All pairings of a match: `games` for each line-up, rounded up to whole rounds."""

    def __init__(
        self,
        game: AnyGame,
        players: tuple[str, ...],
        games: int,
        *,
        seed: int = 0,
        plies: int | None = None,
        openings: Sequence[Opening] = (),
        gauntlet: bool = False,
    ) -> None:
        """Openings are drawn by lot where none are given; in a gauntlet the first player meets each other, who do not meet."""
        self.game, self.players, self.seed, self.plies = game, players, seed, plies
        self.openings = openings
        every = lineups(players, game.seats)
        self.lineups = tuple(line for line in every if not gauntlet or players[0] in line)
        self.rounds = -(-games // game.seats)

    @property
    def total(self) -> int:
        """How many games that is."""
        return self.rounds * len(self.lineups) * self.game.seats

    def __iter__(self) -> Iterator[Pairing]:
        number = itertools.count(1)
        seen: set[tuple[tuple[int, Move], ...]] = set()
        for round_ in range(1, self.rounds + 1):
            opening = self._opening(round_, seen)
            for index, lineup in enumerate(self.lineups):
                for shift in range(self.game.seats):
                    yield Pairing(
                        number=(current := next(number)),
                        round=round_,
                        lineup=index,
                        seats=lineup[shift:] + lineup[:shift],
                        opening=opening.moves,
                        start=opening.start,
                        seed=f"{self.seed} game {current}",
                    )

    def _opening(self, round_: int, seen: set[tuple[tuple[int, Move], ...]]) -> Opening:
        """The next of those given, or random legal moves; one that was not played before, if that is to be had."""
        if self.openings:
            return self.openings[(round_ - 1) % len(self.openings)]
        rng = Random(f"{self.seed} opening {round_}")
        for _ in range(1 + ATTEMPTS):
            opening = random_opening(self.game, rng, self.longest, self.plies)
            if opening not in seen:
                break
        seen.add(opening)
        return Opening(opening)

    @cached_property
    def longest(self) -> int:
        """Rounds that an opening of this game may have if nobody says how many."""
        return min(LONGEST, usual_length(self.game) // SHARE)


def lineups(players: tuple[str, ...], seats: int) -> Iterator[tuple[str, ...]]:
    """Everyone with everyone. Too few for the seats: each number of each that fills them, none left out."""
    if len(players) >= seats:
        yield from itertools.combinations(players, seats)
        return
    for extra in itertools.combinations_with_replacement(players, seats - len(players)):
        yield tuple(sorted((*players, *extra), key=players.index))


def random_opening(
    game: AnyGame, rng: Random, longest: int, plies: int | None = None
) -> tuple[tuple[int, Move], ...]:
    """Rounds of random legal moves: `plies`, or as many as give variety; fewer if too little of the game would be left."""
    played, choices = Replay(game), 1
    for ply in range(longest if plies is None else plies):
        if plies is None and ply >= SHORTEST and choices >= VARIETY:
            break
        choices *= math.prod(game.prompt(played.position, seat).count() for seat in played.owing)
        moves = random_round(game, played.position, rng)
        after, _ = game.play(played.position, moves)
        if rounds_left(game, after, LEFT) < LEFT:
            break
        for seat, move in moves.items():
            played.submit(seat, move)
    return tuple(played.submissions)


def random_round(game: AnyGame, position: Any, rng: Random) -> dict[int, Move]:
    return {seat: game.prompt(position, seat).sample(rng) for seat in game.turn(position)}


def usual_length(game: AnyGame) -> int:
    """How many rounds a game of random moves has, in the middle of several; none is followed further than it matters."""
    games = (rounds_left(game, game.start(), LONGEST * SHARE, trial) for trial in range(TRIALS))
    return statistics.median_low(games)


def rounds_left(game: AnyGame, position: Any, most: int, trial: int = 0) -> int:
    """How many rounds follow when all moves are random; at most `most`. The same answer whenever it is asked."""
    rng = Random(f"trial {trial}")
    for played in range(most):
        if not game.turn(position):
            return played
        position, _ = game.play(position, random_round(game, position, rng))
    return most
