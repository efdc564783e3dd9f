"""What a step of a table tells each of those who watch it, as bytes: encoded once for everybody, and added to for those
to whom it means more.

Words, for faces that make no sentences of their own, are made at most once for each group of watchers, and not at all
where nobody wants them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import TypeAlias

import msgspec
from msgspec import UNSET, UnsetType

from quintet.games.contract import Info, Prompt
from quintet.say.log import NOTHING, Deeds
from quintet.say.told import Told, ToldCounts, ToldPly, counts, new_lines, told_ply, told_update
from quintet.server.around import Watcher
from quintet.table.shapes import SeatView
from quintet.table.table import called
from quintet.table.update import SPECTATORS, Broadcast, Group
from quintet.table.view import glance, seats_part
from quintet.wire import encode, encode_more

Shown: TypeAlias = list[tuple[Watcher, bytes]]


class Telling:
    """A broadcast in words."""

    def __init__(self, broadcast: Broadcast) -> None:
        self._broadcast = broadcast
        self._told: dict[Group, Told] = {}
        self._lines: tuple[str, ...] | None = None
        """What happened, where that is the same for everybody."""

    def to(self, group: Group, prompts: tuple[Prompt, ...] | None) -> Told:
        """To everybody of this group; `prompts` are the new ones, None if those of before still stand."""
        if group not in self._told:
            self._told[group] = self._tell(group, prompts)
        return self._told[group]

    def _tell(self, group: Group, prompts: tuple[Prompt, ...] | None) -> Told:
        broadcast, game = self._broadcast, self._broadcast.after.game
        seen = glance(broadcast.after, group[1], self._info, self._seats)
        if broadcast.secret:
            lines = new_lines(game, broadcast.seen(group), seen, self._name, self._done)
        else:
            if self._lines is None:
                self._lines = new_lines(game, broadcast.events, seen, self._name, self._done)
            lines = self._lines
        return told_update(game, seen, counted=self._counted, prompts=prompts, plies=self._plies, lines=lines)

    @cached_property
    def _seats(self) -> tuple[SeatView, ...]:
        return seats_part(self._broadcast.after)

    @cached_property
    def _counted(self) -> ToldCounts | UnsetType:
        broadcast = self._broadcast
        return UNSET if broadcast.before.plies is broadcast.after.plies else counts(self._info)

    @cached_property
    def _plies(self) -> tuple[ToldPly, ...] | UnsetType:
        broadcast, after = self._broadcast, self._broadcast.after
        if broadcast.before.plies is after.plies:
            return UNSET
        return tuple(told_ply(after.game, ply) for ply in after.plies.since(broadcast.kept))

    @cached_property
    def _done(self) -> Deeds:
        broadcast, after = self._broadcast, self._broadcast.after
        if broadcast.before.plies is after.plies:
            return NOTHING
        return {ply.moves: ply.changes for ply in after.plies.since(broadcast.kept)}

    @cached_property
    def _info(self) -> Info:
        broadcast = self._broadcast
        info: Info | None = broadcast.public.get("info")
        return info or broadcast.after.game.describe(broadcast.after.position)

    def _name(self, guest: str) -> str:
        """What a guest was called before this happened, or is called now."""
        broadcast = self._broadcast
        person = broadcast.before.people.get(guest) or broadcast.after.people.get(guest)
        return called(person) if person is not None else "Somebody"


def show(
    broadcast: Broadcast,
    watchers: Iterable[Watcher],
    players: Mapping[str, Group],
    giver: Watcher | None = None,
    answer: int = 0,
) -> Shown:
    """What each of these is told; `players` are those who are more than spectators, `answer` is the giver's own."""
    everybody = encode(broadcast.to_group(SPECTATORS))
    telling, aloud = Telling(broadcast), b""
    shown: Shown = []
    for watcher in watchers:
        group = players.get(watcher.guest, SPECTATORS)
        if watcher is giver:
            data = _for_one(broadcast, everybody, group, watcher, answer, telling)
        elif group is not SPECTATORS:
            data = _for_one(broadcast, everybody, group, watcher, 0, telling)
        elif watcher.words:
            data = aloud = aloud or encode_more(everybody, {"said": telling.to(SPECTATORS, None)})
        else:
            data = everybody
        shown.append((watcher, data))
    return shown


def _for_one(
    broadcast: Broadcast, everybody: bytes, group: Group, watcher: Watcher, answer: int, telling: Telling
) -> bytes:
    """What everybody gets, and what is for one watcher alone."""
    if broadcast.secret and group[1]:  # the events themselves are not what everybody gets
        seen = broadcast.to_group(group, answer)
        data = encode(seen if watcher.prompts else msgspec.structs.replace(seen, prompts=UNSET))
        prompts = None if isinstance(seen.prompts, UnsetType) else seen.prompts
        return encode_more(data, {"said": telling.to(group, prompts)}) if watcher.words else data
    fields = broadcast.private(group, watcher.prompts)
    if watcher.words:
        fields["said"] = telling.to(group, fields.get("prompts"))
    if answer:
        fields["id"] = answer
    return encode_more(everybody, fields) if fields else everybody
