"""What a bot must do to play: `check_bot` walks one through every game and says what it does wrong."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from random import Random
from typing import Protocol

from msgspec import Struct

from quintet.games.contract import AnyGame, GameError, MoveError
from quintet.games.record import Replay
from quintet.players import Loads, Player

ROUNDS = 6
"""How many moves are asked for in each game."""
SLOW = 5.0
"""Seconds after which a move is called slow."""


class Finding(Struct, frozen=True):
    """One step of the walk: what was looked at, and what was wrong with it."""

    step: str
    fault: str = ""


class Agreeable(Protocol):
    """A bot as far as offers are concerned."""

    def agree(self, offer: str) -> bool: ...


def check_bot(
    player: Player, games: Iterable[AnyGame], offers: Agreeable | None = None, *, slow: float = SLOW
) -> Iterator[Finding]:
    """Ask for moves in games against chance, and for answers to offers; a finding for each step."""
    for game in games:
        for seat in range(game.seats):
            yield Finding(f"{game.title}, seat {seat + 1}", _walk(player, game, seat, slow))
    if offers is not None:
        for offer in ("undo", "restart", "draw", "rematch"):
            yield Finding(f"answers an offer: {offer}", _answer(offers, offer))


def _walk(player: Player, game: AnyGame, seat: int, slow: float) -> str:
    rng, played = Random(seat), Replay(game)
    if isinstance(player, Loads):
        try:
            player.load(game)
        except Exception as error:
            return f"breaks down before the first move: {_what(error)}"
    for _ in range(ROUNDS * game.seats):
        owing = played.owing
        if not owing:
            return ""
        for other in owing:
            if other != seat:
                played.submit(other, game.prompt(played.position, other).sample(rng))
        if seat in owing:
            fault = _move(player, played, seat, rng, slow)
            if fault:
                return fault
    return ""


def _move(player: Player, played: Replay, seat: int, rng: Random, slow: float) -> str:
    begun = time.monotonic()
    where = f"after {len(played.steps)} moves"
    try:
        move: object = player.choose(played.game, played.position, seat, rng)
    except Exception as error:
        return f"breaks down {where}: {_what(error)}"
    if not isinstance(move, str):
        return f"answers {move!r} {where}; a move is a text"
    try:
        played.submit(seat, move)
    except MoveError as error:
        return f"plays {move[:40]!r} {where}: {error}"
    seconds = time.monotonic() - begun
    return f"takes {seconds:.1f} seconds for a move {where}" if seconds > slow else ""


def _what(error: Exception) -> str:
    """Our own errors are sentences; of others the kind tells more than the text."""
    return str(error) if isinstance(error, GameError) else f"{type(error).__name__}: {error}"


def _answer(offers: Agreeable, offer: str) -> str:
    try:
        answer = offers.agree(offer)
    except Exception as error:
        return f"breaks down: {type(error).__name__}: {error}"
    return "" if isinstance(answer, bool) else f"answers {answer!r}; True or False was expected"
