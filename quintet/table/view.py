"""What anybody gets to see of a table: the only gate between a table and the world.

`view` is a whole picture, for somebody who comes or comes back; `update`, in the file of that name, is what a step
changed. A sealed move and a hint are in them only for the one who holds that seat.
"""

from __future__ import annotations

from typing import Any, Literal

from quintet.games.contract import Info, Prompt
from quintet.table.events import END_REASONS, Moves
from quintet.table.shapes import (
    ClockView,
    OfferView,
    OutcomeView,
    PersonView,
    PlyView,
    SeatView,
    Summary,
    View,
)
from quintet.table.table import Hint, Person, Table, called, claimable_at, holder_name, owing, seats_of

# --- the whole picture ----------------------------------------------------------------------------------------------


def view(table: Table, guest: str) -> View:
    """The table as this guest sees it; anybody who is not seated sees what every spectator sees."""
    game, own = table.game, seats_of(table, guest)
    return View(
        room=table.room,
        version=table.version,
        guest=guest,
        name=table.name,
        game=game.name,
        options=dict(game.settings),
        listed=table.listed,
        offline=table.offline,
        host=table.host,
        status=table.status,
        you=own,
        people=tuple(person_part(guest, person) for guest, person in table.people.items()),
        seats=seats_part(table),
        players=table.players,
        countdown=table.countdown,
        clock=clock_part(table),
        offer=offer_part(table),
        started_at=table.started_at,
        start=game.board(table.start),
        begins=begins_part(table),
        plies=tuple(PlyView(moves=ply.moves, changes=ply.changes) for ply in table.plies),
        board=game.board(table.position),
        turn=table.turn,
        turn_version=table.turn_version,
        info=game.describe(table.position),
        prompts=prompts_part(table, own),
        sealed=sealed_part(table, own),
        hint=hint_part(table, own),
        hint_due=None if table.hint_due is None else table.hint_due.seat,
        outcome=outcome_part(table),
    )


def glance(table: Table, own: tuple[int, ...], info: Info, seats: tuple[SeatView, ...] | None = None) -> View:
    """The table as the holder of these seats sees it, without its moves, its boards and who watches: quickly made."""
    return View(
        room=table.room,
        version=table.version,
        guest=(table.seats[own[0]].guest if own else None) or "",
        name=table.name,
        game=table.game.name,
        options={},
        listed=table.listed,
        offline=table.offline,
        host=table.host,
        status=table.status,
        you=own,
        people=(),
        seats=seats_part(table) if seats is None else seats,
        players=table.players,
        countdown=table.countdown,
        clock=None,
        offer=offer_part(table),
        start={},
        plies=(),
        board={},
        turn=table.turn,
        turn_version=table.turn_version,
        info=info,
        prompts=(),
        sealed=sealed_part(table, own),
        hint=None,
        hint_due=None,
        outcome=outcome_part(table),
    )


def summary(table: Table) -> Summary:
    """The table as the list of rooms shows it; a document, such as a board of one's own, is only hinted at."""
    return Summary(
        room=table.room,
        name=table.name,
        game=table.game.name,
        options={name: {} if isinstance(v, dict) else v for name, v in table.game.settings.items()},
        status=table.status,
        clock=table.clock,
        seats=tuple(None if seat.vacant else holder_name(table, n) for n, seat in enumerate(table.seats)),
        people=len(table.people),
        plies=len(table.plies),
        created_at=table.created_at,
    )


# --- the parts ------------------------------------------------------------------------------------------------------


def seats_part(table: Table) -> tuple[SeatView, ...]:
    submitted = {seat for seat, _ in table.sealed}
    views = []
    for number, seat in enumerate(table.seats):
        person = table.people[seat.guest] if seat.guest is not None else None
        kind: Literal["open", "invited", "person", "bot", "machine"] = "open"
        if person is not None:
            kind = "bot" if person.bot else "person"
        elif seat.machine is not None:
            kind = "machine"
        elif seat.kept is not None:
            kind = "invited"
        views.append(
            SeatView(
                seat=number,
                kind=kind,
                name=holder_name(table, number),
                guest=seat.guest,
                machine=seat.machine,
                ready=seat.ready,
                submitted=number in submitted,
                gone_at=None if person is None else person.gone_at,
                claim_at=claimable_at(table, number),
            )
        )
    return tuple(views)


def begins_part(table: Table) -> Any:
    """The position that the game begins from, where it is not the game's own start."""
    return None if table.start == table.game.start() else table.game.dump(table.start)


def person_part(guest: str, person: Person) -> PersonView:
    return PersonView(guest=guest, name=called(person), bot=person.bot, gone_at=person.gone_at)


def clock_part(table: Table) -> ClockView | None:
    clock, running = table.clock, table.running
    if clock is None or running is None:
        return None
    over = tuple(max(0, used - clock.move_ms) for used in running.used)
    return ClockView(
        move_ms=clock.move_ms,
        reserve_ms=clock.reserve_ms,
        increment_ms=clock.increment_ms,
        move_left=tuple(max(0, clock.move_ms - used) for used in running.used),
        reserve_left=tuple(max(0, r - o) for r, o in zip(running.reserves, over, strict=True)),
        running=owing(table) if running.since is not None else (),
        since=running.since,
    )


def offer_part(table: Table) -> OfferView | None:
    offer = table.offer
    if offer is None:
        return None
    asker, subject = table.people.get(offer.by), table.people.get(offer.guest)
    return OfferView(
        kind=offer.kind,
        seat=offer.seat,
        name=called(asker) if asker is not None else "The host",
        by=offer.by,
        about=called(subject) if subject is not None else "",
        waiting=offer.waiting,
        expires=offer.expires,
    )


def prompts_part(table: Table, own: tuple[int, ...]) -> tuple[Prompt, ...]:
    if table.status != "playing":
        return ()
    return tuple([table.game.prompt(table.position, seat) for seat in table.turn if seat in own])


def sealed_part(table: Table, own: tuple[int, ...]) -> Moves:
    return tuple(move for move in table.sealed if move[0] in own)


def hint_part(table: Table, own: tuple[int, ...]) -> Hint | None:
    """A hint is for the holder of the seat; offline, a hint about a machine's move is for the person there."""
    hint = table.hint
    if hint is None or (hint.seat not in own and not (table.offline and own)):
        return None
    return hint


def outcome_part(table: Table) -> OutcomeView | None:
    result = table.result
    if result is None:
        return None
    return OutcomeView(
        winners=result.winners,
        draw=len(result.winners) > 1,
        reason=result.reason,
        text=END_REASONS.get(result.reason) or table.game.reasons.get(result.reason, result.reason),
        scores=result.scores,
        seat=result.seat,
        account=None if result.reason in END_REASONS else table.game.account(table.position),
    )
