"""What of a position can be set up by hand: pieces to put on spaces, and settings such as whose turn it is.

A game that lets people do that says so beside its rules (`Game.arranging`, `Game.arrange`); every face can then offer it, and none
knows what a captured pair is.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping

from msgspec import Struct


class Setting(Struct, frozen=True, omit_defaults=True):
    """Something of a position besides its board that can be chosen: whose turn it is, how many pairs were captured."""

    name: str
    label: str
    """What people call it."""
    value: int
    """What it is now."""
    low: int = 0
    high: int = 1
    names: tuple[str, ...] = ()
    """What people call the values, from the lowest on; without names it is a number."""


class Arranging(Struct, frozen=True, omit_defaults=True):
    """How a position can be set up."""

    pieces: tuple[str, ...]
    """What can be put on a space, in piece codes: "b", "bb" for two."""
    settings: tuple[Setting, ...] = ()

    def filled(self, values: Mapping[str, int]) -> dict[str, int]:
        """Every setting: what is left out is as it is now."""
        return {setting.name: values.get(setting.name, setting.value) for setting in self.settings}

    def refuses(self, board: Mapping[str, str], values: Mapping[str, int], spaces: Collection[str]) -> str:
        """Why this is nothing that could be set up, whatever the rules say; empty if it could be."""
        for space, piece in board.items():
            if space not in spaces:
                return f"{space[:20]!r} is no space of this board"
            if piece not in self.pieces:
                return f"{piece[:20]!r} cannot stand on {space}"
        names = [setting.name for setting in self.settings]
        for name in values:
            if name not in names:
                return f"there is no {name[:20]!r} to be set"
        for setting in self.settings:
            value = values.get(setting.name, setting.value)
            if not setting.low <= value <= setting.high:
                return f"{setting.label} is a number from {setting.low} to {setting.high}, not {value}"
        return ""
