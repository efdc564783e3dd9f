"""The way to the rooms, and what the bot itself remembers: who is who, which room is shown where, and who wishes what."""

from __future__ import annotations

import re
from typing import Literal, TypeAlias, TypeVar

import msgspec
from msgspec import Struct

from quintet.store import Store
from quintet.wire.client import Client, ServerError

T = TypeVar("T")
How: TypeAlias = Literal["mention", "message", "never"]
ShortForm: TypeAlias = Literal["off", "q", "bare"]


class Kept(Struct, kw_only=True):
    """A room shown in a channel."""

    room: str
    channel: int
    guild: int = 0
    players: list[int] = []
    """The Discord users in the room, by their ids."""
    message: int = 0
    """The message that shows the table."""
    shown: str = ""
    """Which moment of the game that message belongs to."""
    text: bool = False
    """Draw the board in letters."""
    roles: dict[int, list[int]] = {}
    """By user, the roles that were given and are to be taken back."""
    private: dict[int, int] = {}
    """By channel of a colour, the message there that shows the board."""
    watchers: list[int] = []
    """Those who want to be told how it ends."""
    invited: list[int] = []
    """Those whom somebody would like to play with."""
    heard: dict[str, list[int]] = {}
    """By occasion, who was told of it."""
    calls: dict[str, int] = {}
    """By occasion, the message that told them."""


class ServerWish(Struct, kw_only=True):
    """What the admins of a Discord server have chosen."""

    guild: int
    short: ShortForm = "off"
    """Whether commands may be written without /quintet, and how."""
    daily: int = 0
    """The channel that gets the puzzle of the day; 0 if none does."""
    posted: str = ""
    """The day whose puzzle was posted there last."""


class PersonWish(Struct, kw_only=True):
    """How somebody wants to be told that it is their move."""

    user: int
    how: How = "mention"
    quiet: tuple[int, int] | None = None
    """From which minute of the day to which they are not told, where they live."""
    zone: str = "UTC"


class House:
    """One server, and the store that keeps the bot's own notes on it."""

    def __init__(self, address: str, store: Store, where: str = "here", public: str = "") -> None:
        self.address = address
        self.public = public.rstrip("/")
        """Where browsers find the rooms; empty if they cannot from outside."""
        self.store = store
        self._prefix = f"chat/{re.sub(r'[^A-Za-z0-9.-]', '-', where)[:40]}/"

    async def check(self) -> None:
        """Is there a server at all? ServerError with a sentence if not."""
        await (await self.client("bot")).close()

    async def client(self, who: str) -> Client:
        """A connection of somebody who is the same guest each time: a user, or the bot in one of its channels."""
        key = f"{self._prefix}token/{who}"
        token = (await self.store.kept(key)).get(key, b"").decode() or None
        try:
            client = await self._open(token)
        except ServerError as error:
            if error.code != "wrong-token":
                raise
            client = await self._open(None)  # another server than the one that signed it
        if client.token is not None and client.token != token:
            await self.store.keep(key, client.token.encode())
        return client

    async def token(self, who: str) -> str:
        """What shows the server that it is the same guest, where something is asked without a room."""
        client = await self.client(who)
        await client.close()
        return client.token or ""

    async def _open(self, token: str | None) -> Client:
        client = Client(self.address, token=token, program="discord")
        await client.open()
        return client

    # -- what is remembered

    async def keep_game(self, kept: Kept) -> None:
        await self.store.keep(f"{self._prefix}game/{kept.channel}", msgspec.json.encode(kept))

    async def forget_game(self, channel: int) -> None:
        await self.store.keep(f"{self._prefix}game/{channel}", None)

    async def games(self) -> list[Kept]:
        """Every room that is shown somewhere."""
        return await self._read("game/", Kept)

    async def keep_places(self, guild: int, places: Struct) -> None:
        await self.store.keep(f"{self._prefix}guild/{guild}", msgspec.json.encode(places))

    async def places(self, kind: type[T]) -> list[T]:
        return await self._read("guild/", kind)

    async def forget_places(self, guild: int) -> None:
        await self.store.keep(f"{self._prefix}guild/{guild}", None)

    async def keep_server(self, wish: ServerWish) -> None:
        await self.store.keep(f"{self._prefix}server/{wish.guild}", msgspec.json.encode(wish))

    async def servers(self) -> list[ServerWish]:
        return await self._read("server/", ServerWish)

    async def keep_person(self, wish: PersonWish) -> None:
        await self.store.keep(f"{self._prefix}person/{wish.user}", msgspec.json.encode(wish))

    async def people(self) -> list[PersonWish]:
        return await self._read("person/", PersonWish)

    async def known_commands(self) -> int:
        """The version of the commands that the users of this store have learnt; 0 if there are none yet."""
        notes = await self.store.kept(self._prefix)
        return int(notes.get(f"{self._prefix}commands", b"1")) if notes else 0

    async def keep_commands(self, version: int) -> None:
        await self.store.keep(f"{self._prefix}commands", str(version).encode())

    async def _read(self, part: str, kind: type[T]) -> list[T]:
        kept = await self.store.kept(self._prefix + part)
        return [msgspec.json.decode(data, type=kind) for data in kept.values()]
