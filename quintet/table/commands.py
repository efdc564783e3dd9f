"""Everything that can be asked of a table.

A command does not say who gives it: `decide` is told, by a server that knows. The guest commands travel as they are;
the server's own never come from outside.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, TypeAlias

from msgspec import Meta, Struct

from quintet.table.clock import Clock
from quintet.table.events import AskKind, Moves, kebab

# Bounds on what is read at all; what a name or a seat may be in the end, the table decides.
Word = Annotated[str, Meta(max_length=80)]
Text = Annotated[str, Meta(max_length=4000)]
SeatNumber = Annotated[int, Meta(ge=0, le=63)]
Count = Annotated[int, Meta(ge=0, le=2**53)]

HERE: Literal["me"] = "me"
OPEN: Literal["open"] = "open"


class Command(
    Struct,
    frozen=True,
    kw_only=True,
    tag=kebab,
    tag_field="type",
    omit_defaults=True,
    forbid_unknown_fields=True,
):
    id: Count = 0
    """Whatever number the sender wants to find in the answer."""


# --- given by guests -----------------------------------------------------------------------------------------------


class Create(Command, frozen=True, kw_only=True):
    """Open a room. The one who creates it is its host.

    `seats` says who sits where at first: `me`, `open`, a machine (`level-7`, `greedy`, …), or a bot that is signed on
    (`bot:` and its id); left out, the host takes the first seat. Offline, `me` may take several seats, and the game starts at once when no seat is open. `moves`
    continues a record, from the position `start` if there is one.
    """

    name: Word
    game: Word
    options: dict[Word, Any] = {}
    clock: Clock | None = None
    listed: bool = True
    offline: bool = False
    host_name: Word = "Host"
    seats: tuple[Word, ...] = ()
    moves: Moves = ()
    start: Any = None
    """A position as the game writes it, to begin from instead of the game's own start."""


class Enter(Command, frozen=True, kw_only=True):
    """Come into the room under a name, or come back to it."""

    name: Word
    bot: bool = False
    """Say that a program plays under this name."""


class Rename(Command, frozen=True, kw_only=True):
    """Change your name."""

    name: Word


class Leave(Command, frozen=True, kw_only=True):
    """Leave the room. In a running game that resigns, and is refused unless it says that this is meant."""

    sure: bool = False


class Kick(Command, frozen=True, kw_only=True):
    """Host: remove a guest for good.

    A player of a running game is removed if the others who play agree, and if there are none, or `sure` says that this is
    meant, at once: then the host has lost that game.
    """

    guest: Word
    sure: bool = False


class Sit(Command, frozen=True, kw_only=True):
    """Take this seat."""

    seat: SeatNumber


class Cycle(Command, frozen=True, kw_only=True):
    """Move on to the next seat that can be had, and after the last one stand up."""


class Stand(Command, frozen=True, kw_only=True):
    """Give up your seat, before or after a game, and watch."""


class Fill(Command, frozen=True, kw_only=True):
    """Host: give a seat that no person has to a machine, or to a bot that is signed on; null leaves it open."""

    seat: SeatNumber
    machine: Word | None


class Decline(Command, frozen=True, kw_only=True):
    """Bot: do not come to the seat that is kept for you."""


class SetClock(Command, frozen=True, kw_only=True):
    """Host: play by this clock, or by none. Only before a game."""

    clock: Clock | None


class Ready(Command, frozen=True, kw_only=True):
    """Say that you are ready to start, or no longer."""

    ready: bool = True


class Move(Command, frozen=True, kw_only=True):
    """Play, or in a simultaneous round seal, a move. Sending it again is harmless."""

    seat: SeatNumber
    text: Text
    version: Count
    """The version of the table that the move was chosen at."""


class Deliver(Command, frozen=True, kw_only=True):
    """Host of a game on one screen: the move of a machine there, thought of on that screen. Otherwise as `move`."""

    seat: SeatNumber
    text: Text
    version: Count


class Ask(Command, frozen=True, kw_only=True):
    """Ask the others for an undo, a hint, a restart, a draw or a rematch."""

    kind: AskKind


class Answer(Command, frozen=True, kw_only=True):
    """Say yes or no to the open offer."""

    accept: bool


class Withdraw(Command, frozen=True, kw_only=True):
    """Take your own offer back."""


class Pick(Command, frozen=True, kw_only=True):
    """Ask why a space cannot be picked for a move that is being made. Refused with the reason; it changes nothing."""

    seat: SeatNumber
    version: Count
    """The `turn_version` of the position it is about."""
    space: Word
    piece: Word = ""
    """The piece that was to be put there, where the move puts any."""
    chosen: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    """What was chosen for this move before, as it is written in it."""


class Resign(Command, frozen=True, kw_only=True):
    """Give up. `seat` is needed only by someone who holds several."""

    seat: SeatNumber | None = None


class Claim(Command, frozen=True, kw_only=True):
    """Win against players who have been gone for a minute."""


class Abort(Command, frozen=True, kw_only=True):
    """Call the game off before the first move."""


class Close(Command, frozen=True, kw_only=True):
    """Host, or the server: close the room for good.

    While a game is running the others who play are asked; if there are none, it resigns the host's own, and must be `sure`.
    """

    sure: bool = False


# --- given by the server -------------------------------------------------------------------------------------------


class Tick(Command, frozen=True, kw_only=True):
    """Time has passed: let happen what was due."""


class Resume(Command, frozen=True, kw_only=True):
    """The table is served again, after nobody was there for so many milliseconds since its last event.

    With a seat: its holder alone could not be there, because the server was down that this player was connected to.
    """

    away: Count
    seat: int | None = None


class Lost(Command, frozen=True, kw_only=True):
    """The last connection of a guest is gone."""

    guest: Word


class Found(Command, frozen=True, kw_only=True):
    """A guest is connected again."""

    guest: Word


class Invite(Command, frozen=True, kw_only=True):
    """The host's wish to fill a seat with a bot, from a server that knows the bot; `games` empty means every game."""

    seat: SeatNumber
    guest: Word
    name: Word
    games: tuple[Word, ...] = ()


class NoShow(Command, frozen=True, kw_only=True):
    """The bot that a seat is kept for is no longer signed on."""

    guest: Word


class MachineAnswer(Command, frozen=True, kw_only=True):
    """What a machine says to the offer made at this version."""

    seat: SeatNumber
    accept: bool
    version: Count


class GiveHint(Command, frozen=True, kw_only=True):
    """The hint that was due since this version."""

    seat: SeatNumber
    version: Count
    move: Text
    note: Text = ""


GuestCommand: TypeAlias = (
    Enter
    | Rename
    | Leave
    | Kick
    | Sit
    | Cycle
    | Stand
    | Fill
    | Decline
    | SetClock
    | Ready
    | Move
    | Deliver
    | Pick
    | Ask
    | Answer
    | Withdraw
    | Resign
    | Claim
    | Abort
    | Close
)
ServerCommand: TypeAlias = Tick | Resume | Lost | Found | Invite | NoShow | MachineAnswer | GiveHint
AnyCommand: TypeAlias = GuestCommand | ServerCommand
