"""`quintet think`, `solve` and `warm`: the engine on the command line."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from quintet.commands import Commands, command
from quintet.commands.arguments import add_position, for_each_position, named_game
from quintet.commands.numbers import seconds, whole
from quintet.players import STRONGEST

if TYPE_CHECKING:
    from msgspec import Struct

    from quintet.engine import Thought
    from quintet.engine.thought import Proof
    from quintet.games.contract import AnyGame
    from quintet.games.record import Replay

Found = TypeVar("Found")


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "think",
        think_aloud,
        "Ask the engine for a move.",
        "For each seat in turn; the strongest level if nothing is said.",
        needs=("engine",),
    )
    add_position(parser)
    parser.add_argument("--json", action="store_true", help="one line of JSON for each seat in turn")
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
        "The proven value and a best move, for each seat in turn.",
        needs=("engine",),
    )
    add_position(parser)
    parser.add_argument("--json", action="store_true", help="one line of JSON for each seat in turn")

    parser = command(
        commands,
        "warm",
        warm_up,
        "Compile the engine once, so that no move waits for it.",
        "Later starts only load it.",
        needs=("engine",),
    )
    parser.add_argument("games", metavar="GAME", nargs="*", help="the games to compile for; all by default")


def think_aloud(parsed: argparse.Namespace) -> int:
    from quintet.engine import Budget, think
    from quintet.engine.patience import get_ready

    budget = None
    if parsed.seconds is not None or parsed.nodes is not None:
        budget = Budget(seconds=parsed.seconds, nodes=parsed.nodes)

    def handle(played: Replay) -> None:
        refuse_if_over(played)
        get_ready(played.game)
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
            thought = interruptible(ask)
            print(as_line(thought) if parsed.json else in_words(played, thought), flush=True)

    return for_each_position(parsed, handle, as_json=parsed.json)


def interruptible(work: Callable[[], Found]) -> Found:
    """Compiled code does not hear Ctrl-C, so it works in a thread of its own, which is then left behind."""
    from concurrent.futures import Future
    from threading import Thread

    done: Future[Found] = Future()

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


def as_line(found: Struct) -> str:
    import msgspec

    return msgspec.json.encode(found).decode()


def in_words(played: Replay, thought: Thought) -> str:
    """A move with its reasons, in a few lines."""
    from quintet.say.people import seats

    game, position = played.game, played.position
    proven: Proof | None = "equal" if thought.exact else None
    mixed = thought.policy is not None and len(thought.policy) > 1
    told = [f"{seats(game, game.describe(position))[thought.seat]}: {thought.move}"]
    worth = standing(game, thought.value, proven, mixed=mixed)
    told.append(f"  expects {percent(thought.expected or 0.0)} of the game" + (f": {worth}" if worth else ""))
    if mixed and thought.policy is not None:
        often = sorted(thought.policy.items(), key=lambda pair: -pair[1])[:6]
        told.append("  drawn from " + ", ".join(f"{move} ({percent(p)})" for move, p in often))
    if len(thought.line) > 1:
        told.append("  then " + ", ".join(thought.line[1:9]))
    told.append(f"  {how_far(thought.depth, thought.nodes, thought.seconds)}")
    return "\n".join(told)


def standing(game: AnyGame, value: float, proven: Proof | None, *, mixed: bool) -> str:
    """How somebody stands and what is proven; empty where only the chances tell."""
    from quintet.say import advice

    return advice.standing(game, value, proven, mixed=mixed)


def percent(part: float) -> str:
    return f"{100 * part:.0f} %"


def how_far(depth: int, nodes: int, seconds: float) -> str:
    """How much was looked at for an answer."""
    return f"Looked at {looked_at(depth, nodes)}, in {seconds:.2f} s."


def looked_at(depth: int, nodes: int) -> str:
    ahead = f", {depth} moves ahead" if depth > 1 else ""
    return f"{nodes:,} {'position' if nodes == 1 else 'positions'}{ahead}"


def solve_position(parsed: argparse.Namespace) -> int:
    from quintet.engine.patience import get_ready
    from quintet.engine.thought import InterruptedProofError

    def handle(played: Replay) -> None:
        refuse_if_over(played)
        get_ready(played.game)
        for seat in played.owing:
            try:
                tell(played, solve_seat(played, seat))
            except InterruptedProofError as given_up:
                if given_up.thought is not None:
                    tell(played, given_up.thought)
                    print("quintet: stopped before that was proven", file=sys.stderr)
                raise

    def tell(played: Replay, solved: Thought) -> None:
        print(as_line(solved) if parsed.json else in_words(played, solved), flush=True)

    return for_each_position(parsed, handle, as_json=parsed.json)


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

    from quintet.engine.warm import can_keep, count_parts, sweep, warm
    from quintet.games import game

    games = sorted({game(named_game(name)).name for name in parsed.games}) or None
    if not can_keep():
        return  # compiling would help nobody
    columns = (TextColumn("{task.description:40}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress:
        task = progress.add_task("compiling", total=count_parts(games))
        warm(
            games,
            lambda name: progress.update(task, description=name.removeprefix("quintet.engine."), advance=1),
        )
    sweep()
    if can_keep():
        print("the engine is ready")
