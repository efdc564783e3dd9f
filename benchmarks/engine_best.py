"""How quick the engine of Best Game Ever is: its board, the exact solver from a cold table, and whole solutions.

    python -m benchmarks.engine_best [--positions N] [--whole]

Seconds are CPU seconds of one core. `--whole` solves both racks from the start too, which takes long.
"""

from __future__ import annotations

import argparse
import random
import time
from dataclasses import replace
from typing import Any

import numpy as np

from benchmarks.report import table, write_section
from quintet.engine import Budget, Thought, knowledge, think
from quintet.engine.boards import best as board
from quintet.engine.levels import THINKING
from quintet.engine.players import best as player
from quintet.engine.solvers import best_book
from quintet.engine.solvers.best import Rest, Solver
from quintet.games import game
from quintet.games.best import BestPosition

LEFT = {"5x7": (20, 22, 24, 26), "7x5": (16, 18, 20, 22)}
OFF_BOOK = {"5x7": (26,), "7x5": (22, 24)}


def sensible_position(rules: Any, plies: int, seed: int) -> Any:
    """With so many plies left, after moves of which half are greedy and half are random."""
    dice = random.Random(seed)
    position = rules.start()
    while sum(position.tokens) > plies:
        (seat,) = rules.turn(position)
        position, _ = rules.play(position, {seat: careless_move(rules, position, dice)})
    return position


def careless_move(rules: Any, position: Any, dice: random.Random) -> str:
    """At random or greedy, half of the time each."""
    (seat,) = rules.turn(position)
    moves: list[str] = list(rules.prompt(position, seat).moves())
    if dice.random() < 0.5:
        return max(moves, key=lambda move: (rules.gain(position, seat, move), dice.random()))
    return dice.choice(moves)


def measure_board() -> str:
    rows = []
    for name in LEFT:
        rules: Any = game("best", board=name)
        state = board.load(rules, rules.start())
        depth = 10 if rules.columns == 5 else 8
        board.perft(rules, state, 1)  # compiled with the first call
        begun = time.process_time()
        leaves = board.perft(rules, state, depth)
        rows.append((name, depth, f"{leaves:,}", f"{leaves / (time.process_time() - begun) / 1e6:.0f}"))
    return table(("rack", "perft depth", "leaves", "M leaves/s"), rows)


def measure_solver(positions: int) -> str:
    rows = []
    for name, lefts in LEFT.items():
        rules: Any = game("best", board=name)
        for left in lefts:
            margin, result, nodes = [], [], 0
            for seed in range(positions):
                position = sensible_position(rules, left, seed)
                (seat,) = rules.turn(position)
                rest = Rest.of(board.load(rules, position))
                lead = position.scores[seat] - position.scores[1 - seat]
                solver = Solver()
                solver.ask(rest, 0, 1)  # loads it
                begun = time.process_time()
                any(solver.ask(rest, wanted, left) >= wanted for wanted in (1 - lead, -lead))
                result.append(time.process_time() - begun)
                solver.value(rest, left, -lead)
                margin.append(time.process_time() - begun)
                nodes += solver.nodes
            speed = nodes / sum(margin) / 1e6
            row = (sum(result) / positions, max(result), sum(margin) / positions, max(margin))
            rows.append((name, left, positions, *(f"{x:.3f}" for x in row), f"{speed:.1f}"))
    head = (
        "rack",
        "plies left",
        "positions",
        "result: mean s",
        "max s",
        "margin: mean s",
        "max s",
        "M nodes/s",
    )
    return table(head, rows)


def measure_moves(games: int) -> str:
    """Level 10 from the first move on, in either seat: what is proven, and what the proofs say of each other."""
    rows, budget = [], Budget(nodes=nodes_in(THINKING))
    for name in LEFT:
        rules: Any = game("best", board=name)
        times: list[float] = []
        proven = worse = lost = 0
        for seed in range(games):
            dice, position, worst = random.Random(seed), rules.start(), 0.0
            while rules.turn(position):
                (seat,) = rules.turn(position)
                if seat != seed % 2:
                    position, _ = rules.play(position, {seat: careless_move(rules, position, dice)})
                    continue
                begun = time.process_time()
                thought = by_book(rules, position, seat) or think(rules, position, seat, budget=budget)
                times.append(time.process_time() - begun)
                proven += thought.exact
                if thought.exact:  # a fall is counted once
                    worse += thought.value < worst
                    lost += sign(thought.value) < sign(worst)
                    worst = thought.value
                position, _ = rules.play(position, {seat: thought.move})
        share = f"{100 * proven / len(times):.1f} %"
        rows.append((name, games, len(times), f"{max(times):.3f}", share, worse, lost))
    head = ("rack", "games", "moves", "longest CPU s", "margin proven", "margin lost", "result lost")
    return table(head, rows)


def by_book(rules: Any, position: Any, seat: int) -> Thought | None:
    """The book's move, which takes no time; only what has a clock opens it."""
    if best_book.look_up(Rest.of(board.load(rules, position))) is None:
        return None
    return think(rules, position, seat, budget=Budget(seconds=THINKING))


