"""The file formats that other programs write games in, as data. Each module reads a text into records and back.

Coordinates and colours are turned into ours, and ours into theirs, inside these modules and nowhere else. `door.py` takes
a file of any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

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
    scan: Callable[[str], Iterator[Record]]
    """The games in a text, one after the other, each played through and checked."""
    writes: Callable[[Sequence[Record]], str]

    def reads(self, text: str) -> list[Record]:
        """All games in a text; GameError if anything is wrong with one of them."""
        return list(self.scan(text))


def read_records(text: str) -> Iterator[Record]:
    """Our own records: one, or one on each line."""
    for number, line in enumerate(split_records(text.encode("utf-8", "replace")), start=1):
        try:
            yield checked(read_record(line))
        except GameError as error:
            raise FormatError(f"record {number}: {error}") from error


def write_records(records: Sequence[Record]) -> str:
    return "".join(write_record(record) + "\n" for record in records)


FORMATS = (
    Format(
        name="record",
        title="quintet's own JSON record",
        suffixes=(".json", ".jsonl"),
        scan=read_records,
        writes=write_records,
    ),
    Format(
        name="transcript",
        title="Reversi transcripts (f5d6c3...), one on each line",
        suffixes=(".txt", ".transcript"),
        games=("reversi",),
        scan=transcript.read,
        writes=transcript.write,
    ),
    Format(
        name="ggf",
        title="Generic Game Format, as Othello servers write it",
        suffixes=(".ggf",),
        games=("reversi",),
        scan=ggf.read,
        writes=ggf.write,
    ),
    Format(
        name="sgf",
        title="Smart Game Format, GM[2] and GM[4]",
        suffixes=(".sgf",),
        games=("reversi", "gomoku"),
        scan=sgf.read,
        writes=sgf.write,
    ),
    Format(
        name="psq",
        title="Piskvork's games of Gomoku",
        suffixes=(".psq",),
        games=("gomoku",),
        scan=psq.read,
        writes=psq.write,
    ),
    Format(
        name="obf",
        title="Othello positions, one on each line, each a game that begins there",
        suffixes=(".obf",),
        games=("reversi",),
        scan=obf.read_games,
        writes=obf.write_games,
    ),
)
