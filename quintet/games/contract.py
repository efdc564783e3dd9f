"""What a game is, for everything that plays one: the file to read first.

A game is a value: its name, its version and its checked settings. A position is a frozen value too. The rules answer
five questions about a position: whose turn is it, what may that seat play, what happens then, is it over, and what is
there to see. Faces, server, bots and engine ask only these, so none of them knows a game by name.

A move *is* its notation: one text in canonical writing ("b@a1 p@c3"). `parse` turns whatever a person typed into that
writing; the prompt (grammar.py) holds every legal move as data.
"""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

# Whoever needs the contract has these with it.
from quintet.games.account import Account, Group, Line
from quintet.games.arranging import Arranging, Setting
from quintet.games.errors import (
    AmbiguousMoveError,
    GameError,
    IllegalMoveError,
    InvalidMoveError,
    MoveError,
    OptionError,
    PositionError,
    UnknownGameError,
    short,
)
from quintet.games.grammar import Move, Prompt
from quintet.games.looks import (
    HEX_COLOUR,
    STONES,
    Counter,
    Form,
    Info,
    Label,
    Layout,
    Mark,
    Piece,
    Space,
    values_by_seat,
)
from quintet.games.options import Document, Option, OptionValue, capital
from quintet.games.symmetry import Symmetry, symmetries_of

Board: TypeAlias = dict[str, str]
"""What stands on each occupied space, in piece codes: `{"a1": "b", "c3": "ww"}`."""

# --- what a move did --------------------------------------------------------------------------------------------------


class Change(Struct, frozen=True, kw_only=True):
    """One typed fact about a move: the only source of animation and log text.

    `place`   `piece` is added on `space` (`ww` is two at once)
    `remove`  everything on `space`, which is `piece`, is taken off
    `turn`    what stands on `space` becomes `piece`
    `move`    everything on `space`, which is `piece`, goes to the empty space `to`, because a player moved it
    `fall`    the same, because nothing holds it any more
    `burn`    `space` is lost for the rest of the game, with all that stands on it

    Changes of one `step` happen together; steps follow each other. Where several seats moved at once, `seat` is whose
    move it was, so that a face can show who did what.
    """

    kind: Literal["place", "remove", "turn", "move", "fall", "burn"]
    space: str
    piece: str = ""
    to: str = ""
    step: int = 0
    seat: int | UnsetType = UNSET


BURNED = "x"


def apply_changes(board: Board, changes: tuple[Change, ...]) -> Board:
    """The board after the changes: what a face does to its picture."""
    after = dict(board)
    for change in changes:
        if change.kind == "place":
            after[change.space] = after.get(change.space, "") + change.piece
        elif change.kind == "remove":
            del after[change.space]
        elif change.kind == "turn":
            after[change.space] = change.piece
        elif change.kind in ("move", "fall"):
            after[change.to] = after.pop(change.space)
        else:
            after[change.space] = BURNED
    return after


# --- how it ended -----------------------------------------------------------------------------------------------------

SCORE_REASONS = {"more-points": "the higher score", "equal-points": "equal scores"}
"""Why a game is over that the highest score wins; any other reason a game names itself."""


class Outcome(Struct, frozen=True, kw_only=True):
    """How a game ended by its rules. In a draw `winners` are the seats that share first place."""

    winners: tuple[int, ...]
    reason: str
    """One of the game's `reasons`."""
    scores: tuple[int, ...] | None = None

    @property
    def draw(self) -> bool:
        return len(self.winners) > 1

    def data(self) -> dict[str, Any]:
        """As plain JSON values."""
        scores = None if self.scores is None else list(self.scores)
        return {"winners": list(self.winners), "draw": self.draw, "scores": scores, "reason": self.reason}


def by_score(scores: tuple[int, ...]) -> Outcome:
    """The outcome of a game that the highest score wins."""
    best = max(scores)
    winners = tuple(seat for seat, score in enumerate(scores) if score == best)
    return Outcome(
        winners=winners, scores=scores, reason="equal-points" if len(winners) > 1 else "more-points"
    )


# --- the game itself --------------------------------------------------------------------------------------------------


class Position(Struct, frozen=True, gc=False):
    """Base of every game's position: frozen, hashable, made of plain values, so that it travels as JSON."""


