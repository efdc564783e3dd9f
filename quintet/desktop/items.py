"""What a window is told, one thing after the other: who plays, what was played, what is asked of whom, how it ended."""

from __future__ import annotations

from typing import TypeAlias

from msgspec import Struct

from quintet.games.contract import AnyGame, Change, Info, Position, Prompt
from quintet.table.shapes import ClockView
from quintet.wire.actions import Action


class Card(Struct, frozen=True):
    """Who holds a seat, and what is to be known of them."""

    name: str
    badges: tuple[str, ...] = ()
    here: bool = True
    """Does anybody hold it?"""
    guest: str = ""
    """The person who does, as a guest of the table."""


class Waiting(Struct, frozen=True):
    """Not everybody is here yet; the board of the game can be shown already, and who came."""

    text: str
    game: AnyGame | None = None
    cards: tuple[Card, ...] = ()


class Played(Struct, frozen=True):
    """A round was played."""

    moves: dict[int, str]
    changes: tuple[Change, ...]
    info: Info | None = None
    """What is counted then; None where that is to be found out when it is looked at."""
    seconds: dict[int, float] = {}
    """By seat, how long it took, where that is known."""


class Started(Struct, frozen=True):
    """A game begins, or is looked at from its beginning; `plies` were played before it was looked at."""

    game: AnyGame
    names: tuple[str, ...]
    start: Position
    plies: tuple[Played, ...] = ()


class TakenBack(Struct, frozen=True):
    """Moves were taken back: so many rounds are left."""

    kept: int


class Asked(Struct, frozen=True):
    """Somebody at this window is to move; nobody is, where there is no prompt."""

    prompt: Prompt | None
    text: str = ""
    """What is wanted, to whoever is asked."""
    hint: str = ""
    """The move that a hint names, if there is one."""


class HandedOver(Struct, frozen=True):
    """Somebody at this window has chosen in secret, and the next one comes: what is said, and the answer."""

    text: str
    answer: str


class Said(Struct, frozen=True):
    """A sentence for whoever sits at this window."""

    text: str


class Standing(Struct, frozen=True):
    """Who sits where, how the clocks stand, and what whoever plays at this window can do besides moving."""

    clock: ClockView | None = None
    actions: tuple[Action, ...] = ()
    cards: tuple[Card, ...] = ()
    state: str = ""
    """Where the table stands, as a sentence."""
    link: str = ""
    """By which others join."""
    countdown: int | None = None
    """When the game starts, while that is counted down."""
    begun: bool = True
    """Is a game going on, or over?"""
    watching: tuple[str, ...] = ()
    """Who is there besides those who play."""


class Over(Struct, frozen=True):
    """The game has ended, or the feed has, and why."""

    text: str
    counted: tuple[str, ...] = ()
    """How the result comes about, line by line."""
    won_by: tuple[str, ...] = ()
    """The spaces that it was won by."""
    winners: tuple[int, ...] = ()
    verdict: str = ""
    """In two words, to whoever sits at this window."""
    mood: str = ""
    """`won`, `lost`, `draw` or `over`; nothing where there is no game to speak of."""


Item: TypeAlias = Waiting | Started | Played | TakenBack | Asked | HandedOver | Said | Standing | Over
