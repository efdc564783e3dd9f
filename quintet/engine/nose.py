"""What is under anybody's nose, over the contract alone: a move that wins at once, one after which the next one does, and the last round
of those who move at once."""

from __future__ import annotations

from random import Random
from typing import Any

from quintet.games.contract import AnyGame, Move

AT_A_GLANCE = 400
"""Among so many moves anybody sees one that wins; more are not looked through."""


def winning_move(game: AnyGame, position: Any, seat: int) -> Move | None:
    """A move that ends the game and wins it alone."""
    prompt = game.prompt(position, seat)
    if len(game.turn(position)) != 1 or prompt.count() > AT_A_GLANCE:
        return None
    for move in prompt.moves():
        outcome = game.outcome(game.apply(position, {seat: move})[0])
        if outcome is not None and outcome.winners == (seat,):
            return move
    return None


def loses_at_once(game: AnyGame, position: Any, seat: int, move: Move) -> bool:
    """Can somebody else win with the next move after this one?"""
    if len(game.turn(position)) != 1:
        return False  # what the others play at the same time is not known
    after, _ = game.apply(position, {seat: move})
    turn = game.turn(after)
    return len(turn) == 1 and turn[0] != seat and winning_move(game, after, turn[0]) is not None


def last_round(game: AnyGame, position: Any) -> bool:
    """Do several move at once now, and is it over then? Any moves of theirs show it."""
    turn = game.turn(position)
    if len(turn) == 1:
        return False
    moves = {seat: game.prompt(position, seat).sample(Random(0)) for seat in turn}
    return game.outcome(game.apply(position, moves)[0]) is not None
