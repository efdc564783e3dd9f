"""What an explorer keeps: for every position of the first rounds what was played there, how often, and with what result.

It is a projection like the archive, and grows and shrinks with it: a game is counted while it is public. Beside those are games
that were brought from files, in collections that can be taken out again. Of each game the way that it took is kept (`Line`), so
that it can be uncounted without its rules, and so that one's own games, the private ones too, can be counted when they are asked for.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, NamedTuple, TypeAlias, get_args

import msgspec
from msgspec import Struct

from quintet.games.contract import AnyGame
from quintet.games.symmetry import rounds_of
from quintet.say.explorer import DRAWN, UNDECIDED
from quintet.store.archive import Entry

Source: TypeAlias = Literal["people", "machines", "arena"]
SOURCES: tuple[Source, ...] = get_args(Source)
MOST_OWN = 1000
"""So many of a guest's games are counted, the latest."""
MOST_ROWS = 60_000
"""So many rows are read for a position at most; no game of ours has as many moves, times results, times sources."""
TOGETHER = 500
"""Games of a collection that are written at once."""


class Line(Struct, frozen=True, array_like=True):
    """The way that a game took through its first rounds, as it is counted."""

    source: int
    result: int
    rounds: tuple[tuple[int, tuple[tuple[int, str], ...]], ...]
    """The place of each position, and the move of each seat there."""


class Row(NamedTuple):
    """What is counted: in this order the tables have it."""

    position: int
    source: int
    seat: int
    move: str
    result: int


class Counted(NamedTuple):
    """How often a seat made a move in a position, with one result, and the last game in which it did."""

    source: int
    seat: int
    move: str
    result: int
    games: int
    last: str
    """The id of that game; empty where it was taken out since."""
    ended: int


class Own(NamedTuple):
    """A game of somebody's own."""

    id: str
    ended: int
    line: bytes


class Brought(Struct, frozen=True, kw_only=True):
    """A game from a file."""

    id: str
    ended: int
    names: tuple[str, ...]
    line: bytes


class Played(Struct, frozen=True, kw_only=True):
    """A game as a list of last games names it."""

    id: str
    names: tuple[str, ...]
    ended: int
    collection: str = ""
    """Where it was brought from; empty for one that has a page."""


Shown: TypeAlias = Mapping[str, tuple[int, bytes]]
"""Games that are counted, by id: when each ended, and its line."""
Operation: TypeAlias = tuple[int, int, int, str, int, int, str, int]
"""A row, how many games more or fewer, and the id and the end of the last of them."""


class Explorer(ABC):
    """Where a store keeps what was played where."""

    @abstractmethod
    async def counted(self, position: int) -> list[Counted]:
        """Everything that was played in a position, in public games and those that were brought."""

    @abstractmethod
    async def own(self, guest: str, game: str) -> list[Own]:
        """The latest games of a guest, the private ones too."""

    @abstractmethod
    async def played(self, games: Sequence[str]) -> list[Played]:
        """Who played these games, in any order; those that are gone are left out."""

    @abstractmethod
    async def bring(self, collection: str, games: Sequence[Brought]) -> int:
        """Count games from a file, all or none, except those that are there already; how many are new."""

    @abstractmethod
    async def collections(self) -> dict[str, int]:
        """The collections, and how many games of each are counted."""

    @abstractmethod
    async def take_out(self, collection: str, limit: int = TOGETHER) -> int:
        """Uncount so many games of a collection; how many it were. None: there are no more."""


# --- lines ------------------------------------------------------------------------------------------------------------


def line_of(
    game: AnyGame,
    start: Any,
    rounds: Sequence[tuple[Any, Any]],
    source: Source,
    winners: Sequence[int],
    given: int = 0,
) -> bytes:
    """The line of a game that went through these rounds, of which so many came with a record and were not played."""
    found = tuple((place, tuple(moves)) for place, moves in rounds_of(game, start, rounds))[given:]
    if not found:
        return b""
    result = UNDECIDED if not winners else DRAWN if len(winners) > 1 else winners[0]
    return msgspec.msgpack.encode(Line(SOURCES.index(source), result, found))


def read_line(data: bytes) -> Line:
    return msgspec.msgpack.decode(data, type=Line)


def source_of(kinds: Iterable[str]) -> Source:
    """Whose game it was, by the kinds of its players: nobody's but people's, or one in which a program played."""
    return "machines" if {"machine", "bot"} & set(kinds) else "people"


def count_own(games: Iterable[Own], position: int) -> list[Counted]:
    """What was played in a position in somebody's own games."""
    found: dict[tuple[int, int, str, int], Counted] = {}
    written = msgspec.msgpack.encode(position)
    for game in games:
        if written not in game.line:  # most games never came here, and need not be read
            continue
        line = read_line(game.line)
        moves = {move for place, moves in line.rounds if place == position for move in moves}
        for seat, move in moves:
            key = (line.source, seat, move, line.result)
            before = found.get(key) or Counted(*key, 0, "", -1)
            ended, last = max((before.ended, before.last), (game.ended, game.id))
            found[key] = Counted(*key, before.games + 1, last, ended)
    return list(found.values())


def rows_of(line: Line) -> list[Row]:
    """Where a game is counted; a position that came twice in it is counted once for each move."""
    return list(
        dict.fromkeys(
            Row(place, line.source, seat, move, line.result)
            for place, moves in line.rounds
            for seat, move in moves
        )
    )


# --- for the back ends ------------------------------------------------------------------------------------------------


def shown(entry: Entry, line: bytes) -> dict[str, tuple[int, bytes]]:
    """A game of the archive, if it is counted."""
    return {entry.id: (entry.ended, line)} if entry.public and line else {}


def operations(before: Shown, after: Shown) -> list[Operation]:
    """What changes in the counts when these games are counted in place of those.

    In order, so that two servers that count at the same time do not wait for each other; and each row at most once with more.
    """
    found: list[Operation] = []
    for game, (ended, line) in before.items():
        if after.get(game) != (ended, line):
            found += [(*row, -1, game, ended) for row in rows_of(read_line(line))]
    added: dict[Row, tuple[int, tuple[int, str]]] = {}
    for game, (ended, line) in after.items():
        if before.get(game) != (ended, line):
            for row in rows_of(read_line(line)):
                times, last = added.get(row, (0, (-1, "")))
                added[row] = times + 1, max(last, (ended, game))
    found += [(*row, times, game, ended) for row, (times, (ended, game)) in added.items()]
    return sorted(found)


def falls(changes: Sequence[Operation]) -> list[int]:
    """The positions in which something may not be counted any more."""
    return sorted({change[0] for change in changes if change[5] < 0})
