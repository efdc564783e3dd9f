"""What waits for a guest: the rooms that the archive names, as they are now."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from quintet.games import GAMES
from quintet.games import game as make_game
from quintet.say.marks import marked
from quintet.say.waiting import Waiting, WaitingReview, in_order, waiting, waiting_review
from quintet.server.samples import short_layout
from quintet.server.shown import who_played
from quintet.store import DamageError
from quintet.store.remembering import waits_for
from quintet.table import Table

if TYPE_CHECKING:
    from quintet.server.hub import Hub

MOST_WAITING = 24
"""Rooms that are named to one guest."""
LEFT_MS = 14 * 24 * 3600_000
"""After so long nobody means to go on with a game on one screen. It is still there for who has the link."""


async def tables_for(hub: Hub, guest: str) -> list[Table]:
    """The tables that wait for a guest; what the archive has not heard of yet is left out."""
    found = []
    for room in await hub.store.archive.waiting(guest, MOST_WAITING) if guest else ():
        try:
            table = await hub.table(room)
        except DamageError:
            continue
        if table is None or (table.offline and table.at < hub.clock() - LEFT_MS):
            continue
        if guest in waits_for(table):
            found.append(table)
    return found


async def rooms_for(hub: Hub, guest: str) -> tuple[Waiting, ...]:
    """The same as lines."""
    return in_order(waiting(table, guest) for table in await tables_for(hub, guest))


async def reviews_for(hub: Hub, guest: str) -> list[WaitingReview]:
    """The reviews that are made for a guest, or that are ready and were not looked at yet."""
    found = []
    for game, made in await hub.reviews.of(guest) if guest else ():
        entry = await hub.store.archive.entry(game)
        if entry is not None:
            who = who_played(entry)
            latest = None if made is None else made.latest or {"done": 0, "wanted": 0}
            found.append(waiting_review(game, entry.title, who, latest))
    return found


def boards_for(tables: list[Table], guest: str) -> dict[str, Any]:
    """The same with a small board of each; boards of one kind share their layout. To be made aside.

    A game's usual board is named by its name alone: the first page has that of its sample.
    """
    by_room = {table.room: table for table in tables}
    layouts: list[Any] = []
    keys: list[str] = []
    rooms = []
    for one in in_order(waiting(table, guest) for table in tables):
        table = by_room[one.room]
        key = table.game.key
        if key not in keys:
            keys.append(key)
            name = table.game.name
            usual = name in GAMES and table.game.layout == make_game(name).layout
            layouts.append(name if usual else short_layout(table.game))
        last = marked(table.plies[-1].changes) if table.plies else ()
        board = {"board": table.game.board(table.position), "marks": last, "layout": keys.index(key)}
        rooms.append(msgspec.to_builtins(one) | board)
    return {"rooms": rooms, "layouts": layouts}
