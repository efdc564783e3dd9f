"""Tells players that something is asked of them: once, where they like to be told, and not in their quiet hours.

The message that shows the table is edited, and Discord tells nobody of an edit. So a short message of its own mentions
those who are to move or to answer, and goes when they have. Who has just done something at the table is there already, and is
told only if nothing follows for a while.
"""

from __future__ import annotations

import asyncio
import datetime as dt
import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import TYPE_CHECKING
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

import discord
from msgspec import Struct

from quintet.chat.game import ChatGame
from quintet.chat.house import How, PersonWish
from quintet.chat.words import moment_of, outcome_line, plain
from quintet.games import GAMES
from quintet.games.contract import GameError, capital
from quintet.say.people import listed
from quintet.say.state import offer_text
from quintet.server.logs import note
from quintet.table import View
from quintet.wire.picture import game_of

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

PRESENT_SECONDS = 20.0
"""So long after doing something at a table one is taken to be looking at it."""
AT_ONCE = 40
"""So many are named in one message: more would not go into it."""
DAY = 24 * 60


class Occasion(Struct, frozen=True):
    """Something that somebody should hear of."""

    key: str
    users: list[int]
    text: str
    """What is said to them, after their names or on its own."""
    patient: bool = True
    """Is it told later to who is there now? Otherwise they see it themselves."""


class Caller:
    """Tells the people of one game."""

    def __init__(self, bot: QuintetBot, game: ChatGame) -> None:
        self._bot, self._game = bot, game
        self._telling: asyncio.Task[None] | None = None

    async def close(self) -> None:
        """What is being said is said and written down, or it would be said again after a restart."""
        if self._telling is not None:
            await asyncio.gather(self._telling, return_exceptions=True)

    async def farewell(self) -> None:
        """Take back what asks for something, where nothing can be done about it any more."""
        await self.close()
        await self._clear(set())

    async def call(self, view: View) -> float | None:
        """Tell whoever is to be told now; in how many seconds somebody else is."""
        found = list(self._occasions(view))
        await self._clear({one.key for one in found})
        later: list[float] = []
        for one in found:
            heard = self._game.kept.heard.get(one.key, [])
            wanted = [user for user in dict.fromkeys(one.users) if user not in heard]
            waits = {user: self._wait(user) for user in wanted if self._bot.wish(user).how != "never"}
            due = [user for user, wait in waits.items() if wait <= 0]
            if not one.patient:
                due, waits = [user for user in waits if self._game.idle(user) >= PRESENT_SECONDS], {}
            if due:
                self._telling = asyncio.create_task(self._tell(one, due))
                await asyncio.shield(self._telling)
            later += [wait for wait in waits.values() if wait > 0]
        return min(later) if later else None

    def _occasions(self, view: View) -> Iterator[Occasion]:
        game = self._game
        title = GAMES[view.game].title
        table = f"[{title}]({game.jump})" if game.jump else title
        if view.status == "playing":
            users = self._users(view, view.owing)
            yield Occasion(moment_of(view), users, f"your move in {table}.")
        elif view.status == "finished":
            users = [*self._users(view, range(len(view.seats))), *game.kept.watchers]
            told = f"{table} is over. {outcome_line(view, game.name)}"
            yield Occasion(moment_of(view), users, told, patient=False)
        elif view.status == "seating" and any(seat.kind == "open" for seat in view.seats):
            users = [user for user in game.kept.invited if user not in game.players]
            yield Occasion("invitation", users, f"come and play {table}: press Join.")
        if view.offer is not None:
            told = offer_text(game_of(view), view, lambda seat: game.name(view.seats[seat]), plain)
            yield Occasion(
                f"offer {view.offer.expires}", self._users(view, view.offer.waiting), f"{told} See {table}."
            )

    def _users(self, view: View, seats: Iterable[int]) -> list[int]:
        """Those who hold these seats from here."""
        users = [self._game.user_in(view.seats[seat]) for seat in seats]
        return [user for user in users if user is not None]

    def _wait(self, user: int) -> float:
        """How long this one is left alone: while there, and while it is quiet."""
        return max(PRESENT_SECONDS - self._game.idle(user), quiet_for(self._bot.wish(user), time.time()))

    async def _tell(self, one: Occasion, users: list[int]) -> None:
        kept = self._game.kept
        by = {user: self._bot.wish(user).how for user in users}
        rest = [user for user in users if by[user] == "mention"]
        rest += [user for user in users if by[user] == "message" and not await self._write(user, one)]
        if rest and not await self._mention(rest, one):
            for user in rest:
                await self._write(user, one)
        kept.heard[one.key] = [*kept.heard.get(one.key, []), *users]
        await self._bot.house.keep_game(kept)

    async def _mention(self, users: list[int], one: Occasion) -> bool:
        """In the channel, in one message for all; who is only named in it is not told."""
        kept, before = self._game.kept, self._game.kept.calls.get(one.key)
        for some in batched(users, AT_ONCE):
            text = f"{listed([f'<@{user}>' for user in some])}: {one.text}"
            told = discord.AllowedMentions(
                everyone=False, roles=False, users=[discord.Object(user) for user in some]
            )
            try:
                sent = await self._channel().send(text, allowed_mentions=told)
            except (discord.Forbidden, discord.NotFound):
                return False
            kept.calls[one.key] = sent.id
        if before is not None:  # to others who have not answered either
            await self._delete(before)
        return True

    async def _write(self, user: int, one: Occasion) -> bool:
        """As a direct message; some do not take any."""
        guild = self._bot.get_guild(self._game.kept.guild)
        where = f" ({guild.name})" if guild is not None else ""
        try:
            await (await self._bot.direct(user)).send(capital(one.text) + where)
        except discord.HTTPException as error:
            note("direct message not taken", error=str(error))
            return False
        return True

    async def _clear(self, current: set[str]) -> None:
        """What is past need not stand there any more; how a game ended stays said."""
        kept = self._game.kept
        past = {*kept.heard, *kept.calls} - current
        for key in past:
            if key in kept.calls and not key.startswith("finished"):
                await self._delete(kept.calls[key])
            kept.calls.pop(key, None)
            kept.heard.pop(key, None)
        if past:
            await self._bot.house.keep_game(kept)

    async def _delete(self, message: int) -> None:
        with suppress(discord.HTTPException):
            await self._channel().get_partial_message(message).delete()

    def _channel(self) -> discord.PartialMessageable:
        kept = self._game.kept
        return self._bot.get_partial_messageable(kept.channel, guild_id=kept.guild or None)


def batched(users: list[int], most: int) -> Iterator[list[int]]:
    return (users[start : start + most] for start in range(0, len(users), most))


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
