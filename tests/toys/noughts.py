"""Noughts and crosses: three of yours in a row wins."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import ClassVar

from quintet.games.contract import (
    Account,
    Board,
    Change,
    Game,
    Group,
    Info,
    InvalidMoveError,
    Layout,
    Move,
    Option,
    Outcome,
    Piece,
    Position,
    clean,
)
from quintet.games.grammar import Place, Prompt, placing
from quintet.games.grid import EIGHT, Grid


class NoughtsPosition(Position, frozen=True):
    """The squares row by row from a1 (`b`, `w` or `.`), and the square played last (-1: none yet)."""

    squares: str
    last: int = -1


class Noughts(Game[NoughtsPosition]):
    name = "noughts"
    title = "Noughts and Crosses"
    version = 1
    reasons: ClassVar = {"alignment": "three in a row", "board-full": "the board is full"}
    notation = "The square you take, such as b2."
    position_type = NoughtsPosition
    options = (Option(name="size", default=3, low=3, high=6, help="Squares along each side of the board."),)

    def set_up(self) -> None:
        size = int(str(self.settings["size"]))
        self.grid = Grid(size, size, first_row="top")

    # -- the rules

    def start(self) -> NoughtsPosition:
        return NoughtsPosition("." * len(self.grid))

    def mover(self, position: NoughtsPosition) -> int:
        return (len(self.grid) - position.squares.count(".")) % 2

    def turn(self, position: NoughtsPosition) -> tuple[int, ...]:
        return (self.mover(position),) if self.outcome(position) is None else ()

    def prompt(self, position: NoughtsPosition, seat: int) -> Prompt:
        piece = "bw"[seat]
        empty = (name for name, held in zip(self.grid.names, position.squares, strict=True) if held == ".")
        targets = tuple(Place(name, name) for name in empty)
        return placing(seat, "Take a square.", ((piece,),), {piece: targets})

    def apply(
        self, position: NoughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[NoughtsPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        square, piece = self.grid.index[move], "bw"[seat]
        squares = position.squares[:square] + piece + position.squares[square + 1 :]
        return NoughtsPosition(squares, square), (Change(kind="place", space=move, piece=piece),)

    def outcome(self, position: NoughtsPosition) -> Outcome | None:
        if position.last >= 0 and len(self.row(position)) >= 3:
            return Outcome(winners=(1 - self.mover(position),), reason="alignment")
        if "." not in position.squares:
            return Outcome(winners=(0, 1), reason="board-full")
        return None

    def row(self, position: NoughtsPosition) -> list[int]:
        """The longest row through the square played last."""
        piece = position.squares[position.last]
        arms = []
        for direction in EIGHT:
            ray = self.grid.ray(position.last, direction)
            arms.append(list(itertools.takewhile(lambda square: position.squares[square] == piece, ray)))
        rows = [
            [*back[::-1], position.last, *there] for there, back in zip(arms, reversed(arms), strict=True)
        ]
        return max(rows, key=len)

    def account(self, position: NoughtsPosition) -> Account:
        outcome = self.outcome(position)
        if outcome is None or outcome.draw:
            return Account()
        squares = tuple(self.grid.names[square] for square in self.row(position))
        return Account(groups=(Group("The winning row", squares, outcome.winners[0]),))

    # -- notation

    def parse(self, text: str) -> Move:
        move = clean(text)
        if move not in self.grid.index:
            raise InvalidMoveError(f"{move!r} is not a move: write a square from a1 to {self.grid.names[-1]}")
        return move

    def why_not(self, position: NoughtsPosition, seat: int, move: Move) -> str:
        return f"{move} is taken"

    # -- what there is to see

    def board(self, position: NoughtsPosition) -> Board:
        return {n: held for n, held in zip(self.grid.names, position.squares, strict=True) if held != "."}

    def describe(self, position: NoughtsPosition) -> Info:
        return Info(phase="play" if self.turn(position) else "over", colours=("b", "w"))

    def make_layout(self) -> Layout:
        return self.grid.layout("square", "paper", (Piece("b", "black"), Piece("w", "white")))

    def measure(self, position: NoughtsPosition, seat: int) -> float:
        outcome = self.outcome(position)
        return 0.0 if outcome is None or outcome.draw else 1.0 if seat in outcome.winners else -1.0
