"""A table as a value: who is there, who sits where, what has been played.

Nothing in a table is ever changed; every event makes a new one that shares what stayed the same. That lets a server hold
on to the old table until the new one is safely stored, and makes `before.seats is after.seats` the test for "did this
change". It is cheap: a move costs 2 to 5 µs besides the rules, however many came before it.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from msgspec import Struct

from quintet.games.contract import AnyGame, Change
from quintet.players import title
from quintet.table.clock import Clock, Running, deadline
from quintet.table.events import Moves, OfferKind
from quintet.table.history import History

COUNTDOWN_MS = 3_000
OFFER_MS = 60_000
CLAIM_MS = 60_000
AGAIN_MS = 120_000
"""How long somebody must wait before asking again for what the others did not want."""
SPACED: tuple[OfferKind, ...] = ("draw", "restart", "remove", "close")
"""What must not be asked again and again in one game."""
INVITE_MS = 15_000
"""How long a seat is kept for a bot that was asked to come."""
MOST_PEOPLE = 1_000
BOT_MARK = "(bot)"

Status: TypeAlias = Literal["seating", "counting", "playing", "finished", "closed"]


class Person(Struct, frozen=True):
    """Somebody in the room."""

    name: str
    bot: bool = False
    gone_at: int | None = None


class Invitation(Struct, frozen=True):
    """A bot that was asked to come, and until when its seat is kept."""

    guest: str
    name: str
    until: int


class Seat(Struct, frozen=True):
    """A seat and its holder: a guest, a machine, or nobody; while nobody has it, it may be kept for a bot."""

    guest: str | None = None
    machine: str | None = None
    ready: bool = False
    kept: Invitation | None = None

    @property
    def vacant(self) -> bool:
        return self.guest is None and self.machine is None


class Ply(Struct, frozen=True, gc=False):
    """One complete round, and what it did."""

    moves: Moves
    changes: tuple[Change, ...]
    position: Any
    asked: int
    """The version from which this round could be played, and …"""
    version: int
    """… the one it made."""


class Offer(Struct, frozen=True):
    """Something asked of the others."""

    kind: OfferKind
    seat: int | None
    """Who asks; None for a host who only watches."""
    waiting: tuple[int, ...]
    expires: int
    version: int
    by: str
    """The guest who asks, and …"""
    guest: str = ""
    """… whom the host wants to remove."""


class HintRequest(Struct, frozen=True):
    seat: int
    version: int


class Hint(Struct, frozen=True):
    seat: int
    move: str
    note: str


class Result(Struct, frozen=True):
    """How a game ended, by its rules or at the table."""

    winners: tuple[int, ...]
    reason: str
    scores: tuple[int, ...] | None
    seat: int | None
    """The seat that resigned or ran out of time."""


class Table(Struct, frozen=True, kw_only=True):
    """A room and the game in it."""

    room: str
    name: str
    game: AnyGame
    clock: Clock | None
    listed: bool
    offline: bool
    created_at: int
    started_at: int | None
    """When the game, or the last one that was played here, began."""
    loaded: int
    """How many plies came with the record it was created from."""

    version: int
    """How many events have happened, and …"""
    at: int
    """… when the last one did. Time at a table never runs backwards."""
    status: Status
    host: str
    people: dict[str, Person]
    kicked: frozenset[str]
    seats: tuple[Seat, ...]
    players: tuple[str, ...]
    """Who plays, by seat, as they were called when the game started."""
    countdown: int | None

    start: Any
    plies: History[Ply]
    position: Any
    turn: tuple[int, ...]
    turn_version: int
    """The version at which this position came up: a move chosen at an earlier one is stale."""
    sealed: Moves
    running: Running | None
    offer: Offer | None
    asked: tuple[tuple[OfferKind, str, int], ...]
    """In this game, who last asked for what must not be asked again and again, and when."""
    hint_due: HintRequest | None
    hint: Hint | None
    down: tuple[int, ...]
    """Seats that resigned or ran out of time in this game."""
    result: Result | None


def owing(table: Table) -> tuple[int, ...]:
    """The seats that still owe a move in this round."""
    if table.status != "playing":
        return ()
    if not table.sealed:
        return table.turn
    done = {seat for seat, _ in table.sealed}
    return tuple(seat for seat in table.turn if seat not in done)


def seats_of(table: Table, guest: str) -> tuple[int, ...]:
    """The seats a guest holds: none for a spectator, several only offline."""
    return tuple([number for number, seat in enumerate(table.seats) if seat.guest == guest])


def kept_for(table: Table, guest: str) -> tuple[int, ...]:
    """The seats that wait for this guest."""
    return tuple([n for n, seat in enumerate(table.seats) if seat.kept and seat.kept.guest == guest])


def called(person: Person) -> str:
    """What somebody is called wherever a name is shown: a bot is always marked as one."""
    return f"{person.name} {BOT_MARK}" if person.bot else person.name


def holder_name(table: Table, number: int) -> str:
    """What the holder of a seat is called, or the bot that it is kept for; empty for an open seat."""
    seat = table.seats[number]
    if seat.guest is not None:
        return called(table.people[seat.guest])
    if seat.kept is not None:
        return f"{seat.kept.name} {BOT_MARK}"
    return title(seat.machine) if seat.machine is not None else ""


def begun(table: Table) -> bool:
    """Has anybody played or sealed a move, besides those that came with a record?"""
    return len(table.plies) > table.loaded or bool(table.sealed)


def others_playing(table: Table, *but: str) -> tuple[int, ...]:
    """The seats of persons and bots besides these guests."""
    return tuple(n for n, seat in enumerate(table.seats) if seat.guest is not None and seat.guest not in but)


def seated(table: Table) -> bool:
    """Does somebody or something hold every seat?"""
    return not any(seat.vacant for seat in table.seats)


def may_watch(table: Table, guest: str) -> bool:
    """May this guest see the table at all?"""
    return guest not in table.kicked


def next_wake(table: Table) -> int | None:
    """When something will be due, if nothing else happens: the moment to give the table a `Tick`."""
    at = table.countdown
    if table.offer is not None:
        at = _sooner(at, table.offer.expires)
    for seat in table.seats:
        if seat.kept is not None:
            at = _sooner(at, seat.kept.until)
    if table.clock is not None and table.running is not None:
        at = _sooner(at, deadline(table.running, table.clock, owing(table)))
    return at


def _sooner(one: int | None, other: int | None) -> int | None:
    return other if one is None or (other is not None and other < one) else one


def claimable_at(table: Table, seat: int) -> int | None:
    """From when the others may claim the game because the person in this seat is gone."""
    guest = table.seats[seat].guest
    if table.status != "playing" or table.offline or guest is None:
        return None
    gone_at = table.people[guest].gone_at
    return None if gone_at is None else gone_at + CLAIM_MS
