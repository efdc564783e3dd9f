"""An explorer in memory, beside an archive in memory."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from quintet.store.archive import Search
from quintet.store.explorer import (
    MOST_OWN,
    TOGETHER,
    Brought,
    Counted,
    Explorer,
    Operation,
    Own,
    Played,
    Source,
    Totals,
    operations,
    total,
)

if TYPE_CHECKING:  # which has this one count
    from quintet.store.archive_memory import MemoryArchive


class MemoryExplorer(Explorer):
    """Lost on exit."""

    def __init__(self, archive: MemoryArchive) -> None:
        self._archive = archive
        self._positions: dict[int, dict[tuple[int, int, str, int], Counted]] = {}
        self._brought: dict[str, tuple[str, Brought]] = {}

    def count(self, changes: Iterable[Operation]) -> None:
        for position, source, seat, move, result, times, last, ended in changes:
            there = self._positions.setdefault(position, {})
            key = (source, seat, move, result)
            before = there.pop(key, Counted(*key, 0, "", 0))
            latest = (before.ended, before.last)
            if times > 0:
                latest = max(latest, (ended, last))
            elif before.last == last:
                latest = (0, "")
            if before.games + times > 0:
                there[key] = Counted(*key, before.games + times, latest[1], latest[0])
            if not there:
                del self._positions[position]

    async def totals(
        self,
        position: int,
        seats: Sequence[int],
        results: Sequence[int],  # noqa: ARG002  (all that there are, here)
        sources: Sequence[Source],
    ) -> Totals:
        return total(self._positions.get(position, {}).values(), seats, sources)

    async def own(self, guest: str, game: str) -> list[Own]:
        found = await self._archive.find(Search(guest=guest, game=game, limit=MOST_OWN))
        kept = [self._archive.at_hand(entry.id) for entry in found]
        return [Own(one.entry.id, one.entry.ended, one.line) for one in kept if one.line]

    async def played(self, games: Sequence[str]) -> list[Played]:
        found = []
        for game in games:
            if (entry := await self._archive.entry(game)) is not None:
                names = tuple(player.name for player in entry.players)
                found.append(Played(id=game, names=names, ended=entry.ended))
            elif game in self._brought:
                collection, one = self._brought[game]
                found.append(Played(id=game, names=one.names, ended=one.ended, collection=collection))
        return found

    async def bring(self, collection: str, games: Sequence[Brought]) -> int:
        new = {game.id: game for game in games if game.id not in self._brought}
        self._brought |= {name: (collection, game) for name, game in new.items()}
        self.count(operations({}, {name: (game.ended, game.line) for name, game in new.items()}))
        return len(new)

    async def collections(self) -> dict[str, int]:
        names = sorted(collection for collection, _ in self._brought.values())
        return {name: names.count(name) for name in dict.fromkeys(names)}

    async def take_out(self, collection: str, limit: int = TOGETHER) -> int:
        there = [game for name, game in self._brought.values() if name == collection][:limit]
        for game in there:
            del self._brought[game.id]
        self.count(operations({game.id: (game.ended, game.line) for game in there}, {}))
        return len(there)
