"""Draughts on a small board: pieces move and jump along the diagonals, and a jump that can go on must go on."""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Mapping
from typing import ClassVar

from quintet.games.contract import (
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
    clean,
)
from quintet.games.grammar import Move, Prompt, moving
from quintet.games.grid import Grid

EMPTY = "."
MEN, KINGS = "wb", "WB"
IDLE = 40
"""After so many moves in a row without a jump, it is a draw."""


class DraughtsPosition(Position, frozen=True):
    """The squares row by row from a1 at the bottom left (capitals are kings), and the seat to move."""

    squares: str
    mover: int
    idle: int = 0


class Draughts(Game[DraughtsPosition]):
    name = "draughts"
    title = "Small Draughts"
    version = 1
    reasons: ClassVar = {
        "no-legal-move": "no legal move is left",
        "idle": "nothing has been taken for too long",
    }
    notation = (
        "Every square from the first to the last, such as c3 d4, or a1 c3 e5 for a jump over two pieces."
    )
    position_type = DraughtsPosition
    options = (Option(name="size", default=6, choices=(6, 8), help="Squares along each side of the board."),)

    def set_up(self) -> None:
        size = int(str(self.settings["size"]))
        self.grid = Grid(size, size, first_row="bottom")

    # -- the rules

    def start(self) -> DraughtsPosition:
        size = self.grid.columns
        squares = ""
        for square in range(size * size):
            column, row = square % size, square // size
            dark = (column + row) % 2 == 0
            squares += "w" if dark and row < size // 2 - 1 else "b" if dark and row > size // 2 else EMPTY
        return DraughtsPosition(squares, 0)

    def ways(self, piece: str) -> tuple[tuple[int, int], ...]:
        """Forwards for a man, every way for a king."""
        up, down = ((-1, 1), (1, 1)), ((-1, -1), (1, -1))
        return up + down if piece in KINGS else up if piece == "w" else down

    def jumps(self, squares: str, path: tuple[int, ...], piece: str) -> Iterator[tuple[int, ...]]:
        """Every way to jump on from the end of a path, as far as it goes."""
        further = False
        for way in self.ways(piece):
            ray = self.grid.ray(path[-1], way)[:2]
            if len(ray) == 2 and squares[ray[0]].lower() == enemy(piece) and squares[ray[1]] == EMPTY:
                further = True
                left = squares[: ray[0]] + EMPTY + squares[ray[0] + 1 :]
                yield from self.jumps(left, (*path, ray[1]), piece)
        if not further and len(path) > 1:
            yield path

    def paths(self, position: DraughtsPosition, seat: int) -> list[tuple[str, ...]]:
        """Every move as the squares it touches. Who can jump must."""
        squares = position.squares
        jumps: list[tuple[int, ...]] = []
        steps: list[tuple[int, ...]] = []
        for square, piece in enumerate(squares):
            if piece.lower() == MEN[seat]:
                jumps += self.jumps(squares[:square] + EMPTY + squares[square + 1 :], (square,), piece)
                rays = (self.grid.ray(square, way)[:1] for way in self.ways(piece))
                steps += [(square, *ray) for ray in rays if ray and squares[ray[0]] == EMPTY]
        return [tuple(self.grid.names[square] for square in path) for path in jumps or steps]

    def arriving(self, piece: str, square: int) -> str:
        """A man that reaches the last row is a king."""
        last = self.grid.rows - 1 if piece == "w" else 0
        return piece.upper() if square // self.grid.columns == last else piece

    def turn(self, position: DraughtsPosition) -> tuple[int, ...]:
        return (position.mover,) if self.outcome(position) is None else ()

    def prompt(self, position: DraughtsPosition, seat: int) -> Prompt:
        paths = self.paths(position, seat)
        jumping = any(
            abs(self.grid.index[a] - self.grid.index[b]) > self.grid.columns + 1 for a, b, *_ in paths
        )
        ask = "You can jump, so you must." if jumping else "Move a piece."
        return moving(seat, ask, {path: self.drawn(position, path) for path in paths})

    def drawn(self, position: DraughtsPosition, path: tuple[str, ...]) -> tuple[str, ...]:
        """The piece after each leg: it is crowned where it arrives, not on the way."""
        piece = position.squares[self.grid.index[path[0]]]
        arrived = self.arriving(piece, self.grid.index[path[-1]])
        return (*(shown(piece) for _ in path[2:]), shown(arrived))

    def apply(
        self, position: DraughtsPosition, moves: Mapping[int, Move]
    ) -> tuple[DraughtsPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        names = move.split(" ")
        path = [self.grid.index[name] for name in names]
        squares = list(position.squares)
        piece, squares[path[0]] = squares[path[0]], EMPTY
        changes = []
        jumped = False
        for step, (here, there) in enumerate(itertools.pairwise(path)):
            kind = shown(piece)
            changes.append(
                Change(kind="move", space=names[step], piece=kind, to=names[step + 1], step=2 * step)
            )
            if abs(there // self.grid.columns - here // self.grid.columns) == 2:
                between, jumped = (here + there) // 2, True
                held = shown(squares[between])
                changes.append(
                    Change(kind="remove", space=self.grid.names[between], piece=held, step=2 * step + 1)
                )
                squares[between] = EMPTY
        squares[path[-1]] = self.arriving(piece, path[-1])
        if squares[path[-1]] != piece:
            changes.append(
                Change(kind="turn", space=names[-1], piece=shown(squares[path[-1]]), step=2 * len(path))
            )
        idle = 0 if jumped else position.idle + 1
        return DraughtsPosition("".join(squares), 1 - seat, idle), tuple(changes)

    def outcome(self, position: DraughtsPosition) -> Outcome | None:
        if not self.paths(position, position.mover):
            return Outcome(winners=(1 - position.mover,), reason="no-legal-move")
        return Outcome(winners=(0, 1), reason="idle") if position.idle >= IDLE else None

    # -- notation

    def parse(self, text: str) -> Move:
        words = clean(text).replace("-", " ").replace("x", " ").split(" ")
        if len(words) < 2 or any(word not in self.grid.index for word in words):
            raise InvalidMoveError(f"{text.strip()[:40]!r} is not a move: write from and to, such as c3 d4")
        return " ".join(words)

    def why_not(self, position: DraughtsPosition, seat: int, move: Move) -> str:
        source, *path = move.split(" ")
        if position.squares[self.grid.index[source]].lower() != MEN[seat]:
            return f"there is no piece of yours on {source}"
        starts = [way for way in self.paths(position, seat) if way[0] == source]
        if not starts:
            return f"the piece on {source} cannot move now"
        if any(way[: len(path) + 1] == (source, *path) for way in starts):
            return "a jump that can go on must go on"
        return f"the piece on {source} can go to {' or '.join(dict.fromkeys(way[1] for way in starts))}"

    def why_closed(
        self, position: DraughtsPosition, seat: int, chosen: tuple[str, ...], piece: str, space: str
    ) -> str:
        return self.why_not(position, seat, " ".join((*chosen, space)))

    # -- what there is to see

    def board(self, position: DraughtsPosition) -> Board:
        return {
            n: shown(there)
            for n, there in zip(self.grid.names, position.squares, strict=True)
            if there != EMPTY
        }

    def describe(self, position: DraughtsPosition) -> Info:
        left = tuple(sum(there.lower() == man for there in position.squares) for man in MEN)
        return Info(
            phase="play" if self.turn(position) else "over",
            colours=tuple(MEN),
            counters=(Counter("pieces", "Pieces", left),),
        )

    def make_layout(self) -> Layout:
        return self.grid.layout("square", "wood", (Piece("w", "white"), Piece("b", "black")))

    def measure(self, position: DraughtsPosition, seat: int) -> float:
        worth = {"w": 1, "W": 2, "b": -1, "B": -2}
        lead = sum(worth.get(there, 0) for there in position.squares)
        return float(lead if seat == 0 else -lead)


def enemy(piece: str) -> str:
    return "b" if piece.lower() == "w" else "w"


def shown(piece: str) -> str:
    return piece.lower() * 2 if piece in KINGS else piece
