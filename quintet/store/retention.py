"""What a store lets go of: rooms in which nobody ever played, and guests that never came back.

A room goes when nothing has happened in it for a while and no game was ever begun there, or only machines have ever
sat there, or when everybody who played there has deleted every game from the archive. Wherever else a person has played,
finished or not, the room is kept for ever. A room that is damaged is kept too: nobody knows what was in it.

Of guests the store keeps their places in rooms and how they do at puzzles; the chat keeps the tokens of its users. A token whose
guest has been in no room for as long goes as well: they would be somebody new, and miss nothing. So does what is kept of
somebody who tried a puzzle or two and never came back.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Mapping, Sequence

import msgspec

from quintet.store.archive import as_wished, game_id
from quintet.store.contract import DamageError, Store, is_name
from quintet.store.remembering import all_wishes, archive_key, recall
from quintet.table.events import AnyEvent, Created, Entered, Finished, Restarted, Seated, Started
from quintet.wire import decode_event, encode_event

DAY_MS = 24 * 3600 * 1000
TOKENS, TOKEN = "chat/", "/token/"
UNUSED = "unused/"
"""Since when a token has been of no use: kept under this and its key."""


SOLVERS, FEW_PUZZLES = "puzzles/of/", 3
"""Where it is kept how guests do at puzzles, and from how many on somebody may miss it."""


async def let_go(
    store: Store,
    days: float,
    *,
    dry_run: bool = False,
    spare: Callable[[str], bool] = lambda _: False,
    now: int | None = None,
) -> AsyncIterator[tuple[str, str]]:
    """Delete what nothing has happened to for so many days; what it was, and why. Rooms to `spare` are kept."""
    now = time.time_ns() // 1_000_000 if now is None else now
    oldest = now - int(days * DAY_MS)
    present: set[str] = set()
    certain = True
    deleted = Deleted(await archive_key(store), await all_wishes(store))
    for room, version in await store.rooms():
        events = await _events(store, room)
        old = events and events[-1].at < oldest
        why = useless(events) or deleted.why(room, events) if old else None
        if why is None or spare(room):
            present |= guests(events)
            certain = certain and bool(events)
        elif dry_run or await store.forget(room, version):
            yield f"room {room}", why
    if certain:  # a room that cannot be read may be somebody's
        async for guest in _unused_tokens(store, present, now, oldest, dry_run):
            yield f"guest {guest}", "was in no room all that time"
    async for guest in _idle_solvers(store, oldest, dry_run):
        yield f"guest {guest}", f"tried {FEW_PUZZLES} puzzles or fewer, and never came back"


def useless(events: Sequence[AnyEvent]) -> str | None:
    """Why nobody will miss a room with these events; None if somebody may."""
    if not any(isinstance(event, Started) for event in events):
        return "no game was ever begun there"
    people = {event.guest for event in events if isinstance(event, Entered) and not event.bot}
    if not any(isinstance(event, Seated) and event.guest in people for event in events):
        return "only machines played there"
    return None


class Deleted:
    """Which rooms hold nothing but games that all their players have deleted."""

    def __init__(self, key: bytes, wishes: Mapping[str, Mapping[str, str]]) -> None:
        self._key, self._wishes = key, wishes

    def why(self, room: str, events: Sequence[AnyEvent]) -> str | None:
        kinds = Counter(map(type, events))
        if kinds[Started] + kinds[Restarted] > kinds[Finished]:
            return None  # a game runs
        ids = [game_id(self._key, room, number) for number in range(1, kinds[Finished] + 1)]
        if not any("gone" in self._wishes.get(game, {}).values() for game in ids):
            return None  # most rooms: there is no need to play them through
        try:
            games = recall(room, [encode_event(event) for event in events], self._key).games
        except (ValueError, LookupError):  # it is damaged in another way
            return None
        return None if as_wished(games, self._wishes) else "everybody who played there has deleted it"


def guests(events: Sequence[AnyEvent]) -> set[str]:
    """Everybody who was ever in the room, its host included."""
    there = {event.guest for event in events if isinstance(event, Entered)}
    return there | {event.host for event in events if isinstance(event, Created)}


async def _events(store: Store, room: str) -> list[AnyEvent]:
    """Empty if they cannot be read."""
    try:
        return [decode_event(data) for data in await store.read(room)]
    except (DamageError, ValueError):
        return []


async def _unused_tokens(
    store: Store, present: set[str], now: int, oldest: int, dry_run: bool
) -> AsyncIterator[str]:
    marks = await store.kept(UNUSED)
    for key, token in (await store.kept(TOKENS)).items():
        mark = UNUSED + key
        if TOKEN not in key or not is_name(mark):
            continue
        guest = token.partition(b".")[0].decode(errors="replace")
        if guest in present:
            if mark in marks and not dry_run:
                await store.keep(mark, None)
        elif mark not in marks:
            if not dry_run:
                await store.keep(mark, str(now).encode())
        elif int(marks[mark]) < oldest:
            if not dry_run:
                await store.keep(key, None)
                await store.keep(mark, None)
            yield guest


async def _idle_solvers(store: Store, oldest: int, dry_run: bool) -> AsyncIterator[str]:
    for key, data in (await store.kept(SOLVERS)).items():
        try:
            answered = [one["at"] for one in msgspec.json.decode(data).get("seen", {}).values()]
            idle = len(answered) <= FEW_PUZZLES and max(answered, default=0) < oldest
        except (msgspec.DecodeError, AttributeError, KeyError, TypeError):
            idle = True  # nobody can read it any more
        if idle:
            if not dry_run:
                await store.keep(key, None)
            yield key.removeprefix(SOLVERS).partition("/")[0]
