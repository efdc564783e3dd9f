"""A bot that is signed on at a server: hosts of rooms find it on the list and ask it to take a seat.

It plays in several rooms at once, each with a bot object and a connection of its own, all as the same guest.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable

from quintet.bots.bot import Bot
from quintet.bots.guest import BotError, Guest
from quintet.games import GAMES, game
from quintet.table.commands import Decline
from quintet.wire.client import Client, ServerError
from quintet.wire.messages import Invitation
from quintet.wire.picture import game_of
from quintet.wire.session import RemoteSession

PROGRAM = "quintet bot"


class Standby:
    """One bot on one server, and the rooms it is in."""

    def __init__(self, client: Client, kind: type[Bot], name: str, say: Callable[[str], None]) -> None:
        self.client, self.kind, self.name, self.say = client, kind, name, say
        self.visits: set[asyncio.Task[bool]] = set()
        self._over = asyncio.Event()

    async def sign_on(self) -> None:
        bot = self.kind()
        games = tuple(name for name in GAMES if bot.plays(game(name)))
        if not games:
            raise BotError(f"{self.name} plays none of the games")
        await self.client.sign_on(self.name, () if len(games) == len(GAMES) else games)
        self.say(f"{self.name} is signed on at {self.client.home} and waits to be asked")

    async def serve(self, most: int, *, once: bool) -> None:
        """Come whenever somebody asks, to so many rooms at once; with `once` until one game is over."""
        listening = asyncio.create_task(self._listen(most, once=once))
        over = asyncio.create_task(self._over.wait())
        try:
            await asyncio.wait({listening, over}, return_when=asyncio.FIRST_COMPLETED)
            if listening.done():
                await listening
        finally:
            tasks = (listening, over, *self.visits)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _listen(self, most: int, *, once: bool) -> None:
        async for message in self.client.news():
            if isinstance(message, Invitation):
                visit = asyncio.create_task(self._visit(message, full=len(self.visits) >= most, once=once))
                self.visits.add(visit)
                visit.add_done_callback(lambda visit: self._back(visit, once))
        raise ServerError("closed", "the server has ended the connection")

    def _back(self, visit: asyncio.Task[bool], once: bool) -> None:
        self.visits.discard(visit)
        if visit.cancelled():
            return
        error = visit.exception()
        if error is not None:
            self.say(f"{self.name} broke down: {type(error).__name__}: {error}")
        elif once and visit.result():
            self._over.set()

    async def _visit(self, invitation: Invitation, *, full: bool, once: bool) -> bool:
        """Go to a room and play there until we are no longer wanted; has a game been played to its end?"""
        client = Client(self.client.home, token=self.client.token, program=PROGRAM)
        try:
            async with client:
                session = await RemoteSession.join(client, invitation.room)
                bot = self.kind()
                if full or not bot.plays(game_of(session.view)):
                    await session.ask(Decline())
                    self.say(f"{self.name} declines {session.link}")
                    return False
                guest = Guest(session, bot, self.say)
                await guest.sit(self.name, invitation.seat)
                self.say(f"{self.name} sits in {session.view.name}: {session.link}")
                return await guest.visit(once=once)
        except (ServerError, BotError) as error:
            self.say(f"{self.name} is not in {self.client.home}/r/{invitation.room} any more: {error}")
            return False


async def stand_by(
    address: str, kind: type[Bot], name: str, say: Callable[[str], None], *, most: int, once: bool
) -> None:
    """Sign a bot on at a server and play whoever asks it."""
    client = Client(address, program=PROGRAM)
    if client.linked_room is not None:
        raise BotError("that is the link of a room; give it as --room, or the address of the server alone")
    async with client:
        standby = Standby(client, kind, name, say)
        await standby.sign_on()
        await standby.serve(most, once=once)
