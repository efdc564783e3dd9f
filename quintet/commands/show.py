"""`quintet show`: a position, for people or as JSON."""

from __future__ import annotations

import argparse
import json

from quintet.commands import Commands, command
from quintet.commands.arguments import add_position, for_each_position
from quintet.games.record import Replay
from quintet.say.about import position_data


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "show",
        show,
        "Show a position and its legal moves.",
        "Either of a GAME after some --moves, or of every record in a file.",
    )
    add_position(parser)
    how = parser.add_mutually_exclusive_group()
    how.add_argument("--json", action="store_true", help="one line of JSON for each position")
    how.add_argument(
        "--position", action="store_true", help="each position as a record of a game that begins there"
    )


def show(parsed: argparse.Namespace) -> int:
    def tell(played: Replay) -> None:
        print(begun_here(played) if parsed.position else shown(played, parsed.json))

    return for_each_position(parsed, tell, as_json=parsed.json)


def begun_here(played: Replay) -> str:
    """A record that begins where this game has come to. The moves of half a round go with it."""
    from quintet.games.record import write_record

    here = Replay(played.game, played.pending.items(), played.position)
    return write_record(here.record())


def shown(played: Replay, as_json: bool) -> str:
    if as_json:
        return json.dumps(position_data(played))
    from quintet.terminal.words import position_text

    return position_text(played) + "\n"
