"""The one door to a table: a command, who gives it and when; events or a refusal come back.

`step` is what a running server calls: it returns the events together with the table they make, so that the rules of
the game are asked once for each move. `decide` is the same without the table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec import Struct

from quintet.games.contract import AnyGame, GameError, UnknownGameError
from quintet.games.record import Record, replay
from quintet.games.registry import game as make_game
from quintet.table import filling, leaving, offers, playing, seating
from quintet.table.commands import (
    HERE,
    OPEN,
    Abort,
    Answer,
    AnyCommand,
    Ask,
    Claim,
    Close,
    Create,
    Cycle,
    Decline,
    Deliver,
    Enter,
    Fill,
    Found,
    GiveHint,
    Invite,
    Kick,
    Leave,
    Lost,
    MachineAnswer,
    Move,
    NoShow,
    Pick,
    Ready,
    Rename,
    Resign,
    Resume,
    SetClock,
    Sit,
    Stand,
    Tick,
    Withdraw,
)
from quintet.table.draft import Draft
from quintet.table.events import AnyEvent, Created, Entered, Filled, Moves, Readied, Seated
from quintet.table.evolve import evolve
from quintet.table.names import clean_name, person_name
from quintet.table.refusal import Refusal, RefusalError
from quintet.table.table import Table, next_wake


class Step(Struct, frozen=True):
    """What a command did: its events (none if there was nothing to do) and the table after them."""

    events: tuple[AnyEvent, ...]
    table: Table


def decide(table: Table, who: str, command: AnyCommand, now: int) -> tuple[AnyEvent, ...] | Refusal:
    """What follows from a command at this moment; `who` is a guest's id, or SERVER."""
    result = step(table, who, command, now)
    return result if isinstance(result, Refusal) else result.events


def step(table: Table, who: str, command: AnyCommand, now: int) -> Step | Refusal:
    """As `decide`, and the table after it."""
    if now < table.at:  # whoever's clock that is, it never takes time back
        now = table.at
    draft = Draft(table, who, now)
    try:
        if table.status == "closed":
            raise RefusalError("closed")
        if table.kicked and who in table.kicked:
            raise RefusalError("kicked")
        wake = next_wake(table)
        if wake is not None and wake <= now and type(command) is not Resume:
            playing.let_due_happen(draft)  # what was due before the command comes before it
        _HANDLERS[type(command)](draft, command)
    except RefusalError as refused:
        return refused.refusal  # whatever was due is still due: the next tick brings it
    return Step(tuple(draft.events), draft.table)


_HANDLERS: dict[type, Callable[[Draft, Any], None]] = {
    Enter: seating.enter,
    Rename: seating.rename,
    Leave: leaving.leave,
    Kick: leaving.kick,
    Sit: seating.sit,
    Cycle: seating.cycle,
    Stand: seating.stand,
    Fill: filling.fill,
    Invite: filling.invite,
    Decline: filling.decline,
    NoShow: filling.no_show,
    SetClock: seating.set_clock,
    Ready: seating.ready,
    Close: leaving.close,
    Lost: seating.lost,
    Found: seating.found,
    Move: playing.move,
    Deliver: playing.deliver,
    Pick: playing.pick,
    Resign: playing.resign,
    Claim: playing.claim,
    Abort: playing.abort,
    Tick: playing.tick,
    Resume: playing.resume,
    GiveHint: playing.give_hint,
    Ask: offers.ask,
    Answer: offers.answer,
    Withdraw: offers.withdraw,
    MachineAnswer: offers.machine_answer,
}


# --- a new table ----------------------------------------------------------------------------------------------------


def create(room: str, who: str, command: Create, now: int) -> Step | Refusal:
    """Open a room under an id that the caller has chosen."""
    try:
        created = _created(room, who, command, now)
        draft = Draft(evolve(None, created), who, now)
        draft.events.append(created)
        draft.happen(
            Entered(at=now, guest=who, name=person_name(draft.table, who, command.host_name, bot=False))
        )
        _place(draft, command.seats)
    except RefusalError as refused:
        return refused.refusal
    return Step(tuple(draft.events), draft.table)


def _created(room: str, who: str, command: Create, now: int) -> Created:
    if command.clock is not None and not command.clock.sound():
        raise RefusalError("bad-clock")
    try:
        game = make_game(command.game, **command.options)
    except UnknownGameError as error:
        raise RefusalError("unknown-game", str(error)) from None
    except GameError as error:
        raise RefusalError("bad-option", str(error)) from None
    return Created(
        at=now,
        room=room,
        name=clean_name(command.name),
        host=who,
        game=game.name,
        rules=game.version,
        options=dict(game.settings),
        clock=command.clock,
        listed=command.listed and not command.offline,
        offline=command.offline,
        moves=_checked(game, command),
        start=command.start,
    )


def _checked(game: AnyGame, command: Create) -> Moves:
    """The moves of a record in canonical writing; refused with the first wrong one, or with a wrong start."""
    record = Record(game=game.name, options=game.settings, moves=command.moves, start=command.start)
    try:
        return tuple(replay(record).submissions)
    except GameError as error:
        raise RefusalError("bad-record", f"The record cannot be loaded: {error}.") from None


def _place(draft: Draft, seats: tuple[str, ...]) -> None:
    """Seat the host and the machines as asked; offline the game then starts if no seat is open."""
    table, now = draft.table, draft.now
    if not seats:
        seats = (HERE, *(OPEN,) * (len(table.seats) - 1))
    several = seats.count(HERE) > 1 and not table.offline
    if len(seats) != len(table.seats) or several:
        raise RefusalError(
            "bad-seats",
            f"Name one holder for each of the {len(table.seats)} seats: me (once, unless offline), open, or a machine.",
        )
    for number, holder in enumerate(seats):
        if holder == HERE:
            draft.happen(Seated(at=now, guest=draft.who, seat=number))
            if table.offline:
                draft.happen(Readied(at=now, seat=number, ready=True))
        elif holder != OPEN:
            filling.need_known(holder)
            draft.happen(Filled(at=now, seat=number, machine=holder))
    if table.offline:
        draft.start_or_wait()
