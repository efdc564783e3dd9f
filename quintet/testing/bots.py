"""What a bot must do to play: `check_bot` walks one through every game and says what it does wrong."""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from random import Random
from typing import Any, Protocol, TypeVar

from msgspec import Struct

from quintet.broken import what_broke
from quintet.games.contract import AnyGame, GameError, MoveError
from quintet.games.record import Replay
from quintet.players import Loads, Player, make_player
from quintet.testing.variants import variants

T = TypeVar("T")

ROUNDS = 6
"""How many moves are asked for in each game."""
SLOW = 5.0
"""Seconds after which a move is called slow."""
LIMIT = 30.0
"""Seconds after which nobody waits for a move any more: as long as a contest waits, unless it says otherwise."""
READY = 60.0
"""Seconds in which a program is to be ready to play."""
REST = "The rest was not looked at"
WINS, TRIES = 3, 40
"""How many wins in one move a player is shown, and how many rounds are played to find each."""
OFFERS = ("undo", "restart", "draw", "rematch")


class Finding(Struct, frozen=True):
    """One step of the walk: what was looked at, and what was wrong with it."""

    step: str
    fault: str = ""
    seconds: float = 0.0
    """The longest that a move took."""


class SilentError(Exception):
    """No answer came in time, and none is waited for any more."""


class Agreeable(Protocol):
    """A bot as far as offers are concerned."""

    def agree(self, offer: str) -> bool: ...


def most_seats(kind: type[AnyGame]) -> list[AnyGame]:
    """A game as it usually is, and for each other number of players that it takes, one for them."""
    found: dict[int, AnyGame] = {}
    for settings in variants(kind):
        try:
            made = kind(**settings)
        except GameError:
            continue  # does not go with the other settings
        found.setdefault(made.seats, made)
    return list(found.values())


def check_bot(
    player: Player,
    games: Iterable[AnyGame],
    offers: Agreeable | None = None,
    *,
    slow: float = SLOW,
    limit: float = LIMIT,
) -> Iterator[Finding]:
    """Ask for moves in games against chance, and for answers to offers; a finding for each step.

    Who does not answer within the limit is not asked anything more: what it still does, nobody can end.
    """
    for game in games:
        for seat in range(game.seats):
            walk = _Walk(player, game, seat, slow, limit)
            try:
                yield Finding(_seat_step(game, seat), walk.fault(), walk.slowest)
            except SilentError as error:
                yield Finding(_seat_step(game, seat), str(error), limit)
                return
    if offers is not None:
        for offer in OFFERS:
            try:
                yield Finding(_offer_step(offer), _answer(offers, offer, limit))
            except SilentError as error:
                yield Finding(_offer_step(offer), str(error))
                return


def steps(games: Iterable[AnyGame], offers: Agreeable | None) -> list[str]:
    """What the steps of that walk are called."""
    seats = [_seat_step(game, seat) for game in games for seat in range(game.seats)]
    return seats + [_offer_step(offer) for offer in OFFERS if offers is not None]


def _seat_step(game: AnyGame, seat: int) -> str:
    return f"{game.title}, seat {seat + 1}" + (f" of {game.seats}" if game.seats > 2 else "")


def _offer_step(offer: str) -> str:
    return f"answers an offer: {offer}"


def knows_wins(player: Player, game: AnyGame) -> Finding:
    """Show a player positions in which a move wins at once. Who passes over all of them plays another game."""
    missed = []
    for number in range(WINS):
        played, seat = Replay(game), number % game.seats
        wins = _until_won(played, seat, Random(number))
        if not wins:
            continue
        move = player.choose(game, played.position, seat, Random(number))
        if move in wins:
            return Finding(f"{game.title}, takes a win")
        missed.append(f"{move} where {wins[0]} wins")
    fault = (
        f"passes over every win in one move ({'; '.join(missed)}): it seems to play another game"
        if missed
        else ""
    )
    return Finding(f"{game.title}, takes a win", fault)


