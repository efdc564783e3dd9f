"""Onyx's engine measured: speed, depth and solved boards. `python -m benchmarks.engine_onyx`."""

from __future__ import annotations

import argparse
import time
from random import Random
from typing import Any

import numpy as np

from benchmarks.report import table, write_section
from quintet.engine import Budget, solve, think
from quintet.engine.boards import onyx as board
from quintet.engine.frozen.onyx_beam import Beam
from quintet.games import game

BOARDS = ("king-8", "square-8", "hex-4", "king-12", "hex-7")
SOLVED = ("king-2", "hex-2", "king-3", "square-3")
AFTER = (0, 8, 16, 24, 32)
"""Positions are taken after so many turns of a game of beam-16 against itself."""
NODES = {"king-8": 20_000, "square-8": 20_000, "hex-4": 20_000, "king-12": 1_500, "hex-7": 1_500}


def positions(rules: Any) -> list[Any]:
    """Positions of one game, early to late."""
    beam, dice, position, found = Beam(), Random(1), rules.start(), []
    for number in range(max(AFTER) + 1):
        if position.phase != "placing":
            break
        if number in AFTER:
            found.append(position)
        move = beam.choose(rules, position, position.mover, dice)
        position, _ = rules.play(position, {position.mover: move})
    return found


def perft_speed() -> str:
    """The last ply of perft is counted and not played, so the turns that are played are the leaves one ply before."""
    rules: Any = game("onyx", board="king-6")
    state = board.load(rules, rules.start())
    played = board.perft(rules, state, 2)
    begun = time.process_time()
    board.perft(rules, state, 3)
    each = played / (time.process_time() - begun) / 1e6
    return f"Perft 3 of king-6: {each:.1f} million turns played, looked at and taken back in a CPU-second."


def speed(name: str) -> list[object]:
    """Nodes a second and depth over the positions of a game, in CPU-seconds of one core."""
    rules: Any = game("onyx", board=name)
    seconds, nodes, depths = 0.0, 0, []
    for position in positions(rules):
        begun = time.process_time()
        thought = think(rules, position, position.mover, budget=Budget(nodes=NODES[name]))
        seconds += time.process_time() - begun
        nodes += thought.nodes
        depths.append(thought.depth)
    each = seconds / len(depths)
    return [
        name,
        f"{nodes / seconds:,.0f}",
        f"{NODES[name]:,}",
        f"{each:.2f}",
        f"{np.mean(depths):.1f}",
        min(depths),
    ]


def solved(name: str) -> list[object]:
    rules: Any = game("onyx", board=name)
    begun = time.process_time()
    thought = solve(rules, rules.start(), 0)
    return [
        name,
        f"{thought.value:g}",
        f"{thought.nodes:,}",
        f"{time.process_time() - begun:.1f}",
        thought.move,
    ]


def report() -> str:
    think(game("onyx"), game("onyx").start(), 0, budget=Budget(nodes=10))  # loads what is compiled
    solve(game("onyx", board="king-2"), game("onyx", board="king-2").start(), 0)
    heads = ("board", "nodes/s", "nodes", "CPU s a move", "mean depth", "least")
    parts = [perft_speed(), table(heads, [speed(name) for name in BOARDS])]
    parts.append("Solved from the empty board, the first player's margin with best play:")
    parts.append(
        table(("board", "margin", "positions", "CPU s", "a best move"), [solved(name) for name in SOLVED])
    )
    parts.append("Games against others are in the section on strength.")
    return "\n\n".join(parts)


def main() -> None:
    argparse.ArgumentParser(description="Measure Onyx's engine.").parse_args()
    write_section("Engine: Onyx", "python -m benchmarks.engine_onyx", report())


if __name__ == "__main__":
    main()
