"""How the moves of compiled code are written: numbers to texts, as data that a page can use as well.

A code is a number in the base `base`. Its lowest digits, `digits` of them, are numbers of names; what stands above them says which
form it has. A form is a row of parts: a text, then the name of one digit (or nothing). With base 0 a code is a set, one bit
for each name, written after the text of its only form.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from msgspec import Struct

if TYPE_CHECKING:
    from quintet.games.contract import Move

ALONE = -1
"""In a part: no digit follows the text."""


class Part(Struct, frozen=True, array_like=True):
    text: str
    digit: int = ALONE
    """0 is the lowest."""


class Named(Struct, frozen=True, array_like=True):
    """A name that may be in a set, and its bit."""

    name: str
    bit: int


class Spelling(Struct, frozen=True):
    names: tuple[str, ...]
    base: int
    digits: int = 1
    forms: tuple[tuple[tuple[Part, ...], ...], ...] = (((Part("", 0),),),)
    """By whose turn it is (the mover's first, then round and round), by form: its parts."""
    sets: tuple[tuple[Named, ...], ...] = ()
    """With base 0, by whose turn it is: the names in the order in which they are written."""

    def write(self, code: int, ply: int = 0) -> Move:
        """The text of a code, so many plies after the position."""
        forms = self.forms[ply % len(self.forms)]
        if self.base == 0:
            chosen = [one.name for one in self.sets[ply % len(self.sets)] if code >> one.bit & 1]
            return " ".join((forms[0][0].text, *chosen))
        written = ""
        for part in forms[code // self.base**self.digits]:
            written += part.text
            if part.digit != ALONE:
                written += self.names[code // self.base**part.digit % self.base]
        return written

    def read(self, text: Move) -> int:
        """The code of a legal move of the mover; a digit that is not written repeats the one above it."""
        if self.base == 0:
            bits = {one.name: one.bit for one in self.sets[0]}
            return sum(1 << bits[name] for name in text.split()[1:])
        numbers = {name: n for n, name in enumerate(self.names) if name}
        for kind, form in enumerate(self.forms[0]):
            pattern = "".join(
                re.escape(part.text) + (r"(\S+)" if part.digit != ALONE else "") for part in form
            )
            found = re.fullmatch(pattern, text)
            digits = [part.digit for part in form if part.digit != ALONE]
            if found and all(name in numbers for name in found.groups()):
                given = dict(zip(digits, map(numbers.__getitem__, found.groups()), strict=True))
                code, last = kind, 0
                for digit in reversed(range(self.digits)):
                    last = given.get(digit, last)
                    code = code * self.base + last
                return code
        raise ValueError(f"{text!r} is written in none of the forms that are known")


def listed(names: list[str]) -> Spelling:
    """Each code is the number of its text."""
    return Spelling(tuple(names), len(names))
