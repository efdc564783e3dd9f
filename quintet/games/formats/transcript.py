"""Reversi transcripts: the squares one after another, `f5d6c3d3c4`, one game on each line.

The first square tells who began, since no square is open to both colours then. Forced passes may be written (`pa`,
`ps`, `pass` or `--`) or left out. Nothing else about a game can be told, so only games on eight by eight squares fit.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quintet.games.contract import short
from quintet.games.formats.common import FormatError, Played, Reader
from quintet.games.record import Record

MOVE = re.compile(r"\s*(?:(pass|pa|ps|--)|([a-h][1-8]))\s*", re.IGNORECASE)
WHITE_FIRST = ("e3", "f4", "c5", "d6")
"""The squares that only white can begin on."""


def read(text: str) -> Iterator[Record]:
    lines = enumerate(text.splitlines(), start=1)
    return (_read_line(number, line) for number, line in lines if line.strip())


def _read_line(number: int, line: str) -> Record:
    first = "white" if line.strip()[:2].lower() in WHITE_FIRST else "black"
    reader, at, count = Reader("reversi", f"line {number}", first=first), 0, 0
    while at < len(line):
        count += 1
        found = MOVE.match(line, at)
        if found is None:
            raise FormatError(
                f"line {number}, move {count}: {short(line[at : at + 8])} does not begin with a square from a1 to h8"
            )
        move = "pass" if found[1] else found[2].lower()
        reader.play(move, f"line {number}, move {count} ({move})")
        at = found.end()
    return reader.record()


def write(records: Sequence[Record]) -> str:
    return "".join(_write(Played(record, ("reversi",), "a transcript")) + "\n" for record in records)


def _write(played: Played) -> str:
    if played.settings["size"] != 8:
        raise FormatError("a transcript holds games on 8x8 squares only: write ggf or sgf instead")
    played.need_own_start("a transcript")
    moves = [move for _, move in played.moves()]
    if not moves:
        raise FormatError("a game without moves leaves no transcript")
    last = "pa" if moves[-1] == "pass" else ""  # a pass that no move follows would be lost
    return "".join(move for move in moves if move != "pass") + last
