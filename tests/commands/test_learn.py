"""`quintet learn`: a lesson through a pipe, and what is remembered of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from quintet.games.registry import FILES, GAMES, OURS
from quintet.study.lessons import lesson
from quintet.study.teaching import answer, solution, stage
from tests.commands.conftest import Quintet


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Settings of its own."""
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))


def right_moves(name: str) -> str:
    """What somebody types who knows everything, with an empty line after each step."""
    taught, lines, made = lesson(name), list[str](), list[str]()
    for number, step in enumerate(taught.steps):
        made = made if step.on else []
        here = stage(taught, number, made)
        while here.prompt is not None:
            move = solution(step, here.played)
            lines.append(move)
            told = answer(taught, number, made, move)
            made.append(dict(told.plies[0].moves)[step.seat])
            here = told.stage
        lines.append("")
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("name", ["onyx", "omega"])
def test_a_whole_lesson_is_taken_and_remembered(quintet: Quintet, name: str) -> None:
    assert "(finished)" not in quintet("learn").out
    ran = quintet("learn", name, stdin=right_moves(name))
    assert ran.code == 0
    for step in lesson(name).steps:
        assert step.title in ran.out
    assert "Well done." in ran.out
    assert quintet("learn").out.count("(finished)") == 1


def test_words_and_wrong_tries_are_answered(quintet: Quintet) -> None:
    typed = "help\na1\nc4\nshow\nagain\nboard\nskip\nback\nskip\nquit\n"
    ran = quintet("learn", "reversi", stdin=typed)
    for sentence in (
        "see a move that is right",
        "a1 outflanks no enemy disc.",
        "That traps the white disc",
        "Right would be b1.",
    ):
        assert sentence in ran.out
    assert ran.out.count("1 of 9: Trap a disc") == 3
    assert ran.out.count("3 of 9: All directions") == 2
    assert ran.out.endswith("Goodbye.\n")


def test_a_game_of_ones_own_is_taught_too_and_one_without_a_lesson_says_so(
    quintet: Quintet, monkeypatch: pytest.MonkeyPatch
) -> None:
    toys = Path(__file__).parents[1] / "toys"
    monkeypatch.setenv(FILES, "")
    assert "1 of 6: Take a square" in quintet("learn", str(toys / "noughts.py"), stdin="").out
    ran = quintet("learn", str(toys / "ataxx.py"))
    assert ran.code == 2
    assert "brings no lesson" in ran.err
    for name in [name for name in GAMES if name not in OURS]:
        del GAMES[name]
