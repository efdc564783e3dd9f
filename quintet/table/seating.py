"""Coming and going, seats and readiness: what happens before a game, and who may do it."""

from __future__ import annotations

from quintet.table.commands import (
    Cycle,
    Enter,
    Found,
    Lost,
    Ready,
    Rename,
    SetClock,
    Sit,
    Stand,
)
from quintet.table.draft import Draft
from quintet.table.events import (
    Clocked,
    Counting,
    Entered,
    Filled,
    Gone,
    Halted,
    Left,
    Readied,
    Renamed,
    Returned,
    Seated,
    Vacated,
)
from quintet.table.names import person_name
from quintet.table.refusal import RefusalError
from quintet.table.table import COUNTDOWN_MS, MOST_PEOPLE, seated, seats_of

# --- people ---------------------------------------------------------------------------------------------------------


def enter(draft: Draft, command: Enter) -> None:
    table, who = draft.table, draft.who
    if not who:
        raise RefusalError("no-such-guest", "Only a guest can enter a room.")
    person = table.people.get(who)
    bot = command.bot if person is None else person.bot
    name = person_name(table, who, command.name, bot=bot)
    if person is None:
        if len(table.people) >= MOST_PEOPLE:
            raise RefusalError("room-full")
        draft.happen(Entered(at=draft.now, guest=who, name=name, bot=command.bot))
        return
    if person.gone_at is not None:
        draft.happen(Returned(at=draft.now, guest=who))
    if person.name != name:
        draft.happen(Renamed(at=draft.now, guest=who, name=name))


def rename(draft: Draft, command: Rename) -> None:
    person = draft.person()
    name = person_name(draft.table, draft.who, command.name, bot=person.bot)
    if name != person.name:
        draft.happen(Renamed(at=draft.now, guest=draft.who, name=name))


def lost(draft: Draft, command: Lost) -> None:
    """A seated guest keeps the seat and is shown as gone; a spectator has simply left."""
    draft.need_server()
    person = draft.table.people.get(command.guest)
    if person is None or person.gone_at is not None:
        return
    if seats_of(draft.table, command.guest) or command.guest == draft.table.host:
        draft.happen(Gone(at=draft.now, guest=command.guest))
    else:
        draft.happen(Left(at=draft.now, guest=command.guest))
    draft.start_or_wait()


def found(draft: Draft, command: Found) -> None:
    draft.need_server()
    person = draft.table.people.get(command.guest)
    if person is not None and person.gone_at is not None:
        draft.happen(Returned(at=draft.now, guest=command.guest))


# --- seats ----------------------------------------------------------------------------------------------------------


def sit(draft: Draft, command: Sit) -> None:
    draft.person()
    draft.need_seat(command.seat)
    _need_may_sit(draft)
    if command.seat in seats_of(draft.table, draft.who):
        return
    if not _can_have(draft, command.seat):
        kept = draft.table.seats[command.seat].kept
        raise RefusalError("seat-taken", f"That seat is kept for {kept.name}." if kept else "")
    _take(draft, command.seat)
    draft.start_or_wait()


def cycle(draft: Draft, _command: Cycle) -> None:
    draft.person()
    _need_may_sit(draft)
    own = seats_of(draft.table, draft.who)
    after = own[-1] + 1 if own else 0
    choice = next((s for s in range(after, len(draft.table.seats)) if _can_have(draft, s)), None)
    if choice is not None:
        _take(draft, choice)
    elif own:
        draft.happen(Vacated(at=draft.now, seat=own[-1]))
    else:
        raise RefusalError("no-free-seat")
    draft.start_or_wait()


def stand(draft: Draft, _command: Stand) -> None:
    seats = draft.own_seats()
    if draft.table.status == "playing":
        raise RefusalError("game-running")
    for seat in seats:
        draft.happen(Vacated(at=draft.now, seat=seat))
    draft.start_or_wait()


def set_clock(draft: Draft, command: SetClock) -> None:
    draft.need_host()
    if draft.table.status not in ("seating", "counting"):
        raise RefusalError("game-running", "The clock is chosen before a game.")
    if command.clock is not None and not command.clock.sound():
        raise RefusalError("bad-clock")
    if command.clock != draft.table.clock:
        draft.happen(Clocked(at=draft.now, clock=command.clock))


def ready(draft: Draft, command: Ready) -> None:
    draft.person()
    table = draft.table
    if table.status not in ("seating", "counting"):
        raise RefusalError("game-running" if table.status == "playing" else "not-playing", _WHEN_READY)
    if draft.who == table.host and seated(table) and not any(seat.guest for seat in table.seats):
        _set_machines_going(draft, command.ready)
        return
    for seat in draft.own_seats():
        if table.seats[seat].ready != command.ready:
            draft.happen(Readied(at=draft.now, seat=seat, ready=command.ready))
    draft.start_or_wait()


_WHEN_READY = "Being ready means something only before a game; ask for a rematch to play again."


def _set_machines_going(draft: Draft, go: bool) -> None:
    """Machines among themselves wait for the host, who watches."""
    if go and draft.table.status == "seating":
        draft.happen(Counting(at=draft.now, until=draft.now + COUNTDOWN_MS))
    elif not go and draft.table.status == "counting":
        draft.happen(Halted(at=draft.now))


def _need_may_sit(draft: Draft) -> None:
    table = draft.table
    if table.offline and draft.who != table.host:
        raise RefusalError("offline")
    if table.status == "playing" and seats_of(table, draft.who):
        raise RefusalError("game-running", "The game is running; seats are changed before or after it.")


def _can_have(draft: Draft, number: int) -> bool:
    """An open seat is anybody's, one that is kept is that bot's.

    Before a game the host also takes one that is kept, or a machine's, which moves to the host's own.
    """
    seat = draft.table.seats[number]
    if seat.kept is not None and seat.kept.guest == draft.who:
        return True
    if seat.machine is not None or seat.kept is not None:
        return draft.who == draft.table.host and draft.table.status != "playing"
    return seat.guest is None


def _take(draft: Draft, number: int) -> None:
    table = draft.table
    own, machine = seats_of(table, draft.who), table.seats[number].machine
    draft.happen(Seated(at=draft.now, guest=draft.who, seat=number))
    if machine is not None and len(own) == 1:
        draft.happen(Filled(at=draft.now, seat=own[0], machine=machine))
