"""Everything that can happen at a table. A table is the fold of these, so they are also what is stored.

Every event says when it happened (`at`, milliseconds). Events are facts: they were checked when they were decided, and
are applied without checking again.
"""

from __future__ import annotations

import re
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from quintet.table.clock import Clock

AskKind = Literal["undo", "hint", "restart", "draw", "rematch"]
"""What a player may ask of the others, and …"""
OfferKind = Literal[AskKind, "remove", "close"]
"""… what is asked of them when the host wants to remove a player from a running game, or to close its room."""
Ending = Literal["accepted", "denied", "expired", "withdrawn"]
Missing = Literal["declined", "gone", "late"]
"""Why a bot did not come: it said so, it is no longer signed on, or it took too long."""
END_REASONS: dict[str, str] = {
    "resigned": "a player resigned",
    "flagged": "a player ran out of time",
    "agreed": "the players agreed on a draw",
    "abandoned": "a player went away and did not come back",
    "removed": "the host removed a player from the game",
    "aborted": "the game was called off",
}
"""Why a game can be over without the rules; by the rules it is one of the game's own reasons."""

Moves: TypeAlias = tuple[tuple[int, str], ...]
"""Seat and move, in the order in which they were submitted."""


def kebab(name: str) -> str:
    """The tag of a message: `TakenBack` is written `taken-back`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Event(Struct, frozen=True, kw_only=True, tag=kebab, tag_field="type", omit_defaults=True, gc=False):
    at: int


class Created(Event, frozen=True, kw_only=True, gc=True):
    """A room came to be. `moves` is the record it continues, from the position `start` if there is one."""

    room: str
    name: str
    host: str
    game: str
    rules: int
    """The version of the rules it is played by."""
    options: dict[str, Any]
    clock: Clock | None = None
    listed: bool = True
    offline: bool = False
    moves: Moves = ()
    start: Any = None


class Entered(Event, frozen=True, kw_only=True):
    """A guest came in, under a name that nobody else in the room has."""

    guest: str
    name: str
    bot: bool = False


class Renamed(Event, frozen=True, kw_only=True):
    """A guest changed name."""

    guest: str
    name: str


class Left(Event, frozen=True, kw_only=True):
    """A guest left the room, and the seat with it. If it was the host, the next in the room is host, bots last."""

    guest: str


class Kicked(Event, frozen=True, kw_only=True):
    """The host removed a guest, who may not come back."""

    guest: str


class Gone(Event, frozen=True, kw_only=True):
    """The last connection of a seated guest was lost; the seat is kept."""

    guest: str


class Returned(Event, frozen=True, kw_only=True):
    """A guest who was gone is back."""

    guest: str


class Seated(Event, frozen=True, kw_only=True):
    """A guest took a seat, and so the colour that goes with it. Except offline, the guest leaves any other seat."""

    guest: str
    seat: int


class Filled(Event, frozen=True, kw_only=True):
    """The host gave a seat to a machine."""

    seat: int
    machine: str


class Invited(Event, frozen=True, kw_only=True):
    """The host asked a bot to take a seat, which is kept for it until then. Whoever held it no longer does."""

    seat: int
    guest: str
    name: str
    until: int


class Missed(Event, frozen=True, kw_only=True):
    """The bot that a seat was kept for did not come; the seat is open again."""

    seat: int
    name: str
    why: Missing


class Vacated(Event, frozen=True, kw_only=True):
    """Nobody has this seat now: a guest stood up, or the host took the machine or bot away."""

    seat: int


class Clocked(Event, frozen=True, kw_only=True, gc=True):
    """The host chose another clock for the games to come; None is none."""

    clock: Clock | None = None


class Readied(Event, frozen=True, kw_only=True):
    """The person in this seat is ready, or no longer."""

    seat: int
    ready: bool


class Counting(Event, frozen=True, kw_only=True):
    """Every seat is ready: the game starts at `until`."""

    until: int


class Halted(Event, frozen=True, kw_only=True):
    """The countdown was cancelled: somebody is no longer ready."""


class Started(Event, frozen=True, kw_only=True):
    """The game began, with these players by seat."""

    players: tuple[str, ...]


class Submitted(Event, frozen=True, kw_only=True):
    """A seat of a simultaneous round sealed its move. To everybody else `move` is empty.

    `again` when it changed a move sealed before; others are not told of that at all.
    """

    seat: int
    move: str
    again: bool = False


class Played(Event, frozen=True, kw_only=True):
    """A complete round: the move of every seat that was in turn, in the order submitted."""

    moves: Moves


class Offered(Event, frozen=True, kw_only=True):
    """Somebody asks the others for something; `waiting` are the seats that must answer before `expires`.

    `seat` is the asker's, None for a host who only watches; `guest` is whom the host wants to remove.
    """

    kind: OfferKind
    seat: int | None
    waiting: tuple[int, ...]
    expires: int
    guest: str = ""


class Answered(Event, frozen=True, kw_only=True):
    """A seat said yes or no to the open offer."""

    seat: int
    accept: bool


class Settled(Event, frozen=True, kw_only=True):
    """The open offer is over, and how."""

    kind: OfferKind
    seat: int | None
    how: Ending


class HintDue(Event, frozen=True, kw_only=True):
    """A seat is owed a hint; the engine is asked for one."""

    seat: int


class Hinted(Event, frozen=True, kw_only=True):
    """A hint for one seat. To everybody else `move` and `note` are empty."""

    seat: int
    move: str
    note: str = ""


class TakenBack(Event, frozen=True, kw_only=True):
    """The last moves were taken back; `plies` are left."""

    plies: int


class Restarted(Event, frozen=True, kw_only=True):
    """The game began again from the start position, same seats, full clocks."""


class Rematched(Event, frozen=True, kw_only=True):
    """A new game was agreed: everybody moves one seat on (two players swap) and is ready."""


class Resigned(Event, frozen=True, kw_only=True):
    """A seat gave up."""

    seat: int


class Flagged(Event, frozen=True, kw_only=True):
    """A seat ran out of time."""

    seat: int


class Finished(Event, frozen=True, kw_only=True):
    """The game is over. Several winners share first place; none means that it does not count."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None = None


class Closed(Event, frozen=True, kw_only=True):
    """The room is closed for good."""


class Resumed(Event, frozen=True, kw_only=True):
    """Nobody served the table for `away` milliseconds: what was to come comes later, and nobody's clock ran.

    With a seat: its holder alone was not served, and gets that time back.
    """

    away: int
    seat: int | None = None


AnyEvent: TypeAlias = (
    Created
    | Entered
    | Renamed
    | Left
    | Kicked
    | Gone
    | Returned
    | Seated
    | Filled
    | Invited
    | Missed
    | Vacated
    | Clocked
    | Readied
    | Counting
    | Halted
    | Started
    | Submitted
    | Played
    | Offered
    | Answered
    | Settled
    | HintDue
    | Hinted
    | TakenBack
    | Restarted
    | Rematched
    | Resigned
    | Flagged
    | Finished
    | Closed
    | Resumed
)
