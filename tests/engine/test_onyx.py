"""What Onyx's engine must find."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import Budget, think
from quintet.games import game

SOME = Budget(nodes=200)


def played(board: object, *moves: str) -> tuple[Any, Any]:
    rules: Any = game("onyx", board=board)
    position = rules.start()
    for number, move in enumerate(moves):
        position, _ = rules.play(position, {number % 2: move})
    return rules, position


@pytest.mark.parametrize("board", ["king-8", "king-12", "square-5", "hex-3", "hex-7", "king-2"])
def test_games_on_every_kind_of_board_end_by_legal_moves(board: str) -> None:
    rules, position = played(board)
    for _ in range(8):
        if turn := rules.turn(position):
            moves = {seat: think(rules, position, seat, budget=Budget(nodes=30)).move for seat in turn}
            position, _ = rules.play(position, moves)


def test_it_takes_the_pieces_it_can_suffocate() -> None:
    rules, position = played("square-5", "b@a2 p@e5", "w@b2 y@e4", "b@b3", "w@d1")
    thought = think(rules, position, 0, budget=SOME)
    after, _ = rules.play(position, {0: thought.move})
    assert "b2" not in rules.board(after)


def test_it_ends_the_game_while_it_is_ahead() -> None:
    rules, position = played("king-2", "b@a1 p@b2", "pass")
    thought = think(rules, position, 0, budget=SOME)
    assert thought.move == "pass"
    assert thought.value == 3 + 2 * 3 - 5
