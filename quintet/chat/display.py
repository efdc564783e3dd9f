"""Keeps what a channel shows in step with the table: one message for each game, which is edited.

Discord allows about five messages in five seconds to a channel. So changes that come quickly are shown together, and
the countdown is edited every few seconds; between two edits Discord's own relative time keeps counting. Who is to move
is told by a message of its own (calls.py), since an edit tells nobody.
"""

from __future__ import annotations

import asyncio
import io
import time
from contextlib import suppress
from typing import TYPE_CHECKING

import discord
from aiohttp import ClientError
from msgspec.structs import replace

from quintet.chat.buttons import buttons
from quintet.chat.calls import Caller
from quintet.chat.game import ChatGame
from quintet.chat.words import LONGEST_CODE, board_png, board_text, hurry, moment_of, table_text
from quintet.say.people import colours, listed
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
"""Between two edits of a clock that runs out."""
NAMED = 20
"""So many of those who look on are named."""
ARCHIVED = 50083
"""Discord's number for a thread that has gone to sleep: nothing in it can be edited, and a new message wakes it."""


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Display:
    """Shows one game in its channel."""

    def __init__(self, bot: QuintetBot, game: ChatGame) -> None:
        self._bot, self._game = bot, game
        self._caller = Caller(bot, game)
        self._changed = asyncio.Event()
        self._content = self._ended = ""
        game.on_change = self._changed.set
        self._changed.set()
        self._task = asyncio.create_task(self._run(), name=f"chat-display-{game.kept.room}")

    async def close(self) -> None:
        self._task.cancel()
        await asyncio.gather(self._task, return_exceptions=True)
        await self._caller.close()

    async def farewell(self) -> None:
        """Leave the last board in the channel, without buttons and without roles."""
        await self.close()
        with suppress(discord.HTTPException):
            await self._set_roles({})
            await self._plain_message(self._ended)
            await self._caller.farewell()

    def bring_down(self) -> None:
        """Show the table in a new message, below everything that was written since."""
        self._game.kept.shown = ""
        self._changed.set()

    async def _run(self) -> None:
        wait: float | None = None
        while True:
            with suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._changed.wait()
            self._changed.clear()
            over = self._game.over  # asked first: an end that comes while this is being shown is shown too
            wait = None
            try:
                await self._show()
                wait = await self._caller.call(self._game.view)
            except (discord.HTTPException, ClientError, OSError, ServerError) as error:
                note("discord did not take it", room=self._game.kept.room, error=str(error))
                await asyncio.sleep(RETRY_SECONDS)
                self._changed.set()
                continue
            except Exception as error:  # one table that cannot be shown must not stop for ever
                note("table not shown", room=self._game.kept.room, error=repr(error))
            if over:
                await self._bot.drop(self._game)
                return
            await asyncio.sleep(PAUSE_SECONDS)
            if self._game.view.status == "playing" and hurry(self._game.view, milliseconds()):
                wait = min(COUNT_SECONDS, COUNT_SECONDS if wait is None else wait)

    async def _show(self) -> None:
        view, kept = self._game.view, self._game.kept
        await self._give_roles(view)
        content = self._text(view)
        if view.status == "finished":
            self._ended = self._text(replace(view, offer=None))
        moment = moment_of(view)
        again = kept.shown.startswith("finished") and not moment.startswith(("finished", "closed"))
        try:
            if again and kept.message:  # a rematch: the game before keeps its last board
                with suppress(discord.NotFound):
                    await self._plain_message(self._ended)
            if not kept.message or not kept.shown or again:
                await self._send(view, content, moment)
            elif content != self._content or moment != kept.shown:
                await self._edit(view, content, moment)
            self._game.muted = False
        except (discord.Forbidden, discord.NotFound) as error:
            if not self._game.muted:
                note("channel cannot be written to", channel=kept.channel, error=str(error))
            self._game.muted = True

    def _text(self, view: View) -> str:
        """Everything above the board."""
        lines = [table_text(view, self._game.name, milliseconds())]
        if self._game.kept.watchers and view.status in ("seating", "counting", "playing"):
            lines += [watching_line(self._game.kept.watchers)]
        lines += [self._game.preparing, self._game.trouble]
        lines += ["This room is closed."] if view.status == "closed" else []
        return "\n".join(line for line in lines if line)

    async def _edit(self, view: View, content: str, moment: str) -> None:
        """Bring the message up to date, with a new picture if there is a new position."""
        kept = self._game.kept
        text = self._with_text(view, content)
        png = None if moment == kept.shown or text != content else await asyncio.to_thread(board_png, view)
        try:
            await self._change(kept.channel, kept.message, view, text, png, buttons(view, self._game.link))
        except discord.HTTPException as error:
            if not isinstance(error, discord.NotFound) and error.code != ARCHIVED:
                raise
            kept.private = {} if isinstance(error, discord.NotFound) else kept.private
            await self._send(view, content, moment)  # it was deleted by hand, or its thread sleeps
            return
        self._content = content
        if moment != kept.shown:
            await self._show_privately(view, text, png)
            kept.shown = moment  # only now: what Discord did not take is tried again
            await self._bot.house.keep_game(kept)

    async def _send(self, view: View, content: str, moment: str) -> None:
        """A message of its own for a new game, or instead of one that can no longer be edited; that one goes."""
        kept, before = self._game.kept, self._game.kept.message
        text = self._with_text(view, content)
        png = None if text != content else await asyncio.to_thread(board_png, view)
        message = await self._post(kept.channel, view, text, png, buttons(view, self._game.link))
        if before and not kept.shown.startswith("finished"):
            with suppress(discord.HTTPException):
                await self._channel(kept.channel).get_partial_message(before).delete()
        kept.message, kept.shown, self._content = message.id, moment, content
        await self._bot.house.keep_game(kept)
        await self._show_privately(view, text, png)

    async def _change(
        self,
        channel: int,
        message: int,
        view: View,
        text: str,
        png: bytes | None,
        controls: discord.ui.View | None,
    ) -> None:
        await (
            self._channel(channel)
            .get_partial_message(message)
            .edit(
                content=text,
                attachments=discord.utils.MISSING if png is None else [picture_file(view, png)],
                view=controls,
                allowed_mentions=discord.AllowedMentions.none(),
            )
        )

    async def _post(
        self, channel: int, view: View, text: str, png: bytes | None, controls: discord.ui.View
    ) -> discord.Message:
        return await self._channel(channel).send(
            text,
            file=discord.utils.MISSING if png is None else picture_file(view, png),
            view=controls,
            allowed_mentions=discord.AllowedMentions.none(),
        )

    async def _plain_message(self, content: str = "") -> None:
        """The message of a game that is over here has nothing to press, and asks nothing."""
        kept = self._game.kept
        text = (
            content if content and not kept.text else discord.utils.MISSING
        )  # the letters are of another board by now
        await self._channel(kept.channel).get_partial_message(kept.message).edit(content=text, view=None)

    def _with_text(self, view: View, content: str) -> str:
        if not self._game.kept.text:
            return content
        drawn = f"{content}\n```\n{board_text(view)}\n```"
        return drawn if len(drawn) <= LONGEST_CODE else content

    def _channel(self, channel: int) -> discord.PartialMessageable:
        return self._bot.get_partial_messageable(channel, guild_id=self._game.kept.guild or None)

    # -- the gameroom's roles and private channels

    async def _show_privately(self, view: View, text: str, png: bytes | None) -> None:
        """The board in the channels of the colours, each in a message of its own that is edited too."""
        kept = self._game.kept
        for channel in self._private(view):
            with suppress(
                discord.Forbidden, discord.NotFound
            ):  # a channel that is gone takes nothing from the others
                try:
                    if channel not in kept.private:
                        raise KeyError(channel)
                    await self._change(channel, kept.private[channel], view, text, png, None)
                except (KeyError, discord.NotFound):
                    sent = await self._post(channel, view, text, png, discord.utils.MISSING)
                    kept.private[channel] = sent.id
                    await self._bot.house.keep_game(kept)

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
        self._game.trouble = ""
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
            if give and isinstance(error, discord.Forbidden):
                self._game.trouble = (
                    f"I could not give the role <@&{role}>: an admin must give me Manage Roles, and drag my own role "
                    "above it under Server Settings, Roles. The game goes on without."
                )


def watching_line(watchers: list[int]) -> str:
    """Who looks on; of a crowd only the first, since a message has an end."""
    named = [f"<@{user}>" for user in watchers[:NAMED]]
    more = [f"{len(watchers) - NAMED} more"] if len(watchers) > NAMED else []
    return f"Watching: {listed([', '.join(named), *more])}" if more else f"Watching: {', '.join(named)}"


async def picture(view: View) -> discord.File:
    """The board as a PNG file; painting takes a while and is done beside the event loop."""
    return picture_file(view, await asyncio.to_thread(board_png, view))


def picture_file(view: View, png: bytes) -> discord.File:
    """With the board in letters for those who hear it."""
    return discord.File(io.BytesIO(png), "board.png", description=board_text(view)[:1000])
