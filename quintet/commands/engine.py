"""`quintet engine`: our engine as a program that the windows of others can use."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.numbers import seconds, whole
from quintet.inputs import UsageError
from quintet.players import STRONGEST

if TYPE_CHECKING:
    from quintet.bots.protocols import Speaker

PROTOCOLS = ("gomocup", "nboard", "gtp")
ONLY = {"gomocup": "gomoku", "nboard": "reversi"}
"""The game of a protocol that has one."""


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "engine",
        speak,
        "Be an engine for the windows of others, over standard input and output.",
        "gomocup plays gomoku in piskvork, nboard plays reversi in NBoard, gtp plays either.",
        needs=("engine",),
    )
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True, help="which protocol to speak")
    parser.add_argument("--game", help="with gtp, the game it begins with (reversi)")
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="with gtp, an option of that game, such as captures=off; may be given several times",
    )
    strength = parser.add_mutually_exclusive_group()
    strength.add_argument(
        "--level",
        metavar="N",
        type=whole("--level", 1, STRONGEST),
        help=f"1 to {STRONGEST}; {STRONGEST} if nothing is said",
    )
    strength.add_argument("--seconds", metavar="S", type=seconds("--seconds"), help="seconds for each move")


def speak(parsed: argparse.Namespace) -> None:
    speaker = make_speaker(parsed)
    for line in sys.stdin:
        for answer in speaker.hear(line):
            print(answer, flush=True)
        if speaker.over:
            return


def make_speaker(parsed: argparse.Namespace) -> Speaker:
    from quintet.bots.protocols import gomocup, gtp, mover, nboard, weigher
    from quintet.games import game
    from quintet.inputs import read_settings

    choose = mover(parsed.level, parsed.seconds)
    if parsed.protocol == "gtp":
        name = parsed.game or "reversi"
        return gtp.Speaker(choose, name, read_settings(game(name).options, parsed.set))
    if parsed.set:
        raise UsageError(f"--set goes with gtp: in {parsed.protocol} the window says what is played")
    if parsed.game not in (None, ONLY[parsed.protocol]):
        raise UsageError(f"{parsed.protocol} is spoken for {ONLY[parsed.protocol]}, not for {parsed.game}")
    if parsed.protocol == "gomocup":
        return gomocup.Speaker(choose)
    return nboard.Speaker(choose, weigher(parsed.level, parsed.seconds))
