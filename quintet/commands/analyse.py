"""`quintet analyse`: the best moves of a position and any others, with what they are worth."""

from __future__ import annotations

import argparse
import shutil
import textwrap
from contextlib import suppress
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_position, for_each_position
from quintet.commands.numbers import seconds, whole
from quintet.commands.think import (
    as_line,
    how_far,
    interruptible,
    looked_at,
    percent,
    refuse_if_over,
    standing,
)
from quintet.games.contract import MoveError

if TYPE_CHECKING:
    from collections.abc import Callable

    from quintet.engine import Analysis, Judged
    from quintet.games.contract import AnyGame
    from quintet.games.record import Replay

SECONDS = 2.0
MOST_LINES = 32
WIDTH = 100
"""Where no terminal is narrower."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "analyse",
        analyse_aloud,
        "Tell the best moves of a position and what they are worth.",
        "For each seat in turn: the best moves, whether that is proven, and how play would go on.",
        needs=("engine",),
    )
    add_position(parser)
    spend = parser.add_mutually_exclusive_group()
    spend.add_argument(
        "--seconds", metavar="S", type=seconds("--seconds"), help=f"think for so long ({SECONDS:g})"
    )
    spend.add_argument("--nodes", metavar="N", type=whole("--nodes", 1), help="look at so many positions")
    parser.add_argument(
        "--lines",
        metavar="N",
        type=whole("--lines", 1, MOST_LINES),
        default=3,
        help="so many of the best moves (3)",
    )
    parser.add_argument(
        "--also", metavar='"M1; M2; ..."', default="", help="moves to look at as well, as deeply as the best"
    )
    parser.add_argument(
        "--seed", metavar="N", type=whole("--seed"), default=0, help="for whatever is drawn by lot (0)"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each seat in turn")


def analyse_aloud(parsed: argparse.Namespace) -> int:
    from quintet.engine import Budget, Memory, Stop, analyse
    from quintet.engine.patience import get_ready

    spend = SECONDS if parsed.nodes is None and parsed.seconds is None else parsed.seconds
    budget = Budget(seconds=spend, nodes=parsed.nodes)
    also = tuple(text for part in parsed.also.split(";") if (text := part.strip()))
    memory = Memory()

    def handle(played: Replay) -> None:
        refuse_if_over(played)
        get_ready(played.game)
        for seat in played.owing:
            stop, progress = Stop(), Progress(quiet=parsed.json)
            named = moves_of(played, seat, also)

            def work(
                seat: int = seat,
                named: tuple[str, ...] = named,
                stop: Stop = stop,
                watch: Callable[[Analysis], None] = progress.tell,
            ) -> Analysis:
                return analyse(
                    played.game,
                    played.position,
                    seat,
                    budget,
                    lines=parsed.lines,
                    also=named,
                    seed=parsed.seed,
                    memory=memory,
                    stop=stop,
                    watch=watch,
                )

            found: Analysis | None
            try:
                found, whole = interruptible(work), True
            except KeyboardInterrupt:  # what is known by then is the answer
                found, whole = progress.latest, False
            finally:
                stop.now()
                progress.end()
            if found is not None:
                print(as_line(found) if parsed.json else in_words(played, found, parsed.lines), flush=True)
            if not whole:
                raise KeyboardInterrupt

    return for_each_position(parsed, handle, as_json=parsed.json)


def moves_of(played: Replay, seat: int, named: tuple[str, ...]) -> tuple[str, ...]:
    """The moves to look at for this seat. Where several move at once, a move that is only another one's is left to that one."""

    def legal(seat: int, text: str) -> bool:
        with suppress(MoveError):
            return bool(played.game.check(played.position, seat, text))
        return False

    others = [one for one in played.owing if one != seat]
    return tuple(
        text for text in named if legal(seat, text) or not any(legal(other, text) for other in others)
    )


class Progress:
    """One line on a terminal that tells how far the analysis is."""

    def __init__(self, *, quiet: bool) -> None:
        from rich.console import Console

        self.latest: Analysis | None = None
        self.console = Console(stderr=True)
        self.shown = self.console.is_terminal and not quiet

    def tell(self, found: Analysis) -> None:
        self.latest = found
        if self.shown:
            best = found.moves[0]
            text = f"{best.move}, expects {percent(best.expected)}: {looked_at(found.depth, found.nodes)}"
            fits = text[: self.console.width - 1]  # what went over the edge could not be taken back
            print(f"\r\x1b[K{fits}", end="", file=self.console.file, flush=True)

    def end(self) -> None:
        if self.shown:
            self.shown = False
            print("\r\x1b[K", end="", file=self.console.file, flush=True)


def in_words(played: Replay, found: Analysis, lines: int) -> str:
    """The whole analysis as it is read."""
    from quintet.games.title import title
    from quintet.say.advice import expects
    from quintet.say.people import seats
    from quintet.say.study import mixture_text

    game, mixed = played.game, found.policy is not None
    names = seats(game, game.describe(played.position))
    best = found.moves[:lines]
    shown = [*best, *(one for one in found.also if one not in best)]
    told = [title(game), wrapped(expects(game, names[found.seat], found)), ""]
    told += [*table(game, shown, mixed=mixed), ""]
    if others := mixture_text(game, found.policy or {}, found.others, names):
        told.append(wrapped(others))
    for one in found.also:
        lost = found.loss(one.move)
        said = f"loses {percent(lost)} of the game" if lost >= 0.005 else "loses nothing"
        told.append(wrapped(f"{one.move} {said}."))
    told.append(wrapped(how_far(found.depth, found.nodes, found.seconds)))
    return "\n".join(told) + "\n"


def table(game: AnyGame, moves: list[Judged], *, mixed: bool) -> list[str]:
    """A row for each move: how often, what it is worth, the result to expect, how play goes on as far as there is room."""
    rows = [["move", *(["chance"] if mixed else []), "expects", "worth"]]
    for one in moves:
        often = [percent(one.probability or 0.0)] if mixed else []
        worth = standing(game, one.value, one.proven, mixed=mixed)
        rows.append([one.move, *often, percent(one.expected), worth])
    columns = [column for column in zip(*rows, strict=True) if any(column[1:])]
    widths = [max(map(len, column)) for column in columns]
    told = [
        "".join(f"  {cell.ljust(wide)}" for cell, wide in zip(row, widths, strict=True))
        for row in zip(*columns, strict=True)
    ]
    room = width() - len(told[0]) - 2
    then = [] if mixed else [fitting(one.line[1:7], room) for one in moves]
    if any(then):
        told = [f"{row}  {rest}" for row, rest in zip(told, ["then", *then], strict=True)]
    return [row.rstrip() for row in told]


def fitting(line: tuple[str, ...], room: int) -> str:
    """As many of the moves as there is room for."""
    return next((text for n in range(len(line), 0, -1) if len(text := ", ".join(line[:n])) <= room), "")


def width() -> int:
    return min(WIDTH, shutil.get_terminal_size((WIDTH, 0)).columns)


def wrapped(text: str) -> str:
    return textwrap.fill(text, width())
