"""Stones on a square board of text: rows, captured pairs, free threes.

The board has walls: every row is closed by one, and five rows of them lie below and above. A line on the board is then
a slice with a step, and a slice that leaves the board meets a wall first, so nothing is ever found across an edge.
"""

from __future__ import annotations

from functools import cache

EMPTY, WALL = ".", "#"
OTHER = {"b": "w", "w": "b"}
FREE_THREES = (".ooo.", ".oo.o.", ".o.oo.")
REACH = 4
"""A row of five, a free three or a capture that a stone takes part in lies within four cells of it."""
WORTH = (0, 1, 4, 16, 64, 1000)
"""What five cells in a row are worth, by the number of stones in them, as long as they hold one colour only."""


class Stones:
    """What stones do on a board of one size. A cell is a place in the walled text."""

    def __init__(self, size: int) -> None:
        width = size + 1
        self.size = size
        self.axes = (1, width, width + 1, width - 1)
        """The step to the next cell along a row, a column and the two diagonals."""
        self.directions = (*self.axes, *(-step for step in self.axes))
        self.margin = WALL * (5 * width)
        self.rows = tuple(len(self.margin) + row * width for row in range(size))
        self.cells = tuple(row + column for row in self.rows for column in range(size))
        """The cell of each point, row by row."""
        self.around = {
            cell: [slice(cell - REACH * step, cell + REACH * step + 1, step) for step in self.axes]
            for cell in self.cells
        }

    def walled(self, points: str) -> str:
        rows = (points[start : start + self.size] + WALL for start in range(0, len(points), self.size))
        return self.margin + "".join(rows) + self.margin

    def unwalled(self, board: str) -> str:
        return "".join(board[row : row + self.size] for row in self.rows)

    def lines(self, board: str, cell: int) -> list[str]:
        """The nine cells around a cell along each axis; the cell itself is the middle one."""
        return [board[line] for line in self.around[cell]]

    def taken(self, board: str, cell: int, own: str) -> list[int]:
        """The cells of every enemy pair that a stone there would capture: own-enemy-enemy-own, eight ways."""
        wanted = OTHER[own] * 2 + own
        found: list[int] = []
        for step in self.directions:
            if board[cell + step : cell + 4 * step : step] == wanted:
                found += (cell + step, cell + 2 * step)
        return found

    def after(self, board: str, cell: int, own: str, taken: list[int]) -> str:
        """The board after a stone is placed there and what it captures is gone."""
        stones = list(board)
        stones[cell] = own
        for lost in taken:
            stones[lost] = EMPTY
        return "".join(stones)

    def has_five(self, board: str, colour: str) -> bool:
        """Are there five or more in a row anywhere?"""
        five = colour * 5
        return any(five in board[first::step] for step in self.axes for first in range(step))

    def longest_rows(self, board: str, colour: str) -> list[list[int]]:
        """The cells of each of the longest rows of a colour; of rows of five or more, every one."""
        rows: list[list[int]] = []
        for cell in self.cells:
            for step in self.axes:
                if board[cell] == colour and board[cell - step] != colour:  # a row begins here
                    row = [cell]
                    while board[row[-1] + step] == colour:
                        row.append(row[-1] + step)
                    rows.append(row)
        most = min(5, max(map(len, rows), default=0))
        return sorted((row for row in rows if len(row) >= most), key=len, reverse=True)

    def count_threes(self, board: str, cell: int, own: str) -> int:
        """How many free threes a stone there would be part of."""
        total = 0
        for line in self.lines(board, cell):
            if line.count(own) > 1:
                total += free_threes(line, own)
        return total

    def flanked(self, board: str, cell: int, own: str) -> bool:
        """Would a stone there be one of exactly two own stones between enemy stones?"""
        enemy = OTHER[own]
        for step in self.directions:
            if board[cell + step] == own and board[cell - step] == enemy == board[cell + 2 * step]:
                return True
        return False

    def rows_worth(self, board: str, own: str) -> int:
        """What all rows that can still become five are worth to a colour, less what they are to the other."""
        windows = (board[cell : cell + 5 * step : step] for step in self.axes for cell in self.cells)
        return sum(worth(window, own) for window in windows)


@cache  # at most 2 × 4⁸ lines
def free_threes(line: str, own: str) -> int:
    """How many free threes a stone in the middle of this line would be part of; every window counts."""
    line = line[:REACH] + own + line[REACH + 1 :]
    shapes = [shape.replace("o", own) for shape in FREE_THREES]
    ways = [(shape, stone) for shape in shapes for stone in range(len(shape)) if shape[stone] == own]
    return sum(line.startswith(shape, REACH - stone) for shape, stone in ways)


@cache  # at most 2 × 4⁵ windows
def worth(window: str, own: str) -> int:
    """What five cells in a row are worth to a colour; nothing if both colours, or a wall, stand there."""
    mine, theirs = window.count(own), window.count(OTHER[own])
    return 0 if WALL in window or (mine and theirs) else WORTH[mine] - WORTH[theirs]


@cache  # at most 2 × 4⁸ lines
def stone_worth(line: str, own: str) -> int:
    """How much a stone in the middle of a line adds to what the rows are worth to its colour."""
    after = line[:REACH] + own + line[REACH + 1 :]
    starts = range(REACH + 1)
    return sum(worth(after[s : s + 5], own) - worth(line[s : s + 5], own) for s in starts)


def makes_five(line: str, own: str) -> bool:
    """Would a stone in the middle of a line be part of a row of five?"""
    return own * 5 in line[:REACH] + own + line[REACH + 1 :]


def ways_to_five(line: str, own: str) -> int:
    """With a stone in the middle of a line: on how many cells of it would one more stone make five?"""
    line = line[:REACH] + own + line[REACH + 1 :]
    empty = (cell for cell, held in enumerate(line) if held == EMPTY)
    return sum(own * 5 in line[:cell] + own + line[cell + 1 :] for cell in empty)


def threatens(line: str, own: str) -> bool:
    """Would a stone in the middle of a line make a five, a four or a free three?"""
    return makes_five(line, own) or ways_to_five(line, own) > 0 or free_threes(line, own) > 0
