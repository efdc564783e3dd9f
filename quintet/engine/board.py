"""What every compiled board offers to plain Python, so that one test proves it equal to the readable rules.

A module boards/NAME.py is a `CompiledBoard`. Beside these functions it holds the compiled helpers that the search calls
(see hooks.Rules); these here go through the same helpers, so that what is tested is what is searched.
"""

from __future__ import annotations

from typing import Any, Protocol

from quintet.games.contract import Board, Move, Outcome


class CompiledBoard(Protocol):
    @property
    def STATE(self) -> Any:  # noqa: N802  (a module constant)
        """The record type of a position: fixed size, plain numbers."""

    def plays(self, game: Any) -> bool:
        """Does it know the game with these settings?"""

    def load(self, game: Any, position: Any) -> Any:
        """A position as an array of one STATE."""

    def turn(self, game: Any, state: Any) -> tuple[int, ...]:
        """The seats that owe a move, as Game.turn says."""

    def legal(self, game: Any, state: Any, seat: int) -> list[Move]:
        """Every legal move of a seat in turn, in any order."""

    def advance(self, game: Any, state: Any, moves: dict[int, Move]) -> None:
        """Play the moves of every seat in turn; the state changes in place."""

    def pieces(self, game: Any, state: Any) -> Board:
        """What stands where, as Game.board says."""

    def outcome(self, game: Any, state: Any) -> Outcome | None:
        """How it ended, as Game.outcome says."""

    def perft(self, game: Any, state: Any, depth: int) -> int:
        """How many ways there are to play so many rounds; a game that is over early ends its way."""
