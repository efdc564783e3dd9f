"""Times as people write them: `2:00`, `1:30:00`, `[00:02:00]`, or just seconds."""

from __future__ import annotations

import re

from quintet.games.contract import GameError
from quintet.table.clock import LONGEST, Clock

_TIME = re.compile(r"\[?\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,7})\s*\]?", re.ASCII)


class TimeError(GameError):
    """What was written is no time, or no clock."""


def read_time(text: str) -> int:
    """Milliseconds; TimeError if it is not a time."""
    found = _TIME.fullmatch(text.strip())
    if found is None or (found[2] is not None and int(found[3]) > 59):
        raise TimeError(
            f"{text[:20]!r} is not a time; write it as minutes and seconds, such as 2:00, or as 1:30:00"
        )
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    time = ((hours * 60 + minutes) * 60 + seconds) * 1000
    if time > LONGEST:
        raise TimeError(f"{text[:20]!r} is too long; a time is at most {write_time(LONGEST)}, thirty days")
    return time


def read_clock(move: str, reserve: str, increment: str) -> Clock:
    """A clock from three times, each none if nothing is written; TimeError if that is no clock."""
    move_ms, reserve_ms, increment_ms = (
        read_time(text) if text.strip() else 0 for text in (move, reserve, increment)
    )
    if not move_ms + reserve_ms:
        raise TimeError("a clock needs time for each move or a reserve; both are 0")
    return Clock(move_ms=move_ms, reserve_ms=reserve_ms, increment_ms=increment_ms)


def write_time(ms: int) -> str:
    """`2:00`, or `1:30:00` from an hour on; a started second counts as a whole one."""
    minutes, seconds = divmod(-(-max(0, ms) // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
