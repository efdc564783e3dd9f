"""A game written down: which game, with which settings, and every move in the order it was submitted.

    {"game": "reversi", "version": 1, "options": {"size": 6}, "moves": [[0, "d2"], [1, "b2"]],
     "players": ["Ada", "Bo"], "date": "2026-11-17"}

`Replay` folds submissions into positions, one at a time. A round in which several seats move together resolves when
each of them has submitted; until then the moves are `pending`. `load` reads a record from anybody and checks all of
it; whatever is wrong with it is a GameError that says which move, and why.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quintet.games.contract import (
    AnyGame,
    Change,
    GameError,
    IllegalMoveError,
    Move,
    MoveError,
    OptionValue,
    Position,
    short,
)
from quintet.games.document import read_document
from quintet.games.registry import game as make_game

MAX_BYTES = 4_000_000
MAX_MOVES = 20_000
LONGEST_NAME = 80
LONGEST = 30 * 24 * 3600 * 1000
"""Milliseconds that a clock may give."""
DATE = re.compile(r"\d{4}(-\d\d(-\d\d(T\d\d:\d\d(:\d\d)?Z?)?)?)?", re.ASCII)


class RecordError(GameError):
    """A record that cannot be replayed; the sentence says what is wrong with it."""


class Ending(Struct, frozen=True, kw_only=True):
    """How a record says the game ended. What is None is not said.

    `reason` is one of the rules' own, or the word of the table at which it was played (`resigned`, `flagged`).
    """

    winners: tuple[int, ...] | None = None
    draw: bool | None = None
    scores: tuple[int, ...] | None = None
    reason: str | None = None


class Pace(Struct, frozen=True, kw_only=True):
    """The time that players had, in milliseconds: for each move, in reserve, and what a move added to that."""

    move_ms: int = 0
    reserve_ms: int = 0
    increment_ms: int = 0

    def sound(self) -> bool:
        times = (self.move_ms, self.reserve_ms, self.increment_ms)
        return all(0 <= time <= LONGEST for time in times) and self.move_ms + self.reserve_ms > 0


class Record(Struct, frozen=True, kw_only=True):
    """One game written down. Nothing is checked yet: `replay` does that."""

    game: str
    version: int | None = None
    """The version of the rules; None means those played here."""
    options: dict[str, OptionValue] = {}
    moves: tuple[tuple[int, str], ...] = ()
    """Seat and notation, in the order submitted."""
    start: Any = None
    """The position that the game begins from, as the game's `dump` writes it; None means the game's own start."""
    outcome: Ending | None = None
    players: tuple[str, ...] = ()
    """Who played, by seat; empty if that is not said."""
    date: str = ""
    """When it was played: a year, a month, a day or a moment (`2026-11-17T20:15:00Z`); empty if that is not said."""
    clock: Pace | None = None


class Step(Struct, frozen=True, kw_only=True):
    """One complete round: the move of each seat that was in turn, what changed, and the position after it."""

    moves: dict[int, Move]
    changes: tuple[Change, ...]
    position: Position


class Replay:
    """A game as far as it has been played."""

    def __init__(
        self, game: AnyGame, submissions: Iterable[tuple[int, str]] = (), start: Position | None = None
    ) -> None:
        self.game = game
        self.start: Any = game.start() if start is None else start
        """The position that it begins from: a position of `game`."""
        self.steps: list[Step] = []
        self.pending: dict[int, Move] = {}
        """The moves of a round that not every seat has submitted to yet."""
        self.submissions: list[tuple[int, Move]] = []
        """Every move so far in canonical writing, in the order submitted."""
        self.told: Record | None = None
        """The record that this was read from; it knows who played, when, and with what clock."""
        for seat, text in submissions:
            self.submit(seat, text)

    @property
    def position(self) -> Any:
        """Where the game stands after the last complete round: a position of `game`."""
        return self.steps[-1].position if self.steps else self.start

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that still have to submit a move, ascending; empty when the game is over."""
        return tuple(seat for seat in self.game.turn(self.position) if seat not in self.pending)

    def submit(self, seat: int, text: str) -> Step | None:
        """Take a seat's move; the step it completed, or None while others still owe theirs. MoveError if refused."""
        if seat not in range(self.game.seats):
            raise IllegalMoveError(f"there is no seat {seat}; the seats are 0 to {self.game.seats - 1}")
        if seat in self.pending:
            raise IllegalMoveError(f"seat {seat} has already moved in this round")
        position = self.position
        move = self.game.check(position, seat, text)
        self.pending[seat] = move
        self.submissions.append((seat, move))
        if self.owing:
            return None
        after, changes = self.game.apply(position, dict(sorted(self.pending.items())))
        step = Step(moves=dict(sorted(self.pending.items())), changes=changes, position=after)
        self.steps.append(step)
        self.pending = {}
        return step

    def take_back(self, count: int = 1) -> None:
        """Undo the last submissions."""
        kept = self.submissions[: max(0, len(self.submissions) - count)]
        again = Replay(self.game, kept, self.start)
        self.steps, self.pending, self.submissions = again.steps, again.pending, again.submissions

    def record(self) -> Record:
        """The game so far as a record, with its outcome if the rules have ended it."""
        outcome = self.game.outcome(self.position)
        ending = None
        if outcome is not None:
            ending = Ending(
                winners=outcome.winners, draw=outcome.draw, scores=outcome.scores, reason=outcome.reason
            )
        told = self.told or Record(game=self.game.name)
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=self.game.settings,
            moves=tuple(self.submissions),
            start=None if self.start == self.game.start() else _plain(self.game.dump(self.start)),
            outcome=ending or (told.outcome if told.moves == tuple(self.submissions) else None),
            players=told.players,
            date=told.date,
            clock=told.clock,
        )


