"""Positions set up by hand: what pieces and settings come to in each game, and the rules' sentence where they come to nothing."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.games import game
from quintet.games.contract import PositionError
from tests.toys.ataxx import Ataxx
from tests.toys.draughts import Draughts

ROW = {f"{column}5": "b" for column in "abcde"}
RACK = {"a1": "w", "b1": "b"}


def test_whose_turn_it_is_and_what_follows_from_the_board() -> None:
    reversi = game("reversi", size=4)
    assert reversi.turn(reversi.arranged({"a1": "b", "b1": "w"}, {"turn": 1})) == (1,)
    assert reversi.outcome(reversi.arranged({"a1": "b"}, {})) is not None, "nobody can place a disc"
    best = game("best")
    fallen = best.arranged({"a4": "w", "b7": "b", "c2": "w"}, {"w": 3, "b": 1})
    assert best.board(fallen) == {"a1": "w", "b1": "b", "c1": "w"}
    assert best.describe(fallen).data()["tokens"] == (16, 17), "seven were dropped, white first"
    assert best.turn(fallen) == (1,)
    onyx = game("onyx")
    taking = onyx.arranged({"a1": "bb", "c3": "yy"}, {"phase": 1})
    assert onyx.turn(taking) == (0, 1)
    assert onyx.arranged({"a1": "bb"}, {"passed": 2}).passed == (1,)
    omega = game("omega")
    assert omega.arranged({"a1": "w", "b1": "b", "c1": "x"}, {}).rounds == 1


def test_five_in_a_row_have_won_unless_they_can_be_broken() -> None:
    gomoku = game("gomoku")
    over = gomoku.arranged(ROW, {"turn": 1})
    assert gomoku.outcome(over) is not None
    answered = gomoku.arranged(ROW | {"a4": "b", "a3": "w"}, {"turn": 1})
    assert (answered.phase, gomoku.turn(answered)) == ("break the five", (1,)), "a6 takes a5 and a4"
    assert gomoku.arranged(ROW | {"a4": "b", "a3": "w"}, {"turn": 0}).phase == "over", "nobody broke it"
    pairs = gomoku.arranged({"a1": "w"}, {"white": 5})
    assert pairs.result is not None
    assert pairs.result.reason == "captures"
    assert gomoku.arranged({"a1": "w"}, {"black": 4}).captured == (4, 0)


WRONG: list[tuple[Any, dict[str, str], dict[str, int], str]] = [
    (game("reversi"), {"z9": "b"}, {}, "'z9' is no space of this board"),
    (game("reversi"), {"a1": "x"}, {}, "'x' cannot stand on a1"),
    (game("reversi"), {}, {"turn": 2}, "To move is a number from 0 to 1, not 2"),
    (game("reversi"), {}, {"pairs": 2}, "there is no 'pairs' to be set"),
    (game("gomoku"), {}, {"black": 6}, "Captured by Black is a number from 0 to 5"),
    (game("gomoku", captures="off"), {}, {"black": 1}, "there is no 'black' to be set"),
    (game("best"), {f"{c}1": "w" for c in "abc"}, {}, "a run of three or more would have been taken off"),
    (game("best", tokens=1), RACK, {"w": 1}, "each starts with 1 tokens, and the rack and the points show 3"),
    (game("omega"), {"a1": "w"}, {}, "a round fills 2 squares or more, not 1"),
    (game("omega", size=3), {f"{c}{r}": "x" for c in "abc" for r in "12"}, {}, "fewer than 4 empty squares"),
    (game("omega"), {"a1": "wb"}, {}, "'wb' cannot stand on a1"),
    (Draughts(), {"a1": "w"}, {}, "positions of Small Draughts cannot be set up by hand"),
]


@pytest.mark.parametrize(("rules", "board", "values", "why"), WRONG, ids=[why for *_, why in WRONG])
def test_what_cannot_be_is_refused_with_a_sentence(
    rules: Any, board: dict[str, str], values: dict[str, int], why: str
) -> None:
    with pytest.raises(PositionError) as refusal:
        rules.arranged(board, values)
    assert why in str(refusal.value)


def test_a_game_from_outside_offers_it_too() -> None:
    ataxx = Ataxx()
    assert ataxx.turn(ataxx.arranged({"a1": "r", "g7": "u"}, {"turn": 1})) == (1,)
    assert Draughts().arranging(Draughts().start()) is None
