"""`quintet review`: a finished game, move by move: what each was worth, what would have been better, and what decided it."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, Any

from quintet.commands import Commands, command
from quintet.commands.arguments import (
    add_cluster,
    add_game_files,
    chosen_cluster,
    for_each_record,
    take_game_files,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from quintet.games.contract import AnyGame
    from quintet.games.record import Replay
    from quintet.say.review import ToldReview
    from quintet.study.plan import EffortName
    from quintet.study.review import Review

ROWS = 8
"""Lines of the graph."""
BLOCKS = " ▁▂▃▄▅▆▇█"
STYLES = {"blunder": "red", "mistake": "magenta", "inaccuracy": "yellow", "only": "cyan", "best": "green"}
INTERRUPTED = 130
"""What a shell calls the exit code of a program that Ctrl-C ended."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "review",
        review_aloud,
        "Tell what every move of a finished game was worth.",
        "Moves are graded by what they lose of the result to expect; mistakes get the better move.",
        needs=("engine",),
    )
    parser.add_argument(
        "file",
        metavar="FILE",
        help="a game, or several, in any format that 'quintet convert' reads; - reads the standard input",
    )
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--quick", action="store_true", help="look once, and briefly")
    how.add_argument("--deep", action="store_true", help="look ten times as long as usual")
    parser.add_argument("--json", action="store_true", help="one line of JSON for each game")
    add_cluster(parser, "review")
    add_game_files(parser)


class InterruptedReviewError(KeyboardInterrupt):
    """Ctrl-C, after what was known was told."""


def review_aloud(parsed: argparse.Namespace) -> int:
    take_game_files(parsed)
    effort: EffortName = "quick" if parsed.quick else "deep" if parsed.deep else "usual"

    def handle(played: Replay) -> None:
        found, whole = reviewed(played, effort, quiet=parsed.json)
        show(played, found, as_json=parsed.json)
        if not whole:
            raise InterruptedReviewError

    if parsed.cluster is not None:
        return review_afar(parsed, effort)
    try:
        return for_each_record(parsed.file, handle, as_json=parsed.json)
    except InterruptedReviewError:
        print("quintet: stopped; this is what was found so far", file=sys.stderr)
        return INTERRUPTED


def show(played: Replay, found: Review, *, as_json: bool) -> None:
    if as_json:
        import msgspec

        print(msgspec.json.encode(found).decode(), flush=True)
    else:
        tell(played, found)


def review_afar(parsed: argparse.Namespace, effort: EffortName) -> int:
    """Every game of the file on a cluster; told in the order of the file, each as soon as those before it are."""
    from quintet.games.record import write_record
    from quintet.study.afar import Look, look_at

    games: list[Replay] = []
    code = for_each_record(parsed.file, games.append, as_json=parsed.json)
    tasks = (
        Look(number=number, record=write_record(played.record()), effort=effort)
        for number, played in enumerate(games)
    )
    waiting: dict[int, Review | str] = {}
    shown = 0

    def done(result: tuple[int, Review | str]) -> bool:
        nonlocal shown, code
        waiting[result[0]] = result[1]
        while shown in waiting:
            found = waiting.pop(shown)
            if isinstance(found, str):
                code = 2
                print(f"quintet: record {shown + 1}: {found}", file=sys.stderr)
            else:
                show(games[shown], found, as_json=parsed.json)
            shown += 1
        return True

    with chosen_cluster(parsed.cluster) as there:
        assert there is not None
        there.each(look_at, tasks, done)
    return code


def reviewed(played: Replay, effort: EffortName, *, quiet: bool) -> tuple[Review, bool]:
    """The review, with a bar that shows how far it is; as far as it came, and False, if somebody interrupts it."""
    from concurrent.futures import Future
    from threading import Thread

    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from quintet.engine import Stop
    from quintet.study.review import review

    console, stop = Console(stderr=True), Stop()
    done: Future[Review] = Future()
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    hidden = quiet or not console.is_terminal
    with Progress(*columns, console=console, transient=True, disable=hidden) as progress:
        task = progress.add_task("looking at every move", total=None)

        def watch(taken: int, wanted: int) -> None:
            progress.update(task, completed=taken, total=wanted)

        def work() -> None:
            try:
                done.set_result(review(played, effort, stop=stop, watch=watch))
            except BaseException as error:
                done.set_exception(error)

        Thread(target=work, daemon=True).start()  # compiled code does not hear Ctrl-C
        try:
            return done.result(), True
        except KeyboardInterrupt:
            stop.now()
            return done.result(), False


