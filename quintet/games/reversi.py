"""Reversi: outflank the other side's discs and they turn to yours. Most discs at the end wins."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from quintet.games.contract import (
    Arranging,
    Board,
    Change,
    Counter,
    Game,
    Info,
    InvalidMoveError,
    Layout,
    Option,
    Outcome,
    Piece,
    Position,
    Setting,
    Symmetry,
    by_score,
    clean,
    short,
    symmetries_of,
)
from quintet.games.grammar import Move, Place, Prompt, choosing, placing
from quintet.games.grid import EIGHT, Grid

EMPTY = "."
PASS = "pass"
WORDS = {PASS: "Pass"}
PASSING = (Place(PASS, label=WORDS[PASS]),)


class ReversiPosition(Position, frozen=True):
    """The squares row by row from a1 at the top left (`b`, `w` or `.`), and the seat to move (None: it is over)."""

    squares: str
    mover: int | None


class Reversi(Game[ReversiPosition]):
    name = "reversi"
    title = "Reversi"
    version = 1
    summary = "Outflank the other side's discs and they turn to yours; most discs at the end wins."
    words: ClassVar = WORDS
    unit = ("disc", "discs")
    notation = "A square, such as d3, or pass where no disc can be placed."
    themes: ClassVar = {
        "corner": "Corner",
        "pass": "Leaving no move",
        "parity": "The last move in a region",
        "quiet": "Turning few",
        "ending": "Counting the end",
    }
    recurring = 20
    position_type = ReversiPosition
    options = (
        Option(
            name="size",
            label="Board",
            default=8,
            choices=(4, 6, 8),
            names={size: f"{size} × {size}" for size in (4, 6, 8)},
            help="Squares along each side of the board.",
        ),
        Option(
            name="first",
            label="First move",
            default="black",
            choices=("black", "white"),
            names={"black": "Black", "white": "White"},
            help="The colour that moves first, and that the first seat has.",
        ),
    )

    def set_up(self) -> None:
        self.size = int(str(self.settings["size"]))
        self.grid = Grid(self.size, self.size, first_row="top")
        self.colours = "bw" if self.settings["first"] == "black" else "wb"
        self.targets = tuple(Place(name, name) for name in self.grid.names)

    @cached_property
    def rays(self) -> tuple[tuple[tuple[int, ...], ...], ...]:
        """From each square, the squares in each of the eight directions."""
        return tuple(tuple(self.grid.ray(square, d) for d in EIGHT) for square in range(len(self.grid)))

    # -- the rules

    def start(self) -> ReversiPosition:
        squares = [EMPTY] * len(self.grid)
        low, high = self.size // 2 - 1, self.size // 2
        for column, row, colour in ((low, low, "w"), (high, high, "w"), (high, low, "b"), (low, high, "b")):
            squares[row * self.size + column] = colour
        return ReversiPosition("".join(squares), 0)

    def turn(self, position: ReversiPosition) -> tuple[int, ...]:
        return () if position.mover is None else (position.mover,)

    def outflanked(self, squares: str, square: int, colour: str) -> list[int]:
        """The enemy discs that a disc of this colour on this square would turn."""
        if squares[square] != EMPTY:
            return []
        turned = []
        for ray in self.rays[square]:
            line: list[int] = []
            for met in ray:
                if squares[met] == EMPTY:
                    break
                if squares[met] == colour:
                    turned += line
                    break
                line.append(met)
        return turned

    def places(self, squares: str, colour: str) -> list[int]:
        """The squares on which a colour may place a disc."""
        return [square for square in range(len(squares)) if self.outflanked(squares, square, colour)]

    def can_place(self, squares: str, colour: str) -> bool:
        return any(self.outflanked(squares, square, colour) for square in range(len(squares)))

    def prompt(self, position: ReversiPosition, seat: int) -> Prompt:
        colour = self.colours[seat]
        places = self.places(position.squares, colour)
        if not places:
            return choosing(seat, "You cannot outflank anything: pass.", PASSING)
        name = "black" if colour == "b" else "white"
        targets = tuple(self.targets[square] for square in places)
        return placing(seat, f"Place a {name} disc.", ((colour,),), {colour: targets})

    def legal(self, position: ReversiPosition, seat: int, move: Move) -> bool:
        colour = self.colours[seat]
        if move == PASS:
            return not self.can_place(position.squares, colour)
        return bool(self.outflanked(position.squares, self.grid.index[move], colour))

    def apply(
        self, position: ReversiPosition, moves: Mapping[int, Move]
    ) -> tuple[ReversiPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        if move == PASS:
            return ReversiPosition(position.squares, 1 - seat), ()
        colour, square = self.colours[seat], self.grid.index[move]
        turned = self.outflanked(position.squares, square, colour)
        squares = list(position.squares)
        for changed in (square, *turned):
            squares[changed] = colour
        changes = [Change(kind="place", space=move, piece=colour)]
        changes += [Change(kind="turn", space=self.grid.names[s], piece=colour, step=1) for s in turned]
        after = "".join(squares)
        over = not any(self.can_place(after, side) for side in self.colours)
        return ReversiPosition(after, None if over else 1 - seat), tuple(changes)

    def outcome(self, position: ReversiPosition) -> Outcome | None:
        return by_score(self.scores(position)) if position.mover is None else None

    def scores(self, position: ReversiPosition) -> tuple[int, ...]:
        return tuple(position.squares.count(colour) for colour in self.colours)

    def check_position(self, position: ReversiPosition) -> None:
        squares, size = position.squares, self.size
        self.need(len(squares) == len(self.grid), f"the board has {size}x{size} squares, not {len(squares)}")
        self.need(set(squares) <= set("bw."), "a square holds b, w or .")
        over = not any(self.can_place(squares, colour) for colour in self.colours)
        self.need(position.mover in (None, 0, 1), f"there is no seat {position.mover}")
        if over:
            self.need(position.mover is None, "nobody can place a disc, so it is over and nobody is to move")
        self.need(over or position.mover is not None, "a disc can still be placed, so somebody is to move")

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        return symmetries_of(self.layout.spaces)

    def turned(self, position: ReversiPosition, way: Symmetry) -> ReversiPosition:
        return ReversiPosition(way.text(position.squares), position.mover)

    def arranging(self, position: ReversiPosition) -> Arranging:
        names = tuple("Black" if colour == "b" else "White" for colour in self.colours)
        return Arranging(("b", "w"), (Setting("turn", "To move", position.mover or 0, names=names),))

    def arrange(self, board: Board, values: Mapping[str, int]) -> ReversiPosition:
        squares = "".join(board.get(name, EMPTY) for name in self.grid.names)
        over = not any(self.can_place(squares, colour) for colour in self.colours)
        return ReversiPosition(squares, None if over else values["turn"])

    # -- notation

    def parse(self, text: str) -> Move:
        move = clean(text)
        if move != PASS and move not in self.grid.index:
            last = self.grid.names[-1]
            raise InvalidMoveError(
                f"{short(move)} is not a move: write a square from a1 to {last}, or {PASS}"
            )
        return move

    def why_not(self, position: ReversiPosition, seat: int, move: Move) -> str:
        if move == PASS:
            example = self.grid.names[self.places(position.squares, self.colours[seat])[0]]
            return f"you may pass only when you can place no disc; you can place one on {example}"
        if position.squares[self.grid.index[move]] != EMPTY:
            return f"{move} is occupied"
        if not self.can_place(position.squares, self.colours[seat]):
            return f"{move} outflanks nothing, and neither does any other square: pass"
        return f"{move} outflanks no enemy disc"

    def themes_of(self, position: ReversiPosition, seat: int, move: Move) -> tuple[str, ...]:
        if move == PASS:
            return ()
        square, last = self.grid.index[move], self.size - 1
        after, changes = self.apply(position, {seat: move})
        row, column = divmod(square, self.size)
        other = self.colours[1 - seat]
        found = {
            "corner": {row, column} <= {0, last},
            "pass": after.mover is not None and not self.can_place(after.squares, other),
            "parity": len(self.region(position.squares, square)) % 2 == 1,
            "quiet": len(changes) == 2,
            "ending": position.squares.count(EMPTY) <= 10,
        }
        return tuple(theme for theme, holds in found.items() if holds)

    def region(self, squares: str, square: int) -> set[int]:
        """The empty squares that hang together with this one, corners included."""
        found, edge = {square}, [square]
        while edge:
            for ray in self.rays[edge.pop()]:
                if ray and squares[ray[0]] == EMPTY and ray[0] not in found:
                    found.add(ray[0])
                    edge.append(ray[0])
        return found

    # -- what there is to see

    def board(self, position: ReversiPosition) -> Board:
        return {n: disc for n, disc in zip(self.grid.names, position.squares, strict=True) if disc != EMPTY}

    def describe(self, position: ReversiPosition) -> Info:
        phase = "over" if position.mover is None else "play"
        return Info(
            phase=phase,
            colours=tuple(self.colours),
            counters=(Counter("scores", "Discs", self.scores(position)),),
        )

    def make_layout(self) -> Layout:
        dots = ((1.5, 1.5), (5.5, 1.5), (1.5, 5.5), (5.5, 5.5)) if self.size == 8 else ()
        return self.grid.layout("square", "felt", (Piece("b", "black"), Piece("w", "white")), dots)

    def measure(self, position: ReversiPosition, seat: int) -> float:
        scores = self.scores(position)
        return float(scores[seat] - scores[1 - seat])
