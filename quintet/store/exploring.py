"""One question to an explorer, from a position to what is told of it: the same for every face and for the command line."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from quintet.games.record import Replay
from quintet.games.symmetry import Place, Sameness
from quintet.say.explorer import DRAWN, UNDECIDED, Choice, Explored, Past, ToldExplored, told_explored
from quintet.store.contract import Store
from quintet.store.explorer import MOST_LAST, SOURCES, Counted, Played, Source, Totals, count_own, total


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
    found, others = await count(store, played, place, wanted, run)
    latest = last_games(found.last)
    who = {one.id: one for one in await store.explorer.played([row.last for row in latest])} if latest else {}
    told: ToldExplored = await run(lambda: tell(played, place, found, latest, who, wanted, others))
    return told


async def count(
    store: Store,
    played: Replay,
    place: Place,
    wanted: Wanted,
    run: Callable[[Callable[[], Any]], Any],
) -> tuple[Totals, bool]:
    """What was played there in the games that are asked for; and where it was nothing, was there anything in others?"""
    seats = played.game.turn(played.position)
    if wanted.guest:
        own = await store.explorer.own(wanted.guest, played.game.name)
        rows = await run(lambda: count_own(own, place.number))
        return total(rows, seats, wanted.sources), bool(rows)
    if not seats:
        return total((), (), ()), False
    results = (UNDECIDED, DRAWN, *range(played.game.seats))
    found = await store.explorer.totals(place.number, seats, results, wanted.sources)
    others = not found.sums and bool(
        (await store.explorer.totals(place.number, seats, results, SOURCES)).sums
    )
    return found, others


def last_games(rows: Sequence[Counted]) -> list[Counted]:
    """The last game of each move and result, the latest of them, each once: where all move at once, it is there for each of them."""
    by_game = {row.last: row for row in reversed(rows) if row.last}
    return sorted(by_game.values(), key=lambda row: (-row.ended, row.last))[:MOST_LAST]


def tell(
    played: Replay,
    place: Place,
    found: Totals,
    latest: Sequence[Counted],
    who: dict[str, Played],
    wanted: Wanted,
    others: bool,
) -> ToldExplored:
    """All of it as it is read, moves as they are made in this position."""
    same = Sameness(played.game)
    choices = [Choice(seat, same.as_seen(place, move), results) for seat, move, results in found.choices]
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
    told = Explored(tuple(choices), tuple(past), found.sums, found.moves - len(choices))
    return told_explored(played, told, own=bool(wanted.guest), others=others)
