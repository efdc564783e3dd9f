"""Files of any format, and games that begin elsewhere, wherever a command takes a record."""

from __future__ import annotations

import itertools
import json
from pathlib import Path

import pytest

from quintet.games import GAMES
from quintet.games.record import load
from tests.commands.conftest import Quintet

OBF = "--OOO-------XX-OOOOOOXOO-OOOOXOOX-OOOXXO---OOXOO---OOOXO--OOOO-- X; G2:+6; A4:+0;"
FILES = {
    "game.sgf": "(;GM[2]PB[Ann]PW[Bo];B[d3])",
    "game.ggf": "(;GM[Othello]B[d3];)",
    "game.txt": "d3",
    "game.obf": OBF,
    "misnamed.json": "d3\n",
}


@pytest.mark.parametrize("name", FILES)
def test_a_file_of_any_format_is_shown_and_drawn(quintet: Quintet, tmp_path: Path, name: str) -> None:
    file, picture = tmp_path / name, tmp_path / "board.svg"
    file.write_text(FILES[name])
    (told,) = quintet("show", "--record", str(file), "--json").json
    assert told["board"]["d3" if name != "game.obf" else "e2"] == "b"
    assert quintet("draw", "--record", str(file), "-o", str(picture)) == (0, "", "")
    assert picture.read_text().startswith("<svg")
    ran = quintet("play", "--record", str(file), stdin="board\nsave\n")
    assert ran.code == 0
    assert "Place a " in ran.out


def test_every_position_of_a_file_is_thought_about(quintet: Quintet) -> None:
    ran = quintet("think", "--json", "--record", "-", "--nodes", "50", stdin=f"{OBF}\n{OBF}\n")
    assert ran.code == 0
    assert [told["seat"] for told in ran.json] == [0, 0]
    ran = quintet("think", "--json", "--record", "-", "--nodes", "50", stdin=f"{OBF}\nnothing\n")
    assert (ran.code, len(ran.json)) == (2, 2)
    assert "line 2: a position is 64 of" in ran.json[1]["error"]


def test_a_position_is_solved(quintet: Quintet) -> None:
    record = {"game": "reversi", "options": {"size": 4}, "moves": []}
    record["start"] = {"squares": "bbbbbwwbbwwb.www", "mover": 0}
    (told,) = quintet("solve", "--json", "--record", "-", stdin=json.dumps(record)).json
    assert (told["seat"], told["exact"]) == (0, True)


@pytest.mark.parametrize("name", GAMES)
def test_any_position_becomes_a_start(quintet: Quintet, name: str) -> None:
    (began,) = quintet("show", name, "--position").json
    assert began == json.loads(quintet("show", name, "--position").out)
    moves = {
        "reversi": "d3; c3",
        "gomoku": "j10; k10",
        "onyx": "b@a1; w@c3",
        "omega": "wa1 bb1; wc1 bd1",
        "best": "1; 2",
    }
    ran = quintet("show", name, "--moves", moves[name], "--position")
    again = load(ran.out)
    assert again.submissions == []
    (shown,) = quintet("show", "--record", "-", "--json", stdin=ran.out).json
    (meant,) = quintet("show", name, "--moves", moves[name], "--json").json
    assert shown == meant


def test_half_a_round_goes_with_the_position(quintet: Quintet) -> None:
    ran = quintet("show", "omega", "--moves", "wa1 bb1", "--position")
    assert load(ran.out).pending == {0: "wa1 bb1"}


def test_a_position_survives_in_another_format(quintet: Quintet, tmp_path: Path) -> None:
    names = [tmp_path / name for name in ("a.obf", "b.json", "c.sgf", "d.ggf", "e.obf")]
    names[0].write_text(OBF)
    for source, target in itertools.pairwise(names):
        assert quintet("convert", str(source), str(target)) == (0, "", "")
    assert names[-1].read_text().split(";")[0] == OBF.split(";")[0]


def test_only_one_game_can_be_drawn_or_played_on(quintet: Quintet, tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text("d3\nf5\n")
    for command in (("play",), ("draw", "-o", str(tmp_path / "x.svg")), ("window",)):
        ran = quintet(*command, "--record", str(file))
        if "display" not in ran.err:
            assert "only one record can be taken here, and" in ran.err
            assert ran.err.rstrip().endswith("holds 2")


def test_a_saved_game_keeps_who_played(
    quintet: Quintet, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("game.sgf").write_text(FILES["game.sgf"])
    quintet(
        "play", "--record", "game.sgf", "--seat", "0=human", "--seat", "1=human", stdin="c3\nsave kept.json\n"
    )
    kept = load(Path("kept.json").read_text()).record()
    assert (kept.players, len(kept.moves)) == (("Ann", "Bo"), 2)
