"""`quintet draw`: a position as a picture."""

from __future__ import annotations

import argparse
from pathlib import Path

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, add_moves, chosen_game, one_record, play_moves, without_file
from quintet.commands.numbers import whole
from quintet.games.record import Replay
from quintet.inputs import UsageError

SMALLEST, LARGEST = 64, 4096


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "draw",
        draw,
        "Draw a position as an SVG or PNG picture.",
        "Either of a GAME after some --moves, or of a record; the last move is marked.",
    )
    add_game(parser, optional=True)
    add_moves(parser)
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="a file that holds one game, in any format; - reads the standard input",
    )
    parser.add_argument("-o", "--output", metavar="FILE", required=True, help="ends in .svg, .png or .txt")
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="light unless told")
    parser.add_argument(
        "--size",
        metavar="N",
        type=whole("--size", SMALLEST, LARGEST),
        default=640,
        help="pixels of the longer side (640)",
    )
    parser.add_argument("--no-labels", action="store_true", help="leave the letters and numbers out")


def draw(parsed: argparse.Namespace) -> None:
    kind = Path(parsed.output).suffix.lower()
    if kind not in (".svg", ".png", ".txt"):
        raise UsageError(f"a picture's name ends in .svg, .png or .txt, not {parsed.output!r}")
    played = position(parsed)
    Path(parsed.output).write_bytes(picture(played, kind, parsed))


def position(parsed: argparse.Namespace) -> Replay:
    if parsed.record is None:
        if parsed.game is None:
            raise UsageError("give the name of a GAME, or --record FILE; 'quintet games' lists the games")
        return play_moves(chosen_game(parsed), parsed.moves)
    if parsed.set or parsed.moves or not without_file(parsed):
        raise UsageError("a record holds its own game, settings and moves: give only --record FILE")
    return one_record(parsed.record)


def picture(played: Replay, kind: str, parsed: argparse.Namespace) -> bytes:
    from quintet.draw import draw_png, draw_svg, draw_text
    from quintet.say.marks import marked

    game, place = played.game, played.position
    last = marked(played.steps[-1].changes) if played.steps else ()
    if kind == ".txt":
        return (draw_text(game, place, last=last) + "\n").encode()
    if kind == ".svg":
        text = draw_svg(
            game, place, last=last, theme=parsed.theme, size=parsed.size, labels=not parsed.no_labels
        )
        return text.encode()
    return draw_png(game, place, last=last, theme=parsed.theme, size=parsed.size, labels=not parsed.no_labels)
