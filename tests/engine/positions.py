"""Positions to test engines on."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

from quintet.games.contract import AnyGame

DATA = Path(__file__).parent / "data"


def read_obf(line: str) -> tuple[str, str, dict[str, int]]:
    """A Reversi problem in the notation of collections: squares, the colour to move, and the value of each move."""
    squares, rest = line.strip().split(" ", 1)
    colour, *values = [part.strip() for part in rest.split(";") if part.strip()]
    found = {move.lower(): int(value) for move, value in (pair.split(":") for pair in values)}
    letters = {"X": "b", "O": "w", "-": "."}
    return "".join(letters[c] for c in squares), letters[colour], found


def random_position(game: AnyGame, plies: int, seed: int) -> Any:
    """After so many random moves; over if the game is."""
    dice = random.Random(seed)
    position = game.start()
    for _ in range(plies):
        turn = game.turn(position)
        if not turn:
            break
        moves = {seat: dice.choice(list(game.prompt(position, seat).moves())) for seat in turn}
        position, _ = game.play(position, moves)
    return position
