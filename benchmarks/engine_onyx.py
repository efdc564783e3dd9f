"""Onyx's engine measured: speed, depth, solved boards, and what the strongest level loses against its own long search.

python -m benchmarks.engine_onyx
"""

from __future__ import annotations

import argparse
import textwrap
import time
from random import Random
from typing import Any

import numpy as np

from benchmarks import kept
from benchmarks.report import table, write_section
from benchmarks.strength import fingerprint
from quintet.engine import Budget, analyse, solve, think
from quintet.engine.boards import onyx as board
from quintet.engine.frozen.onyx_beam import Beam
from quintet.engine.levels import THINKING
from quintet.games import game

BOARDS = ("king-8", "square-8", "hex-4", "king-12", "hex-7")
SOLVED = ("king-2", "hex-2", "king-3", "square-3")
AFTER = (0, 8, 16, 24, 32)
"""Positions are taken after so many turns of a game of beam-16 against itself."""
NODES = {"king-8": 20_000, "square-8": 20_000, "hex-4": 20_000, "king-12": 1_500, "hex-7": 1_500}

LONG = 10.0
"""Seconds of the long search, of one core."""
LOOKED = tuple((seed, turns) for seed in range(4) for turns in (4, 10, 16, 22, 28))
"""Which games' positions are looked at for so long, and after how many turns."""
LIGHT, BY_LOT = 1_000, 2
"""Nodes for each turn of these games, which begin with so many turns by lot."""


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


def sensible_position(rules: Any, seed: int, turns: int) -> Any:
    """After so many turns of a game that the engine plays against itself."""
    dice, position = Random(seed), rules.start()
    for number in range(turns):
        seat = position.mover
        if number < BY_LOT:
            turn = rules.prompt(position, seat).sample(dice)
        else:
            turn = think(rules, position, seat, budget=Budget(nodes=LIGHT), seed=seed).move
        following, _ = rules.play(position, {seat: turn})
        if following.phase != "placing":
            break
        position = following
    return position


def in_seconds(rules: Any, position: Any, seconds: float) -> Budget:
    """As many nodes as one core looks at in so long, so that other work on the machine does not matter."""
    begun = time.process_time()
    nodes = think(rules, position, position.mover, budget=Budget(nodes=LIGHT * 10)).nodes
    return Budget(nodes=round(nodes * seconds / (time.process_time() - begun)))


def loss(rules: Any, seed: int, turns: int) -> dict[str, Any]:
    """What the strongest level's turn is worth less than the best one, by the long search."""
    position = sensible_position(rules, seed, turns)
    short, long = (in_seconds(rules, position, seconds) for seconds in (THINKING, LONG))
    chosen = think(rules, position, position.mover, budget=short)
    found = analyse(rules, position, position.mover, long, lines=1, also=(chosen.move,))
    return {
        "game": seed + 1,
        "turns": turns,
        "depth": chosen.depth,
        "long": found.depth,
        "same": chosen.move == found.moves[0].move,
        "lost": round(found.regret(chosen.move), 2),
    }


def losses() -> str:
    rules: Any = game("onyx")
    file = kept.ARTEFACTS / "losses" / f"onyx-{fingerprint('onyx')}.jsonl"
    results = kept.read(file)
    for seed, turns in LOOKED[len(results) :]:
        results.append(loss(rules, seed, turns))
        kept.add(file, results[-1])
    lost = [result["lost"] for result in results]
    others = sum(not result["same"] for result in results)
    told = (
        f"In {len(lost)} positions out of games of the engine against itself level 10 chose another turn than its own search of "
        f"{LONG:g} s in {others}, and lost {np.mean(lost):.2f} points by it on average over all (±{1.96 * np.std(lost) / len(lost) ** 0.5:.2f}), "
        f"{max(lost):.1f} at worst, by what the long search says of both. The aim is less than 1."
    )
    head = ("game", "turns before", "depth", "depth of the long search", "the same turn", "points lost")
    rows = [
        (r["game"], r["turns"], r["depth"], r["long"], "yes" if r["same"] else "no", f"{r['lost']:.2f}")
        for r in results
    ]
    return f"{textwrap.fill(told, 120)}\n\n{table(head, rows)}"


def report(note: str) -> str:
    think(game("onyx"), game("onyx").start(), 0, budget=Budget(nodes=10))  # loads what is compiled
    solve(game("onyx", board="king-2"), game("onyx", board="king-2").start(), 0)
    heads = ("board", "nodes/s", "nodes", "CPU s a move", "mean depth", "least")
    parts = [perft_speed(), table(heads, [speed(name) for name in BOARDS])]
    parts.append("Solved from the empty board, the first player's margin with best play:")
    parts.append(
        table(("board", "margin", "positions", "CPU s", "a best move"), [solved(name) for name in SOLVED])
    )
    parts.append(losses())
    parts.append("Games against others are in the section on strength.")
    parts.append(note)
    return "\n\n".join(parts)


def main() -> None:
    parser = argparse.ArgumentParser(description="Measure Onyx's engine.")
    parser.add_argument("--note", default="", help="a remark on how it was measured")
    parsed = parser.parse_args()
    write_section("Engine: Onyx", "python -m benchmarks.engine_onyx", report(parsed.note))


if __name__ == "__main__":
    main()
