"""`quintet convert`."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.commands.conftest import Quintet

OBF = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6; A4:+0;"


def test_formats_follow_from_the_names_of_the_files(quintet: Quintet, tmp_path: Path) -> None:
    source, middle, target = (tmp_path / name for name in ("game.txt", "game.sgf", "game.json"))
    source.write_text("f5d6c3")
    assert quintet("convert", str(source), str(middle)) == (0, "", "")
    assert quintet("convert", str(middle), str(target)) == (0, "", "")
    shown = quintet("show", "--record", str(target), "--json").json[0]
    assert shown["board"]["c3"] == "b"


def test_a_pipe_needs_the_formats_named(quintet: Quintet) -> None:
    ran = quintet("convert", "-", "-", "--from", "transcript", "--to", "ggf", stdin="f5d6\nd3\n")
    assert ran.code == 0
    assert ran.out.count("(;GM[Othello]") == 2
    ran = quintet("convert", "-", "-", "--to", "ggf", stdin="f5d6")
    assert ran.code == 2
    assert "add --from with one of: record, study, transcript, ggf, sgf, psq, obf" in ran.err


@pytest.mark.parametrize(
    ("arguments", "stdin", "sentence"),
    [
        (["-", "-", "--from", "pgn", "--to", "sgf"], "", "there is no format 'pgn'"),
        (["-", "-", "--from", "obf", "--to", "sgf"], "", "holds no game in the format obf"),
        (["-", "-", "--from", "obf", "--to", "sgf"], "XO X", "line 1: a position is 64 of X, O and -"),
        (["-", "-", "--from", "obf", "--to", "transcript"], OBF, "begins elsewhere"),
        (["-", "-", "--from", "ggf", "--to", "sgf"], "nothing", "holds no game in the format ggf"),
        (
            ["-", "-", "--from", "transcript", "--to", "psq"],
            "f5",
            "psq holds games of gomoku, not of reversi",
        ),
        (["-", "-", "--from", "transcript", "--to", "sgf"], "f5f5", "line 1, move 2 (f5): f5 is occupied"),
        (["-", "-", "--from", "transcript", "--to", "sgf"], b"\xff\xfe\x00", "line 1, move 1"),
        (["no-such.sgf", "-", "--to", "ggf"], "", "cannot read 'no-such.sgf'"),
        (["-", "no-such-folder/x.sgf", "--from", "transcript"], "f5", "cannot write 'no-such-folder/x.sgf'"),
    ],
)
def test_what_cannot_be_converted_gets_one_sentence(
    quintet: Quintet, arguments: list[str], stdin: str | bytes, sentence: str
) -> None:
    ran = quintet("convert", *arguments, stdin=stdin)
    assert ran.code == 2
    assert ran.out == ""
    assert sentence in ran.err
    assert ran.err.count("\n") == 1
