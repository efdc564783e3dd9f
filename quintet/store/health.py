"""Is a room whole? Its events must follow one another, each must be one, and every move must have been legal."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from typing import Any

from quintet.store.contract import DamageError, Store
from quintet.table import Table, evolve
from quintet.table.events import AnyEvent, Created, Played
from quintet.wire import decode_event


async def hurt_rooms(store: Store) -> AsyncIterator[tuple[str, str | None]]:
    """Every room, and a sentence on what is wrong with it; None if it is sound. Nothing stops at the first."""
    for room, _ in await store.rooms():
        yield room, await what_hurts(store, room)


async def what_hurts(store: Store, room: str) -> str | None:
    """What is wrong with a room as the store has it; a thread looks, for long games take their time."""
    try:
        events = await store.read(room)
    except DamageError as error:
        return str(error)
    return await asyncio.to_thread(examine, room, events)


def examine(room: str, events: Sequence[bytes]) -> str | None:
    """What is wrong with the events of a room; None if they make a table by legal moves."""
    table: Table | None = None
    for number, data in enumerate(events, 1):
        try:
            table = _next(room, table, decode_event(data))
        except Exception as error:  # events that nobody decided can fail in any way
            return damaged(room, number, error)
    return None


def damaged(room: str, number: int, error: Exception) -> str:
    why = str(error) or type(error).__name__
    return f"room {room} is damaged: its event {number} cannot be: {why}"


def _next(room: str, table: Table | None, event: AnyEvent) -> Table:
    if table is not None and isinstance(event, Played):
        table.game.play(table.position, dict(event.moves))
    after = evolve(table, event)
    if isinstance(event, Created):
        if event.room != room:
            raise ValueError(f"it is of room {event.room[:40]}")
        _check_record(after)
    return after


def _check_record(table: Table) -> None:
    """The moves that a room began with."""
    position: Any = table.start
    for ply in table.plies:
        table.game.play(position, dict(ply.moves))
        position = ply.position
