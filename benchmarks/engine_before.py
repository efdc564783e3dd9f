"""The engine of a game against that of an earlier version, at the same time for each move.

    python -m benchmarks.engine_before reversi --before v0.1 --seconds 0.1

Openings are drawn by lot and played from both seats. The games are kept as those of benchmarks.strength are, and another run goes on
from there.
"""

from __future__ import annotations

import argparse
import os

from benchmarks.report import table, write_section
from benchmarks.strength import EARLIER, Match, Plan, check_out, git
from quintet.arena.report import elo_text, percent
from quintet.engine import registry
from quintet.games import game


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=registry.compiled())
    parser.add_argument("--before", metavar="VERSION", required=True, help="a tag, branch or commit")
    parser.add_argument("--seconds", type=float, default=0.1, help="for each move (0.1)")
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no game after so many")
    parser.add_argument("--jobs", type=int, default=1, help="games at the same time")
    parser.add_argument("--note", default="", help="a remark on how it was measured")
    parsed = parser.parse_args()
    commit = check_out(parsed.before)
    player = f"seconds-{parsed.seconds:g}"
    folder = os.path.relpath(EARLIER / commit)
    plan = Plan(parsed.games, 0, parsed.minutes, parsed.jobs)
    match = Match("before", parsed.game, (player, f"version:{player}@{folder}"), parsed.games)
    match.play(plan)
    standing, meeting = match.standing, match.meeting
    if meeting is None:
        raise SystemExit("no game was finished")
    day = git("show", "-s", "--format=%cs", commit)
    row = [
        f"{commit} of {day}",
        f"{parsed.seconds:g}",
        standing.games,
        standing.wins,
        standing.draws,
        standing.losses,
        percent(standing.score),
        elo_text(meeting.estimate),
    ]
    head = ["against", "seconds a move", "games", "won", "drawn", "lost", "score", "Elo (95 %)"]
    title = type(game(parsed.game)).title
    note = f"\n\n{parsed.note}" if parsed.note else ""
    write_section(
        f"Engine: {title}, against an earlier version",
        f"python -m benchmarks.engine_before {parsed.game}",
        table(head, [row]) + note,
    )


if __name__ == "__main__":
    main()
