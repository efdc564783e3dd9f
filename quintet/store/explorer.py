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
from quintet.say.explorer import DRAWN, MOST_CHOICES, UNDECIDED
from quintet.store.archive import Entry

Source: TypeAlias = Literal["people", "machines", "arena"]
SOURCES: tuple[Source, ...] = get_args(Source)
MOST_OWN = 1000
"""So many of a guest's games are counted, the latest."""
MOST_LAST = 6
"""So many of the last games of a position are named."""
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


class Totals(NamedTuple):
    """What seats chose in a position, summed up: by result, how many games ended so."""

    choices: list[tuple[int, str, dict[int, int]]]
    """The seat, its move, and the results: the moves that each seat made most often."""
    sums: dict[int, dict[int, int]]
    """By seat, whatever it played."""
    moves: int
    """How many different ones there were."""
    last: list[Counted]
    """The last game of each move and result, the latest of them."""


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
    async def totals(
        self, position: int, seats: Sequence[int], results: Sequence[int], sources: Sequence[Source]
    ) -> Totals:
        """What these seats, whose turn it is there, played in a position in public games and those that were brought.

        `results` are those that a game can have. The answer is about as long for a position with thousands of moves as for any other.
        """

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


def total(rows: Iterable[Counted], seats: Sequence[int], sources: Sequence[Source]) -> Totals:
    """Rows that are at hand, summed up."""
    there = [row for row in rows if row.seat in seats and SOURCES[row.source] in sources]
    by_move: dict[tuple[int, str], dict[int, int]] = {}
    sums: dict[int, dict[int, int]] = {}
    for row in there:
        for results in (by_move.setdefault((row.seat, row.move), {}), sums.setdefault(row.seat, {})):
            results[row.result] = results.get(row.result, 0) + row.games
    choices = []
    for seat in sorted(sums):
        of_seat = [
            (-sum(found.values()), move, found) for (who, move), found in by_move.items() if who == seat
        ]
        choices += [(seat, move, found) for _, move, found in sorted(of_seat)[:MOST_CHOICES]]
    last = sorted(there, key=lambda row: (-row.ended, row.last))[: MOST_LAST * len(seats)]
    return Totals(choices, sums, len(by_move), last)


def read_totals(rows: Iterable[Sequence[Any]], results: Sequence[int], last: list[Counted]) -> Totals:
    """What a back end answers to `totals_query`."""
    choices, sums, moves = [], {}, 0
    for seat, move, different, *games in rows:
        found = {result: int(times) for result, times in zip(results, games, strict=True) if times}
        if different:
            sums[seat] = found
            moves += different
        else:
            choices.append((seat, move, found))
    return Totals(choices, sums, moves, last)


def totals_query(
    table: str, seats: Sequence[int], results: Sequence[int], sources: Sequence[Source], place: str
) -> str:
    """The moves that each seat made most often, with their results, and the sums of all: one row for each.

    `place` stands for the position. Everything else is a number of ours.
    """
    times = ", ".join(
        f"sum(CASE WHEN result = {int(result)} THEN games ELSE 0 END) AS r{number}"
        for number, result in enumerate(results)
    )
    each = [f"r{number}" for number in range(len(results))]
    chosen = "".join(
        f""" UNION ALL SELECT * FROM (SELECT seat, move, 0, {", ".join(each)} FROM of_move WHERE seat = {int(seat)}
             ORDER BY {" + ".join(each)} DESC, move LIMIT {MOST_CHOICES}) AS of_{int(seat)}"""  # noqa: S608  (numbers and names of ours)
        for seat in seats
    )
    return f"""WITH of_move AS (
                   SELECT seat, move, {times} FROM {table} WHERE position = {place} AND {wanted(seats, sources)}
                   GROUP BY seat, move)
               SELECT seat, '', count(*), {", ".join(f"sum({one})" for one in each)} FROM of_move GROUP BY seat{chosen}"""  # noqa: S608  (numbers and names of ours)


def last_query(table: str, seats: Sequence[int], sources: Sequence[Source], place: str) -> str:
    """The rows whose last games are the latest."""
    return f"""SELECT source, seat, move, result, games, last, ended FROM {table}
               WHERE position = {place} AND {wanted(seats, sources)}
               ORDER BY ended DESC, last LIMIT {MOST_LAST * len(seats)}"""  # noqa: S608  (numbers and names of ours)


def wanted(seats: Sequence[int], sources: Sequence[Source]) -> str:
    return f"{one_of('source', map(SOURCES.index, sources))} AND {one_of('seat', seats)}"


def one_of(column: str, numbers: Iterable[int]) -> str:
    return f"{column} IN ({', '.join(str(int(number)) for number in numbers) or 'NULL'})"


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
