"""The trivial game of the server's benchmark, and a `quintet` that knows it.

    python -m benchmarks.counting serve --store memory:

takes everything that `quintet` takes. The seats take turns, any digit is a move, and the game never ends, so what is
measured is the server and not the rules.
"""

from __future__ import annotations

from collections.abc import Mapping

from quintet.cli import main
from quintet.games import GAMES
from quintet.games.contract import (
    Board,
    Change,
    Game,
    Info,
    InvalidMoveError,
    Layout,
    Outcome,
    Position,
    Space,
)
from quintet.games.grammar import Move, Place, Prompt, choosing

DIGITS = tuple("0123456789")
WORDS = tuple(map(Place, DIGITS))


class Count(Position, frozen=True):
    """How many moves were played."""

    steps: int


class Counting(Game[Count]):
    name = "count"
    title = "Counting"
    version = 1
    notation = "Any digit."
    position_type = Count

    def start(self) -> Count:
        return Count(0)

    def turn(self, position: Count) -> tuple[int, ...]:
        return (position.steps % 2,)

    def prompt(self, position: Count, seat: int) -> Prompt:
        return choosing(seat, "Name a digit.", WORDS)

    def apply(self, position: Count, moves: Mapping[int, Move]) -> tuple[Count, tuple[Change, ...]]:
        return Count(position.steps + 1), ()

    def outcome(self, position: Count) -> Outcome | None:
        return None

    def parse(self, text: str) -> Move:
        if text not in DIGITS:
            raise InvalidMoveError("that is not a move: write a digit")
        return text

    def legal(self, position: Count, seat: int, move: Move) -> bool:
        return True

    def why_not(self, position: Count, seat: int, move: Move) -> str:
        return "any digit may be played"

    def board(self, position: Count) -> Board:
        return {}

    def describe(self, position: Count) -> Info:
        return Info(phase="play", colours=("b", "w"))

    def make_layout(self) -> Layout:
        return Layout(spaces=(Space("a1", 0, 0),), shape="square", surface="paper")

    def measure(self, position: Count, seat: int) -> float:
        return 0.0


if __name__ == "__main__":
    GAMES[Counting.name] = Counting
    main()
