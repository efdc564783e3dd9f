"""How strong the engine is and how well it keeps its promises, measured in the arena.

    python -m benchmarks.strength                         everything: hours on one core
    python -m benchmarks.strength --quick                 a taste of everything: minutes
    python -m benchmarks.strength greedy --only best      one part, one game
    python -m benchmarks.strength --minutes 30            as much as fits; the next run goes on from there
    python -m benchmarks.strength before --before v0.1    against the engine of an earlier version, by its name in git

The games are kept in artefacts/strength/, by what the engine of each game is made of: a change of its code or its data begins
anew, anything else goes on. The section in results.md is written from all that is kept for the present engine.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import itertools
import os
import subprocess
import sys
import textwrap
import time
from collections.abc import Mapping
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

from msgspec.structs import astuple

from benchmarks.report import table, write_section
from quintet.arena.cluster import Cluster
from quintet.arena.match import Result
from quintet.arena.records import Records
from quintet.arena.report import elo_text, percent
from quintet.arena.runner import run
from quintet.arena.schedule import Schedule
from quintet.arena.summary import Meeting, Standing, meet, stand
from quintet.commands.arguments import add_cluster, chosen_cluster
from quintet.engine import registry
from quintet.engine._cache import source, sources
from quintet.engine.baselines import BASELINES
from quintet.engine.levels import LEVELS, PROMISE, level
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.players import PlayerError, make_player

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "artefacts" / "strength"
EARLIER = ROOT / "artefacts" / "versions"
DATA = Path(registry.__file__).parent / "data"
COMPILING = {"quintet.engine._jit", "quintet.engine._cache"}
PARTS = ("greedy", "frozen", "before", "promise")
GOALS: dict[tuple[str, str], float | None] = {
    **{(name, "greedy"): 0.98 for name in GAMES},
    ("onyx", "greedy"): 0.95,
    ("best", "greedy"): None,
    ("onyx", "beam-16"): 0.70,
}
"""The part of the points that level 10 must take from whom in which game; None: it must not lose a game."""
MOVES = 2_000
"""Over which the promise must hold."""
LIMIT = 30.0
"""Seconds that a move may take, unless told."""
EVERY_GAME = 1_000_000
TOP = f"level-{max(LEVELS)}"
SPARRING = "level-3"
"""Against whom the strongest level plays the games in which its time is taken."""


class Plan:
    """How much to measure, and until when."""

    def __init__(
        self, games: int, moves: int, minutes: float, jobs: int, before: str = "", limit: float | None = None
    ) -> None:
        self.games, self.moves, self.jobs, self.before, self.limit = (
            games,
            moves,
            jobs,
            before,
            limit or LIMIT,
        )
        self.cluster: Cluster | None = None
        self.deadline = time.monotonic() + 60 * minutes

    @property
    def late(self) -> bool:
        return time.monotonic() >= self.deadline


@cache
def fingerprint(name: str) -> str:
    """What the engine of a game is made of: its code, the rules it plays by, and its data; not how it is compiled, nor what its
    levels are."""
    modules = sources("quintet.engine.think") | {f"quintet.games.{name}"}
    if name in registry.compiled():
        modules = (modules | sources(f"quintet.engine.players.{name}")) - {"quintet.engine.generic"}
    seal = hashlib.sha256()
    for module in sorted(modules - COMPILING):
        seal.update(meaning(source(module)).encode())
    for file in sorted(DATA.glob(f"{name}*.xz")):
        seal.update(file.read_bytes())
    return seal.hexdigest()[:12]


def meaning(code: str) -> str:
    """Code without its comments, its texts that are only documentation, its tables of levels, and its lines: what it does."""
    tree = ast.parse(code)
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody"):
            lines = getattr(node, name, None)
            if isinstance(lines, list):
                setattr(
                    node, name, [line for line in lines if not (is_documentation(line) or is_table(line))]
                )
    return ast.dump(tree)


def is_table(line: ast.AST) -> bool:
    """Is it a table of levels? A match names the settings of those that play in it: other matches do not depend on them."""
    if not isinstance(line, ast.Assign):
        return False
    tables = isinstance(line.value, ast.Dict) and any(
        isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "Level"
        for value in line.value.values
    )
    return tables or any(isinstance(target, ast.Name) and target.id == "VARIANTS" for target in line.targets)


def is_documentation(line: ast.AST) -> bool:
    return (
        isinstance(line, ast.Expr)
        and isinstance(line.value, ast.Constant)
        and isinstance(line.value.value, str)
    )


def label(chosen: AnyGame, player: str) -> str:
    """A player in the name of a file: a weak level with what it is set to, another version by its folder."""
    number = player.removeprefix("level-")
    if number != player and number.isdecimal():
        setting = level(int(number), registry.player(chosen), chosen)
        if setting.nodes is not None:
            return f"{player}({','.join(f'{value:g}' for value in astuple(setting))})"
    return Path(player).name


class Match:
    """Two players and the games between them that are kept."""

    def __init__(
        self,
        part: str,
        name: str,
        players: tuple[str, str],
        games: int,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        self.name, self.players = name, players
        chosen = game(name, **(options or {}))
        self.schedule = Schedule(chosen, players, games)
        folder = KEPT / f"{name}-{fingerprint(name)}"
        settings = "".join(f"-{option}={value}" for option, value in sorted((options or {}).items()))
        against = "-".join(label(chosen, player) for player in players) + settings
        self.records = Records(chosen, folder / f"{part}-{against}.jsonl")
        self.records.read(Schedule(chosen, players, EVERY_GAME))  # an earlier run may have played more

    def play(self, plan: Plan, moves: int | None = None, games: int | None = None) -> None:
        """Play what is missing; with `moves`, only until the first player has made so many; with `games`, only the first so many."""
        assert self.records.path is not None
        self.records.path.parent.mkdir(parents=True, exist_ok=True)
        done = {result.pairing.number for result in self.records.results}

        def enough() -> bool:
            return plan.late or (moves is not None and self.standing.moves >= moves)

        def finished(result: Result) -> bool:
            self.records.add(result)
            return not enough()

        if enough() or (games is not None and done.issuperset(range(1, min(games, self.schedule.total) + 1))):
            return
        left = (pairing for pairing in itertools.islice(self.schedule, games) if pairing.number not in done)
        run(self.schedule.game, left, finished, jobs=plan.jobs, limit=plan.limit, cluster=plan.cluster)
        print(f"{self.name}: {' - '.join(self.players)}: {self.told}", file=sys.stderr, flush=True)

    @property
    def standing(self) -> Standing:
        return stand(self.players[0], self.records.results, None)

    @property
    def meeting(self) -> Meeting | None:
        return meet(*self.players, self.records.results)

    @property
    def told(self) -> str:
        return f"{self.standing.games} games, {percent(self.standing.score)}"


def against(opponent: str, name: str, plan: Plan) -> Match:
    return Match("against", name, (TOP, opponent), plan.games)


def frozen(name: str) -> list[str]:
    """The frozen players that play a game."""
    found = []
    for baseline in BASELINES:
        with suppress(PlayerError):
            make_player(baseline, game(name))
            found.append(baseline)
    return found


def before(commit: str, name: str, plan: Plan) -> Match:
    """The strongest level against itself in an earlier version."""
    folder = os.path.relpath(EARLIER / commit)
    return Match("before", name, (TOP, f"version:{TOP}@{folder}"), plan.games)


def check_out(version: str) -> str:
    """Put an earlier version into a folder of its own; the short name of its commit."""
    commit = git("rev-parse", "--short=10", f"{version}^{{commit}}")
    if not (EARLIER / commit).exists():
        git("worktree", "add", "--detach", str(EARLIER / commit), commit)
    return commit


def git(*words: str) -> str:
    ran = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    if ran.returncode:
        raise SystemExit(f"git {' '.join(words)}: {ran.stderr.strip()}")
    return ran.stdout.strip()


def promise(name: str) -> Match:
    return Match("promise", name, (TOP, SPARRING), EVERY_GAME)


# --- the tables -------------------------------------------------------------------------------------------------------


def opponent_table(names: list[str], plan: Plan) -> str:
    rows = []
    for name in names:
        for opponent in ("greedy", *frozen(name)):
            match = against(opponent, name, plan)
            if match.meeting is not None:
                rows.append(opponent_row(name, opponent, match.standing, match.meeting))
        for commit in sorted(path.name for path in EARLIER.glob("*")):
            match = before(commit, name, plan)
            if match.meeting is not None:
                day = git("show", "-s", "--format=%cs", commit)
                rows.append(opponent_row(name, f"{commit} of {day}", match.standing, match.meeting))
    head = (
        "game",
        "against",
        "games",
        "won",
        "drawn",
        "lost",
        "score",
        "goal",
        "reached",
        "Elo (95 %)",
        "depth",
    )
    told = f"Level {max(LEVELS)} against others, with the mean depth it reached; a commit is level {max(LEVELS)} of that version"
    return f"{told}:\n\n{table(head, rows)}" if rows else ""


def opponent_row(name: str, opponent: str, standing: Standing, meeting: Meeting) -> tuple[object, ...]:
    wanted = reached = "–"
    if (name, opponent) in GOALS:
        goal = GOALS[name, opponent]
        wanted = "no loss" if goal is None else percent(goal)
        reached = "yes" if (standing.losses == 0 if goal is None else standing.score >= goal) else "no"
    counts = (standing.games, standing.wins, standing.draws, standing.losses, percent(standing.score))
    depth = "–" if standing.depth is None else f"{standing.depth:.1f}"
    return (name, opponent, *counts, wanted, reached, elo_text(meeting.estimate), depth)


def promise_table(names: list[str]) -> str:
    rows = []
    for name in names:
        standing = promise(name).standing
        if standing.moves:
            met = "yes" if standing.slowest <= PROMISE else "no"
            rows.append(
                (name, f"{standing.moves:,}", f"{standing.seconds:.3f}", f"{standing.slowest:.3f}", met)
            )
    head = ("game", "moves", "mean s", "slowest s", f"within {PROMISE} s")
    told = (
        f"The promise: how long a move of level {max(LEVELS)} takes the caller, in games against {SPARRING}, "
        f"while every other core is busy with another such game; the goal is {PROMISE} s for each of {MOVES:,} moves"
    )
    return f"{told}:\n\n{table(head, rows)}" if rows else ""


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"of {', '.join(PARTS)}; all by default")
    parser.add_argument(
        "--only", nargs="+", choices=list(GAMES), default=list(GAMES), help="these games only"
    )
    parser.add_argument("--games", type=int, help="games of each match (200; 10 with --quick)")
    parser.add_argument("--quick", action="store_true", help="few games and moves")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no game after so many")
    parser.add_argument(
        "--jobs", type=int, default=1, help="games at the same time; for the promise it is one on every core"
    )
    add_cluster(parser, "play")
    parser.add_argument(
        "--before", metavar="VERSION", default="", help="the earlier version: a tag, branch or commit"
    )
    parser.add_argument(
        "--note", default="", help="a remark on how it was measured, written below the tables"
    )
    parsed = parser.parse_args(arguments)
    if "before" in parsed.parts and not parsed.before:
        parser.error("give the earlier version too: --before VERSION, a tag, branch or commit")
    if unknown := set(parsed.parts) - set(PARTS):
        parser.error(f"there is no part {', '.join(sorted(unknown))}; the parts are {', '.join(PARTS)}")
    plan = Plan(
        parsed.games or (10 if parsed.quick else 200),
        60 if parsed.quick else MOVES,
        parsed.minutes,
        parsed.jobs,
        parsed.before,
    )
    with chosen_cluster(parsed.cluster, parsed.jobs) as plan.cluster:
        measure(parsed.parts or list(PARTS), parsed.only, plan)
    parts = (
        opponent_table(list(GAMES), plan),
        promise_table(list(GAMES)),
        textwrap.fill(parsed.note, 120),
    )
    write_section("Engine: strength", "python -m benchmarks.strength", "\n\n".join(filter(None, parts)))


def measure(parts: list[str], names: list[str], plan: Plan) -> None:
    if "greedy" in parts:
        for name in names:
            against("greedy", name, plan).play(plan)
    if "frozen" in parts:
        for name in names:
            for opponent in frozen(name):
                against(opponent, name, plan).play(plan)
    if "before" in parts and plan.before:
        commit = check_out(plan.before)
        for name in names:
            before(commit, name, plan).play(plan)
    if "promise" in parts:
        plan.jobs, plan.cluster = max(2, os.cpu_count() or 2), None  # it is about this machine
        for name in names:
            promise(name).play(plan, plan.moves)


if __name__ == "__main__":
    main()
