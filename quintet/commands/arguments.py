"""Arguments that several commands share: which game, with which settings, after which moves."""

from __future__ import annotations

import argparse
import codecs
import json
import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, GameError, MoveError, short
from quintet.games.outside import is_file
from quintet.games.record import Record, RecordError, Replay, read_record, replay, split_records
from quintet.games.registry import add_file
from quintet.inputs import MAX_FILE, UsageError, read_file, read_settings, read_value

if TYPE_CHECKING:
    from quintet.arena.cluster import Cluster


def add_game(parser: argparse.ArgumentParser, optional: bool = False) -> None:
    """GAME and --set."""
    parser.add_argument("game", metavar="GAME", nargs="?" if optional else None, help=game_help())
    parser.add_argument(
        "--set",
        metavar="OPTION=VALUE",
        action="append",
        default=[],
        help="a setting of the game, such as size=6; may be given several times ('quintet games' lists them)",
    )


def game_help() -> str:
    return f"one of: {', '.join(GAMES)}; or FILE.py:Class, a game of your own"


def add_game_files(parser: argparse.ArgumentParser) -> None:
    """--game, where a command is about no game in particular."""
    parser.add_argument(
        "--game",
        metavar="FILE.py:Class",
        action="append",
        default=[],
        dest="game_files",
        help="a game of your own to be played too; may be given several times",
    )


def take_game_files(parsed: argparse.Namespace) -> None:
    """Make the games of --game known, here and in the processes that are started."""
    for text in parsed.game_files:
        if not is_file(text):
            raise UsageError(f"--game takes FILE.py:Class, a game of your own, not {short(text)}")
        add_file(text)


def named_game(text: str) -> str:
    """The name of the game that is meant; one in a file is made known first."""
    return add_file(text) if is_file(text) else text


def chosen_game(parsed: argparse.Namespace) -> AnyGame:
    """The game that GAME and --set name."""
    name = named_game(parsed.game)
    return game(name, **read_settings(type(game(name)).options, parsed.set))


def without_file(parsed: argparse.Namespace) -> bool:
    """With --record: is no GAME given, or only a file that the record may be of? That game is made known."""
    if parsed.game is not None and is_file(parsed.game):
        add_file(parsed.game)
        return True
    return parsed.game is None


def open_documents(record: Record, beside: Path) -> Record:
    """The record with the documents that its options name by a file, as a command line allows and a library does not."""
    kind = GAMES.get(record.game)
    options = dict(record.options)
    for option in kind.options if kind else ():
        value = options.get(option.name)
        if option.document and isinstance(value, str) and value.lower().endswith(".json"):
            options[option.name] = read_value(option, value, beside)
    return replace(record, options=options)


def add_moves(parser: argparse.ArgumentParser) -> None:
    """--moves."""
    parser.add_argument(
        "--moves",
        metavar='"M1; M2; ..."',
        default="",
        help="moves to play first, for the seat in turn; a round of simultaneous moves is written seat by seat",
    )


def play_moves(chosen: AnyGame, text: str) -> Replay:
    """The game after moves written `m1; m2`, each for the lowest seat that owes one."""
    played = Replay(chosen)
    texts = [part.strip() for part in text.split(";")]
    if not texts[-1]:
        texts.pop()
    for number, move in enumerate(texts, start=1):
        owing = played.owing
        if not owing:
            raise RecordError(f"move {number} ({short(move)}): the game is over")
        try:
            played.submit(owing[0], move)
        except MoveError as error:
            raise RecordError(f"move {number} ({short(move)}): {error}") from error
    return played


def add_position(parser: argparse.ArgumentParser) -> None:
    """Which positions a command is about: GAME, --set and --moves, or --record."""
    add_game(parser, optional=True)
    add_moves(parser)
    parser.add_argument(
        "--record",
        metavar="FILE",
        help="a file of one game or of many, in any format that 'quintet convert' reads; - reads the standard input",
    )


def for_each_position(parsed: argparse.Namespace, handle: Callable[[Replay], None], *, as_json: bool) -> int:
    """Handle the position of GAME and --moves, or that of each record; the exit code."""
    if parsed.record is not None:
        if parsed.set or parsed.moves or not without_file(parsed):
            raise UsageError("a record holds its own game, settings and moves: give only --record FILE")
        return for_each_record(parsed.record, handle, as_json=as_json)
    if parsed.game is None:
        raise UsageError("give the name of a GAME, or --record FILE; 'quintet games' lists the games")
    handle(play_moves(chosen_game(parsed), parsed.moves))
    return 0


def for_each_record(name: str, handle: Callable[[Replay], None], *, as_json: bool) -> int:
    """A wrong record does not stop the others, but the exit code tells of it."""
    wrong = total = 0
    try:
        records = found_records(name)
    except NoRecordError as error:
        if as_json:  # whoever reads the answers gets one in any case
            print(json.dumps({"error": str(error)}))
        raise
    for total, found in enumerate(records, start=1):
        try:
            handle(played_through(found))
        except (GameError, UsageError) as error:
            wrong += 1
            if as_json:
                print(json.dumps({"error": str(error)}))
            else:
                print(f"quintet: record {total}: {error}", file=sys.stderr)
    if wrong and as_json:
        print(f"quintet: {wrong} of {total} records were refused", file=sys.stderr)
    return 2 if wrong else 0


def one_record(name: str, limit: int = MAX_FILE) -> Replay:
    """The game in a file that holds one, played through."""
    records = list(found_records(name, limit))
    if len(records) != 1:
        raise UsageError(f"only one record can be taken here, and {short(name)} holds {len(records)}")
    return played_through(records[0])


def played_through(found: Record | GameError | UsageError) -> Replay:
    if isinstance(found, Exception):
        raise found
    return replay(found)


def add_cluster(parser: argparse.ArgumentParser, what: str) -> None:
    """`--cluster`, for a command that has much to do."""
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help=f"{what} on a Dask cluster: the address of its scheduler, such as tcp://10.0.0.1:8786, or local for one here",
    )


@contextmanager
def chosen_cluster(address: str | None, jobs: int | None = None) -> Iterator[Cluster | None]:
    """The cluster that is named, while it is used; None without one. One here has a worker for each processor, or `jobs`."""
    if address is None:
        yield None
        return
    from quintet.arena.cluster import cluster

    def say(text: str) -> None:
        print(f"quintet: {text}", file=sys.stderr, flush=True)

    with cluster(address, jobs or os.cpu_count() or 1, say) as there:
        yield there


class NoRecordError(UsageError):
    """Where a record should be, there is nothing."""


def found_records(name: str, limit: int = MAX_FILE) -> Iterator[Record | GameError | UsageError]:
    """Each game in a file of any format, or in the standard input for `-`, or what is wrong with it; one at least."""
    data = read_file(name, limit).removeprefix(codecs.BOM_UTF8)
    if not data.strip():
        raise NoRecordError(f"there is no record in {'the input' if name == '-' else short(name)}")
    if data.lstrip().startswith(b"{"):
        return _own_records(data, Path() if name == "-" else Path(name).parent)
    return _foreign_records(data)


def _own_records(data: bytes, beside: Path) -> Iterator[Record | GameError | UsageError]:
    for text in split_records(data):
        try:
            yield open_documents(read_record(text), beside)
        except (GameError, UsageError) as error:
            yield error


def _foreign_records(data: bytes) -> Iterator[Record | GameError | UsageError]:
    """What follows a game that cannot be read is lost with it: nobody knows where it begins."""
    from quintet.games.formats.door import scan_file

    try:
        yield from scan_file(data)[1]
    except GameError as error:
        yield error
