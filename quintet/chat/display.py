"""Keeps what a channel shows in step with the table: one message, edited; a new one for every new position.

Discord allows about five messages in five seconds to a channel. So changes that come quickly are shown together, and
the countdown is edited every few seconds; between two edits Discord's own relative time keeps counting.
"""

from __future__ import annotations

import asyncio
import io
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import discord

from quintet.chat.buttons import buttons
from quintet.chat.game import ChatGame
from quintet.chat.words import LONGEST_CODE, board_png, board_text, table_text
from quintet.say.people import colours
from quintet.server.logs import note
from quintet.table import View
from quintet.wire.client import ServerError
from quintet.wire.picture import game_of

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

PAUSE_SECONDS = 1.2
"""Between two changes of what is shown."""
RETRY_SECONDS = 5.0
"""After Discord could not take something."""
COUNT_SECONDS = 10.0
"""Between two edits of a running clock."""
MAY_NOT_WRITE = (
    "I may not write in this channel: a server admin can give me View Channel, Send Messages and Attach Files."
    " Until then /board shows you the table, and every command works as before"
)


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Display:
    """Shows one game in its channel."""

    def __init__(self, bot: QuintetBot, game: ChatGame) -> None:
        self._bot, self._game = bot, game
        self._changed = asyncio.Event()
        self._content = ""
        game.on_change = self._changed.set
        self._changed.set()
        self._task = asyncio.create_task(self._run(), name=f"chat-display-{game.kept.room}")

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)

    async def farewell(self) -> None:
        """Leave the last board in the channel, without buttons and without roles."""
        await self.close()
        kept = self._game.kept
        with suppress(discord.HTTPException):
            await self._set_roles({})
            await self._channel(kept.channel).get_partial_message(kept.message).edit(view=None)

    async def _run(self) -> None:
        while True:
            counts = self._game.view.clock is not None and self._game.view.status == "playing"
            with suppress(TimeoutError):
                async with asyncio.timeout(COUNT_SECONDS if counts else None):
                    await self._changed.wait()
            self._changed.clear()
            try:
                await self._show()
            except (discord.HTTPException, discord.DiscordServerError, OSError, ServerError) as error:
                note("discord did not take it", room=self._game.kept.room, error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                self._changed.set()
            except Exception as error:  # one table that cannot be shown must not stop for ever
                note("table not shown", room=self._game.kept.room, error=repr(error))
            if self._game.over:
                await self._bot.drop(self._game)
                return
            await asyncio.sleep(PAUSE_SECONDS)

    async def _show(self) -> None:
        view = self._game.view
        await self._give_roles(view)
        content = table_text(view, self._game.name, milliseconds())
        if self._game.preparing:
            content += f"\n{self._game.preparing}"
        if view.status == "closed":
            content += "\nThis room is closed."
        moment = moment_of(view)
        try:
            if moment == self._game.kept.shown and self._game.kept.message:
                await self._edit(view, content)
            else:
                await self._send(view, content, moment)
            self._game.muted = ""
        except (discord.Forbidden, discord.NotFound) as error:
            if not self._game.muted:
                note("channel cannot be written to", channel=self._game.kept.channel, error=str(error))
            self._game.muted = MAY_NOT_WRITE

    async def _edit(self, view: View, content: str) -> None:
        if content == self._content:
            return
        message = self._channel(self._game.kept.channel).get_partial_message(self._game.kept.message)
        text = self._with_text(view, content)
        try:
            await message.edit(
                content=text, view=buttons(view), allowed_mentions=discord.AllowedMentions.none()
            )
            self._content = content
        except discord.NotFound:
            await self._send(view, content, moment_of(view))

    async def _send(self, view: View, content: str, moment: str) -> None:
        """A new message for a new position, which also tells those who are to move; the old one goes."""
        kept, before = self._game.kept, self._game.kept.message
        text = self._with_text(view, content)
        png = None if text != content else await asyncio.to_thread(board_png, view)
        message = await self._post(kept.channel, view, text, png, buttons(view))
        kept.message, kept.shown, self._content = message.id, moment, content
        await self._bot.house.keep_game(kept)
        if before:
            with suppress(discord.HTTPException):
                await self._channel(kept.channel).get_partial_message(before).delete()
        for channel in self._private(view):
            with suppress(discord.HTTPException):  # a channel that is gone takes nothing from the others
                await self._post(channel, view, text, png, discord.utils.MISSING)

    async def _post(
        self, channel: int, view: View, text: str, png: bytes | None, controls: discord.ui.View
    ) -> discord.Message:
        return await self._channel(channel).send(
            text,
            file=discord.utils.MISSING if png is None else picture_file(view, png),
            view=controls,
            allowed_mentions=discord.AllowedMentions(everyone=False, roles=False, users=True),
        )

    def _with_text(self, view: View, content: str) -> str:
        if not self._game.kept.text:
            return content
        drawn = f"{content}\n```\n{board_text(view)}\n```"
        return drawn if len(drawn) <= LONGEST_CODE else content

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel, guild_id=self._game.kept.guild or None)

    # -- the gameroom's roles and private channels

    def _private(self, view: View) -> list[int]:
        """The channels of the colours that are held from here, in a game in the gameroom."""
        places = self._bot.gameroom(self._game.kept)
        if places is None or view.status not in ("playing", "finished"):
            return []
        rules = game_of(view)
        held = [
            colour
            for seat in view.seats
            if self._game.user_in(seat) is not None
            for colour in colours(rules, view.info, seat.seat)
        ]
        return [places.channels[colour] for colour in held if colour in places.channels]

    async def _give_roles(self, view: View) -> None:
        """Everybody has the roles of their colours while the game runs, and only then."""
        places = self._bot.gameroom(self._game.kept)
        wanted: dict[int, list[int]] = {}
        if places is not None and view.status == "playing":
            rules = game_of(view)
            for seat in view.seats:
                user = self._game.user_in(seat)
                if user is not None:
                    names = colours(rules, view.info, seat.seat)
                    wanted[user] = [places.roles[name] for name in names if name in places.roles]
        await self._set_roles(wanted)

    async def _set_roles(self, wanted: dict[int, list[int]]) -> None:
        kept = self._game.kept
        if wanted == kept.roles:
            return
        for user in {**kept.roles, **wanted}:
            before, after = kept.roles.get(user, []), wanted.get(user, [])
            for role in set(before) ^ set(after):
                await self._change_role(kept.guild, user, role, give=role in after)
        kept.roles = wanted
        await self._bot.house.keep_game(kept)

    async def _change_role(self, guild: int, user: int, role: int, give: bool) -> None:
        change = self._bot.http.add_role if give else self._bot.http.remove_role
        try:
            await change(guild, user, role, reason="a game of quintet")
        except discord.HTTPException as error:  # the game goes on without roles
            note("role not changed", guild=guild, role=role, error=str(error))


def moment_of(view: View) -> str:
    """Two views with the same moment differ in nothing that deserves a new message."""
    stage = "before" if view.status in ("seating", "counting") else view.status
    return f"{stage} {view.turn_version if stage == 'playing' else len(view.plies)}"


async def picture(view: View) -> discord.File:
    """The board as a PNG file; painting takes a while and is done beside the event loop."""
    return picture_file(view, await asyncio.to_thread(board_png, view))


def picture_file(view: View, png: bytes) -> discord.File:
    """With the board in letters for those who hear it."""
    return discord.File(io.BytesIO(png), "board.png", description=board_text(view)[:1000])
