"""What is suggested while a move is typed, and lists that fit into a message."""

from __future__ import annotations

import pytest

from quintet.chat.complete import complete_move, complete_options
from quintet.chat.in_server import fitting
from quintet.games import GAMES
from quintet.games.registry import game as make_game


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


def test_a_long_list_ends_with_a_whole_line() -> None:
    assert fitting(["one", "two"]) == "one\ntwo"
    told = fitting(["x" * 100] * 30).splitlines()
    assert len("\n".join(told)) < 2000
    assert told[-1] == f"and {30 - len(told) + 1} more"
    assert set(map(len, told[:-1])) == {100}
