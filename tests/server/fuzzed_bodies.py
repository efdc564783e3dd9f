"""What strangers bring to the doors that take more than a message, nearly right: records, files of games, lines, studies, pickles."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from functools import cache
from random import Random
from typing import Any

from quintet.games import GAMES, game
from quintet.games.contract import GameError
from quintet.games.formats import FORMATS
from quintet.games.record import Record, replay, write_record

COMMENTS = ("", "good", "<b>", "]", "\\", "\0", "\u202e", "x" * 2001, "é😀", "](javascript:x)")
SIGNS = ("", "!", "??", "!!!", "=", 7, None)
SMALL: dict[str, dict[str, object]] = {"reversi": {"size": 6}, "onyx": {"board": "king-3"}}
"""Settings with which a game is over soon."""

Body = Callable[[Random], Any]


@cache
def played(name: str, seed: int) -> Record:
    """A short random game."""
    chosen, rng = game(name, **SMALL.get(name, {})), Random(seed)
    position, moves = chosen.start(), list[tuple[int, str]]()
    while (turn := chosen.turn(position)) and len(moves) < 12:
        made = {seat: chosen.prompt(position, seat).sample(rng) for seat in turn}
        moves += sorted(made.items())
        position, _ = chosen.apply(position, made)
    told = replay(Record(game=name, options=chosen.settings, moves=tuple(moves))).told
    assert told is not None
    return told


def some(rng: Random) -> Record:
    return played(rng.choice(tuple(GAMES)), rng.randrange(20))


def changed(value: Any, rng: Random) -> Any:
    """The same, mostly: now and then a part of it is lost, doubled or something else."""
    if rng.random() < 0.02:
        return rng.choice((None, -1, 2**70, "x", "", [], {}, [[]], 0.5, "a1", True))
    if isinstance(value, dict):
        kept = {name: changed(part, rng) for name, part in value.items() if rng.random() > 0.01}
        return kept | ({"extra": 1} if rng.random() < 0.01 else {})
    if isinstance(value, (list, tuple)):
        parts = [changed(part, rng) for part in value if rng.random() > 0.02]
        return parts * 2 if rng.random() < 0.01 else parts
    return value


def record(rng: Random) -> Any:
    return json.loads(write_record(some(rng)))


def file(rng: Random) -> Any:
    """Games in any format; as text, which is broken elsewhere."""
    written = some(rng)
    form = rng.choice(FORMATS)
    try:
        return form.writes([written])
    except GameError:  # a format that cannot hold this game
        return write_record(written)


def line(rng: Random) -> Any:
    told = some(rng)
    made: dict[str, Any] = {"game": told.game, "options": told.options, "moves": told.moves}
    if rng.random() < 0.3:
        made["move"] = [0, rng.choice(("d3", "a1", "pass", "x"))]
    elif rng.random() < 0.3:
        made["picked"] = {"seat": 0, "space": rng.choice(("a1", "h8", "q"))}
    return made


def study(rng: Random) -> Any:
    told = some(rng)
    nodes: list[dict[str, Any]] = [{}]
    for move in told.moves:
        nodes.append({"before": rng.randrange(len(nodes)), "moves": [move]})
        if rng.random() < 0.3:
            nodes[-1] |= {
                "sign": rng.choice(SIGNS),
                "comment": rng.choice(COMMENTS),
                "marks": {"a1": "circle"},
            }
    return {"game": told.game, "options": told.options, "name": rng.choice(COMMENTS), "nodes": nodes}


def saved(rng: Random) -> Any:
    return {
        "study": study(rng),
        "id": rng.choice(("", "0123456789abcdef", "../x")),
        "version": rng.randrange(3),
    }


def tried(rng: Random) -> Any:
    return rng.choice(
        (
            {"move": "d3"},
            {"move": 1, "text": "d3"},
            {},
            {"wish": "gone"},
            {"wish": "public"},
            {"effort": "quick"},
        )
    )


def opened(rng: Random) -> Any:
    """A room to be made, with a game that has begun or without."""
    told = some(rng)
    made = {"type": "create", "name": rng.choice(COMMENTS), "game": told.game, "options": told.options}
    return made | ({"moves": told.moves} if rng.random() < 0.5 else {})


def analysed(rng: Random) -> Any:
    told = some(rng)
    seat = rng.randrange(3)
    made: dict[str, Any] = rng.choice(
        (
            {"game": told.game, "options": told.options, "moves": told.moves},
            {"room": "nowhere1", "machine": True, "need": "move"},
        )
    )
    return made | {"seat": seat, "plies": rng.randrange(14), "nodes": 1, "lines": rng.randrange(34)}


def arranged(rng: Random) -> Any:
    told = some(rng)
    made: dict[str, Any] = {"game": told.game, "options": told.options}
    if rng.random() < 0.8:
        spaces = [f"{letter}{number}" for letter in "abcdefgh" for number in range(1, 9)]
        made["board"] = {
            space: rng.choice(("b", "w", "x", "")) for space in rng.sample(spaces, rng.randrange(9))
        }
        made["values"] = {"turn": rng.randrange(3)}
    return made


def coached(rng: Random) -> Any:
    return {"room": "nowhere1", "seat": rng.randrange(3), "text": "d3", "found": {"seat": 0, "moves": []}}


BODIES: dict[str, Body] = {
    "/api/replay": record, "/api/records": file, "/api/study/position": line, "/api/study/lines": line,
    "/api/study/tree": study, "/api/study/file/{}": study, "/api/studies": saved, "/api/studies/{}": tried,
    "/api/explorer": line, "/api/analysis/position": line, "/api/archive/{}": tried, "/api/archive/{}/try": tried,
    "/api/archive/{}/review": tried, "/api/puzzles/{}": tried, "/api/learn/{}": tried,
    "/api/rooms": opened, "/api/analysis": analysed, "/api/study/arrange": arranged, "/api/coach": coached, "/api/puzzles/next/{}": tried,
    "/api/games/{}": lambda rng: some(rng).options,
}  # fmt: skip
"""By route that takes a body, what it takes."""


def body(route: str, rng: Random) -> bytes:
    made = changed(BODIES[route](rng), rng)
    return made.encode(errors="replace") if isinstance(made, str) else json.dumps(made).encode()


def pickled(rng: Random) -> bytes:
    """Something like an answer in a pickle."""
    value = changed(rng.choice(([3, 4], (0, 0), [1.0, 2.0], {"a": [1]}, "d3", [[1]], b"x", None)), rng)
    data = bytearray(pickle.dumps(value, protocol=rng.randrange(pickle.HIGHEST_PROTOCOL + 1)))
    for _ in range(rng.randrange(4)):
        place = rng.randrange(len(data) + 1)
        data[place : place + rng.randrange(3)] = bytes(rng.randrange(256) for _ in range(rng.randrange(3)))
    return bytes(data)
