"""A move made from Discord's menus, piece by piece, as the grammar has it: what was chosen so far, and what can be chosen next.

What was chosen is kept as the places of the choices among those that were open, so that the id of a menu can carry it.
"""

from __future__ import annotations

import re

import discord
from msgspec import Struct

from quintet.chat.errors import ChatError
from quintet.games.grammar import Choice, Prompt
from quintet.wire.composer import Composer

MOST = 25
"""Discord's menus hold no more."""


PART = re.compile(r"\d+(\.\d+)*")
"""How a portion is written, and a portion of that."""


class Offered(Struct, frozen=True):
    """A menu: of portions (`part`) or of choices (`choice`), what stands in it before anything is chosen, and its lines."""

    kind: str
    told: str
    options: tuple[tuple[str, str], ...]
    """Each line, and what stands for it."""

    def lines(self) -> list[discord.SelectOption]:
        return [discord.SelectOption(label=label[:100], value=value) for label, value in self.options]


class Making:
    """A move being made."""

    def __init__(self, prompt: Prompt, made: str, otherwise: str) -> None:
        """`otherwise` is what to do where the choices are of another prompt."""
        composer = Composer(prompt)  # it says the words that need nobody to say them
        for number in filter(None, made.split(".")):
            if int(number) >= len(composer.open):
                raise ChatError(f"this menu is from another version; {otherwise}")
            composer.choose(composer.open[int(number)])
        self.made = made
        self.text: str | None = composer.text
        """The move, if it is a whole one."""
        self.walk = composer.chosen
        self.started = composer.started
        self.open = composer.open
        """What can be chosen next."""

    @property
    def written(self) -> str:
        return " ".join(choice.text for choice in self.walk)

    def then(self, number: int) -> str:
        return f"{self.made}.{number}" if self.made else str(number)

    def at(self, part: str) -> str:
        """Where one is, for taking the last choice back: who has only opened a portion has none of its choices yet."""
        return self.then(0) if part else self.made

    @property
    def back(self) -> str:
        return self.made.rpartition(".")[0]

    def offered(self, part: str) -> Offered | None:
        """The menu of what comes next, or of the portions it comes in; None where nothing does."""
        within = self.portion(part)
        if len(within) > MOST:
            cut, parts = self._parts(within)
            spans = [
                (self._span(cut, group), f"{part}.{number}" if part else str(number))
                for number, group in enumerate(parts)
            ]
            return Offered("part", "Which?" if cut is KIND else "Where?", tuple(spans))
        if not within:
            return None
        choices = tuple((label(self.open[n]), str(n)) for n in within)
        return Offered("choice", "And then?" if self.started else "Your move", choices)

    def chosen(self, kind: str, value: str) -> int | None:
        """What was chosen from a menu, or the only one in its portion; None where there is more to choose from."""
        if kind != "part":
            return int(value.partition(".")[0])
        within = self.portion(value)
        return within[0] if len(within) == 1 else None

    def portion(self, part: str) -> list[int]:
        """What is open there, by its places; everything where there is no such portion."""
        within = list(range(len(self.open)))
        for number in filter(None, part.split(".")):
            parts = self._parts(within)[1] if len(within) > MOST else []
            if int(number) >= len(parts):
                return list(range(len(self.open)))
            within = parts[int(number)]
        return within

    def _parts(self, within: list[int]) -> tuple[re.Pattern[str] | None, list[list[int]]]:
        """More than a menu can hold in portions, and how it was cut: by columns where that is enough, otherwise by what is put there."""
        for cut in (COLUMN, KIND):
            groups = self._by(cut, within)
            if 1 < len(groups) <= MOST:
                return cut, groups
        size = max(MOST, -(-len(within) // MOST))
        return None, [within[start : start + size] for start in range(0, len(within), size)]

    def _span(self, cut: re.Pattern[str] | None, group: list[int]) -> str:
        """A portion of a menu, by what begins it, or by its first and its last: "b@…", "a1 to a15"."""
        first, last = self.open[group[0]], self.open[group[-1]]
        if first is last:
            return label(first)
        return f"{KIND.sub('', first.text)}…" if cut is KIND else f"{label(first)} to {label(last)}"

    def _by(self, cut: re.Pattern[str], within: list[int]) -> list[list[int]]:
        """In groups whose names begin alike."""
        groups: dict[str, list[int]] = {}
        for number in within:
            groups.setdefault(cut.sub("", self.open[number].text), []).append(number)
        return list(groups.values())


COLUMN, KIND = re.compile(r"\d+$"), re.compile(r"[a-z]*\d+$")
"""What the names of a column differ in, and those of one kind of piece."""


def label(choice: Choice) -> str:
    return choice.place.label or choice.text