def measure_ends(count: int) -> str:
    """Where the book ends and the solver takes over: positions drawn of all that can come up while its owner keeps to it."""
    rows, budget = [], Budget(nodes=nodes_in(THINKING))
    for book in best_book.read(knowledge.read("best-book")):
        further = replace(book, last=book.last - 2).met()[len(book.moves) :]
        name = "5x7" if book.columns == 5 else "7x5"
        rules: Any = game("best", board=name)
        times: list[float] = []
        proven = lost = 0
        for place in random.Random(book.seat).sample(range(len(further)), count):
            position, seat = drawn_so_far(rules, *map(int, further[place].astype(np.int64)))
            begun = time.process_time()
            thought = think(rules, position, seat, budget=budget)
            times.append(time.process_time() - begun)
            proven += thought.exact
            if not thought.exact:
                after, _ = rules.play(position, {seat: thought.move})
                lost += result_of(rules, after, seat) < result_of(rules, position, seat)
        spent = (f"{sum(times) / count:.3f}", f"{max(times):.3f}")
        left = int(further[0, 2])
        rows.append((name, book.seat + 1, left, f"{len(further):,}", f"{count:,}", *spent, proven, lost))
    head = ("rack", "seat", "plies left", "positions", "drawn", "mean CPU s", "max", "margin proven")
    return table((*head, "result lost"), rows)


def drawn_so_far(rules: Any, own: int, other: int, plies: int, least: int) -> tuple[Any, int]:
    """A position and who is to move, by the solver's words, with points that just make a draw of the least that the rest is worth."""
    seat = plies % 2
    stride = rules.rows + 1
    columns = (
        "".join(
            "wb"[seat if own >> cell & 1 else 1 - seat]
            for cell in range(stride * column, stride * column + rules.rows)
            if (own | other) >> cell & 1
        )
        for column in range(rules.columns)
    )
    scores = (max(-least, 0), max(least, 0))
    tokens = (plies // 2, (plies + 1) // 2)
    return BestPosition(tuple(columns), tokens, scores if seat == 0 else scores[::-1]), seat


def sign(value: float) -> int:
    return (value > 0) - (value < 0)


def measure_off_book(positions: int) -> str:
    """What level 10 proves of positions without its book, and moves that the solver finds to change the result.

    Its time is given to it as nodes, so that other work of the machine does not count.
    """
    rows, budget = [], Budget(nodes=nodes_in(THINKING))
    for name, lefts in OFF_BOOK.items():
        rules: Any = game("best", board=name)
        for left in lefts:
            times: list[float] = []
            proven = worse = 0
            for seed in range(positions):
                position = sensible_position(rules, left, 10_000 + seed)
                (seat,) = rules.turn(position)
                begun = time.process_time()
                thought = think(rules, position, seat, budget=budget)
                times.append(time.process_time() - begun)
                after, _ = rules.play(position, {seat: thought.move})
                proven += thought.exact
                worse += result_of(rules, after, seat) < result_of(rules, position, seat)
            spent = (f"{sum(times) / positions:.3f}", f"{max(times):.3f}")
            rows.append((name, left, positions, *spent, proven, worse))
    return table(
        ("rack", "plies left", "positions", "mean CPU s", "max", "margin proven", "result lost"), rows
    )


def nodes_in(seconds: float) -> int:
    """How many nodes the solver looks at in so much time of one core."""
    rules: Any = game("best", board="7x5")
    spent = nodes = 0.0
    for seed in range(10):
        rest, solver = Rest.of(board.load(rules, sensible_position(rules, 22, seed))), Solver(bits=20)
        begun = time.process_time()
        solver.ask(rest, 0, 22)
        spent, nodes = spent + time.process_time() - begun, nodes + solver.nodes
    return int(nodes * seconds / spent)


def result_of(rules: Any, position: Any, seat: int) -> int:
    """2 for a seat that wins with best play, 1 for a draw, 0 for a loss; without a limit."""
    (mover,) = rules.turn(position)
    lead = position.scores[mover] - position.scores[1 - mover]
    rest, solver = Rest.of(board.load(rules, position)), Solver()
    result = sum(int(solver.ask(rest, wanted - lead, rest.plies) >= wanted - lead) for wanted in (0, 1))
    return result if mover == seat else 2 - result


def measure_whole() -> str:
    rows = []
    for name in LEFT:
        rules: Any = game("best", board=name)
        begun = time.process_time()
        found = player.solve(rules, rules.start(), 0, lambda *_: None)
        spent = time.process_time() - begun
        rows.append((name, next(iter(found.values.values())), f"{found.nodes / 1e6:,.0f}", f"{spent:.0f}"))
    return table(("rack", "value", "M nodes", "CPU s"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--positions", type=int, default=20)
    parser.add_argument("--games", type=int, default=50)
    parser.add_argument("--ends", type=int, default=300, help="positions where the book ends, of each book")
    parser.add_argument("--whole", action="store_true")
    parsed = parser.parse_args()
    tall, both = map(int, best_book.shipped().get("book_count", (0, 0)))
    parts = [
        measure_board(),
        "From a cold table: the result (win, draw or loss) alone, and the exact margin.\n\n"
        + measure_solver(parsed.positions),
        "Level 10 from the empty rack, against moves of which half are greedy and half random: its book, then the nodes of 0.4 s of one core.\n\n"
        + measure_moves(parsed.games),
        "Where the book ends, drawn from all positions that can come up while its owner keeps to it, with points that just make a draw of them\n"
        "(so nothing may be given away), at as many nodes and from a cold table. Whether a move keeps the result is checked by the solver without\n"
        "a limit where the margin was not proven.\n\n" + measure_ends(parsed.ends),
        "Level 10 without its book, in positions after such moves of both sides, at the nodes of 0.4 s of one core, from a cold table; whether its\n"
        "move keeps the result is checked by the solver without a limit.\n\n"
        + measure_off_book(5 * parsed.positions),
        f"Positions in the opening book: {tall} for 5×7, {both - tall} for 7×5.",
    ]
    if parsed.whole:
        parts.append("From the empty rack, without the book.\n\n" + measure_whole())
    write_section("Engine: Best Game Ever", "python -m benchmarks.engine_best", "\n\n".join(parts))


if __name__ == "__main__":
    main()
