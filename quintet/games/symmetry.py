"""Ways to lay a board upon itself that no rule notices, and with them which positions and moves are the same."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from hashlib import blake2b
from itertools import product
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from msgspec import Struct

if TYPE_CHECKING:  # which needs this module itself
    from quintet.games.contract import AnyGame, Move, Space

TURNS = tuple(math.radians(degrees) for degrees in (0, 60, 90, 120, 180, 240, 270, 300))
"""How far a board may be turned: by quarters and by sixths."""
PRECISION = 3
"""Digits by which two points are the same."""


class Symmetry(Struct, frozen=True):
    """A way to lay a board upon itself."""

    to: dict[str, str]
    """Where each space goes."""
    order: tuple[int, ...]
    """By space, in the order of the layout, which one comes to lie there."""

    @property
    def back(self) -> Symmetry:
        """The way back."""
        return _symmetry(tuple(self.to), self.order)

    def text(self, squares: str) -> str:
        """A text with a letter for each space, as the board lies then."""
        return "".join([squares[space] for space in self.order])


def _symmetry(names: Sequence[str], goes: Sequence[int]) -> Symmetry:
    """From where each space goes, by number."""
    order = sorted(range(len(goes)), key=goes.__getitem__)
    return Symmetry({name: names[there] for name, there in zip(names, goes, strict=True)}, tuple(order))


def symmetries_of(
    spaces: Sequence[Space], neighbours: Sequence[Sequence[int]] = (), *, turns: bool = True
) -> tuple[Symmetry, ...]:
    """The turns and mirrorings of a board that put every space on another, and neighbours on neighbours.

    The first leaves everything as it is. Without `turns` a board is only mirrored left to right.
    """
    middle = [(min(axis) + max(axis)) / 2 for axis in ([s.x for s in spaces], [s.y for s in spaces])]
    points = [(space.x - middle[0], space.y - middle[1]) for space in spaces]
    at = {_rounded(*point): number for number, point in enumerate(points)}
    found: dict[tuple[int, ...], Symmetry] = {}
    for mirrored, turn in product((1, -1), TURNS if turns else TURNS[:1]):
        goes = [at.get(_rounded(*_turned(mirrored * x, y, turn))) for x, y in points]
        known = tuple(number for number in goes if number is not None)
        if len(set(known)) == len(points) and known not in found and _keeps(neighbours, known):
            found[known] = _symmetry([space.name for space in spaces], known)
    return tuple(found.values())


def _turned(x: float, y: float, turn: float) -> tuple[float, float]:
    return x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn)


def _rounded(x: float, y: float) -> tuple[float, float]:
    return round(x, PRECISION) + 0.0, round(y, PRECISION) + 0.0  # and no zero below zero


def _keeps(neighbours: Sequence[Sequence[int]], goes: Sequence[int]) -> bool:
    return all(
        {goes[near] for near in around} == set(neighbours[goes[space]])
        for space, around in enumerate(neighbours)
    )


# --- positions that are the same --------------------------------------------------------------------------------------


class Place(NamedTuple):
    """A position among all that are the same as it: their number, and the ways to lay this one as they are counted."""

    number: int
    ways: tuple[Symmetry, ...]


class Sameness:
    """Which positions and moves of a game are the same."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self._begun = blake2b(game.key.encode(), digest_size=8)

    def place(self, position: Any) -> Place:
        """The place of a position: the same for all that are the same, in this game and by these rules."""
        game, bare = self.game, self.game.bare(position)
        laid = [(msgspec.json.encode(game.turned(bare, way)), way) for way in game.symmetries]
        text = min(text for text, _ in laid)
        number = self._begun.copy()
        number.update(text)
        return Place(
            int.from_bytes(number.digest(), signed=True), tuple(way for found, way in laid if found == text)
        )

    def counted_as(self, place: Place, move: Move) -> Move:
        """The move as it is counted, with all that are the same."""
        return min(self.game.turned_move(move, way) for way in place.ways)

    def as_seen(self, place: Place, counted: Move) -> tuple[Move, ...]:
        """The moves that are counted so, as they are made in the position whose place this is."""
        found = {self.game.turned_move(counted, way.back) for way in place.ways}
        return tuple(sorted(found, key=lambda move: (len(move), move)))


def rounds_of(
    game: AnyGame, start: Any, rounds: Sequence[tuple[Any, Any]]
) -> Iterator[tuple[int, list[Any]]]:
    """The place before each round that is counted, and its moves as they are counted, by seat.

    A round is its moves, by seat, and the position after it.
    """
    same, before = Sameness(game), start
    for moves, after in rounds[: game.recurring]:
        place = same.place(before)
        yield (
            place.number,
            [(seat, same.counted_as(place, move)) for seat, move in sorted(dict(moves).items())],
        )
        before = after
