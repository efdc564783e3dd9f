"""Best Game Ever's engine: the opening book, then the solver; where neither reaches, a search as deep as it gets."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from quintet.engine.boards import best as board
from quintet.engine.memory import listen, recall
from quintet.engine.solvers import best_book
from quintet.engine.solvers.best import LEAST, OutOfBudgetError, Rest, Solver
from quintet.engine.thought import FOREVER, EngineError, Finding, Known, Study
from quintet.engine.watch import watch

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from quintet.engine.thought import Limits, Proof, Report, Wanted
    from quintet.games.best import Best, BestPosition

LOSS = 6.0
plays = board.plays

WITHIN_REACH = {5: 28, 7: 22}
"""Plies left, by the number of columns, from which the rest of the game is solved at once."""
FIRST_LOOK = (8, 9)
"""How many plies a first look goes before that: it gives the order of moves, and an answer in any case."""
TABLE_BITS, SMALL_TABLE_BITS, LARGE_TABLE_BITS = 20, 16, 27
SMALL_BUDGET = 50_000
MOST_PLIES = 40
"""With more plies left a solution would take too long."""
LOWEST = int(LEAST)
GROWTH = {5: 1.31, 7: 1.42}
"""By how much the work of a look grows with each ply, by the number of columns: to tell how far a solution is."""

best_book.shipped()  # now, rather than during somebody's first move


def analyse(game: Best, position: BestPosition, seat: int, limits: Limits) -> Finding:
    rest = Rest.of(board.load(game, position))
    lead = position.scores[seat] - position.scores[1 - seat]
    if limits.nodes == FOREVER and not limits.spread:
        known = by_book(rest, lead)
        if known:
            return known
    return BestSearch(rest, lead, solver_for(limits), limits.spread).analyse()


def solver_for(limits: Limits) -> Solver:
    """A solver within these limits. What it knows from before is true for ever."""
    bits = SMALL_TABLE_BITS if limits.nodes <= SMALL_BUDGET else TABLE_BITS
    solver, _ = recall(limits.memory, "solver", lambda: Solver(bits=bits))
    solver.work["deadline"], solver.work["node_limit"], solver.work["nodes"] = (
        limits.deadline,
        limits.nodes,
        0,
    )
    listen(limits.stop, solver.work)
    return solver


def study(game: Best, position: BestPosition, seat: int, limits: Limits, wanted: Wanted) -> Iterator[Study]:
    """The book's move, which is proven; then every drop further and further, and in the end to the end."""
    rest = Rest.of(board.load(game, position))
    lead = position.scores[seat] - position.scores[1 - seat]
    named = {int(move) - 1 for move in wanted.also}
    look = BestSearch(rest, lead, solver_for(limits), 0.0, lines=wanted.lines, named=named)
    known = by_book(rest, lead) if limits.nodes == FOREVER else None
    if known:
        (move, value), *_ = known.values.items()
        look.book = Known(value=value, line=known.line, proven="equal")
        yield Study(moves={move: look.book}, depth=known.depth, nodes=0, value=value, proven="equal")
    yield from look.study()


def by_book(rest: Rest, lead: int) -> Finding | None:
    """The book's move, with the line that follows if the opponent makes no mistake either."""
    found = best_book.look_up(rest)
    if found is None:
        return None
    line: list[int] = []
    here, known = rest, [found]
    while known:
        (best, _), *_ = known
        line.append(best)
        after = next(after for column, _, after in here.drops() if column == best)
        replies = [(reply, best_book.look_up(reply[2])) for reply in after.drops()]
        inside = [(answer[1] - reply[1], reply, answer) for reply, answer in replies if answer]
        known = []
        if inside:
            _, (column, _, here), answer = min(inside, key=lambda one: one[0])
            line.append(column)
            known = [answer]
    moves = tuple(str(column + 1) for column in line)
    value = float(lead + found[1])
    return Finding(values={moves[0]: value}, line=moves, depth=rest.plies, nodes=0, exact=True)


