"""`quintet puzzles`: solve them in the terminal, find new ones in games, prove those that are there."""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from quintet.commands import Commands, command
from quintet.commands.arguments import (
    add_cluster,
    chosen_cluster,
    found_records,
    named_game,
    played_through,
)
from quintet.commands.numbers import whole
from quintet.inputs import UsageError, read_settings

if TYPE_CHECKING:
    from quintet.games.contract import AnyGame
    from quintet.study.afar import Dig
    from quintet.study.puzzles import Puzzle

ACTIONS = ("solve", "list", "day", "mine", "check")
GOALS = ("win", "draw", "hold", "force", "most", "mix")
"""As in study/puzzles.py, which is not read before it is needed."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "puzzles",
        run,
        "Solve puzzles whose answers are proven, find new ones, or prove them again.",
        "Without a word: one to solve. 'mine' looks for them in games of the engine, in the records of a file, or in a server's archive.",
        needs=("engine",),
    )
    parser.add_argument("action", nargs="?", choices=ACTIONS, default="solve", help="what to do (solve)")
    parser.add_argument(
        "what", metavar="GAME|ID", nargs="?", help="of which game, or which puzzle; any by default"
    )
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="mine: a setting of the game, such as size=6",
    )
    parser.add_argument(
        "--record", metavar="FILE", help="mine: look in the games of this file, in any format"
    )
    parser.add_argument(
        "--store",
        metavar="URL",
        help="mine: look in the public games that people have played on the server of this store, such as a SQLite file",
    )
    parser.add_argument(
        "--goal",
        metavar="GOAL",
        action="append",
        choices=GOALS,
        help=f"only with this goal, one of {', '.join(GOALS)}; may be given several times",
    )
    parser.add_argument(
        "--least",
        metavar="RATING",
        type=whole("--least"),
        default=0,
        help="mine: only those that seem at least so hard; 1500 is the middle",
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", 1),
        default=100,
        help="mine: let the engine play so many games (100)",
    )
    parser.add_argument(
        "--want", metavar="N", type=whole("--want", 1), help="mine: stop when so many are found"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole("--seed"), default=0, help="for what is drawn by lot (0)"
    )
    parser.add_argument(
        "--sample", metavar="N", type=whole("--sample", 1), help="check: only so many of each game"
    )
    add_cluster(parser, "mine:")
    parser.add_argument("-o", "--out", metavar="FOLDER", help="mine: add them to the files of this folder")


def run(parsed: argparse.Namespace) -> int:
    return {"solve": solve, "list": show_list, "day": day, "mine": mine, "check": check}[parsed.action](
        parsed
    )


def chosen(parsed: argparse.Namespace) -> list[Puzzle]:
    """The puzzles that are meant: one by its id, those of a game, or all."""
    from quintet.games.errors import near
    from quintet.study.puzzles import PuzzleError, find, games, shipped

    if parsed.what is not None and parsed.what not in games():
        try:
            return [find(parsed.what)]
        except PuzzleError as error:
            raise UsageError(f"{error}{near(parsed.what, games())}") from None
    names = games() if parsed.what is None else (parsed.what,)
    found = [puzzle for name in names for puzzle in shipped(name)]
    if not parsed.goal:
        return found
    kept = [puzzle for puzzle in found if puzzle.goal in parsed.goal]
    if found and not kept:
        raise UsageError(
            f"no puzzle of these has the goal {parsed.goal[0]}; they have {', '.join(sorted({one.goal for one in found}))}"
        )
    return kept


def show_list(parsed: argparse.Namespace) -> int:
    from quintet.say.puzzles import SHORT, hardness, theme_names
    from quintet.study.puzzles import game_of

    for puzzle in chosen(parsed):
        game = game_of(puzzle)
        themes = ", ".join(theme_names(game, puzzle.themes)).lower()
        print(
            f"{puzzle.id}  {game.title:16} {SHORT[puzzle.goal]:16} {puzzle.rating} {hardness(puzzle.rating):9} {themes}"
        )
    return 0


# --- solving ----------------------------------------------------------------------------------------------------------


def day(parsed: argparse.Namespace) -> int:  # noqa: ARG001  (a handler's form)
    from datetime import UTC, datetime

    from quintet.study.puzzles import of_the_day

    return ask(of_the_day(datetime.now(UTC).date()))


def solve(parsed: argparse.Namespace) -> int:
    known = chosen(parsed)
    if not known:
        raise UsageError("no puzzles are installed here; 'quintet puzzles mine GAME -o FOLDER' makes some")
    rng = random.Random(parsed.seed) if parsed.seed else random.Random()
    return ask(rng.choice(known))


def ask(puzzle: Puzzle) -> int:
    """One puzzle at the terminal: as many tries as somebody likes."""
    from quintet.draw import draw_text
    from quintet.games.contract import MoveError
    from quintet.say.puzzles import ASKED, answer_text, counts_of, hardness, hint_text, tried_text
    from quintet.study.puzzles import game_of, solves

    game = game_of(puzzle)
    position = game.load(puzzle.position)
    print(f"{game.title}, puzzle {puzzle.id} ({hardness(puzzle.rating)})\n")
    print(draw_text(game, position))
    print("", *counts_of(game, game.describe(position)), sep="\n")
    print(f"\n{who(game, position, puzzle.seat)}. {ASKED[puzzle.goal]}")
    print("Type a move, 'hint' or 'answer'; an empty line ends it.")
    while True:
        try:
            text = input("> ").strip()
        except EOFError:
            text = ""
        if not text:
            return 1
        if text == "hint":
            print(hint_text(game, puzzle))
        elif text == "answer":
            print(answer_text(game, puzzle.right, puzzle.line))
            return 1
        else:
            try:
                right = solves(puzzle, text)
            except MoveError as error:
                print(f"{error}".capitalize() + ".")
                continue
            print(tried_text(game, puzzle.goal, game.parse(text), right))
            if right:
                return 0


def who(game: AnyGame, position: Any, seat: int) -> str:
    from quintet.say.people import side

    return f"You are {side(game, game.describe(position), seat)}"


# --- finding and proving ----------------------------------------------------------------------------------------------


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
    """Add them to the files of a folder, each once."""
    from quintet.study.mining import look_of
    from quintet.study.puzzles import write

    for name in sorted({puzzle.game for puzzle in found}):
        known = (*existing(folder, name), *(puzzle for puzzle in found if puzzle.game == name))
        merged = {look_of(puzzle): puzzle for puzzle in known}
        print(f"{write(name, list(merged.values()), folder)}: {len(merged)} puzzles")


def existing(folder: Path, name: str) -> list[Puzzle]:
    from quintet.study.puzzles import read

    file = folder / f"{name}.json"
    return list(read(file)) if file.is_file() else []


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
