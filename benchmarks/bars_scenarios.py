"""The kinds of match that `python -m benchmarks.bars` plays.

The constants of `quintet/arena/posterior.py` and `luck.py` were chosen on TUNING; CHECKED are others, looked at afterwards.
"""

from __future__ import annotations

from msgspec import Struct

OPENINGS = (1, 5, 50)
AVERAGED = 2000
"""Openings, and their mirror images, that the truth is an average of."""


class Scenario(Struct, frozen=True):
    """A kind of match."""

    name: str
    players: int
    seats: int
    apart: float
    """Elo: the standard deviation of the players' strengths, drawn anew for each match."""
    draws: float = 0.0
    """The part of the games between equals that end without one winner."""
    tilt: float = 0.0
    """Elo: the standard deviation of what an opening gives to a seat, and …"""
    taste: float = 0.0
    """… of what it gives to a player."""


TUNING = (
    Scenario("two players, spread 200", 2, 2, 200),
    Scenario("three players, spread 200", 3, 2, 200),
    Scenario("five players, spread 400", 5, 2, 400),
    Scenario("three players of a game for three, spread 200", 3, 3, 200),
    Scenario("four players, spread 500, tilted openings", 4, 2, 500, tilt=80),
    Scenario("three players of a game for three, spread 350, tilted openings", 3, 3, 350, tilt=100),
    Scenario("two players, spread 100, openings to a player's taste", 2, 2, 100, taste=80),
    Scenario("two equal players, a third drawn", 2, 2, 0, draws=0.33),
    Scenario("two players, spread 180, half drawn", 2, 2, 180, draws=0.5),
    Scenario("two players, spread 350, tilted openings", 2, 2, 350, tilt=120),
    Scenario("two players, spread 140, openings to a player's taste", 2, 2, 140, taste=60),
    Scenario("three equal players, some draws", 3, 2, 0, draws=0.15),
    Scenario("four players, spread 160, a third drawn", 4, 2, 160, draws=0.33),
    Scenario("three players, spread 450", 3, 2, 450, draws=0.1),
    Scenario("six players, spread 300, tilted openings", 6, 2, 300, tilt=120, draws=0.2),
    Scenario("three equal players of a game for three", 3, 3, 0, draws=0.1),
    Scenario("three players of a game for three, spread 280", 3, 3, 280, tilt=60, draws=0.1),
    Scenario("four players of a game for three, spread 180", 4, 3, 180, draws=0.3),
    Scenario("two players of a game for three, spread 250", 2, 3, 250, draws=0.1),
)
CHECKED = (
    Scenario("two equal players", 2, 2, 0),
    Scenario("two equal players, a quarter drawn", 2, 2, 0, draws=0.25),
    Scenario("two equal players, 45 % drawn", 2, 2, 0, draws=0.45),
    Scenario("two players, spread 120, a fifth drawn", 2, 2, 120, draws=0.2),
    Scenario("two players, spread 250, 40 % drawn", 2, 2, 250, draws=0.4),
    Scenario("two players, spread 420, tilted openings", 2, 2, 420, tilt=90),
    Scenario("two players, spread 160, openings to a player's taste", 2, 2, 160, taste=70),
    Scenario("three equal players, a third drawn", 3, 2, 0, draws=0.33),
    Scenario("four equal players, some draws", 4, 2, 0, draws=0.1),
    Scenario("three players, spread 380", 3, 2, 380),
    Scenario("four players, spread 220, a fifth drawn", 4, 2, 220, draws=0.2),
    Scenario("five players, spread 260, tilted openings", 5, 2, 260, tilt=90, draws=0.25),
    Scenario("two equal players of a game for three", 2, 3, 0),
    Scenario("two players of a game for three, spread 180", 2, 3, 180, draws=0.2),
    Scenario("three equal players of a game for three, a fifth drawn", 3, 3, 0, draws=0.2),
    Scenario("three players of a game for three, spread 320, tilted openings", 3, 3, 320, tilt=80),
    Scenario("four players of a game for three, spread 240", 4, 3, 240, draws=0.2),
)
