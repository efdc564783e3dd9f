"""A tree of a file as a study: every variation is played through, with comments, signs and marks."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from quintet.games.contract import AnyGame, MoveError
from quintet.games.formats.common import COLOURS, FormatError, to_move
from quintet.games.formats.tree import Branch, Place, Property
from quintet.games.reversi import PASS
from quintet.games.variations import (
    LONGEST_COMMENT,
    LONGEST_LABEL,
    LONGEST_NAME,
    Node,
    Sign,
    Study,
    is_label,
    most_nodes,
)

SIGNS: dict[str, tuple[Sign, Sign]] = {
    "TE": ("!", "!!"),
    "BM": ("?", "??"),
    "IT": ("!?", "!?"),
    "DO": ("?!", "?!"),
    "DM": ("=", "="),
}
"""What a property says of a move, once and, with the value 2, emphatically."""
MARKS = {"CR": "circle", "SQ": "square", "TR": "triangle", "MA": "cross", "SL": "square"}
LABEL = "LB"
MOST_MARKS = 400


class Growing:
    """A study that is read: nodes are added to it one after the other, each from one that is there."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        self.game = game
        self.positions: list[Any] = [start]
        self.befores: list[int] = [0]
        self.moves: list[tuple[tuple[int, str], ...]] = [()]
        self.notes: dict[int, list[str]] = {}
        self.signs: dict[int, Sign] = {}
        self.marks: dict[int, dict[str, str]] = {}
        self.known: dict[tuple[int, str], int] = {}
        self.most = most_nodes(game)

    def play(self, at: int, text: str, where: str, colour: str | None = None) -> int:
        """Play a move, of this colour if the file says one, from a node on; the node that it leads to.

        A forced pass that the file leaves out is put in, and a move that is there already is not made twice.
        """
        turn = self.game.turn(self.positions[at])
        if turn:
            mover, passes = to_move(self.game, self.positions[at], turn[0])
            if passes and text != PASS and colour != mover:
                at = self._go(at, PASS, where)
                turn = self.game.turn(self.positions[at])
                mover, _ = to_move(self.game, self.positions[at], turn[0])
            if colour and mover and colour != mover:
                raise FormatError(f"{where}: it is {COLOURS[mover]}'s turn, not {COLOURS[colour]}'s")
        return self._go(at, text, where)

    def _go(self, at: int, text: str, where: str) -> int:
        position = self.positions[at]
        seat = next(iter(self.game.turn(position)), 0)
        try:
            move = self.game.check(position, seat, text)
        except MoveError as error:
            raise FormatError(f"{where}: {error}") from error
        if (at, move) in self.known:
            return self.known[at, move]
        if len(self.positions) >= self.most:
            raise FormatError(
                f"{where}: a study on this board may have {self.most:,} moves, and there are more"
            )
        after, _ = self.game.apply(position, {seat: move})
        self.positions.append(after)
        self.befores.append(at)
        self.moves.append(((seat, move),))
        self.known[at, move] = len(self.positions) - 1
        return len(self.positions) - 1

    def annotate(self, at: int, entries: Iterable[Property], point: Callable[[str], str | None]) -> None:
        """What a node of the file says about the position that it leads to."""
        for name, values, _ in entries:
            if name in ("N", "C") and values[0].strip():
                self.notes.setdefault(at, []).append(tidy(values[0][: 2 * LONGEST_COMMENT]))
            elif name in SIGNS:
                self.signs.setdefault(at, SIGNS[name][values[0].strip() == "2"])
            elif name in MARKS or name == LABEL:
                self._mark(at, name, values, point)

    def _mark(self, at: int, name: str, values: list[str], point: Callable[[str], str | None]) -> None:
        marks = self.marks.setdefault(at, {})
        for value in values[: MOST_MARKS - len(marks)]:
            where, _, label = value.partition(":")
            space, mark = point(where), MARKS.get(name) or tidy(label[:80])[:LONGEST_LABEL]
            if space and (name in MARKS or is_label(mark)):
                marks[space] = mark

    def study(self, start: Any, name: str) -> Study:
        """What has grown."""
        nodes = (
            Node(
                before=before,
                moves=moves,
                sign=self.signs.get(number, "") if number else "",
                comment=shortened("\n".join(self.notes.get(number, ())), LONGEST_COMMENT),
                marks=self.marks.get(number, {}),
            )
            for number, (before, moves) in enumerate(zip(self.befores, self.moves, strict=True))
        )
        return Study(
            game=self.game.name,
            options=dict(self.game.settings),
            start=None if start == self.game.start() else self.game.dump(start),
            name=shortened(" ".join(name.split()), LONGEST_NAME),
            nodes=tuple(nodes),
        )


def grow(
    growing: Growing,
    branches: list[Branch],
    place: Place,
    read: Callable[[Property, str], tuple[str, str | None] | None],
    point: Callable[[str], str | None],
) -> None:
    """Play a whole tree. `read` makes a move with its colour of a property, if it is one, and `point` a space of a mark."""
    placed: list[int] = []
    for before, entries in branches:
        at = placed[before] if before >= 0 else 0
        for entry in entries:
            where = f"{entry.name}[{entry.values[0][:10]}] at {place(entry.offset)}"
            found = read(entry, where)
            if found is not None:
                at = growing.play(at, found[0], where, found[1])
        growing.annotate(at, entries, point)
        placed.append(at)


def says_more(branches: list[Branch]) -> bool:
    """Is there anything in the tree besides one line of moves?"""
    told = {*SIGNS, *MARKS, LABEL, "C", "N"}
    befores = [branch.before for branch in branches]
    return len(set(befores)) < len(befores) or any(
        entry.name in told for branch in branches for entry in branch.entries
    )


def tidy(text: str) -> str:
    """A text of a file as it may be kept: lines, and no other control characters."""
    lines = text.replace("\r\n", "\n").replace("\n\r", "\n").replace("\r", "\n").split("\n")
    return "\n".join("".join(c for c in line if c.isprintable() or c == "\t") for line in lines).strip()


def shortened(text: str, most: int) -> str:
    return text if len(text) <= most else text[: most - 1] + "…"
