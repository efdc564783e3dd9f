"""How many games of a given length there are: the number that shows whether two rule books agree.

A leaf is a position at that depth, or a finished game before it. A pass is a ply; a round in which several seats move
at once is one ply, and each joint choice of moves counts.
"""

from __future__ import annotations

import itertools
import math
from collections.abc import Iterator
from typing import Any

from quintet.games.contract import AnyGame, Move

REMEMBERED = 500_000
"""Positions whose count is kept, because different moves lead to them."""


def joint_moves(game: AnyGame, position: Any) -> Iterator[dict[int, Move]]:
    """Every choice of moves that the seats in turn can make together."""
    turn = game.turn(position)
    choices = [tuple(game.prompt(position, seat).moves()) for seat in turn]
    for chosen in itertools.product(*choices):
        yield dict(zip(turn, chosen, strict=True))


def perft(game: AnyGame, position: Any, depth: int) -> int:
    """The leaves below a position."""
    return _count(game, position, depth, {})


def perft_split(game: AnyGame, position: Any, depth: int) -> Iterator[tuple[str, int]]:
    """The leaves behind each first move, one by one; the moves of a joint round are written `m1; m2`."""
    if depth < 1 or not game.turn(position):
        return
    known: dict[tuple[Any, int], int] = {}
    for moves in joint_moves(game, position):
        after, _ = game.apply(position, moves)
        yield "; ".join(moves.values()), _count(game, after, depth - 1, known)


def _count(game: AnyGame, position: Any, depth: int, known: dict[tuple[Any, int], int]) -> int:
    turn = game.turn(position)
    if depth == 0 or not turn:
        return 1
    if depth == 1:  # the last ply need not be played
        return math.prod(game.prompt(position, seat).count() for seat in turn)
    found = known.get((position, depth))
    if found is None:
        found = 0
        for moves in joint_moves(game, position):
            after, _ = game.apply(position, moves)
            found += _count(game, after, depth - 1, known)
        if len(known) < REMEMBERED:
            known[position, depth] = found
    return found
