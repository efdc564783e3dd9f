"""One game between players, told as events; and the ledger that makes a result out of them.

The events come from a worker process. Whoever reads them keeps the ledger, so that a game whose worker hangs or dies has a
result too: the player who was asked last has lost it, and the reason says why.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from random import Random
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from quintet.arena.schedule import Pairing
from quintet.broken import what_broke
from quintet.games.contract import AnyGame, GameError, Move
from quintet.games.record import MAX_MOVES, Replay, read_start
from quintet.players import Loads, Player, Thinks

Forfeit = Literal["illegal-move", "crash", "timeout"]
MOST_COUNTED = 1 << 53
"""What every reader of a record can count to."""
TOO_LONG = "too-long"
"""The reason of a game that was stopped because it went on for ever: a draw of all."""

FORFEITS: dict[str, str] = {
    "illegal-move": "played an illegal move",
    "crash": "crashed",
    "timeout": "did not answer in time",
    TOO_LONG: "the game went on for ever",
}


# --- what happens in a game -------------------------------------------------------------------------------------------


class Asked(Struct, frozen=True, tag="asked"):
    """A player begins to load, or to think."""

    seat: int
    loading: bool = False


class Answered(Struct, frozen=True, tag="answered"):
    """A player has moved, legally and in time."""

    seat: int
    move: Move
    seconds: float
    depth: int | None = None
    nodes: int | None = None


class Forfeited(Struct, frozen=True, tag="forfeited"):
    """A player has lost the game by what it did or did not do."""

    seat: int
    reason: Forfeit
    error: str


class Over(Struct, frozen=True, tag="over"):
    """The rules have ended the game; or it is stopped because it went on for ever."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None


Event: TypeAlias = Asked | Answered | Forfeited | Over


# --- playing ----------------------------------------------------------------------------------------------------------


def play(
    game: AnyGame, pairing: Pairing, players: Sequence[Player], limit: float, tell: Callable[[Event], None]
) -> None:
    """Play the game to its end. `limit` is what one move may take, in seconds."""
    played = Replay(game, pairing.opening, read_start(game, pairing.start))
    rngs = [Random(f"{pairing.seed} seat {seat}") for seat in range(game.seats)]
    for seat, player in enumerate(players):
        if isinstance(player, Loads):
            tell(Asked(seat, loading=True))
            try:
                player.load(game)
            except BaseException as error:
                tell(Forfeited(seat, "crash", sentence(error)))
                return
    while owing := played.owing:
        if len(played.submissions) >= MAX_MOVES - game.seats:
            tell(Over(tuple(range(game.seats)), TOO_LONG))
            return
        answer = ask(played, owing[0], players[owing[0]], rngs[owing[0]], limit, tell)
        tell(answer)
        if isinstance(answer, Forfeited):
            return
    outcome = game.outcome(played.position)
    assert outcome is not None
    tell(Over(outcome.winners, outcome.reason, outcome.scores))


def ask(
    played: Replay, seat: int, player: Player, rng: Random, limit: float, tell: Callable[[Event], None]
) -> Answered | Forfeited:
    """One move of one player; whatever goes wrong in it is that player's loss."""
    tell(Asked(seat))
    move: Any
    depth = nodes = None
    begun = time.perf_counter()
    try:
        if isinstance(player, Thinks):
            thought = player.think(played.game, played.position, seat, rng)
            move, depth, nodes = thought.move, counted(thought.depth), counted(thought.nodes)
        else:
            move = player.choose(played.game, played.position, seat, rng)
    except BaseException as error:  # also one that would end the process: whatever a player raises is its own
        return Forfeited(seat, "crash", sentence(error))
    seconds = time.perf_counter() - begun
    if seconds > limit:
        return Forfeited(seat, "timeout", f"took {seconds:.1f} s; {limit:g} s are allowed")
    if not isinstance(move, str):
        return Forfeited(seat, "illegal-move", f"{move!r:.60} is no text")
    try:
        played.submit(seat, move)
    except GameError as error:
        return Forfeited(seat, "illegal-move", f"{move!r:.60}: {error}")
    return Answered(seat, played.submissions[-1][1], seconds, depth, nodes)


def counted(number: object) -> int | None:
    """A number that a player tells of its thinking; what is none is not told."""
    return number if isinstance(number, int) and 0 <= number < MOST_COUNTED else None


def sentence(error: BaseException) -> str:
    """What went wrong, on one line of a report."""
    return what_broke(error)[:300]


# --- the result -------------------------------------------------------------------------------------------------------


class Effort(Struct, frozen=True, kw_only=True):
    """What a seat spent in one game."""

    moves: int = 0
    seconds: float = 0.0
    slowest: float = 0.0
    thoughts: int = 0
    """Moves of which the depth is known."""
    depth: int = 0
    """Added up over these."""
    nodes: int = 0


class Result(Struct, frozen=True, kw_only=True):
    """A game that has been played."""

    pairing: Pairing
    moves: tuple[tuple[int, Move], ...]
    """All of them, the opening first."""
    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None
    culprit: int | None = None
    """The seat that forfeited the game."""
    error: str = ""
    efforts: tuple[Effort, ...] = ()

    def points(self, seat: int) -> float:
        """1 for a win, 0 for a loss; winners share."""
        return 1 / len(self.winners) if seat in self.winners else 0.0


class Ledger:
    """Collects the events of one game."""

    def __init__(self, pairing: Pairing) -> None:
        self.pairing = pairing
        self.asked: Asked | None = None
        self.result: Result | None = None
        self._answers: list[Answered] = []

    def note(self, event: Event) -> None:
        if isinstance(event, Asked):
            self.asked = event
        elif isinstance(event, Answered):
            self._answers.append(event)
        elif isinstance(event, Over):
            self.result = self._result(event.winners, event.reason, event.scores)
        else:
            others = tuple(seat for seat in range(len(self.pairing.seats)) if seat != event.seat)
            self.result = self._result(others, event.reason, culprit=event.seat, error=event.error)

    def _result(
        self,
        winners: tuple[int, ...],
        reason: str,
        scores: tuple[int, ...] | None = None,
        culprit: int | None = None,
        error: str = "",
    ) -> Result:
        return Result(
            pairing=self.pairing,
            moves=(*self.pairing.opening, *((answer.seat, answer.move) for answer in self._answers)),
            winners=winners,
            reason=reason,
            scores=scores,
            culprit=culprit,
            error=error,
            efforts=tuple(self._effort(seat) for seat in range(len(self.pairing.seats))),
        )

    def _effort(self, seat: int) -> Effort:
        own = [answer for answer in self._answers if answer.seat == seat]
        return Effort(
            moves=len(own),
            seconds=round(sum(answer.seconds for answer in own), 6),
            slowest=round(max((answer.seconds for answer in own), default=0.0), 6),
            thoughts=sum(answer.depth is not None for answer in own),
            depth=sum(answer.depth or 0 for answer in own),
            nodes=sum(answer.nodes or 0 for answer in own),
        )
