"""How far and how fast Gomoku's engine looks, and how deep its continuous threats go.

    python -m benchmarks.engine_gomoku

The budget is CPU time: the engine is asked for ever more nodes until 0.45 s of one core are spent, so that a busy machine
changes nothing. Quiet positions are ordinary middle games in which neither side has a forced win.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

from benchmarks.report import table, write_section
from quintet.engine import Budget, think
from quintet.engine.thought import Thought
from quintet.games import game

COMMAND = "python -m benchmarks.engine_gomoku"
SECONDS = 0.45
QUIET = {
    "opening": "j10 k11 i9 k9 h10",
    "cross": "j10 j11 l9 k11 i12 h10 m10 k8 g11",
    "diagonals": "j10 i11 k11 i9 l12 h9 j8 k10",
    "wide": "j10 k12 h9 l8 m12 g11 i13 k6",
    "two groups": "d4 e5 d6 p16 q15 p14 c8 f4 o17 r12",
    "edge": "j10 b9 c9 c10 l11 d8 b11 k8 e9",
}
FORCED = {
    "off": "e8 d14 j8 m6 j4 b11 e7 g13 h13 g3 n8 n13 c10 m11 b5 b3 f9 e6 j7 k8 c2 g8 l7 d3 c13 l3 l5 d13 g9 i5",
    "on": "k2 j2 d2 j11 j4 g9 c8 n9 i10 c11 k8 f10 e10 j7 n2 h4 c4 h14 h12 h3 c5 l12 f14 l3 f3 j5 k3 m10 m6 l13 f7 "
    "n11 h13 j13 e2 f2",
}


def position_of(rules: Any, moves: str) -> Any:
    position = rules.start()
    for move in moves.split():
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    return position


def spend(rules: Any, position: Any, seconds: float) -> tuple[Thought, float]:
    """What the engine finds in so much CPU time: the nodes for it are found by trying."""
    (seat,) = rules.turn(position)
    nodes = 20_000
    for _ in range(4):
        begun = time.process_time()
        thought = think(rules, position, seat, budget=Budget(nodes=nodes))
        used = time.process_time() - begun
        if thought.nodes < nodes or 0.9 * seconds < used < 1.02 * seconds:
            break
        nodes = int(nodes * 0.98 * seconds / used)
    return thought, used


def quiet_rows() -> list[list[str]]:
    rows = []
    for captures in ("on", "off"):
        rules: Any = game("gomoku", captures=captures)
        for name, moves in QUIET.items():
            thought, used = spend(rules, position_of(rules, moves), SECONDS)
            rate = f"{thought.nodes / used / 1000:,.0f}"
            rows.append([name, captures, str(thought.depth), f"{thought.nodes:,}", rate, f"{used:.2f}"])
    return rows


def forced_rows() -> list[list[str]]:
    rows = []
    for captures, moves in FORCED.items():
        rules: Any = game("gomoku", size=15, captures=captures)
        thought, used = spend(rules, position_of(rules, moves), SECONDS)
        proven = "yes" if thought.exact else "no"
        rows.append(
            [f"captures {captures}", str(thought.depth), proven, f"{thought.nodes:,}", f"{used * 1000:.1f}"]
        )
    return rows


def size_rows() -> list[list[str]]:
    rows = []
    for size in (9, 13, 15, 19):
        rules: Any = game("gomoku", size=size)
        middle = size // 2
        moves = [(0, 0), (1, 1), (-1, -1), (1, -1), (-2, 0)]
        names = [rules.grid.names[(middle + y) * size + middle + x] for x, y in moves]
        for seconds in (0.1, 0.45, 1.5):
            thought, used = spend(rules, position_of(rules, " ".join(names)), seconds)
            rows.append([f"{size}", f"{seconds}", str(thought.depth), f"{thought.nodes / used / 1000:,.0f}"])
    return rows


def main() -> None:
    rules = game("gomoku")
    think(rules, rules.start(), 0, budget=Budget(nodes=10))  # load it
    quiet, forced, sizes = quiet_rows(), forced_rows(), size_rows()
    depths = [int(row[2]) for row in quiet]
    rates = [float(row[4].replace(",", "")) for row in quiet]
    text = f"""\
Ordinary middle games on 19×19 in {SECONDS} s of CPU time on one core: nominal depth {min(depths)} to {max(depths)} (median
{statistics.median(depths):g}), {min(rates):,.0f} to {max(rates):,.0f} thousand nodes a second (median {statistics.median(rates):,.0f}).
The aim is depth 10 and 400 thousand nodes a second.

{table(["position", "captures", "depth", "nodes", "thousand nodes/s", "CPU s"], quiet)}

Wins by continuous threats, proven; the aim is 15 plies.

{table(["position", "plies", "proven", "nodes", "CPU ms"], forced)}

As the board and the time grow, from one opening:

{table(["size", "CPU s", "depth", "thousand nodes/s"], sizes)}
"""
    write_section("Engine: Gomoku", COMMAND, text)


if __name__ == "__main__":
    main()
