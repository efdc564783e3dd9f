"""The games of a match in a file, one record a line; what the arena knows of a game stands in its field `arena`.

Each line is written when its game is over, so a match that was stopped can go on. Any reader of records reads the file.
"""

from __future__ import annotations

import errno
import itertools
import json
import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

import msgspec
from msgspec import Struct

from quintet.arena.match import Effort, Result
from quintet.arena.schedule import Pairing
from quintet.games.contract import AnyGame, GameError, Move, short
from quintet.games.record import Ending, Record, tidy_names, write_record

FAR_BEYOND = 1 << 30


class RecordsError(GameError):
    """A file of games that does not belong to this match, or is not one at all."""


class Note(Struct, frozen=True, kw_only=True):
    """The field `arena` of a record."""

    number: int
    round: int
    lineup: int
    seats: tuple[str, ...]
    opening: int
    """How many of the moves were the opening."""
    seed: str
    efforts: tuple[Effort, ...]
    culprit: int | None = None
    error: str = ""


class _Row(Struct, frozen=True):
    game: str
    version: int
    options: dict[str, Any]
    moves: tuple[tuple[int, Move], ...]
    outcome: Ending
    arena: Note
    start: Any = None


def write_result(game: AnyGame, result: Result) -> str:
    """One line, without its end."""
    pairing = result.pairing
    record = Record(
        game=game.name,
        version=game.version,
        options=game.settings,
        moves=result.moves,
        outcome=Ending(
            winners=result.winners, draw=len(result.winners) > 1, scores=result.scores, reason=result.reason
        ),
        players=tidy_names(pairing.seats),
        start=pairing.start,
    )
    note = Note(
        number=pairing.number,
        round=pairing.round,
        lineup=pairing.lineup,
        seats=pairing.seats,
        opening=len(pairing.opening),
        seed=pairing.seed,
        efforts=result.efforts,
        culprit=result.culprit,
        error=result.error,
    )
    return json.dumps(json.loads(write_record(record)) | {"arena": msgspec.to_builtins(note)})


def read_result(game: AnyGame, line: bytes) -> Result:
    found = msgspec.json.decode(line, type=_Row)
    if (found.game, found.version, found.options) != (game.name, game.version, game.settings):
        raise RecordsError(f"it holds a game of {short(found.game)} with other settings or rules")
    note = found.arena
    check_seats(game, found)
    pairing = Pairing(
        number=note.number,
        round=note.round,
        lineup=note.lineup,
        seats=note.seats,
        opening=found.moves[: note.opening],
        seed=note.seed,
        start=found.start,
    )
    return Result(
        pairing=pairing,
        moves=found.moves,
        winners=found.outcome.winners or (),
        reason=found.outcome.reason or "",
        scores=found.outcome.scores,
        culprit=note.culprit,
        error=note.error,
        efforts=note.efforts,
    )


def check_seats(game: AnyGame, line: _Row) -> None:
    """RecordsError if the points of a game could not be given to its seats."""
    seats = set(range(game.seats))
    winners = line.outcome.winners or ()
    if not winners or len(set(winners)) < len(winners) or not seats.issuperset(winners):
        raise RecordsError(f"its winners {list(winners)} are not seats of the game")
    if len(line.arena.efforts) != game.seats or not {line.arena.culprit} <= {None, *seats}:
        raise RecordsError("its efforts or its culprit are not those of the seats of the game")


class Records:
    """A file of results; without a name they are only remembered."""

    def __init__(self, game: AnyGame, path: Path | None) -> None:
        self.game, self.path = game, path
        self.results: list[Result] = []

    @contextmanager
    def held(self) -> Iterator[None]:
        """Meanwhile no other match can write to the file. RecordsError if one does already."""
        if self.path is None:
            yield
            return
        try:
            file = self.path.open("ab")
        except OSError as error:
            raise RecordsError(
                f"cannot write to {short(str(self.path))}: {(error.strerror or str(error)).lower()}"
            ) from error
        with file:
            if not locked(file):
                raise RecordsError(
                    f"another match is writing to {short(str(self.path))}: wait for its end, or give this one a file of its own"
                )
            yield

    def read(self, schedule: Iterable[Pairing]) -> None:
        """Take up a match that was stopped. RecordsError if the file holds any other match."""
        assert self.path is not None
        if not self.path.exists():
            return
        try:
            data = self.path.read_bytes()
        except OSError as error:
            raise RecordsError(
                f"cannot read {short(str(self.path))}: {(error.strerror or str(error)).lower()}"
            ) from error
        whole = data.rfind(b"\n") + 1
        found = list(self._read_lines(data[:whole]))
        last = max((result.pairing.number for result in found), default=0)
        planned = {pairing.number: pairing for pairing in itertools.islice(schedule, last)}
        games = len(planned)
        for line, result in enumerate(found, start=1):
            if result.pairing.number > games:
                raise RecordsError(
                    f"{self._refusal(line)} is game {result.pairing.number} of a match that has only {games} now:"
                    " give --games as it was, or more"
                )
            if planned.pop(result.pairing.number, None) != result.pairing:
                raise RecordsError(
                    f"{self._refusal(line)} is of another match, or a game that stands there twice:"
                    " give the players, --seed, --plies, --openings and --gauntlet as they were"
                )
        self.results = sorted(found, key=lambda result: result.pairing.number)
        self._cut_off(data[whole:], whole)

    def _read_lines(self, data: bytes) -> Iterator[Result]:
        for number, line in enumerate((line for line in data.split(b"\n") if line.strip()), start=1):
            try:
                yield read_result(self.game, line)
            except (msgspec.DecodeError, RecordsError) as error:
                raise RecordsError(f"{self._refusal(number)}: {str(error).lower()}") from error

    def _refusal(self, line: int) -> str:
        return f"{short(str(self.path))} cannot be taken up: line {line}"

    def _cut_off(self, rest: bytes, whole: int) -> None:
        """Remove a last line that was not written to its end; but nothing that we have not begun to write."""
        begun = json.dumps({"game": self.game.name, "version": self.game.version}).rstrip("}").encode()
        if not (rest.startswith(begun) or begun.startswith(rest)):
            raise RecordsError(
                f"{short(str(self.path))} cannot be taken up: it does not end with a game of this match"
            )
        if rest and self.path is not None:
            with self.path.open("r+b") as file:
                file.truncate(whole)

    def add(self, result: Result) -> None:
        """Keep a result: the whole line, or none of it where it cannot be written."""
        if self.path is not None:
            line = (write_result(self.game, result) + "\n").encode()
            try:
                append(self.path, line)
            except OSError as error:
                raise RecordsError(
                    f"cannot write to {short(str(self.path))}: {(error.strerror or str(error)).lower()};"
                    f" {len(self.results)} games are safe: make room, then --resume goes on with them"
                ) from error
        self.results.append(result)


def locked(file: IO[bytes]) -> bool:
    """Lock a file, until it is closed or our process ends in whatever way; False if somebody else has it."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(FAR_BEYOND)  # there a lock keeps others from the place as well
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        return error.errno not in {
            errno.EACCES,
            errno.EAGAIN,
            errno.EDEADLK,
        }  # where nothing can be locked, all may write
    return True


def append(path: Path, line: bytes) -> None:
    """Add a line to a file, or leave the file as it was."""
    with path.open("ab", buffering=0) as file:
        before = file.seek(0, os.SEEK_END)
        try:
            if file.write(line) != len(line):
                raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        except OSError:
            with suppress(OSError):
                file.truncate(before)
            raise
