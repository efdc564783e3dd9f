"""docs/discord.md has every slash command and every option of the command line."""

from __future__ import annotations

import argparse
from pathlib import Path

import pytest
from discord import app_commands

from quintet.chat import solving
from quintet.chat.buttons import AFTER, BEFORE, BUTTONS, DURING
from quintet.chat.places import read_config
from quintet.chat.slash import everything
from quintet.cli import build_parser

DOCS = Path(__file__).parents[2] / "docs" / "discord.md"
PAGE = DOCS.read_text("utf-8")


def test_every_slash_command_and_its_options() -> None:
    for command in everything().walk_commands():
        assert isinstance(command, app_commands.Command)
        rows = [line for line in PAGE.splitlines() if line.startswith("|") and f"`{command.name}" in line]
        assert rows, f"{command.qualified_name} is not on the page"
        for parameter in command.parameters:
            assert parameter.name in rows[0]


def test_what_discord_shows_of_a_command_is_whole() -> None:
    """It cuts at a hundred characters, and takes no more than 25 commands under one name."""
    commands = list(everything().walk_commands())
    assert len(commands) <= 25
    for command in commands:
        assert isinstance(command, app_commands.Command)
        for text in (command.description, *(str(each.description) for each in command.parameters)):
            assert 3 < len(text) <= 100
            assert not text.endswith("…")


def test_every_option_of_the_command_line() -> None:
    (found,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    for action in found.choices["discord"]._actions:
        for option in action.option_strings:
            assert option in ("-h", "--help") or f"`{option}" in PAGE


@pytest.mark.parametrize("action", [*BEFORE, *DURING, *AFTER])
def test_every_button(action: str) -> None:
    assert f"**{BUTTONS[action][0]}**" in PAGE


def test_the_configuration_shown_is_one(tmp_path: Path) -> None:
    shown = PAGE.split("```toml\n")[1].split("```")[0]
    path = tmp_path / "discord.toml"
    path.write_text(shown)
    (places,) = read_config(path)
    assert set(places.roles) == set(places.channels) == {"white", "black"}


@pytest.mark.parametrize("action", solving.BUTTONS)
def test_every_button_of_a_puzzle(action: str) -> None:
    assert f"**{solving.BUTTONS[action][0]}**" in PAGE
