"""What the events of a game and its offers do to a table; those about people and seats are in `evolve`."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quintet.table import clock as clocks
from quintet.table.events import (
    Answered,
    Closed,
    Counting,
    Finished,
    Flagged,
    Halted,
    HintDue,
    Hinted,
    Offered,
    Played,
    Rematched,
    Resigned,
    Restarted,
    Resumed,
    Settled,
    Started,
    Submitted,
    TakenBack,
)
from quintet.table.history import History
from quintet.table.table import (
    SPACED,
    Hint,
    HintRequest,
    Offer,
    Ply,
    Result,
    Table,
    owing,
    seated,
)

# --- the game -------------------------------------------------------------------------------------------------------


def counting(table: Table, event: Counting) -> Table:
    return replace(table, version=table.version + 1, at=event.at, status="counting", countdown=event.until)


def halted(table: Table, event: Halted) -> Table:
    return replace(table, version=table.version + 1, at=event.at, status="seating", countdown=None)


def started(table: Table, event: Started) -> Table:
    version = table.version + 1
    running = table.running and clocks.go(table.running, event.at)
    return replace(
        table,
        version=version,
        at=event.at,
        status="playing",
        countdown=None,
        players=event.players,
        started_at=event.at,
        turn_version=version,
        running=running,
        asked=(),
    )


def submitted(table: Table, event: Submitted) -> Table:
    running = table.running
    if event.again:
        kept = tuple(move for move in table.sealed if move[0] != event.seat)
        return replace(
            table, version=table.version + 1, at=event.at, sealed=(*kept, (event.seat, event.move))
        )
    if running is not None:
        running = clocks.stop_one(running, event.seat, event.at)
    sealed = (*table.sealed, (event.seat, event.move))
    return replace(table, version=table.version + 1, at=event.at, sealed=sealed, running=running)


def played(table: Table, event: Played) -> Table:
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
        at=event.at,
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


def taken_back(table: Table, event: TakenBack) -> Table:
    plies = table.plies.first(event.plies)
    return _at_position(table, event.at, plies, plies[-1].position if plies else table.start)


def restarted(table: Table, event: Restarted) -> Table:
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
        at=at,
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


def rematched(table: Table, event: Rematched) -> Table:
    last = table.seats[-1]
    seats = tuple(replace(seat, ready=True) for seat in (last, *table.seats[:-1]))
    fresh = restarted(table, Restarted(at=event.at))
    running = clocks.new(table.clock, len(seats)) if table.clock else None
    return replace(fresh, status="seating", seats=seats, running=running)


def resigned(table: Table, event: Resigned | Flagged) -> Table:
    return replace(table, version=table.version + 1, at=event.at, down=(*table.down, event.seat))


def finished(table: Table, event: Finished) -> Table:
    running = table.running and clocks.hold(table.running, owing(table), event.at)
    down = table.down[0] if table.down else None
    return replace(
        table,
        version=table.version + 1,
        at=event.at,
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


def closed(table: Table, event: Closed) -> Table:
    seats = tuple(replace(seat, kept=None) if seat.kept else seat for seat in table.seats)
    return replace(
        table,
        version=table.version + 1,
        at=event.at,
        status="closed",
        seats=seats,
        offer=None,
        countdown=None,
    )


def resumed(table: Table, event: Resumed) -> Table:
    """Whatever was to come comes so much later; nobody's clock ran meanwhile."""
    away, running, offer = event.away, table.running, table.offer
    if event.seat is not None:
        back = running and clocks.give_back(running, event.seat, away)
        return replace(table, version=table.version + 1, at=event.at, running=back)
    if running is not None and running.since is not None:
        running = replace(running, since=running.since + away)
    people = {
        guest: person if person.gone_at is None else replace(person, gone_at=person.gone_at + away)
        for guest, person in table.people.items()
    }
    seats = tuple(
        replace(seat, kept=replace(seat.kept, until=seat.kept.until + away)) if seat.kept else seat
        for seat in table.seats
    )
    return replace(
        table,
        version=table.version + 1,
        at=event.at,
        running=running,
        countdown=table.countdown and table.countdown + away,
        offer=offer and replace(offer, expires=offer.expires + away),
        people=people,
        seats=seats if any(seat.kept for seat in seats) else table.seats,
        asked=tuple((kind, by, when + away) for kind, by, when in table.asked),
    )


# --- offers ---------------------------------------------------------------------------------------------------------


def offered(table: Table, event: Offered) -> Table:
    version = table.version + 1
    by = (None if event.seat is None else table.seats[event.seat].guest) or table.host
    offer = Offer(event.kind, event.seat, event.waiting, event.expires, version, by, event.guest)
    if event.kind not in SPACED:
        return replace(table, version=version, at=event.at, offer=offer)
    before = tuple(one for one in table.asked if one[:2] != (event.kind, by))
    return replace(
        table, version=version, at=event.at, offer=offer, asked=(*before, (event.kind, by, event.at))
    )


def answered(table: Table, event: Answered) -> Table:
    offer = table.offer
    if offer is not None:
        offer = replace(offer, waiting=tuple(seat for seat in offer.waiting if seat != event.seat))
    return replace(table, version=table.version + 1, at=event.at, offer=offer)


def settled(table: Table, event: Settled) -> Table:
    asked = table.asked
    if asked and event.how == "accepted":
        asked = tuple(one for one in asked if one[0] != event.kind)
    return replace(table, version=table.version + 1, at=event.at, offer=None, asked=asked)


def hint_due(table: Table, event: HintDue) -> Table:
    version = table.version + 1
    return replace(table, version=version, at=event.at, hint_due=HintRequest(event.seat, version))


def hinted(table: Table, event: Hinted) -> Table:
    hint = Hint(event.seat, event.move, event.note)
    return replace(table, version=table.version + 1, at=event.at, hint_due=None, hint=hint)
