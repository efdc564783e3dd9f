"""What a review costs, how far it agrees with much longer looks and with solvers, and whether it finds blunders planted in good games.

    python -m benchmarks.review                 every game, 20 games of each: half an hour of one core
    python -m benchmarks.review onyx --games 4  a first impression of one

The games are the engine's against itself, with a few random plies first; half of their moves are those of a weak level, so that there is something to grade.
"""

from __future__ import annotations

import argparse
import math
import random
import time
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct

from benchmarks.report import table, write_section
from quintet.engine import Budget, analyse, think
from quintet.engine.pace import nodes_for
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame
from quintet.games.record import Ending, Replay, replay
from quintet.study import grades
from quintet.study.look import look
from quintet.study.review import Review, review

COMMAND = "python -m benchmarks.review"
RANDOM_PLIES = 3
WEAK, GOOD = 3, 7
LONG_SECONDS = 3.0
"""What is called a long look, as nodes: five times the longest of a review."""
DRAWS = 1_000
LONG_LOOKS = 6
"""Of each game, so many moves are looked at for long."""
PLAIN_BLUNDER = 0.3
"""A blunder is planted if a long look says that it loses so much."""
TRIED, PLANT_SECONDS = 24, 1.0


class Blunder(NamedTuple):
    """A game in which one move was made much worse."""

    played: Replay
    place: tuple[int, int]


class Tally(Struct):
    """What was counted of one game."""

    reviews: int = 0
    rounds: int = 0
    seconds: float = 0.0
    most: float = 0.0
    planted: int = 0
    found: int = 0
    losses: list[tuple[float, float]] = []
    """By a review and by a long look."""
    proven: int = 0
    wrong: int = 0
    """Moves of which the review calls something proven that a solver, or a longer look that proves more, denies."""


def play(rules: AnyGame, number: int, weak: int = WEAK) -> Replay:
    """One game; every other move of it is by the weaker level."""
    dice, played = random.Random(f"{rules.name} {number}"), Replay(rules)
    while played.owing:
        seat = played.owing[0]
        if len(played.steps) < RANDOM_PLIES:
            move = rules.prompt(played.position, seat).sample(dice)
        else:
            level = dice.choice((weak, GOOD))
            move = think(rules, played.position, seat, level=level, seed=dice.randrange(1 << 30)).move
        played.submit(seat, move)
    return played


