"""Numbers on the command line: what is none, or out of range, gets one sentence that says what the option takes."""

from __future__ import annotations

from collections.abc import Callable

from quintet.games.contract import short
from quintet.inputs import UsageError


def whole(name: str, low: int | None = None, high: int | None = None) -> Callable[[str], int]:
    """How the option `name` reads a whole number; for argparse's `type`."""
    span = "" if low is None else f" from {low}" + ("" if high is None else f" to {high}")

    def read(text: str) -> int:
        try:
            value = int(text)
        except ValueError:
            raise UsageError(f"{name} is a whole number{span}, not {short(text)}") from None
        if (low is not None and value < low) or (high is not None and value > high):
            raise UsageError(f"{name} is a whole number{span}, not {short(value)}")
        return value

    return read


def number(name: str, *, above: float, most: float, of: str = "") -> Callable[[str], float]:
    """How the option `name` reads a number, `above` one and at `most` another; for argparse's `type`."""
    taken = f"{name} is a number{of} above {above:,.0f} and at most {most:,.0f}"

    def read(text: str) -> float:
        try:
            value = float(text)
        except ValueError:
            raise UsageError(f"{taken}, not {short(text)}") from None
        if not above < value <= most:
            raise UsageError(f"{taken}, not {value:g}")
        return value

    return read


def seconds(name: str) -> Callable[[str], float]:
    return number(name, above=0, most=1e8, of=" of seconds")
