"""A match between programs that come over a socket: the referee knows the rules, the programs only choose.

The referee asks whoever sits in a chair; how it is asked is the chair's business (see lines.py and classroom.py). A
program that cheats, stalls, sends rubbish or goes away loses by name, and the others are told.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Mapping, Sequence
from typing import Protocol, TypeVar

from quintet.games.contract import AnyGame, Change, MoveError, Outcome, Position
from quintet.games.record import Ending, Pace, Record, Replay, tidy_names
from quintet.say.endings import outcome_text

T = TypeVar("T")


class Fault(Exception):  # noqa: N818  (a word of the match, not of Python)
    """What a program did wrong: the end of a sentence that begins with its name."""


class Chair(Protocol):
    """A program at the table, however it is spoken to."""

    name: str

    async def greet(self, game: AnyGame, seat: int, limit: float) -> None:
        """Say what is played and which seat it has. A Fault if it does not answer as it should."""

    async def ask(self, played: Replay, seat: int) -> str:
        """Its next move as text. A Fault if nothing of the kind came."""

    async def tell(self, played: Replay) -> None:
        """Say what the last round did."""

    async def end(self, played: Replay, sentence: str, winners: tuple[int, ...]) -> None:
        """Say how it ended, and part."""


class Watcher(Protocol):
    """Somebody who looks on: the window, or lines of text."""

    def waiting(self, names: Sequence[str], seats: int) -> None: ...

    def started(self, game: AnyGame, names: Sequence[str]) -> None: ...

    def played(
        self,
        position: Position,
        moves: dict[int, str],
        changes: tuple[Change, ...],
        seconds: dict[int, float],
    ) -> None: ...

    def over(self, sentence: str, winners: tuple[int, ...]) -> None: ...


def hand(game: AnyGame, position: Position, seat: int) -> int:
    """The number of a hand: 1 for the white one, -1 for the black one; with other colours, the seat counted from 1."""
    colour = game.describe(position).colours[seat]
    return {"w": 1, "b": -1}.get(colour or "", seat + 1)


async def referee(game: AnyGame, chairs: Sequence[Chair], limit: float, watcher: Watcher) -> Record:
    """Play one game to its end; the record of it, with its outcome."""
    played = Replay(game)
    at_fault = await _all_at_once(
        {seat: _within(chair.greet(game, seat, limit), limit) for seat, chair in enumerate(chairs)}
    )
    names = [chair.name for chair in chairs]
    watcher.started(game, names)
    while not at_fault and played.owing:
        at_fault = await _round(played, chairs, limit, watcher)
    outcome = game.outcome(played.position)
    sentence, winners, ending = _verdict(game, names, outcome, at_fault)
    watcher.over(sentence, winners)
    await _all_at_once(
        {seat: _within(chair.end(played, sentence, winners), limit) for seat, chair in enumerate(chairs)}
    )
    return Record(
        game=game.name,
        version=game.version,
        options=game.settings,
        moves=tuple(played.submissions),
        outcome=ending,
        players=tidy_names(names),
        clock=Pace(move_ms=round(1000 * limit)),
    )


async def _round(played: Replay, chairs: Sequence[Chair], limit: float, watcher: Watcher) -> dict[int, str]:
    """Ask every seat that owes a move, at once; what was wrong, by seat."""
    begun, seconds = time.monotonic(), dict[int, float]()
    answers: dict[int, str] = {}

    async def ask(seat: int) -> None:
        answers[seat] = await _within(chairs[seat].ask(played, seat), limit)
        seconds[seat] = time.monotonic() - begun

    faults = await _all_at_once({seat: ask(seat) for seat in played.owing})
    for seat, text in sorted(answers.items()):
        if seat not in faults:
            try:
                played.game.check(played.position, seat, text)
            except MoveError as error:
                faults[seat] = f"played {text[:40]!r}: {error}"
    if faults:
        return faults
    step = None
    for seat, text in sorted(answers.items()):
        step = played.submit(seat, text)
    assert step is not None, "every seat in turn has moved"
    watcher.played(step.position, step.moves, step.changes, seconds)
    return await _all_at_once({seat: _within(chair.tell(played), limit) for seat, chair in enumerate(chairs)})


async def _within(call: Awaitable[T], limit: float) -> T:
    """What the call gives, if it comes in time."""
    try:
        async with asyncio.timeout(limit):
            return await call
    except TimeoutError:
        raise Fault(f"did not answer within {limit:g} seconds") from None
    except (ConnectionError, asyncio.IncompleteReadError):
        raise Fault("has gone away") from None


async def _all_at_once(calls: Mapping[int, Awaitable[object]]) -> dict[int, str]:
    """Wait for all of them; what went wrong, by seat."""
    results = await asyncio.gather(*calls.values(), return_exceptions=True)
    faults: dict[int, str] = {}
    for seat, result in zip(calls, results, strict=True):
        if isinstance(result, Fault):
            faults[seat] = str(result)
        elif isinstance(result, BaseException):
            raise result
    return faults


def _verdict(
    game: AnyGame, names: Sequence[str], outcome: Outcome | None, faults: Mapping[int, str]
) -> tuple[str, tuple[int, ...], Ending]:
    """How it ended: as a sentence, the winners, and for the record."""
    if outcome is None:
        winners = tuple(seat for seat in range(game.seats) if seat not in faults)
        sentence = " ".join(
            f"{names[seat]} (seat {seat + 1}) {fault}, and loses." for seat, fault in faults.items()
        )
        return sentence, winners, Ending(winners=winners, draw=len(winners) > 1, reason="forfeited")
    titles = [f"{name} (seat {number})" for number, name in enumerate(names, start=1)]
    sentence = outcome_text(game, outcome, titles)
    ending = Ending(winners=outcome.winners, draw=outcome.draw, scores=outcome.scores, reason=outcome.reason)
    return sentence, outcome.winners, ending
