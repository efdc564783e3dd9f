"""`quintet games`, `quintet rules` and `quintet describe`: what can be played, and how."""

from __future__ import annotations

import argparse
import importlib.util
import json
import sys

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, chosen_game, game_help, named_game
from quintet.games import GAMES, game
from quintet.games.contract import GameError
from quintet.games.outside import summary as one_line
from quintet.say.about import description, option_line, summary
from quintet.say.pages import Example, PageError, redraw, rule_page


def add(commands: Commands) -> None:
    parser = command(commands, "games", list_games, "List the games and their options.")
    parser.add_argument("--json", action="store_true", help="as one JSON object, by name")

    parser = command(commands, "rules", print_rules, "Print the rules of a game.")
    parser.add_argument("game", metavar="GAME", help=game_help())
    parser.add_argument("--plain", action="store_true", help="the Markdown as it is, also on a terminal")

    parser = command(
        commands,
        "describe",
        describe_game,
        "Describe a game to a program that has never seen it.",
        "Options, layout, palette, how moves are written and what a prompt looks like.",
    )
    add_game(parser)
    parser.add_argument("--json", action="store_true", help="everything, as one JSON object")


def list_games(parsed: argparse.Namespace) -> None:
    if parsed.json:
        print(json.dumps({kind.name: summary(game(kind.name)) for kind in GAMES.values()}))
        return
    for kind in GAMES.values():
        print(f"{kind.name:10} {kind.title}: {one_line(kind)}")
        for option in kind.options:
            print(f"{'':10}   {option_line(option)}")
    for fault in GAMES.faults:
        print(f"quintet: {fault}", file=sys.stderr)


# --- rules ------------------------------------------------------------------------------------------------------------


def drawn_page(name: str) -> str:
    """A rule page with the positions of its examples drawn, which a page from outside may leave to us."""
    from quintet.draw.text import draw_text

    def drawing(example: Example) -> str:
        try:
            played = example.play()
        except GameError:  # a page with a mistake is shown as it is
            return example.drawing
        return draw_text(played.game, played.position)

    return redraw(rule_page(name), drawing)


def rules_text(name: str) -> str:
    """The rule page, or why there is none: for faces that show it in the middle of a game."""
    try:
        return drawn_page(name).rstrip()
    except PageError as error:
        return str(error)


def print_rules(parsed: argparse.Namespace) -> None:
    page = drawn_page(game(named_game(parsed.game)).name).rstrip()
    print(page if parsed.plain else set_in_type(page))


def set_in_type(page: str) -> str:
    """A page as a terminal shows it; as it was written where the output is none."""
    if not sys.stdout.isatty() or importlib.util.find_spec("rich") is None:
        return page
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.capture() as captured:
        console.print(Markdown(page))
    return captured.get().rstrip()


# --- describe ---------------------------------------------------------------------------------------------------------


def describe_game(parsed: argparse.Namespace) -> None:
    chosen = chosen_game(parsed)
    if parsed.json:
        print(json.dumps(description(chosen)))
        return
    layout = chosen.layout
    print(f"{chosen.title} ({chosen.name}, version {chosen.version}), {chosen.seats} seats")
    print(f"Board: {len(layout.spaces)} spaces from {layout.spaces[0].name} to {layout.spaces[-1].name}")
    print("Pieces: " + ", ".join(f"{piece.code} {piece.name}" for piece in layout.palette))
    print(f"Moves: {chosen.notation}")
    print("Options:" if chosen.options else "Options: none")
    for option in chosen.options:
        print(f"  {option_line(option)}")
    print("With --json: the layout, the shape of a prompt, and the start position too.")
