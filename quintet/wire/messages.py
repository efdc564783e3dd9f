"""The messages that server, faces and bots exchange, as JSON objects whose `type` says which one it is.

A connection first says `hello`. It then joins one room at a time, or the lobby, or both; after joining, every command
of a table is a message as it stands. The answer to a command is an `update` with its `id`, `done` if nothing changed,
or `refused`.
"""

from __future__ import annotations

from typing import Annotated, Literal, TypeAlias, get_args

from msgspec import UNSET, Meta, Struct, UnsetType

from quintet.say.told import Told
from quintet.say.waiting import Waiting
from quintet.table.bench import Candidate
from quintet.table.commands import Count, Create, GuestCommand, SeatNumber, Text, Word
from quintet.table.events import kebab
from quintet.table.refusal import Code
from quintet.table.shapes import Summary, Update, View

PROTOCOL = 1
LARGEST = 16 * 1024
"""The most bytes one message from a client may have."""

WireCode = Literal[
    Code,
    "malformed",
    "too-large",
    "too-fast",
    "wrong-protocol",
    "no-such-room",
    "not-joined",
    "too-many-rooms",
    "unavailable",
    "damaged",
]

WIRE_SENTENCES: dict[WireCode, str] = {
    "malformed": "This is not a message of the protocol.",
    "too-large": f"A message may have at most {LARGEST} bytes.",
    "too-fast": "Too many messages; wait a moment.",
    "wrong-protocol": f"This server speaks version {PROTOCOL} of the protocol; reload the page or update the program.",
    "no-such-room": "There is no such room; it may have been closed.",
    "not-joined": "Join a room first.",
    "too-many-rooms": "Too many rooms were opened from your address in a short time; try again in a minute.",
    "unavailable": "The server cannot do that now; try again in a moment.",
    "damaged": "What was stored of this room is damaged, so it cannot be opened. All other rooms are fine.",
}


# --- from a client --------------------------------------------------------------------------------------------------


