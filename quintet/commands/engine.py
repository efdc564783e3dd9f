"""`quintet engine`: our engine as a program that the windows of others can use."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING

from quintet.commands import Commands, UsageError, command

if TYPE_CHECKING:
    from quintet.bots.protocols import Speaker

PROTOCOLS = ("gomocup", "nboard", "gtp")


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "engine",
        speak,
        "Be an engine for the windows of others, over standard input and output.",
        "gomocup plays gomoku in piskvork, nboard plays reversi in NBoard, gtp plays either.",
    )
    parser.add_argument("--protocol", choices=PROTOCOLS, required=True, help="which protocol to speak")
    parser.add_argument("--game", default="reversi", help="with gtp, the game it begins with (reversi)")
    strength = parser.add_mutually_exclusive_group()
    strength.add_argument("--level", type=int, help="1 to 10; 10 if nothing is said")
    strength.add_argument("--seconds", type=float, help="seconds for each move")


def speak(parsed: argparse.Namespace) -> None:
    speaker = make_speaker(parsed)
    for line in sys.stdin:
        for answer in speaker.hear(line):
            print(answer, flush=True)
        if speaker.over:
            return


def make_speaker(parsed: argparse.Namespace) -> Speaker:
    from quintet.bots.protocols import chooser, gomocup, gtp, nboard

    if parsed.level is not None and not 1 <= parsed.level <= 10:
        raise UsageError(f"--level takes a whole number from 1 to 10, not {parsed.level}")
    if parsed.seconds is not None and not 0 < parsed.seconds < float("inf"):
        raise UsageError(f"--seconds takes a number above 0, not {parsed.seconds:g}")
    choose = chooser(parsed.level, parsed.seconds)
    if parsed.protocol == "gomocup":
        return gomocup.Speaker(choose)
    if parsed.protocol == "nboard":
        return nboard.Speaker(choose)
    return gtp.Speaker(choose, parsed.game)
