"""The five games as a teaching library would write them: a board that moves change, and a list of possible moves.

Written for comparison only: the default settings, no notation, no refusals, no records. Where a rule is left out, the
class says so. Each has `possible_moves`, `make_move` and `is_over`, in the manner of easyAI.
"""

from __future__ import annotations

import itertools
from typing import Any, ClassVar

DIRECTIONS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class PlainReversi:
    def __init__(self) -> None:
        self.board = [[0] * 8 for _ in range(8)]
        self.board[3][3] = self.board[4][4] = 2
        self.board[3][4] = self.board[4][3] = 1
        self.player, self.passes = 1, 0

    def flips(self, row: int, column: int) -> list[tuple[int, int]]:
        found = []
        for dr, dc in DIRECTIONS:
            line, r, c = [], row + dr, column + dc
            while 0 <= r < 8 and 0 <= c < 8 and self.board[r][c] == 3 - self.player:
                line.append((r, c))
                r, c = r + dr, c + dc
            if line and 0 <= r < 8 and 0 <= c < 8 and self.board[r][c] == self.player:
                found += line
        return found

    def possible_moves(self) -> list[Any]:
        squares = [(r, c) for r in range(8) for c in range(8) if not self.board[r][c] and self.flips(r, c)]
        return squares or [None]

    def make_move(self, move: Any) -> None:
        self.passes = self.passes + 1 if move is None else 0
        if move is not None:
            for r, c in [move, *self.flips(*move)]:
                self.board[r][c] = self.player
        self.player = 3 - self.player

    def is_over(self) -> bool:
        return self.passes == 2


class PlainGomoku:
    """Without the extra turn after five in a row."""

    def __init__(self) -> None:
        self.board = [[0] * 19 for _ in range(19)]
        self.player, self.pairs, self.won = 1, [0, 0, 0], False

    def at(self, r: int, c: int) -> int:
        return self.board[r][c] if 0 <= r < 19 and 0 <= c < 19 else -1

    def possible_moves(self) -> list[Any]:
        return [(r, c) for r in range(19) for c in range(19) if not self.board[r][c]]

    def make_move(self, move: Any) -> None:
        r, c = move
        me, enemy = self.player, 3 - self.player
        self.board[r][c] = me
        for dr, dc in DIRECTIONS:
            ahead = [self.at(r + dr * n, c + dc * n) for n in (1, 2, 3)]
            if ahead == [enemy, enemy, me]:
                self.board[r + dr][c + dc] = self.board[r + 2 * dr][c + 2 * dc] = 0
                self.pairs[me] += 1
        for dr, dc in DIRECTIONS[:4]:
            length = 1
            for sign in (1, -1):
                n = 1
                while self.at(r + sign * dr * n, c + sign * dc * n) == me:
                    n, length = n + 1, length + 1
            self.won = self.won or length >= 5
        self.won = self.won or self.pairs[me] >= 5
        self.player = enemy

    def is_over(self) -> bool:
        return self.won or all(all(row) for row in self.board)


class PlainOnyx:
    """Placing only, without the rule on repeated positions: it is over when both have passed."""

    near: ClassVar[dict[tuple[int, int], list[tuple[int, int]]]] = {
        (r, c): [(r + dr, c + dc) for dr, dc in DIRECTIONS if 0 <= r + dr < 8 and 0 <= c + dc < 8]
        for r in range(8)
        for c in range(8)
    }

    def __init__(self) -> None:
        self.board = dict.fromkeys(self.near, "")
        self.player, self.passed = 0, [False, False]

    def others(self, space: tuple[int, int], colour: str) -> int:
        around = "".join(self.board[near] for near in self.near[space])
        return len(around) - around.count(colour)

    def possible_moves(self) -> list[Any]:
        first, second = ("bp", "wy")[self.player]
        empty = [space for space, held in self.board.items() if not held]
        one = [space for space in empty if self.others(space, first) < 3]
        two = [space for space in empty if self.others(space, second) < 3]
        moves: list[Any] = [()]
        for colour, spaces in ((first, one), (second, two)):
            for space in spaces:
                moves += [((space, colour),), ((space, colour * 2),)]
        return moves + [((a, first), (b, second)) for a in one for b in two if a != b]

    def make_move(self, move: Any) -> None:
        if not move:
            self.passed[self.player] = True
        for space, held in move:
            self.board[space] = held
        placed = {space for space, _ in move}
        beside = {near for space in placed for near in self.near[space]} - placed
        for space in [s for s in beside if self.board[s] and self.others(s, self.board[s][0]) >= 3]:
            self.board[space] = ""
        self.player = 1 - self.player

    def is_over(self) -> bool:
        return all(self.passed)


class PlainOmega:
    def __init__(self) -> None:
        self.board = {(r, c): "" for r in range(7) for c in range(7)}
        self.waiting: list[Any] = []

    def possible_moves(self) -> list[Any]:
        return list(itertools.permutations((space for space, held in self.board.items() if not held), 2))

    def make_move(self, move: Any) -> None:
        self.waiting.append(move)
        if len(self.waiting) < 2:
            return
        for white, black in self.waiting:
            self.board[white] += "w"
            self.board[black] += "b"
        for space, held in self.board.items():
            if len(set(held)) > 1:
                self.board[space] = "x"
        self.waiting = []

    def is_over(self) -> bool:
        return not self.waiting and sum(not held for held in self.board.values()) < 4


class PlainBest:
    def __init__(self) -> None:
        self.columns: list[list[int]] = [[] for _ in range(5)]
        self.player, self.left, self.scores = 1, 40, [0, 0, 0]

    def possible_moves(self) -> list[Any]:
        return [column for column in range(5) if len(self.columns[column]) < 7]

    def make_move(self, move: Any) -> None:
        column, enemy = self.columns[move], 3 - self.player
        if column[-2:] == [enemy, enemy] and column[-3:-2] != [enemy]:
            column[-2:] = [self.player, self.player]
        column.append(self.player)
        while runs := self.runs():
            for c, r in sorted(runs, reverse=True):
                self.scores[self.columns[c].pop(r)] += 1
        self.left -= 1
        self.player = enemy

    def runs(self) -> set[tuple[int, int]]:
        grid = [column + [0] * (7 - len(column)) for column in self.columns]
        lines = [[(c, r) for r in range(7)] for c in range(5)] + [
            [(c, r) for c in range(5)] for r in range(7)
        ]
        found: set[tuple[int, int]] = set()
        for line in lines:
            for three in zip(line, line[1:], line[2:], strict=False):
                held = {grid[c][r] for c, r in three}
                if len(held) == 1 and held != {0}:
                    found.update(three)
        return found

    def is_over(self) -> bool:
        return self.left == 0 or all(len(column) == 7 for column in self.columns)


PLAIN: dict[str, type[Any]] = {
    "reversi": PlainReversi,
    "gomoku": PlainGomoku,
    "onyx": PlainOnyx,
    "omega": PlainOmega,
    "best": PlainBest,
}