def _until_won(played: Replay, seat: int, rng: Random) -> list[str]:
    """Play greedily against chance until a seat can win at once; by which moves."""
    game, greedy = played.game, make_player("greedy")
    for _ in range(TRIES):
        if not played.owing:
            return []
        for owing in played.owing:
            if owing != seat:
                played.submit(owing, game.prompt(played.position, owing).sample(rng))
                continue
            if played.owing == (seat,):
                after = (
                    (move, game.apply(played.position, {seat: move})[0])
                    for move in game.candidates(played.position, seat)
                )
                wins = [
                    move for move, then in after if (end := game.outcome(then)) and end.winners == (seat,)
                ]
                if wins:
                    return wins
            played.submit(owing, greedy.choose(game, played.position, owing, rng))
    return []


class _Walk:
    """One game on one seat against chance."""

    def __init__(self, player: Player, game: AnyGame, seat: int, slow: float, limit: float) -> None:
        self.player, self.game, self.seat = player, game, seat
        self.slow, self.limit, self.slowest = slow, limit, 0.0

    def fault(self) -> str:
        """What is wrong; empty if nothing is."""
        rng, played = Random(self.seat), Replay(self.game)
        if isinstance(self.player, Loads):
            try:
                within(max(self.limit, READY), partial(self.player.load, self.game))
            except SilentError:
                raise SilentError(not_ready(max(self.limit, READY))) from None
            except BaseException as error:
                return f"breaks down before the first move: {what_broke(error)}"
        for _ in range(ROUNDS * self.game.seats):
            owing = played.owing
            if not owing:
                return ""
            for other in owing:
                if other != self.seat:
                    played.submit(other, self.game.prompt(played.position, other).sample(rng))
            if self.seat in owing:
                fault = self._move(played, rng)
                if fault:
                    return fault
        return ""

    def _move(self, played: Replay, rng: Random) -> str:
        begun = time.monotonic()
        where = f"at move {len(played.steps) + 1}"
        asked: Any = (played.game, played.position, self.seat, rng)
        try:
            move: object = within(self.limit, lambda: self.player.choose(*asked))
        except SilentError:
            raise SilentError(
                f"has not answered {where}, within {_seconds(self.limit)}; in a contest that loses. {REST}"
            ) from None
        except BaseException as error:
            return f"breaks down {where}: {what_broke(error)}"
        if not isinstance(move, str):
            return f"answers {move!r} {where}; a move is a text"
        try:
            played.submit(self.seat, move)
        except MoveError as error:
            return f"plays {move[:40]!r} {where}: {error}"
        seconds = time.monotonic() - begun
        self.slowest = max(self.slowest, seconds)
        return f"takes {seconds:.1f} seconds {where}" if seconds > self.slow else ""


def within(seconds: float, work: Callable[[], T]) -> T:
    """What the work gives; SilentError if it takes longer. A thread cannot be ended, so it is left behind."""
    answers: queue.SimpleQueue[tuple[T | None, BaseException | None]] = queue.SimpleQueue()

    def run() -> None:
        try:
            answers.put((work(), None))
        except BaseException as error:
            answers.put((None, error))

    threading.Thread(target=run, daemon=True).start()
    try:
        value, error = answers.get(timeout=seconds)
    except queue.Empty:
        raise SilentError from None
    if error is not None:
        raise error
    return value  # type: ignore[return-value]  # None only if the work gives None


def not_ready(seconds: float) -> str:
    return f"was not ready to play within {_seconds(seconds)}. {REST}"


def _seconds(number: float) -> str:
    return f"{number:g} second{'' if number == 1 else 's'}"


def _answer(offers: Agreeable, offer: str, limit: float) -> str:
    try:
        answer: object = within(limit, partial(offers.agree, offer))
    except SilentError:
        raise SilentError(f"has not answered within {_seconds(limit)}. {REST}") from None
    except BaseException as error:
        return f"breaks down: {what_broke(error)}"
    return "" if isinstance(answer, bool) else f"answers {answer!r}; True or False was expected"
