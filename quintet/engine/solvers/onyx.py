"""Onyx on small boards, solved: the final margin with best play, whatever the rule about repetition says.

Every position that can come up is written down once, from the side to move, so that the two seats share it; positions
that differ only by a symmetry of the board or by a swap of one player's colours are one. Then two numbers close in on
each other for every position: what the side to move surely gets though playing round in circles counts as its worst
loss, and what it gets at most though that counts as its best win. Where they meet, the value is proven, and nobody
needs a repetition to reach it.

The positions, and the arithmetic over all of them, are compiled: solvers/onyx_book.py.
"""

from __future__ import annotations

import itertools
from typing import TYPE_CHECKING

import numpy as np

from quintet.engine._jit import I, U
from quintet.engine.solvers.onyx_book import (
    BOOK,
    MINE,
    NOBODY,
    SPACES,
    THEIRS,
    explore,
    find,
    narrow,
    settle_all,
)
from quintet.engine.thought import EngineError, Finding

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from quintet.engine.thought import Report
    from quintet.games.graph import Graph
    from quintet.games.onyx import Onyx, OnyxPosition

SYMMETRIES = 48
"""So many symmetries of a board are used; a board with more has some positions written down twice."""
BATCH = 20_000
PIECES = ".bpwyBPWY"
SWAPPED = ".wybpWYBP"
BONUS = 5


def automorphisms(graph: Graph) -> Iterator[list[int]]:
    """The ways to renumber a graph that keep its edges."""
    near = [set(found) for found in graph.neighbours]
    count = len(near)

    def extend(chosen: list[int]) -> Iterator[list[int]]:
        space = len(chosen)
        if space == count:
            yield list(chosen)
            return
        for image in range(count):
            fits = image not in chosen and len(near[image]) == len(near[space])
            if fits and all(
                (other in near[space]) == (chosen[other] in near[image]) for other in range(space)
            ):
                yield from extend([*chosen, image])

    yield from extend([])


def symmetry_tables(graph: Graph) -> NDArray[np.uint64]:
    """For each symmetry, what each three spaces of a packed board become."""
    swaps = [
        [0, *(c + 1 for c in swap), *(c + 5 for c in swap)]
        for swap in ((0, 1, 2, 3), (1, 0, 2, 3), (0, 1, 3, 2), (1, 0, 3, 2))
    ]
    images = list(itertools.islice(automorphisms(graph), SYMMETRIES))
    parts = (len(graph.names) + 2) // 3
    tables = np.zeros((4 * len(images), parts, 4096), U)
    values = np.arange(4096)
    for row, (image, swap) in zip(tables, itertools.product(images, swaps), strict=True):
        kinds = np.array(swap + [0] * 7, U)
        for space, place in enumerate(image):
            row[space // 3] |= kinds[values >> 4 * (space % 3) & 15] << U(4 * place)
    return tables


class Solution:
    """All positions that can follow from one, with their proven bounds."""

    def __init__(self, game: Onyx, position: OnyxPosition, report: Report) -> None:
        self.game, self.report = game, report
        spaces = len(game.graph.names)
        assert spaces <= SPACES, "players/onyx.py refuses larger boards before this is compiled"
        self.symmetries = symmetry_tables(game.graph)
        self.book = np.zeros(1, BOOK)
        b = self.book[0]
        b.spaces[0] = spaces
        b.first[1 : spaces + 1] = np.cumsum([len(near) for near in game.graph.neighbours])
        flat = [other for near in game.graph.neighbours for other in near]
        b.near[: len(flat)] = flat
        find(self.book, self.symmetries, U(packed(position.squares, position.mover)), I(1))
        self.explore()
        self.narrow()

    def explore(self) -> None:
        b = self.book[0]
        state = 1
        while state == 1:
            state = explore(self.book, self.symmetries, I(BATCH))
            self.report(f"{b.count[0]:,} positions", 0.5 * float(b.done[0] / b.count[0]))
        if state < 0:
            raise EngineError(f"more than {b.count[0]:,} positions can come up: too many to solve")
        for start in range(0, int(b.count[0]), BATCH):
            end = min(start + BATCH, int(b.count[0]))
            if settle_all(self.book, I(start), I(end)) < 0:
                raise EngineError("too many stacks can stand on the board to solve it")
            self.report("stacks taken off", 0.5 + 0.4 * end / int(b.count[0]))

    def narrow(self) -> None:
        rounds = 0
        while narrow(self.book, I(rounds)):
            rounds += 1
            self.report(f"round {rounds}", 0.9 + 0.1 * rounds / (rounds + 10))

    def place_of(self, position: OnyxPosition) -> tuple[int, int]:
        """Under which passes and which number the book has a position."""
        passed = NOBODY if not position.passed else MINE if position.mover in position.passed else THEIRS
        word = U(packed(position.squares, position.mover))
        return passed, int(find(self.book, self.symmetries, word, I(0)))

    def bounds(self, position: OnyxPosition) -> tuple[float, float]:
        """The least and the greatest value for the side to move, the bonus included."""
        b, place = self.book[0], self.place_of(position)
        ahead = BONUS * (2 * position.mover - 1)
        return float(b.low[place]) + ahead, float(b.high[place]) + ahead

    def best(self, position: OnyxPosition) -> tuple[str, OnyxPosition]:
        """A move that keeps the value, the one that ends the game soonest, and what follows."""
        found: list[tuple[float, int, str, OnyxPosition]] = []
        b = self.book[0]
        for move in self.game.prompt(position, position.mover).moves():
            after, _ = self.game.apply(position, {position.mover: move})
            if after.phase == "placing":
                place = self.place_of(after)
                found.append((float(b.high[place]), int(b.when[place]), move, after))
            else:
                number = self.place_of(position)[1]
                found.append((-float(b.settled[number]), -1, move, after))
        _, _, move, after = min(found, key=lambda entry: entry[:2])
        return move, after


def packed(squares: str, mover: int) -> int:
    kinds = SWAPPED if mover else PIECES
    return sum(kinds.index(square) << 4 * space for space, square in enumerate(squares))


def solve_placing(game: Onyx, position: OnyxPosition, report: Report) -> Finding:
    """The proven value of a position in which pieces are placed; EngineError where there is none."""
    marks = [*position.earlier, position.mark]
    if len(set(marks)) < len(marks):
        raise EngineError("a position of this game has come up twice: its value depends on what came before")
    solution = Solution(game, position, report)
    low, high = solution.bounds(position)
    if low < high:
        raise EngineError(f"the value lies between {low:g} and {high:g}, depending on repetitions")
    line: list[str] = []
    seen, now = set(), position
    while now.phase == "placing" and now.mark not in seen:
        seen.add(now.mark)
        move, now = solution.best(now)
        line.append(move)
    count = int(solution.book[0].count[0])
    return Finding(values={line[0]: low}, line=tuple(line), depth=len(line), nodes=count, exact=True)
