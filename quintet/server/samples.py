"""A short game of each kind to look at: what the little boards on the first page play."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import Any

import msgspec
from msgspec import UNSET

from quintet.games import game as make_game
from quintet.games.contract import AnyGame, Change, Move, Space
from quintet.games.record import Replay
from quintet.players import make_player
from quintet.say.marks import marked

PLIES = 18
SEED = 5
MANY = 500
"""With more moves than this to choose from, a few drawn by lot are compared instead of all."""
DRAWN = 24


def short_game(name: str) -> Replay:
    """Always the same game."""
    chosen, rng = make_game(name), Random(SEED)
    played = Replay(chosen)
    while played.owing and len(played.steps) < PLIES:
        seat = played.owing[0]
        played.submit(seat, good_move(chosen, played.position, seat, rng))
    return played


@cache
def sample(name: str) -> dict[str, Any]:
    """The layout, the board at the start, and what each ply of a short game changed."""
    chosen, played = make_game(name), short_game(name)
    start = chosen.board(chosen.start())
    plies = [
        {
            "changes": [change_row(change) for change in step.changes],
            "marks": marked(step.changes),
        }
        for step in played.steps
    ]
    return {"game": name, "layout": short_layout(chosen), "start": start, "plies": plies}


def short_layout(game: AnyGame) -> Any:
    """A board as data, as a little one is drawn from it: no labels, and the spaces in rows, each `[names, x, y, step]`.

    A row is of spaces as far from each other as they are from the next; it is read from left to right.
    """
    layout = msgspec.to_builtins(game.layout)
    lines = [[_short(end) for end in line] for line in game.layout.lines]
    return layout | {"labels": [], "spaces": _rows(game.layout.spaces), "lines": lines}


def _rows(spaces: Iterable[Space]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for space in spaces:
        x, y = _short(space.x), _short(space.y)
        if rows:
            names, first, level, step = rows[-1]
            if y == level and (len(names) == 1 or x == _short(first + len(names) * step)):
                rows[-1][3] = _short(x - first) if len(names) == 1 else step
                names.append(space.name)
                continue
        rows.append([[space.name], x, y, 0])
    return [
        [names if any(" " in name for name in names) else " ".join(names), *where] for names, *where in rows
    ]


def _short(number: float) -> float:
    return int(number) if number == int(number) else round(number, 4)


def short_change(change: Change) -> dict[str, Any]:
    """A change without what goes without saying."""
    return {name: value for name, value in msgspec.to_builtins(change).items() if value or name == "seat"}


def change_row(change: Change) -> list[Any]:
    """The same without its names, `[kind, space, piece, step, seat, to]`: the first page is to load quickly."""
    seat = None if change.seat is UNSET else change.seat
    row: list[Any] = [change.kind, change.space, change.piece, change.step, seat, change.to]
    usual: list[Any] = [None, None, "", 0, None, ""]
    while row[-1] == usual[len(row) - 1]:
        row.pop()
    return row


def good_move(game: AnyGame, position: Any, seat: int, rng: Random) -> Move:
    """What gains most at once, found in a few milliseconds: this is to look lively, not to play well."""
    prompt = game.prompt(position, seat)
    if prompt.count() <= MANY:
        return make_player("greedy").choose(game, position, seat, rng)
    moves = [prompt.sample(rng) for _ in range(DRAWN)]
    return max(moves, key=lambda move: game.gain(position, seat, move))
