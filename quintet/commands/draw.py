"""`quintet draw`: a position as a picture, or a whole game as a film."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, add_moves, chosen_game, one_record, play_moves, without_file
from quintet.commands.numbers import number, whole
from quintet.games.record import Replay
from quintet.inputs import UsageError

if TYPE_CHECKING:
    from quintet.draw.film import Frame

SMALLEST, LARGEST = 64, 4096


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "draw",
        draw,
        "Draw a position as an SVG or PNG picture, or a game as a film.",
        "Either of a GAME after some --moves, or of a record; the last move is marked."
        " A file that ends in .gif or .webp becomes a film of the whole game.",
    )
    add_game(parser, optional=True)
    add_moves(parser)
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="a file that holds one game, in any format; - reads the standard input",
    )
    parser.add_argument(
        "-o",
        "--output",
        metavar="FILE",
        required=True,
        help="ends in .svg, .png or .txt, or for a film in .gif or .webp",
    )
    parser.add_argument("--theme", choices=("light", "dark"), default="light", help="light unless told")
    parser.add_argument(
        "--size",
        metavar="N",
        type=whole("--size", SMALLEST, LARGEST),
        help="pixels of the longer side (640; of a film 480, and 1024 at most)",
    )
    parser.add_argument(
        "--speed",
        type=number("--speed", above=0, most=20),
        metavar="X",
        help="of a film: times as fast (1: a move in 0.9 s)",
    )
    parser.add_argument("--no-labels", action="store_true", help="leave the letters and numbers out")


def draw(parsed: argparse.Namespace) -> None:
    kind = Path(parsed.output).suffix.lower()
    film = kind in (".gif", ".webp")
    if kind in (".mp4", ".webm", ".mov", ".avi", ".mkv"):
        raise UsageError(
            f"quintet writes no {kind} films: draw a .gif, and a program such as ffmpeg makes one of it"
        )
    if not film and kind not in (".svg", ".png", ".txt"):
        raise UsageError(
            f"a picture's name ends in .svg, .png or .txt, that of a film in .gif or .webp, not {parsed.output!r}"
        )
    if parsed.speed is not None and not film:
        raise UsageError("--speed is for films, whose names end in .gif or .webp")
    played = position(parsed)
    if film:
        made = whole_game(played, kind, parsed)
    else:
        parsed.size = parsed.size or 640
        made = picture(played, kind, parsed)
    Path(parsed.output).write_bytes(made)


def position(parsed: argparse.Namespace) -> Replay:
    if parsed.record is None:
        if parsed.game is None:
            raise UsageError("give the name of a GAME, or --record FILE; 'quintet games' lists the games")
        return play_moves(chosen_game(parsed), parsed.moves)
    if parsed.set or parsed.moves or not without_file(parsed):
        raise UsageError("a record holds its own game, settings and moves: give only --record FILE")
    return one_record(parsed.record)


def whole_game(played: Replay, kind: str, parsed: argparse.Namespace) -> bytes:
    """A film, with who plays and what was played below every position; how far it is is told to a terminal."""
    from quintet.draw.film import LARGEST as LARGEST_FILM
    from quintet.draw.film import MOST_FRAMES, draw_film

    shown = positions(played)
    if len(shown) > MOST_FRAMES:
        raise UsageError(f"a film shows {MOST_FRAMES} positions at most, and this game has {len(shown)}")
    if parsed.size is not None and parsed.size > LARGEST_FILM:
        raise UsageError(f"--size of a film is at most {LARGEST_FILM}, not {parsed.size}")

    def tell(done: int) -> None:
        if sys.stderr.isatty():
            end = "\r" if done < len(shown) else "\r\033[K"
            print(f"\r{done} of {len(shown)} positions", end=end, file=sys.stderr, flush=True)

    return draw_film(
        played.game.layout,
        shown,
        kind,
        theme=parsed.theme,
        size=parsed.size or 480,
        labels=not parsed.no_labels,
        speed=parsed.speed or 1.0,
        tell=tell,
    )


def positions(played: Replay) -> list[Frame]:
    """Every position of a game, with what is marked in it; in the last one what it was won by."""
    from quintet.draw.film import Frame
    from quintet.say.captions import captions
    from quintet.say.endings import deciding
    from quintet.say.marks import marked

    game, told = played.game, captions(played)
    shown = [Frame(game.board(played.start), (), told[0])]
    for step, caption in zip(played.steps, told[1:], strict=True):
        shown.append(Frame(game.board(step.position), marked(step.changes), caption))
    outcome = game.outcome(played.position)
    if outcome is not None:
        last = shown[-1]
        won_by = deciding(game.account(played.position), outcome.winners)
        shown[-1] = Frame(last.board, won_by or last.last, last.caption)
    return shown


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
