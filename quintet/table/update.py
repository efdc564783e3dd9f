"""What a step changed, for somebody who has the picture of the version before."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from quintet.table.events import AnyEvent, Hinted, Submitted
from quintet.table.room import Table, seats_of
from quintet.table.shapes import PlyView, Update
from quintet.table.view import (
    clock_part,
    hint_part,
    offer_part,
    outcome_part,
    people_part,
    prompts_part,
    sealed_part,
    seats_part,
)


def update(before: Table, events: tuple[AnyEvent, ...], after: Table, guest: str, answer: int = 0) -> Update:
    """What these events, which led from one table to the other, changed for this guest.

    Two guests who hold the same seats (none, for spectators) before and after get equal updates, so one may be encoded
    for all of them. `answer` is the id of the guest's own command.
    """
    own = seats_of(after, guest)
    fields = _changed(before, after)
    if before.seats is not after.seats and (was := seats_of(before, guest)) != own:
        fields["you"] = own
        if was or own:
            fields |= {
                "sealed": sealed_part(after, own),
                "hint": hint_part(after, own),
                "prompts": prompts_part(after, own),
            }
    if own:
        _add_private(fields, before, after, own)
    return Update(
        room=after.room,
        version=after.version,
        at=events[-1].at,
        events=_seen(events, own),
        id=answer,
        **fields,
    )


def _changed(before: Table, after: Table) -> dict[str, Any]:
    """The public fields that changed. Tables share what stayed the same, so `is` finds it."""
    fields: dict[str, Any] = {}
    if before.turn_version != after.turn_version or before.result is not after.result:
        _add_game(fields, before, after)
    if before.status != after.status:
        fields["status"] = after.status
    if before.host != after.host:
        fields["host"] = after.host
    if before.seats is not after.seats or before.people is not after.people:
        fields["people"] = people_part(after)
        fields["seats"] = seats_part(after)
    elif before.sealed is not after.sealed or before.status != after.status:
        fields["seats"] = seats_part(after)
    if before.players is not after.players:
        fields["players"] = after.players
    if before.countdown != after.countdown:
        fields["countdown"] = after.countdown
    if before.running is not after.running or (after.running and before.status != after.status):
        fields["clock"] = clock_part(after)
    if before.offer is not after.offer:
        fields["offer"] = offer_part(after)
    if before.hint_due is not after.hint_due:
        fields["hint_due"] = after.hint_due and after.hint_due.seat
    if before.result is not after.result:
        fields["outcome"] = outcome_part(after)
    return fields


def _add_game(fields: dict[str, Any], before: Table, after: Table) -> None:
    fields["turn"] = after.turn
    fields["turn_version"] = after.turn_version
    if before.plies is after.plies:
        return
    fields["info"] = after.game.describe(after.position)
    if len(after.plies) == len(before.plies) + 1:
        ply = after.plies[-1]
        fields["ply"] = PlyView(moves=ply.moves, changes=ply.changes)
    else:
        fields["plies"] = len(after.plies)
        fields["board"] = after.game.board(after.position)


def _add_private(fields: dict[str, Any], before: Table, after: Table, own: tuple[int, ...]) -> None:
    if before.turn_version != after.turn_version or before.status != after.status:
        fields["prompts"] = prompts_part(after, own)
    if before.sealed is not after.sealed:
        fields["sealed"] = sealed_part(after, own)
    if before.hint is not after.hint:
        fields["hint"] = hint_part(after, own)


def _seen(events: tuple[AnyEvent, ...], own: tuple[int, ...]) -> tuple[AnyEvent, ...]:
    """The events with everything taken out that is not for the holder of these seats."""
    if not any(type(event) is Submitted or type(event) is Hinted for event in events):
        return events
    seen: list[AnyEvent] = []
    for event in events:
        if isinstance(event, Submitted) and event.seat not in own:
            if not event.again:
                seen.append(replace(event, move=""))
        elif isinstance(event, Hinted) and event.seat not in own:
            seen.append(replace(event, move="", note=""))
        else:
            seen.append(event)
    return tuple(seen)