class ToServer(
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


class Hello(ToServer, frozen=True, kw_only=True):
    """The first message. Answered by `welcome`."""

    protocol: Annotated[int, Meta(ge=0, le=10_000)]
    client: Word = ""
    """What kind of program this is, for the log."""


class Join(ToServer, frozen=True, kw_only=True):
    """Watch a room, and give commands to it. Answered by `view`, followed by every `update`.

    It does not enter the room by name: `enter` does.
    """

    room: Word
    prompts: bool = True
    """False spares a program that knows the rules the prompts."""
    words: bool = False
    """True adds `said` to the view and to every update: for a face that makes no sentences and marks of its own."""
    lends: bool = False
    """True where this client thinks for the machines of a game on one screen, as by `lend`."""


class Lend(ToServer, frozen=True, kw_only=True):
    """Think for the machines of a game on one screen, or no longer: give their moves by `deliver`, hints and their answers to
    offers of a draw by `advise`, within twenty seconds.

    Needed only where it was not said at `join`, or has changed: what does not come in time is thought of by the server.
    """

    on: bool = True


class Advice(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a page's engine thinks of a position, from the side of the seat it was asked about."""

    move: Text
    value: Annotated[float, Meta(ge=-10_000, le=10_000)]
    exact: bool
    expected: Annotated[float, Meta(ge=0, le=1)]
    line: Annotated[tuple[Text, ...], Meta(max_length=64)] = ()
    drawn_from: Count = 0
    """From how many moves it was drawn, where the answer is a mixed strategy."""


class Advise(ToServer, frozen=True, kw_only=True):
    """What the engine of a client that lends it (`lend`) thinks, where a hint is due to a seat or a machine's answer to an offer of a draw.

    Answered by `done`; what the table makes of it comes as an `update`. `version` is the `turn_version` of the position."""

    kind: Literal["hint", "draw"]
    seat: SeatNumber
    version: Count
    thought: Advice


class Part(ToServer, frozen=True, kw_only=True):
    """Stop watching the room. A seat is kept, shown as gone."""


class Lobby(ToServer, frozen=True, kw_only=True):
    """Start or stop following the list of rooms. Answered by `rooms`, followed by every change."""

    follow: bool = True


class Bench(ToServer, frozen=True, kw_only=True):
    """Start or stop following the list of who can be given a seat. Answered by `players`, and again by every change."""

    follow: bool = True


class SignOn(ToServer, frozen=True, kw_only=True):
    """A bot: be on that list while this connection lasts. Answered by `done`, followed by every `invitation`."""

    name: Word
    games: Annotated[tuple[Word, ...], Meta(max_length=64)] = ()
    """The games it plays; empty means every game."""


class Mine(ToServer, frozen=True, kw_only=True):
    """Ask what waits for you: games that run, and rooms of yours. Answered by `waiting-rooms`."""


class Ping(ToServer, frozen=True, kw_only=True):
    """Ask for the server's time. Answered by `pong`."""


ClientMessage: TypeAlias = (
    Hello | Join | Lend | Advise | Part | Lobby | Bench | SignOn | Mine | Ping | Create | GuestCommand
)


# --- from the server ------------------------------------------------------------------------------------------------


class ToClient(Struct, frozen=True, kw_only=True, tag=kebab, tag_field="type", omit_defaults=True):
    pass


class Welcome(ToClient, frozen=True, kw_only=True):
    """You are connected, as this guest."""

    protocol: int
    server: str
    guest: str
    now: int
    """The server's time in milliseconds, to set clocks by."""
    id: int = 0


class SpokenView(View, frozen=True, kw_only=True, tag="view", tag_field="type"):
    """The whole table; `said` is there for who asked for words."""

    said: Told | UnsetType = UNSET


class SpokenUpdate(Update, frozen=True, kw_only=True, tag="update", tag_field="type", omit_defaults=True):
    """What a step changed; `said` is there for who asked for words."""

    said: Told | UnsetType = UNSET


class Queue(ToClient, frozen=True, kw_only=True):
    """The machines that this room waits for cannot answer yet: others come first, or something is to be made ready."""

    room: str
    before: int
    """How many others; 0 where it is not for them, or no longer for more than a few."""
    text: str = ""
    """As a sentence, what `queue` in a view is from now on; empty when there is nothing to wait for but thought."""


class Opened(ToClient, frozen=True, kw_only=True):
    """Your room is open under this id; join it."""

    room: str
    id: int = 0


class Done(ToClient, frozen=True, kw_only=True):
    """Your command was accepted and changed nothing."""

    id: int
    version: int


class Refused(ToClient, frozen=True, kw_only=True):
    """Your message was not carried out: a code for programs, a sentence for people."""

    code: WireCode
    text: str
    id: int = 0


class Rooms(ToClient, frozen=True, kw_only=True):
    """Every listed room."""

    rooms: tuple[Summary, ...]
    id: int = 0


class RoomChanged(ToClient, frozen=True, kw_only=True):
    """A listed room is new, or has changed."""

    room: Summary


class RoomClosed(ToClient, frozen=True, kw_only=True):
    """A room is no longer listed."""

    room: str


class Players(ToClient, frozen=True, kw_only=True):
    """Everybody who can be given a seat: machines, and the bots that are signed on now."""

    players: tuple[Candidate, ...]
    id: int = 0


class WaitingRooms(ToClient, frozen=True, kw_only=True):
    """What waits for you: first where it is your move, then what happened last."""

    rooms: tuple[Waiting, ...]
    id: int = 0


class Invitation(ToClient, frozen=True, kw_only=True):
    """To a bot: a seat of this room is kept for you. Join, enter and sit down there, or join and decline."""

    room: str
    seat: int
    until: int
    """How long it is kept."""


class Preparing(ToClient, frozen=True, kw_only=True):
    """Of servers before this one, which tell it by `queue`: what a machine of this room waits for before it can think."""

    room: str
    text: str


class Pong(ToClient, frozen=True, kw_only=True):
    """The server's time in milliseconds."""

    now: int
    id: int = 0


class Bye(ToClient, frozen=True, kw_only=True):
    """The server ends this connection."""

    reason: Literal["shutdown", "kicked", "closed", "slow", "too-fast", "idle", "replaced"]
    text: str
    reconnect_ms: int | None = None
    """When to come back; None means not at all."""


ServerMessage: TypeAlias = (
    Welcome
    | View
    | Update
    | Queue
    | Opened
    | Done
    | Refused
    | Rooms
    | RoomChanged
    | RoomClosed
    | Players
    | WaitingRooms
    | Invitation
    | Preparing
    | Pong
    | Bye
)

CLIENT_MESSAGES: tuple[type, ...] = get_args(ClientMessage)
SERVER_MESSAGES: tuple[type, ...] = (
    SpokenView,
    SpokenUpdate,
    *(kind for kind in get_args(ServerMessage) if kind not in (View, Update)),
)
"""What is sent. Our own programs, which make their sentences themselves, read a `View` and an `Update`."""