class BestSearch:
    """One position being thought about: its drops, best first, with what is known of each."""

    def __init__(
        self,
        rest: Rest,
        lead: int,
        solver: Solver,
        spread: float,
        *,
        lines: int = 0,
        named: Collection[int] = (),
    ) -> None:
        self.rest, self.lead, self.solver, self.spread = rest, lead, solver, spread
        self.lines, self.named = lines, named
        """A study: of how many drops the true value is wanted, and of which in any case."""
        self.true: set[int] = set()
        """The drops whose values are no bounds."""
        self.book: Known | None = None
        self.drops = rest.drops()
        self.values = {column: gain for column, gain, _ in self.drops}
        self.drops.sort(key=lambda drop: -drop[1])
        self.depth = 0
        self.proven = False
        self.stage = (0, 1, 0, self.horizons())
        """Nodes before the present look; nodes and plies of the look before it; the plies of this one and those to come."""
        self.told = 0.0

    def analyse(self) -> Finding:
        try:
            while self.stage[-1]:
                before, _, _, (plies, *further) = self.stage
                self.look(plies)
                nodes = self.solver.nodes
                self.stage = (nodes, nodes - before, plies, further)
        except OutOfBudgetError:
            pass
        values = {str(column + 1): float(self.lead + self.values[column]) for column, _, _ in self.drops}
        line = self.line(self.drops[0][0], self.drops[0][2])
        return Finding(values=values, line=line, depth=self.depth, nodes=self.solver.nodes, exact=self.proven)

    def horizons(self) -> list[int]:
        """How far to look, step by step, always to a ply of the side that has the last one of the game."""
        left = self.rest.plies
        steps = list(range(2 - left % 2, left, 2))
        if left <= WITHIN_REACH[self.rest.columns] and not self.spread and not self.lines:
            steps = [plies for plies in steps if plies in FIRST_LOOK]
        return [*steps, left]

    def look(self, plies: int) -> None:
        """Value every drop that matters, so many plies deep."""
        final = plies == self.rest.plies
        if final and not self.spread and not self.lines:
            self.settle_result()
        values: dict[int, int] = {}
        true: set[int] = set()
        for column, gain, after in self.drops:
            floor = self.floor(column, values)
            values[column] = self.value(gain, after, plies, self.values[column], floor)
            if values[column] > floor:
                true.add(column)
        self.take(values)
        self.depth, self.proven, self.true = plies, final, true

    def floor(self, column: int, values: dict[int, int]) -> int:
        """What a drop must exceed for its value to matter, after the values of others."""
        if self.lines:
            best = sorted(values.values(), reverse=True)
            enough = len(best) >= self.lines and column not in self.named
            return best[self.lines - 1] if enough else LOWEST
        best_yet = max(values.values(), default=LOWEST)
        return max(best_yet - math.floor(self.spread) - 1, LOWEST) if self.spread else best_yet

    def study(self) -> Iterator[Study]:
        """What is known after each look that was completed; the first one always is."""
        limits = self.solver.work.copy()
        self.solver.work["deadline"] = self.solver.work["node_limit"] = FOREVER
        for plies in self.horizons():
            self.solver.work["looked"] = 0  # what the listener did meanwhile is no gap
            try:
                self.look(plies)
            except OutOfBudgetError:
                return
            yield self.known()
            self.solver.work["deadline"], self.solver.work["node_limit"] = (
                limits["deadline"],
                limits["node_limit"],
            )

    def known(self) -> Study:
        moves: dict[str, Known] = {}
        for column, _, after in self.drops:
            text, value = str(column + 1), float(self.lead + self.values[column])
            if self.book is not None and text == self.book.line[0]:
                moves[text] = self.book
            elif column in self.true and (len(moves) < self.lines or column in self.named):
                proof: Proof | None = "equal" if self.proven else None
                if self.book is not None and value > self.book.value:
                    value, proof = self.book.value, "at most"
                moves[text] = Known(value=value, line=self.line(column, after), proven=proof)
        order = sorted(moves, key=lambda move: (-moves[move].value, moves[move] is not self.book))
        certain = self.proven or self.book is not None
        return Study(
            moves={move: moves[move] for move in order},
            depth=self.depth,
            nodes=self.solver.nodes,
            value=moves[order[0]].value,
            proven="equal" if certain else None,
        )

    def value(self, gain: int, after: Rest, plies: int, guess: int, floor: int) -> int:
        """What a drop is worth; if that is no more than the floor, a bound that is no more than the floor either."""
        lower, upper = floor, -LOWEST
        beta = max(guess, floor + 1)
        while lower < upper:
            answer = gain - self.solver.ask(after, gain - beta + 1, plies - 1)
            if answer >= beta:
                lower, beta = answer, answer + 1
            else:
                upper = beta = answer
        return upper

    def settle_result(self) -> None:
        """Win, draw or loss first: a move that keeps the result goes to the front, whatever becomes of the margin."""
        for wanted in (1 - self.lead, -self.lead):
            for column, gain, after in self.drops:
                answer = gain - self.solver.ask(after, gain - wanted + 1, self.rest.plies - 1)
                if answer >= wanted:
                    self.take(self.values | {column: max(answer, *self.values.values())})
                    return

    def share_done(self) -> float:
        """How much of all the work is done, as far as can be foreseen; never less than it said before."""
        before, nodes, plies, looks = self.stage
        if not looks:
            return 0.98  # only the expected line is still to be found
        expected = [nodes * GROWTH[self.rest.columns] ** (further - plies) for further in looks]
        present = min(self.solver.nodes - before, 0.95 * expected[0])
        self.told = max(self.told, (before + present) / (before + sum(expected)))
        return self.told

    def take(self, values: dict[int, int]) -> None:
        """Keep these values, and the drops in their order; of equals, the one that was ahead before."""
        self.values = values
        self.drops.sort(key=lambda drop: -values[drop[0]])

    def line(self, column: int, after: Rest) -> tuple[str, ...]:
        """The best play after a drop, as far as the solver can still tell."""
        line = [column]
        try:
            for plies in range(self.depth - 1, 0, -1):
                drops = after.drops()
                if not drops:
                    break
                value = self.solver.value(after, plies)
                reaching = (
                    (column, following)
                    for column, gain, following in drops
                    if gain - self.solver.ask(following, gain - value + 1, plies - 1) >= value
                )
                column, after = next(reaching)
                line.append(column)
        except OutOfBudgetError:
            pass
        return tuple(str(column + 1) for column in line)


def solve(game: Best, position: BestPosition, seat: int, report: Report) -> Finding:
    """The exact solver without a limit."""
    rest = Rest.of(board.load(game, position))
    if rest.plies > MOST_PLIES:
        raise EngineError(
            f"a position with {rest.plies} tokens left to play cannot be solved; with {MOST_PLIES} or fewer it can"
        )
    solver = Solver(bits=LARGE_TABLE_BITS if rest.plies > WITHIN_REACH[rest.columns] else TABLE_BITS)
    look = BestSearch(rest, position.scores[seat] - position.scores[1 - seat], solver, 0.0)
    return watch(
        look.analyse,
        lambda: report(f"{solver.nodes / 1e6:,.1f} M positions", look.share_done()),
        solver.work,
    )
