"""README.md: its pictures are what quintet draws now, and its code runs."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from quintet.cli import build_parser
from quintet.draw import draw_svg
from quintet.say.marks import marked
from quintet.games import GAMES
from quintet.games.record import load

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text("utf-8")
PICTURES = ROOT / "docs" / "pictures"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_has_a_picture_that_is_drawn_as_of_now(name: str) -> None:
    assert f'src="docs/pictures/{name}.svg"' in README
    played = load((PICTURES / f"{name}.json").read_text("utf-8"))
    last = marked(played.steps[-1].changes)
    drawn = draw_svg(played.game, played.position, last=last, size=420)
    assert (PICTURES / f"{name}.svg").read_text("utf-8") == drawn, "make pictures draws it anew"


def test_the_code_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", README, re.DOTALL)
    exec(code, {})
    assert "2 . . b . . .\n3 . . b b . .\n" in capsys.readouterr().out


def test_every_command_line_can_be_parsed() -> None:
    lines = re.findall(r"`quintet ((?:play|think|show|draw|perft|solve|bot|arena|window|terminal)[^`]*)`", README)
    assert len(lines) >= 10
    for line in lines:
        arguments = shlex.split(line)
        if len(arguments) > 1:
            build_parser().parse_args(arguments)
