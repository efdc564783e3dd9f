"""The way to the rooms, and what the bot itself remembers: who is who, and which room is shown in which channel."""

from __future__ import annotations

import re
from typing import TypeVar

import msgspec
from msgspec import Struct

from quintet.store import Store
from quintet.wire.client import Client, ServerError

T = TypeVar("T")


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


class House:
    """One server, and the store that keeps the bot's own notes on it."""

    def __init__(self, address: str, store: Store, where: str = "here") -> None:
        self.address = address
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

    async def _read(self, part: str, kind: type[T]) -> list[T]:
        kept = await self.store.kept(self._prefix + part)
        return [msgspec.json.decode(data, type=kind) for data in kept.values()]
