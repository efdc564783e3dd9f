"""What the shipped knowledge is worth: each engine against the same engine without its file, at equal time.

    python -m benchmarks.learned [GAME ...] [--games 400] [--seconds 0.05]

Both sit in a process of their own; one of them finds no knowledge, as if the files were missing. A file is kept only if
it takes 55 % of the points of 400 games.
"""

from __future__ import annotations

import argparse
import multiprocessing
import re
from datetime import UTC, datetime
from multiprocessing.connection import Connection
from typing import Any

from benchmarks.report import RESULTS, table, write_section
from quintet.arena.rating import Z
from quintet.arena.schedule import Pairing, Schedule
from quintet.engine import Budget, knowledge, think
from quintet.engine.thought import EngineError
from quintet.games import game
from quintet.games.record import Replay

LEARNED = {"reversi": "reversi-patterns", "gomoku": "gomoku-points"}
GOAL = 0.55
HEAD = ("file", "games", "seconds a move", "points", "kept", "measured")
WITH, WITHOUT = "with", "without"


def forget(*_: object) -> bytes:
    raise EngineError("left out, to see what it is worth")


def sit(name: str, taught: bool, seconds: float, pipe: Connection) -> None:
    """Answer every list of submissions with a move."""
    if not taught:
        knowledge.read = forget  # type: ignore[assignment]  # before any engine has read it
    rules: Any = game(name)
    while (asked := pipe.recv()) is not None:
        submissions, seat = asked
        position = Replay(rules, submissions).position
        pipe.send(think(rules, position, seat, budget=Budget(seconds=seconds)).move)


def play(rules: Any, pairing: Pairing, players: dict[str, Connection]) -> float:
    """The part of the points that the one with its knowledge took."""
    played = Replay(rules, pairing.opening)
    while played.owing:
        (seat,) = played.owing
        pipe = players[pairing.seats[seat]]
        pipe.send((tuple(played.submissions), seat))
        played.submit(seat, pipe.recv())
    winners = rules.outcome(played.position).winners
    return sum(pairing.seats[seat] == WITH for seat in winners) / len(winners) if winners else 0.5


def match(name: str, games: int, seconds: float) -> list[float]:
    context = multiprocessing.get_context("spawn")
    players = {}
    for label in (WITH, WITHOUT):
        players[label], theirs = context.Pipe()
        context.Process(target=sit, args=(name, label == WITH, seconds, theirs), daemon=True).start()
    rules: Any = game(name)
    scores = []
    for pairing in Schedule(rules, (WITH, WITHOUT), games):
        scores.append(play(rules, pairing, players))
        print(f"\r{name}: {len(scores)} of {games}, {sum(scores) / len(scores):.1%}", end="", flush=True)
    print()
    for pipe in players.values():
        pipe.send(None)
    return scores


def row(name: str, games: int, seconds: float) -> tuple[object, ...]:
    scores = match(name, games, seconds)
    score = sum(scores) / len(scores)
    error = Z * (sum((one - score) ** 2 for one in scores) / len(scores) ** 2) ** 0.5
    kept = "yes" if score >= GOAL else "no"
    points = f"{100 * score:.1f} ± {100 * error:.1f} %"
    return LEARNED[name], len(scores), seconds, points, kept, datetime.now(UTC).date().isoformat()


def earlier(names: list[str]) -> list[tuple[object, ...]]:
    """The rows of the games that are not measured now, as the results have them."""
    lines = re.findall(r"^\| (.+) \|$", RESULTS.read_text("utf-8") if RESULTS.exists() else "", re.MULTILINE)
    rows = [tuple(line.split(" | ")) for line in lines]
    others = [file for name, file in LEARNED.items() if name not in names]
    return [row for row in rows if row[0] in others and len(row) == len(HEAD)]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("names", nargs="*", metavar="GAME", help=f"of {', '.join(LEARNED)}; both by default")
    parser.add_argument("--games", type=int, default=400)
    parser.add_argument("--seconds", type=float, default=0.05, help="for a move")
    parsed = parser.parse_args()
    names = parsed.names or list(LEARNED)
    if unknown := [name for name in names if name not in LEARNED]:
        parser.error(f"nothing is learned for {', '.join(unknown)}; there is {', '.join(LEARNED)}")
    rows = [row(name, parsed.games, parsed.seconds) for name in names]
    text = (
        "The engine against itself without the file, seats exchanged after every opening; a file is"
        f" kept if it takes {100 * GOAL:.0f} % of the points:\n\n{table(HEAD, [*earlier(names), *rows])}"
    )
    write_section("Engine: what was learned", "python -m benchmarks.learned", text)


if __name__ == "__main__":
    main()
