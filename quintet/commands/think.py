"""`quintet think`, `solve` and `warm`: the engine on the command line."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from concurrent.futures import Future
from functools import partial
from threading import Thread
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_position, for_each_position, named_game
from quintet.commands.numbers import seconds, whole
from quintet.players import STRONGEST

if TYPE_CHECKING:
    from quintet.engine import Thought
    from quintet.games.record import Replay


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "think",
        think_aloud,
        "Ask the engine for a move.",
        "Prints one line of JSON for each seat in turn; the strongest level if nothing is said.",
    )
    add_position(parser)
    spend = parser.add_mutually_exclusive_group()
    spend.add_argument("--level", metavar="N", type=whole("--level", 1, STRONGEST), help=f"1 to {STRONGEST}")
    spend.add_argument("--seconds", metavar="S", type=seconds("--seconds"), help="think for so long")
    spend.add_argument("--nodes", metavar="N", type=whole("--nodes", 1), help="look at so many positions")
    parser.add_argument(
        "--seed", metavar="N", type=whole("--seed"), default=0, help="for whatever is drawn by lot (0)"
    )

    parser = command(
        commands,
        "solve",
        solve_position,
        "Solve a position, however long it takes.",
        "Prints the proven value and a best move as one line of JSON for each seat in turn.",
    )
    add_position(parser)

    parser = command(
        commands,
        "warm",
        warm_up,
        "Compile the engine once, so that no move waits for it.",
        "Later starts only load it.",
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="the games to compile for; all by default")


def think_aloud(parsed: argparse.Namespace) -> int:
    from quintet.engine import Budget, think

    budget = None
    if parsed.seconds is not None or parsed.nodes is not None:
        budget = Budget(seconds=parsed.seconds, nodes=parsed.nodes)

    def handle(played: Replay) -> None:
        refuse_if_over(played)
        for seat in played.owing:
            ask = partial(
                think,
                played.game,
                played.position,
                seat,
                level=parsed.level,
                budget=budget,
                seed=parsed.seed,
            )
            print(as_line(interruptible(ask)), flush=True)

    return for_each_position(parsed, handle, as_json=True)


def interruptible(work: Callable[[], Thought]) -> Thought:
    """Compiled code does not hear Ctrl-C, so it works in a thread of its own, which is then left behind."""
    done: Future[Thought] = Future()

    def run() -> None:
        try:
            done.set_result(work())
        except BaseException as error:
            done.set_exception(error)

    Thread(target=run, daemon=True).start()
    return done.result()


def refuse_if_over(played: Replay) -> None:
    from quintet.engine import EngineError

    if not played.owing:
        raise EngineError("the game is over: there is no move to think about")


def as_line(thought: Thought) -> str:
    import msgspec

    return msgspec.json.encode(thought).decode()


def solve_position(parsed: argparse.Namespace) -> int:
    return for_each_position(parsed, solve_aloud, as_json=True)


def solve_aloud(played: Replay) -> None:
    refuse_if_over(played)
    for seat in played.owing:
        print(as_line(solve_seat(played, seat)), flush=True)


def solve_seat(played: Replay, seat: int) -> Thought:
    """The solution for one seat, with progress where somebody sees it."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    from quintet.engine import solve

    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("solving", total=1.0)

        def tell(text: str, done: float) -> None:
            progress.update(task, description=text, completed=done)

        return solve(played.game, played.position, seat, tell)


def warm_up(parsed: argparse.Namespace) -> None:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    from quintet.engine.warm import can_keep, count_entries, sweep, warm
    from quintet.games import game

    games = sorted({game(named_game(name)).name for name in parsed.games}) or None
    if not can_keep():
        return  # compiling would help nobody
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=count_entries(games))
        warm(
            games,
            lambda name: progress.update(task, description=name.removeprefix("quintet.engine."), advance=1),
        )
    sweep()
    if can_keep():
        print("the engine is ready")
