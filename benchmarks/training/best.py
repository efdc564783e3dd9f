"""Makes the opening book of Best Game Ever: `python -m benchmarks.training.best`.

Every position of a book is solved exactly, in the order of `best_book`: so the rest of a game in which the book's owner keeps
to it is worth the value told, whatever the opponent does. What is done is kept in a folder of its own after every position;
started again, the work goes on from there. `--pack` writes the shipped file from whatever is done.
"""

from __future__ import annotations

import argparse
import time
from dataclasses import replace
from pathlib import Path

import numpy as np

from quintet.engine import knowledge
from quintet.engine._jit import I
from quintet.engine.solvers.best import Rest, Solver, known_best
from quintet.engine.solvers.best_book import FLOOR, MOST_BETTER, Opening, pack

PLIES = 40
LAST = 22
"""The fewest plies left that a book goes to: from there on the solver is quick enough."""
COLUMNS, SEATS = (5, 7), (0, 1)


def solve_position(solver: Solver, rest: Rest, floor: int) -> tuple[int, int]:
    """The best column and the value of a position that is worth `floor` or more."""
    if floor == FLOOR:
        value = solver.value(rest, rest.plies)
    else:
        value = solver.value(rest, rest.plies, guess=floor + 1, floor=floor)
    solver.ask(rest, value, rest.plies)  # leaves a best move in the table
    first = int(known_best(rest.own, rest.other, I(rest.plies), I(rest.columns), solver.work))
    for column, gain, after in sorted(rest.drops(), key=lambda drop: drop[0] != first):
        if gain - solver.ask(after, gain - value + 1, rest.plies - 1) >= value:
            return column, value
    raise AssertionError("no move reaches the value that was proven")


def extend(solver: Solver, path: Path, start: Opening, deadline: float) -> bool:
    """Solve one position after the other until the book is complete (True) or the time is over."""
    while True:
        done = path.read_bytes() if path.exists() else b""
        met = replace(start, moves=done).met()
        if len(met) == len(done):
            return True
        begun = time.process_time()
        with path.open("ab") as file:
            for own, other, plies, floor in met[len(done) :]:
                if time.monotonic() > deadline:
                    return False
                rest = Rest(own, other, int(plies), start.columns)
                column, value = solve_position(solver, rest, int(floor.astype(np.int64)))
                better = value - int(floor.astype(np.int64))
                assert 0 <= better <= MOST_BETTER
                file.write(bytes([better << 3 | column]))
                file.flush()
        spent = time.process_time() - begun
        print(
            f"{path.name}: {len(met)} positions, {int(met[-1, 2])} plies left, {spent:.0f} s CPU", flush=True
        )


def story(books: list[Opening], parts: list[str]) -> str:
    return (
        "The opening book of Best Game Ever, 20 tokens each.\n\n"
        "Made by `python -m benchmarks.training.best`, which solves every position exactly, and packed by the same\n"
        "command with `--pack`. How the bytes are to be read is told in quintet/engine/solvers/best_book.py.\n\n"
        + "\n".join(parts)
        + f"\n\n{sum(len(book.moves) for book in books)} positions in all."
    )


def read_parts(folder: Path) -> list[Opening]:
    books = []
    for columns in COLUMNS:
        for seat in SEATS:
            path = folder / f"best-{columns}-{seat}"
            if path.exists():
                books.append(Opening(columns, seat, PLIES, LAST, path.read_bytes()))
    return books


def describe(book: Opening) -> str:
    met = book.met()
    missing = met[len(book.moves) :, 2]
    rack = f"{book.columns} columns, seat {book.seat}: {len(book.moves)} positions, "
    if not len(missing):
        return rack + f"complete to {book.last} plies left"
    return rack + f"complete to {int(missing.max()) + 2} plies left, partly further"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, default=Path("build/best-book"), help="where the work is kept")
    parser.add_argument("--columns", type=int, choices=COLUMNS, action="append", help="only this rack")
    parser.add_argument("--seat", type=int, choices=SEATS, action="append", help="only this seat")
    parser.add_argument("--bits", type=int, default=27, help="table of 2^BITS entries of 8 bytes")
    parser.add_argument("--hours", type=float, default=1000.0, help="stop after so long")
    parser.add_argument("--pack", action="store_true", help="write the shipped file from what is done")
    parsed = parser.parse_args()
    parsed.folder.mkdir(parents=True, exist_ok=True)
    if parsed.pack:
        books = read_parts(parsed.folder)
        parts = [describe(book) for book in books]
        size = knowledge.write("best-book", pack(books), story(books, parts))
        print("\n".join([*parts, f"{size} bytes"]))
        return
    deadline = time.monotonic() + parsed.hours * 3600
    for columns in parsed.columns or COLUMNS:
        solver = Solver(bits=parsed.bits)
        for seat in parsed.seat or SEATS:
            path = parsed.folder / f"best-{columns}-{seat}"
            finished = extend(solver, path, Opening(columns, seat, PLIES, LAST, b""), deadline)
            print(f"{path.name}: {'complete' if finished else 'stopped'}", flush=True)


if __name__ == "__main__":
    main()
