"""Seats that the host gives away: to machines, which are there at once, and to bots, which are asked to come.

A table does not know which bots there are. A server that does makes the host's `fill` an `invite`, and calls the bot
when the seat is kept for it; if it does not come in time, declines or goes away, the seat is open again.
"""

from __future__ import annotations

from quintet.players import for_guests
from quintet.table.commands import Decline, Fill, Invite, NoShow
from quintet.table.draft import Draft
from quintet.table.events import Filled, Invited, Missed, Missing, Vacated
from quintet.table.refusal import RefusalError
from quintet.table.table import INVITE_MS, Seat, kept_for, seats_of

BOT = "bot:"
"""How a bot is written where a machine could be: this, and the id it is signed on under."""


def need_known(machine: str) -> None:
    """Refuse what is no machine. A bot that a table is asked for by name is none that the server knows."""
    if machine.startswith(BOT):
        raise RefusalError("no-such-bot")
    if not for_guests(machine):
        raise RefusalError("unknown-machine")


def fill(draft: Draft, command: Fill) -> None:
    seat = _seat_to_give(draft, command.seat)
    if command.machine is None:
        if draft.table.status == "playing" and seat.kept is None:
            raise RefusalError(
                "game-running", "A machine may be exchanged in a running game, but not sent away."
            )
        if seat != Seat():
            draft.happen(Vacated(at=draft.now, seat=command.seat))
    else:
        need_known(command.machine)
        if seat.machine != command.machine:
            draft.happen(Filled(at=draft.now, seat=command.seat, machine=command.machine))
    draft.start_or_wait()


def invite(draft: Draft, command: Invite) -> None:
    seat = _seat_to_give(draft, command.seat)
    table, guest = draft.table, command.guest
    if table.offline:
        raise RefusalError("offline", "A bot does not come to a game on one screen; open a room for it.")
    if command.games and table.game.name not in command.games:
        raise RefusalError("wrong-game", f"{command.name} does not play {table.game.title}.")
    if seat.kept is not None and seat.kept.guest == guest:
        return
    if seats_of(table, guest) or kept_for(table, guest):
        raise RefusalError("bot-here")
    until = draft.now + INVITE_MS
    draft.happen(Invited(at=draft.now, seat=command.seat, guest=guest, name=command.name, until=until))
    draft.start_or_wait()


def decline(draft: Draft, _command: Decline) -> None:
    if not kept_for(draft.table, draft.who):
        raise RefusalError("not-asked", "No seat is kept for you.")
    _miss(draft, draft.who, "declined")


def no_show(draft: Draft, command: NoShow) -> None:
    draft.need_server()
    _miss(draft, command.guest, "gone")


def _miss(draft: Draft, guest: str, why: Missing) -> None:
    for number in kept_for(draft.table, guest):
        kept = draft.table.seats[number].kept
        assert kept is not None, "that is why it was found"
        draft.happen(Missed(at=draft.now, seat=number, name=kept.name, why=why))


def let_late_ones_miss(draft: Draft) -> None:
    """Whoever has not come by now is not waited for."""
    for seat in draft.table.seats:
        if seat.kept is not None and seat.kept.until <= draft.now:
            _miss(draft, seat.kept.guest, "late")


def _seat_to_give(draft: Draft, number: int) -> Seat:
    """A seat that the host may give to somebody else: one that no person has."""
    draft.need_host()
    draft.need_seat(number)
    table, seat = draft.table, draft.table.seats[number]
    if seat.guest is None or (table.offline and table.status != "playing"):
        return seat
    if seat.guest == draft.who or not table.people[seat.guest].bot:
        raise RefusalError("seat-taken")
    return seat
