"""`quintet games`, `quintet rules` and `quintet describe`: what can be played, and how."""

from __future__ import annotations

import argparse
import json
import sys
from pathlib import Path
from typing import Any

from quintet.commands import Commands, UsageError, command
from quintet.commands.arguments import add_game, chosen_game, game_help, named_game
from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, Option
from quintet.games.outside import own_page
from quintet.games.outside import summary as one_line
from quintet.games.registry import OURS


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
        told = one_line(kind) if kind.name not in OURS else ""
        print(f"{kind.name:10} {kind.title}" + f": {told}" * bool(told))
        for option in kind.options:
            print(f"{'':10}   {option_line(option)}")
    for fault in GAMES.faults:
        print(f"quintet: {fault}", file=sys.stderr)


def option_line(option: Option) -> str:
    return f"{option.name} = {option.default}: {option.help} ({option.allowed})"


# --- rules ------------------------------------------------------------------------------------------------------------


def print_rules(parsed: argparse.Namespace) -> None:
    page = rule_page(game(named_game(parsed.game)).name)
    if parsed.plain or not sys.stdout.isatty():
        print(page.rstrip())
        return
    from rich.console import Console
    from rich.markdown import Markdown

    Console().print(Markdown(page))


def rule_page(name: str) -> str:
    """The rule page of a game: of ours from the package where it is installed, from the checkout otherwise."""
    if name in GAMES and name not in OURS:
        return own_page(GAMES[name])
    package = Path(__file__).resolve().parent.parent
    for docs in (package / "docs", package.parent / "docs"):
        page = docs / "games" / f"{name}.md"
        if page.is_file():
            return page.read_text("utf-8")
    raise UsageError(f"the rule page of {name} is not installed; it is docs/games/{name}.md in the project")


# --- describe ---------------------------------------------------------------------------------------------------------

GRAMMAR = (
    "A move is one text. The prompt of a seat generates all of its legal moves: a move is a walk through its `states` that begins "
    "at `start`. In a state, one of the `places` of one of its `steps` is chosen, which leads to the state `to`; without `to`, or "
    "in a state that is `whole`, the move may end. Its text is the texts of what was chosen, with blanks between. The spaces of all "
    "steps of the kind `put` in one move differ; a step of the kind `mark` takes any of its places, or none, in their order; a "
    "step that is `loose` only gives another order to a move that can be made without it."
)


def summary(chosen: AnyGame) -> dict[str, Any]:
    """What a game is and which settings it takes."""
    return {
        "name": chosen.name,
        "title": chosen.title,
        "summary": one_line(type(chosen)),
        "version": chosen.version,
        "seats": chosen.seats,
        "settings": chosen.settings,
        "options": [option_data(option) for option in chosen.options],
    }


def option_data(option: Option) -> dict[str, Any]:
    data: dict[str, Any] = {"name": option.name, "default": option.default, "help": option.help}
    data |= {"choices": option.choices} if option.choices else {"low": option.low, "high": option.high}
    return data | ({"document": option.document} if option.document else {})


def description(chosen: AnyGame, *, legal: bool = True) -> dict[str, Any]:
    """Everything a face or a program needs to know a game it has never seen; `legal` lists the first moves, too."""
    import msgspec

    from quintet.commands.show import answer
    from quintet.games.contract import Change, Prompt
    from quintet.games.record import Replay

    layout = msgspec.to_builtins(chosen.layout)
    palette = layout.pop("palette")
    return summary(chosen) | {
        "palette": palette,
        "layout": layout,
        "moves": {
            "notation": chosen.notation,
            "grammar": GRAMMAR,
            "prompt": msgspec.json.schema(Prompt),
            "change": msgspec.json.schema(Change),
        },
        "reasons": chosen.reasons,
        "start": answer(Replay(chosen), legal=legal),
    }


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
