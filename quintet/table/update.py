"""What a step changed, for somebody who has the picture of the version before."""

from __future__ import annotations

from typing import Any, TypeAlias

from msgspec.structs import replace

from quintet.table.events import AnyEvent, Hinted, Submitted
from quintet.table.history import History
from quintet.table.shapes import PlyView, Update
from quintet.table.table import Ply, Table, seats_of
from quintet.table.view import (
    clock_part,
    hint_part,
    offer_part,
    outcome_part,
    person_part,
    prompts_part,
    sealed_part,
    seats_part,
)

Group: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]
"""Everybody who had and has the same seats."""
SPECTATORS: Group = ((), ())
_SECRET = frozenset({Submitted, Hinted})
"""Events that do not show everybody all they hold."""


def update(before: Table, events: tuple[AnyEvent, ...], after: Table, guest: str, answer: int = 0) -> Update:
    """What these events, which led from one table to the other, changed for this guest."""
    return Broadcast(before, events, after).to(guest, answer)


class Broadcast:
    """The update for everybody: what all may know is worked out once, what is for one guest is added to it.

    The events may be those of one step or of several. Two guests of the same `group` get equal updates, so that one
    is enough for all spectators.
    """

    def __init__(self, before: Table, events: tuple[AnyEvent, ...], after: Table) -> None:
        self.before, self.events, self.after = before, events, after
        self.secret = False
        for event in events:
            if type(event) in _SECRET:
                self.secret = True
        self.kept = after.plies.common(before.plies) if before.plies is not after.plies else len(before.plies)
        """How many of the plies of before are still there."""
        self.public = _changed(before, after, self.kept)

    def groups(self) -> dict[str, Group]:
        """The players by their groups; whoever is not in it is a spectator."""
        players = {seat.guest for table in (self.before, self.after) for seat in table.seats}
        return {guest: self.group(guest) for guest in players if guest is not None}

    def group(self, guest: str) -> Group:
        """The seats a guest held before and holds now: all that an update depends on."""
        now = seats_of(self.after, guest)
        return (now if self.before.seats is self.after.seats else seats_of(self.before, guest)), now

    def to(self, guest: str, answer: int = 0) -> Update:
        """The update for a guest; `answer` is the id of the guest's own command, if this is what it did."""
        return self.to_group(self.group(guest), answer)

    def to_group(self, group: Group, answer: int = 0) -> Update:
        """The update for everybody of this group."""
        after = self.after
        return Update(
            room=after.room,
            version=after.version,
            at=self.events[-1].at,
            events=self.seen(group),
            id=answer,
            **(self.public if group == SPECTATORS else self.public | self.private(group)),
        )

    def seen(self, group: Group) -> tuple[AnyEvent, ...]:
        """The events as this group may know them."""
        return _seen(self.events, group[1]) if self.secret else self.events

    def private(self, group: Group, prompts: bool = True) -> dict[str, Any]:
        """The fields that are for this group alone, with or without the prompts."""
        was, own = group
        if not (was or own):
            return {}
        before, after, moved = self.before, self.after, was != own
        fields: dict[str, Any] = {}
        if moved:
            fields["you"] = own
        if prompts and (moved or before.turn_version != after.turn_version or before.status != after.status):
            fields["prompts"] = prompts_part(after, own)
        if moved or before.sealed is not after.sealed:
            fields["sealed"] = sealed_part(after, own)
        if moved or before.hint is not after.hint:
            fields["hint"] = hint_part(after, own)
        return fields


def _changed(before: Table, after: Table, kept: int) -> dict[str, Any]:
    """The public fields that changed. Tables share what stayed the same, so `is` finds it."""
    fields: dict[str, Any] = {}
    if before.turn_version != after.turn_version or before.result is not after.result:
        fields["turn"] = after.turn
        fields["turn_version"] = after.turn_version
    if before.plies is not after.plies:
        _add_plies(fields, before.plies, after, kept)
    if before.running is not after.running or (after.running and before.status != after.status):
        fields["clock"] = clock_part(after)
    if before.seats is not after.seats or before.people is not after.people or before.host != after.host:
        _add_people(fields, before, after)
    if before.sealed is not after.sealed or before.status != after.status:
        fields["seats"] = seats_part(after)
    if before.offer is not after.offer:
        fields["offer"] = offer_part(after)
    if before.hint_due is not after.hint_due:
        fields["hint_due"] = None if after.hint_due is None else after.hint_due.seat
    if before.status != after.status or before.result is not after.result:
        fields["status"] = after.status
        fields["outcome"] = outcome_part(after)
        fields["players"] = after.players
        fields["started_at"] = after.started_at
    if before.countdown != after.countdown:
        fields["countdown"] = after.countdown
    return fields


def _add_plies(fields: dict[str, Any], before: History[Ply], after: Table, kept: int) -> None:
    if kept < len(before):
        fields["keep"] = kept
        fields["board"] = after.game.board(after.position)
    fields["plies"] = tuple(
        [PlyView(moves=ply.moves, changes=ply.changes) for ply in after.plies.since(kept)]
    )
    fields["info"] = after.game.describe(after.position)


def _add_people(fields: dict[str, Any], before: Table, after: Table) -> None:
    """Who came, changed or went; a full room is not told again to everybody each time somebody comes."""
    known = before.people
    changed = [(guest, person) for guest, person in after.people.items() if known.get(guest) is not person]
    if changed:
        fields["people"] = tuple(person_part(guest, person) for guest, person in changed)
        if after.offer is not None:  # it names who asks
            fields["offer"] = offer_part(after)
    departed = tuple(guest for guest in known if guest not in after.people)
    if departed:
        fields["departed"] = departed
    if before.host != after.host:
        fields["host"] = after.host
    if before.seats is not after.seats or any(seats_of(after, guest) for guest, _ in changed):
        fields["seats"] = seats_part(after)


def _seen(events: tuple[AnyEvent, ...], own: tuple[int, ...]) -> tuple[AnyEvent, ...]:
    """The events with everything taken out that is not for the holder of these seats."""
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
