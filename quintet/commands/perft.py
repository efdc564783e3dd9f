"""`quintet perft`: how many games of a given length there are."""

from __future__ import annotations

import argparse

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game, add_moves, chosen_game, play_moves
from quintet.commands.numbers import whole
from quintet.inputs import UsageError


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "perft",
        count_leaves,
        "Count the positions at a depth.",
        "A finished game counts as one, a pass is a ply, and a round of simultaneous moves is one ply of joint moves.",
    )
    add_game(parser)
    parser.add_argument(
        "depth", metavar="DEPTH", type=whole("DEPTH", 0, 100), help="the number of plies, from 0"
    )
    add_moves(parser)
    parser.add_argument("--split", action="store_true", help="also the count behind each first move")


def count_leaves(parsed: argparse.Namespace) -> None:
    from quintet.games.perft import perft, perft_split

    played = play_moves(chosen_game(parsed), parsed.moves)
    if played.pending:
        raise UsageError("the --moves end in the middle of a round; give a move for every seat")
    if not parsed.split:
        print(perft(played.game, played.position, parsed.depth))
        return
    total = 0
    for move, leaves in perft_split(played.game, played.position, parsed.depth):
        print(f"{move}: {leaves}")
        total += leaves
    print(total or 1)
