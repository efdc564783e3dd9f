"""Onyx's rules through the contract, sentence by sentence."""

from __future__ import annotations

import pytest

from quintet.games import game
from quintet.games.contract import AnyGame, Position


def played(onyx: AnyGame, *moves: str) -> Position:
    """The position after these moves, each for the seats in turn in ascending order."""
    position: Position = onyx.start()
    waiting: dict[int, str] = {}
    for move in moves:
        turn = onyx.turn(position)
        waiting[turn[len(waiting)]] = move
        if len(waiting) == len(turn):
            position, _ = onyx.play(position, waiting)
            waiting = {}
    return position


@pytest.mark.parametrize(("board", "count"), [("king-8", 4289), ("king-2", 29), ("square-3", 109)])
def test_the_first_turn_may_be_a_pass_a_piece_a_stack_or_one_of_each_colour(board: str, count: int) -> None:
    onyx = game("onyx", board=board)
    prompt = onyx.prompt(onyx.start(), 0)
    assert prompt.count() == count == len(set(prompt.moves()))
