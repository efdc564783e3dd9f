"""An archive in memory, beside a log in memory."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from quintet.store.archive import (
    WISHES,
    Archive,
    Entry,
    Kept,
    Search,
    as_wished,
    held,
    name_range,
    wishes_in,
)
from quintet.store.explorer import operations, shown
from quintet.store.explorer_memory import MemoryExplorer


class MemoryArchive(Archive):
    """Lost on exit."""

    def __init__(self, values: Mapping[str, bytes]) -> None:
        self._values = values
        self._games: dict[str, Kept] = {}
        self._rooms: dict[str, int] = {}
        self._waiting: dict[str, tuple[frozenset[str], int]] = {}
        self.explorer = MemoryExplorer(self)

    async def remember(
        self, room: str, version: int, games: Sequence[Kept], waiting: Sequence[str], at: int
    ) -> None:
        if self._rooms.get(room, 0) > version:
            return
        self._rooms[room] = version
        self._exchange([entry.id for entry in await self.of_room(room)], self._as_wished(games))
        await self.wait_for(room, waiting, at)

    def _as_wished(self, games: Sequence[Kept]) -> list[Kept]:
        return as_wished(
            games, wishes_in(item for item in self._values.items() if item[0].startswith(WISHES))
        )

    def _exchange(self, gone: Sequence[str], games: Sequence[Kept]) -> None:
        """These games in place of those, here and in what is counted."""
        before: dict[str, tuple[int, bytes]] = {}
        after: dict[str, tuple[int, bytes]] = {}
        for game in gone:
            kept = self._games.pop(game)
            before |= shown(kept.entry, kept.line)
        for kept in games:
            self._games[kept.entry.id] = kept
            after |= shown(kept.entry, kept.line)
        self.explorer.count(operations(before, after))

    async def wait_for(self, room: str, guests: Sequence[str], at: int) -> None:
        self._waiting.pop(room, None)
        if guests:
            self._waiting[room] = frozenset(guests), at

    async def waiting(self, guest: str, limit: int = 50) -> list[str]:
        found = [(at, room) for room, (guests, at) in self._waiting.items() if guest in guests]
        return [room for _, room in sorted(found, reverse=True)[:limit]]

    async def looked_at(self) -> dict[str, int]:
        return dict(self._rooms)

    async def entry(self, game: str) -> Entry | None:
        kept = self._games.get(game)
        return None if kept is None else kept.entry

    async def kept(self, game: str) -> Kept | None:
        return self._games.get(game)

    def at_hand(self, game: str) -> Kept:
        """A game that is there."""
        return self._games[game]

    async def of_room(self, room: str) -> list[Entry]:
        found = [kept.entry for kept in self._games.values() if kept.entry.room == room]
        return sorted(found, key=lambda entry: entry.number)

    async def find(self, search: Search) -> list[Entry]:
        found = [kept.entry for kept in self._games.values() if _wanted(kept.entry, search)]
        found.sort(key=lambda entry: (entry.ended, entry.id), reverse=True)
        return found[: search.limit]

    async def settle(self, game: str) -> Entry | None:
        if game not in self._games:
            return None
        left = self._as_wished([self._games[game]])
        self._exchange([game], left)
        return left[0].entry if left else None

    async def amend(self, entry: Entry) -> None:
        if entry.id in self._games:
            kept = self._games[entry.id]
            self._exchange([entry.id], [Kept(entry, kept.record, kept.line)])

    async def erase(self, game: str) -> None:
        if game in self._games:
            self._exchange([game], [])

    async def forget(self, rooms: Sequence[str]) -> None:
        for room in rooms:
            self._exchange([entry.id for entry in await self.of_room(room)], [])
            self._rooms.pop(room, None)
            self._waiting.pop(room, None)


def _wanted(entry: Entry, search: Search) -> bool:
    players = held(entry)
    mine = next((player for player in players if search.guest and player.guest == search.guest), None)
    if (mine is None) if search.guest else not entry.public:
        return False
    if search.game and entry.game != search.game:
        return False
    if search.name:
        low, high = name_range(search.name)
        if not any(low <= p.called < high for p in players if mine is None or p.guest != mine.guest):
            return False
    if search.result in ("won", "lost"):
        if mine is None or mine.result != search.result:
            return False
    elif search.result and (entry.drawn != (search.result == "drawn") or not entry.winners):
        return False
    if search.since is not None and entry.ended < search.since:
        return False
    if search.until is not None and entry.ended >= search.until:
        return False
    if any(entry.settings.get(name) != value for name, value in search.settings.items()):
        return False
    return search.after is None or (entry.ended, entry.id) < search.after
