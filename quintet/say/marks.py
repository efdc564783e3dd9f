"""What a move did: the spaces to mark, the pieces it put down, and the rest of it in words."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from msgspec import UnsetType

from quintet.games.contract import AnyGame, Change, Move
from quintet.say.people import listed

DOES = {"remove": "takes off", "turn": "turns", "burn": "burns"}
MOST = 8
"""More spaces than this are counted rather than named: they are heard, one after the other."""
DONE = {"remove": "removed", "turn": "turned", "fall": "fell from", "move": "moved", "burn": "burned"}


def marked(changes: Iterable[Change]) -> tuple[str, ...]:
    """The spaces of the last move: where it put something, after everything has fallen, and both ends of what it moved.

    If it did neither, where it took something.
    """
    put: dict[str, None] = {}
    taken: dict[str, None] = {}
    for change in changes:
        kind: str = change.kind
        if kind in ("place", "burn"):
            put[change.space] = None
        elif kind == "move":
            put |= dict.fromkeys((change.space, change.to))
        elif kind == "fall" and change.space in put:
            del put[change.space]
            put[change.to] = None
        elif kind == "remove":
            put.pop(change.space, None)
            taken[change.space] = None
    return tuple(put or taken)


def put_down(changes: Iterable[Change]) -> str:
    """The pieces that a move put on the board, each once: `b`, `bp`."""
    placed = (code for change in changes if change.kind == "place" for code in change.piece)
    return "".join(dict.fromkeys(placed))


def changes_text(changes: Iterable[Change]) -> str:
    """What happened besides placing, which the move itself says: "turned d4, d5; moved a1 to c3"."""
    parts = []
    for kind, group in itertools.groupby((c for c in changes if c.kind != "place"), key=lambda c: c.kind):
        spaces = [f"{change.space} to {change.to}" if change.to else change.space for change in group]
        parts.append(f"{DONE[kind]} {', '.join(spaces)}")
    return "; ".join(parts)


def whose(changes: Iterable[Change]) -> dict[str, tuple[int, ...]]:
    """Where several moved at once: the seats that put something on each space, in their order."""
    found: dict[str, tuple[int, ...]] = {}
    for change in changes:
        if change.kind == "place" and not isinstance(change.seat, UnsetType):
            found[change.space] = (*found.get(change.space, ()), change.seat)
    return found


def deeds(changes: Iterable[Change], written: str = "") -> str:
    """What a move did besides what its notation says, for who hears it: "turns d3 and e3, takes off f5".

    `written` is that notation: where it does not name the space on which a piece came to lie, that is told too.
    """
    named = set(written.split())
    told = []
    for kind, group in itertools.groupby(changes, key=lambda change: change.kind):
        found = list(group)
        if kind == "place" and written:
            unsaid = [c.space for c in found if not any(word.endswith(c.space) for word in named)]
            told += [f"lands on {listed(unsaid)}"] if unsaid else []
        elif kind == "fall":
            ways = [
                f"{c.space} fall to {c.to}" if n == 0 else f"{c.space} to {c.to}" for n, c in enumerate(found)
            ]
            told.append(f"lets {listed(ways) if len(ways) <= MOST else f'{len(ways)} pieces fall'}")
        elif kind in DOES:
            spaces = list(dict.fromkeys(change.space for change in found))
            told.append(f"{DOES[kind]} {listed(spaces) if len(spaces) <= MOST else f'{len(spaces)} spaces'}")
    return ", ".join(told)


def move_text(game: AnyGame, move: Move) -> str:
    """A move as a list of moves shows it: in its notation, with what people call the words in it."""
    word, blank, rest = move.partition(" ")
    if named := game.words.get(move):
        return named
    called = game.words.get(word + blank) or game.words.get(word, word)
    return f"{called}{blank}{rest}"


def round_text(game: AnyGame, moves: Iterable[tuple[int, Move]]) -> str:
    """A round in the order of the seats: "a1 and c3"."""
    return listed([move_text(game, move) for _, move in sorted(moves)])
