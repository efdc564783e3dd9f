"""What a plain terminal shows: lines that break between words, and pages set in type."""

from __future__ import annotations

import sys

import pytest

from quintet.commands.games import rules_text, set_in_type
from quintet.terminal.plain import Screen, broken_line


def test_a_long_line_breaks_between_words_below_its_text() -> None:
    told = broken_line("  gtp:COMMAND   a reversi or gomoku engine from outside that speaks GTP", 40)
    first, *others = told.split("\n")
    assert first.startswith("  gtp:COMMAND   a reversi")
    assert all(line.startswith(" " * 16) and line[16] != " " for line in others)
    assert max(map(len, told.split("\n"))) <= 40
    assert " ".join(told.split()) == "gtp:COMMAND a reversi or gomoku engine from outside that speaks GTP"


@pytest.mark.parametrize("live", [False, True])
def test_only_a_person_s_lines_are_broken(
    live: bool, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "30")
    screen = Screen()
    screen.live = live
    screen.write("a b c d\n" + "word " * 20)
    lines = capsys.readouterr().out.split("\n")
    assert lines[0] == "a b c d"
    assert (max(map(len, lines)) < 30) == live


def test_rules_are_set_in_type_for_a_terminal_only(monkeypatch: pytest.MonkeyPatch) -> None:
    page = rules_text("reversi")
    assert page.startswith("# Reversi")
    assert set_in_type(page) == page
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "# Reversi" not in set_in_type(page)
    assert "Reversi" in set_in_type(page)