P = TypeVar("P", bound=Position)


class Game(ABC, Generic[P]):
    """A game with its settings. Subclasses write the rules; the checks around them are written here, once."""

    name: ClassVar[str]
    title: ClassVar[str]
    version: ClassVar[int]
    """Raised when, and only when, the game plays differently; stamped in every record."""
    options: ClassVar[tuple[Option, ...]] = ()
    notation: ClassVar[str] = ""
    """How moves are written, in a sentence for somebody who has never seen the game."""
    reasons: ClassVar[dict[str, str]] = SCORE_REASONS
    """Why the game can be over by its rules, each with the words that tell it: "White wins: five in a row"."""
    words: ClassVar[dict[Move, str]] = {}
    """What a button says for a move that is a word, `{"take-black": "Take black"}`, or for a word that others follow,
    written with the blank after it: `{"remove": "Take nothing off", "remove ": "Take off"}`."""
    unit: ClassVar[tuple[str, str] | None] = None
    """What the players are ahead by, one of it and several: `("disc", "discs")`. Without one, a game is won or lost."""
    themes: ClassVar[dict[str, str]] = {
        "capture": "Taking off",
        "turn": "Turning",
        "fall": "Falling",
        "burn": "Burning",
        "together": "At the same time",
    }
    """What a move can be an example of, each with the words for people; `themes_of` says which of them it is."""
    summary: ClassVar[str] = ""
    """The game in one line, for a list; the first line of its module otherwise."""
    rules: ClassVar[str] = ""
    """The rule page of a game from outside, as Markdown; a file of its name beside its module otherwise."""
    lesson: ClassVar[str] = ""
    """The lesson of a game from outside, as TOML; a file NAME.lesson.toml beside its module otherwise."""
    recurring: int = 12
    """In so many rounds from the start positions come again from game to game, so that what was played there is counted."""
    position_type: type[P]
    seats: int = 2

    def __init__(self, /, **settings: object) -> None:
        known = {option.name: option for option in self.options}
        for name in settings:
            if name not in known:
                names = ", ".join(known) or "none"
                raise OptionError(f"{self.name} has no option {short(name)}; its options are: {names}")
        self.settings: dict[str, OptionValue] = {
            name: option.check(settings.get(name, option.default)) for name, option in known.items()
        }
        self.set_up()

    def set_up(self) -> None:
        """Prepare what follows from the settings. OptionError if they do not fit together."""

    # -- the rules, written by each game

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def turn(self, position: P) -> tuple[int, ...]:
        """The seats that owe a move now, ascending; empty when the game is over."""

    @abstractmethod
    def prompt(self, position: P, seat: int) -> Prompt:
        """Everything a seat in turn may play."""

    @abstractmethod
    def apply(self, position: P, moves: Mapping[int, Move]) -> tuple[P, tuple[Change, ...]]:
        """Play legal moves, one for every seat in turn. Call `play`, which checks them first."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How it ended; None while it goes on."""

    @abstractmethod
    def parse(self, text: str) -> Move:
        """The canonical writing of a move. InvalidMoveError or AmbiguousMoveError if it is none."""

    @abstractmethod
    def why_not(self, position: P, seat: int, move: Move) -> str:
        """Why this well-written move may not be played here: one sentence for the player."""

    @abstractmethod
    def board(self, position: P) -> Board:
        """What stands where."""

    @abstractmethod
    def describe(self, position: P) -> Info:
        """Counters, colours and phase to show beside the board."""

    @abstractmethod
    def make_layout(self) -> Layout:
        """The board as data; ask for `layout`, which keeps it."""

    @abstractmethod
    def measure(self, position: P, seat: int) -> float:
        """How a seat stands, by what the game itself counts: what a greedy player looks at."""

    # -- the checks around them

    @cached_property
    def layout(self) -> Layout:
        return self.make_layout()

    def legal(self, position: P, seat: int, move: Move) -> bool:
        """Is this canonical move legal for a seat in turn? Games with a quicker test than the prompt override it."""
        return self.prompt(position, seat).allows(move)

    def check(self, position: P, seat: int, text: str) -> Move:
        """The canonical move for a text, if that seat may play it now; a MoveError that says why otherwise."""
        turn = self.turn(position)
        if not turn:
            raise IllegalMoveError("the game is over")
        if seat not in turn:
            raise IllegalMoveError(f"it is not seat {seat + 1}'s turn; {_seats(turn)}")
        move = self.parse(text)
        if not self.legal(position, seat, move):
            raise IllegalMoveError(self.why_not(position, seat, move))
        return move

    def play(self, position: P, moves: Mapping[int, str]) -> tuple[P, tuple[Change, ...]]:
        """The next position and what changed, after the moves of every seat in turn, at once."""
        turn = self.turn(position)
        checked = {seat: self.check(position, seat, text) for seat, text in sorted(moves.items())}
        if tuple(checked) != turn:
            raise IllegalMoveError("the game is over" if not turn else _seats(turn))
        return self.apply(position, checked)

    def account(self, position: P) -> Account:
        """Why a game that is over ended as it did: what to mark, and how the scores add up.

        Without one of its own, a game is told by what it counts for each seat.
        """
        info, outcome = self.describe(position), self.outcome(position)
        lines: list[Line] = []
        for counter in info.counters:
            values = values_by_seat(counter, info)
            if values and not counter.told:
                known = any(line.decides for line in lines)
                decides = outcome is not None and values == outcome.scores and not known
                lines.append(Line(counter.label, tuple(map(str, values)), decides))
        if outcome is not None and outcome.scores and not any(line.decides for line in lines):
            lines.append(Line("Score", tuple(map(str, outcome.scores)), decides=True))
        return Account(tuple(lines))

    def gain(self, position: P, seat: int, move: Move) -> float:
        """How much the move improves the seat's measure at once. Games of simultaneous moves override it."""
        after, _ = self.apply(position, {seat: move})
        return self.measure(after, seat) - self.measure(position, seat)

    def why_closed(self, position: P, seat: int, chosen: tuple[str, ...], piece: str, space: str) -> str:
        """Why a space cannot be picked next, for a piece where one is to be put: one sentence for the player.

        `chosen` are the texts of what was picked before. Games whose moves are more than a space override it.
        """
        try:
            move = self.parse(" ".join((*chosen, space)))
        except MoveError as error:
            return str(error)
        if self.prompt(position, seat).allows(move):
            return f"{space} cannot be picked now"
        return self.why_not(position, seat, move)

    def candidates(self, position: P, seat: int) -> Iterator[Move]:
        """The moves a greedy player compares. Games with too many of them offer a shortlist that holds a best one."""
        return self.prompt(position, seat).moves()

    def themes_of(self, position: P, seat: int, move: Move) -> tuple[str, ...]:
        """What a legal move is an example of, by what it changes. Games that know more of their own ideas override it."""
        if self.turn(position) != (seat,):
            return ("together",)
        _, changes = self.apply(position, {seat: move})
        kinds = {"remove": "capture", "turn": "turn", "fall": "fall", "burn": "burn"}
        found = {kinds[change.kind] for change in changes if change.kind in kinds}
        return tuple(theme for theme in self.themes if theme in found)

    # -- what is the same

    @cached_property
    def symmetries(self) -> tuple[Symmetry, ...]:
        """The ways to lay the board upon itself that no rule notices; the first leaves it as it is.

        A game that has others says how positions and moves are laid: `turned` and `turned_move`.
        """
        return symmetries_of(self.layout.spaces)[:1]

    def turned(self, position: P, way: Symmetry) -> P:
        """The position as it is on the board laid so."""
        return position

    def turned_move(self, move: Move, way: Symmetry) -> Move:
        """The move as it is made on the board laid so. A word that is no space stays as it is."""
        return " ".join([way.to.get(word, word) for word in move.split(" ")])

    def bare(self, position: P) -> P:
        """The position without what only tells how it came about."""
        return position

    # -- as data

    def dump(self, position: P) -> Any:
        """The position as plain JSON values."""
        return msgspec.to_builtins(position)

    def load(self, data: Any) -> P:
        """The position that `dump` wrote; PositionError for anything else, whoever sent it."""
        try:
            position = msgspec.convert(data, self.position_type)
        except msgspec.ValidationError as error:
            raise PositionError(f"this is no position of {self.title}: {_first_low(str(error))}") from None
        self.check_position(position)
        return position

    def check_position(self, position: P) -> None:
        """PositionError if the game cannot be played from here.

        This asks the rules everything that can be asked of a position and looks whether the answers fit the board;
        games that know better what cannot be override it.
        """
        try:
            pieces = {piece.code for piece in self.layout.palette} | {BURNED}
            spaces = {space.name for space in self.layout.spaces}
            board = self.board(position)
            self.need(
                board.keys() <= spaces and {*"".join(board.values())} <= pieces, "the board is not its own"
            )
            turn = self.turn(position)
            self.need((self.outcome(position) is None) == bool(turn), "nobody is to move, and it is not over")
            for seat in turn:
                self.prompt(position, seat)
            self.describe(position)
        except PositionError:
            raise
        except Exception as error:  # the rules stumble over what they never made themselves
            raise PositionError(f"this is no position of {self.title}") from error

    def arranging(self, position: P) -> Arranging | None:
        """What of a position can be set up by hand, with the settings as they are here; None: nothing can be."""
        return None

    def arrange(self, board: Board, values: Mapping[str, int]) -> P:
        """The position with these pieces and settings, as far as there is one. Call `arranged`, which checks it."""
        raise NotImplementedError(f"{self.name} offers what it does not do: arrange")

    def arranged(self, board: Board, values: Mapping[str, int]) -> P:
        """The position that somebody has set up; PositionError with the rules' reason if the game cannot come to it.

        Settings that are left out are those of the start.
        """
        offered = self.arranging(self.start())
        if offered is None:
            raise PositionError(f"positions of {self.title} cannot be set up by hand")
        why_not = offered.refuses(board, values, {space.name for space in self.layout.spaces})
        self.need(not why_not, why_not)
        position = self.arrange(board, offered.filled(values))
        self.check_position(position)
        return position

    def need(self, holds: bool, why_not: str) -> None:
        """For `check_position`: PositionError with the reason unless this holds."""
        if not holds:
            raise PositionError(f"this is no position of {self.title}: {why_not}")

    # -- a game is a value

    @property
    def key(self) -> str:
        return self.key_for(self.settings)

    @classmethod
    def key_for(cls, settings: Mapping[str, object]) -> str:
        """The key of the game that has exactly these settings, all of them as the game itself writes them."""
        return json.dumps([cls.name, cls.version, settings], sort_keys=True)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)

    def __repr__(self) -> str:
        settings = "".join(f", {name}={value!r}" for name, value in self.settings.items())
        return f"game({self.name!r}{settings})"


