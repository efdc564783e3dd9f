"""The file formats that other programs write games in, as data. Each module reads a text into records and back.

Coordinates and colours are turned into ours, and ours into theirs, inside these modules and nowhere else. `door.py` takes
a file of any of them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from msgspec import Struct

from quintet.games.contract import GameError
from quintet.games.formats import ggf, obf, psq, sgf, sgf_study, transcript
from quintet.games.formats.common import FormatError, checked
from quintet.games.record import Record, read_record, split_records, write_record
from quintet.games.variations import Study, main_line, play_through, read_study, study_of, write_study


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
    studies: Callable[[str], Iterator[Study | None]] | None = None
    """The same games with their variations and comments, where a file can have them; None for one that has neither."""
    writes_studies: Callable[[Sequence[Study]], str] | None = None
    for_studies: bool = False
    """Is it meant for studies, and not for games as they were played?"""

    def reads(self, text: str) -> list[Record]:
        """All games in a text; GameError if anything is wrong with one of them."""
        return list(self.scan(text))


def read_records(text: str) -> Iterator[Record]:
    """Our own records: one, or one on each line."""
    lines = list(split_records(text.encode("utf-8", "replace")))
    for number, line in enumerate(lines, start=1):
        try:
            yield checked(read_record(line))
        except GameError as error:
            which = f"record {number}: " if len(lines) > 1 else ""
            raise FormatError(f"{which}{error}") from error


def write_records(records: Sequence[Record]) -> str:
    return "".join(write_record(record) + "\n" for record in records)


def read_trees(text: str) -> Iterator[Study]:
    """A study of our own; a file holds one."""
    _, _, study = play_through(read_study(text.encode("utf-8", "replace")))
    yield study


def write_trees(studies: Sequence[Study]) -> str:
    if len(studies) != 1:
        raise FormatError(f"a file of the format study holds one study, and these are {len(studies)}")
    return write_study(play_through(studies[0])[2]).decode() + "\n"


FORMATS = (
    Format(
        name="record",
        title="quintet's own JSON record",
        suffixes=(".json", ".jsonl"),
        scan=read_records,
        writes=write_records,
    ),
    Format(
        name="study",
        title="quintet's own JSON study: a game with variations, comments and marks",
        suffixes=(".study",),
        scan=lambda text: (checked(main_line(study)) for study in read_trees(text)),
        writes=lambda records: write_trees([study_of(record) for record in records]),
        studies=read_trees,
        writes_studies=write_trees,
        for_studies=True,
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
        studies=ggf.read_studies,
        writes=ggf.write,
    ),
    Format(
        name="sgf",
        title="Smart Game Format, GM[2] and GM[4]",
        suffixes=(".sgf",),
        games=("reversi", "gomoku"),
        scan=sgf.read,
        writes=sgf.write,
        studies=sgf_study.read_studies,
        writes_studies=sgf_study.write_studies,
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
