"""Best Game Ever: drop tokens, capture pairs from above, and score the runs of three or more that fall out."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import ClassVar

from quintet.games.contract import (
    LETTERS,
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
    space_name,
    symmetries_of,
)
from quintet.games.grammar import Move, Place, Prompt, placing
from quintet.games.grid import Grid

COLOURS = "wb"
NAMES = {"w": "white", "b": "black"}
EMPTY = "."
RUN = re.compile("w{3,}|b{3,}")


class BestPosition(Position, frozen=True):
    """The tokens of each column from the bottom up, and by seat the tokens left and the points."""

    columns: tuple[str, ...]
    tokens: tuple[int, int]
    scores: tuple[int, int]


class Best(Game[BestPosition]):
    name = "best"
    title = "Best Game Ever"
    version = 1
    summary = "Drop tokens, capture pairs from above, and score the runs of three that fall out."
    unit = ("point", "points")
    notation = "The number of a column, such as 3."
    themes: ClassVar = {
        "run": "A run of three",
        "cascade": "One run after another",
        "fall": "Falling into place",
        "quiet": "Waiting",
        "gift": "Giving points away",
    }
    recurring = 16
    position_type = BestPosition
    options = (
        Option(
            name="board",
            label="Rack",
            default="5x7",
            choices=("5x7", "7x5"),
            names={"5x7": "5 columns, 7 rows", "7x5": "7 columns, 5 rows"},
            help="Columns × rows of the rack.",
        ),
        Option(name="tokens", default=20, low=1, high=50, help="Tokens each player starts with."),
    )

    def set_up(self) -> None:
        self.columns, self.rows = map(int, str(self.settings["board"]).split("x"))
        self.grid = Grid(self.columns, self.rows, first_row="bottom")
        self.targets = tuple(self.column_targets(column) for column in range(self.columns))

    def column_targets(self, column: int) -> tuple[Place, ...]:
        """A column's move for each row that the token may land on; a click anywhere in the column stands for it."""
        cells = tuple(space_name(column, row) for row in range(self.rows))
        return tuple(Place(str(column + 1), cell, cells) for cell in cells)

    # -- the rules

    def start(self) -> BestPosition:
        tokens = int(str(self.settings["tokens"]))
        return BestPosition(("",) * self.columns, (tokens, tokens), (0, 0))

    def turn(self, position: BestPosition) -> tuple[int, ...]:
        """White first, one token a turn: black is to move while white has fewer tokens left."""
        white, black = position.tokens
        return () if self.over(position) else (0 if white == black else 1,)

    def over(self, position: BestPosition) -> bool:
        return not any(position.tokens) or all(len(column) == self.rows for column in position.columns)

    def prompt(self, position: BestPosition, seat: int) -> Prompt:
        colour = COLOURS[seat]
        open_columns = [
            targets[len(column)]
            for targets, column in zip(self.targets, position.columns, strict=True)
            if len(column) < self.rows
        ]
        ask = f"Drop a {NAMES[colour]} token in a column."
        return placing(seat, ask, ((colour,),), {colour: tuple(open_columns)})

    def apply(
        self, position: BestPosition, moves: Mapping[int, Move]
    ) -> tuple[BestPosition, tuple[Change, ...]]:
        ((seat, move),) = moves.items()
        columns, scores, tokens = list(position.columns), list(position.scores), list(position.tokens)
        tokens[seat] -= 1
        changes = drop(columns, int(move) - 1, COLOURS[seat])
        while taken := runs(columns, self.rows):
            for column, row in taken:
                scores[COLOURS.index(columns[column][row])] += 1
            changes += take_off(columns, taken, step=changes[-1].step + 1)
        white, black = tokens
        return BestPosition(tuple(columns), (white, black), (scores[0], scores[1])), tuple(changes)

    def outcome(self, position: BestPosition) -> Outcome | None:
        return by_score(position.scores) if self.over(position) else None

    def check_position(self, position: BestPosition) -> None:
        columns, (white, black), most = position.columns, position.tokens, int(str(self.settings["tokens"]))
        self.need(len(columns) == self.columns, f"the rack has {self.columns} columns, not {len(columns)}")
        self.need(set("".join(columns)) <= set(COLOURS), "a column holds w and b only")
        self.need(max(map(len, columns)) <= self.rows, f"a column holds at most {self.rows} tokens")
        self.need(not runs(list(columns), self.rows), "a run of three or more would have been taken off")
        self.need(
            0 <= white <= black <= min(most, white + 1),
            f"each starts with {most} tokens and white drops first, so {white} and {black} cannot be left",
        )
        self.need(min(position.scores) >= 0, "nobody has fewer than 0 points")
        dropped, seen = 2 * most - white - black, sum(map(len, columns)) + sum(position.scores)
        self.need(dropped == seen, f"{dropped} tokens were dropped, and the rack and the points show {seen}")

    def themes_of(self, position: BestPosition, seat: int, move: Move) -> tuple[str, ...]:
        after, changes = self.apply(position, {seat: move})
        taken = {change.step for change in changes if change.kind == "remove"}
        found = {
            "run": after.scores[seat] > position.scores[seat],
            "cascade": len(taken) > 1,
            "fall": any(change.kind == "fall" and change.step for change in changes),
            "quiet": not taken,
            "gift": after.scores[1 - seat] > position.scores[1 - seat],
        }
        return tuple(theme for theme, holds in found.items() if holds)

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """Tokens fall downwards, so a rack is only mirrored."""
        return symmetries_of(self.layout.spaces, turns=False)

    def turned(self, position: BestPosition, way: Symmetry) -> BestPosition:
        columns = tuple(position.columns[column] for column in way.order[: self.columns])
        return BestPosition(columns, position.tokens, position.scores)

    def turned_move(self, move: Move, way: Symmetry) -> Move:
        return str(self.grid.index[way.to[self.grid.names[int(move) - 1]]] + 1)

    def arranging(self, position: BestPosition) -> Arranging:
        """Whose turn it is, and the tokens left, follow from how many were dropped."""
        most = 2 * int(str(self.settings["tokens"]))
        points = zip(COLOURS, position.scores, strict=True)
        return Arranging(
            tuple(COLOURS),
            tuple(Setting(c, f"Points of {NAMES[c]}", value, high=most) for c, value in points),
        )

    def arrange(self, board: Board, values: Mapping[str, int]) -> BestPosition:
        """Tokens fall as far as they can."""
        columns = tuple(
            "".join(board.get(space_name(column, row), "") for row in range(self.rows))
            for column in range(self.columns)
        )
        scores, most = (values["w"], values["b"]), int(str(self.settings["tokens"]))
        dropped = sum(map(len, columns)) + sum(scores)
        self.need(
            dropped <= 2 * most,
            f"each starts with {most} tokens, and the rack and the points show {dropped} of them",
        )
        return BestPosition(columns, (most - (dropped + 1) // 2, most - dropped // 2), scores)

    # -- notation

    def parse(self, text: str) -> Move:
        move = clean(text)
        if move not in [str(column + 1) for column in range(self.columns)]:
            raise InvalidMoveError(f"{move[:40]!r} is not a move: write a column from 1 to {self.columns}")
        return move

    def why_not(self, position: BestPosition, seat: int, move: Move) -> str:
        return f"column {move} is full"

    def why_closed(
        self, position: BestPosition, seat: int, chosen: tuple[str, ...], piece: str, space: str
    ) -> str:
        return self.why_not(position, seat, str(LETTERS.index(space[0]) + 1))

    # -- what there is to see

    def board(self, position: BestPosition) -> Board:
        return {
            space_name(column, row): token
            for column, tokens in enumerate(position.columns)
            for row, token in enumerate(tokens)
        }

    def describe(self, position: BestPosition) -> Info:
        return Info(
            phase="over" if self.over(position) else "play",
            colours=tuple(COLOURS),
            counters=(
                Counter("scores", "Points", position.scores),
                Counter("tokens", "Tokens left", position.tokens),
            ),
        )

    def make_layout(self) -> Layout:
        palette = tuple(Piece(colour, NAMES[colour]) for colour in COLOURS)
        return self.grid.layout("hole", "rack", palette, letters=False)

    def measure(self, position: BestPosition, seat: int) -> float:
        return float(position.scores[seat] - position.scores[1 - seat])


# --- what happens to the tokens; each of these changes the columns it is given ----------------------------------------


def drop(columns: list[str], column: int, colour: str) -> list[Change]:
    """Drop a token; if exactly two of the other colour lie directly below it, they turn."""
    below, enemy = columns[column], "b" if colour == "w" else "w"
    landed = len(below)
    changes = [Change(kind="place", space=space_name(column, landed), piece=colour)]
    if below.endswith(enemy * 2) and not below.endswith(enemy * 3):
        below = below[:-2] + colour * 2
        turned = (space_name(column, row) for row in (landed - 2, landed - 1))
        changes += [Change(kind="turn", space=space, piece=colour, step=1) for space in turned]
    columns[column] = below + colour
    return changes


def runs(columns: list[str], rows: int) -> set[tuple[int, int]]:
    """The column and the row of every token in an unbroken run of three or more of one colour."""
    found = set()
    for column, tokens in enumerate(columns):
        for run in RUN.finditer(tokens):
            found |= {(column, row) for row in range(*run.span())}
    for row in range(rows):
        line = "".join(tokens[row] if row < len(tokens) else EMPTY for tokens in columns)
        for run in RUN.finditer(line):
            found |= {(column, row) for column in range(*run.span())}
    return found


def take_off(columns: list[str], taken: set[tuple[int, int]], step: int) -> list[Change]:
    """Take these tokens off and let those above them fall, the lowest first."""
    removed, fallen = [], []
    for column, tokens in enumerate(columns):
        kept = ""
        for row, token in enumerate(tokens):
            here, there = space_name(column, row), space_name(column, len(kept))
            if (column, row) in taken:
                removed.append(Change(kind="remove", space=here, piece=token, step=step))
                continue
            kept += token
            if here != there:
                fallen.append(Change(kind="fall", space=here, piece=token, to=there, step=step + 1))
        columns[column] = kept
    return removed + fallen
