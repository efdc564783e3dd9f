"""`quintet learn`: an introduction to a game, in a plain terminal."""

from __future__ import annotations

import argparse
import os
import sys

from quintet.commands import Commands, command


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "learn",
        learn,
        "Learn a game in a few minutes.",
        "A lesson explains one thing at a time on a small board, and you make the moves. Without a GAME it lists the lessons.",
    )
    parser.add_argument(
        "game", nargs="?", metavar="GAME", help="whose lesson; FILE.py for a game of your own"
    )


def learn(parsed: argparse.Namespace) -> None:
    from quintet.commands.arguments import named_game
    from quintet.games.registry import GAMES
    from quintet.say.lessons import told_lessons
    from quintet.study.lessons import lesson
    from quintet.terminal.lessons import PlainLesson, lessons_text
    from quintet.terminal.plain import Screen
    from quintet.terminal.settings import load_settings, save_settings

    settings = load_settings()
    if parsed.game is None:
        print(lessons_text(told_lessons(), settings.learned))
        return
    name = named_game(parsed.game)
    colour = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    taken = PlainLesson(lesson(name), GAMES[name].title, Screen(), colour)
    if taken.run() and name not in settings.learned:
        settings.learned.append(name)
        trouble = save_settings(settings)
        if trouble:
            print(trouble)
