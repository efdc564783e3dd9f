"""Offers: undo, hint, restart, draw and rematch, each asked of the others, who say yes or no.

So are the host's wishes to remove a player from a running game and to close its room.

Machines say yes to everything at once except to a draw, which their evaluation decides. Offline nobody else is asked.
"""

from __future__ import annotations

from quintet.table.commands import Answer, Ask, MachineAnswer, Withdraw
from quintet.table.draft import Draft
from quintet.table.events import (
    Answered,
    Closed,
    Ending,
    HintDue,
    Kicked,
    Offered,
    OfferKind,
    Rematched,
    Restarted,
    Settled,
    TakenBack,
)
from quintet.table.refusal import RefusalError
from quintet.table.table import AGAIN_MS, OFFER_MS, Offer, Table, seated, seats_of
from quintet.table.times import write_time

SAME_FOR_ALL = frozenset[OfferKind](("draw", "restart", "rematch"))
"""What comes to the same whoever asks for it: an undo and a hint do not."""


def ask(draft: Draft, command: Ask) -> None:
    own = draft.own_seats()
    seat = _asking_seat(draft, own, command.kind)
    if command.kind == "hint" and draft.table.hint_due is not None and draft.table.hint_due.seat == seat:
        raise RefusalError("already-accepted", "A hint is on its way.")
    offer = draft.table.offer
    if offer is not None and offer.kind == command.kind and offer.kind in SAME_FOR_ALL:
        asked = tuple(number for number in own if number in offer.waiting)
        if asked:  # who wants just that, too, has said yes
            _answer_for(draft, offer, asked, True)
            return
    waiting = _who_must_answer(draft.table, own, command.kind)
    if waiting:
        propose(draft, command.kind, seat, waiting)
    elif draft.table.offer is not None:
        raise RefusalError("offer-open")
    else:
        _carry_out(draft, command.kind, seat)


def propose(
    draft: Draft, kind: OfferKind, seat: int | None, waiting: tuple[int, ...], guest: str = ""
) -> None:
    """Ask the others, unless they have just been asked."""
    if draft.table.offer is not None:
        raise RefusalError("offer-open")
    for what, who, when in draft.table.asked:
        if (what, who) == (kind, draft.who) and when + AGAIN_MS > draft.now:
            left = write_time(when + AGAIN_MS - draft.now)
            raise RefusalError(
                "too-soon", f"You have asked {_ASKED[kind]} just now; you may ask again in {left}."
            )
    expires = draft.now + OFFER_MS
    draft.happen(Offered(at=draft.now, kind=kind, seat=seat, waiting=waiting, expires=expires, guest=guest))


_ASKED = {
    "draw": "for a draw",
    "restart": "to begin again",
    "remove": "to remove a player",
    "close": "to close the room",
}
"""What must not be asked again and again, in words."""


def answer(draft: Draft, command: Answer) -> None:
    own = draft.own_seats()
    offer = _open_offer(draft)
    seats = tuple(seat for seat in own if seat in offer.waiting)
    if not seats:
        raise RefusalError("not-asked")
    _answer_for(draft, offer, seats, command.accept)


def machine_answer(draft: Draft, command: MachineAnswer) -> None:
    draft.need_server()
    offer = draft.table.offer
    if offer is None or offer.version != command.version or command.seat not in offer.waiting:
        raise RefusalError("stale")
    if draft.table.seats[command.seat].machine is None:
        raise RefusalError("not-your-seat", "The server answers for machines only.")
    _answer_for(draft, offer, (command.seat,), command.accept)


def withdraw(draft: Draft, _command: Withdraw) -> None:
    draft.person()
    offer = _open_offer(draft)
    if offer.by != draft.who:
        raise RefusalError("not-asked", "Only the player who made the offer can take it back.")
    _settle(draft, offer, "withdrawn")


