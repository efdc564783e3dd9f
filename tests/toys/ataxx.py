"""Ataxx: grow beside a piece of yours or jump two squares away; what stands around the landing turns. Most pieces win."""

from __future__ import annotations

from collections.abc import Mapping

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
    by_score,
    clean,
)
from quintet.games.grammar import Move, Place, Prompt, choosing, either, moving, placing
from quintet.games.grid import EIGHT, Grid

EMPTY, PASS = ".", "pass"
COLOURS = "ru"
NAMES = {"r": "red", "u": "blue"}
PIECES = (Piece("r", "red", "#c92a2a", "dot"), Piece("u", "blue", "#4dabf7", "ring", "square"))
"""Two colours that nobody else uses: apart in lightness and shape too, each with a mark of its own."""
IDLE = 40
"""After so many moves in a row that add no piece, the game is over."""


class AtaxxPosition(Position, frozen=True):
    """The squares row by row from a1 at the bottom left, the seat to move, and the moves since the last new piece."""

    squares: str
    mover: int
    idle: int = 0


class Ataxx(Game[AtaxxPosition]):
    name = "ataxx"
    title = "Ataxx"
    version = 1
    notation = "The square to grow on, such as b2; from and to for a jump, such as a1 c3; or pass."
    position_type = AtaxxPosition
    options = (Option(name="size", default=7, low=4, high=9, help="Squares along each side of the board."),)

    def set_up(self) -> None:
        size = int(str(self.settings["size"]))
        self.grid = Grid(size, size, first_row="bottom")
        self.near = [self.grid.neighbours(square, EIGHT) for square in range(size * size)]
        self.far = [
            tuple(
                other
                for other in range(size * size)
                if max(abs(other % size - square % size), abs(other // size - square // size)) == 2
            )
            for square in range(size * size)
        ]

    # -- the rules

    def start(self) -> AtaxxPosition:
        size = self.grid.columns
        squares = [EMPTY] * len(self.grid)
        squares[0] = squares[-1] = "r"
        squares[size - 1] = squares[-size] = "u"
        return AtaxxPosition("".join(squares), 0)

    def grown(self, squares: str, colour: str) -> list[int]:
        """The empty squares beside a piece of this colour."""
        return [
            square
            for square, there in enumerate(squares)
            if there == EMPTY and any(squares[near] == colour for near in self.near[square])
        ]

    def jumps(self, squares: str, colour: str) -> list[tuple[int, int]]:
        return [
            (square, to)
            for square, there in enumerate(squares)
            if there == colour
            for to in self.far[square]
            if squares[to] == EMPTY
        ]

    def stuck(self, squares: str, colour: str) -> bool:
        return not self.grown(squares, colour) and not self.jumps(squares, colour)

    def turn(self, position: AtaxxPosition) -> tuple[int, ...]:
        squares = position.squares
        gone = any(colour not in squares for colour in COLOURS)
        over = gone or position.idle >= IDLE or all(self.stuck(squares, colour) for colour in COLOURS)
        return () if over else (position.mover,)

    def prompt(self, position: AtaxxPosition, seat: int) -> Prompt:
        colour, names = COLOURS[seat], self.grid.names
        if self.stuck(position.squares, colour):
            return choosing(seat, "You cannot move: pass.", (Place(PASS, label="Pass"),))
        ask = f"Grow beside a {NAMES[colour]} piece, or jump with one."
        grown = tuple(Place(names[square], names[square]) for square in self.grown(position.squares, colour))
        jumps: dict[tuple[str, ...], str] = {
            (names[square], names[to]): colour for square, to in self.jumps(position.squares, colour)
        }
        return either(placing(seat, ask, ((colour,),), {colour: grown}), moving(seat, ask, jumps))

    def apply(
        self, position: AtaxxPosition, moves: Mapping[int, Move]
    ) -> tuple[AtaxxPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        if move == PASS:
            return AtaxxPosition(position.squares, 1 - seat, position.idle + 1), ()
        colour, enemy = COLOURS[seat], COLOURS[1 - seat]
        *source, to = (self.grid.index[name] for name in move.split(" "))
        squares = list(position.squares)
        names = self.grid.names
        changes = [Change(kind="place", space=names[to], piece=colour)]
        if source:
            squares[source[0]] = EMPTY
            changes = [Change(kind="move", space=names[source[0]], piece=colour, to=names[to])]
        turned = [near for near in self.near[to] if squares[near] == enemy]
        for square in (to, *turned):
            squares[square] = colour
        changes += [Change(kind="turn", space=names[square], piece=colour, step=1) for square in turned]
        idle = position.idle + 1 if source else 0
        return AtaxxPosition("".join(squares), 1 - seat, idle), tuple(changes)

    def outcome(self, position: AtaxxPosition) -> Outcome | None:
        return None if self.turn(position) else by_score(self.scores(position))

    def scores(self, position: AtaxxPosition) -> tuple[int, ...]:
        return tuple(position.squares.count(colour) for colour in COLOURS)

    def arranging(self, position: AtaxxPosition) -> Arranging:
        names = tuple(NAMES[colour].capitalize() for colour in COLOURS)
        return Arranging(tuple(COLOURS), (Setting("turn", "To move", position.mover, names=names),))

    def arrange(self, board: Board, values: Mapping[str, int]) -> AtaxxPosition:
        squares = "".join(board.get(name, EMPTY) for name in self.grid.names)
        return AtaxxPosition(squares, values["turn"])

    # -- notation

    def parse(self, text: str) -> Move:
        words = clean(text).split(" ")
        if words != [PASS] and (len(words) > 2 or any(word not in self.grid.index for word in words)):
            raise InvalidMoveError(
                f"{' '.join(words)[:40]!r} is not a move: write the square to grow on (b2), a jump (a1 c3), or pass"
            )
        return " ".join(words)

    def why_not(self, position: AtaxxPosition, seat: int, move: Move) -> str:
        if move == PASS:
            return "you may pass only when you cannot move"
        *source, to = move.split(" ")
        colour = COLOURS[seat]
        if source and position.squares[self.grid.index[source[0]]] != colour:
            return f"there is no {NAMES[colour]} piece on {source[0]}"
        if position.squares[self.grid.index[to]] != EMPTY:
            return f"{to} is occupied"
        return (
            f"a jump goes two squares far, {to} is not" if source else f"{to} is not beside a piece of yours"
        )

    # -- what there is to see

    def board(self, position: AtaxxPosition) -> Board:
        return {
            n: there for n, there in zip(self.grid.names, position.squares, strict=True) if there != EMPTY
        }

    def describe(self, position: AtaxxPosition) -> Info:
        return Info(
            phase="play" if self.turn(position) else "over",
            colours=tuple(COLOURS),
            counters=(Counter("scores", "Pieces", self.scores(position)),),
        )

    def make_layout(self) -> Layout:
        return self.grid.layout("square", "slate", PIECES)

    def measure(self, position: AtaxxPosition, seat: int) -> float:
        scores = self.scores(position)
        return float(scores[seat] - scores[1 - seat])
