"""The file formats that other programs write games in, as data. Each module reads a text into records and back.

Coordinates and colours are turned into ours, and ours into theirs, inside these modules and nowhere else.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from msgspec import Struct

from quintet.games.contract import GameError
from quintet.games.formats import ggf, obf, psq, sgf, transcript
from quintet.games.formats.common import FormatError, checked
from quintet.games.record import Record, read_record, split_records, write_record


class Format(Struct, frozen=True, kw_only=True):
    """A way to write games down."""

    name: str
    title: str
    suffixes: tuple[str, ...]
    """The endings of file names that mean this format."""
    games: tuple[str, ...] = ()
    """The games it can hold; empty means every game."""
    reads: Callable[[str], list[Record]] | None
    """The games in a text, each played through and checked. None: it holds positions, not games."""
    writes: Callable[[Sequence[Record]], str]


def read_records(text: str) -> list[Record]:
    """Our own records: one, or one on each line."""
    found = []
    for number, line in enumerate(split_records(text.encode("utf-8", "replace")), start=1):
        try:
            found.append(checked(read_record(line)))
        except GameError as error:
            raise FormatError(f"record {number}: {error}") from error
    return found


def write_records(records: Sequence[Record]) -> str:
    return "".join(write_record(record) + "\n" for record in records)


FORMATS = (
    Format(
        name="record",
        title="quintet's own JSON record",
        suffixes=(".json", ".jsonl"),
        reads=read_records,
        writes=write_records,
    ),
    Format(
        name="transcript",
        title="Reversi transcripts (f5d6c3...), one on each line",
        suffixes=(".txt", ".transcript"),
        games=("reversi",),
        reads=transcript.read,
        writes=transcript.write,
    ),
    Format(
        name="ggf",
        title="Generic Game Format, as Othello servers write it",
        suffixes=(".ggf",),
        games=("reversi",),
        reads=ggf.read,
        writes=ggf.write,
    ),
    Format(
        name="sgf",
        title="Smart Game Format, GM[2] and GM[4]",
        suffixes=(".sgf",),
        games=("reversi", "gomoku"),
        reads=sgf.read,
        writes=sgf.write,
    ),
    Format(
        name="psq",
        title="Piskvork's games of Gomoku",
        suffixes=(".psq",),
        games=("gomoku",),
        reads=psq.read,
        writes=psq.write,
    ),
    Format(
        name="obf",
        title="Othello positions, one on each line",
        suffixes=(".obf",),
        games=("reversi",),
        reads=None,
        writes=obf.write_games,
    ),
)