def plant(rules: AnyGame, number: int) -> Blunder | None:
    """A good game with one very bad move in its middle, given up some rounds later; None where no bad move was found."""
    dice, good = random.Random(f"plant {rules.name} {number}"), play(rules, number, GOOD)
    rounds = len(good.steps)
    for _ in range(5):
        at = dice.randrange(rounds // 4, max(rounds // 4 + 1, 9 * rounds // 10))
        position = good.steps[at - 1].position if at else good.start
        seat = dice.choice(list(good.steps[at].moves))
        prompt = rules.prompt(position, seat)
        tried = tuple(dict.fromkeys(prompt.sample(dice) for _ in range(TRIED)))
        seen = analyse(
            rules, position, seat, Budget(nodes=nodes_for(rules, PLANT_SECONDS)), lines=1, also=tried
        )
        worst = min(seen.also, key=lambda one: one.expected)
        if seen.loss(worst.move) >= PLAIN_BLUNDER:
            return Blunder(with_move(good, at, seat, worst.move), (at, seat))
    return None


def with_move(good: Replay, at: int, seat: int, move: str) -> Replay:
    """The game up to a round in which one move is another, played on for a while and then given up."""
    rules = good.game
    played = Replay(
        rules, [pair for step in good.steps[:at] for pair in step.moves.items()], start=good.start
    )
    for who, text in sorted((good.steps[at].moves | {seat: move}).items()):
        played.submit(who, text)
    for _ in range(8 * rules.seats):
        if not played.owing:
            return played
        who = played.owing[0]
        played.submit(who, think(rules, played.position, who, level=GOOD).move)
    while played.pending:
        who = played.owing[0]
        played.submit(who, think(rules, played.position, who, level=GOOD).move)
    if not played.owing:
        return played
    ending = Ending(winners=((seat + 1) % rules.seats,), draw=False, reason="resigned")
    record = played.record()
    return replay(type(record)(game=record.game, options=record.options, moves=record.moves, outcome=ending))


def measure(rules: AnyGame, games: int) -> Iterator[Tally]:
    """What was counted, after each game."""
    tally = Tally()
    warm = rules.start()
    for seat in rules.turn(warm):
        analyse(rules, warm, seat, Budget(nodes=100))
    for number in range(games):
        played = play(rules, number)
        begun = time.process_time()
        found = review(played)
        seconds = time.process_time() - begun
        tally.reviews += 1
        tally.rounds += len(played.steps)
        tally.seconds += seconds
        tally.most = max(tally.most, seconds * 60 / max(60, len(played.steps)))
        compare(tally, played, found, random.Random(number))
        planted = plant(rules, number)
        if planted is not None:
            tally.planted += 1
            graded = next(
                one for one in review(planted.played).moves if (one.round, one.seat) == planted.place
            )
            tally.found += graded.loss is not None and graded.loss >= grades.MISTAKE
        yield tally


def compare(tally: Tally, played: Replay, found: Review, dice: random.Random) -> None:
    """Some moves once more, for long; and all that is called proven, if the long look proves it too."""
    graded = [one for one in found.moves if one.look is not None and one.loss is not None]
    for one in dice.sample(graded, min(LONG_LOOKS, len(graded))):
        position: Any = played.steps[one.round - 1].position if one.round else played.start
        long = look(played.game, position, one.seat, one.move, nodes_for(played.game, LONG_SECONDS))
        if long.played is None or one.look is None or one.look.played is None:
            continue
        tally.losses.append((one.loss or 0.0, long.loss))
        pairs = ((one.look.best, long.best), (one.look.played, long.played))
        for short, sure in pairs:
            if short.proven == "equal" and sure.proven == "equal":
                tally.proven += 1
                tally.wrong += abs(short.value - sure.value) > 1e-6


def correlation(pairs: list[tuple[float, float]]) -> str:
    """With what it is in the middle 95 % of samples drawn anew from these: a few moves that are judged otherwise make much of it."""
    dice = random.Random(0)
    found = pearson(pairs)
    if math.isnan(found):
        return "–"
    drawn = [pearson(dice.choices(pairs, k=len(pairs))) for _ in range(DRAWS)]
    sure = sorted(one for one in drawn if not math.isnan(one))
    low, high = sure[len(sure) // 40], sure[-1 - len(sure) // 40]
    return f"{found:.2f} ({low:.2f} to {high:.2f})"


def pearson(pairs: list[tuple[float, float]]) -> float:
    """Not a number where one side is always the same."""
    from statistics import StatisticsError
    from statistics import correlation as of

    try:
        return of([one for one, _ in pairs], [other for _, other in pairs])
    except StatisticsError:
        return math.nan


def same_side(pairs: list[tuple[float, float]]) -> str:
    """How often both call it a mistake of some kind, or both do not."""
    same = sum(grades.good_enough(one) == grades.good_enough(other) for one, other in pairs)
    return f"{same} of {len(pairs)}"


def write(name: str, one: Tally) -> None:
    """A game's section: it is there as soon as one is measured, and says how many were."""
    head = [
        *("games", "rounds", "CPU a game", "most for 60 rounds", "agrees with long looks"),
        *("same verdict", "planted blunders found", "proven, and wrong"),
    ]
    row = [
        one.reviews, f"{one.rounds / one.reviews:.0f}", f"{one.seconds / one.reviews:.1f} s", f"{one.most:.1f} s",
        correlation(one.losses), same_side(one.losses), f"{one.found} of {one.planted}", f"{one.wrong} of {one.proven}",
    ]  # fmt: skip
    write_section(
        f"Review: {game(name).title}",
        f"{COMMAND} {name} --games {one.reviews}",
        "The usual review of games of the engine against itself, half of whose moves are those of a weak level. A long look has the nodes of"
        f" {LONG_SECONDS:g} s: the correlation of losses with it (in the middle 95 % of samples drawn anew from the same moves), and how often both call a move a mistake of some kind or both do not."
        f" Planted were moves that lose {100 * PLAIN_BLUNDER:.0f} % or more by a long look; found is what the review calls a mistake or a blunder.\n\n"
        + table(head, [row]),
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", choices=[[], *GAMES], default=[], metavar="GAME")
    parser.add_argument("--games", type=int, default=20)
    parsed = parser.parse_args()
    for name in parsed.names or GAMES:
        for tally in measure(game(name), parsed.games):
            write(name, tally)


if __name__ == "__main__":
    main()
