"""How strong Gomoku's engine is without captures, against an earlier version of itself, in the arena.

    python -m benchmarks.plain_five --before VERSION                     200 games of level 10 on 15×15
    python -m benchmarks.plain_five --before VERSION --player seconds-0.1 --size 19

In plain five whoever begins wins unless the other defends well, so random openings tell little: the games begin from even
ones, four to seven stones near each other after which the engine sees no more than a small advantage. Each is played from both sides.
With `--captures on` it asks whether that was lost which was not meant to change.
The games are kept in artefacts/strength/ by what the engine is made of, and the section in results.md is written from them.
"""

from __future__ import annotations

import argparse
import json
import os
import random
from typing import Any

from benchmarks.report import table, write_section
from benchmarks.strength import EARLIER, KEPT, check_out, fingerprint, git
from quintet.arena.match import Result
from quintet.arena.records import Records, read_result
from quintet.arena.report import elo_text, percent
from quintet.arena.runner import run
from quintet.arena.schedule import Opening, Schedule
from quintet.arena.summary import meet, stand
from quintet.engine import Budget, think
from quintet.games import game

EVEN, NODES = 0.15, 20_000
"""The advantage that an even opening may show, and how far the engine looks at one."""
REACH = 2
HEAD = ("against", "player", "settings", "games", "won", "drawn", "lost", "score", "Elo (95 %)")


def even_openings(rules: Any, count: int) -> list[Opening]:
    """So many different ones; the same for the same engine."""
    dice, found = random.Random("plain five"), dict[frozenset[str], Opening]()
    while len(found) < count:
        position, moves = rules.start(), list[tuple[int, str]]()
        for _ in range(dice.randint(4, 7)):
            (seat,) = rules.turn(position)
            moves.append((seat, near(rules, [move for _, move in moves], dice)))
            position, _ = rules.play(position, {seat: moves[-1][1]})
        (seat,) = rules.turn(position)
        if abs(think(rules, position, seat, budget=Budget(nodes=NODES)).value) < EVEN:
            found.setdefault(frozenset(move for _, move in moves), Opening(tuple(moves)))
    return list(found.values())


def near(rules: Any, moves: list[str], dice: random.Random) -> str:
    """A free point not far from one of the stones; the first of them not far from the middle."""
    names = rules.grid.names
    while True:
        around = names.index(dice.choice(moves)) if moves else len(names) // 2
        row, column = (n + dice.randint(-REACH, REACH) for n in divmod(around, rules.size))
        if 0 <= row < rules.size and 0 <= column < rules.size:
            name: str = names[row * rules.size + column]
            if name not in moves:
                return name


def play(commit: str, player: str, rules: Any, games: int, jobs: int) -> None:
    players = (player, f"version:{player}@{os.path.relpath(EARLIER / commit)}")
    schedule = Schedule(rules, players, games, openings=even_openings(rules, -(-games // 2)))
    name = f"even-{commit}-{player}-{rules.size}{'-captures' if rules.captures else ''}"
    folder = KEPT / f"gomoku-{fingerprint('gomoku')}"
    folder.mkdir(parents=True, exist_ok=True)
    records = Records(rules, folder / f"{name}.jsonl")
    records.read(schedule)
    done = {result.pairing.number for result in records.results}

    def finished(result: Result) -> bool:
        records.add(result)
        told = stand(player, records.results, None)
        print(f"{told.games} games: {percent(told.score)}", flush=True)
        return True

    run(rules, (pairing for pairing in schedule if pairing.number not in done), finished, jobs=jobs)


def rows() -> list[tuple[object, ...]]:
    """One for each match that is kept for the present engine."""
    told: list[tuple[object, ...]] = []
    for path in sorted((KEPT / f"gomoku-{fingerprint('gomoku')}").glob("even-*.jsonl")):
        lines = path.read_bytes().splitlines()
        if not lines:
            continue
        settings, commit = json.loads(lines[0])["options"], path.stem.split("-")[1]
        results = [read_result(game("gomoku", **settings), line) for line in lines]
        player, other = sorted(results[0].pairing.seats, key=lambda seat: "@" in seat)
        standing, meeting = stand(player, results, None), meet(player, other, results)
        assert meeting is not None, "every game is between these two"
        counts = (standing.games, standing.wins, standing.draws, standing.losses, percent(standing.score))
        said = f"captures {settings['captures']}, {settings['size']}×{settings['size']}"
        day = git("show", "-s", "--format=%cs", commit)
        told.append((f"{commit} of {day}", player, said, *counts, elo_text(meeting.estimate)))
    return told


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--before", required=True, metavar="VERSION", help="a tag, branch or commit")
    parser.add_argument("--player", default="level-10", help="of both versions: level-10, seconds-0.1, ...")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--size", type=int, default=15, help="of the board")
    parser.add_argument("--note", default="", help="a remark on how it was measured, written below the table")
    parser.add_argument("--captures", choices=("on", "off"), default="off")
    parsed = parser.parse_args()
    rules = game("gomoku", size=parsed.size, captures=parsed.captures)
    play(check_out(parsed.before), parsed.player, rules, parsed.games, parsed.jobs)
    body = (
        f"Even openings, each from both sides, equal time:\n\n{table(HEAD, rows())}\n\n{parsed.note}".rstrip()
    )
    write_section("Engine: Gomoku without captures", "python -m benchmarks.plain_five", body)


if __name__ == "__main__":
    main()
