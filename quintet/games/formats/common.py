"""What the formats share: playing a foreign game through move by move, and how it ended."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from quintet.games.contract import AnyGame, GameError, MoveError, OptionValue, Position, short
from quintet.games.record import MAX_MOVES, Ending, Pace, Record, Replay, tidy_names
from quintet.games.record import replay as play_through
from quintet.games.registry import GAMES
from quintet.games.registry import game as make_game
from quintet.games.reversi import PASS, Reversi, ReversiPosition

COLOURS = {"b": "black", "w": "white"}
RULES = "quintet"
"""The word that settings of ours begin with, in files whose format has no place for them."""


class FormatError(GameError):
    """A file that cannot be read in a format, or a game that cannot be written in it; the sentence says why."""


def quoted(mark: str) -> str:
    """A little of a file, as it stands there, fit for a sentence."""
    return mark[:10] if mark[:10].isprintable() else "..."


class Told(Struct, frozen=True, kw_only=True):
    """What a file tells of a game besides its moves: who had which colour, when, and with what clock."""

    black: str = ""
    white: str = ""
    date: str = ""
    clock: Pace | None = None


class Reader:
    """A game of a file, played through. `where` says in each refusal what in the file is meant."""

    def __init__(self, name: str, where: str, **settings: object) -> None:
        try:
            self.played = Replay(make_game(name, **settings))
        except GameError as error:
            raise FormatError(f"{where}: {error}") from error
        self.game: AnyGame = self.played.game

    def begin_from(self, position: Position, where: str) -> None:
        """Begin from another position than the game's own start; FormatError if nothing can be played from there."""
        try:
            self.game.check_position(position)
        except GameError as error:
            raise FormatError(f"{where}: {error}") from error
        self.played.start = position

    def to_move(self) -> tuple[str | None, bool]:
        """The colour to move (though its seat may not have chosen it yet), and whether it can only pass."""
        return to_move(self.game, self.played.position, self.played.owing[0])

    def play(self, text: str, where: str, colour: str | None = None) -> None:
        """Play a move, of this colour if the file says one. A forced pass that the file leaves out is put in."""
        if len(self.played.submissions) >= MAX_MOVES:
            raise FormatError(f"{where}: {MAX_MOVES:,} moves are allowed, and there are more")
        if self.played.owing:
            mover, passes = self.to_move()
            if passes and text != PASS and colour != mover:
                self.played.submit(self.played.owing[0], PASS)
                mover, _ = self.to_move()
            if colour and mover and colour != mover:
                raise FormatError(f"{where}: it is {COLOURS[mover]}'s turn, not {COLOURS[colour]}'s")
        try:
            self.played.submit(next(iter(self.played.owing), 0), text)
        except MoveError as error:
            raise FormatError(f"{where}: {error}") from error

    def record(
        self, where: str = "", winner: str | None = None, reason: str = "", told: Told | None = None
    ) -> Record:
        """The record. `winner` is what the file says: a colour, "draw" or "nobody"; `reason` is a table's word."""
        told = told or Told()
        record = replace(
            self.played.record(),
            players=self._by_seat(told.black, told.white),
            date=told.date,
            clock=told.clock,
        )
        if winner is None:
            return record
        if record.outcome is None:
            return replace(record, outcome=self._ending(where, winner, reason)) if reason else record
        if winner != "nobody" and self._ending(where, winner, reason).winners != record.outcome.winners:
            raise FormatError(f"{where}: the result says {_won(winner)}, but the moves do not come to that")
        return record

    def _by_seat(self, black: str, white: str) -> tuple[str, ...]:
        names = tidy_names((black, white))
        return names[::-1] if self.game.describe(self.played.position).colours[0] == "w" else names

    def _ending(self, where: str, winner: str, reason: str) -> Ending:
        if winner in ("draw", "nobody"):
            sharing = tuple(range(self.game.seats)) if winner == "draw" else ()
            return Ending(winners=sharing, draw=winner == "draw", reason=reason)
        colours = self.game.describe(self.played.position).colours
        if winner not in colours:
            raise FormatError(f"{where}: the result says {_won(winner)}, but no seat holds a colour yet")
        return Ending(winners=(colours.index(winner),), draw=False, reason=reason)


