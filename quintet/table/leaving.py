"""Going away from a running game, sending somebody away, and closing the room: none of it behind the players' backs.

What would end a game is refused until the command says that this is meant, so that every face asks first. What touches
others is an offer to them.
"""

from __future__ import annotations

from quintet.table.commands import Close, Kick, Leave
from quintet.table.draft import SERVER, Draft
from quintet.table.events import Closed, Kicked, Left, Resigned
from quintet.table.offers import propose
from quintet.table.refusal import RefusalError
from quintet.table.table import Table, begun, claimable_at, others_playing, seats_of


def leave(draft: Draft, command: Leave) -> None:
    draft.person()
    if draft.table.status == "playing" and seats_of(draft.table, draft.who):
        _need_sure(draft, command.sure, "leaving")
        _give_up(draft)
    draft.happen(Left(at=draft.now, guest=draft.who))
    draft.start_or_wait()


def kick(draft: Draft, command: Kick) -> None:
    draft.need_host()
    table, guest = draft.table, command.guest
    if guest == draft.who or guest not in table.people:
        raise RefusalError("no-such-guest", "Nobody else of that name is in this room.")
    if table.status == "playing" and seats_of(table, guest):
        others = _who_are_here(draft, others_playing(table, draft.who, guest))
        if others and not command.sure:
            propose(draft, "remove", _seat(table, draft.who), others, guest)
            return
        _end_by_removal(draft, command, others)
    draft.happen(Kicked(at=draft.now, guest=guest))
    draft.start_or_wait()


def close(draft: Draft, command: Close) -> None:
    by_server = draft.who == SERVER
    if not by_server:
        draft.need_host()
    if draft.table.status == "playing":
        others = _who_are_here(draft, others_playing(draft.table, draft.who))
        if others and not by_server:
            propose(draft, "close", _seat(draft.table, draft.who), others)
            return
        if not by_server and seats_of(draft.table, draft.who):
            _need_sure(draft, command.sure, "closing the room")
            _give_up(draft)
        else:
            draft.finish((), "aborted")
    draft.happen(Closed(at=draft.now))


def _give_up(draft: Draft) -> None:
    """End the game as whoever goes away ends it: called off before the first move, resigned later."""
    table, seats = draft.table, seats_of(draft.table, draft.who)
    if len(seats) == len(table.seats) or not begun(table):
        draft.finish((), "aborted")
        return
    for seat in seats:
        draft.happen(Resigned(at=draft.now, seat=seat))
    draft.finish_without(seats, "resigned")


def _end_by_removal(draft: Draft, command: Kick, others: tuple[int, ...]) -> None:
    """Removing a player from a running game without asking anybody costs the host the game."""
    table, own = draft.table, seats_of(draft.table, draft.who)
    name = table.people[command.guest].name
    if not own and others:
        raise RefusalError(
            "needs-consent", f"You do not play yourself, so {name} can only be removed if the others agree."
        )
    if not command.sure:
        means = f"gives {name} the game" if begun(table) else "calls it off"
        raise RefusalError("ends-game", f"The game is running; removing {name} {means}. Do you mean it?")
    if not begun(table):
        draft.finish((), "aborted")
    elif own:
        draft.finish_without(own, "removed")
    else:
        draft.finish(seats_of(table, command.guest), "removed")


def _need_sure(draft: Draft, sure: bool, what: str) -> None:
    """Refuse what ends a game that somebody has begun, or that others want to play, until it is meant."""
    table, own = draft.table, seats_of(draft.table, draft.who)
    if sure or not (begun(table) or others_playing(table, draft.who)):
        return
    means = "resigns it" if begun(table) and len(own) < len(table.seats) else "calls it off"
    raise RefusalError("ends-game", f"The game is running; {what} now {means}. Do you mean it?")


def _seat(table: Table, guest: str) -> int | None:
    return next(iter(seats_of(table, guest)), None)


def _who_are_here(draft: Draft, seats: tuple[int, ...]) -> tuple[int, ...]:
    """Those who can be asked: somebody against whom the game could be claimed cannot hold everybody up."""
    moments = {seat: claimable_at(draft.table, seat) for seat in seats}
    return tuple(seat for seat, moment in moments.items() if moment is None or moment > draft.now)
