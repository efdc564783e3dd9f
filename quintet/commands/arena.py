"""`quintet arena`: a match between players, and what it proves."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING

from quintet.commands import Commands, UsageError, command
from quintet.commands.arguments import chosen_game
from quintet.games import GAMES
from quintet.games.contract import AnyGame, short
from quintet.players import HUMAN, KINDS, full_name, make_player

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

    from quintet.arena.rating import Sprt
    from quintet.arena.records import Records
    from quintet.arena.schedule import Schedule
    from quintet.arena.summary import Summary


def add(commands: Commands) -> None:
    kinds = "; ".join(f"{kind.written}: {kind.help}" for kind in KINDS)
    parser = command(
        commands,
        "arena",
        arena,
        "Play a match between programs.",
        "Everybody meets everybody, from random openings, in every seat once.",
    )
    parser.add_argument("players", metavar="PLAYER", nargs="+", help=f"two or more of these: {kinds}")
    parser.add_argument("--game", metavar="GAME", required=True, help=f"one of: {', '.join(GAMES)}")
    parser.add_argument(
        "--set", metavar="OPTION=VALUE", action="append", default=[], help="a setting of the game"
    )
    parser.add_argument(
        "--games", metavar="N", type=int, default=100, help="games of each line-up of players (100)"
    )
    parser.add_argument("--plies", metavar="N", type=int, help="random rounds of moves before each game")
    parser.add_argument("--seed", metavar="N", type=int, default=0, help="another number, other openings (0)")
    parser.add_argument(
        "--limit", metavar="S", type=float, default=30.0, help="seconds for a move; more loses (30)"
    )
    parser.add_argument("--jobs", metavar="N", type=int, default=1, help="games at the same time (1)")
    parser.add_argument(
        "--sprt",
        metavar=("ELO0", "ELO1"),
        nargs=2,
        type=float,
        help="stop as soon as it is clear whether the first is ELO1 stronger than the second, or only ELO0",
    )
    parser.add_argument("--html", metavar="FILE", help="write the report as a page with plots, too")
    keep = parser.add_mutually_exclusive_group()
    keep.add_argument("--records", metavar="FILE", help="write every game to this new file, one on each line")
    keep.add_argument("--resume", metavar="FILE", help="the same, going on with what the file holds already")


def arena(parsed: argparse.Namespace) -> None:
    from quintet.arena.records import Records
    from quintet.arena.report import write_report
    from quintet.arena.schedule import Schedule
    from quintet.arena.summary import summarise

    game = chosen_game(parsed)
    players = chosen_players(parsed.players, game)
    check_numbers(parsed)
    sprt = chosen_sprt(parsed.sprt, players)
    schedule = Schedule(game, players, parsed.games, seed=parsed.seed, plies=parsed.plies)
    records = Records(game, chosen_file(parsed))
    if parsed.html is not None:
        check_folder(Path(parsed.html))
    if parsed.resume is not None:
        records.read(schedule)
    try:
        play_match(schedule, records, sprt, parsed.jobs, parsed.limit)
    finally:
        summary = summarise(game, players, records.results, schedule.total, sprt)
        if records.results:
            print(write_report(summary))
            write_page(parsed.html, summary)


def chosen_players(texts: list[str], game: AnyGame) -> tuple[str, ...]:
    """The players in full writing, each of them checked."""
    players = tuple(full_name(text) for text in texts)
    for text, player in zip(texts, players, strict=True):
        if player == HUMAN:
            raise UsageError("people cannot play in the arena; give programs")
        make_player(text, game)
        if players.count(player) > 1:
            raise UsageError(f"{player} is named twice; give players that differ")
    if len(players) < 2:
        raise UsageError("a match needs two players or more")
    return players


def check_numbers(parsed: argparse.Namespace) -> None:
    for name, low, high in (("games", 1, 1_000_000), ("jobs", 1, 256), ("plies", 0, 1000)):
        value = getattr(parsed, name)
        if value is not None and not low <= value <= high:
            raise UsageError(f"--{name} is a whole number from {low} to {high}, not {value}")
    if not 0 < parsed.limit < 1e6:
        raise UsageError(f"--limit is a number of seconds above 0, not {parsed.limit:g}")


def chosen_sprt(bounds: list[float] | None, players: tuple[str, ...]) -> Sprt | None:
    from quintet.arena.rating import Sprt

    if bounds is None:
        return None
    if len(players) != 2:
        raise UsageError("--sprt is for two players")
    if not -1000 <= bounds[0] < bounds[1] <= 1000:
        raise UsageError(
            f"--sprt takes two Elo numbers, the smaller first, not {bounds[0]:g} and {bounds[1]:g}"
        )
    return Sprt(*bounds)


def chosen_file(parsed: argparse.Namespace) -> Path | None:
    name = parsed.records or parsed.resume
    if name is None:
        return None
    path = Path(name)
    if parsed.records and path.exists():
        raise UsageError(f"there is a file {short(name)} already; --resume goes on with it")
    check_folder(path)
    return path


def check_folder(path: Path) -> None:
    """Before the match, not after it."""
    if not path.parent.is_dir():
        raise UsageError(f"cannot write {short(str(path))}: there is no folder {short(str(path.parent))}")


def play_match(schedule: Schedule, records: Records, sprt: Sprt | None, jobs: int, limit: float) -> None:
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
            run(schedule.game, left, finished, jobs=jobs, limit=limit)


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
        Path(name).write_text(write_html(summary), encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {short(name)}: {(error.strerror or str(error)).lower()}") from error
