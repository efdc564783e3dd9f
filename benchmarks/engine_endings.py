"""How long Reversi's endings take that are beyond a move's time: 24 to 30 empty squares, out of games of the engine.

    python -m benchmarks.engine_endings                 all of them: an hour on one core
    python -m benchmarks.engine_endings 24 26           only those with so many empty squares

What is solved is kept in artefacts/endings/, by what the engine is made of, and not solved again. The section in results.md is written
from all that is kept. Seconds are CPU seconds of one core.
"""

from __future__ import annotations

import argparse
import statistics
import time
from pathlib import Path
from typing import Any

from benchmarks import kept
from benchmarks.engine import played_until
from benchmarks.report import table, write_section
from benchmarks.strength import fingerprint
from quintet.engine import Budget, solve, think
from quintet.games import game

POSITIONS = {24: 6, 26: 6, 28: 4, 30: 2}
"""How many for each number of empty squares."""
NODES = 30_000


def solve_one(rules: Any, empty: int, seed: int) -> dict[str, Any]:
    position = played_until(rules, empty, seed, NODES)
    (seat,) = rules.turn(position)
    begun = time.process_time()
    found = solve(rules, position, seat)
    spent = time.process_time() - begun
    assert found.exact
    return {
        "empty": empty,
        "seed": seed,
        "value": found.value,
        "seconds": round(spent, 2),
        "nodes": found.nodes,
    }


def measure(empties: list[int], file: Path) -> list[dict[str, Any]]:
    """All results for these numbers of empty squares, those from the file first."""
    rules = game("reversi")
    think(rules, rules.start(), 0, budget=Budget(nodes=1000))  # loads the engine
    results = kept.read(file)
    known = {(result["empty"], result["seed"]) for result in results}
    for empty in empties:
        for seed in range(POSITIONS[empty]):
            if (empty, seed) not in known:
                results.append(solve_one(rules, empty, seed))
                kept.add(file, results[-1])
    return results


def report(results: list[dict[str, Any]]) -> str:
    rows, before = [], dict[int, int]()
    for empty in POSITIONS:
        chosen = [result for result in results if result["empty"] == empty]
        if not chosen:
            continue
        seconds = [result["seconds"] for result in chosen]
        nodes = statistics.geometric_mean(result["nodes"] for result in chosen)
        here = {result["seed"]: result["nodes"] for result in chosen}
        steps = [(here[seed] / before[seed]) ** 0.5 for seed in here if seed in before]  # of the same games
        growth = f"{statistics.geometric_mean(steps):.2f}" if steps else "–"
        before = here
        usual = statistics.geometric_mean(seconds)
        cells = (f"{usual:.1f}", f"{min(seconds):.1f}", f"{max(seconds):.1f}", f"{nodes / 1e6:,.0f}", growth)
        rows.append((empty, len(chosen), *cells))
    head = (
        "empty squares",
        "solved",
        "usual s",
        "least s",
        "most s",
        "usual million nodes",
        "times as many nodes for each square more",
    )
    return AIM + table(head, rows)


AIM = f"""\
Positions out of games that begin with eight random plies and are played by {NODES:,} nodes a move, solved exactly by `quintet solve`
with a first search included. What is usual is the geometric mean; growth is that of games in both rows.

"""


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("empties", nargs="*", type=int, metavar="N", help="all of 24, 26, 28, 30 by default")
    parsed = parser.parse_args()
    if unknown := set(parsed.empties) - set(POSITIONS):
        parser.error(f"there are no positions with {', '.join(map(str, sorted(unknown)))} empty squares")
    results = measure(
        parsed.empties or list(POSITIONS),
        kept.ARTEFACTS / "endings" / f"reversi-{fingerprint('reversi')}.jsonl",
    )
    write_section("Engine: Reversi, long endings", "python -m benchmarks.engine_endings", report(results))


if __name__ == "__main__":
    main()
