"""Thwart Omega's engine: random games a second, how long exact ends take, and games against others.

python -m benchmarks.engine_omega                   about two minutes of one core
python -m benchmarks.engine_omega --games 100       more games
python -m benchmarks.engine_omega --three           120 games of three players against two greedy ones, alone
python -m benchmarks.engine_omega --three --minutes 30   as many of them as fit; the next run goes on

The games of three are kept in artefacts/omega/, by what the engine is made of.
`python -m benchmarks.engine_before omega --before VERSION` plays it against itself in an earlier version.
"""

from __future__ import annotations

import argparse
import math
import time
from random import Random
from typing import Any

import numpy as np

from benchmarks import kept
from benchmarks.report import table, write_section
from benchmarks.strength import fingerprint
from quintet.engine import solve
from quintet.engine.boards import omega as board
from quintet.games import game
from quintet.players import make_player

COMMAND = "python -m benchmarks.engine_omega"
SETTINGS: list[dict[str, int]] = [{"size": 3}, {"size": 7}, {"size": 7, "players": 3}, {"size": 9}]
NODES = "nodes-1000000"
"""Less than half of what level 10 looks at in its 0.4 s on a quiet core."""
RIVALS = [("random", 2), ("greedy", 2), ("ucb-6k", 2), ("level-8", 2), ("random", 3), ("greedy", 3)]
THREE, MANY = "nodes-2000000", 120
"""What the games of three players are played with, and how many; nodes, because other work of the machine would count otherwise."""


def playouts(settings: dict[str, int], count: int = 100_000) -> str:
    rules: Any = game("omega", **settings)
    state = board.load(rules, rules.start())
    board.playouts(state, np.int64(1), np.uint64(1), np.zeros(3))  # compiled with the first call
    begun = time.process_time()
    board.playouts(state, np.int64(count), np.uint64(1), np.zeros(3))
    return f"{count / (time.process_time() - begun):,.0f}"


def late(rules: Any, empty: int, seed: int) -> Any:
    """A position of a random game with exactly so many empty squares, or None if it jumped over them."""
    dice, position = Random(seed), rules.start()
    while position.squares.count("") > empty:
        moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
        position, _ = rules.play(position, moves)
    return position if position.squares.count("") == empty else None


def exact_ends(empty: int, wanted: int = 20) -> tuple[str, ...]:
    rules: Any = game("omega")
    taken: list[float] = []
    open_still = seed = 0
    while len(taken) < wanted:
        position, seed = late(rules, empty, seed), seed + 1
        if position is None:
            continue
        begun = time.process_time()
        found = solve(rules, position, 0)
        taken.append(time.process_time() - begun)
        open_still += -1 < found.value < 1
    return (
        str(empty),
        f"{1000 * sum(taken) / wanted:.1f}",
        f"{1000 * max(taken):.1f}",
        f"{open_still / wanted:.0%}",
    )


def meet(rival: str, players: int, games: int) -> tuple[str, ...]:
    """The engine in every seat in turn against this rival in all others."""
    taken = [part_taken(rival, players, number, NODES) for number in range(games)]
    return rival if players == 2 else f"two {rival}", told(taken, 0), str(games)


def part_taken(rival: str, players: int, number: int, nodes: str) -> float:
    """The engine's part of the points of one game; it sits in every seat in turn."""
    rules: Any = game("omega", players=players)
    ours, theirs = make_player(nodes), make_player(rival)
    dice, position, mine = Random(number), rules.start(), number % players
    while turn := rules.turn(position):
        moves = {
            seat: (ours if seat == mine else theirs).choose(rules, position, seat, dice) for seat in turn
        }
        position, _ = rules.play(position, moves)
    winners = rules.outcome(position).winners
    return (mine in winners) / len(winners)


def told(taken: list[float], digits: int) -> str:
    """Percent, with the bar of 95 %."""
    mean = sum(taken) / len(taken)
    error = 1.96 * math.sqrt(sum((part - mean) ** 2 for part in taken)) / len(taken)
    return f"{100 * mean:.{digits}f} ±{100 * error:.{digits}f}"


def write_three(games: int, minutes: float) -> None:
    file = kept.ARTEFACTS / "omega" / f"three-{fingerprint('omega')}.jsonl"
    results, until = kept.read(file), time.monotonic() + 60 * minutes
    for number in range(len(results), games):
        if time.monotonic() >= until:
            break
        results.append({"number": number, "taken": part_taken("greedy", 3, number, THREE)})
        kept.add(file, results[-1])
    points = told([result["taken"] for result in results], 1)
    write_section(
        "Engine: Thwart Omega, three players",
        f"{COMMAND} --three",
        f"""On 7×7, {int(THREE.removeprefix("nodes-")):,} nodes a move, against two greedy, in every seat in turn: {points} % of the points of {len(results)} games, a
shared win counting in part. An equal share is 33 %.""",
    )


def main() -> None:
    parser = argparse.ArgumentParser(description="Thwart Omega's engine measured.")
    parser.add_argument("--games", type=int, help="against each rival (12; with --three 120)")
    parser.add_argument("--three", action="store_true", help="three players only")
    parser.add_argument(
        "--minutes", type=float, default=1e6, help="with --three, begin no game after so many"
    )
    parsed = parser.parse_args()
    if parsed.three:
        write_three(parsed.games or MANY, parsed.minutes)
        return
    games = parsed.games or 12
    speed = [(", ".join(f"{k} {v}" for k, v in s.items()), playouts(s)) for s in SETTINGS]
    ends = [exact_ends(empty) for empty in range(5, 11)]
    begun = time.process_time()
    three: Any = game("omega", size=3)
    solve(three, three.start(), 0)
    whole = time.process_time() - begun
    results = [meet(rival, players, games) for rival, players in RIVALS]
    write_section(
        "Engine: Thwart Omega",
        COMMAND,
        f"""Random games a second from the start, on one core (the aim on 7×7 is 300,000).

{table(("board", "games/s"), speed)}

Ends of random 7×7 games of two players solved exactly, in milliseconds of one core over 20 positions each; *open* are those
with a value strictly between −1 and 1. The aim is 500 ms at 7 empty squares. The whole 3×3 game: {1000 * whole:.0f} ms.

{table(("empty", "mean ms", "longest ms", "open"), ends)}

Points taken on 7×7 by the engine at 1,000,000 nodes a move (less than half of level 10 on a quiet core), a shared win counting in part. With
three players an equal share is 33 %. `ucb-6k` is the frozen player of bandits alone.

{table(("against", "points, %", "games"), results)}""",
    )


if __name__ == "__main__":
    main()
