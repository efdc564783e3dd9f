"""A board as plain text: every space at its place on a canvas of characters, the labels around it.

Nothing here knows a game: rows and columns come from the coordinates of the layout, so that a grid, a hexagon and any
graph of spaces are drawn by the same lines of code.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import TypeVar

from quintet.draw.theme import channels, look
from quintet.games.contract import BURNED, Board, Game, Layout, Piece, Position

EMPTY, DOT = ".", "+"
SAME_ROW = 0.3
"""Things closer than this above one another stand in one row of text."""
WIDEST = 160

PAINT = {"black": "1;34", "white": "1;37", "grey": "36", "purple": "1;35", "yellow": "1;33"}
"""How a terminal is told to colour the stones of the house, whatever its ground."""
BURNT = "31"
LAST, FAINT = "7", "2"

P = TypeVar("P", bound=Position)


def draw_text(game: Game[P], position: P, *, last: Collection[str] = (), colour: bool = False) -> str:
    """The position as lines of text. Spaces in `last` are marked: by brackets, or in reverse where colour is on."""
    return Canvas(game.layout, game.board(position), colour).draw(last)


class Canvas:
    """Characters by row and column; columns may be negative until they are put together."""

    def __init__(self, layout: Layout, board: Board, colour: bool) -> None:
        self.layout, self.colour = layout, colour
        self.cells = self._cells(board)
        self.paint = {piece.code: _paint(piece) for piece in layout.palette} | {BURNED: BURNT}
        self.width = max((1, *(len(text) for text in self.cells.values())))
        self.rows = text_rows([s.y for s in layout.spaces] + [label.y for label in layout.labels])
        self.step = self._step()
        self.lines: dict[int, dict[int, str]] = {row: {} for row in self.rows.values()}

    def _cells(self, board: Board) -> dict[str, str]:
        """What is written at each space. Where the layout has no labels, the space's own name is written too."""
        dots = {(round(x, 3), round(y, 3)) for x, y in self.layout.dots}
        cells = {}
        for space in self.layout.spaces:
            empty = DOT if (round(space.x, 3), round(space.y, 3)) in dots else EMPTY
            name = "" if self.layout.labels else f"{space.name}:"
            cells[space.name] = name + board.get(space.name, empty)
        return cells

    def _step(self) -> float:
        """Characters from one space to the next; even where rows are shifted by half a space."""
        xs = [space.x for space in self.layout.spaces]
        halves = any(abs(2 * x - round(2 * x)) < 0.01 and round(2 * x) % 2 for x in xs)
        step = self.width + 1
        if halves and step % 2:
            step += 1
        breadth = max(xs) - min(xs) if xs else 0
        return step if breadth * step <= WIDEST else WIDEST / breadth

    def draw(self, last: Collection[str]) -> str:
        ends: dict[int, list[int]] = {}
        for space in sorted(self.layout.spaces, key=lambda space: space.x):
            row = self.rows[space.y]
            before = ends.get(row)
            column = round(space.x * self.step)
            if before and column <= before[1]:  # two spaces too close to each other: the right one gives way
                column = before[1] + 1
            text = self.cells[space.name]
            head = 0 if self.layout.labels else len(space.name) + 1
            self._write_cell(row, column, text, head, space.name in last)
            ends[row] = [before[0] if before else column, column + self.width]
        for label in self.layout.labels:
            row, column = self.rows[label.y], round(label.x * self.step)
            if row in ends and column < ends[row][0]:
                column += self.width - len(label.text)  # on the left, numbers end together
            self._write_label(row, column, label.text)
        return self._together()

    def _write_cell(self, row: int, column: int, text: str, head: int, marked: bool) -> None:
        """The first `head` letters are the name of the space, the others what stands there."""
        line = self.lines[row]
        for offset, letter in enumerate(text):
            line[column + offset] = self._painted(letter, marked) if offset >= head else letter
        if marked and not self.colour:
            for place, bracket in ((column + head - 1, "("), (column + len(text), ")")):
                # Two marked neighbours share the blank between them; a name before the piece gives up its colon.
                line[place] = "|" if line.get(place) == ")" else bracket

    def _painted(self, letter: str, marked: bool) -> str:
        if not self.colour:
            return letter
        code = self.paint.get(letter, FAINT)
        return f"\x1b[{code};{LAST}m{letter}\x1b[0m" if marked else f"\x1b[{code}m{letter}\x1b[0m"

    def _write_label(self, row: int, column: int, text: str) -> None:
        """Labels give way to spaces."""
        line = self.lines[row]
        if not any(place in line for place in range(column, column + len(text))):
            for offset, letter in enumerate(text):
                line[column + offset] = f"\x1b[{FAINT}m{letter}\x1b[0m" if self.colour else letter

    def _together(self) -> str:
        left = min((column for line in self.lines.values() for column in line), default=0)
        left = min(left, round(min((space.x for space in self.layout.spaces), default=0) * self.step) - 1)
        drawn = []
        for row in range(max(self.lines, default=-1) + 1):
            line = self.lines.get(row, {})
            text = "".join(line.get(column, " ") for column in range(left, max(line, default=left - 1) + 1))
            drawn.append(text.rstrip())
        return "\n".join(drawn)


def _paint(piece: Piece) -> str:
    if piece.stone:
        return PAINT[piece.stone]
    red, green, blue = channels(look(piece).light)
    return f"1;38;2;{red};{green};{blue}"


def text_rows(heights: list[float]) -> dict[float, int]:
    """The text row of each height. Rows keep their distances, roughly: a gap of two units leaves a line blank."""
    rows: dict[float, int] = {}
    row, start = 0, None
    for height in sorted(set(heights)):
        if start is not None and height - start > SAME_ROW:
            row += min(3, max(1, round(height - start)))
            start = height
        elif start is None:
            start = height
        rows[height] = row
    return rows
