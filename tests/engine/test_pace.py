"""What a second is worth in nodes: as many as the game's own engine looks at, one at least, and few over the contract alone."""

from __future__ import annotations

import pytest

from quintet.engine import pace
from quintet.games import GAMES, game
from tests.toys.noughts import Noughts


@pytest.mark.parametrize("name", GAMES)
def test_every_game_of_ours_was_measured_and_a_second_is_worth_what_was_found(name: str) -> None:
    measured = pace.measured()[name]
    assert measured > pace.IN_PYTHON
    assert pace.nodes_for(game(name), 1.0) == measured
    assert pace.nodes_for(game(name), 0.5) == measured // 2


def test_there_is_always_something_to_look_at() -> None:
    assert pace.nodes_for(game("reversi"), 0.0) == 1


def test_a_game_without_a_compiled_board_has_fewer_and_one_that_nobody_measured_has_some(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert pace.nodes_for(Noughts(), 2.0) == 2 * pace.IN_PYTHON
    monkeypatch.setattr(pace, "measured", dict)
    assert pace.nodes_for(game("reversi"), 2.0) == 2 * pace.COMPILED