def _plain(dumped: Any) -> Any:
    """What `dump` gave, as it is once it has travelled: lists, where it may have tuples."""
    return msgspec.json.decode(msgspec.json.encode(dumped))


def replay(record: Record) -> Replay:
    """Play a record through, checking all of it."""
    game = make_game(record.game, **record.options)
    if record.version is not None and record.version != game.version:
        raise RecordError(
            f"the record is of version {record.version} of {game.name}; only version {game.version} is played here"
        )
    if len(record.moves) > MAX_MOVES:
        raise RecordError(f"the record holds {len(record.moves)} moves; {MAX_MOVES} are allowed")
    played = Replay(game, start=read_start(game, record.start))
    for number, (seat, text) in enumerate(record.moves, start=1):
        try:
            played.submit(seat, text)
        except MoveError as error:
            raise RecordError(f"move {number} ({short(text)}): {error}") from error
    if record.outcome is not None:
        _check_ending(played, record.outcome)
    told = len(record.players) in (0, game.seats)
    played.told = replace(record, moves=tuple(played.submissions), players=record.players if told else ())
    return played


def read_start(game: AnyGame, data: Any) -> Position | None:
    """The position that a record begins from; None where it is the game's own start."""
    if data is None:
        return None
    try:
        position: Position = game.load(data)
    except GameError as error:
        raise RecordError(f"the record cannot begin where it says: {error}") from None
    return position


def _check_ending(played: Replay, ending: Ending) -> None:
    """The rules have the last word; a table's reason may end only what the rules have not ended."""
    outcome = played.game.outcome(played.position)
    if outcome is None:
        if ending.reason is None or ending.reason in played.game.reasons:
            raise RecordError("the record gives an outcome, but after its last move the game is not over")
        if any(seat not in range(played.game.seats) for seat in ending.winners or ()):
            raise RecordError(
                f"the outcome names a winner that is no seat; the seats are 0 to {played.game.seats - 1}"
            )
        return
    for field in ("winners", "draw", "scores", "reason"):
        said, right = getattr(ending, field), getattr(outcome, field)
        if said is not None and said != right:
            raise RecordError(
                f"the record says {field} {json.dumps(said)[:40]}, but by the rules it is {json.dumps(right)}"
            )


# --- reading and writing ----------------------------------------------------------------------------------------------


def load(text: str | bytes) -> Replay:
    """Read one record and play it through."""
    return replay(read_record(text))


def read_record(text: str | bytes) -> Record:
    """One record from its JSON text, in the right shape; `replay` then checks the moves."""
    if len(text) > MAX_BYTES:
        raise RecordError(f"the record is {len(text):,} bytes long; {MAX_BYTES:,} are allowed")
    return record_from(read_document(text))