def to_move(game: AnyGame, position: Any, seat: int) -> tuple[str | None, bool]:
    """The colour of the seat to move, though it may not have chosen it yet, and whether it can only pass."""
    held = game.describe(position).colours[seat]
    if held is None:
        held = next(iter(game.prompt(position, seat).pieces), None)
    return held, isinstance(game, Reversi) and game.legal(position, seat, PASS)


def _won(winner: str) -> str:
    return {"draw": "a draw", "nobody": "that nobody won"}.get(winner) or f"that {COLOURS[winner]} won"


class Played:
    """A record to be written: played through, with the colour that won and how."""

    def __init__(self, record: Record, games: tuple[str, ...], title: str) -> None:
        if record.game not in games:
            raise FormatError(f"{title} holds games of {' or '.join(games)}, not of {record.game}")
        self.replay = play_through(record)
        self.game = self.replay.game
        self.settings = self.game.settings
        self.position = self.replay.position
        self.outcome = self.game.outcome(self.position)
        ending = self.outcome or record.outcome
        self.reason = "" if self.outcome or not record.outcome else record.outcome.reason or ""
        """The table's own reason if no rule ended the game, such as `resigned`."""
        self.winner: str | None = None
        """The colour that won, "draw" or "nobody"; None if the game goes on."""
        if ending is not None and ending.winners is not None:
            self.winner = self._winner(ending.winners)

        black, white = record.players or ("", "")
        if self.game.describe(self.position).colours[0] == "w":
            black, white = white, black
        self.told = Told(black=black, white=white, date=record.date, clock=record.clock)

    @property
    def first_colour(self) -> str:
        """The colour to move at the start; black if it is over there already."""
        seats = self.game.turn(self.replay.start)
        return self.game.describe(self.replay.start).colours[seats[0]] or "b" if seats else "b"

    @property
    def set_up(self) -> bool:
        """Does it begin from another position than the game's own start?"""
        return bool(self.replay.start != self.game.start())

    def need_own_start(self, title: str) -> None:
        if self.set_up:
            raise FormatError(f"{title} begins every game from its start, and this one begins elsewhere")

    def _winner(self, winners: tuple[int, ...]) -> str | None:
        if len(winners) == 1:
            return self.game.describe(self.position).colours[winners[0]]
        return "draw" if winners else "nobody"

    def moves(self) -> Iterator[tuple[str | None, str]]:
        """The colour and the text of each move; no colour for a choice of one."""
        reader = Reader(self.game.name, "", **self.settings)
        reader.played.start = self.replay.start
        for _, text in self.replay.submissions:
            colour, _ = reader.to_move()
            yield colour, text
            reader.play(text, "")


def discs_position(game: AnyGame, squares: str, colour: str) -> ReversiPosition:
    """A position of Reversi with this colour to move, or over if neither can place a disc."""
    assert isinstance(game, Reversi)
    over = len(squares) != len(game.grid) or not any(game.can_place(squares, side) for side in "bw")
    return ReversiPosition(squares, None if over else game.colours.index(colour))


def checked(record: Record) -> Record:
    """A record of our own, all of it checked and written out in full."""
    return play_through(record).record()


def rules_text(settings: dict[str, OptionValue], *without: str) -> str:
    """Settings as a line for a file: `quintet captures=on opening=free`."""
    pairs = (f"{name}={value}" for name, value in settings.items() if name not in without)
    return " ".join((RULES, *pairs))


def read_rules(name: str, text: str, where: str) -> dict[str, OptionValue]:
    """The settings in such a line."""
    known = {option.name: option for option in GAMES[name].options}
    settings: dict[str, OptionValue] = {}
    for pair in text.split()[1:]:
        option, equals, value = pair.partition("=")
        if not equals or option not in known or option in settings:
            raise FormatError(f"{where}: {short(pair)} is no setting of {name}, or stands there twice")
        try:
            settings[option] = known[option].read(value)
        except GameError as error:
            raise FormatError(f"{where}: {error}") from error
    return settings
