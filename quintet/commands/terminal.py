"""`quintet terminal`: games and rooms on a full screen of characters."""

from __future__ import annotations

import argparse
import os
import sys
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game_files, take_game_files
from quintet.commands.games import rules_text
from quintet.commands.play import resume
from quintet.inputs import UsageError

if TYPE_CHECKING:
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
        "--mono", action="store_true", help="no colours; the same as setting NO_COLOR in the environment"
    )
    add_game_files(parser)


def terminal(parsed: argparse.Namespace) -> None:
    from quintet.terminal.app import QuintetApp

    take_game_files(parsed)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise UsageError("'quintet terminal' needs a terminal; 'quintet play' reads and writes pipes")
    if parsed.room and "/" not in parsed.room and not parsed.server:
        raise UsageError("give --server URL too, or the whole link of the room")
    if parsed.record and parsed.room:
        raise UsageError("give either --record FILE or --room, not both")
    create = saved(parsed.record) if parsed.record else None
    if parsed.mono:
        os.environ["NO_COLOR"] = "1"
    app = QuintetApp(
        server=parsed.server, room=parsed.room, name=parsed.name, create=create, rules=rules_text
    )
    app.run()
    if app.failure:
        raise UsageError(app.failure)


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
