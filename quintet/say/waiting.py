"""What waits for somebody: a game that runs, or a room that is theirs, in a line for the first page of every face."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from msgspec import Struct

from quintet.say.state import room_text, state_text
from quintet.table.table import Status, Table, owing, seats_of
from quintet.table.view import glance

YOUR_MOVE = "Your move."


class Waiting(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """A room that somebody has a reason to come back to."""

    room: str
    name: str
    game: str
    told: str
    """What it is: the game with its rules and its clock, and how far it is."""
    text: str
    """Where it stands, to the one who comes back."""
    yours: bool = False
    """Is it theirs to move?"""
    host: bool = False
    status: Status
    at: int
    """When anything last happened there."""


def waiting(table: Table, guest: str) -> Waiting:
    """A room, to one of those it waits for."""
    own = seats_of(table, guest)
    yours = any(seat in own for seat in owing(table))
    seen = glance(table, own, table.game.describe(table.position))
    return Waiting(
        room=table.room,
        name=table.name,
        game=table.game.name,
        told=room_text(table),
        text=YOUR_MOVE if yours else state_text(table.game, seen),
        yours=yours,
        host=table.host == guest,
        status=table.status,
        at=table.at,
    )


def in_order(rooms: Iterable[Waiting]) -> tuple[Waiting, ...]:
    """Whose move it is comes first, then what happened last."""
    return tuple(sorted(rooms, key=lambda one: (not one.yours, -one.at)))


class WaitingReview(Struct, frozen=True):
    """A review that somebody has a reason to come back to."""

    id: str
    """Of the game."""
    title: str
    who: str
    text: str
    """How far it is."""
    ready: bool


def waiting_review(game: str, title: str, who: str, latest: Mapping[str, int] | None) -> WaitingReview:
    """A review in a line; `latest` is what is known of one that is being made."""
    if latest is None:
        return WaitingReview(game, title, who, "The review is ready.", ready=True)
    done, wanted = latest["done"], latest["wanted"]
    text = f"The review is being made: {100 * done // wanted} %." if done else "The review is being made."
    return WaitingReview(game, title, who, text, ready=False)
