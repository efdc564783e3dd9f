"""How soon the explorer answers when it has counted a million games, and how much room they take.

    python -m benchmarks.explorer                       10^6 games in SQLite, 10^5 in PostgreSQL: about half an hour
    python -m benchmarks.explorer --games 20000         a first impression; nothing is written down

The games are made by dice: some moves are likelier than others, as with people, so that many games begin alike and every one goes its own way
in the end. That is the worst for the room they take: most positions were seen once. They come in as games from files do.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from collections.abc import Awaitable, Callable
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
from quintet.store.explorer import MOST_OWN, Brought, Line
from quintet.store.exploring import EVERYTHING, Wanted, explore
from quintet.testing.archive import entry
from tests.postgres import cluster

COMMAND = "python -m benchmarks.explorer"
NAME = "best"
KEPT_ROUNDS = 7
"""So many rounds of the tree of games are kept, so that they are not made again for every game."""
TOGETHER = 5000
ASKED = 400
TAKING = 0.55
"""The likeliest move is played so often, the next of the others, and so on."""
GAMES, SHARED_GAMES = 1_000_000, 100_000


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
                following = self.node(self.rules.apply(at.position, {seat: move})[0])
                if number < KEPT_ROUNDS:
                    at.after[move] = following
            at = following
        return found

    def line(self, source: int) -> bytes:
        rounds = tuple(
            (node.place.number, ((seat, self.same.counted_as(node.place, move)),))
            for node, seat, move in self.walk(self.rules.recurring)
        )
        result = self.rng.choices((0, 1, -1), (48, 46, 6))[0]
        return msgspec.msgpack.encode(Line(source, result, rounds))

    def question(self, rounds: int) -> Replay:
        return Replay(self.rules, [(seat, move) for _, seat, move in self.walk(rounds)])


class Times(NamedTuple):
    """Milliseconds of many answers."""

    values: list[float]

    def at(self, share: float) -> str:
        return f"{sorted(self.values)[min(len(self.values) - 1, int(share * len(self.values)))]:.1f}"

    @property
    def row(self) -> tuple[str, str, str]:
        return self.at(0.5), self.at(0.99), self.at(1)


async def fill(store: Store, games: int, together: int) -> float:
    """Count games; how many a second were counted."""
    dice, done, writing = Dice(1), 0, 0.0
    while done < games:
        some = [
            Brought(id=f"{n:016x}", ended=n, names=("one", "other"), line=dice.line(2))
            for n in range(done, min(games, done + together))
        ]
        began = time.perf_counter()
        await store.explorer.bring("dice", some)
        writing += time.perf_counter() - began
        done += len(some)
        print(f"\r{done:,} games", end="", flush=True)
    print()
    return done / writing


async def fill_own(store: Store) -> None:
    """Somebody who has played as many games as are counted for one."""
    dice = Dice(2)
    for number in range(MOST_OWN):
        players = (Player("Ann", "person", "ann"), Player("The engine", "machine"))
        one = entry(
            number, id=f"own{number:09}", room=f"own{number}", players=players, game=NAME, public=False
        )
        await store.archive.remember(one.room, 1, [Kept(one, b"{}", dice.line(1))], (), 0)


async def times(ask: Callable[[Replay], Awaitable[Any]], questions: list[Replay]) -> Times:
    found = []
    for question in questions:
        began = time.perf_counter()
        await ask(question)
        found.append(1000 * (time.perf_counter() - began))
    return Times(found)


async def measure(store: Store) -> list[tuple[str, str, str, str]]:
    dice = Dice(3)
    start = [dice.question(0)] * ASKED
    spread = [dice.question(number % dice.rules.recurring) for number in range(ASKED)]
    await explore(store, start[0])
    rows = []
    for name, questions, wanted in (
        ("the start", start, EVERYTHING),
        ("anywhere in the first rounds", spread, EVERYTHING),
        ("in 1,000 games of one's own", spread, Wanted(guest="ann")),
    ):
        rows.append((name, *(await times(lambda one, w=wanted: explore(store, one, w), questions)).row))  # type: ignore[misc]  # of a lambda mypy cannot say more
    return rows


async def on(url: str, games: int, together: int, size: Callable[[], int] | None = None) -> tuple[str, str]:
    """A table of answers, and a line about the room that the games take."""
    store = await open_store(url)
    try:
        pace = await fill(store, games, together)
        await fill_own(store)
        rows = await measure(store)
    finally:
        await store.close()
    room = f" {size() / games:,.0f} bytes a game," if size else ""
    return table(
        ("ms", "half", "99 of 100", "slowest"), rows
    ), f"{games:,} games:{room} {pace:,.0f} counted a second."


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--games", type=int, default=GAMES)
    games = parser.parse_args().games
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "explorer.sqlite3"
        sqlite = asyncio.run(on(f"sqlite:{file}", games, TOGETHER, lambda: file.stat().st_size))
    with cluster() as postgres:
        shared = asyncio.run(on(postgres.database(), min(games, SHARED_GAMES), 500))
    text = "\n\n".join(
        (
            "Games by dice, 16 rounds of each counted. An answer is all of it: the position laid, found, the last games named, and told in words.",
            "### SQLite", *reversed(sqlite), "### PostgreSQL", *reversed(shared),
        )
    )  # fmt: skip
    if games >= GAMES:
        write_section("Explorer: how soon it answers", COMMAND, text)
    else:
        print(text)


if __name__ == "__main__":
    main()
