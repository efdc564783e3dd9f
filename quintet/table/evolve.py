"""What each event does to a table. `fold` over a table's events is the table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from msgspec.structs import replace

from quintet.games.registry import game as make_game
from quintet.table import clock as clocks
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
    Returned,
    Seated,
    Settled,
    Started,
    Submitted,
    TakenBack,
    Vacated,
)
from quintet.table.history import History
from quintet.table.room import (
    SPACED,
    Hint,
    HintRequest,
    Invitation,
    Offer,
    Person,
    Ply,
    Result,
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
    start = game.start()
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
        loaded=len(plies),
        version=1,
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
    return replace(table, version=table.version + 1, people=people, host=host)


def _renamed(table: Table, event: Renamed) -> Table:
    person = replace(table.people[event.guest], name=event.name)
    return replace(table, version=table.version + 1, people={**table.people, event.guest: person})


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
        return replace(table, version=table.version + 1, people=people, seats=seats)
    return replace(table, version=table.version + 1, people=people)


def _returned(table: Table, event: Returned) -> Table:
    person = replace(table.people[event.guest], gone_at=None)
    return replace(table, version=table.version + 1, people={**table.people, event.guest: person})


# --- seats ----------------------------------------------------------------------------------------------------------


def _with_seats(table: Table, at: int, *changed: tuple[int, Seat]) -> Table:
    """The table with other seat holders. What the old ones asked for or had sealed lapses with them."""
    if not changed:
        return replace(table, version=table.version + 1)
    seats = list(table.seats)
    for number, seat in changed:
        seats[number] = seat
    numbers = {number for number, _ in changed}
    after = replace(
        table,
        version=table.version + 1,
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
    return replace(table, version=table.version + 1, clock=event.clock, running=running)


def _readied(table: Table, event: Readied) -> Table:
    seats = list(table.seats)
    seats[event.seat] = replace(seats[event.seat], ready=event.ready)
    return replace(table, version=table.version + 1, seats=tuple(seats))


# --- the game -------------------------------------------------------------------------------------------------------


def _counting(table: Table, event: Counting) -> Table:
    return replace(table, version=table.version + 1, status="counting", countdown=event.until)


def _halted(table: Table, _event: Halted) -> Table:
    return replace(table, version=table.version + 1, status="seating", countdown=None)


def _started(table: Table, event: Started) -> Table:
    version = table.version + 1
    running = table.running and clocks.go(table.running, event.at)
    return replace(
        table,
        version=version,
        status="playing",
        countdown=None,
        players=event.players,
        turn_version=version,
        running=running,
        asked=(),
    )


def _submitted(table: Table, event: Submitted) -> Table:
    running = table.running
    if event.again:
        kept = tuple(move for move in table.sealed if move[0] != event.seat)
        return replace(table, version=table.version + 1, sealed=(*kept, (event.seat, event.move)))
    if running is not None:
        running = clocks.stop_one(running, event.seat, event.at)
    sealed = (*table.sealed, (event.seat, event.move))
    return replace(table, version=table.version + 1, sealed=sealed, running=running)


def _played(table: Table, event: Played) -> Table:
    version = table.version + 1
    moves = event.moves
    position, changes = table.game.apply(
        table.position, dict(sorted(moves)) if len(moves) > 1 else dict(moves)
    )
    running = table.running
    if running is not None and table.clock is not None:
        running = clocks.next_turn(running, table.clock, table.turn, owing(table), event.at)
    ply = Ply(moves, changes, position, table.turn_version, version)
    return replace(
        table,
        version=version,
        plies=table.plies.plus(ply),
        position=position,
        turn=table.game.turn(position),
        turn_version=version,
        sealed=(),
        running=running,
        offer=table.offer and _surviving(table, table.offer, moves),
        hint_due=None,
        hint=None,
    )


def _surviving(table: Table, offer: Offer, moves: tuple[tuple[int, str], ...]) -> Offer | None:
    """What is asked about the game stays open until a person who is asked plays on instead; the rest is about this turn."""
    if offer.kind in ("undo", "hint"):
        return None
    played_on = any(seat in offer.waiting and table.seats[seat].machine is None for seat, _ in moves)
    return None if played_on else offer


def _taken_back(table: Table, event: TakenBack) -> Table:
    plies = table.plies.first(event.plies)
    return _at_position(table, event.at, plies, plies[-1].position if plies else table.start)


def _restarted(table: Table, event: Restarted) -> Table:
    running = clocks.new(table.clock, len(table.seats)) if table.clock else None
    return _at_position(replace(table, running=running, loaded=0), event.at, History(), table.start)


def _at_position(table: Table, at: int, plies: History[Ply], position: Any) -> Table:
    """The game goes on from an earlier position; time used stays used."""
    version = table.version + 1
    running = table.running
    if running is not None:
        since = at if seated(table) else None
        running = clocks.Running(running.reserves, (0,) * len(table.seats), since)
    return replace(
        table,
        version=version,
        status="playing",
        plies=plies,
        position=position,
        turn=table.game.turn(position),
        turn_version=version,
        sealed=(),
        running=running,
        offer=None,
        hint_due=None,
        hint=None,
        down=(),
        result=None,
    )


def _rematched(table: Table, event: Rematched) -> Table:
    last = table.seats[-1]
    seats = tuple(replace(seat, ready=True) for seat in (last, *table.seats[:-1]))
    fresh = _restarted(table, Restarted(at=event.at))
    running = clocks.new(table.clock, len(seats)) if table.clock else None
    return replace(fresh, status="seating", seats=seats, running=running)


def _resigned(table: Table, event: Resigned | Flagged) -> Table:
    return replace(table, version=table.version + 1, down=(*table.down, event.seat))


def _finished(table: Table, event: Finished) -> Table:
    running = table.running and clocks.hold(table.running, owing(table), event.at)
    down = table.down[0] if table.down else None
    return replace(
        table,
        version=table.version + 1,
        status="finished",
        turn=(),
        sealed=(),
        seats=tuple(replace(seat, ready=seat.machine is not None) for seat in table.seats),
        running=running,
        offer=None,
        hint_due=None,
        hint=None,
        result=Result(event.winners, event.reason, event.scores, down),
    )


def _closed(table: Table, _event: Closed) -> Table:
    seats = tuple(replace(seat, kept=None) if seat.kept else seat for seat in table.seats)
    return replace(table, version=table.version + 1, status="closed", seats=seats, offer=None, countdown=None)


# --- offers ---------------------------------------------------------------------------------------------------------


def _offered(table: Table, event: Offered) -> Table:
    version = table.version + 1
    by = (None if event.seat is None else table.seats[event.seat].guest) or table.host
    offer = Offer(event.kind, event.seat, event.waiting, event.expires, version, by, event.guest)
    if event.kind not in SPACED:
        return replace(table, version=version, offer=offer)
    before = tuple(one for one in table.asked if one[:2] != (event.kind, by))
    return replace(table, version=version, offer=offer, asked=(*before, (event.kind, by, event.at)))


def _answered(table: Table, event: Answered) -> Table:
    offer = table.offer
    if offer is not None:
        offer = replace(offer, waiting=tuple(seat for seat in offer.waiting if seat != event.seat))
    return replace(table, version=table.version + 1, offer=offer)


def _settled(table: Table, event: Settled) -> Table:
    asked = table.asked
    if asked and event.how == "accepted":
        asked = tuple(one for one in asked if one[0] != event.kind)
    return replace(table, version=table.version + 1, offer=None, asked=asked)


def _hint_due(table: Table, event: HintDue) -> Table:
    version = table.version + 1
    return replace(table, version=version, hint_due=HintRequest(event.seat, version))


def _hinted(table: Table, event: Hinted) -> Table:
    hint = Hint(event.seat, event.move, event.note)
    return replace(table, version=table.version + 1, hint_due=None, hint=hint)


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
    Counting: _counting,
    Halted: _halted,
    Started: _started,
    Submitted: _submitted,
    Played: _played,
    Offered: _offered,
    Answered: _answered,
    Settled: _settled,
    HintDue: _hint_due,
    Hinted: _hinted,
    TakenBack: _taken_back,
    Restarted: _restarted,
    Rematched: _rematched,
    Resigned: _resigned,
    Flagged: _resigned,
    Finished: _finished,
    Closed: _closed,
}
