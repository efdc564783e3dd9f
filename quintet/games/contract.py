"""What a game is, for everything that plays one: the file to read first.

A game is a value: its name, its version and its checked settings. A position is a frozen value too. The rules answer
five questions about a position: whose turn is it, what may that seat play, what happens then, is it over, and what is
there to see. Faces, server, bots and engine ask only these, so none of them knows a game by name.

A move *is* its notation: one text in canonical writing ("b@a1 p@c3"). `parse` turns whatever a person typed into that
writing; the prompt (grammar.py) holds every legal move as data.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Any, ClassVar, Generic, Literal, TypeAlias, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from quintet.games.account import Account as Account
from quintet.games.account import Group as Group
from quintet.games.account import Line as Line
from quintet.games.arranging import Arranging as Arranging
from quintet.games.arranging import Setting as Setting
from quintet.games.grammar import Move as Move  # so that whoever needs the contract has these with it
from quintet.games.grammar import Prompt as Prompt
from quintet.games.symmetry import Symmetry as Symmetry
from quintet.games.symmetry import symmetries_of as symmetries_of

Board: TypeAlias = dict[str, str]
"""What stands on each occupied space, in piece codes: `{"a1": "b", "c3": "ww"}`."""
Document: TypeAlias = dict[str, Any]
OptionValue: TypeAlias = int | str | Document


# --- errors: each carries one sentence for the person who caused it -------------------------------------------------


class GameError(ValueError):
    """Something asked of the rules was refused; the text says why and what would be right."""


class UnknownGameError(GameError):
    """No game has this name."""


class OptionError(GameError):
    """A game option that does not exist, or a value it does not take."""


class PositionError(GameError):
    """A position that the game cannot be played from; the sentence says why."""


class MoveError(GameError):
    """A move was refused. One of the three kinds below."""


class InvalidMoveError(MoveError):
    """The text is not a move of this game at all."""


class IllegalMoveError(MoveError):
    """The text is a move, but not one that may be played here; the sentence says why."""


class AmbiguousMoveError(MoveError):
    """The text could be several moves; the sentence names them."""


# --- options ----------------------------------------------------------------------------------------------------------


class Option(Struct, frozen=True, kw_only=True):
    """One setting of a game, declared as data so that any face can build a form from it.

    It takes a whole number from `low` to `high`, or one of `choices`; where `document` is not empty, a JSON object may
    be given instead of a choice, and `document` says what it must look like.
    """

    name: str
    default: int | str
    help: str
    choices: tuple[int | str, ...] = ()
    low: int = 0
    high: int = 0
    document: str = ""
    label: str = ""
    """What people call it; without one, its name."""
    names: dict[int | str, str] = {}
    """What people call its choices; one that is not in it is called as it is written."""

    @property
    def title(self) -> str:
        """What it is called on a screen: "First move"."""
        return self.label or capital(self.name.replace("_", " "))

    def call(self, value: object) -> str:
        """What a value of it is called on a screen: "King board, 8 × 8"."""
        if isinstance(value, (int, str)):
            return self.names.get(value) or str(value)
        return "one of your own"

    @property
    def allowed(self) -> str:
        """The values it takes, in words."""
        if not self.choices:
            return f"a whole number from {self.low} to {self.high}"
        names = _runs([str(choice) for choice in self.choices])
        words = ", ".join(names[:-1]) + f" or {names[-1]}" if len(names) > 1 else names[0]
        return words + (f", or {self.document}" if self.document else "")

    def check(self, value: object) -> OptionValue:
        """The value as the game takes it; OptionError with the allowed values otherwise."""
        if isinstance(value, dict) and self.document:
            return value
        if isinstance(value, bool) or not isinstance(value, (int, str)) or not self._takes(value):
            raise OptionError(f"{self.name} cannot be {short(value)}; it takes {self.allowed}")
        return value

    def read(self, text: str) -> OptionValue:
        """The same from text, as a command line gives it."""
        wants_number = isinstance(self.default, int)
        number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) < 10
        return self.check(int(text) if wants_number and number else text)

    def _takes(self, value: int | str) -> bool:
        if self.choices:
            return value in self.choices
        return isinstance(value, int) and self.low <= value <= self.high


def _runs(names: list[str]) -> list[str]:
    """Names that only count on are told by their ends: king-2, king-3, king-4 is "king-2 to king-4"."""
    runs: list[list[str]] = []
    for name in names:
        stem, _, number = name.rpartition("-")
        if stem and number.isdecimal() and runs and runs[-1][-1] == f"{stem}-{int(number) - 1}":
            runs[-1].append(name)
        else:
            runs.append([name])
    return [f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs]


def capital(text: str) -> str:
    """The text as it stands at the beginning of a sentence."""
    return text[:1].upper() + text[1:]


def short(value: object) -> str:
    """A value as it may stand in a sentence, however long it is."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."


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


