"""Piskvork's games of Gomoku: a line `Piskvorky 19x19, 0:0, 0`, then `x,y,milliseconds` for each stone.

x counts from the left and y from the top, both from 1. After the stones come the names of the two players, black's first;
what follows them is Piskvork's own and is ignored, but for a line of ours with the settings: without one a file is of
plain five in a row.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from quintet.games.contract import OptionValue, short, space_name
from quintet.games.formats.common import RULES, FormatError, Played, Reader, Told, read_rules, rules_text
from quintet.games.record import Record

HEAD = re.compile(r"Piskvorky (\d{1,3})x(\d{1,3}), *-?\d{1,9}: *-?\d{1,9}, *-?\d{1,9}", re.IGNORECASE)
STONE = re.compile(r"(\d{1,3}),(\d{1,3}),-?\d{1,12}")


NAMELESS = ("black", "white")
"""What stands where nobody is named."""


def read(text: str) -> Iterator[Record]:
    """A file holds one game."""
    lines = [line.strip() for line in text.splitlines()]
    head = HEAD.fullmatch(lines[0]) if lines else None
    if head is None:
        raise FormatError(
            f"line 1: a .psq file begins with 'Piskvorky 19x19, 0:0, 0', not with {short(''.join(lines[:1]))}"
        )
    if head[1] != head[2]:
        raise FormatError(f"line 1: the board must be a square, not {head[1]}x{head[2]}")
    stones = []
    for line in lines[1:]:
        stone = STONE.fullmatch(line)
        if stone is None:
            break
        stones.append(stone)
    size = int(head[1])
    reader = Reader("gomoku", "line 1", size=size, **_settings(lines, len(stones) + 1))
    for number, stone in enumerate(stones, start=1):
        where, x, y = f"line {number + 1}, move {number}", int(stone[1]), int(stone[2])
        if not (1 <= x <= size and 1 <= y <= size):
            raise FormatError(f"{where}: {x},{y} is not on a board of {size}x{size}")
        reader.play(space_name(x - 1, size - y), where)
    yield reader.record(told=_told(lines[len(stones) + 1 :][:2]))


def _told(names: list[str]) -> Told:
    named = (
        len(names) == 2 and tuple(names) != NAMELESS and RULES not in {name.split(" ")[0] for name in names}
    )
    return Told(black=names[0], white=names[1]) if named else Told()


def _settings(lines: list[str], after: int) -> dict[str, OptionValue]:
    for number, line in enumerate(lines[after:], start=after + 1):
        if line.split()[:1] == [RULES]:
            return read_rules("gomoku", line, f"line {number}")
    return {"captures": "off"}


def write(records: Sequence[Record]) -> str:
    if len(records) != 1:
        raise FormatError(f"a .psq file holds one game, not {len(records)}")
    played = Played(records[0], ("gomoku",), "psq")
    if played.settings["opening"] in ("swap", "swap2"):
        raise FormatError("a .psq file cannot say who chose which colour: write sgf instead")
    played.need_own_start("a .psq file")
    told, size = played.told, int(str(played.settings["size"]))
    names = (told.black, told.white) if told.black or told.white else NAMELESS
    stones = [(ord(move[0]) - ord("a") + 1, size + 1 - int(move[1:])) for _, move in played.moves()]
    lines = [f"Piskvorky {size}x{size}, 0:0, 0", *(f"{x},{y},0" for x, y in stones)]
    return "\n".join([*lines, *names, rules_text(played.settings, "size")]) + "\n"
