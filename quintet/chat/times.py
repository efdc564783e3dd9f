"""Times as people write them: `2:00`, `1:30:00`, `[00:02:00]`, or just seconds."""

from __future__ import annotations

import re

from quintet.chat.errors import ChatError

_TIME = re.compile(r"\[?\s*(?:(?:(\d{1,3}):)?(\d{1,3}):)?(\d{1,6})\s*\]?")


def read_time(text: str) -> int:
    """Milliseconds; ChatError if it is not a time."""
    found = _TIME.fullmatch(text.strip())
    if found is None or (found[2] is not None and int(found[3]) > 59):
        raise ChatError(
            f"{text[:20]!r} is not a time; write it as minutes and seconds, such as 2:00, or as 1:30:00"
        )
    hours, minutes, seconds = (int(part or 0) for part in found.groups())
    return ((hours * 60 + minutes) * 60 + seconds) * 1000


def write_time(ms: int) -> str:
    """`2:00`, or `1:30:00` from an hour on; a started second counts as a whole one."""
    minutes, seconds = divmod(-(-max(0, ms) // 1000), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
