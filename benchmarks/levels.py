"""The levels people play: how high the steps between them are, and how to make them even.

    python -m benchmarks.levels fit reversi               a ladder of settings, measured; ten even steps of it, proposed
    python -m benchmarks.levels fit reversi --set size=6  the same on another board
    python -m benchmarks.levels measure                   every level against the one below it, level 1 against greedy and random
    python -m benchmarks.levels measure --only onyx --minutes 20   as much as fits; the next run goes on from there

`fit` plays short matches between neighbours on a ladder from the weakest setting to the strongest that is quick enough, and places
levels on it at even distances of Elo, from the setting that takes 38 % from greedy. What it prints is copied into the player's LEVELS by
hand. `measure` plays in the arena and keeps its games in artefacts/strength/, by what the engine of each game is made of.
"""

from __future__ import annotations

import argparse
import math
import time
from itertools import pairwise
from random import Random
from typing import Any

from benchmarks.report import table, write_section
from benchmarks.strength import Match, Plan
from quintet.arena.report import elo_text, percent
from quintet.commands.arguments import add_game, chosen_game
from quintet.engine.levels import LEVELS, THINKING, Level, hasty_move
from quintet.engine.registry import player
from quintet.engine.think import answer, start_clock
from quintet.engine.thought import Budget
from quintet.games import GAMES
from quintet.games.contract import AnyGame, Move
from quintet.players import GreedyPlayer, Player

FIRST = 0.38
"""What level 1 is to take from greedy."""
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


def ladder(game: AnyGame) -> tuple[Level, ...]:
    """Settings from the weakest to the strongest, each a little stronger than the one before in most games."""
    thoughts = THOUGHTS.get(game.name, THOUGHTS[""])
    hasty = [Level(*thoughts[0], 1.0, sight) for sight in SIGHTS]
    hasty += [Level(*thoughts[0], haste) for haste in HASTES]
    return (*hasty, *(Level(count, loss) for count, loss in thoughts))


class Setting:
    """The engine by a setting that no level has yet."""

    def __init__(self, level: Level) -> None:
        self.level = level

    def choose(self, game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
        seed = rng.getrandbits(31)
        hasty = hasty_move(self.level, game, position, seat, seed)
        if hasty is not None:
            return hasty
        engine, begun = player(game), time.monotonic_ns()
        loss = self.level.loss * engine.LOSS
        seconds = THINKING if self.level.nodes is None else None
        limits = start_clock(Budget(nodes=self.level.nodes, seconds=seconds), begun, spread=loss, seed=seed)
        found = engine.analyse(game, position, seat, limits)
        return answer(game, position, seat, found, begun, loss=loss, seed=seed).move


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


def elo(share: float, games: int) -> float:
    """The difference that makes such a share likely; never endless."""
    share = min(max(share, 0.5 / games), 1 - 0.5 / games)
    return 400 * math.log10(share / (1 - share))


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
    rungs = ladder(game)[:last]
    ratings, start, nearest = [0.0], 0.0, 0.0
    for number, (low, high) in enumerate(pairwise(rungs)):
        if number < len(SIGHTS) + 2:
            taken = score(game, Setting(low), GreedyPlayer(), games, number)
            print(f"{low} takes {percent(taken)} from greedy", flush=True)
            if abs(taken - FIRST) < abs(nearest - FIRST):
                start, nearest = ratings[-1] + elo(FIRST, games) - elo(taken, games), taken
        share = score(game, Setting(high), Setting(low), games, 1000 + number)
        ratings.append(ratings[-1] + elo(share, games))
        print(f"{high} takes {percent(share)} from that: {ratings[-1]:+.0f}", flush=True)
    step = (ratings[-1] + top - start) / 9
    print(f"From {start:+.0f} in steps of {step:.0f} Elo, {percent(1 / (1 + 10 ** (-step / 400)))}:")
    for level in range(1, 10):
        print(f"    {level}: {place(rungs, ratings, start + (level - 1) * step)},")


# --- measuring --------------------------------------------------------------------------------------------------------


def steps(name: str, games: int, top: int) -> list[Match]:
    """Every level against the one below; the last step is played by the clock, so it has fewer games."""
    return [
        Match(
            "levels",
            name,
            (f"level-{level}", f"level-{level - 1}"),
            top if LEVELS[level].nodes is None else games,
        )
        for level in LEVELS
        if level > 1
    ]


def first(name: str, games: int) -> list[Match]:
    """The lowest level against those that people beat first."""
    return [Match("levels", name, ("level-1", other), games) for other in ("greedy", "random")]


def told(match: Match) -> str:
    return f"{100 * match.standing.score:.0f} ({match.standing.games})" if match.records.results else "–"


def step_table(names: list[str], games: int, top: int) -> str:
    rows = []
    for name in names:
        matches = [*first(name, games), *steps(name, games, top)]
        if any(match.records.results for match in matches):
            rows.append((name, *map(told, matches)))
    head = ("game", "1–greedy", "1–random", *(f"{level}–{level - 1}" for level in LEVELS if level > 1))
    text = f"Percent of the points that the first takes from the second (games). Level 1 is to take {LEAST:.0%} to {MOST:.0%} from greedy"
    return f"{text}:\n\n{table(head, rows)}"


def elo_table(names: list[str], games: int, top: int) -> str:
    rows = []
    for name in names:
        found = [(match, match.meeting) for match in steps(name, games, top)]
        heights = [met.estimate.elo for _, met in found if met is not None]
        if heights:
            cells = ("–" if met is None else elo_text(met.estimate) for _, met in found)
            ratio = f"{max(heights) / min(heights):.1f}" if min(heights) > 0 else "–"
            rows.append((name, *cells, ratio))
    head = ("game", *(f"{level}–{level - 1}" for level in LEVELS if level > 1), "highest : lowest")
    return f"The same steps in Elo (95 %); none is to be more than {EVEN:.0f} times another:\n\n{table(head, rows)}"


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
    parsed = parser.parse_args(arguments)
    if parsed.part == "fit":
        fit(chosen_game(parsed), parsed.games, parsed.top, parsed.rungs)
        return
    plan = Plan(parsed.games, 0, parsed.minutes, parsed.jobs)
    for name in parsed.only:
        for match in (*first(name, parsed.games), *steps(name, parsed.games, parsed.top)):
            match.play(plan)
    parts_told = (f(list(GAMES), parsed.games, parsed.top) for f in (step_table, elo_table))
    write_section("Engine: levels", "python -m benchmarks.levels measure", "\n\n".join(parts_told))


if __name__ == "__main__":
    main()
