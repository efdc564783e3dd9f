"""A game written down: which game, with which settings, and every move in the order it was submitted.

    {"game": "reversi", "version": 1, "options": {"size": 6}, "moves": [[0, "d2"], [1, "b2"]]}

`Replay` folds submissions into positions, one at a time. A round in which several seats move together resolves when
each of them has submitted; until then the moves are `pending`. `load` reads a record from anybody and checks all of
it; whatever is wrong with it is a GameError that says which move, and why.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from quintet.games.contract import (
    REASONS,
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


class Record(Struct, frozen=True, kw_only=True):
    """One game written down. Nothing is checked yet: `replay` does that."""

    game: str
    version: int | None = None
    """The version of the rules; None means those played here."""
    options: dict[str, OptionValue] = {}
    moves: tuple[tuple[int, str], ...] = ()
    """Seat and notation, in the order submitted."""
    outcome: Ending | None = None


class Step(Struct, frozen=True, kw_only=True):
    """One complete round: the move of each seat that was in turn, what changed, and the position after it."""

    moves: dict[int, Move]
    changes: tuple[Change, ...]
    position: Position


class Replay:
    """A game as far as it has been played."""

    def __init__(self, game: AnyGame, submissions: Iterable[tuple[int, str]] = ()) -> None:
        self.game = game
        self.start: Position = game.start()
        self.steps: list[Step] = []
        self.pending: dict[int, Move] = {}
        """The moves of a round that not every seat has submitted to yet."""
        self.submissions: list[tuple[int, Move]] = []
        """Every move so far in canonical writing, in the order submitted."""
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
        again = Replay(self.game, kept)
        self.steps, self.pending, self.submissions = again.steps, again.pending, again.submissions

    def record(self) -> Record:
        """The game so far as a record, with its outcome if the rules have ended it."""
        outcome = self.game.outcome(self.position)
        ending = None
        if outcome is not None:
            ending = Ending(
                winners=outcome.winners, draw=outcome.draw, scores=outcome.scores, reason=outcome.reason
            )
        return Record(
            game=self.game.name,
            version=self.game.version,
            options=self.game.settings,
            moves=tuple(self.submissions),
            outcome=ending,
        )


def replay(record: Record) -> Replay:
    """Play a record through, checking all of it."""
    game = make_game(record.game, **record.options)
    if record.version is not None and record.version != game.version:
        raise RecordError(
            f"the record is of version {record.version} of {game.name}; only version {game.version} is played here"
        )
    if len(record.moves) > MAX_MOVES:
        raise RecordError(f"the record holds {len(record.moves)} moves; {MAX_MOVES} are allowed")
    played = Replay(game)
    for number, (seat, text) in enumerate(record.moves, start=1):
        try:
            played.submit(seat, text)
        except MoveError as error:
            raise RecordError(f"move {number} (seat {seat}, {short(text)}): {error}") from error
    if record.outcome is not None:
        _check_ending(played, record.outcome)
    return played


def _check_ending(played: Replay, ending: Ending) -> None:
    """The rules have the last word; a table's reason may end only what the rules have not ended."""
    outcome = played.game.outcome(played.position)
    if outcome is None:
        if ending.reason is None or ending.reason in REASONS:
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
    """A record from plain JSON values. Fields that are not a record's own, such as names and dates, are ignored."""
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
        outcome=_ending_from(data.get("outcome")),
    )


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
    data["moves"] = record.moves
    if record.outcome is not None:
        data["outcome"] = msgspec.to_builtins(record.outcome)
    return json.dumps(data)
