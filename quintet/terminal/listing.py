"""The moves of a game as a list to click on: in columns where they are short, whole where they are long."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from textual.content import Content

from quintet.games.contract import AnyGame
from quintet.say.told import told_ply
from quintet.table.shapes import PlyView
from quintet.terminal.flow import in_columns, join, link, wrapped

MOVES_SHOWN = 300
NARROW = 18
"""Rounds that are no longer than this stand in columns."""
UNBROKEN = "\N{NO-BREAK SPACE}"
"""Within a move of one seat, so that it stays on one line."""


class Listing:
    """The rounds of a game on so many columns; the one that made the board shown is marked."""

    def __init__(
        self,
        game: AnyGame,
        plies: Sequence[PlyView],
        shown: int,
        width: int,
        note: Callable[[int], str] = lambda _ply: "",
    ) -> None:
        """`note` is written behind a round, counted from 0."""
        self.first = max(0, len(plies) - MOVES_SHOWN)
        numbers = range(self.first, len(plies))
        digits = len(str(len(plies)))
        texts = {n: f"{n + 1:>{digits}}. {round_moves(game, plies[n])}{note(n)}" for n in numbers}
        self._lines: list[Content] = []
        self._line_of: dict[int, int] = {}
        if all(len(text) <= NARROW for text in texts.values()):
            cells = [_cell(text, n, n + 1 == shown) for n, text in texts.items()]
            self._lines, across = in_columns(cells, width)
            self._line_of = {n: place // across for place, n in enumerate(numbers)}
        else:
            for n, text in texts.items():
                self._line_of[n] = len(self._lines)
                lines = wrapped(text, width, digits + 2)
                self._lines += [_cell(line, n, n + 1 == shown) for line in lines]
        self.line = self._line_of.get(shown - 1, 0)
        """Where the round that is marked stands."""
        below = (line for line in self._line_of.values() if line > self.line)
        self.height = min(below, default=len(self._lines)) - self.line
        """And how many lines it has."""

    @property
    def content(self) -> Content:
        return join(self._lines, "\n")


def _cell(text: str, number: int, marked: bool) -> Content:
    return link(
        text.replace(UNBROKEN, " "),
        f"screen.show_ply({number + 1})",
        "bold reverse" if marked else "not bold",
    )


def round_moves(game: AnyGame, ply: PlyView) -> str:
    """The moves of a round in the order of the seats, all of them."""
    return " / ".join(move.text.replace(" ", UNBROKEN) for move in told_ply(game, ply).moves)
