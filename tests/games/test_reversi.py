"""Reversi's rules through the contract."""

from __future__ import annotations

import pytest

from quintet.games import game
from quintet.games.contract import IllegalMoveError, InvalidMoveError


def test_the_first_move_turns_one_disc() -> None:
    reversi = game("reversi")
    after, changes = reversi.play(reversi.start(), {0: "D3"})
    assert [(c.kind, c.space) for c in changes] == [("place", "d3"), ("turn", "d4")]
    assert reversi.describe(after).data()["scores"] == (4, 1)


@pytest.mark.parametrize(
    ("text", "error"), [("z9", InvalidMoveError), ("a1", IllegalMoveError), ("pass", IllegalMoveError)]
)
def test_a_wrong_move_is_refused_with_its_kind_of_error(text: str, error: type[Exception]) -> None:
    reversi = game("reversi")
    with pytest.raises(error):
        reversi.play(reversi.start(), {0: text})
