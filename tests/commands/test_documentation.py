"""docs/command-line.md: every command has a section, and every example in it is true."""

from __future__ import annotations

import argparse
import re
import shlex
from pathlib import Path

import pytest

from quintet.cli import build_parser
from quintet.terminal.plain import HELP
from tests.commands.conftest import Quintet

PAGE = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text("utf-8")
EXAMPLES = re.findall(r"```console\n\$ quintet (.*)\n((?:.*\n)*?)```", PAGE)

PAGES = Path(__file__).parents[2]
FENCED = re.compile(r"^```(\w*)\n(.*?)^```", re.MULTILINE | re.DOTALL)
COMMAND = re.compile(r"^(?P<asked>\$ )?(?:[A-Z_]+=\S+ )*quintet (?P<written>[a-z].*)$", re.MULTILINE)
SHOWN = sorted(
    {
        re.split(r" [<>|&#]", command["written"])[0].strip()
        for page in (PAGES / "README.md", *(PAGES / "docs").rglob("*.md"))
        for language, block in FENCED.findall(page.read_text("utf-8"))
        for command in COMMAND.finditer(block)
        if language in ("", "sh") or command["asked"]
    }
)
"""Every command that stands in a block of its own, on any page."""


def command_parsers() -> dict[str, argparse.ArgumentParser]:
    (found,) = (a for a in build_parser()._actions if isinstance(a, argparse._SubParsersAction))
    return dict(found.choices)


@pytest.mark.parametrize("name", command_parsers())
def test_every_command_has_a_section(name: str) -> None:
    assert f"\n## {name}\n" in PAGE


@pytest.mark.parametrize("name", ["games", "rules", "describe", "show", "perft", "play"])
def test_every_option_of_these_commands_is_named(name: str) -> None:
    for action in command_parsers()[name]._actions:
        for option in action.option_strings:
            if option not in ("-h", "--help"):
                assert f"`{option}" in PAGE


def test_every_word_of_play_is_in_its_table() -> None:
    for word in re.findall(r"^  (\w+)", HELP, flags=re.MULTILINE):
        assert re.search(rf"^\| `{word}\b", PAGE, flags=re.MULTILINE)


@pytest.mark.parametrize(("arguments", "output"), EXAMPLES)
def test_every_example_is_true(quintet: Quintet, arguments: str, output: str) -> None:
    ran = quintet(*shlex.split(arguments))
    assert ran.code == 0
    if output.endswith("...\n"):
        assert ran.out.startswith(output.removesuffix("...\n"))
    else:
        assert ran.out == output


def test_there_are_examples() -> None:
    assert len(EXAMPLES) >= 6
    assert len(SHOWN) >= 70


@pytest.mark.parametrize("written", SHOWN)
def test_every_command_on_every_page_is_one(written: str) -> None:
    build_parser().parse_args(shlex.split(written))
