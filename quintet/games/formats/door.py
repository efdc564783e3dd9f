"""The one door for files that somebody brings: whatever a file is, what it holds comes out, or one clear sentence.

    found = read_file(data)
    found.form.name, found.records      # "sgf", every game of the file, played through and checked

What a file is follows from what stands in it, never from its name.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from itertools import zip_longest

import msgspec
from msgspec import Struct

from quintet.games.contract import short
from quintet.games.formats import FORMATS, Format, obf, psq, transcript
from quintet.games.formats.common import FormatError
from quintet.games.formats.tree import START
from quintet.games.record import MAX_BYTES, Record
from quintet.games.variations import Study, study_of

BY_NAME = {form.name: form for form in FORMATS}
GAME = re.compile(r"GM\s*\[\s*([^\]\s]*)")
WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)
LOOKED_AT = 4000
"""So many characters at the beginning say what a file is."""


class Found(Struct, frozen=True):
    """What a file is, and the games in it: one at least."""

    form: Format
    records: tuple[Record, ...]


def read_file(data: bytes, most_moves: int | None = None) -> Found:
    """Everything that a file holds; GameError, with one sentence, if it is none of ours or anything in it is wrong.

    `most_moves` bounds the work: a file whose games have more moves between them is refused.
    """
    if len(data) > MAX_BYTES:
        raise FormatError(f"the file is {len(data):,} bytes long; {MAX_BYTES:,} are allowed")
    form, found = scan_file(data)
    records: list[Record] = []
    moves = 0
    for record in found:
        records.append(record)
        moves += len(record.moves) + 1  # a game without moves is work as well
        if most_moves is not None and moves > most_moves:
            raise FormatError(
                f"the games of the file have more than {most_moves:,} moves: bring fewer of them"
            )
    if not records:
        raise FormatError("there is no game in the file")
    return Found(form, tuple(records))


def read_studies(data: bytes) -> tuple[Study, ...]:
    """Everything that a file holds as studies: with variations, comments and marks where it has them."""
    found = read_file(data)
    told = said_more(data, found.form)
    return tuple(
        study or study_of(record)
        for study, record in zip_longest(told[: len(found.records)], found.records)
        if record is not None
    )


def said_more(data: bytes, form: Format) -> list[Study | None]:
    """The games of a file that have variations or comments as studies, None for the others; empty if none can have any.

    GameError if a variation cannot be played, or if there are too many.
    """
    return [] if form.studies is None else list(form.studies(decoded(data)))


def scan_file(data: bytes) -> tuple[Format, Iterator[Record]]:
    """What a file is, and the games in it as they are read one after the other; without any limit."""
    text = decoded(data)
    form = recognised(text)
    return form, form.scan(text)


def decoded(data: bytes) -> str:
    """The text of a file. UTF-8; where it cannot be that, the older writing that most game files have."""
    try:
        text = data.decode("utf-16" if data.startswith(WIDE) else "utf-8-sig")
    except UnicodeDecodeError as error:
        if data.lstrip()[:1] in (b"{", b"["):
            raise FormatError(f"the text is not UTF-8: byte {error.start + 1} is wrong") from None
        text = data.decode("latin-1")
    if not text.strip():
        raise FormatError("the file is empty")
    if "\0" in text:
        raise FormatError("the file is not a text: it holds bytes that no text has")
    return text


class Shape(Struct):
    """What tells a study from a record."""

    nodes: msgspec.Raw


def is_study(text: str) -> bool:
    try:
        msgspec.json.decode(text, type=Shape)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True


def recognised(text: str) -> Format:
    """The format that a text is written in, by how it begins."""
    head = text[:LOOKED_AT]
    lines = [line.strip() for line in head.splitlines() if line.strip()] or [""]
    first = next((line for line in lines if line[0] not in obf.REMARK), lines[0]) if lines[0] else ""
    if lines[0].startswith(("{", "[")):
        return BY_NAME["study" if is_study(text) else "record"]
    if psq.HEAD.fullmatch(lines[0]):
        return BY_NAME["psq"]
    if obf.BOARD.match(first):
        return BY_NAME["obf"]
    tree = START.search(text)
    if tree:
        game = GAME.search(text, tree.start(), tree.start() + LOOKED_AT)
        return BY_NAME["ggf" if game and not game[1].isdecimal() else "sgf"]
    if transcript.MOVE.match(lines[0]):
        return BY_NAME["transcript"]
    known = ", ".join(form.name for form in FORMATS[:-1])
    raise FormatError(
        f"this is no game file that we know ({known} or {FORMATS[-1].name}): it begins with {short(lines[0])}"
    )