AnyGame: TypeAlias = Game[Any]


def _first_low(text: str) -> str:
    return text[:1].lower() + text[1:]


def _seats(turn: tuple[int, ...]) -> str:
    """People count seats from 1."""
    if len(turn) == 1:
        return f"seat {turn[0] + 1} is to move"
    return "seats " + ", ".join(str(seat + 1) for seat in turn[:-1]) + f" and {turn[-1] + 1} move together"


# --- notation that several games share --------------------------------------------------------------------------------

LETTERS = "abcdefghijklmnopqrstuvwxyz"


def space_name(column: int, row: int) -> str:
    """Column letter and row number, both counted from 0: (0, 0) is a1."""
    return f"{LETTERS[column]}{row + 1}"


def word_label(game: AnyGame, text: Move) -> str:
    """What a button says for a move that is a word: what the game calls it, or the word itself."""
    return game.words.get(text) or capital(text.replace("-", " "))


def clean(text: object) -> str:
    """Lower case, single blanks; InvalidMoveError for anything that is not plain short ASCII, whatever a program gave."""
    if not isinstance(text, str):
        raise InvalidMoveError(f"{short(text)} is not a move: a move is a text")
    if not text.isascii():
        raise InvalidMoveError(
            f"{short(text)} is not a move: it holds characters other than plain letters and digits"
        )
    words = " ".join(text.split()).lower()
    if not words:
        raise InvalidMoveError("an empty text is not a move")
    if len(words) > 4000:
        raise InvalidMoveError("a text of that length is not a move")
    return words
