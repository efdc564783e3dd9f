"""`quintet convert`: games from one file format to another."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

from quintet.commands import Commands, command
from quintet.commands.arguments import add_game_files, take_game_files
from quintet.games.contract import short
from quintet.inputs import UsageError, read_file

if TYPE_CHECKING:
    from quintet.games.formats import Format
    from quintet.games.record import Record


def add(commands: Commands) -> None:
    parser = command(
        commands,
        "convert",
        convert,
        "Convert games from one file format to another.",
        "The formats follow from the endings of the file names (.json, .study, .txt, .ggf, .sgf, .psq, .obf) unless you name them.",
    )
    parser.add_argument("input", metavar="IN", help="the file to read; - is the standard input")
    parser.add_argument("output", metavar="OUT", help="the file to write; - is the standard output")
    parser.add_argument("--from", dest="source", metavar="FORMAT", help="the format of IN")
    parser.add_argument("--to", dest="target", metavar="FORMAT", help="the format of OUT")
    add_game_files(parser)


def convert(parsed: argparse.Namespace) -> int:
    take_game_files(parsed)
    source = chosen_format(parsed.source, parsed.input, "--from")
    target = chosen_format(parsed.target, parsed.output, "--to")
    text = read_file(parsed.input).decode("utf-8-sig", "replace")
    records = source.reads(text)
    if not records:
        raise UsageError(f"{short(parsed.input)} holds no game in the format {source.name}")
    write_file(parsed.output, converted(source, target, text, records))
    return 0


def converted(source: Format, target: Format, text: str, records: list[Record]) -> str:
    """The games in another format; as studies, with their variations, where one of the two is for studies."""
    if (
        source.studies is None
        or target.writes_studies is None
        or not (source.for_studies or target.for_studies)
    ):
        return target.writes(records)
    from quintet.games.variations import study_of

    found = zip(source.studies(text), records, strict=True)
    return target.writes_studies([study or study_of(record) for study, record in found])


def chosen_format(name: str | None, file: str, flag: str) -> Format:
    """The format that was named, or that the ending of a file's name means."""
    from quintet.games.formats import FORMATS

    names = ", ".join(form.name for form in FORMATS)
    if name is not None:
        found = next((form for form in FORMATS if form.name == name.lower()), None)
        if found is None:
            raise UsageError(f"there is no format {short(name)}; the formats are: {names}")
        return found
    suffix = PurePath(file).suffix.lower()
    found = next((form for form in FORMATS if suffix in form.suffixes), None)
    if found is None:
        raise UsageError(f"the name {short(file)} does not tell its format: add {flag} with one of: {names}")
    return found


def write_file(name: str, text: str) -> None:
    if name == "-":
        sys.stdout.write(text)
        return
    try:
        Path(name).write_text(text, encoding="utf-8")
    except OSError as error:
        raise UsageError(f"cannot write {short(name)}: {(error.strerror or str(error)).lower()}") from error
