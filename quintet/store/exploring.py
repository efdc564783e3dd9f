"""One question to an explorer, from a position to what is told of it: the same for every face and for the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quintet.games.record import Replay
from quintet.games.symmetry import Place, Sameness
from quintet.say.explorer import MOST_CHOICES, Choice, Past, ToldExplored, told_explored
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
    found = [row for row in counted if SOURCES[row.source] in wanted.sources]
    latest = last_games(found)
    who = {one.id: one for one in await store.explorer.played([row.last for row in latest])} if latest else {}
    told: ToldExplored = await run(lambda: tell(played, place, found, latest, who, wanted, len(counted)))
    return told


def last_games(rows: Sequence[Counted]) -> list[Counted]:
    """The last game of each move and result, the latest of them, each once."""
    by_game = {row.last: row for row in sorted(rows, key=lambda row: row.ended) if row.last}
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
    results: dict[tuple[int, str], dict[int, int]] = {}
    for row in rows:
        of_move = results.setdefault((row.seat, row.move), {})
        of_move[row.result] = of_move.get(row.result, 0) + row.games
    often = sorted(results.items(), key=lambda item: -sum(item[1].values()))
    seen = {key: same.as_seen(place, key[1]) for key, _ in often[: MOST_CHOICES * played.game.seats]}
    choices = [Choice(key[0], seen.get(key, (key[1],)), found) for key, found in often]
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
    return told_explored(played, choices, past, own=bool(wanted.guest), others=counted > 0)
