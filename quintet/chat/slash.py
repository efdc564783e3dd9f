"""The slash commands: all of them under one name, and in servers that want it in a short form too.

Answers are for the one who asked alone; what everybody may know is in the table's message.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from discord import app_commands

from quintet.chat.at_table import end, engine, fill, join, leave, new, start, stop, table
from quintet.chat.house import ShortForm
from quintet.chat.in_game import board, move, notify, resign, review, score, submit
from quintet.chat.in_server import daily, games, help_, puzzle, remove, rules, setup, short

Offered: TypeAlias = "app_commands.Command[Any, ..., Any] | app_commands.Group"

FOR_PLAYERS = (
    new, table, join, leave, engine, fill, start, move, submit, board, score, resign, end, stop, review, notify, games, rules, puzzle,
)  # fmt: skip
FOR_SERVERS = (help_, short, setup, remove, daily)
"""What nobody uses so often that it needs a short form."""


def everything() -> app_commands.Group:
    """All commands, as /quintet."""
    return _group("quintet", FOR_PLAYERS + FOR_SERVERS)


def short_form(form: ShortForm) -> list[Offered]:
    """What a server is offered beside /quintet."""
    if form == "q":
        return [_group("q", FOR_PLAYERS)]
    return [command.make() for command in FOR_PLAYERS] if form == "bare" else []


def _group(name: str, commands: tuple[Any, ...]) -> app_commands.Group:
    group = app_commands.Group(
        name=name, description="Board games in this channel, with friends or the engine."
    )
    for command in commands:
        group.add_command(command.make())
    return group
