"""The report of benchmarks, and the games they are compared with."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from benchmarks import report
from benchmarks.plain_games import PLAIN
from benchmarks.rules import one_move, plain
from quintet.games import GAMES, game


def test_a_section_replaces_itself_and_leaves_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(report, "RESULTS", tmp_path / "results.md")
    for title, text in (("Two: a, b", "second"), ("One", "first"), ("One", "third")):
        report.write_section(title, "python -m this", text)
    written = (tmp_path / "results.md").read_text("utf-8")
    assert written.startswith("# Results\n")
    assert written.count("## ") == 2
    assert "first" not in written
    assert written.index("third") < written.index("second"), "in the order of their titles"
    assert "- [One](#one)\n- [Two: a, b](#two-a-b)\n\n## One\n" in written


def test_a_table_lines_up_its_numbers() -> None:
    assert report.table(("game", "ms"), [("reversi", 1)]) == "| game | ms |\n| --- | ---: |\n| reversi | 1 |"


@pytest.mark.parametrize("name", GAMES)
def test_every_game_is_measured_beside_a_plain_one(name: str) -> None:
    plain(PLAIN[name], random.Random(1))
    assert one_move(game(name), 0.01)
