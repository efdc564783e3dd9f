"""Files of games that guests bring, answered with what they hold. It may take a second or two: done aside."""

from __future__ import annotations

from itertools import zip_longest
from typing import Any

import msgspec

from quintet.games.contract import GameError
from quintet.games.formats.door import read_file, said_more
from quintet.games.record import Record, write_record
from quintet.games.registry import game as make_game
from quintet.games.variations import Study
from quintet.say.people import players
from quintet.say.study import some

MOST_MOVES = 5_000
"""So many moves the games of one file may have between them: a second of work, and no more memory than that."""


def held(data: bytes) -> bytes:
    """`{"format": NAME, "games": [{"text", "seats", "record"}]}`, or `{"error": SENTENCE}`."""
    try:
        found = read_file(data, MOST_MOVES)
    except GameError as error:
        return msgspec.json.encode({"error": f"This file cannot be read: {error}."})
    told: dict[str, Any] = {"format": found.form.name}
    studies: list[Study | None] = []
    try:
        studies = said_more(data, found.form)
    except GameError as error:  # the games as they were played are there all the same
        told["note"] = f"The variations and comments of this file are left out: {error}."
    games = [game_part(*pair) for pair in zip_longest(found.records, studies)]
    return msgspec.json.encode(told | {"games": games})


def game_part(record: Record, study: Study | None) -> dict[str, Any]:
    """One game of a file: a line to choose it by, how many sit at its table, the record, and the study if there is more to it."""
    game = make_game(record.game, **record.options)
    who = players(record.players, game, game.describe(game.start()))
    parts = [game.title, who, record.date[:10]]
    count = len(record.moves)
    if study is None:
        parts.append("a position" if record.start is not None and not count else some(count, "move"))
    more = {} if study is None else {"study": study}
    if study is not None:
        parts.append(f"{some(len(study.nodes) - 1, 'move')} with variations and comments")
    return more | {
        "text": ", ".join(part for part in parts if part),
        "seats": game.seats,
        "record": msgspec.Raw(write_record(record).encode()),
    }
