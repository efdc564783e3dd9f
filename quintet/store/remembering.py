"""From the events of a room to what is remembered of it: its finished games, and whom it waits for.

One way for all: as games end, after a crash, for a store of an earlier version, and for a rebuild. So a rebuild gives what
was there before.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, NamedTuple, TypeVar

from msgspec.structs import replace

from quintet.games.record import write_record
from quintet.games.title import unusual
from quintet.say.people import sides
from quintet.store.archive import KEY, WISHES, Entry, Kept, Player, game_id, simple, wishes_in
from quintet.store.contract import DamageError, Store
from quintet.store.explorer import line_of, source_of
from quintet.table import Table, evolve, record
from quintet.table.events import END_REASONS, AnyEvent, Finished, Restarted, Started
from quintet.table.keeping import moment
from quintet.table.table import called, holder_name
from quintet.wire import decode_event

T = TypeVar("T")


class Room(NamedTuple):
    """What is remembered of a room at a version."""

    room: str
    version: int
    games: list[Kept]
    waiting: tuple[str, ...]
    at: int


async def archive_key(store: Store) -> bytes:
    """What ids of games are made from; all servers of a store have the same, and so has its export."""
    return await store.first_kept(KEY, secrets.token_bytes(32))


async def all_wishes(store: Store) -> dict[str, dict[str, str]]:
    """What players wished, by game and guest."""
    return wishes_in((await store.kept(WISHES)).items())


def recall(room: str, events: Sequence[bytes], key: bytes) -> Room:
    """What these events of a room leave to be remembered, whatever anybody wishes. ValueError if they make no table."""
    watch = _Watch(room, key)
    table: Table | None = None
    for data in events:
        event = decode_event(data)
        table = evolve(table, event)
        watch.see(event, table)
    assert table is not None, "a room has events"
    return Room(room, table.version, watch.games, waits_for(table), table.at)


def waits_for(table: Table) -> tuple[str, ...]:
    """The guests who have something to come back for: a game that runs, or a room that is theirs and open.

    On one screen a game in which nobody has moved is nothing to come back for.
    """
    if table.status in ("finished", "closed"):
        return ()
    if table.offline and (table.status != "playing" or len(table.plies) <= table.loaded):
        return ()
    there = [seat.guest for seat in table.seats if seat.guest is not None]
    if table.status != "playing" and table.host in table.people:
        there.append(table.host)
    return tuple(dict.fromkeys(guest for guest in there if not table.people[guest].bot))


class _Watch:
    """Looks on as a room is played through, and writes down each game that ends."""

    def __init__(self, room: str, key: bytes) -> None:
        self.room, self.key = room, key
        self.games: list[Kept] = []
        self._ends = 0
        self._began = 0
        self._seats: object = None
        self._players: tuple[Player, ...] = ()

    def see(self, event: AnyEvent, table: Table) -> None:
        kind = type(event)
        if kind is Started or kind is Restarted:
            self._began = event.at
            self._seats, self._players = None, ()
        if table.status in ("playing", "finished") and table.seats is not self._seats:
            self._seats, self._players = table.seats, self._holders(table)
        if isinstance(event, Finished):
            self._ends += 1
            if len(table.plies) > table.loaded:  # where nobody moved there is nothing to look at
                self.games.append(self._kept(event, table))

    def _holders(self, table: Table) -> tuple[Player, ...]:
        """Who has each seat, or had it last: who was removed has still played."""
        holders = []
        for number, seat in enumerate(table.seats):
            if seat.guest is not None:
                person = table.people[seat.guest]
                holders.append(Player(called(person), "bot" if person.bot else "person", seat.guest))
            elif seat.machine is not None:
                holders.append(Player(holder_name(table, number), "machine"))
            else:
                holders.append(self._players[number] if self._players else Player(table.players[number]))
        return tuple(holders)

    def _kept(self, event: Finished, table: Table) -> Kept:
        game, result = table.game, table.result
        assert result is not None
        guests = [player for player in self._players if player.guest]
        shown = table.listed and not table.offline and len(guests) != 1
        entry = Entry(
            id=game_id(self.key, self.room, self._ends),
            room=self.room,
            number=self._ends,
            started=self._began,
            ended=event.at,
            game=game.name,
            title=game.title,
            rules=unusual(game),
            settings=simple(game.settings),
            clock=table.clock,
            players=self._players,
            sides=sides(game, game.describe(table.position)),
            winners=result.winners,
            reason=result.reason,
            text=END_REASONS.get(result.reason) or game.reasons.get(result.reason, result.reason),
            scores=result.scores,
            down=result.seat,
            plies=len(table.plies),
            offline=table.offline,
            open=shown,
            public=shown,
        )
        written = replace(record(table), players=(), date=moment(self._began))
        rounds = [(ply.moves, ply.position) for ply in table.plies[: game.recurring]]
        source = source_of(player.kind for player in self._players)
        line = line_of(game, table.start, rounds, source, result.winners, table.loaded)
        return Kept(entry, write_record(written).encode(), line)


# --- keeping up -----------------------------------------------------------------------------------------------------


class Progress(NamedTuple):
    """How far it is."""

    done: int
    of: int
    room: str
    games: int
    trouble: str = ""
    """Why nothing could be remembered of this room."""


async def look_again(
    store: Store, run: Callable[[Callable[[], T]], Any], *, everything: bool = False
) -> AsyncIterator[Progress]:
    """Remember every room that has changed since it was last looked at, or every one; `run` does the work of one room.

    A room that cannot be read keeps what was known of it.
    """
    key = await archive_key(store)
    known = await store.archive.looked_at()
    rooms = await store.rooms()
    gone = [room for room in known if room not in dict(rooms)]
    if gone:
        await store.archive.forget(gone)
    due = [(room, version) for room, version in rooms if everything or known.get(room) != version]
    for done, (room, _) in enumerate(due, start=1):
        try:
            found = await look(store, room, key, run)
            yield Progress(done, len(due), room, 0 if found is None else len(found.games))
        except (DamageError, ValueError, LookupError) as error:
            yield Progress(done, len(due), room, 0, str(error) or type(error).__name__)


async def look(store: Store, room: str, key: bytes, run: Callable[[Callable[[], Any]], Any]) -> Room | None:
    """Remember one room; None if there is none."""
    events = await store.read(room)
    if not events:
        return None
    found: Room = await run(lambda: recall(room, events, key))
    await store.archive.remember(*found)
    return found
