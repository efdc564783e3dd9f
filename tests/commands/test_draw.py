"""`quintet draw`."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from PIL import Image

from tests.commands.conftest import Quintet


def test_it_draws_svg_png_and_text(quintet: Quintet, tmp_path: Path) -> None:
    for name in ("board.svg", "board.png", "board.txt"):
        ran = quintet("draw", "reversi", "--set", "size=4", "--moves", "b1", "-o", str(tmp_path / name))
        assert (ran.code, ran.err) == (0, "")
    assert "Last move: b1." in (tmp_path / "board.svg").read_text("utf-8")
    assert Image.open(io.BytesIO((tmp_path / "board.png").read_bytes())).size == (640, 640)
    assert "1 .(b). ." in (tmp_path / "board.txt").read_text("utf-8")


def test_it_draws_a_record(quintet: Quintet, tmp_path: Path) -> None:
    record = json.dumps({"game": "reversi", "options": {"size": 4}, "moves": [[0, "b1"]]})
    output = str(tmp_path / "board.png")
    ran = quintet("draw", "--record", "-", "-o", output, "--size", "100", "--theme", "dark", stdin=record)
    assert ran.code == 0
    with Image.open(output) as picture:
        assert max(picture.size) == 100


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (
            ["reversi", "-o", "board.bmp"],
            "a picture's name ends in .svg, .png or .txt, that of a film in .gif or .webp",
        ),
        (["reversi", "-o", "board.svg", "--size", "9"], "--size is a whole number from 64 to 4096, not 9"),
        (["-o", "board.svg"], "give the name of a GAME, or --record FILE"),
        (["reversi", "--record", "-", "-o", "board.svg"], "give only --record FILE"),
        (["reversi", "--moves", "a1", "-o", "board.svg"], "a1 outflanks no enemy disc"),
        (["--record", "-", "-o", "board.svg"], "there is no record in the input"),
        (["reversi", "-o", "no/such/folder/board.svg"], "folder"),
        (["reversi"], "-o"),
    ],
)
def test_bad_input_gets_a_sentence(quintet: Quintet, arguments: list[str], sentence: str) -> None:
    ran = quintet("draw", *arguments)
    assert ran.code == 2
    assert sentence in ran.err
    assert not Path("board.svg").exists()
