"""Games from files, brought into the explorer: matches of the arena, or whatever somebody has collected."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterable
from datetime import UTC, datetime
from typing import Any, NamedTuple

import msgspec

from quintet.games.contract import GameError
from quintet.games.record import Record, Replay, read_start, replay
from quintet.games.registry import game as make_game
from quintet.store.contract import Store
from quintet.store.explorer import TOGETHER, Brought, Source, line_of

LONGEST_COLLECTION = 60
"""Characters of a name."""


class Collected(NamedTuple):
    """How far it is: games looked at, counted now, and refused, with why the last one was."""

    games: int
    new: int
    refused: int
    why: str = ""


async def collect(
    store: Store,
    collection: str,
    source: Source,
    records: Iterable[Record | Exception],
    run: Callable[[Callable[[], Any]], Any],
) -> AsyncIterator[Collected]:
    """Count games in the explorer, some hundred at a time; how far it is after each of these. One that is wrong stops nothing."""
    rest = iter(records)
    seen: Counter[bytes] = Counter()
    games = new = refused = 0
    while True:
        found, wrong = await run(lambda: _some(rest, seen, source))
        if not found and not wrong:
            return
        new += await store.explorer.bring(collection, found)
        games, refused = games + len(found) + len(wrong), refused + len(wrong)
        yield Collected(games, new, refused, wrong[-1] if wrong else "")


def _some(
    records: Iterable[Record | Exception], seen: Counter[bytes], source: Source
) -> tuple[list[Brought], list[str]]:
    """The next games, ready to be counted, and what is wrong with others."""
    found: list[Brought] = []
    wrong: list[str] = []
    for record in records:
        try:
            if isinstance(record, Exception):
                raise record
            found.append(brought(record, source, seen))
        except (GameError, OSError, ValueError) as error:
            wrong.append(str(error))
        if len(found) + len(wrong) >= TOGETHER:
            break
    return found, wrong


def brought(record: Record, source: Source, seen: Counter[bytes]) -> Brought:
    """A game as it is counted. Where the record tells the end, that is believed, and only what is counted is played through."""
    played, winners = _begun(record)
    rounds = [(step.moves, step.position) for step in played.steps[: played.game.recurring]]
    line = line_of(played.game, played.start, rounds, source, winners)
    if not line:
        raise GameError("no move of this game is counted: none was played, or its positions never come again")
    content = msgspec.json.encode([played.game.key, record.start, record.moves, record.players, record.date])
    mark = hashlib.blake2b(content, digest_size=8).digest()
    seen[mark] += 1  # the same game twice in one file was played twice
    name = hashlib.blake2b(mark + seen[mark].to_bytes(4), digest_size=8).hexdigest()
    return Brought(id=name, ended=moment(record.date), names=record.players, line=line)


def _begun(record: Record) -> tuple[Replay, tuple[int, ...]]:
    """The game, as far as it has to be played through, and who won."""
    game, ending = make_game(record.game, **record.options), record.outcome
    if ending is None or not ending.winners or record.version != game.version:
        played = replay(record)
        outcome = game.outcome(played.position)
        told = ending.winners if ending is not None else ()
        return played, outcome.winners if outcome is not None else told or ()
    if not set(ending.winners) <= set(range(game.seats)):
        raise GameError("the record names a winner that has no seat in this game")
    played = Replay(game, start=read_start(game, record.start))
    for seat, text in record.moves:
        if len(played.steps) == game.recurring:
            break
        played.submit(seat, text)
    return played, ending.winners


def moment(date: str) -> int:
    """When a game was played, in milliseconds; 0 where nobody knows."""
    for form in ("%Y-%m-%dT%H:%M:%S", "%Y-%m-%dT%H:%M", "%Y-%m-%d", "%Y-%m", "%Y"):
        try:
            when = datetime.strptime(date.removesuffix("Z"), form).replace(tzinfo=UTC)
            return max(0, round(when.timestamp() * 1000))
        except (ValueError, OverflowError):
            continue
    return 0
