"""What is written below each position of a game that is shown by itself: who plays, what was played, how it ended."""

from __future__ import annotations

from quintet.games.record import Replay
from quintet.say.endings import outcome_text
from quintet.say.marks import round_text
from quintet.say.people import apart, listed, sides


def captions(played: Replay) -> list[str]:
    """For the start and each round: "Ann and Bob", "1. d3", …, and in the end how it ended, if it did."""
    game, record = played.game, played.record()
    names = apart(record.players or ("",) * game.seats, sides(game, game.describe(played.position)))
    told = [f"{game.title}: {listed(names)}"]
    for number, step in enumerate(played.steps, start=1):
        told.append(f"{number}. {round_text(game, step.moves.items())}")
    outcome = game.outcome(played.position)
    if outcome is not None:
        told[-1] = outcome_text(game, outcome, names)
    return told
