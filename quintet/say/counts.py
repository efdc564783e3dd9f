"""What a game counts, as people read it."""

from __future__ import annotations

from msgspec import Struct

from quintet.games.contract import AnyGame, Counter, Info, capital
from quintet.say.people import pieces, sides


class Row(Struct, frozen=True, omit_defaults=True):
    """One thing counted for a seat: what it is called, and its numbers, each with the piece it is for, if it is for one."""

    name: str
    label: str
    values: tuple[tuple[str, str], ...]
    zero: bool = False
    """Is nothing counted yet? Where there is little room it need not be shown."""


def rows(info: Info, seat: int) -> tuple[Row, ...]:
    """Everything that is counted for a seat or for its colours."""
    found = (_row(counter, info.colours[seat] or "", seat) for counter in info.counters)
    return tuple(row for row in found if row is not None)


def _row(counter: Counter, codes: str, seat: int) -> Row | None:
    values = counter.values
    if isinstance(values, int):
        return None
    own = (
        [("", values[seat])] if isinstance(values, tuple) else [(c, values[c]) for c in codes if c in values]
    )
    zero = not any(value for _, value in own)
    if not own or (zero and counter.told):
        return None
    if counter.told:
        return Row(counter.name, "", (("", counter.told),))
    several = len(own) > 1
    return Row(counter.name, counter.label, tuple((c if several else "", str(n)) for c, n in own), zero)


def row_text(game: AnyGame, row: Row) -> str:
    """A row in words: "Discs 2", "Points black 3, purple 5", "has passed"."""
    values = ", ".join(f"{pieces(game.layout, code)} {value}".strip() for code, value in row.values)
    return f"{row.label} {values}".strip()


def seat_text(game: AnyGame, info: Info, seat: int) -> str:
    """Everything that is counted for a seat, in a line."""
    return ", ".join(row_text(game, row) for row in rows(info, seat))


def phases(info: Info) -> list[str]:
    """The phase, if it tells anything that nobody sees without it."""
    return [] if info.phase in ("play", "over") else [info.phase]


def standing(info: Info) -> tuple[str, ...]:
    """Where the game stands: the phase, if it tells anything, and what is counted once."""
    once = [f"{c.label} {c.values}" for c in info.counters if isinstance(c.values, int)]
    return (*phases(info), *once)


def info_text(game: AnyGame, info: Info) -> str:
    """The phase, if it tells anything, and every counter, in one line: "Discs: black 2, white 2"."""
    told = [capital(phase) for phase in phases(info)]
    told += [_counter_text(game, info, counter) for counter in info.counters]
    return "; ".join(text for text in told if text)


def _counter_text(game: AnyGame, info: Info, counter: Counter) -> str:
    values = counter.values
    if isinstance(values, int):
        return f"{counter.label}: {values}"
    if isinstance(values, dict):
        named = [(pieces(game.layout, code), value) for code, value in values.items()]
    else:
        named = list(zip(sides(game, info), values, strict=True))
    if counter.told:
        return ", ".join(f"{name} {counter.told}" for name, value in named if value)
    return f"{counter.label}: {', '.join(f'{name} {value}' for name, value in named)}"
