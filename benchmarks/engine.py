"""How quick the engine is: Reversi's board beside other libraries, its endgames and middle games, and start-up.

    python -m benchmarks.engine [reversi] [endgame] [last] [midgame] [solved] [start]

Seconds are CPU seconds of one core unless a table says otherwise. The other libraries are run where
benchmarks/requirements.txt is installed, and left out where it is not.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from benchmarks.report import table, write_section
from benchmarks.reversi_peers import peers
from quintet.engine import Budget, Thought, registry, solve, think
from quintet.engine._jit import I, U
from quintet.games import game
from quintet.games.contract import AnyGame

COMMAND = "python -m benchmarks.engine"
FFO = Path(__file__).parents[1] / "tests" / "engine" / "data" / "ffo-40-44.obf"


# --- Reversi's board beside others ------------------------------------------------------------------------------------


def rates(count: Callable[[], int], least: float = 2.0) -> float:
    """How many a second, over at least so many CPU seconds; a first call, which may compile something, does not count."""
    count()
    done, spent = 0, 0.0
    while spent < least:
        begun = time.process_time()
        done += count()
        spent += time.process_time() - begun
    return done / spent


def reversi_board() -> None:
    from quintet.engine.boards import reversi as board

    rules: Any = game("reversi")
    words = board.words(board.load(rules, rules.start()))
    ours = rates(lambda: int(board.leaves(*words, I(10))))
    seeds = iter(range(1, 10**9))

    def play(count: int) -> int:
        board.playouts(*words, I(count), U(next(seeds)))
        return count

    rows = [["quintet", "10", f"{ours:,.0f}", "1", f"{rates(lambda: play(50_000)):,.0f}"]]
    found, missing = peers()
    for peer in found:
        leaves, games = rates(peer.perft), rates(peer.games)
        rows.append([peer.name, str(peer.depth), f"{leaves:,.0f}", f"{ours / leaves:,.0f}", f"{games:,.0f}"])
    head = ["", "perft depth", "leaves a second", "quintet is times as quick", "random games a second"]
    left_out = f"\n\nNot installed, so left out: {', '.join(missing)}." if missing else ""
    text = f"{AIM_BOARD}{table(head, rows)}{left_out}"
    write_section("Engine: Reversi, the board", f"{COMMAND} reversi", text)


AIM_BOARD = """\
Perft and random games from the start, each library driven from Python in the same run, a second being one of the CPU time of
all its threads. pgx has 1,024 boards to a call. creversi's package on PyPI lacks its header files; it is run where somebody
has built it with headers after those of its repository. The aim is 150 M leaves a second, 10 times rust-reversi and 100 times
OpenSpiel, and 350,000 random games.

"""


# --- endgames and middle games ----------------------------------------------------------------------------------------


def read_obf(line: str) -> tuple[str, str, dict[str, int]]:
    """A problem: squares, the colour to move, and the value of each move."""
    squares, rest = line.strip().split(" ", 1)
    colour, *values = [part.strip() for part in rest.split(";") if part.strip()]
    letters = {"X": "b", "O": "w", "-": "."}
    found = {move.lower(): int(value) for move, value in (pair.split(":") for pair in values)}
    return "".join(letters[c] for c in squares), letters[colour], found


def random_position(rules: AnyGame, plies: int, seed: int) -> Any:
    dice, position = random.Random(seed), rules.start()
    for _ in range(plies):
        (seat,) = rules.turn(position)
        position, _ = rules.apply(position, {seat: dice.choice(list(rules.prompt(position, seat).moves()))})
    return position


def endgames() -> None:
    rules: Any = game("reversi")
    think(rules, rules.start(), 0, budget=Budget(nodes=1000))  # loads the engine
    rows: list[list[str]] = []
    for number, line in enumerate(FFO.read_text().splitlines(), start=40):
        squares, colour, values = read_obf(line)
        seat = rules.colours.index(colour)
        position = rules.load({"squares": squares, "mover": seat})
        begun = time.process_time()
        found = solve(rules, position, seat)
        spent = time.process_time() - begun
        right = found.value == max(values.values()) == values[found.move]
        rows.append(
            [
                f"#{number}",
                str(squares.count(".")),
                f"{found.value:+.0f} {found.move}",
                "yes" if right else "NO",
                f"{spent:.2f}",
                f"{found.nodes / 1e6:.1f}",
            ]
        )
    later = sum(float(row[4]) for row in rows[1:])
    head = ["position", "empty squares", "value and move", "right", "seconds", "million nodes"]
    text = f"{AIM_FFO}{table(head, rows)}\n\n#41 to #44 together: {later:.1f} s."
    write_section("Engine: Reversi, endgames", f"{COMMAND} endgame", text)


AIM_FFO = """\
The FFO end-game positions, solved exactly with a first short search included. The aim is #40 within 0.9 s and #41 to #44
within 15 s together.

