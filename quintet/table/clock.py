"""The clock: a setting that fits any game, and the running value of it. All times are milliseconds."""

from __future__ import annotations

from msgspec import Struct
from msgspec.structs import replace

LONGEST = 30 * 24 * 3600 * 1000


class Clock(Struct, frozen=True, kw_only=True):
    """Time for each move, a reserve that is used when the move time is gone, and what a move adds to the reserve.

    Two minutes a move with five minutes in reserve is `Clock(move_ms=120_000, reserve_ms=300_000)`; a chess clock of
    five minutes and three seconds is `Clock(reserve_ms=300_000, increment_ms=3_000)`.
    """

    move_ms: int = 0
    reserve_ms: int = 0
    increment_ms: int = 0

    def sound(self) -> bool:
        """Is there any time at all, and none that is absurd?"""
        times = (self.move_ms, self.reserve_ms, self.increment_ms)
        return all(0 <= time <= LONGEST for time in times) and self.move_ms + self.reserve_ms > 0


USUAL = (
    Clock(move_ms=10_000),
    Clock(move_ms=60_000),
    Clock(move_ms=120_000, reserve_ms=300_000),
    Clock(reserve_ms=180_000, increment_ms=2_000),
    Clock(reserve_ms=600_000, increment_ms=5_000),
    Clock(reserve_ms=1_800_000),
)
"""The clocks that a form offers."""


class Running(Struct, frozen=True):
    """A clock in a game: what every seat has in reserve, and what this turn has used so far."""

    reserves: tuple[int, ...]
    used: tuple[int, ...]
    """By seat, the time used in this turn up to `since`, or altogether once the seat has moved."""
    since: int | None = None
    """When the clocks of the seats that owe a move were last set going; None while all stand still."""


def new(clock: Clock, seats: int) -> Running:
    """All clocks full and standing still."""
    return Running((clock.reserve_ms,) * seats, (0,) * seats)


def go(running: Running, now: int) -> Running:
    """Set the clocks going, unless they go already."""
    return running if running.since is not None else replace(running, since=now)


def hold(running: Running, owing: tuple[int, ...], now: int) -> Running:
    """Stop all clocks, counting what the seats that owe a move have used."""
    if running.since is None:
        return running
    return Running(running.reserves, _count(running, owing, now), None)


def stop_one(running: Running, seat: int, now: int) -> Running:
    """One seat of a simultaneous round has submitted: its clock stands, the others go on."""
    return Running(running.reserves, _count(running, (seat,), now), running.since)


def give_back(running: Running, seat: int, time: int) -> Running:
    """A seat could not use this time of its turn: it has not used it."""
    used = tuple(one - time if number == seat else one for number, one in enumerate(running.used))
    return Running(running.reserves, used, running.since)


def next_turn(
    running: Running, clock: Clock, moved: tuple[int, ...], last: tuple[int, ...], now: int
) -> Running:
    """A round is complete: charge and credit everyone who moved; `last` are those whose clocks still ran."""
    used = _count(running, last, now)
    reserves = list(running.reserves)
    for seat in moved:
        over = max(0, used[seat] - clock.move_ms)
        reserves[seat] = max(0, reserves[seat] - over) + clock.increment_ms
    since = None if running.since is None else now
    return Running(tuple(reserves), (0,) * len(reserves), since)


def left(running: Running, clock: Clock, seat: int) -> int:
    """What a seat had left at `since`: the rest of the move time and the reserve."""
    return clock.move_ms + running.reserves[seat] - running.used[seat]


def deadline(running: Running, clock: Clock, owing: tuple[int, ...]) -> int | None:
    """When the first of these seats will have no time left; None while the clocks stand."""
    if running.since is None or not owing:
        return None
    return running.since + min(left(running, clock, seat) for seat in owing)


def fallen(running: Running, clock: Clock, owing: tuple[int, ...], now: int) -> tuple[int, ...]:
    """The seats whose time is gone."""
    if running.since is None:
        return ()
    gone = now - running.since
    return tuple(seat for seat in owing if left(running, clock, seat) <= gone)


def _count(running: Running, seats: tuple[int, ...], now: int) -> tuple[int, ...]:
    if running.since is None:
        return running.used
    spent = max(0, now - running.since)
    return tuple(used + spent if seat in seats else used for seat, used in enumerate(running.used))