def record_from(data: Any) -> Record:
    """A record from plain JSON values. Fields that are not a record's own are ignored.

    So is who played, when, and with what clock, where that is not written as we do: others have used these names too.
    """
    if not isinstance(data, dict):
        raise RecordError(f"a record is a JSON object with the fields game and moves, not {short(data)}")
    for name in ("game", "moves"):
        if name not in data:
            raise RecordError(f"the record has no field {name!r}")
    game, version, options = data["game"], data.get("version"), data.get("options", {})
    if not isinstance(game, str):
        raise RecordError(f"the field 'game' must be the name of a game, not {short(game)}")
    if version is not None and not _is_whole(version):
        raise RecordError(f"the field 'version' must be a whole number, not {short(version)}")
    if not isinstance(options, dict):
        raise RecordError(f"the field 'options' must be an object, not {short(options)}")
    return Record(
        game=game,
        version=version,
        options=options,
        moves=_moves_from(data["moves"]),
        start=data.get("start"),
        outcome=_ending_from(data.get("outcome")),
        players=tidy_names(data.get("players")),
        date=tidy_date(data.get("date")),
        clock=_clock_from(data.get("clock")),
    )


def tidy_names(names: Any) -> tuple[str, ...]:
    """Names of players as they may be kept and shown; none if these are no texts, or if nobody has one."""
    if not isinstance(names, (list, tuple)) or not all(isinstance(name, str) for name in names):
        return ()
    kept = tuple(
        "".join(c for c in " ".join(n[: 4 * LONGEST_NAME].split()) if c.isprintable())[:LONGEST_NAME]
        for n in names
    )
    return kept if any(kept) else ()


def tidy_date(text: Any) -> str:
    """A date as it may be kept; empty if it is none."""
    return text if isinstance(text, str) and DATE.fullmatch(text) else ""


def _clock_from(data: Any) -> Pace | None:
    try:
        clock = msgspec.convert(data, Pace | None)
    except msgspec.ValidationError:
        return None
    return clock if clock is not None and clock.sound() else None


def _moves_from(data: Any) -> tuple[tuple[int, str], ...]:
    if not isinstance(data, list):
        raise RecordError(f"the field 'moves' must be a list of [seat, text], not {short(data)}")
    if len(data) > MAX_MOVES:
        raise RecordError(f"the record holds {len(data)} moves; {MAX_MOVES} are allowed")
    for number, entry in enumerate(data, start=1):
        pair = isinstance(entry, list) and len(entry) == 2
        if not (pair and _is_whole(entry[0]) and isinstance(entry[1], str)):
            raise RecordError(
                f'move {number} must be a seat number and a text, [0, "..."], not {short(entry)}'
            )
    return tuple((seat, text) for seat, text in data)


def _ending_from(data: Any) -> Ending | None:
    if data is None:
        return None
    try:
        return msgspec.convert(data, Ending)
    except msgspec.ValidationError as error:
        shape = '{"winners": [seats], "draw": bool, "scores": [numbers], "reason": "word"}'
        raise RecordError(f"the outcome must look like {shape}: {str(error).lower()}") from None


def _is_whole(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def split_records(text: bytes) -> Iterator[bytes]:
    """The texts of one record written over any number of lines, or of many records, one on each line."""
    lines = [line for line in text.split(b"\n") if line.strip()]
    if len(lines) > 1 and _one_on_each_line(text, lines):
        yield from lines
    else:
        yield text


def _one_on_each_line(text: bytes, lines: list[bytes]) -> bool:
    """A single record spread over lines begins with an open bracket, and none of its lines is an object."""
    if len(text) <= MAX_BYTES:
        try:
            read_document(text)
        except GameError:
            pass
        else:
            return False
    objects = (line.strip().startswith(b"{") and line.strip().endswith(b"}") for line in lines)
    return any(objects) or not lines[0].lstrip(b"\xef\xbb\xbf \t").startswith(b"{")


def write_record(record: Record) -> str:
    """The record as one line of JSON, its fields always in the same order."""
    data: dict[str, Any] = {"game": record.game, "version": record.version, "options": record.options}
    if record.start is not None:
        data["start"] = record.start
    data["moves"] = record.moves
    for field in ("outcome", "players", "date", "clock"):
        value = getattr(record, field)
        if value:
            data[field] = msgspec.to_builtins(value)
    return json.dumps(data)
