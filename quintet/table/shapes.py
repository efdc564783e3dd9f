"""What a table looks like from outside: the shapes that `view`, `update` and `summary` fill in."""

from __future__ import annotations

from typing import Any, Literal

from msgspec import UNSET, Struct, UnsetType

from quintet.games.contract import Account, Board, Change, Info, Prompt
from quintet.table.clock import Clock
from quintet.table.events import AnyEvent, Moves, OfferKind
from quintet.table.table import Hint, Status


class SeatView(Struct, frozen=True, kw_only=True):
    """A seat as everybody sees it."""

    seat: int
    kind: Literal["open", "invited", "person", "bot", "machine"]
    """`invited`: nobody has it, and a bot is on its way to it."""
    name: str
    guest: str | None = None
    machine: str | None = None
    ready: bool
    submitted: bool
    """Has sealed a move in this simultaneous round."""
    gone_at: int | None = None
    claim_at: int | None = None
    """From when the others may claim the game because this player is gone."""


class PersonView(Struct, frozen=True, kw_only=True):
    """Somebody in the room, seated or watching."""

    guest: str
    name: str
    bot: bool
    gone_at: int | None


class ClockView(Struct, frozen=True, kw_only=True):
    """The clocks at `since`; from then on those of the seats in `running` lose a millisecond each millisecond."""

    move_ms: int
    reserve_ms: int
    increment_ms: int
    move_left: tuple[int, ...]
    """By seat, what is left of the time for this move, and …"""
    reserve_left: tuple[int, ...]
    """… of the reserve, which is used after it."""
    running: tuple[int, ...]
    since: int | None


class OfferView(Struct, frozen=True, kw_only=True):
    kind: OfferKind
    seat: int | None
    """Whose offer it is; None for a host who only watches."""
    name: str
    """Who asks, by name, and …"""
    by: str
    """… as a guest."""
    about: str = ""
    """Whom the host wants to remove, by name."""
    waiting: tuple[int, ...]
    """The seats that have not answered yet."""
    expires: int


class OutcomeView(Struct, frozen=True, kw_only=True):
    winners: tuple[int, ...]
    draw: bool
    reason: str
    text: str
    """The reason in words."""
    scores: tuple[int, ...] | None
    seat: int | None
    """The seat that resigned or ran out of time."""
    account: Account | None = None
    """How it comes about, where the rules ended the game: what to mark on the board, and how the scores add up."""


class PlyView(Struct, frozen=True, kw_only=True):
    moves: Moves
    changes: tuple[Change, ...]


class View(Struct, frozen=True, kw_only=True, tag="view", tag_field="type"):
    """A table as one guest sees it."""

    room: str
    version: int
    guest: str
    name: str
    game: str
    options: dict[str, Any]
    listed: bool
    offline: bool
    host: str
    status: Status
    you: tuple[int, ...]
    """The seats that are yours."""
    people: tuple[PersonView, ...]
    seats: tuple[SeatView, ...]
    players: tuple[str, ...]
    countdown: int | None
    """When the game starts, while the countdown runs."""
    clock: ClockView | None
    offer: OfferView | None
    started_at: int | None = None
    """When the game began, if it has."""
    start: Board
    """The board before the first move: with the changes of every ply, every board of the game."""
    begins: Any = None
    """The position that the game begins from, as the game writes it; null for the game's own start."""
    plies: tuple[PlyView, ...]
    board: Board
    turn: tuple[int, ...]
    turn_version: int
    """What a move must name, or anything later."""
    info: Info
    prompts: tuple[Prompt, ...]
    """What your seats in turn may play."""
    sealed: Moves
    """Your own moves that are not revealed yet."""
    hint: Hint | None
    hint_due: int | None
    """The seat that waits for a hint."""
    queue: str = ""
    """That machines have others to answer before this table, as a sentence; empty where they have few or none."""
    outcome: OutcomeView | None

    @property
    def owing(self) -> tuple[int, ...]:
        """The seats that still owe a move in this round."""
        if self.status != "playing":
            return ()
        return tuple([seat for seat in self.turn if not self.seats[seat].submitted])


class Update(Struct, frozen=True, kw_only=True, tag="update", tag_field="type", omit_defaults=True):
    """What a step changed. A field that is missing stayed as it was; the others are as in `View`."""

    room: str
    version: int
    at: int
    """The server's time when it happened."""
    events: tuple[AnyEvent, ...]
    id: int = 0
    """The id of your command, if this is the answer to it."""
    status: Status | UnsetType = UNSET
    host: str | UnsetType = UNSET
    you: tuple[int, ...] | UnsetType = UNSET
    people: tuple[PersonView, ...] | UnsetType = UNSET
    """Only those who came or changed."""
    departed: tuple[str, ...] | UnsetType = UNSET
    """The guests who are no longer in the room."""
    seats: tuple[SeatView, ...] | UnsetType = UNSET
    players: tuple[str, ...] | UnsetType = UNSET
    started_at: int | UnsetType | None = UNSET
    countdown: int | UnsetType | None = UNSET
    clock: ClockView | UnsetType | None = UNSET
    offer: OfferView | UnsetType | None = UNSET
    keep: int | UnsetType = UNSET
    """How many plies are left after some were taken back; `board` is there then, as it is after the update."""
    plies: tuple[PlyView, ...] | UnsetType = UNSET
    """New plies, to be put at the end."""
    board: Board | UnsetType = UNSET
    turn: tuple[int, ...] | UnsetType = UNSET
    turn_version: int | UnsetType = UNSET
    info: Info | UnsetType = UNSET
    prompts: tuple[Prompt, ...] | UnsetType = UNSET
    sealed: Moves | UnsetType = UNSET
    hint: Hint | UnsetType | None = UNSET
    hint_due: int | UnsetType | None = UNSET
    outcome: OutcomeView | UnsetType | None = UNSET


class Summary(Struct, frozen=True, kw_only=True):
    """A room in the list of rooms."""

    room: str
    name: str
    game: str
    options: dict[str, Any]
    """The settings; a document among them is an empty object here."""
    status: Status
    clock: Clock | None
    seats: tuple[str | None, ...]
    """Who sits where; None for an open seat."""
    people: int
    plies: int
    created_at: int
    told: str = ""
    """What the list says of it: the game and its clock, and how far it is."""
