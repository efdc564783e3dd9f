"""Does an answer come within half a second where everybody wants the processor? Level 10, as the caller sees it.

    python -m benchmarks.lateness                    all callers, some ten minutes
    python -m benchmarks.lateness --moves 20 worker  a taste of some

Busy processes are started until so many programs want the processor as `--load` says. Then every caller asks for moves, one after
the other, in positions of random games, and takes the time from its line to the answer: a server's worker in each of the games, and
our engine as the program that managers of other protocols start.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from random import Random
from statistics import quantiles
from typing import Any, NamedTuple

import msgspec

from benchmarks.report import table, write_section
from quintet.engine.levels import PROMISE
from quintet.games import GAMES, game
from quintet.server.worker import Question

TITLE = "Engine: half a second on a crowded machine"
COMMAND = "python -m benchmarks.lateness"
MACHINE = "level-10"
LONGEST_GAME = {"best": 40, "gomoku": 60, "omega": 8, "onyx": 40, "reversi": 58}
"""The most random plies before a position that is asked about."""
BUSY = "import os; parent = os.getppid()\nwhile os.getppid() == parent: pass"
TURN_MS = (100, 500)
"""What a manager allows a move by INFO timeout_turn."""


class Took(NamedTuple):
    """One answer: the seconds it took, and those that it was allowed."""

    seconds: float
    allowed: float


class Program:
    """A program that is told lines and answers by lines."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.last = ""
        """The last line that was heard."""

    def tell(self, *lines: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write("".join(f"{line}\n" for line in lines))
        self.process.stdin.flush()

    def hear(self, wanted: Callable[[str], object]) -> str:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.last = line.strip()
            if wanted(self.last):
                return self.last
        raise SystemExit(f"{self.process.args!r} ended without an answer")

    def asked(self, allowed: float, wanted: Callable[[str], object], *lines: str) -> Took:
        begun = time.perf_counter()
        self.tell(*lines)
        self.hear(wanted)
        return Took(time.perf_counter() - begun, allowed)

    def __enter__(self) -> Program:
        return self

    def __exit__(self, *_: object) -> None:
        self.process.kill()
        self.process.wait()


# --- callers ----------------------------------------------------------------------------------------------------------


def positions(name: str, count: int) -> Iterator[tuple[Any, list[tuple[int, str]]]]:
    """So many positions in which somebody has a move to make, with the moves that led there; always the same."""
    rules, dice = game(name), Random(f"late {name}")
    while count:
        position, played = rules.start(), []
        for _ in range(dice.randrange(LONGEST_GAME[name])):
            moves = {seat: rules.prompt(position, seat).sample(dice) for seat in rules.turn(position)}
            after, _ = rules.play(position, moves)
            if not rules.turn(after):
                break
            position = after
            played += sorted(moves.items())
        yield position, played
        count -= 1


def worker(name: str, moves: int) -> Iterator[Took]:
    """A server's worker, one room after the other."""
    rules = game(name)
    with Program("quintet.server.worker") as program:

        def lines(**question: Any) -> str:
            asked = Question(game=name, options=dict(rules.settings), machine=MACHINE, **question)
            return msgspec.json.encode(asked).decode()

        program.asked(0, bool, lines(kind="load"))
        for number, (position, _) in enumerate(positions(name, moves)):
            asked = lines(
                kind="move",
                position=rules.dump(position),
                seat=rules.turn(position)[0],
                room=f"room {number // 20}",
                seed=number,
            )
            yield program.asked(PROMISE, bool, asked)


def gomocup(allowed: int, moves: int) -> Iterator[Took]:
    """A manager of Gomoku programs that allows a move so many milliseconds."""
    with Program("quintet", "engine", "--protocol", "gomocup") as program:
        program.asked(0, lambda line: line == "OK", "START 15")
        program.tell(f"INFO timeout_turn {allowed}")
        dice = Random(allowed)
        while moves:
            points = dice.sample(
                [(x, y) for x in range(3, 12) for y in range(3, 12)], 2 * dice.randrange(1, 12)
            )
            stones = [f"{x},{y},{1 + n % 2}" for n, (x, y) in enumerate(points)]
            took = program.asked(
                allowed / 1000,
                lambda line: line.replace(",", "").isdigit() or line.startswith("ERROR"),
                "BOARD",
                *stones,
                "DONE",
            )
            if not program.last.startswith(
                "ERROR"
            ):  # five of these stones may be in a row: then nobody is to move
                moves -= 1
                yield took


def nboard(moves: int) -> Iterator[Took]:
    with Program("quintet", "engine", "--protocol", "nboard") as program:
        program.tell("nboard 2", "ping 1")
        program.hear(lambda line: line == "pong 1")
        for number, (_, played) in enumerate(positions("reversi", moves)):
            told = "".join(f"{'BW'[seat]}[{'PA' if text == 'pass' else text}]" for seat, text in played)
            start = "-" * 27 + "O*" + "-" * 6 + "*O" + "-" * 27
            program.tell(
                f"set game (;GM[Othello]PC[NBoard]PB[a]PW[b]TY[8]BO[8 {start} *]{told};)",
                f"ping {number + 2}",
            )
            program.hear(lambda line, number=number: line == f"pong {number + 2}")  # type: ignore[misc]  # mypy cannot infer a lambda with a default
            yield program.asked(PROMISE, lambda line: line.startswith("==="), "go")


def gtp(moves: int) -> Iterator[Took]:
    with Program("quintet", "engine", "--protocol", "gtp") as program:
        program.asked(0, lambda line: line.startswith("="), "name")
        for _, played in positions("reversi", moves):
            side = "black"
            program.asked(0, lambda line: line.startswith("="), "clear_board")
            for seat, text in played:
                program.asked(0, lambda line: line.startswith("="), f"play {('black', 'white')[seat]} {text}")
                side = ("white", "black")[seat]
            yield program.asked(PROMISE, lambda line: line.startswith(("=", "?")), f"genmove {side}")


def callers(moves: int) -> dict[str, Callable[[], Iterator[Took]]]:
    return {
        **{f"worker, {GAMES[name].title}": partial(worker, name, moves) for name in LONGEST_GAME},
        **{f"gomocup, timeout_turn {ms}": partial(gomocup, ms, moves) for ms in TURN_MS},
        "nboard": partial(nboard, moves),
        "gtp": partial(gtp, moves),
    }


# --- the machine ------------------------------------------------------------------------------------------------------


@contextmanager
def crowd(load: int) -> Iterator[int]:
    """Busy processes for as many as are missing of this load; how many they are."""
    missing = max(0, load - round(os.getloadavg()[0]))
    with ExitStack() as stack:
        for _ in range(missing):
            process = stack.enter_context(subprocess.Popen([sys.executable, "-c", BUSY]))
            stack.callback(process.kill)
        yield missing


def row(name: str, took: list[Took]) -> list[object]:
    seconds = [one.seconds for one in took]
    late = sum(one.seconds > one.allowed for one in took)
    cuts = quantiles(seconds, n=100, method="inclusive")
    return [
        name,
        len(took),
        f"{took[0].allowed:g}",
        late,
        *(f"{cut:.3f}" for cut in (cuts[49], cuts[98], max(seconds))),
    ]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "caller", nargs="*", help="only callers whose name contains this; all if nothing is said"
    )
    parser.add_argument("--moves", type=int, default=100, help="how many each caller asks for (100)")
    parser.add_argument("--load", type=int, default=12, help="how many programs want the processor (12)")
    parsed = parser.parse_args()
    rows, loads, all_moves, all_late = [], [], 0, 0
    with crowd(parsed.load) as own:
        for name, ask in callers(parsed.moves).items():
            if parsed.caller and not any(part in name for part in parsed.caller):
                continue
            took = []
            for one in ask():
                took.append(one)
                loads.append(os.getloadavg()[0])
            rows.append(row(name, took))
            all_moves, all_late = (
                all_moves + len(took),
                all_late + sum(one.seconds > one.allowed for one in took),
            )
            print(*rows[-1], flush=True)
    text = (
        f"Level 10, from the line that asks to the answer, while others want the processor too: {own} busy processes of its own, "
        f"and a load of {min(loads):.0f} to {max(loads):.0f} in all. Of {all_moves:,} answers {all_late} came late.\n\n"
    )
    head = ["who asks", "moves", "seconds allowed", "late", "p50", "p99", "longest"]
    if parsed.caller:
        print(text + table(head, rows))
    else:
        write_section(TITLE, COMMAND, text + table(head, rows))


if __name__ == "__main__":
    main()
