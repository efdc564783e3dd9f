"""How soon the explorer answers when it has counted a million games, and how much room they take.

    python -m benchmarks.explorer                       10^6 games in SQLite, and in PostgreSQL: some minutes
    python -m benchmarks.explorer --games 20000         a first impression; nothing is written down

The games are made by dice: the first rounds by the rules, some moves likelier than others, so that many games begin alike; from then on every one goes
its own way, through places that no other game comes to. That is the worst for the room they take. All but the last ten thousand are put into the tables
at once, sorted; those come in as games from files do. In PostgreSQL all do. Beside them are the games of another kind that all pass one position, and
go on from there in every way there is, each with every result: so wide is nothing else that is counted.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import sqlite3
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterable, Iterator
from itertools import product
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from benchmarks.report import table, write_section
from quintet.games import game
from quintet.games.record import Replay
from quintet.games.symmetry import Sameness
from quintet.store import Store, open_store
from quintet.store.archive import Kept, Player
from quintet.store.explorer import MOST_OWN, TOGETHER, Brought, Line, read_line, rows_of
from quintet.store.exploring import EVERYTHING, Wanted, explore
from quintet.testing.archive import entry
from tests.postgres import cluster

COMMAND = "python -m benchmarks.explorer"
NAME = "best"
ALIKE = 7
"""So many rounds are played by the rules; the tree of them is kept."""
BY_THE_DOOR = 10_000
"""Games that come in as those from files do, when all the others are there."""
ASKED = 400
TAKING = 0.55
"""The likeliest move is played so often, the next of the others, and so on."""
GAMES = 1_000_000
WIDE, FIRST = "onyx", "b@f2 p@b4"
"""A game with thousands of moves, and a first one after which no two of them are the same."""


class Node:
    """A position of the tree, and what follows it."""

    __slots__ = ("after", "moves", "place", "position")

    def __init__(self, position: Any, place: Any, moves: list[str]) -> None:
        self.position, self.place, self.moves = position, place, moves
        self.after: dict[str, Node] = {}


class Dice:
    """Games, made one after the other."""

    def __init__(self, seed: int) -> None:
        self.rules = game(NAME)
        self.same = Sameness(self.rules)
        self.rng = Random(seed)
        self.root = self.node(self.rules.start())

    def node(self, position: Any) -> Node:
        (seat,) = self.rules.turn(position)
        moves = list(self.rules.prompt(position, seat).moves())
        Random(str(position)).shuffle(moves)
        return Node(position, self.same.place(position), moves)

    def choose(self, moves: list[str]) -> str:
        for move in moves:
            if self.rng.random() < TAKING:
                return move
        return moves[0]

    def walk(self, rounds: int) -> list[tuple[Node, int, str]]:
        """So many rounds by dice."""
        at, found = self.root, []
        for number in range(rounds):
            move, seat = self.choose(at.moves), number % 2
            found.append((at, seat, move))
            following = at.after.get(move)
            if following is None:
                following = at.after[move] = self.node(self.rules.apply(at.position, {seat: move})[0])
            at = following
        return found

    def line(self, source: int) -> Line:
        alike = [
            (node.place.number, ((seat, self.same.counted_as(node.place, move)),))
            for node, seat, move in self.walk(ALIKE)
        ]
        alone = [
            (self.rng.getrandbits(64) - 2**63, ((number % 2, "3"),))
            for number in range(ALIKE, self.rules.recurring)
        ]
        result = self.rng.choices((0, 1, -1), (48, 46, 6))[0]
        return Line(source, result, (*alike, *alone))

    def games(self, first: int, last: int) -> Iterator[Brought]:
        for number in range(first, last):
            line = msgspec.msgpack.encode(self.line(2))
            yield Brought(id=f"{number:016x}", ended=number, names=("one", "other"), line=line)

    def question(self, rounds: int) -> Replay:
        return Replay(self.rules, [(seat, move) for _, seat, move in self.walk(rounds)])


class Times(NamedTuple):
    """Milliseconds of many answers, and those of CPU of one on the average."""

    values: list[float]
    cpu: float

    def at(self, share: float) -> str:
        return f"{sorted(self.values)[min(len(self.values) - 1, int(share * len(self.values)))]:.1f}"

    @property
    def row(self) -> tuple[str, str, str, str]:
        return f"{self.cpu:.1f}", self.at(0.5), self.at(0.99), self.at(1)


def wide() -> tuple[Replay, list[Brought]]:
    """A position, and games that go on from it in every way, with every result."""
    played = Replay(game(WIDE), [(0, FIRST)])
    same = Sameness(played.game)
    place = same.place(played.position)
    (seat,) = played.game.turn(played.position)
    moves = dict.fromkeys(
        same.counted_as(place, move) for move in played.game.prompt(played.position, seat).moves()
    )
    games = []
    for number, (move, result) in enumerate(product(moves, (0, 1, -1))):
        line = msgspec.msgpack.encode(Line(2, result, ((place.number, ((seat, move),)),)))
        games.append(Brought(id=f"wide{number:012x}", ended=number, names=("one", "other"), line=line))
    return played, games


def put_in(file: Path, dice: Dice, games: int) -> None:
    """Put games into the tables of a store that nobody has open, sorted."""
    writer = sqlite3.connect(file)
    writer.execute("PRAGMA synchronous = OFF")
    writer.execute("CREATE TEMP TABLE raw (position, source, seat, move, result, last, ended)")
    for game_ in dice.games(0, games):
        names = msgspec.json.encode(game_.names)
        writer.execute(
            "INSERT INTO brought VALUES (?, 'dice', ?, ?, ?)", (game_.id, game_.ended, names, game_.line)
        )
        rows = [(*row, game_.id, game_.ended) for row in rows_of(read_line(game_.line))]
        writer.executemany("INSERT INTO raw VALUES (?, ?, ?, ?, ?, ?, ?)", rows)
        if game_.ended % 10_000 == 0:
            print(f"\r{game_.ended:,} games", end="", flush=True)
    writer.execute(
        """INSERT INTO explored SELECT position, source, seat, move, result, count(*), max(last), max(ended) FROM raw
           GROUP BY position, source, seat, move, result"""
    )
    writer.commit()
    writer.close()
    print()


async def bring(store: Store, games: Iterable[Brought]) -> float:
    """Count games as those from files; how many a second."""
    some, done, began = list(games), 0, 0.0
    began = time.perf_counter()
    while done < len(some):
        done += await store.explorer.bring("dice", some[done : done + TOGETHER])
    return done / (time.perf_counter() - began)


async def fill_own(store: Store) -> None:
    """Somebody who has played as many games as are counted for one."""
    dice = Dice(2)
    for number in range(MOST_OWN):
        players = (Player("Ann", "person", "ann"), Player("The engine", "machine"))
        one = entry(
            number, id=f"own{number:09}", room=f"own{number}", players=players, game=NAME, public=False
        )
        await store.archive.remember(
            one.room, 1, [Kept(one, b"{}", msgspec.msgpack.encode(dice.line(1)))], (), 0
        )


async def times(ask: Callable[[Replay], Awaitable[Any]], questions: list[Replay]) -> Times:
    found = []
    cpu = time.process_time()
    for question in questions:
        began = time.perf_counter()
        await ask(question)
        found.append(1000 * (time.perf_counter() - began))
    return Times(found, 1000 * (time.process_time() - cpu) / len(questions))


async def measure(store: Store) -> list[tuple[str, str, str, str, str]]:
    dice = Dice(3)
    start = [dice.question(0)] * ASKED
    spread = [dice.question(number % (ALIKE + 1)) for number in range(ASKED)]
    crowded, crowd = wide()
    await bring(store, crowd)
    await explore(store, start[0])
    rows = []
    for name, questions, wanted in (
        ("the start", start, EVERYTHING),
        ("anywhere in the first rounds", spread, EVERYTHING),
        (f"where {len(crowd):,} rows are kept of {len(crowd) // 3:,} moves", [crowded] * ASKED, EVERYTHING),
        ("in 1,000 games of one's own", spread, Wanted(guest="ann")),
    ):
        rows.append((name, *(await times(lambda one, w=wanted: explore(store, one, w), questions)).row))  # type: ignore[misc]  # of a lambda mypy cannot say more
    return rows


def size(file: Path) -> int:
    return file.stat().st_size


async def on_sqlite(file: Path, games: int) -> tuple[str, str]:
    """A line about the room that the games take, and a table of answers."""
    await (await open_store(f"sqlite:{file}")).close()
    bulk = max(0, games - BY_THE_DOOR)
    put_in(file, Dice(1), bulk)
    gc.collect()  # who asks has no tree of dice to look after
    store = await open_store(f"sqlite:{file}")
    try:
        pace = await bring(store, Dice(4).games(bulk, games))
        await fill_own(store)
        rows = await measure(store)
    finally:
        await store.close()
    room = size(file) / games
    return f"{games:,} games: {room:,.0f} bytes a game; {pace:,.0f} more are counted a second.", answers(rows)


async def on_postgres(url: str, games: int) -> tuple[str, str]:
    store = await open_store(url)
    try:
        pace = await bring(store, Dice(1).games(0, games))
        await fill_own(store)
        rows = await measure(store)
    finally:
        await store.close()
    return f"{games:,} games: {pace:,.0f} are counted a second.", answers(rows)


def answers(rows: list[tuple[str, str, str, str, str]]) -> str:
    return table(("ms", "CPU", "half", "99 of 100", "slowest"), rows)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "explorer.sqlite3"
        sqlite = asyncio.run(on_sqlite(file, games))
    with cluster() as postgres:
        shared = asyncio.run(on_postgres(postgres.database(), games))
    text = "\n\n".join(
        (
            "Games by dice, 16 rounds of each counted, the first 7 as people would play, the others on ways of their own. An answer is all of it: the position laid, found, the last games named, and told in words. CPU is what this process took, without PostgreSQL's own; the others are by the clock.",
            "### SQLite", *sqlite, "### PostgreSQL", *shared,
        )
    )  # fmt: skip
    if games >= GAMES:
        write_section("Explorer: how soon it answers", COMMAND, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
