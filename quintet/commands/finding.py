"""`quintet puzzles mine`, `grade` and `check`: find new puzzles in games, say anew how hard they are, prove them again."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.commands.arguments import chosen_cluster, found_records, named_game, played_through
from quintet.commands.puzzles import GOALS, chosen
from quintet.inputs import UsageError, read_settings

if TYPE_CHECKING:
    from quintet.games.contract import AnyGame
    from quintet.study.afar import Dig
    from quintet.study.puzzles import Puzzle


def mine(parsed: argparse.Namespace) -> int:
    """Go through games one after the other; what was found by then is kept when somebody stops it."""
    from quintet.study import mining

    found: list[Puzzle] = []
    try:
        if parsed.cluster is not None:
            mine_afar(parsed, found)
        for kind, games, total in sources(parsed) if parsed.cluster is None else ():
            goals = tuple(parsed.goal or GOALS)
            for count, puzzle in enumerate(mining.mine(kind, games, parsed.seed, goals), start=1):
                found += [] if puzzle is None or puzzle.rating < parsed.least else [puzzle]
                tell(f"{len(found)} puzzles in {count} of {total} games")
                if parsed.want and len(found) >= parsed.want:
                    break
    except KeyboardInterrupt:
        tell("stopped: what was found is kept")
    tell("", end=True)
    if parsed.out is None:
        for puzzle in found:
            print(f"{puzzle.id}  {puzzle.rating}  {'; '.join(puzzle.right[:3])}")
    else:
        keep(found, Path(parsed.out))
    return 0


def mine_afar(parsed: argparse.Namespace, found: list[Puzzle]) -> None:
    """The same on a cluster: every game by itself, and whatever comes first is counted first."""
    from quintet.study.afar import dig
    from quintet.study.mining import look_of

    tasks, total = digs(parsed)
    known: set[str] = set()
    count = 0

    def done(puzzle: Puzzle | None) -> bool:
        nonlocal count
        count += 1
        if puzzle is not None and puzzle.rating >= parsed.least and look_of(puzzle) not in known:
            known.add(look_of(puzzle))
            found.append(puzzle)
        tell(f"{len(found)} puzzles in {count} of {total} games")
        return not parsed.want or len(found) < parsed.want

    with chosen_cluster(parsed.cluster) as there:
        assert there is not None
        there.each(dig, tasks, done)


def digs(parsed: argparse.Namespace) -> tuple[Iterator[Dig], int]:
    """Every game to look in as a task, and how many they are."""
    from quintet.study.afar import Dig

    goals = tuple(parsed.goal or GOALS)
    if not (parsed.record or parsed.store):
        kind = named_rules(parsed)
        played = ((kind, ()) for _ in range(parsed.games))
        total = parsed.games
    else:
        groups = recorded(parsed)
        played = (
            (kind, tuple(map(kind.dump, positions))) for kind, games in groups.items() for positions in games
        )
        total = sum(map(len, groups.values()))
    tasks = (
        Dig(
            game=kind.name,
            options=kind.settings,
            number=number,
            seed=parsed.seed,
            goals=goals,
            positions=seen,
        )
        for number, (kind, seen) in enumerate(played)
    )
    return tasks, total


def named_rules(parsed: argparse.Namespace) -> AnyGame:
    """The game that is named, with its settings."""
    from quintet.games import game

    if parsed.what is None:
        raise UsageError("say of which game: quintet puzzles mine GAME, or --record FILE, or --store URL")
    name = named_game(parsed.what)
    return game(name, **read_settings(type(game(name)).options, parsed.set))


def recorded(parsed: argparse.Namespace) -> dict[AnyGame, list[list[Any]]]:
    """The positions of the games in a file or a store."""
    return by_rules(found_records(parsed.record) if parsed.record else archived(parsed.store, parsed.what))


def sources(parsed: argparse.Namespace) -> Iterator[tuple[AnyGame, Iterator[list[Any]], int]]:
    """Each game to look in, with the positions of every time it was played, and how often that was."""
    from quintet.study.mining import played_by_levels

    if parsed.record or parsed.store:
        for kind, games in recorded(parsed).items():
            yield kind, iter(games), len(games)
        return
    kind = named_rules(parsed)
    rng = random.Random(f"games {parsed.seed}")
    yield kind, (played_by_levels(kind, rng) for _ in range(parsed.games)), parsed.games


def by_rules(records: Iterable[Any]) -> dict[AnyGame, list[list[Any]]]:
    """The positions of every game, those played by the same rules together."""
    groups: dict[AnyGame, list[list[Any]]] = {}
    for record in records:
        played = played_through(record)
        positions = [played.start, *(step.position for step in played.steps)]
        groups.setdefault(played.game, []).append(positions)
    return groups


def archived(url: str, name: str | None) -> list[Any]:
    """The public games of a store in which people played, of one game or of all, as records."""
    import asyncio

    wanted = named_game(name) if name is not None else ""
    found = asyncio.run(public_games(url, wanted))
    if not found:
        raise UsageError(
            "there are no public games of people in this store; 'quintet store archive' brings its list up to date"
        )
    return found


async def public_games(url: str, game: str) -> list[Any]:
    from quintet.games.record import read_record
    from quintet.store import open_store
    from quintet.store.archive import MOST_FOUND, Search

    store = await open_store(url, there=True)
    records: list[Any] = []
    after = None
    try:
        while page := await store.archive.find(Search(game=game, after=after)):
            after = (page[-1].ended, page[-1].id)
            for entry in page:
                people = any(player.kind == "person" for player in entry.players)
                kept = await store.archive.kept(entry.id) if people else None
                records += [] if kept is None else [read_record(kept.record.decode())]
            if len(page) < MOST_FOUND:
                break
    finally:
        await store.close()
    return records


def tell(text: str, *, end: bool = False) -> None:
    """How far it is, on one line, where somebody looks."""
    if sys.stderr.isatty():
        print(f"\r\x1b[2K{text}", end="\n" if end else "", file=sys.stderr, flush=True)


def keep(found: list[Puzzle], folder: Path) -> None:
    """Add them to the files of a folder, each once; where too many have the same answer the easiest of those go."""
    from quintet.study.mining import look_of, varied
    from quintet.study.puzzles import write

    for name in sorted({puzzle.game for puzzle in found}):
        known = (*existing(folder, name), *(puzzle for puzzle in found if puzzle.game == name))
        merged = varied({look_of(puzzle): puzzle for puzzle in known}.values())
        print(f"{write(name, merged, folder)}: {len(merged)} puzzles")


def existing(folder: Path, name: str) -> list[Puzzle]:
    from quintet.study.puzzles import read

    file = folder / f"{name}.json"
    return list(read(file)) if file.is_file() else []


def grade(parsed: argparse.Namespace) -> int:
    """Say anew how hard they are, by what is known of them today."""
    from quintet.study.mining import graded_again

    known = chosen(parsed)
    graded: list[Puzzle] = []
    for count, puzzle in enumerate(known, start=1):
        graded.append(graded_again(puzzle))
        tell(f"{count} of {len(known)} graded")
    tell("", end=True)
    for before, now in zip(known, graded, strict=True):
        if now.rating != before.rating:
            print(f"{now.id}  {before.rating} → {now.rating}")
    if parsed.out is not None:
        keep(graded, Path(parsed.out))
    return 0


def check(parsed: argparse.Namespace) -> int:
    """Prove them again, each by itself."""
    from quintet.study.proving import why_wrong

    known = chosen(parsed)
    if parsed.sample:
        rng = random.Random(parsed.seed)
        by_game: dict[str, list[Puzzle]] = {}
        for puzzle in known:
            by_game.setdefault(puzzle.game, []).append(puzzle)
        known = [
            one for group in by_game.values() for one in rng.sample(group, min(parsed.sample, len(group)))
        ]
    wrong = 0
    for count, puzzle in enumerate(known, start=1):
        fault = why_wrong(puzzle)
        if fault:
            wrong += 1
            print(f"{puzzle.id} ({puzzle.game}): {fault}")
        tell(f"{count} of {len(known)} proved")
    tell("", end=True)
    print(f"{len(known) - wrong} of {len(known)} puzzles are as they say")
    return 1 if wrong else 0