def undo_to(table: Table, own: tuple[int, ...]) -> int | None:
    """How many plies an undo asked for by these seats leaves; None if it may not be asked for.

    It takes back the asker's own last move and whatever was answered to it. It may be asked for right after that move
    or when it is the asker's turn again; offline at any moment, even when the game is over.
    """
    plies = table.plies
    mine = next((n for n in range(len(plies) - 1, -1, -1) if any(s in own for s, _ in plies[n].moves)), None)
    if mine is None or table.offline:
        return mine
    in_turn = any(seat in own for seat in table.turn)
    return mine if in_turn or mine == len(plies) - 1 else None


def _open_offer(draft: Draft) -> Offer:
    if draft.table.offer is None:
        raise RefusalError("no-offer")
    return draft.table.offer


def _asking_seat(draft: Draft, own: tuple[int, ...], kind: OfferKind) -> int:
    """The seat in whose name this is asked, if it may be asked at all now."""
    table = draft.table
    if kind == "rematch":
        if table.status != "finished":
            raise RefusalError(
                "game-running" if table.status == "playing" else "not-playing", _AFTER_THE_GAME
            )
        if not seated(table):
            raise RefusalError("seats-vacant")
        return own[0]
    if not (table.offline and table.status == "finished" and kind in ("undo", "restart")):
        draft.need_playing()
    if kind == "undo" and undo_to(table, own) is None:
        raise RefusalError("nothing-to-undo")
    if kind != "hint":
        return own[0]
    in_turn = [seat for seat in own if seat in table.turn]
    if not in_turn and table.offline:
        in_turn = [seat for seat in table.turn if table.seats[seat].guest is None]
    if not in_turn:
        raise RefusalError("not-your-turn", "You may ask for a hint only when it is your turn.")
    done = {seat for seat, _ in table.sealed}
    return next((seat for seat in in_turn if seat not in done), in_turn[0])


_AFTER_THE_GAME = "A rematch is for after the game; ask for a restart instead."


def _who_must_answer(table: Table, own: tuple[int, ...], kind: OfferKind) -> tuple[int, ...]:
    return tuple(
        number
        for number, seat in enumerate(table.seats)
        if number not in own and (seat.guest is not None or (kind == "draw" and seat.machine is not None))
    )


def _answer_for(draft: Draft, offer: Offer, seats: tuple[int, ...], accept: bool) -> None:
    for seat in seats:
        draft.happen(Answered(at=draft.now, seat=seat, accept=accept))
    if not accept:
        _settle(draft, offer, "denied")
    elif draft.table.offer is not None and not draft.table.offer.waiting:
        _settle(draft, offer, "accepted")
        if offer.seat is None or offer.kind in ("remove", "close"):
            _carry_out_for_host(draft, offer)
        else:
            _carry_out(draft, offer.kind, offer.seat)


def _settle(draft: Draft, offer: Offer, how: Ending) -> None:
    draft.happen(Settled(at=draft.now, kind=offer.kind, seat=offer.seat, how=how))


def _carry_out_for_host(draft: Draft, offer: Offer) -> None:
    """The others let a player be removed, whose seat is then free, or the room be closed."""
    if offer.kind == "close":
        draft.finish((), "aborted")
        draft.happen(Closed(at=draft.now))
    elif offer.guest in draft.table.people:
        draft.happen(Kicked(at=draft.now, guest=offer.guest))


def _carry_out(draft: Draft, kind: OfferKind, seat: int) -> None:
    table, now = draft.table, draft.now
    if kind == "undo":
        guest = table.seats[seat].guest
        plies = undo_to(table, seats_of(table, guest) if guest is not None else (seat,))
        assert plies is not None, "an offer to undo lapses as soon as a move is played"
        draft.happen(TakenBack(at=now, plies=plies))
    elif kind == "restart":
        draft.happen(Restarted(at=now))
    elif kind == "draw":
        draft.finish(tuple(range(len(table.seats))), "agreed")
    elif kind == "hint":
        draft.happen(HintDue(at=now, seat=seat))
    else:
        draft.happen(Rematched(at=now))
        draft.start_or_wait()
