"""Rectangular boards, for the games that are played on one: names, neighbours and layout."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from quintet.games.contract import Label, Layout, Piece, Space, space_name

EIGHT = ((-1, -1), (0, -1), (1, -1), (-1, 0), (1, 0), (-1, 1), (0, 1), (1, 1))
FOUR = ((0, -1), (-1, 0), (1, 0), (0, 1))


class Grid:
    """Columns × rows of spaces, numbered row by row from a1; row 1 is drawn at the top or at the bottom."""

    def __init__(self, columns: int, rows: int, first_row: Literal["top", "bottom"]) -> None:
        self.columns, self.rows, self.first_row = columns, rows, first_row
        self.names = tuple(space_name(c, r) for r in range(rows) for c in range(columns))
        self.index = {name: index for index, name in enumerate(self.names)}

    def __len__(self) -> int:
        return len(self.names)

    def ray(self, index: int, direction: tuple[int, int]) -> tuple[int, ...]:
        """The spaces met when walking from a space to the edge, nearest first."""
        column, row = index % self.columns, index // self.columns
        found: list[int] = []
        while True:
            column, row = column + direction[0], row + direction[1]
            if not (0 <= column < self.columns and 0 <= row < self.rows):
                return tuple(found)
            found.append(row * self.columns + column)

    def neighbours(self, index: int, directions: Sequence[tuple[int, int]]) -> tuple[int, ...]:
        """The spaces one step away."""
        return tuple(ray[0] for d in directions if (ray := self.ray(index, d)))

    def y(self, row: int) -> float:
        """How far down a row is drawn."""
        return row if self.first_row == "top" else self.rows - 1 - row

    def layout(
        self,
        shape: Literal["square", "point", "hex", "hole"],
        surface: Literal["felt", "wood", "slate", "paper", "rack"],
        palette: tuple[Piece, ...],
        dots: tuple[tuple[float, float], ...] = (),
        letters: bool = True,
    ) -> Layout:
        """The grid as a layout, with column letters (or numbers) and row numbers around it."""
        spaces = tuple(
            Space(name, index % self.columns, self.y(index // self.columns))
            for index, name in enumerate(self.names)
        )
        heads = [space_name(c, 0)[0] if letters else str(c + 1) for c in range(self.columns)]
        edge = -1.0 if self.first_row == "top" else float(self.rows)
        labels = tuple(Label(head, c, edge) for c, head in enumerate(heads))
        labels += tuple(Label(str(r + 1), -1.0, self.y(r)) for r in range(self.rows))
        right, low = self.columns - 1, self.rows - 1
        lines: tuple[tuple[float, float, float, float], ...] = ()
        if shape == "point":
            lines = tuple((c, 0.0, c, low) for c in range(self.columns))
            lines += tuple((0.0, r, right, r) for r in range(self.rows))
        return Layout(
            spaces=spaces,
            shape=shape,
            surface=surface,
            lines=lines,
            dots=dots,
            labels=labels,
            palette=palette,
        )
