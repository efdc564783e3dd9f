"""Dates and clocks as other programs write them."""

from __future__ import annotations

import re

from quintet.games.record import Pace, tidy_date

DAY = re.compile(r"(\d{4})(?:[-./](\d{1,2})(?:[-./](\d{1,2})(?:[ T](\d\d):(\d\d)(?::(\d\d))?)?)?)?(?!\d)")
SPAN = re.compile(r"(?:(\d{1,3}):)?(\d{1,3}):(\d\d)")
FISCHER = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) *fischer", re.IGNORECASE)
EACH = re.compile(r"(\d{1,6}(?:\.\d{1,3})?) */ *move", re.IGNORECASE)
SECONDS = re.compile(r"\d{1,7}(?:\.\d{1,3})?")


def read_date(text: str) -> str:
    """The date that a text begins with, as a record keeps it; empty if it begins with none."""
    found = DAY.match(text.strip())
    if not found:
        return ""
    date = "-".join(part.zfill(2) for part in found.groups()[:3] if part)
    if found[4]:
        date += f"T{found[4]}:{found[5]}" + (f":{found[6]}" if found[6] else "")
        date += "Z" if re.match(r"\.?(?:GMT|UTC|Z)\b", text.strip()[found.end() :]) else ""
    return tidy_date(date)


def write_moment(date: str) -> str:
    """A record's date as GGF has it: `2003-12-15 22:11:39.GMT`."""
    return date.replace("T", " ").replace("Z", ".GMT")


# --- GGF: `05:00/00:03/02:00` is five minutes, three seconds more for each move, and an extension that is skipped --------


def read_spans(text: str) -> Pace | None:
    reserve, increment = (*(_span(part) for part in text.split("/")[:2]), 0)[:2]
    clock = Pace(reserve_ms=reserve, increment_ms=increment)
    return clock if clock.sound() else None


def _span(text: str) -> int:
    found = SPAN.fullmatch(text.strip())
    return 1000 * (3600 * int(found[1] or 0) + 60 * int(found[2]) + int(found[3])) if found else 0


def write_spans(clock: Pace) -> str:
    """Empty where each move had a time of its own: GGF has no place for that."""
    if clock.move_ms or not clock.reserve_ms:
        return ""
    return "/".join(map(_write_span, (clock.reserve_ms, clock.increment_ms))).rstrip("/")


def _write_span(milliseconds: int) -> str:
    minutes, seconds = divmod(milliseconds // 1000, 60)
    hours, minutes = divmod(minutes, 60)
    text = f"{minutes:02}:{seconds:02}"
    return "" if not milliseconds else f"{hours}:{text}" if hours else text


# --- SGF: TM is the time for the game in seconds, OT what is given beyond it, in words -----------------------------------


def read_times(main: str, beyond: str) -> Pace | None:
    reserve = main.strip() if SECONDS.fullmatch(main.strip()) else "0"
    increment, move = FISCHER.search(beyond), EACH.search(beyond)
    clock = Pace(
        reserve_ms=_milliseconds(reserve),
        increment_ms=_milliseconds(increment[1]) if increment else 0,
        move_ms=_milliseconds(move[1]) if move else 0,
    )
    return clock if clock.sound() else None


def write_times(clock: Pace) -> tuple[str, str]:
    """The values of TM and OT."""
    beyond = [f"{_seconds(clock.move_ms)}/move"] if clock.move_ms else []
    beyond += [f"{_seconds(clock.increment_ms)} fischer"] if clock.increment_ms else []
    return _seconds(clock.reserve_ms), ", ".join(beyond)


def _seconds(milliseconds: int) -> str:
    return f"{milliseconds / 1000:.3f}".rstrip("0").rstrip(".")


def _milliseconds(seconds: str) -> int:
    return round(1000 * float(seconds))
