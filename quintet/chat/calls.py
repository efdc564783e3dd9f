"""Tells players that it is their move: once, where they like to be told, and not in their quiet hours.

The message that shows the table is edited, and Discord tells nobody of an edit. So a short message of its own mentions
those who are to move, and goes when they have moved. Who has just done something at the table is there already, and is
told only if nothing follows for a while.
"""

from __future__ import annotations

import datetime as dt
import time
from contextlib import suppress
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord

from quintet.chat.game import ChatGame
from quintet.chat.house import How, PersonWish
from quintet.chat.words import moment_of, outcome_line
from quintet.games import GAMES
from quintet.games.contract import GameError
from quintet.say.people import listed
from quintet.server.logs import note
from quintet.table import View

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

PRESENT_SECONDS = 20.0
"""So long after doing something at a table one is taken to be looking at it."""
DAY = 24 * 60


class Caller:
    """Tells the people of one game."""

    def __init__(self, bot: QuintetBot, game: ChatGame) -> None:
        self._bot, self._game = bot, game

    async def call(self, view: View) -> float | None:
        """Tell whoever is to be told now; in how many seconds somebody else is."""
        kept, moment = self._game.kept, moment_of(view)
        if kept.call and kept.called != moment:
            await self._clear()
        wanted = self._wanted(view)
        waits = {user: self._wait(user) for user in wanted if kept.told.get(user) != moment}
        due = [user for user, wait in waits.items() if wait <= 0]
        if view.status == "finished":  # whoever is there sees it
            due, waits = [user for user in waits if not self._present(user)], {}
        if due:
            await self._tell(view, moment, due)
        later = [wait for wait in waits.values() if wait > 0]
        return min(later) if later else None

    def _wanted(self, view: View) -> list[int]:
        """Those whom the moment concerns, and who want to hear of it."""
        seats = view.owing if view.status == "playing" else ()
        users = [self._game.user_in(view.seats[seat]) for seat in seats]
        if view.status == "finished":
            users = [*(self._game.user_in(seat) for seat in view.seats), *self._game.kept.watchers]
        found = dict.fromkeys(user for user in users if user is not None)
        return [user for user in found if self._bot.wish(user).how != "never"]

    def _present(self, user: int) -> bool:
        return self._game.idle(user) < PRESENT_SECONDS

    def _wait(self, user: int) -> float:
        """How long this one is left alone: while there, and while it is quiet."""
        return max(PRESENT_SECONDS - self._game.idle(user), quiet_for(self._bot.wish(user), time.time()))

    async def _tell(self, view: View, moment: str, users: list[int]) -> None:
        kept = self._game.kept
        by = {user: self._bot.wish(user).how for user in users}
        rest = [user for user in users if by[user] == "mention"]
        rest += [user for user in users if by[user] == "message" and not await self._write(user, view)]
        if rest and not await self._mention(rest, view, moment):
            for user in rest:
                await self._write(user, view)
        kept.told |= dict.fromkeys(users, moment)
        await self._bot.house.keep_game(kept)

    async def _mention(self, users: list[int], view: View, moment: str) -> bool:
        """In the channel, in one message for all."""
        kept = self._game.kept
        text = f"{listed([f'<@{user}>' for user in users])}: {self._news(view)}"
        try:
            before, sent = kept.call, await self._game_channel().send(text, allowed_mentions=MENTIONED)
        except (discord.Forbidden, discord.NotFound):
            return False
        kept.call, kept.called = sent.id, moment
        if before:  # of the same moment, to others who have not moved either
            await self._delete(before)
        return True

    async def _write(self, user: int, view: View) -> bool:
        """As a direct message; some do not take any."""
        try:
            await (await self._bot.direct(user)).send(self._news(view))
        except discord.HTTPException as error:
            note("direct message not taken", error=str(error))
            return False
        return True

    def _news(self, view: View) -> str:
        title, link = GAMES[view.game].title, self._game.jump
        where = f"[{title}]({link})" if link else title
        if view.status == "finished":
            return f"{where} is over. {outcome_line(view, self._game.name)}"
        return f"your move in {where}."

    async def _clear(self) -> None:
        """The moment is past, and so is what was said of it; how a game ended stays said."""
        kept = self._game.kept
        if not kept.called.startswith("finished"):
            await self._delete(kept.call)
        kept.call, kept.called = 0, ""
        await self._bot.house.keep_game(kept)

    async def _delete(self, message: int) -> None:
        with suppress(discord.HTTPException):
            await self._game_channel().get_partial_message(message).delete()

    def _game_channel(self) -> discord.PartialMessageable:
        kept = self._game.kept
        return self._bot.get_partial_messageable(kept.channel, guild_id=kept.guild or None)


MENTIONED = discord.AllowedMentions(everyone=False, roles=False, users=True)


# --- quiet hours ------------------------------------------------------------------------------------------------------


def quiet_for(wish: PersonWish, now: float) -> float:
    """How many seconds of somebody's quiet hours are left; 0 outside them."""
    if wish.quiet is None:
        return 0.0
    begins, ends = wish.quiet
    local = dt.datetime.fromtimestamp(now, zone(wish.zone))
    minute = local.hour * 60 + local.minute
    if not (minute - begins) % DAY < (ends - begins) % DAY:
        return 0.0
    return ((ends - minute) % DAY) * 60.0 - local.second


def zone(name: str) -> dt.tzinfo:
    """A place's time; GameError with a sentence if there is no such place."""
    try:
        return ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        raise GameError(
            f"{name[:40]!r} is not a time zone; it is written like Europe/Paris, and suggestions come as you type"
        ) from None


def wish_text(wish: PersonWish) -> str:
    """What somebody has chosen, said back to them."""
    told = {
        "mention": "You are mentioned when it is your move",
        "message": "You get a direct message when it is your move",
        "never": "You are not told when it is your move",
    }
    if wish.quiet is None or wish.how == "never":
        return f"{told[wish.how]}."
    begins, ends = (f"{minute // 60}:{minute % 60:02}" for minute in wish.quiet)
    return f"{told[wish.how]}, but not from {begins} to {ends} ({wish.zone}): then it waits until {ends}."


HOWS: dict[How, str] = {
    "mention": "mention me in the channel",
    "message": "send me a direct message",
    "never": "do not tell me",
}