def tell(played: Replay, found: Review) -> None:
    """The whole review as it is read on a terminal."""
    from rich.console import Console

    from quintet.games.title import title
    from quintet.say.review import player_text, told_review

    told = told_review(played.game, found, names_of(played))
    console = Console(highlight=False, soft_wrap=False)
    console.print(f"{title(played.game)}: {' – '.join(told.names)}", style="bold", markup=False)
    console.print()
    draw_graph(console, told)
    console.print(move_table(played.game, told))
    if told.turning:
        console.print("\n◆ Turning points", style="bold")
        for number in told.turning:
            console.print(f"  {told.moves[number].round + 1}. {told.moves[number].said}", markup=False)
        console.print()
    for player in told.players:
        console.print(player_text(player), markup=False)
        if player.phases:
            thirds = ", ".join(f"{name.lower()} {share}" for name, share in player.phases)
            console.print(f"  {thirds}", style="dim", markup=False)
    console.print(told.note, style="dim", markup=False)
    console.print()


def names_of(played: Replay) -> tuple[str, ...]:
    """Those who played, or their sides where nobody is named."""
    from quintet.say.people import apart, sides

    game = played.game
    known = played.told.players if played.told else ()
    return apart(known or ("",) * game.seats, sides(game, game.describe(played.position)))


def draw_graph(console: Console, told: ToldReview) -> None:
    """How the chances went: of the first player between two, of each among more."""
    shown = (0,) if len(told.names) == 2 else range(len(told.names))
    for seat in shown:
        course = [stood[seat] for stood in told.expected]
        console.print(f"The result that {told.names[seat]} could expect:", style="bold", markup=False)
        for label, line in graph_lines(course, max(10, console.width - 8)):
            console.print(f"{label:>6} {line}", markup=False)
        console.print()


def graph_lines(course: Sequence[float | None], width: int) -> list[tuple[str, str]]:
    """The graph as text, a column a position; where there are more than columns, some are left out."""
    if len(course) > width:
        course = [course[n * len(course) // width] for n in range(width)]
    lines = []
    for row in range(ROWS - 1, -1, -1):
        label = {ROWS - 1: "100 %", ROWS // 2 - 1: "50 %", 0: "0 %"}.get(row, "")
        cells = [" " if share is None else cell(share * ROWS - row) for share in course]
        lines.append((label, "".join(cells)))
    return lines


def cell(filled: float) -> str:
    return BLOCKS[round(min(max(filled, 0.0), 1.0) * (len(BLOCKS) - 1))]


def move_table(game: AnyGame, told: ToldReview) -> Any:
    from rich.table import Table
    from rich.text import Text

    from quintet.say.marks import move_text

    table = Table(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    lucky = any(one.luck for one in told.moves)
    table.add_column("", justify="right")
    for heading in ("player", "move", ""):
        table.add_column(heading)
    points = [game.unit[1]] if game.unit else []
    for heading in ("loses", *points, *(["chance"] if lucky else [])):
        table.add_column(heading, justify="right")
    table.add_column("better")
    for number, one in enumerate(told.moves):
        style = STYLES.get(one.grade, "")
        mark = " ◆" if number in told.turning else ""
        word = f"{one.glyph:2} {one.word}" if one.word else ""
        cells = [
            str(one.round + 1),
            told.names[one.seat],
            one.text,
            word + mark + (f", {one.badge}" if one.badge else ""),
            one.loses,
            *([one.points] if points else []),
            *([one.luck or ""] if lucky else []),
            ", ".join(move_text(game, move) for move in one.line[:4]),
        ]
        table.add_row(*(Text(text, style=style) for text in cells))
    return table
