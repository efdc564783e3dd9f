"""A coach by HTTP: is a move that somebody is about to make against the machine a mistake? Never at a table with other people.

The page looks at the move with its own engine, or has the workers do it; what was found is graded here, by the same measure
as a review. Nothing is kept.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, post
from litestar.datastructures import State
from msgspec import Struct

from quintet.games.contract import MoveError
from quintet.server.hub import Hub
from quintet.server.replies import Asked, known_guest, refused
from quintet.server.review_pages import without_engine
from quintet.table import Table
from quintet.table.commands import SeatNumber, Text, Word

LARGEST = 256 * 1024
"""Bytes of a question."""


class About(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A move that somebody is about to make in a room, and what an engine has found about it."""

    room: Word
    seat: SeatNumber
    text: Text
    found: msgspec.Raw = msgspec.Raw(b"")
    """An analysis of the position that looked at this move too; without one, the move is only read."""


def may_be_coached(table: Table, guest: str) -> bool:
    """Does this guest play against machines, and nobody else?"""
    own = [seat for seat in table.seats if not seat.machine]
    return (
        table.offline
        and table.host == guest
        and table.status == "playing"
        and len(own) == 1
        and len(table.seats) > 1
    )


@post("/api/coach", status_code=200)
async def coach(request: Asked, state: State) -> Response[Any]:
    """`{"move"}`, a move as it is written (empty for one that may not be made); with what an engine found, `{"warn"}`, a sentence, or an empty one if it is no mistake."""
    hub: Hub = state.hub
    body = await request.body()
    try:
        asked = msgspec.json.decode(body if len(body) <= LARGEST else b"", type=About)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return refused(400, "malformed", "The body must name a room, a seat and a move.")
    if (no := without_engine()) is not None:
        return no
    table = await hub.table(asked.room)
    if table is None or not may_be_coached(table, known_guest(request, hub)):
        return refused(403, "not-alone", "The coach is there where you play against machines only.")
    try:
        return Response(await hub.aside.do(lambda: advised(table, asked)))
    except MoveError:  # the table says why, when the move is made
        return Response({"move": "", "warn": ""})
    except msgspec.MsgspecError:
        return refused(400, "malformed", "This is no analysis of that position.")


def advised(table: Table, asked: About) -> dict[str, str]:
    move = table.game.check(table.position, asked.seat, asked.text)
    if not bytes(asked.found):
        return {"move": move}
    from quintet.engine.analysis import Analysis
    from quintet.say.review import warning_text
    from quintet.study import grades
    from quintet.study.look import look_from

    found = msgspec.json.decode(asked.found, type=Analysis)
    if found.seat != asked.seat or not found.moves:
        return {"move": move, "warn": ""}
    seen = look_from(table.game, table.position, found, move)
    if seen.played is None or grades.good_enough(seen.loss, grades.MISTAKE):
        return {"move": move, "warn": ""}
    line = next((one.line for one in (*found.also, *found.moves) if one.move == move), ())
    return {"move": move, "warn": warning_text(table.game, move, seen, line)}


HANDLERS = [coach]
