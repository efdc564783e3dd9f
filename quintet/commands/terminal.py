"""`quintet terminal`: games and rooms on a full screen of characters."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game_files, found_records, played_through, take_game_files
from quintet.commands.explore import KINDS, from_server, from_store
from quintet.commands.games import rules_text
from quintet.commands.play import resume
from quintet.games.record import MAX_BYTES, Replay
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.say.explorer import ToldExplored
    from quintet.table.commands import Create


def add(commands: Commands) -> None:
    parser = command(
        commands, "terminal", terminal, "Play on a full screen in the terminal, here or in a room on a server.",
        "It starts with a menu; --room goes straight to a room.", needs=("terminal",),
    )  # fmt: skip
    parser.add_argument("--server", metavar="URL", default="", help="the server whose rooms are shown")
    parser.add_argument(
        "--room", metavar="ID|URL", default="", help="join this room: its link, or its id with --server"
    )
    parser.add_argument(
        "--name", metavar="NAME", default="", help="what you are called (kept in the settings)"
    )
    parser.add_argument("--record", metavar="FILE", help="go on with a saved game, with every seat yours")
    parser.add_argument(
        "--study",
        metavar="FILE",
        default="",
        help="step through a game, or one of several, in any format that 'quintet convert' reads",
    )
    parser.add_argument(
        "--mono", action="store_true", help="no colours; the same as setting NO_COLOR in the environment"
    )
    add_game_files(parser)


def terminal(parsed: argparse.Namespace) -> None:
    from quintet.bots.catalogue import welcome_engines
    from quintet.terminal.app import QuintetApp

    take_game_files(parsed)
    welcome_engines()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("'quintet terminal' needs a terminal; 'quintet play' reads and writes pipes")
    if parsed.room and "/" not in parsed.room and not parsed.server:
        raise UsageError("give --server URL too, or the whole link of the room")
    if sum(map(bool, (parsed.record, parsed.room, parsed.study))) > 1:
        raise UsageError("give one of --record FILE, --study FILE and --room, not several")
    create = saved(parsed.record) if parsed.record else None
    if parsed.mono:
        os.environ["NO_COLOR"] = "1"
    if parsed.study:
        all_records(parsed.study)  # what is wrong with it is told before the screen is taken
    app = QuintetApp(
        server=parsed.server,
        room=parsed.room,
        name=parsed.name,
        create=create,
        rules=rules_text,
        read=all_records,
        explore=explore_from,
        study=parsed.study,
    )
    app.run()
    if app.failure:
        raise UsageError(app.failure)


def explore_from(played: Replay, server: str) -> ToldExplored:
    """What was played where a line leads, by the games of a server, or by those of this computer."""
    return from_server(server, played, tuple(KINDS)) if server else from_store(None, played, tuple(KINDS))


def all_records(file: str) -> list[Replay]:
    """Every game in a file, played through."""
    if file == "-":
        raise UsageError("the standard input is the keyboard here; give the record as a file")
    return [played_through(found) for found in found_records(file, MAX_BYTES)]


def saved(file: str) -> Create:
    """A table that goes on with a record, as its game stands after it."""
    from quintet.table.commands import HERE, Create

    played = resume(file)
    return Create(
        name="Here",
        game=played.game.name,
        options=played.game.settings,
        offline=True,
        host_name="You",
        seats=(HERE,) * played.game.seats,
        moves=tuple(played.submissions),
        start=played.record().start,
    )
