"""What best play leads to, by trying everything with the readable rules alone: the truth that claims are held against."""

from __future__ import annotations

from functools import cache
from typing import Any

from quintet.games.contract import AnyGame, Move


def final(rules: AnyGame, position: Any, seat: int) -> float:
    """What a game that is over is worth to a seat: the margin where there are points, otherwise −1 to 1."""
    outcome = rules.outcome(position)
    assert outcome is not None
    if rules.unit is not None:
        assert outcome.scores is not None
        return float(outcome.scores[seat] - outcome.scores[1 - seat])
    return 0.0 if outcome.draw else 1.0 if seat in outcome.winners else -1.0


@cache
def truth(rules: AnyGame, position: Any, seat: int) -> float:
    turn = rules.turn(position)
    if not turn:
        return final(rules, position, seat)
    values = of_moves(rules, position, seat).values()
    return max(values) if turn == (seat,) else min(values)


def of_moves(rules: AnyGame, position: Any, seat: int) -> dict[Move, float]:
    """What every move of whoever is to move is worth for this seat."""
    (mover,) = rules.turn(position)
    return {
        move: truth(rules, rules.apply(position, {mover: move})[0], seat)
        for move in rules.prompt(position, mover).moves()
    }


def leads_to(rules: AnyGame, position: Any, line: tuple[Move, ...], seat: int) -> float | None:
    """What a line of legal moves ends with for a seat; None where it stops before the game does."""
    for move in line:
        position, _ = rules.play(position, {rules.turn(position)[0]: move})
    return None if rules.turn(position) else final(rules, position, seat)
