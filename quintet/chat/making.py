"""A move made from Discord's menus, piece by piece, as the grammar has it: what was chosen so far, and what can be chosen next.

What was chosen is kept as the places of the choices among those that were open, so that the id of a menu can carry it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

import discord
from msgspec import Struct

from quintet.chat.errors import ChatError
from quintet.games.grammar import Choice, Prompt
from quintet.wire.composer import Composer

MOST = 25
"""Discord's menus hold no more."""


class Offered(Struct, frozen=True):
    """A menu: of portions (`part`) or of choices (`choice`), what stands in it before anything is chosen, and its lines."""

    kind: str
    told: str
    options: tuple[tuple[str, int], ...]
    """Each line, and the number that stands for it."""

    def lines(self) -> list[discord.SelectOption]:
        return [discord.SelectOption(label=label[:100], value=str(number)) for label, number in self.options]


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

    @property
    def back(self) -> str:
        return self.made.rpartition(".")[0]

    def offered(self, part: int | None) -> Offered | None:
        """The menu of what comes next, or of the portions it comes in; None where nothing does."""
        parts = self.parts()
        if part is not None and part < len(parts):
            parts = [parts[part]]
        if len(parts) > 1:
            spans = [
                (_span([self.open[n] for n in group]), number) for number, group in enumerate(parts[:MOST])
            ]
            return Offered("part", "Where?", tuple(spans))
        if not parts[0]:
            return None
        choices = tuple((label(self.open[n]), n) for n in parts[0][:MOST])
        return Offered("choice", "And then?" if self.started else "Your move", choices)

    def parts(self) -> list[list[int]]:
        """What is open in portions that a menu can hold: whole columns, or whatever the names begin with, as long as they fit."""
        if len(self.open) <= MOST:
            return [list(range(len(self.open)))]
        by_name: dict[str, list[int]] = {}
        for number, choice in enumerate(self.open):
            by_name.setdefault(_beginning(choice), []).append(number)
        groups = list(by_name.values())
        if len(groups) <= MOST and all(len(group) <= MOST for group in groups):
            return groups
        numbers = list(range(len(self.open)))
        size = max(MOST, -(-len(numbers) // MOST))
        return [numbers[start : start + size] for start in range(0, len(numbers), size)]


def _beginning(choice: Choice) -> str:
    return re.sub(r"\d+$", "", choice.text)


def label(choice: Choice) -> str:
    return choice.place.label or choice.text


def _span(choices: Sequence[Choice]) -> str:
    """A portion of a menu, by its first and its last: "a1 to a15"."""
    first, last = label(choices[0]), label(choices[-1])
    return first if first == last else f"{first} to {last}"
