"""What an archive is: every game that was finished, and every room that waits for somebody.

It is a projection: all of it follows from the events of the rooms and from what their players wished (remembering.py), so
it can be thrown away and made again. An entry knows which guests played; what leaves the server never does.

A game is public when it was played in a listed room and none of its players wants it private, or when all of them want it
public. Whoever deletes a game is "Somebody" in it from then on; when no person is left in it, it is gone.
"""

from __future__ import annotations

import hashlib
import hmac
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quintet.table.clock import Clock
from quintet.table.names import skeleton

ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz"
"""No letter that looks like a digit, as in the names of rooms."""
ID_LENGTH = 12
KEY = "archive/key"
"""The kept value from which the ids of games are made: they tell nothing of the room, and nobody can guess one."""
WISHES = "archive/wish/"
"""What a player wishes for a game, kept under this, the game's id and the guest: a rebuild asks for it again."""
SOMEBODY = "Somebody"
MOST_FOUND = 50
"""Games on one page of a list."""

Wish: TypeAlias = Literal["", "public", "private", "gone"]
Wishes: TypeAlias = Mapping[str, Mapping[str, str]]
"""By game and guest."""
Outcome: TypeAlias = Literal["won", "lost", "drawn", ""]
Kind: TypeAlias = Literal["person", "bot", "machine", ""]


class Player(Struct, frozen=True, omit_defaults=True):
    """Who had a seat when the game ended, or last before that."""

    name: str
    kind: Kind = ""
    guest: str = ""
    """Whose it was; for nobody's eyes."""
    wish: Wish = ""


class Entry(Struct, frozen=True, kw_only=True):
    """A finished game, without its moves."""

    id: str
    room: str
    number: int
    """Which of the games of its room it was, counted by their ends."""
    started: int
    ended: int
    game: str
    title: str
    rules: tuple[str, ...]
    """The rules in force as far as they are not the usual ones, in words."""
    settings: dict[str, Any]
    """What can be searched for of its settings: no documents."""
    clock: Clock | None
    players: tuple[Player, ...]
    sides: tuple[str, ...]
    winners: tuple[int, ...]
    reason: str
    text: str
    """The reason in words."""
    scores: tuple[int, ...] | None
    down: int | None
    """The seat that resigned or ran out of time."""
    plies: int
    offline: bool
    open: bool
    """Was it played where everybody could have watched?"""
    public: bool

    @property
    def drawn(self) -> bool:
        return len(self.winners) > 1

    def seats_of(self, guest: str) -> tuple[int, ...]:
        """The seats that were this guest's."""
        return tuple(n for n, player in enumerate(self.players) if guest and player.guest == guest)

    def result(self, seat: int) -> Outcome:
        """How it ended for a seat; nothing where it does not count, or where one person had several seats."""
        guest = self.players[seat].guest
        if not self.winners or (guest and len(self.seats_of(guest)) > 1):
            return ""
        if seat not in self.winners:
            return "lost"
        return "drawn" if self.drawn else "won"


class Kept(Struct, frozen=True):
    """An entry and its moves: the game as a record, without who played."""

    entry: Entry
    record: bytes
    line: bytes = b""
    """The way it took, for the explorer; empty where nothing of it is counted."""


class Search(Struct, frozen=True, kw_only=True):
    """Which games are wanted: the public ones, or those of a guest."""

    guest: str = ""
    """Whose games; empty for all that are public."""
    game: str = ""
    name: str = ""
    """How the name of a player begins; of another player, where a guest's games are wanted."""
    result: Literal["", "won", "lost", "drawn", "decided"] = ""
    """`won` and `lost` are the guest's."""
    since: int | None = None
    until: int | None = None
    """When it ended: from `since` on, and before `until`."""
    settings: dict[str, Any] = {}
    """Settings that it was played with."""
    after: tuple[int, str] | None = None
    """The end and the id of the last game of the page before."""
    limit: int = MOST_FOUND


