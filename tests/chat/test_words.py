"""Times, and what is suggested while a move is typed."""

from __future__ import annotations

import pytest

from quintet.chat.complete import complete_move, complete_options
from quintet.chat.errors import ChatError
from quintet.chat.times import read_time, write_time
from quintet.games import GAMES
from quintet.games.registry import game as make_game


@pytest.mark.parametrize(
    ("text", "seconds"),
    [("2:00", 120), ("[00:02:00]", 120), ("1:30:00", 5400), ("90", 90), (" 0:05 ", 5), ("0", 0)],
)
def test_a_time(text: str, seconds: int) -> None:
    assert read_time(text) == seconds * 1000


@pytest.mark.parametrize("text", ["", "soon", "1:", "1:75", "-1:00", "1:2:3:4", "٢:٠٠x"])
def test_no_time(text: str) -> None:
    with pytest.raises(ChatError, match="is not a time; write it as"):
        read_time(text)


def test_a_time_is_written_as_it_is_read() -> None:
    assert [write_time(ms) for ms in (0, 1, 119_001, 3_600_000)] == ["0:00", "0:01", "2:00", "1:00:00"]


@pytest.mark.parametrize("name", GAMES)
def test_taking_the_first_suggestion_again_and_again_makes_a_legal_move(name: str) -> None:
    rules = make_game(name)
    position = rules.start()
    prompt = rules.prompt(position, rules.turn(position)[0])
    typed = ""
    for _ in range(5):
        found = complete_move(prompt, typed)
        assert len(found) <= 25
        if not found:
            break
        typed = found[-1] + " "
    assert rules.check(position, prompt.seat, typed)


def test_pieces_in_any_order_and_spaces_only_once() -> None:
    rules = make_game("omega")
    prompt = rules.prompt(rules.start(), 0)
    assert complete_move(prompt, "wa") == [f"wa{n}" for n in range(1, 8)]
    assert "bb3 wa2" in complete_move(prompt, "BB3 wa")
    assert "bb3 wb3" not in complete_move(prompt, "bb3 wb")
    assert complete_move(prompt, "wa1 wb1 ") == []
    assert complete_move(prompt, "nonsense") == []


def test_settings_are_suggested() -> None:
    assert complete_options(GAMES["omega"].options, "players=3 siz")[0].startswith("players=3 size=")
    assert complete_options((), "") == []
