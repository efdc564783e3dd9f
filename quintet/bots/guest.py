"""A bot as a guest in a room on a server: it sits down, gets ready, and plays until the room is closed.

It thinks in a thread of its own, so that offers are answered meanwhile. A connection that breaks is made again, and
the move that was being thought about is sent then.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from quintet.bots.bot import Bot
from quintet.broken import what_broke
from quintet.games.contract import GameError
from quintet.games.record import replay
from quintet.table.commands import Answer, Enter, Leave, Ready, Resign, Sit
from quintet.table.shapes import View
from quintet.wire.client import Client, ServerError
from quintet.wire.picture import game_of, record_of
from quintet.wire.session import RemoteSession

LONELY_SECONDS = 60.0
"""How long a visiting bot stays when there is nobody left to play with, and …"""
LONELY_IN_GAME_SECONDS = 3600.0
"""… how long if a game is under way."""


class BotError(GameError):
    """The bot did something that ends its game; the text says what."""


class Guest:
    """One bot in one room."""

    def __init__(self, session: RemoteSession, bot: Bot, say: Callable[[str], None]) -> None:
        self.session, self.bot, self.say = session, bot, say
        self._thinking: asyncio.Task[None] | None = None
        self._turn = -1
        self._game = ""
        self._offer: tuple[str, int] | None = None
        self._going: tuple[float, asyncio.TimerHandle] | None = None
        self._leaving: asyncio.Task[None] | None = None

    async def sit(self, name: str, seat: int | None) -> None:
        """Come in under a name and take a seat: this one, or the first that is free."""
        await self.session.ask(Enter(name=name, bot=True))
        if self.session.view.you:
            return
        free = [chair.seat for chair in self.session.view.seats if chair.kind == "open"]
        if seat is None and not free:
            raise BotError("no seat is free in that room")
        await self.session.ask(Sit(seat=free[0] if seat is None else seat))

    async def visit(self, *, once: bool = False) -> bool:
        """Play until we are sent away or left alone, or until one game is over; was one played to its end?"""
        try:
            played = await self.play(once=once, visiting=True)
        except BotError:
            await self._leave()
            raise
        finally:
            self._stay()
        await self._leave()
        return played

    async def play(self, *, once: bool = False, visiting: bool = False) -> bool:
        """Play until the room is closed, or until one game is over; was one?"""
        played = await self._look()
        async for _ in self.session.news():
            if self._thinking is not None and self._thinking.done():
                thinking, self._thinking = self._thinking, None
                await thinking
            played = await self._look() or played
            if (once and played) or (visiting and not self._wanted()):
                return played
        if self.session.ended:
            self.say(self.session.ended)
        return played

    # -- visiting

    def _wanted(self) -> bool:
        """Have we still a seat? If nobody is there to play with, we go after a while; a host we never want to be."""
        view = self.session.view
        if view.host == view.guest:
            return False
        if any(not person.bot and person.gone_at is None for person in view.people):
            self._stay()
            return bool(view.you)
        patience = LONELY_IN_GAME_SECONDS if view.status == "playing" else LONELY_SECONDS
        if self._going is None or self._going[0] != patience:
            self._stay()
            self._going = patience, asyncio.get_running_loop().call_later(patience, self._go)
        return bool(view.you)

    def _stay(self) -> None:
        if self._going is not None:
            self._going[1].cancel()
            self._going = None

    def _go(self) -> None:
        self._leaving = asyncio.create_task(self._leave(), name="bot-leaves")

    async def _leave(self) -> None:
        with suppress(ServerError):
            await self.session.ask(Leave(sure=True))
        await self.session.close()

    # -- playing

    async def _look(self) -> bool:
        """Do whatever the table waits for; has a game ended?"""
        view = self.session.view
        with suppress(ServerError):  # what has changed meanwhile is looked at again with the next news
            await self._answer(view)
            if view.status == "seating" and view.you and not view.seats[view.you[0]].ready:
                await self.session.ask(Ready())
        if view.status == "playing":
            self._begin(view)
            self._think(view)
        over = view.status == "finished" and self._game != ""
        if over:
            self._game = ""
            self.say(self._ending(view))
        return over

    async def _answer(self, view: View) -> None:
        offer = view.offer
        if offer is None or not any(seat in offer.waiting for seat in view.you):
            self._offer = None
            return
        if self._offer != (offer.kind, offer.expires):
            self._offer = (offer.kind, offer.expires)
            await self.session.ask(Answer(accept=bool(self.bot.agree(offer.kind))))

    def _begin(self, view: View) -> None:
        if not self._game:
            game = game_of(view)
            self._game, self._turn = view.game, -1
            self.bot.begin(game)
            self.say(f"{game.title}: {' against '.join(view.players)}")

    def _think(self, view: View) -> None:
        seats = [seat for seat in view.owing if seat in view.you]
        if not seats or self._turn == view.turn_version:
            return
        self._turn = view.turn_version
        self._thinking = asyncio.create_task(self._move(view, seats[0]), name="bot")
        self._thinking.add_done_callback(self._report)

    async def _move(self, view: View, seat: int) -> None:
        played = replay(record_of(view))
        prompt = played.game.prompt(played.position, seat)
        try:
            move: object = await asyncio.to_thread(self.bot.choose, played.position, prompt)
        except (Exception, SystemExit) as error:  # one that ends itself leaves the game no better
            await self._give_up(seat, f"the bot broke down: {what_broke(error)}")
        if not isinstance(move, str):
            await self._give_up(seat, f"the bot answered {move!r}; a move is a text")
        try:
            await self.session.move(move, seat)
        except ServerError as error:
            if error.code == "illegal-move":
                await self._give_up(seat, f"the bot played {move[:40]!r}: {error}")

    async def _give_up(self, seat: int, why: str) -> NoReturn:
        with suppress(ServerError):
            await self.session.ask(Resign(seat=seat))
        raise BotError(why)

    def _report(self, task: asyncio.Task[None]) -> None:
        if not task.cancelled() and isinstance(task.exception(), BotError):
            self.say(f"{task.exception()}; it resigns")

    def _ending(self, view: View) -> str:
        outcome = view.outcome
        if outcome is None:
            return "The game is over."
        if set(outcome.winners) & set(view.you):
            return f"{'Shared' if outcome.draw else 'Won'}: {outcome.text}"
        return f"Lost: {outcome.text}"


async def join_room(
    address: str, bot: Bot, name: str, seat: int | None, say: Callable[[str], None], *, once: bool
) -> None:
    """Bring a bot into the room of a link."""
    client = Client(address, program="quintet bot")
    if client.linked_room is None:
        raise BotError("give the link of a room, such as http://127.0.0.1:8642/r/abcdefgh")
    async with client:
        session = await RemoteSession.join(client, client.linked_room)
        guest = Guest(session, bot, say)
        await guest.sit(name, seat)
        say(f"{name} sits in {session.view.name}: {session.link}")
        await guest.play(once=once)
