"""`quintet arena`: a match between players, and what it proves."""

from __future__ import annotations

import argparse
import os
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from quintet.commands import Commands, command, listing
from quintet.commands.arguments import add_cluster, chosen_cluster, chosen_game, found_records, game_help
from quintet.commands.numbers import number, seconds, whole
from quintet.games.contract import AnyGame, short
from quintet.inputs import UsageError
from quintet.players import HUMAN, KINDS, check_player, full_name

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from quintet.arena.cluster import Cluster
    from quintet.arena.rating import Sprt
    from quintet.arena.records import Records
    from quintet.arena.schedule import Schedule
    from quintet.arena.summary import Summary


Found = TypeVar("Found")
GAMES = 100
"""Of each line-up, unless somebody says how many."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "arena",
        arena,
        "Play a match between programs.",
        "Everybody meets everybody, from random openings or those of a file, in every seat once.",
        appendix=list_players,
        needs=("engine",),
    )
    parser.add_argument("players", metavar="PLAYER", nargs="+", help="two or more of those listed below")
    parser.add_argument("--game", metavar="GAME", required=True, help=game_help())
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="a setting of the game"
    )
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole("--games", 1, 1_000_000),
        help="games of each line-up of players (100; with --openings, each of them once)",
    )
    parser.add_argument(
        "--gauntlet", action="store_true", help="the first player meets each of the others, who do not meet"
    )
    parser.add_argument(
        "--openings",
        metavar="FILE",
        help="begin where the games of this file stand, in any format that 'quintet convert' reads",
    )
    parser.add_argument(
        "--plies",
        metavar="N",
        type=whole("--plies", 0, 1000),
        help="random rounds of moves before each game; with --openings, so many of the file's",
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole("--seed"), default=0, help="another number, other openings (0)"
    )
    parser.add_argument(
        "--limit",
        metavar="S",
        type=seconds("--limit"),
        default=30.0,
        help="seconds for a move; more loses (30)",
    )
    parser.add_argument(
        "--jobs",
        metavar="N",
        type=whole("--jobs", 1, 256),
        default=1,
        help="games at the same time (1); with --cluster local, its workers",
    )
    add_cluster(parser, "play")
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=number("--sprt", above=-1000, most=1000, of=" of Elo"),
        help="stop as soon as it is clear whether the first is ELO1 stronger than the second, or only ELO0",
    )
    parser.add_argument("--html", metavar="FILE", help="write the report as a page with plots, too")
    keep = parser.add_mutually_exclusive_group()
    keep.add_argument("--records", metavar="FILE", help="write every game to this new file, one on each line")
    keep.add_argument("--resume", metavar="FILE", help="the same, going on with what the file holds already")


def list_players() -> str:
    from quintet.engine.baselines import BASELINES

    kinds = listing("players", {kind.written: kind.help for kind in KINDS})
    return kinds + "\n" + listing("frozen players", {name: it.help for name, it in BASELINES.items()})


def arena(parsed: argparse.Namespace) -> None:
    from quintet.arena.records import Records
    from quintet.arena.report import write_report
    from quintet.arena.summary import summarise

    game = chosen_game(parsed)
    players = chosen_players(parsed.players, game)
    sprt = chosen_sprt(parsed.sprt, players)
    schedule = chosen_schedule(parsed, game, players)
    records = Records(game, chosen_file(parsed))
    if parsed.html is not None:
        check_folder(Path(parsed.html))
    with records.held():
        if records.path is not None:
            records.read(schedule)
        try:
            with chosen_cluster(parsed.cluster, parsed.jobs) as there:
                play_match(schedule, records, sprt, jobs=parsed.jobs, limit=parsed.limit, cluster=there)
        finally:
            summary = summarise(game, players, records.results, schedule.total, sprt)
            if records.results:
                try:  # each is written even if the other cannot be
                    write_page(parsed.html, summary)
                finally:
                    print(write_report(summary))


def chosen_schedule(parsed: argparse.Namespace, game: AnyGame, players: tuple[str, ...]) -> Schedule:
    from quintet.arena.openings import read_openings
    from quintet.arena.schedule import Schedule

    openings = []
    if parsed.openings is not None:
        openings = read_openings(game, counted(found_records(parsed.openings)), parsed.plies)
    games = parsed.games or (game.seats * len(openings) if openings else GAMES)
    return Schedule(
        game,
        players,
        games,
        seed=parsed.seed,
        plies=parsed.plies,
        openings=openings,
        gauntlet=parsed.gauntlet,
    )


def counted(records: Iterable[Found]) -> Iterator[Found]:
    """The same, telling whoever waits at a terminal how many there were so far."""
    from rich.console import Console

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from records
        return
    with console.status("Reading the openings.") as status:
        for number, record in enumerate(records, start=1):
            status.update(f"Reading the openings: {number:,} games.")
            yield record


def chosen_players(texts: list[str], game: AnyGame) -> tuple[str, ...]:
    """The players in full writing, each of them checked."""
    players = tuple(full_name(text) for text in texts)
    for text, player in zip(texts, players, strict=True):
        if player == HUMAN:
            raise UsageError("people cannot play in the arena; give programs")
        if not text.isprintable():  # in a report, and in the records
            raise UsageError(f"{short(text)} holds letters that cannot be written down: give it another name")
        check_player(text, game)
        if players.count(player) > 1:
            raise UsageError(
                f"{player} is named twice, and a match tells players apart: give some that differ; "
                "what a seat is worth stands under any match, as points by seat"
            )
    if len(players) < 2:
        raise UsageError("a match needs two players or more")
    return players


def chosen_sprt(bounds: list[float] | None, players: tuple[str, ...]) -> Sprt | None:
    from quintet.arena.rating import Sprt

    if bounds is None:
        return None
    if len(players) != 2:
        raise UsageError("--sprt is for two players")
    if bounds[0] >= bounds[1]:
        raise UsageError(
            f"--sprt takes two Elo numbers, the smaller first, not {bounds[0]:g} and {bounds[1]:g}"
        )
    return Sprt(*bounds)


def chosen_file(parsed: argparse.Namespace) -> Path | None:
    name = parsed.records or parsed.resume
    if name is None:
        return None
    path = Path(name)
    if parsed.records and path.exists() and not (path.is_file() and path.stat().st_size == 0):
        raise UsageError(f"there is a file {short(name)} already; --resume goes on with it")
    check_folder(path)
    return path


def check_folder(path: Path) -> None:
    """Before the match, not after it."""
    if path.is_dir():
        raise UsageError(f"cannot write {short(str(path))}: it is a folder; give the name of a file")
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {short(str(path))}: there is no folder {short(str(path.parent))}")


def play_match(
    schedule: Schedule,
    records: Records,
    sprt: Sprt | None,
    *,
    jobs: int,
    limit: float,
    cluster: Cluster | None = None,
) -> None:
    """Play what the records lack, until the schedule or the test ends it."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    from quintet.arena.match import Result
    from quintet.arena.runner import run
    from quintet.arena.summary import meet

    def undecided() -> bool:
        met = meet(schedule.players[0], schedule.players[1], records.results) if sprt else None
        return sprt is None or met is None or sprt.verdict(met.sample) is None

    done = {result.pairing.number for result in records.results}
    left = (pairing for pairing in schedule if pairing.number not in done)
    console = Console(stderr=True)
    shown = (
        TextColumn("{task.description}", markup=False),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*shown, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task(" - ".join(schedule.players), total=schedule.total, completed=len(done))

        def finished(result: Result) -> bool:
            records.add(result)
            if console.is_terminal:
                show_score(progress, task, schedule, records)
            return undecided()

        if undecided():
            run(schedule.game, left, finished, jobs=jobs, limit=limit, cluster=cluster)


def show_score(progress: Progress, task: TaskID, schedule: Schedule, records: Records) -> None:
    from quintet.arena.summary import stand

    told = ", ".join(
        f"{name} {100 * stand(name, records.results, None).score:.0f} %" for name in schedule.players
    )
    progress.update(task, description=told, completed=len(records.results))


def write_page(name: str | None, summary: Summary) -> None:
    if name is None:
        return
    from quintet.arena.html import write_html

    try:
        write_whole(Path(name), write_html(summary))
    except OSError as error:
        raise UsageError(f"cannot write {short(name)}: {(error.strerror or str(error)).lower()}") from error


def write_whole(path: Path, text: str) -> None:
    """All of it, or the file stays as it is: on a full disk a page of an earlier match is not lost for half of a new one."""
    if path.exists() and not path.is_file():  # such as a pipe
        path.write_text(text, encoding="utf-8", errors="backslashreplace")
        return
    part = path.with_name(f"{path.name}.{os.getpid()}.part")
    try:
        part.write_text(text, encoding="utf-8", errors="backslashreplace")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)