"""


def last_moves() -> None:
    """From how many empty squares on a move of level 10 is proven."""
    rules = game("reversi")
    think(rules, rules.start(), 0, level=10)  # loads the engine
    rows = []
    for empty in (18, 19, 20, 21):
        found = [think_at(rules, empty, seed) for seed in range(LAST_GAMES)]
        proven = sum(thought.exact for thought in found)
        slowest = max(thought.seconds for thought in found)
        rows.append([empty, len(found), proven, f"{slowest:.2f}"])
    head = ["empty squares", "positions", "proven", "slowest s"]
    write_section("Engine: Reversi, last moves", f"{COMMAND} last", AIM_LAST + table(head, rows))


def think_at(rules: AnyGame, empty: int, seed: int) -> Thought:
    """The move of level 10 where so many squares are empty, in a game that quick players began at random."""
    position = played_until(rules, empty, seed, LAST_NODES)
    (seat,) = rules.turn(position)
    return think(rules, position, seat, level=10)


def played_until(rules: AnyGame, empty: int, seed: int, nodes: int) -> Any:
    """A position with so many empty squares, out of a game that begins at random and goes on by so many nodes a move."""
    position = random_position(rules, 8, seed)
    while 64 - len(rules.board(position)) > empty:
        (seat,) = rules.turn(position)
        move = think(rules, position, seat, budget=Budget(nodes=nodes)).move
        position, _ = rules.apply(position, {seat: move})
    return position


LAST_GAMES, LAST_NODES = 24, 3_000
AIM_LAST = f"""\
Moves of level 10 near the end, and how many of them are proven, in {LAST_GAMES} games that begin with eight random plies and are
played by {LAST_NODES:,} nodes a move until then. The aim is 20 empty squares where possible.

"""


def small_boards() -> None:
    rows = []
    for size in (4, 6):
        rules = game("reversi", size=size)
        begun = time.process_time()
        found = solve(rules, rules.start(), 0)
        spent = time.process_time() - begun
        rows.append([f"{size}×{size}", f"{found.value:+.0f}", f"{spent:.1f}", f"{found.nodes / 1e6:,.2f}"])
    head = ["board", "value for the first player", "seconds", "million nodes"]
    write_section("Engine: Reversi, small boards", f"{COMMAND} solved", AIM_SMALL + table(head, rows))


AIM_SMALL = "Solved from the start by `quintet solve reversi --set size=…`. Known: the second player wins by 8 and by 4.\n\n"


def midgames() -> None:
    rules = game("reversi")
    think(rules, rules.start(), 0, budget=Budget(nodes=1000))  # loads the engine
    rows = []
    for plies in (10, 16, 22, 28, 32):
        depths, speeds = [], []
        for seed in range(6):
            position = random_position(rules, plies, seed)
            (seat,) = rules.turn(position)
            begun = time.process_time()
            found = think(rules, position, seat, budget=Budget(nodes=MIDGAME_NODES))
            depths.append(found.depth)
            speeds.append(found.nodes / (time.process_time() - begun))
        rows.append([plies, statistics.median(depths), min(depths), f"{statistics.median(speeds) / 1e6:.2f}"])
    head = ["plies played", "median depth", "least depth", "million nodes a second"]
    text = AIM_MID.format(nodes=MIDGAME_NODES) + table(head, rows)
    write_section("Engine: Reversi, middle games", f"{COMMAND} midgame", text)


MIDGAME_NODES = 1_000_000
AIM_MID = """\
Depth reached with {nodes:,} nodes, which is what the speed beside it makes of 0.45 s or less, after random openings, by the
fitted pattern evaluation. The aim is depth 14.

"""


# --- start-up and the promise -----------------------------------------------------------------------------------------

START = """
import itertools, json, pathlib, random, re, time
begun = time.process_time()
from quintet.engine.warm import warm
warm()
spent = time.process_time() - begun

def memory(kind):
    return int(re.search(kind + r":\\s+(\\d+)", pathlib.Path("/proc/self/status").read_text())[1]) / 1024

from quintet.engine import registry, think
from quintet.games import game

loaded = memory("VmRSS")
for name in 2 * registry.compiled():  # the second time beside what all the others keep
    rules, dice = game(name), random.Random(1)
    position = rules.start()
    for ply in range(13):
        turn = rules.turn(position)
        if ply in (0, 12):
            think(rules, position, turn[0], level=10)
        some = {seat: list(itertools.islice(rules.prompt(position, seat).moves(), 200)) for seat in turn}
        after, _ = rules.apply(position, {seat: dice.choice(moves) for seat, moves in some.items()})
        position = after if rules.turn(after) else position
print(json.dumps([spent, loaded, memory("VmRSS"), memory("VmHWM")]))
"""


def start_up() -> None:
    with tempfile.TemporaryDirectory() as folder:
        environment = os.environ | {"QUINTET_CACHE_DIR": folder}
        runs = [
            json.loads(
                subprocess.run(
                    [sys.executable, "-c", START], env=environment, capture_output=True, check=True
                ).stdout
            )
            for _ in range(3)
        ]
    cold, *loading = runs
    memory = [f"{max(one):.0f}" for one in list(zip(*loading, strict=True))[1:]]
    rows = [
        ["nothing compiled yet", f"{cold[0]:.1f}", *(f"{one:.0f}" for one in cold[1:])],
        ["compiled before", f"{min(run[0] for run in loading):.2f}", *memory],
    ]
    games = ", ".join(registry.compiled())
    head = ["start", "CPU seconds", "MB when loaded", "MB after moves of level 10", "MB at most"]
    write_section(
        "Engine: start-up", f"{COMMAND} start", f"{AIM_START}Engines: {games}.\n\n{table(head, rows)}"
    )


AIM_START = """\
A process that loads every engine, then makes moves of level 10 in each game, at the start and in the middle. The aim is
60 s cold, 3 s with the cache, and a worker of 200 MB.

"""


PARTS: dict[str, Callable[[], None]] = {
    "reversi": reversi_board,
    "endgame": endgames,
    "last": last_moves,
    "midgame": midgames,
    "solved": small_boards,
    "start": start_up,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all by default")
    parsed = parser.parse_args()
    for name in parsed.parts or PARTS:
        if name not in PARTS:
            parser.error(f"there is no part {name!r}; the parts are {', '.join(PARTS)}")
        PARTS[name]()


if __name__ == "__main__":
    main()
