"""The settings of a game as data, so that any face can build a form from them."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec import Struct

from quintet.games.errors import OptionError, short

Document: TypeAlias = dict[str, Any]
OptionValue: TypeAlias = int | str | Document


class Option(Struct, frozen=True, kw_only=True):
    """One setting of a game, declared as data so that any face can build a form from it.

    It takes a whole number from `low` to `high`, or one of `choices`; where `document` is not empty, a JSON object may
    be given instead of a choice, and `document` says what it must look like.
    """

    name: str
    default: int | str
    help: str
    choices: tuple[int | str, ...] = ()
    low: int = 0
    high: int = 0
    document: str = ""
    label: str = ""
    """What people call it; without one, its name."""
    names: dict[int | str, str] = {}
    """What people call its choices; one that is not in it is called as it is written."""

    @property
    def title(self) -> str:
        """What it is called on a screen: "First move"."""
        return self.label or capital(self.name.replace("_", " "))

    def call(self, value: object) -> str:
        """What a value of it is called on a screen: "King board, 8 × 8"."""
        if isinstance(value, (int, str)):
            return self.names.get(value) or str(value)
        return "one of your own"

    @property
    def allowed(self) -> str:
        """The values it takes, in words."""
        if not self.choices:
            return f"a whole number from {self.low} to {self.high}"
        names = _runs([str(choice) for choice in self.choices])
        words = ", ".join(names[:-1]) + f" or {names[-1]}" if len(names) > 1 else names[0]
        return words + (f", or {self.document}" if self.document else "")

    def check(self, value: object) -> OptionValue:
        """The value as the game takes it; OptionError with the allowed values otherwise."""
        if isinstance(value, dict) and self.document:
            return value
        if isinstance(value, bool) or not isinstance(value, (int, str)) or not self._takes(value):
            raise OptionError(f"{self.name} cannot be {short(value)}; it takes {self.allowed}")
        return value

    def read(self, text: str) -> OptionValue:
        """The same from text, as a command line gives it."""
        wants_number = isinstance(self.default, int)
        number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
        return self.check(int(text) if wants_number and number else text)

    def _takes(self, value: int | str) -> bool:
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.low <= value <= self.high


def _runs(names: list[str]) -> list[str]:
    """Names that only count on are told by their ends: king-2, king-3, king-4 is "king-2 to king-4"."""
    runs: list[list[str]] = []
    for name in names:
        stem, _, number = name.rpartition("-")
        if stem and number.isdecimal() and runs and runs[-1][-1] == f"{stem}-{int(number) - 1}":
            runs[-1].append(name)
        else:
            runs.append([name])
    return [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs]


def capital(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]
