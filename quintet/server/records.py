"""Files of games that guests bring, answered with what they hold. It may take a second or two: done aside."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.games.contract import GameError
from quintet.games.formats.door import read_file
from quintet.games.record import Record, write_record
from quintet.games.registry import game as make_game

MOST_MOVES = 5_000
"""So many moves the games of one file may have between them: a second of work, and no more memory than that."""


def held(data: bytes) -> bytes:
    """`{"format": NAME, "games": [{"text", "seats", "record"}]}`, or `{"error": SENTENCE}`."""
    try:
        found = read_file(data, MOST_MOVES)
    except GameError as error:
        return msgspec.json.encode({"error": f"This file cannot be read: {error}."})
    games = [game_part(record) for record in found.records]
    return msgspec.json.encode({"format": found.form.name, "games": games})


def game_part(record: Record) -> dict[str, Any]:
    """One game of a file: a line to choose it by, how many sit at its table, and the record."""
    game = make_game(record.game, **record.options)
    parts = [game.title, " – ".join(name or "?" for name in record.players), record.date[:10]]
    count = len(record.moves)
    parts.append("a position" if record.start is not None and not count else f"{count} moves")
    return {
        "text": ", ".join(part for part in parts if part),
        "seats": game.seats,
        "record": msgspec.Raw(write_record(record).encode()),
    }
