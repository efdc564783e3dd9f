"""Onyx once more, written naively from the rule page, to compare the rules with.

Everything is done the slow and obvious way: lists of pieces by space, neighbours by measuring, moves by trying all,
control by searching a path from every empty space to every colour.
"""

from __future__ import annotations

from itertools import chain, combinations
from typing import Any

OWNER = {"b": 0, "p": 0, "w": 1, "y": 1}


def spaces_and_neighbours(board: Any) -> dict[str, set[str]]:
    if isinstance(board, dict):
        joined: dict[str, set[str]] = {name: set() for name in board["spaces"]}
        for one, other in board["edges"]:
            joined[one] |= {other}
            joined[other] |= {one}
        return joined
    kind, size = board.split("-")
    n = int(size)
    if kind == "hex":
        cells = [(q, r) for q in range(2 * n - 1) for r in range(2 * n - 1) if n - 1 <= q + r <= 3 * n - 3]
    else:
        cells = [(c, r) for c in range(n) for r in range(n)]

    def adjacent(one: tuple[int, int], other: tuple[int, int]) -> bool:
        dx, dy = abs(one[0] - other[0]), abs(one[1] - other[1])
        if kind == "king":
            return max(dx, dy) == 1
        if kind == "square":
            return dx + dy == 1
        return max(dx, dy, abs(sum(one) - sum(other))) == 1

    def name(cell: tuple[int, int]) -> str:
        return "abcdefghijklmnopqrstuvwxyz"[cell[0]] + str(cell[1] + 1)

    return {name(a): {name(b) for b in cells if adjacent(a, b)} for a in cells}


class NaiveOnyx:
    def __init__(self, board: Any) -> None:
        self.near = spaces_and_neighbours(board)
        self.on: dict[str, list[str]] = {space: [] for space in self.near}
        self.seat = 0
        self.who_passed: set[int] = set()
        self.phase = "placing"
        self.log = [self.snapshot()]
        self.repeated = False

    def snapshot(self) -> object:
        return (
            {space: list(pieces) for space, pieces in self.on.items()},
            self.seat,
            set(self.who_passed),
        )

    def pieces_around(self, space: str) -> list[str]:
        return [piece for neighbour in self.near[space] for piece in self.on[neighbour]]

    def surrounded(self, space: str, colour: str) -> bool:
        return len([piece for piece in self.pieces_around(space) if piece != colour]) >= 3

    def may(self, colour: str, space: str) -> bool:
        return not self.on[space] and not self.surrounded(space, colour)

    def turn(self) -> tuple[int, ...]:
        return {"placing": (self.seat,), "removal": (0, 1), "over": ()}[self.phase]

    def legal(self, seat: int) -> set[str]:
        if self.phase == "removal":
            mine = [s for s, on in self.on.items() if len(on) == 2 and OWNER[on[0]] == seat]
            mine.sort(key=lambda space: (space[0], int(space[1:])))
            sets = chain.from_iterable(combinations(mine, size) for size in range(len(mine) + 1))
            return {" ".join(["remove", *chosen]) for chosen in sets}
        first, second = ("b", "p") if seat == 0 else ("w", "y")
        found = {"pass"}
        for space in self.near:
            for colour in (first, second):
                if self.may(colour, space):
                    found |= {f"{colour}@{space}", f"{colour}{colour}@{space}"}
            if self.may(first, space):
                for other in self.near:
                    if other != space and self.may(second, other):
                        found.add(f"{first}@{space} {second}@{other}")
        return found

    def play(self, moves: dict[int, str]) -> None:
        if self.phase == "removal":
            for move in moves.values():
                for space in move.split()[1:]:
                    self.on[space] = []
            self.phase = "over"
            return
        move = moves[self.seat]
        if move == "pass":
            ends = 1 - self.seat in self.who_passed
            self.who_passed.add(self.seat)
            if ends:
                self.phase = "removal"
                return
        else:
            self.put(move)
        self.seat = 1 - self.seat
        self.log.append(self.snapshot())
        if self.log.count(self.log[-1]) == 3:
            self.phase, self.repeated = "removal", True

    def put(self, move: str) -> None:
        placed = []
        for word in move.split():
            pieces, space = word.split("@")
            self.on[space] = list(pieces)
            placed.append(space)
        doomed = [
            space
            for space, pieces in self.on.items()
            if pieces
            and space not in placed
            and any(space in self.near[p] for p in placed)
            and self.surrounded(space, pieces[0])
        ]
        for space in doomed:
            self.on[space] = []

    def leads_to(self, space: str, colour: str) -> bool:
        """Does a path of empty spaces from this empty one lead to a space of the colour?"""
        walked, ends = set(), [space]
        while ends:
            here = ends.pop()
            walked.add(here)
            for neighbour in self.near[here]:
                if colour in self.on[neighbour]:
                    return True
                if not self.on[neighbour] and neighbour not in walked:
                    ends.append(neighbour)
        return False

    def scores(self) -> tuple[int, int]:
        points = dict.fromkeys("bpwy", 0)
        for colour in points:
            for space, pieces in self.on.items():
                points[colour] += colour in pieces or (not pieces and self.leads_to(space, colour))
        black, purple, white, yellow = points.values()
        return (
            max(black, purple) + 2 * min(black, purple),
            max(white, yellow) + 2 * min(white, yellow) + 5,
        )

    def winners(self) -> tuple[int, ...]:
        zero, one = self.scores()
        return (0, 1) if zero == one else (0,) if zero > one else (1,)

    def board(self) -> dict[str, str]:
        return {space: "".join(pieces) for space, pieces in self.on.items() if pieces}
