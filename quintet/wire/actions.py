"""Everything that can be done at a table now besides moving, as a list: the keys, menus and buttons of a face use it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from quintet.say.state import asks
from quintet.table import View
from quintet.table.bench import Candidate
from quintet.table.commands import (
    Abort,
    Answer,
    Ask,
    Claim,
    Close,
    Cycle,
    Fill,
    GuestCommand,
    Kick,
    Ready,
    Resign,
    Sit,
    Stand,
    Withdraw,
)
from quintet.table.shapes import PersonView
from quintet.wire.picture import alone, begun

ONLY_WATCHING = "You are only watching; whoever plays can do that."
NOT_BEGUN = "Nothing has been played yet."


@dataclass(frozen=True)
class Action:
    """Something to do, how it is called, the key for it, and whether to ask first."""

    key: str
    label: str
    command: GuestCommand
    sure: bool = False


def actions(view: View, guest: str, now: int, bench: tuple[Candidate, ...] = ()) -> list[Action]:
    """What makes sense now; `bench` is who can be given a seat."""
    found = [*_offers(view), *_playing(view), *_finished(view)]
    if view.status in ("seating", "counting", "finished") and not view.offline:
        found += _seating(view, guest)
    if view.host == guest and (view.status == "playing" or not view.offline):
        found += _giving(view, guest, bench)
    found += _others(view, guest, now)
    return found


def why_not(view: View, key: str, now: int) -> str:
    """Why what a key stands for cannot be done now, as a sentence."""
    if key in ("y", "n"):
        return "Nobody asks you anything now."
    if key in ("g", "o") and (view.offline or view.status == "playing"):
        return "Everybody sits already: the game is on."
    if key == "o":
        return "No seat is free; the host can free one."
    if key == "g":
        return "Take a seat first: o does that."
    if not view.you:
        return ONLY_WATCHING
    if key == "c":
        gone = any(seat.claim_at is not None and seat.claim_at > now for seat in view.seats)
        return "Not yet: who is gone has a minute to come back." if gone else "Nobody is gone."
    if key == "m":
        return "A rematch comes after the game; r starts it again." if begun(view) else NOT_BEGUN
    if view.status == "finished":
        return "The game is over; m asks for a rematch."
    if view.status != "playing" or not begun(view):
        return NOT_BEGUN
    return {
        "u": "You have not moved yet: there is nothing to take back.",
        "t": "A hint is for whoever is to move.",
        "d": "You play every side: there is nobody to offer a draw to.",
    }.get(key, "That cannot be done now.")


def _offers(view: View) -> Iterator[Action]:
    offer = view.offer
    if offer is None:
        return
    if any(seat in view.you for seat in offer.waiting):
        yield Action("y", f"Yes, agree to {offer.name}, who asks {asks(offer)}", Answer(accept=True))
        yield Action("n", "No", Answer(accept=False))
    if offer.by == view.guest:
        yield Action("n", "Take your offer back", Withdraw())


def _playing(view: View) -> Iterator[Action]:
    if view.status != "playing" or not view.you:
        return
    if any(seat in view.you for ply in view.plies for seat, _ in ply.moves):
        yield Action("u", "Undo: take your last move back", Ask(kind="undo"))
    if view.offline or any(seat in view.you for seat in view.owing):
        yield Action("t", "Hint", Ask(kind="hint"))
    if begun(view):
        yield Action("r", "Restart", Ask(kind="restart"), sure=alone(view))
        if len(view.you) < len(view.seats):
            yield Action("d", "Offer a draw", Ask(kind="draw"))
        seat = next((seat for seat in view.owing if seat in view.you), view.you[0])
        yield Action("x", "Resign", Resign(seat=seat), sure=True)
    else:
        yield Action("x", "Call the game off", Abort(), sure=True)


def _finished(view: View) -> Iterator[Action]:
    if view.status == "finished" and view.you:
        yield Action("m", "Rematch", Ask(kind="rematch"))
        if view.offline:
            yield Action("u", "Undo: take your last move back", Ask(kind="undo"))


def _seating(view: View, guest: str) -> Iterator[Action]:
    ready = any(view.seats[seat].ready for seat in view.you)
    if view.you and view.status != "finished":
        yield Action("g", "No longer ready" if ready else "Ready", Ready(ready=not ready))
    elif view.host == guest and view.status == "seating":
        yield Action("g", "Start: machines play, you watch", Ready())
    for seat in view.seats:
        if seat.kind == "open":
            yield Action("o", f"Take seat {seat.seat + 1}", Sit(seat=seat.seat))
    if view.you:
        if any(seat.kind == "open" for seat in view.seats):
            yield Action("o", "Change to the next free seat", Cycle())
        yield Action("", "Stand up and watch", Stand())


def _giving(view: View, guest: str, bench: tuple[Candidate, ...]) -> Iterator[Action]:
    """Seats that the host gives away: those that no person has."""
    able = [candidate for candidate in bench if candidate.plays(view.game)]
    here = {f"bot:{seat.guest}" for seat in view.seats if seat.kind == "bot"}
    for seat in view.seats:
        if seat.kind == "person" or seat.guest == guest:
            continue
        if seat.kind != "open" and view.status != "playing":
            yield Action("", f"Free seat {seat.seat + 1}", Fill(seat=seat.seat, machine=None))
        for candidate in able:
            if candidate.player != seat.machine and candidate.player not in here:
                whom = candidate.label.replace("The ", "the ", 1) + (" (bot)" if candidate.bot else "")
                what = f"Give seat {seat.seat + 1} to {whom}"
                yield Action("", what, Fill(seat=seat.seat, machine=candidate.player))


def _others(view: View, guest: str, now: int) -> Iterator[Action]:
    if view.you and any(seat.claim_at is not None and seat.claim_at <= now for seat in view.seats):
        yield Action("c", "Claim the game: the other player is gone", Claim())
    if view.host == guest and not view.offline:
        for person in view.people:
            if person.guest != guest:
                yield from _removing(view, person)
        if _others_play(view, guest):
            yield Action("", "Ask the others to close the room", Close())
        else:
            yield Action("", "Close the room for everybody", Close(sure=True), sure=True)


def _removing(view: View, person: PersonView) -> Iterator[Action]:
    """In a running game the others are asked, or it costs the host the game."""
    name, guest = person.name, person.guest
    if view.status != "playing" or all(seat.guest != guest for seat in view.seats):
        yield Action("", f"Remove {name}", Kick(guest=guest), sure=True)
        return
    if _others_play(view, view.guest, guest):
        yield Action("", f"Ask the others to remove {name}", Kick(guest=guest))
    if view.you or not _others_play(view, view.guest, guest):
        means = f"which gives {name} the game" if begun(view) else "which calls the game off"
        yield Action("", f"Remove {name} now, {means}", Kick(guest=guest, sure=True), sure=True)


def _others_play(view: View, *but: str) -> bool:
    """Does anybody but these guests play in a running game?"""
    return view.status == "playing" and any(
        seat.guest is not None and seat.guest not in but for seat in view.seats
    )
