"""`quintet puzzles`: solve them in the terminal, find new ones in games, prove those that are there."""

from __future__ import annotations

import argparse
import random
from typing import TYPE_CHECKING, Any

from quintet.commands import Commands, command
from quintet.commands.arguments import add_cluster
from quintet.commands.numbers import whole
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.games.contract import AnyGame
    from quintet.study.puzzles import Puzzle

ACTIONS = ("solve", "list", "day", "mine", "grade", "check")
GOALS = ("win", "draw", "hold", "force", "most", "mix")
"""As in study/puzzles.py, which is not read before it is needed."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "puzzles",
        run,
        "Solve puzzles whose answers are proven, find new ones, or prove them again.",
        "Without a word: one to solve. 'mine' looks for them in games of the engine, in the records of a file, or in a server's archive;"
        " 'grade' says anew how hard they are.",
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
    parser.add_argument(
        "-o", "--out", metavar="FOLDER", help="mine and grade: add them to the files of this folder"
    )


def run(parsed: argparse.Namespace) -> int:
    from quintet.commands.finding import check, grade, mine

    done = {"solve": solve, "list": show_list, "day": day, "mine": mine, "grade": grade, "check": check}
    return done[parsed.action](parsed)


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
