"""`quintet show`: a position, for people or as JSON."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from quintet.commands import Commands, UsageError, command
from quintet.commands.arguments import (
    add_game,
    add_moves,
    chosen_game,
    open_documents,
    play_moves,
    read_file,
)
from quintet.games.contract import GameError
from quintet.games.record import Replay, read_record, replay, split_records

MANY = 10_000
"""Above this number of moves, only the prompt says what they are."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "show",
        show,
        "Show a position and its legal moves.",
        "Either of a GAME after some --moves, or of every record in a file.",
    )
    add_game(parser, optional=True)
    add_moves(parser)
    parser.add_argument(
        "--record", metavar="FILE", help="one record, or many, one on each line; - reads the standard input"
    )
    parser.add_argument("--json", action="store_true", help="one line of JSON for each position")


def show(parsed: argparse.Namespace) -> int:
    if parsed.record is not None:
        if parsed.game or parsed.set or parsed.moves:
            raise UsageError("a record holds its own game, settings and moves: give only --record FILE")
        return show_records(parsed.record, parsed.json)
    if parsed.game is None:
        raise UsageError("give the name of a GAME, or --record FILE; 'quintet games' lists the games")
    print(shown(play_moves(chosen_game(parsed), parsed.moves), parsed.json))
    return 0


def show_records(name: str, as_json: bool) -> int:
    """One answer for each record; a wrong one does not stop the others, but the exit code tells of it."""
    beside = Path() if name == "-" else Path(name).parent
    wrong = total = 0
    for total, text in enumerate(split_records(read_file(name)), start=1):
        try:
            print(shown(replay(open_documents(read_record(text), beside)), as_json))
        except (GameError, UsageError) as error:
            wrong += 1
            if as_json:
                print(json.dumps({"error": str(error)}))
            else:
                print(f"quintet: record {total}: {error}", file=sys.stderr)
    if wrong and as_json:
        print(f"quintet: {wrong} of {total} records cannot be played", file=sys.stderr)
    return 2 if wrong else 0


def shown(played: Replay, as_json: bool) -> str:
    if as_json:
        return json.dumps(answer(played))
    from quintet.terminal.words import position_text

    return position_text(played) + "\n"


def answer(played: Replay) -> dict[str, Any]:
    """A position as plain JSON values. Within a simultaneous round, `turn` holds the seats that still owe a move."""
    import msgspec

    game, position = played.game, played.position
    prompts = {seat: game.prompt(position, seat) for seat in played.owing}
    outcome = game.outcome(position)
    return {
        "game": game.name,
        "options": game.settings,
        "turn": list(prompts),
        "legal": {
            str(seat): sorted(prompt.moves()) if prompt.count() <= MANY else None
            for seat, prompt in prompts.items()
        },
        "prompt": {str(seat): msgspec.to_builtins(prompt) for seat, prompt in prompts.items()},
        "board": game.board(position),
        "info": game.describe(position).data(),
        "outcome": outcome and outcome.data(),
    }
