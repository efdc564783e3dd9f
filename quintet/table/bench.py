"""Who can be given a seat: the machines there always are, and the bots that are signed on at a server now."""

from __future__ import annotations

from msgspec import Struct

from quintet.players import (
    EXPECT,
    NEWCOMERS,
    STRONGEST,
    default_seat,
    games_of,
    guest_players,
    title,
    what_to_expect,
)

FIRST_LEVEL = NEWCOMERS
"""The level that somebody new is offered."""
SCALE = f"1 is for {EXPECT[1]}, {STRONGEST} is {EXPECT[STRONGEST]}"
"""What the numbers of levels mean."""


class Candidate(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Somebody whom the host of a room can give a seat to."""

    player: str
    """What `fill` and `create` take."""
    name: str
    bot: bool = False
    games: tuple[str, ...] = ()
    """The games it plays; empty means every game."""
    level: int | None = None
    """How strong it is, if it is one of the engine's levels, …"""
    about: str = ""
    """… and what to expect of it, in a few words."""

    @property
    def label(self) -> str:
        """For a list to choose from."""
        return f"{self.name} · {self.about}" if self.about else self.name

    def plays(self, game: str) -> bool:
        return not self.games or game in self.games


def machines() -> tuple[Candidate, ...]:
    """The machines that are there always and everywhere."""
    return tuple(
        Candidate(
            player=player,
            name=title(player),
            games=games_of(player),
            level=_level(player),
            about=what_to_expect(player),
        )
        for player in guest_players()
    )


def first_opponent() -> str:
    """The machine that somebody new is offered."""
    return default_seat(1)


def _level(player: str) -> int | None:
    kind, _, number = player.partition("-")
    return int(number) if kind == "level" else None
