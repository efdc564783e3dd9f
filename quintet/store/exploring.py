"""One question to an explorer, from a position to what is told of it: the same for every face and for the command line."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Callable, Mapping, Sequence
from operator import itemgetter
from typing import Any, NamedTuple

from quintet.games.contract import Move
from quintet.games.record import Replay
from quintet.games.symmetry import Place, Sameness
from quintet.say.explorer import MOST_CHOICES, Choice, Explored, Past, ToldExplored, told_explored
from quintet.store.contract import Store
from quintet.store.explorer import SOURCES, Counted, Played, Source, count_own

LAST = 6
"""Games that are named."""


class Wanted(NamedTuple):
    """Which games are asked for."""

    sources: tuple[Source, ...] = SOURCES
    guest: str = ""
    """Whose; empty for all that are public."""


EVERYTHING = Wanted()


async def explore(
    store: Store,
    played: Replay,
    wanted: Wanted = EVERYTHING,
    run: Callable[[Callable[[], Any]], Any] = asyncio.to_thread,
) -> ToldExplored:
    """What was played where a line of moves has led. `run` does what takes longer than a loop can wait."""
    place: Place = await run(lambda: Sameness(played.game).place(played.position))
    if wanted.guest:
        own = await store.explorer.own(wanted.guest, played.game.name)
        counted = await run(lambda: count_own(own, place.number))
    else:
        counted = await store.explorer.counted(place.number)
    found = counted
    if set(wanted.sources) != set(SOURCES):
        found = [row for row in counted if SOURCES[row.source] in wanted.sources]
    latest = last_games(found)
    who = {one.id: one for one in await store.explorer.played([row.last for row in latest])} if latest else {}
    told: ToldExplored = await run(lambda: tell(played, place, found, latest, who, wanted, len(counted)))
    return told


def last_games(rows: Sequence[Counted]) -> list[Counted]:
    """The last game of each move and result, the latest of them, each once."""
    most = LAST * len({row.seat for row in rows})  # where all move at once, a game is there for each of them
    latest = heapq.nlargest(most, rows, key=itemgetter(Counted._fields.index("ended")))
    by_game = {row.last: row for row in reversed(latest) if row.last}
    return sorted(by_game.values(), key=lambda row: (-row.ended, row.last))[:LAST]


def tell(
    played: Replay,
    place: Place,
    rows: Sequence[Counted],
    latest: Sequence[Counted],
    who: dict[str, Played],
    wanted: Wanted,
    counted: int,
) -> ToldExplored:
    """All of it as it is read, moves as they are made in this position."""
    same = Sameness(played.game)
    results: dict[tuple[int, Move], dict[int, int]] = {}
    for _, seat, move, result, games, _, _ in rows:  # tens of thousands, at the worst: no names are looked up
        of_move = results.get((seat, move))
        if of_move is None:
            of_move = results[seat, move] = {}
        of_move[result] = of_move.get(result, 0) + games
    choices = [
        Choice(seat, same.as_seen(place, move), found) for (seat, move), found in most_frequent(results)
    ]
    past = [
        Past(
            game.names,
            game.ended,
            row.seat,
            same.as_seen(place, row.move)[0],
            row.result,
            "" if game.collection else f"/g/{game.id}",
            game.collection,
        )
        for row in latest
        if (game := who.get(row.last)) is not None
    ]
    told = Explored(tuple(choices), tuple(past), sums(results), len(results) - len(choices))
    return told_explored(played, told, own=bool(wanted.guest), others=counted > 0)


def most_frequent(
    results: Mapping[tuple[int, Move], dict[int, int]],
) -> list[tuple[tuple[int, Move], dict[int, int]]]:
    """The moves that each seat made most often, as many as are told."""
    found = []
    for seat in sorted({seat for seat, _ in results}):
        of_seat = [item for item in results.items() if item[0][0] == seat]
        found += heapq.nlargest(MOST_CHOICES, of_seat, key=lambda item: sum(item[1].values()))
    return found


def sums(results: Mapping[tuple[int, Move], Mapping[int, int]]) -> dict[int, dict[int, int]]:
    """For each seat how many games ended how, whatever it played."""
    found: dict[int, dict[int, int]] = {}
    for (seat, _), of_move in results.items():
        of_seat = found.setdefault(seat, {})
        for result, games in of_move.items():
            of_seat[result] = of_seat.get(result, 0) + games
    return found
