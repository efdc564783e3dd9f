"""Clocks as people read them."""

from __future__ import annotations

from quintet.table.clock import Clock
from quintet.table.shapes import ClockView
from quintet.table.times import write_time

HOUR = 3_600_000
DAY = 24 * HOUR


def time_left(clock: ClockView, seat: int, now: int) -> tuple[int, int]:
    """What a seat has left at this moment: of the time for its move, and of the reserve."""
    gone = max(0, now - clock.since) if clock.since is not None and seat in clock.running else 0
    move, reserve = clock.move_left[seat], clock.reserve_left[seat]
    return max(0, move - gone), max(0, reserve - max(0, gone - move))


def time_text(milliseconds: int) -> str:
    """`0:07.3`, `4:59`, `1:02:03`."""
    seconds = milliseconds / 1000
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    whole = round(seconds)
    hours, rest = divmod(whole, 3600)
    minutes, second = divmod(rest, 60)
    return f"{hours}:{minutes:02}:{second:02}" if hours else f"{minutes}:{second:02}"


def long_time(milliseconds: int) -> str:
    """`4:59`, `1:02:03`, and from two days on "3 days", "2 days 5 h"; a started hour counts as a whole one then."""
    if -(-milliseconds // 1000) * 1000 < 2 * DAY:  # the second that has begun is shown whole, too
        return write_time(milliseconds)
    days, hours = divmod(-(-milliseconds // HOUR), 24)
    return f"{days} days" + (f" {hours} h" if hours else "")


def clock_text(clock: ClockView, seat: int, now: int) -> str:
    """What a seat has left: `1:30+5:00` where a move has a time of its own."""
    move, reserve = time_left(clock, seat, now)
    return (f"{time_text(move)}+" if clock.move_ms else "") + time_text(reserve)


def clock_setting(clock: Clock | None) -> str:
    """A clock before it runs: "2:00 a move, 5:00 in reserve", "5:00 a game, 3 s more for each move"."""
    if clock is None:
        return "no clock"
    parts = [f"{long_time(clock.move_ms)} a move"] if clock.move_ms else []
    if clock.reserve_ms:
        parts.append(f"{long_time(clock.reserve_ms)} {'in reserve' if clock.move_ms else 'a game'}")
    if clock.increment_ms:
        parts.append(f"{clock.increment_ms / 1000:g} s more for each move")
    return ", ".join(parts)
