"""The levels people play: how high the steps between them are, and how to make them even.

    python -m benchmarks.levels fit reversi               a ladder of settings, measured; ten even steps of it, proposed
    python -m benchmarks.levels fit reversi --set size=6  the same on another board
    python -m benchmarks.levels measure                   every level against the one below it, level 1 against greedy and random
    python -m benchmarks.levels measure --boards          the same on small boards and with other options
    python -m benchmarks.levels measure --only onyx --minutes 20   as much as fits; the next run goes on from there
    python -m benchmarks.levels measure --nodes           where the machine has other work: by positions, not by the clock

`fit` plays short matches between neighbours on a ladder from the weakest setting to the strongest that is quick enough, and places
levels on it at even distances of Elo, from the setting that takes 38 % from greedy. What it prints is copied into the player's LEVELS by
hand. `measure` plays in the arena and keeps its games in artefacts/strength/, by what the engine of each game is made of and what both
levels are set to: a level that is set anew is played anew, and the others stay. Each game has a section of its own in results.md, and one
for its other boards, so two runs may measure two of them.
"""

from __future__ import annotations

import argparse
import itertools
import math
import textwrap
from itertools import pairwise
from random import Random
from typing import Any, TypeAlias

from msgspec.structs import astuple

from benchmarks.report import table, write_section
from benchmarks.shares import elo, for_each_seat, height, taken
from benchmarks.strength import Match, Plan
from benchmarks.unhurried import Setting, written
from quintet.arena.report import elo_text, percent
from quintet.commands.arguments import add_game, chosen_game
from quintet.engine.levels import LEVELS, Level, level
from quintet.engine.registry import player
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.players import GreedyPlayer, Player

FIRST = 0.38
"""What level 1 is to take from greedy, between two."""
LEAST, MOST = 0.30, 0.45
"""And between which bounds that must lie."""
EVEN = 2.0
"""No step may be so many times as high as another."""
SIGHTS, HASTES = (0.02, 0.06, 0.25, 0.5, 0.75, 0.9), (1.0, 0.8, 0.6, 0.35, 0.15)
"""By first sight alone, of more and more moves; then less and less often."""
THOUGHTS = {
    "onyx": tuple(
        zip(
            (50, 50, 50, 50, 55, 60, 80, 120, 220, 500, 1_000, 2_000),
            (4.0, 2.0, 1.2, 0.8, 0.6, 0.45, 0.36, 0.25, 0.16, 0.1, 0.06, 0.03),
            strict=True,
        )
    ),
    "gomoku": tuple(
        zip(
            (60, 80, 150, 300, 700, 1_500, 3_000, 6_000, 12_000, 25_000, 50_000),
            (1.0, 0.7, 0.5, 0.36, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03, 0.015),
            strict=True,
        )
    ),
    "omega": tuple(
        zip(
            (600, 1_000, 1_800, 3_000, 6_000, 12_000, 25_000, 50_000, 100_000),
            (0.12, 0.1, 0.1, 0.09, 0.07, 0.05, 0.03, 0.02, 0.01),
            strict=True,
        )
    ),
    "": tuple(
        zip(
            (60, 80, 150, 300, 800, 2_000, 6_000, 18_000, 50_000, 150_000, 400_000),
            (1.0, 0.7, 0.5, 0.36, 0.25, 0.18, 0.12, 0.08, 0.05, 0.03, 0.015),
            strict=True,
        )
    ),
}
"""What is then thought, more and more of it: for games whose nodes are worth more or less than others', and for the rest."""


Options: TypeAlias = dict[str, Any]
BOARDS: dict[str, tuple[Options, ...]] = {
    "reversi": ({"size": 6}, {"size": 4}),
    "gomoku": ({"captures": "off", "size": 15}, {"size": 9}),
    "onyx": ({"board": "king-5"}, {"board": "hex-4"}),
    "omega": ({"size": 5}, {"players": 3}),
    "best": ({"board": "7x5"},),
}
"""Small boards and options that change play, beside the game as it is."""
FIRST_MET = ("greedy", "random")
"""Those that people beat first."""
ROUND = 50
"""So many games of each match before the next match goes on."""
PATIENCE = 600.0
"""Seconds that a move may take where nobody looks at a clock."""
THOUGHT = {"reversi": 2_000_000, "gomoku": 340_000, "onyx": 30_000, "omega": 2_500_000, "best": 3_000_000}
"""About so many positions level 10 looks at in its time on a core that has nothing else to do."""


def ladder(game: AnyGame) -> tuple[Level, ...]:
    """Settings from the weakest to the strongest, each a little stronger than the one before in most games."""
    thoughts = THOUGHTS.get(game.name, THOUGHTS[""])
    hasty = [Level(*thoughts[0], 1.0, sight) for sight in SIGHTS]
    hasty += [Level(*thoughts[0], haste) for haste in HASTES]
    return (*hasty, *(Level(count, loss) for count, loss in thoughts))


