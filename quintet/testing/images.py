"""Does a game play the same however its board is laid? A part of `check_game`."""

from __future__ import annotations

from collections.abc import Mapping
from random import Random
from typing import Any

from quintet.games.contract import AnyGame, MoveError
from quintet.testing.fault import GameFault, expect


def check_image(game: AnyGame, position: Any, moves: Mapping[int, str], rng: Random, here: str) -> None:
    """Lay the board in one of its ways, make the same moves there, and see the same come of it."""
    expect(game.recurring >= 0, f"recurring must be a number of rounds, not {game.recurring}: {here}")
    first = game.symmetries[0]
    expect(all(name == to for name, to in first.to.items()), "the first symmetry must change nothing")
    way = rng.choice(game.symmetries)
    image = game.turned(position, way)
    laid = {seat: game.turned_move(move, way) for seat, move in moves.items()}
    for seat, move in laid.items():
        expect(
            game.turned_move(move, way.back) == moves[seat],
            f"{moves[seat]} is {move} on the board laid otherwise, and does not come back: {here}",
        )
    try:
        after, _ = game.play(image, laid)
    except MoveError as error:
        raise GameFault(f"on the board laid otherwise {laid} is refused ({error}): {here}") from error
    expected = game.turned(game.play(position, moves)[0], way)
    expect(
        game.bare(after) == game.bare(expected), f"on the board laid otherwise other things happen: {here}"
    )
