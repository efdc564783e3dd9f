"""What each event does to a table. `fold` over a table's events is the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from quintet.games.registry import game as make_game
from quintet.table import clock as clocks
from quintet.table import course
from quintet.table.events import (
    Answered,
    AnyEvent,
    Clocked,
    Closed,
    Counting,
    Created,
    Entered,
    Filled,
    Finished,
    Flagged,
    Gone,
    Halted,
    HintDue,
    Hinted,
    Invited,
    Kicked,
    Left,
    Missed,
    Offered,
    Played,
    Readied,
    Rematched,
    Renamed,
    Resigned,
    Restarted,
    Resumed,
    Returned,
    Seated,
    Settled,
    Started,
    Submitted,
    TakenBack,
    Vacated,
)
from quintet.table.history import History
from quintet.table.table import (
    Invitation,
    Person,
    Ply,
    Seat,
    Table,
    kept_for,
    owing,
    seated,
    seats_of,
)


class TableError(ValueError):
    """These events cannot be folded into a table: the sentence says why."""


def evolve(table: Table | None, event: AnyEvent) -> Table:
    """The table after an event. The first event of a table is its creation, and only that."""
    if table is None:
        if type(event) is not Created:
            raise TableError("the first event of a table must be its creation")
        return _create(event)
    return _EVOLVE[type(event)](table, event)


def fold(events: Iterable[AnyEvent], table: Table | None = None) -> Table:
    """The table that these events make, or make out of this one."""
    for event in events:
        table = evolve(table, event)
    if table is None:
        raise TableError("no events, no table")
    return table


def _create(event: Created) -> Table:
    game = make_game(event.game, **event.options)
    if game.version != event.rules:
        raise TableError(
            f"this room plays {event.game} by version {event.rules} of its rules; this is version {game.version}"
        )
    start = game.start() if event.start is None else game.load(event.start)
    plies: list[Ply] = []
    position, waiting = start, {}
    for seat, move in event.moves:
        waiting[seat] = move
        if len(waiting) == len(game.turn(position)):
            position, changes = game.apply(position, dict(sorted(waiting.items())))
            plies.append(Ply(tuple(waiting.items()), changes, position, 0, 1))
            waiting = {}
    return Table(
        room=event.room,
        name=event.name,
        game=game,
        clock=event.clock,
        listed=event.listed,
        offline=event.offline,
        created_at=event.at,
        started_at=None,
        loaded=len(plies),
        version=1,
        at=event.at,
        status="seating",
        host=event.host,
        people={},
        kicked=frozenset(),
        seats=(Seat(),) * game.seats,
        players=("",) * game.seats,
        countdown=None,
        start=start,
        plies=History(plies),
        position=position,
        turn=game.turn(position),
        turn_version=1,
        sealed=tuple(waiting.items()),
        running=clocks.new(event.clock, game.seats) if event.clock else None,
        offer=None,
        asked=(),
        hint_due=None,
        hint=None,
        down=(),
        result=None,
    )


# --- people ---------------------------------------------------------------------------------------------------------


def _entered(table: Table, event: Entered) -> Table:
    people = {**table.people, event.guest: Person(event.name, event.bot)}
    host = table.host if table.host in people else event.guest  # an empty room is whoever's comes next
    return replace(table, version=table.version + 1, at=event.at, people=people, host=host)


def _renamed(table: Table, event: Renamed) -> Table:
    person = replace(table.people[event.guest], name=event.name)
    return replace(
        table, version=table.version + 1, at=event.at, people={**table.people, event.guest: person}
    )


def _left(table: Table, event: Left | Kicked) -> Table:
    people = {guest: person for guest, person in table.people.items() if guest != event.guest}
    host = table.host
    if host == event.guest and people:
        sitting = [seat.guest for seat in table.seats if seat.guest in people]
        host = min((*filter(None, sitting), *people), key=lambda guest: people[guest].bot)  # people first
    own = (*seats_of(table, event.guest), *kept_for(table, event.guest))
    table = _with_seats(table, event.at, *((seat, Seat()) for seat in own))
    return replace(table, people=people, host=host)


def _kicked(table: Table, event: Kicked) -> Table:
    return replace(_left(table, event), kicked=table.kicked | {event.guest})


def _gone(table: Table, event: Gone) -> Table:
    person = replace(table.people[event.guest], gone_at=event.at)
    people = {**table.people, event.guest: person}
    if table.status != "playing":  # somebody who is away is not ready
        seats = tuple(replace(s, ready=False) if s.guest == event.guest else s for s in table.seats)
        return replace(table, version=table.version + 1, at=event.at, people=people, seats=seats)
    return replace(table, version=table.version + 1, at=event.at, people=people)


def _returned(table: Table, event: Returned) -> Table:
    person = replace(table.people[event.guest], gone_at=None)
    return replace(
        table, version=table.version + 1, at=event.at, people={**table.people, event.guest: person}
    )


# --- seats ----------------------------------------------------------------------------------------------------------


def _with_seats(table: Table, at: int, *changed: tuple[int, Seat]) -> Table:
    """The table with other seat holders. What the old ones asked for or had sealed lapses with them."""
    if not changed:
        return replace(table, version=table.version + 1, at=at)
    seats = list(table.seats)
    for number, seat in changed:
        seats[number] = seat
    numbers = {number for number, _ in changed}
    after = replace(
        table,
        version=table.version + 1,
        at=at,
        seats=tuple(seats),
        sealed=tuple(move for move in table.sealed if move[0] not in numbers),
        offer=None,
        hint_due=None,
        hint=None,
    )
    if table.running is None or table.status != "playing":
        return after
    # Clocks stand still while a seat is vacant: nobody loses time to an empty chair.
    still = clocks.hold(table.running, owing(table), at)
    return replace(after, running=clocks.go(still, at) if seated(after) else still)


def _seated(table: Table, event: Seated) -> Table:
    others = () if table.offline else (*seats_of(table, event.guest), *kept_for(table, event.guest))
    emptied = tuple((number, Seat()) for number in others)
    return _with_seats(table, event.at, *emptied, (event.seat, Seat(guest=event.guest)))


def _filled(table: Table, event: Filled) -> Table:
    return _with_seats(table, event.at, (event.seat, Seat(machine=event.machine, ready=True)))


def _invited(table: Table, event: Invited) -> Table:
    """Asking somebody who was removed to come takes the removal back."""
    kept = Invitation(event.guest, event.name, event.until)
    after = _with_seats(table, event.at, (event.seat, Seat(kept=kept)))
    return replace(after, kicked=table.kicked - {event.guest})


def _vacated(table: Table, event: Vacated | Missed) -> Table:
    return _with_seats(table, event.at, (event.seat, Seat()))


def _clocked(table: Table, event: Clocked) -> Table:
    running = clocks.new(event.clock, len(table.seats)) if event.clock else None
    return replace(table, version=table.version + 1, at=event.at, clock=event.clock, running=running)


def _readied(table: Table, event: Readied) -> Table:
    seats = list(table.seats)
    seats[event.seat] = replace(seats[event.seat], ready=event.ready)
    return replace(table, version=table.version + 1, at=event.at, seats=tuple(seats))


_EVOLVE: dict[type, Callable[[Table, Any], Table]] = {
    Entered: _entered,
    Renamed: _renamed,
    Left: _left,
    Kicked: _kicked,
    Gone: _gone,
    Returned: _returned,
    Seated: _seated,
    Filled: _filled,
    Invited: _invited,
    Missed: _vacated,
    Vacated: _vacated,
    Clocked: _clocked,
    Readied: _readied,
    Counting: course.counting,
    Halted: course.halted,
    Started: course.started,
    Submitted: course.submitted,
    Played: course.played,
    Offered: course.offered,
    Answered: course.answered,
    Settled: course.settled,
    HintDue: course.hint_due,
    Hinted: course.hinted,
    TakenBack: course.taken_back,
    Restarted: course.restarted,
    Rematched: course.rematched,
    Resigned: course.resigned,
    Flagged: course.resigned,
    Finished: course.finished,
    Closed: course.closed,
    Resumed: course.resumed,
}