def score(game: AnyGame, one: Player, other: Player, games: int, seed: int) -> float:
    """What one takes from the others, in every seat in turn, after two rounds at random."""
    taken = 0.0
    for number in range(games):
        seat, rng = number % game.seats, Random(f"{seed} {number // game.seats}")
        position = game.start()
        for ply in range(10_000):
            turn = game.turn(position)
            if not turn:
                break
            by_lot = ply < 2
            moves = {
                mover: game.prompt(position, mover).sample(rng)
                if by_lot
                else (one if mover == seat else other).choose(game, position, mover, rng)
                for mover in turn
            }
            position, _ = game.apply(position, moves)
        outcome = game.outcome(position)
        if outcome is not None and seat in outcome.winners:
            taken += 1 / len(outcome.winners)
    return taken / games


def between(low: Level, high: Level, part: float) -> Level:
    """A setting on the way from one to another."""

    def mean(one: float, other: float) -> float:
        if one <= 0 or other <= 0:
            return (1 - part) * one + part * other
        return math.exp((1 - part) * math.log(one) + part * math.log(other))

    return Level(
        round(mean(low.nodes or 1, high.nodes or 1)),
        round(mean(low.loss, high.loss), 3),
        round((1 - part) * low.haste + part * high.haste, 2),
        round((1 - part) * low.sight + part * high.sight, 2),
    )


def place(ladder: tuple[Level, ...], ratings: list[float], wanted: float) -> Level:
    """The setting of a rating, between the two rungs around it."""
    for (low, below), (high, above) in pairwise(zip(ladder, ratings, strict=True)):
        if wanted <= above and above > below:
            return between(low, high, max(0.0, (wanted - below) / (above - below)))
    return ladder[-1]


def fit(game: AnyGame, games: int, top: float, last: int) -> None:
    """Measure the ladder and propose levels; `top` is how much stronger than the last rung level 10 is."""
    rungs, seats = ladder(game)[:last], game.seats
    first = elo(FIRST, games)
    ratings, start, nearest = [0.0], 0.0, math.inf
    for number, (low, high) in enumerate(pairwise(rungs)):
        if number < len(SIGHTS) + 2:
            share = score(game, Setting(low), GreedyPlayer(), games, number)
            print(f"{low} takes {percent(share)} from greedy", flush=True)
            missing = first - elo(share, games, seats)
            if abs(missing) < nearest:
                start, nearest = ratings[-1] + missing, abs(missing)
        share = score(game, Setting(high), Setting(low), games, 1000 + number)
        ratings.append(ratings[-1] + elo(share, games, seats))
        print(f"{high} takes {percent(share)} from that: {ratings[-1]:+.0f}", flush=True)
    step = (ratings[-1] + top - start) / 9
    print(f"From {start:+.0f} in steps of {step:.0f} Elo, {percent(taken(step, seats))}:")
    for number in range(1, 10):
        print(f"    {number}: {place(rungs, ratings, start + (number - 1) * step)},")


# --- measuring --------------------------------------------------------------------------------------------------------


class Steps:
    """The matches between the levels of one game with some options. The last one takes the most time, so it has fewer games."""

    def __init__(self, name: str, options: Options, games: int, top: int, *, by_nodes: bool = False) -> None:
        chosen = game(name, **options)
        self.settings = [level(number, player(chosen), chosen) for number in LEVELS]
        of = unhurried(chosen) if by_nodes else {number: f"level-{number}" for number in LEVELS}
        self.told = ", ".join(f"{option} {value}" for option, value in options.items()) or "the usual board"
        self.seats = chosen.seats
        games, top = (math.ceil(wanted / (self.seats - 1)) for wanted in (games, top))  # of each line-up
        self.first = [Match("levels", name, (of[1], other), games, options) for other in FIRST_MET]
        self.steps = [
            Match("levels", name, (of[high], of[low]), top if LEVELS[high].nodes is None else games, options)
            for low, high in pairwise(LEVELS)
        ]

    def play(self, plan: Plan) -> None:
        """A few games of each in turn, so that whoever stops it early has something of all."""
        most = max(match.schedule.total for match in (*self.first, *self.steps))
        for so_far in range(ROUND, most + ROUND, ROUND):
            for match in (*self.first, *self.steps):
                match.play(plan, games=so_far)

    @property
    def begun(self) -> bool:
        return any(match.records.results for match in (*self.first, *self.steps))

    @property
    def equal(self) -> str:
        """What to read the shares by, where more than two sit at a table."""
        least, most = (for_each_seat(elo(bound, 1_000), self.seats) for bound in (LEAST, MOST))
        if self.seats == 2:
            return ""
        return f"With {self.told} an equal share is {1 / self.seats:.0%}, and level 1 is to take {least:.0%} to {most:.0%}."

    @property
    def shares(self) -> list[str]:
        return [self.told, *(share(match) for match in (*self.first, *self.steps))]

    @property
    def heights(self) -> list[str]:
        met = [(match.meeting, match.records.results) for match in self.steps]
        found = [None if meeting is None else height(meeting, results) for meeting, results in met]
        elos = [estimate.elo for estimate in found if estimate is not None]
        cells = ["–" if estimate is None else elo_text(estimate) for estimate in found]
        ratio = f"{max(elos) / min(elos):.1f}" if elos and min(elos) > 0 else "–"
        return [self.told, *cells, ratio]