class Archive(ABC):
    """Where a store keeps entries, in tables of their own, so that they are found quickly."""

    @abstractmethod
    async def remember(
        self, room: str, version: int, games: Sequence[Kept], waiting: Sequence[str], at: int
    ) -> None:
        """All that there is to know of a room at this version, in place of what was known; nothing if more was known.

        What players wish for its games is looked up in the same step, so that no wish is ever undone by whoever writes
        down the room at the same moment.
        `waiting` are the guests who have something to come back for, and `at` says when anything last happened there.
        """

    @abstractmethod
    async def wait_for(self, room: str, guests: Sequence[str], at: int) -> None:
        """The room waits for these guests now, and for no others."""

    @abstractmethod
    async def waiting(self, guest: str, limit: int = MOST_FOUND) -> list[str]:
        """The rooms that wait for a guest, latest first."""

    @abstractmethod
    async def looked_at(self) -> dict[str, int]:
        """By room, the version at which it was remembered."""

    @abstractmethod
    async def entry(self, game: str) -> Entry | None:
        """The game of that id."""

    @abstractmethod
    async def kept(self, game: str) -> Kept | None:
        """The same with its moves."""

    @abstractmethod
    async def of_room(self, room: str) -> list[Entry]:
        """The games of a room, in the order in which they ended."""

    @abstractmethod
    async def find(self, search: Search) -> list[Entry]:
        """The games that are wanted, latest first."""

    @abstractmethod
    async def settle(self, game: str) -> Entry | None:
        """Let a game be as its players wish it now; what it is then, None if there is no such game, or no longer."""

    @abstractmethod
    async def amend(self, entry: Entry) -> None:
        """Another entry for the same game."""

    @abstractmethod
    async def erase(self, game: str) -> None:
        """Take a game out."""

    @abstractmethod
    async def forget(self, rooms: Sequence[str]) -> None:
        """Take everything out that is of these rooms."""


# --- ids and wishes -------------------------------------------------------------------------------------------------


def game_id(key: bytes, room: str, number: int) -> str:
    """The id of a room's game: always the same, and for nobody to guess."""
    left = int.from_bytes(hmac.digest(key, f"{room}/{number}".encode(), hashlib.sha256))
    letters = []
    for _ in range(ID_LENGTH):
        left, letter = divmod(left, len(ALPHABET))
        letters.append(ALPHABET[letter])
    return "".join(letters)


def is_id(text: str) -> bool:
    return len(text) == ID_LENGTH and set(text) <= set(ALPHABET)


def wish_key(game: str, guest: str) -> str:
    return f"{WISHES}{game}/{guest}"


def wished(entry: Entry, wishes: Mapping[str, str]) -> Entry | None:
    """The entry as its players wish it, by guest; None if no person wants to be in it any more."""
    players = tuple(_wished(player, wishes.get(player.guest, "")) for player in entry.players)
    people = [player for player in players if player.kind == "person"]
    if people and all(player.wish == "gone" for player in people):
        return None
    left = {player.wish for player in people if player.wish != "gone"}
    public = "private" not in left and (entry.open or left == {"public"})
    return replace(entry, players=players, public=public)


def as_wished(games: Iterable[Kept], wishes: Wishes) -> list[Kept]:
    """The games as their players wish them, without those that nobody is in any more."""
    found = []
    for kept in games:
        here = wishes.get(kept.entry.id)
        entry = wished(kept.entry, here) if here else kept.entry
        if entry is not None:
            found.append(kept if entry == kept.entry else replace(kept, entry=entry))
    return found


def wishes_in(kept: Iterable[tuple[str, bytes]]) -> dict[str, dict[str, str]]:
    """What players wished, by game and guest, from values as they are kept."""
    found: dict[str, dict[str, str]] = {}
    for name, wish in kept:
        game, _, guest = name.removeprefix(WISHES).partition("/")
        found.setdefault(game, {})[guest] = wish.decode(errors="replace")
    return found


def _wished(player: Player, wish: str) -> Player:
    if player.wish == "gone" or wish == "gone":
        return Player(SOMEBODY, player.kind, "", "gone")
    if wish in ("public", "private"):
        return replace(player, wish=msgspec.convert(wish, Wish))
    return player


# --- for the back ends ----------------------------------------------------------------------------------------------


class Held(Struct, frozen=True):
    """A player as a search finds one."""

    seat: int
    guest: str
    called: str
    result: Outcome


def held(entry: Entry) -> list[Held]:
    """The players of a game; one who had several seats is found once."""
    found = []
    for seat, player in enumerate(entry.players):
        first = player.guest and entry.seats_of(player.guest)[0] == seat
        called = "" if player.wish == "gone" else skeleton(player.name)
        found.append(Held(seat, player.guest if first else "", called, entry.result(seat)))
    return found


def name_range(name: str) -> tuple[str, str]:
    """Everything that begins so, as skeletons: from the first on, and before the second."""
    seen = skeleton(name)
    return seen, seen + "\U0010ffff"


def simple(settings: Mapping[str, Any]) -> dict[str, Any]:
    """Settings that can be searched for."""
    return {name: value for name, value in settings.items() if isinstance(value, (int, str))}


def encode_entry(entry: Entry) -> bytes:
    return msgspec.json.encode(entry)


def decode_entry(data: bytes) -> Entry:
    return msgspec.json.decode(data, type=Entry)
