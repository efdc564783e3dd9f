"""Games for the tests of reviews: played by dice, or by an engine that looks at little."""

from __future__ import annotations

import random
from typing import Any

from quintet.engine import Budget, think
from quintet.games.contract import AnyGame
from quintet.games.record import Ending, Record, Replay, replay
from quintet.study.plan import Effort

LITTLE = Effort(everywhere=0.06, first_most=0.002, suspects=0.05, second_most=0.01)
"""A review that takes no time."""


def by_dice(rules: AnyGame, seed: int, start: Any = None) -> Replay:
    """A game of random moves, to its end."""
    dice, played = random.Random(seed), Replay(rules, start=start)
    while played.owing:
        seat = played.owing[0]
        played.submit(seat, rules.prompt(played.position, seat).sample(dice))
    return played


def by_engine(rules: AnyGame, seed: int, nodes: int, rounds: int = 1000) -> Replay:
    """A game of an engine against itself, with a few random moves first; to its end, or so many rounds."""
    dice, played = random.Random(seed), Replay(rules)
    while played.owing and len(played.steps) < rounds:
        seat = played.owing[0]
        if len(played.steps) < 4:
            move = rules.prompt(played.position, seat).sample(dice)
        else:
            move = think(rules, played.position, seat, budget=Budget(nodes=nodes), seed=seed).move
        played.submit(seat, move)
    return played


def given_up(played: Replay, winner: int) -> Replay:
    """The same game, ended by a table before its end."""
    if not played.owing:
        return played
    record = played.record()
    ending = Ending(winners=(winner,), draw=False, reason="resigned")
    return replay(
        Record(
            game=record.game, options=record.options, moves=record.moves, start=record.start, outcome=ending
        )
    )