def unhurried(game: AnyGame) -> dict[int, str]:
    """Who plays like each level, where only positions count and nobody looks at a clock."""
    settings = {number: level(number, player(game), game) for number in LEVELS}
    return {
        number: f"nodes-{THOUGHT[game.name]}" if setting.nodes is None else written(setting)
        for number, setting in settings.items()
    }


def share(match: Match) -> str:
    return f"{100 * match.standing.score:.0f} ({match.standing.games})" if match.records.results else "–"


def report(measured: list[Steps], note: str) -> str:
    """Everything known of a game's levels as they are now, on these boards."""
    pairs = [f"{number}–{number - 1}" for number in LEVELS if number > 1]
    begun = [steps for steps in measured if steps.begun]
    parts = [
        f"Percent of the points that the first takes from the second (games). Level 1 is to take {LEAST:.0%} to {MOST:.0%} from greedy:",
        table(("", *(f"1–{other}" for other in FIRST_MET), *pairs), [steps.shares for steps in begun]),
        *{steps.equal: None for steps in begun},
        f"The same steps in Elo (95 %); none is to be more than {EVEN:.0f} times another:",
        table(("", *pairs, "highest : lowest"), [steps.heights for steps in begun]),
        *itertools.chain.from_iterable(settings_of(steps) for steps in begun),
        textwrap.fill(note, 120),
    ]
    return "\n\n".join(filter(None, parts))


def settings_of(steps: Steps) -> tuple[str, str]:
    """What plays there."""
    rows = [
        (number, *("–" if value is None else f"{value:g}" for value in astuple(setting)))
        for number, setting in zip(LEVELS, steps.settings, strict=True)
    ]
    return (
        f"What the levels are set to, {steps.told}:",
        table(("level", "nodes", "loss", "haste", "sight"), rows),
    )


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parts = parser.add_subparsers(dest="part", required=True)
    fitting = parts.add_parser("fit", help="propose the levels of a game")
    add_game(fitting)
    fitting.add_argument("--games", type=int, default=40, help="games between neighbours (40)")
    fitting.add_argument("--top", type=float, default=150.0, help="Elo from the last rung to level 10 (150)")
    fitting.add_argument("--rungs", type=int, default=99, help="no more of the ladder than so many (all)")
    measuring = parts.add_parser("measure", help="play the levels there are, and write the results")
    measuring.add_argument(
        "--only", nargs="+", choices=list(GAMES), default=list(GAMES), help="these games only"
    )
    measuring.add_argument("--games", type=int, default=200, help="games of each match (200)")
    measuring.add_argument(
        "--top", type=int, default=60, help="games of the highest step, which the clock decides (60)"
    )
    measuring.add_argument("--minutes", type=float, default=1e6, help="begin no game after so many")
    measuring.add_argument("--jobs", type=int, default=1, help="games at the same time")
    measuring.add_argument(
        "--boards",
        action="store_true",
        help="on small boards and with other options instead, in a section of their own",
    )
    measuring.add_argument(
        "--nodes",
        action="store_true",
        help="nobody looks at a clock; level 10 has so many positions as its time would allow on a core with nothing else to do",
    )
    measuring.add_argument(
        "--note", default="", help="a remark on how it was measured, written below the tables"
    )
    parsed = parser.parse_args(arguments)
    if parsed.part == "fit":
        fit(chosen_game(parsed), parsed.games, parsed.top, parsed.rungs)
        return
    plan = Plan(parsed.games, 0, parsed.minutes, parsed.jobs, limit=PATIENCE if parsed.nodes else None)
    for name in parsed.only:
        measured = [
            Steps(name, options, parsed.games, parsed.top, by_nodes=parsed.nodes)
            for options in (BOARDS[name] if parsed.boards else ({},))
        ]
        for steps in measured:
            steps.play(plan)
        if any(steps.begun for steps in measured):
            title = f"Engine: levels, {type(game(name)).title}{', other boards' * parsed.boards}"
            asked = f"--only {name}{' --boards' * parsed.boards}{' --nodes' * parsed.nodes}"
            note = f"{told_of_nodes(name) * parsed.nodes}{parsed.note}"
            write_section(title, f"python -m benchmarks.levels measure {asked}", report(measured, note))


def told_of_nodes(name: str) -> str:
    return (
        f"Nobody looked at a clock here, and level 10 at {THOUGHT[name]:,} positions a move, about what it does in its time on a core"
        " with nothing else to do: so other work of the machine does not count. "
    )


if __name__ == "__main__":
    main()
