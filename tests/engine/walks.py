"""Proof that a compiled board plays by the readable rules: random walks compared at every step, and perft."""

from __future__ import annotations

import random
from typing import Any

from quintet.engine.board import CompiledBoard
from quintet.games.contract import AnyGame

MANY = 3000
"""Above so many legal moves only their number and a sample are compared, to keep walks quick."""


def check_walk(board: CompiledBoard, game: AnyGame, seed: int, rounds: int = 10_000) -> int:
    """Play random moves on both boards until the game is over; how many rounds that took."""
    dice = random.Random(seed)
    position, state = game.start(), board.load(game, game.start())
    for played in range(rounds):
        check_equal(board, game, position, state)
        turn = game.turn(position)
        if not turn:
            return played
        moves = {seat: game.prompt(position, seat).sample(dice) for seat in turn}
        position, _ = game.play(position, moves)
        board.advance(game, state, moves)
    check_equal(board, game, position, state)
    return rounds


def check_equal(board: CompiledBoard, game: AnyGame, position: Any, state: Any) -> None:
    """The compiled state, and one loaded afresh, both say what the rules say of the position."""
    for compiled in (state, board.load(game, position)):
        assert board.turn(game, compiled) == game.turn(position), (game, position)
        assert board.pieces(game, compiled) == game.board(position), (game, position)
        assert board.outcome(game, compiled) == game.outcome(position), (game, position)
        for seat in game.turn(position):
            found = board.legal(game, compiled, seat)
            assert len(found) == len(set(found)), (game, position)
            prompt = game.prompt(position, seat)
            assert len(found) == prompt.count(), (game, position)
            if len(found) <= MANY:
                assert set(found) == set(prompt.moves()), (game, position)
            else:
                assert all(prompt.allows(move) for move in random.Random(0).sample(found, MANY))


def slow_perft(game: AnyGame, position: Any, depth: int) -> int:
    """Perft by the readable rules, for games of one seat at a time."""
    turn = game.turn(position)
    if depth == 0 or not turn:
        return 1
    (seat,) = turn
    moves = list(game.prompt(position, seat).moves())
    if depth == 1:
        return len(moves)
    return sum(slow_perft(game, game.apply(position, {seat: move})[0], depth - 1) for move in moves)
