"""The puzzle of the day in the channels that admins have chosen: posted once a day, with a button to solve it by oneself."""

from __future__ import annotations

import asyncio
import datetime as dt
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from msgspec.structs import replace

from quintet.chat.errors import ChatError
from quintet.chat.house import ServerWish
from quintet.chat.puzzles import picture, question_text
from quintet.chat.solving import invitation
from quintet.server.logs import note

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

LOOK_SECONDS = 300.0
"""How often it is looked whether a new day has begun. Days begin everywhere at once, by universal time."""
DAY_TITLE = "The puzzle of the day"


def today() -> str:
    return dt.datetime.now(dt.UTC).date().isoformat()


class Daily:
    """Posts the puzzle of the day as long as it runs."""

    def __init__(self, bot: QuintetBot) -> None:
        self._bot = bot
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        if self._task is None:
            self._task = asyncio.create_task(self._run(), name="chat-daily")

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            for wish in self._bot.server_wishes():
                if wish.daily and wish.posted != today():
                    try:
                        await self.post(wish)
                    except Exception as error:  # what one server meets must not end it for all, nor for ever
                        note("puzzle of the day not posted", guild=wish.guild, error=repr(error))
            await asyncio.sleep(LOOK_SECONDS)

    async def post(self, wish: ServerWish) -> bool:
        """Post it in a server's channel; is it there? What cannot be posted is tried again later."""
        bot, day = self._bot, today()
        before = bot.server_wish(wish.guild).daily
        try:
            told = await bot.puzzles.question((await bot.puzzles.today()).id)
            channel = bot.get_partial_messageable(wish.daily, guild_id=wish.guild)
            await channel.send(
                question_text(told, DAY_TITLE),
                file=await picture(told),
                view=invitation(told, bot.puzzle_link(told.id)),
                allowed_mentions=discord.AllowedMentions.none(),
            )
        except (discord.HTTPException, ChatError, OSError) as error:
            note("puzzle of the day not posted", guild=wish.guild, error=str(error))
            if isinstance(error, discord.NotFound):  # the channel is gone, and with it the wish
                with suppress(OSError):
                    await bot.keep_server_wish(replace(wish, daily=0))
            return False
        chosen = bot.server_wish(wish.guild)  # an admin may have chosen something else meanwhile
        if chosen.daily == before:
            await bot.keep_server_wish(replace(chosen, daily=wish.daily, posted=day))
        return True
