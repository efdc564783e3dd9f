"""Who meets whom, from which opening, in which seats: an iterator of pairings that depends on nothing but its arguments.

The games from one opening are a round: every line-up of players, each in all rotations of its seats. So whatever an
opening gives to a seat, it gives to every player once.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from random import Random

from msgspec import Struct

from quintet.games.contract import AnyGame, Move
from quintet.games.record import Replay
from quintet.players import random_move

VARIETY = 10_000
"""An opening is long enough when, on its way, so many others could have been drawn."""
SHORTEST, LONGEST = 2, 12
"""Rounds of moves in an opening whose length nobody has set."""
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


class Schedule:
    """All pairings of a match: `games` for each line-up, rounded up to whole rounds."""

    def __init__(
        self, game: AnyGame, players: tuple[str, ...], games: int, *, seed: int = 0, plies: int | None = None
    ) -> None:
        self.game, self.players, self.seed, self.plies = game, players, seed, plies
        self.lineups = tuple(lineups(players, game.seats))
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
                        opening=opening,
                        seed=f"{self.seed} game {current}",
                    )

    def _opening(self, round_: int, seen: set[tuple[tuple[int, Move], ...]]) -> tuple[tuple[int, Move], ...]:
        """Random legal moves; one that has not been drawn before, if that is to be had."""
        rng = Random(f"{self.seed} opening {round_}")
        opening = random_opening(self.game, rng, self.plies)
        for _ in range(ATTEMPTS):
            if opening not in seen:
                break
            opening = random_opening(self.game, rng, self.plies)
        seen.add(opening)
        return opening


def lineups(players: tuple[str, ...], seats: int) -> Iterator[tuple[str, ...]]:
    """Everyone with everyone. Too few for the seats: each number of each that fills them, none left out."""
    if len(players) >= seats:
        yield from itertools.combinations(players, seats)
        return
    for extra in itertools.combinations_with_replacement(players, seats - len(players)):
        yield tuple(sorted((*players, *extra), key=players.index))


def random_opening(game: AnyGame, rng: Random, plies: int | None = None) -> tuple[tuple[int, Move], ...]:
    """So many rounds of random legal moves that leave the game undecided; fewer if it would end."""
    played, choices = Replay(game), 1
    for ply in range(LONGEST if plies is None else plies):
        if plies is None and ply >= SHORTEST and choices >= VARIETY:
            break
        moves = {}
        for seat in played.owing:
            prompt = game.prompt(played.position, seat)
            choices *= prompt.count()
            moves[seat] = random_move(prompt, rng)
        after, _ = game.play(played.position, moves)
        if not game.turn(after):
            break
        for seat, move in moves.items():
            played.submit(seat, move)
    return tuple(played.submissions)
