"""Best Game Ever's engine: the opening book, then the solver; before it reaches the end, as deep as it gets."""

from __future__ import annotations

import math
from concurrent.futures import ThreadPoolExecutor, wait
from typing import TYPE_CHECKING

from quintet.engine.boards import best as board
from quintet.engine.solvers.best import OutOfBudgetError, Rest, Solver
from quintet.engine.thought import Analysis, EngineError, Limits

if TYPE_CHECKING:
    from quintet.engine.thought import Report
    from quintet.games.best import Best, BestPosition

LOSS = 6.0
plays = board.plays

WITHIN_REACH = {5: 26, 7: 22}
"""Plies left, by the number of columns, from which the rest of the game is solved at once."""
TABLE_BITS, SMALL_TABLE_BITS, LARGE_TABLE_BITS = 22, 16, 27
SMALL_BUDGET = 50_000
MOST_PLIES = 40
"""From the empty rack with more tokens than usual, a solution would take too long."""


def analyse(game: Best, position: BestPosition, seat: int, limits: Limits) -> Analysis:
    rest = Rest.of(board.load(game, position))
    lead = position.scores[seat] - position.scores[1 - seat]
    bits = SMALL_TABLE_BITS if limits.nodes <= SMALL_BUDGET else TABLE_BITS
    solver = Solver(deadline=limits.deadline, nodes=limits.nodes, bits=bits)
    return Look(rest, lead, solver, limits.spread).analyse()


class Look:
    """One position being thought about: its drops, best first, with what is known of each."""

    def __init__(self, rest: Rest, lead: int, solver: Solver, spread: float) -> None:
        self.rest, self.lead, self.solver, self.spread = rest, lead, solver, spread
        self.drops = rest.drops()
        self.values = {column: gain for column, gain, _ in self.drops}
        self.drops.sort(key=lambda drop: -drop[1])
        self.depth = 0
        self.proven = False

    def analyse(self) -> Analysis:
        try:
            for plies in self.horizons():
                self.look(plies)
        except OutOfBudgetError:
            pass
        return self.result(self.line())

    def horizons(self) -> list[int]:
        """How far to look, step by step, always to a ply of the same side as the last one of the game."""
        left = self.rest.plies
        steps = list(range(2 - left % 2, left, 2))
        if left <= WITHIN_REACH[self.rest.columns] and not self.spread:
            steps = [plies for plies in steps if plies in (8, 9)]
        return [*steps, left]

    def look(self, plies: int) -> None:
        """Value every drop that matters, so many plies deep."""
        final = plies == self.rest.plies
        if final and not self.spread:
            self.settle_result()
        values: dict[int, int] = {}
        for column, gain, after in self.drops:
            best = max(values.values(), default=-255)
            floor = max(best - math.floor(self.spread) - 1, -255) if self.spread else best
            guess = gain - self.values[column]
            found = self.solver_value(after, gain, plies, guess, floor)
            values[column] = found
        self.take(values)
        self.depth, self.proven = plies, final

    def solver_value(self, after: Rest, gain: int, plies: int, guess: int, floor: int) -> int:
        """The value of a drop; where it does not exceed the floor, a bound."""
        lower, upper = floor, 255
        beta = max(gain - guess, floor + 1)
        while lower < upper:
            answer = gain - self.solver.ask(after, gain - beta + 1, plies - 1)
            if answer >= beta:
                lower, beta = answer, answer + 1
            else:
                upper, beta = answer, answer
        return upper

    def settle_result(self) -> None:
        """Win, draw or loss first: a move that keeps the result goes to the front, whatever happens to the margin."""
        for wanted in (1 - self.lead, -self.lead):
            for column, gain, after in self.drops:
                if gain - self.solver.ask(after, gain - wanted + 1, self.rest.plies - 1) >= wanted:
                    self.values[column] = max(wanted, *self.values.values())
                    self.take(self.values)
                    return

    def take(self, values: dict[int, int]) -> None:
        """Keep these values, and the drops in their order."""
        self.values = values
        self.drops.sort(key=lambda drop: -values[drop[0]])

    def result(self, line: tuple[str, ...]) -> Analysis:
        values = {str(column + 1): float(self.lead + self.values[column]) for column, _, _ in self.drops}
        return Analysis(
            values=values, line=line, depth=self.depth, nodes=self.solver.nodes, exact=self.proven
        )

    def line(self) -> tuple[str, ...]:
        """The best play as far as the solver still knows it."""
        column, _, after = self.drops[0]
        line = [column]
        try:
            plies = self.depth - 1
            while plies > 0 and after.plies > 0 and (drops := after.drops()):
                best, plies = None, plies - 1
                value = self.solver.value(after, plies + 1)
                for column, gain, next_after in drops:
                    if gain - self.solver.ask(next_after, gain - value + 1, plies) >= value:
                        best, after = column, next_after
                        break
                assert best is not None
                line.append(best)
        except OutOfBudgetError:
            pass
        return tuple(str(column + 1) for column in line)


def solve(game: Best, position: BestPosition, seat: int, report: Report) -> Analysis:
    """The exact solver without a limit, in a thread of its own so that progress can be told."""
    rest = Rest.of(board.load(game, position))
    if rest.plies > MOST_PLIES:
        raise EngineError(
            f"a position with {rest.plies} tokens left to play cannot be solved; with {MOST_PLIES} or fewer it can"
        )
    solver = Solver(bits=LARGE_TABLE_BITS if rest.plies > 30 else TABLE_BITS)
    look = Look(rest, position.scores[seat] - position.scores[1 - seat], solver, 0.0)
    with ThreadPoolExecutor(1) as worker:
        task = worker.submit(look.analyse)
        try:
            while not task.done():
                wait([task], timeout=0.25)
                report(f"{solver.nodes / 1e6:,.0f} M positions", 0.0)
        except BaseException:
            solver.work["stop"] = 1
            raise
    return task.result()