# --- what there is to see ---------------------------------------------------------------------------------------------


class Space(Struct, frozen=True, gc=False):
    """A space of the board: its name and the middle of it. x grows to the right, y grows downwards."""

    name: str
    x: float
    y: float


class Label(Struct, frozen=True, gc=False):
    text: str
    x: float
    y: float


Mark: TypeAlias = Literal["", "none", "dot", "ring", "bars", "cross", "plus", "letter"]
Form: TypeAlias = Literal["disc", "square", "diamond", "triangle"]

STONES = ("black", "white", "grey", "purple", "yellow")
"""The colours of the house, each with a finish and a mark of its own."""
HEX_COLOUR = re.compile(r"#[0-9a-fA-F]{6}")


class Piece(Struct, frozen=True, omit_defaults=True):
    """A piece: the letter that stands for it, what people call it, and how it looks."""

    code: str
    """One small letter, from a to z."""
    name: str
    colour: str = ""
    """One of `STONES`, or any colour as `#rrggbb`; without one, the stone of its name, or a plain one."""
    mark: Mark = ""
    """What tells it apart for somebody who does not see colours; without one, that of its stone, or else its letter."""
    shape: Form = "disc"

    @property
    def stone(self) -> str:
        """The stone of the house that it is; empty for a piece of any other colour."""
        wanted = self.colour or self.name
        return wanted if wanted in STONES else ""


class Layout(Struct, frozen=True, kw_only=True):
    """The board as data. One unit is the distance between neighbouring spaces."""

    spaces: tuple[Space, ...]
    shape: Literal["square", "point", "hex", "hole"]
    """How a space is drawn: a tile, a crossing of lines, a hexagon, or a hole that holds a disc."""
    surface: Literal["felt", "wood", "slate", "paper", "rack"]
    """What the board looks made of."""
    lines: tuple[tuple[float, float, float, float], ...] = ()
    """Segments x1, y1, x2, y2 drawn under the pieces."""
    dots: tuple[tuple[float, float], ...] = ()
    labels: tuple[Label, ...] = ()
    palette: tuple[Piece, ...] = ()
    """Every single piece that can stand on the board."""


class Counter(Struct, frozen=True, omit_defaults=True):
    """Something counted for each seat (scores, tokens left), for each colour (captured pairs), or once (the round)."""

    name: str
    label: str
    values: tuple[int, ...] | dict[str, int] | int
    told: str = ""
    """How a number other than 0 is told where a label and a number would not do ("has passed"); 0 is not told then."""


class Info(Struct, frozen=True, kw_only=True):
    """What to show beside the board."""

    phase: str
    """Where the game stands, in a word or two; "over" when it is over, "play" where there is nothing to tell it apart from."""
    colours: tuple[str | None, ...]
    """By seat, the codes of the pieces it holds ("b", or "bp" for both); None before it has chosen."""
    counters: tuple[Counter, ...] = ()
    sides: tuple[str, ...] = ()
    """By seat, what people call its side ("the geese"); without them a side is called by its pieces."""

    def data(self) -> dict[str, Any]:
        """As a plain mapping, each counter under its own name."""
        return {"phase": self.phase, "colours": self.colours} | {c.name: c.values for c in self.counters}


def values_by_seat(counter: Counter, info: Info) -> tuple[int, ...]:
    """What each seat has of something counted, all of its colours together; nothing of what is counted once."""
    values = counter.values
    if isinstance(values, dict):
        return tuple(sum(values.get(code, 0) for code in codes or "") for codes in info.colours)
    return values if isinstance(values, tuple) else ()


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
    """What a button says for a move, or the beginning of one, that is a word: `{"take-black": "Take black"}`."""
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


def clean(text: str) -> str:
    """Lower case, single blanks; InvalidMoveError for anything that is not plain short ASCII."""
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
