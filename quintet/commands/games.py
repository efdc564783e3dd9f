"""`quintet games`: what can be played."""

from __future__ import annotations

import argparse

from quintet.commands import Commands, command


def add(commands: Commands) -> None:
    command(commands, "games", list_games, "List the games and their options.")


def list_games(_: argparse.Namespace) -> None:
    from quintet.games import GAMES

    for kind in GAMES.values():
        print(f"{kind.name:10} {kind.title}")
        for option in kind.options:
            print(f"{'':10}   {option.name} = {option.default}: {option.help} ({option.allowed})")
