"""What Onyx's engine must find."""

from __future__ import annotations

import random
from typing import Any

import pytest

from quintet.engine import Budget, think
from quintet.engine.frozen.onyx_beam import Beam
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


def test_passing_first_hands_over_the_right_to_end() -> None:
    rules, position = played("square-3", "b@a1 p@c1", "w@a3 y@c3")
    thought = think(rules, position, 0, budget=Budget(nodes=2000))
    assert thought.move != "pass"  # behind by the bonus: passing would let the other side stop here


def test_the_frozen_player_answers_by_its_dice_alone() -> None:
    rules, position = played("king-8", "b@d4 p@e5", "w@d5 y@e4")
    beam = Beam()
    moves = [beam.choose(rules, position, 0, random.Random(3)) for _ in range(2)]
    assert moves[0] == moves[1]
    assert rules.legal(position, 0, moves[0])


def test_the_frozen_player_plays_to_the_end() -> None:
    rules, position = played("king-3")
    beam, dice = Beam(), random.Random(1)
    while turn := rules.turn(position):
        moves = {seat: beam.choose(rules, position, seat, dice) for seat in turn}
        position, _ = rules.play(position, moves)
    assert rules.outcome(position)


def test_the_engine_beats_the_frozen_player() -> None:
    rules: Any = game("onyx", board="king-5")
    beam, dice, lead = Beam(), random.Random(1), 0
    for engine in (0, 1):
        position = rules.start()
        while turn := rules.turn(position):
            moves = {
                seat: think(rules, position, seat, budget=Budget(nodes=600)).move
                if seat == engine
                else beam.choose(rules, position, seat, dice)
                for seat in turn
            }
            position, _ = rules.play(position, moves)
        scores = rules.outcome(position).scores
        lead += scores[engine] - scores[1 - engine]
    assert lead > 0
