"""A room shown in a channel, and the people of that channel in it. Nothing here knows Discord."""

from __future__ import annotations

import asyncio
import itertools
import math
import time
from collections.abc import Callable, Sequence

from quintet.chat.errors import ChatError
from quintet.chat.house import House, Kept
from quintet.chat.words import plain
from quintet.say.people import side
from quintet.table import Clock, Update, View
from quintet.table.bench import Candidate
from quintet.table.commands import (
    Abort,
    Answer,
    Ask,
    Claim,
    Close,
    Create,
    Enter,
    Fill,
    Leave,
    Ready,
    Resign,
    SetClock,
    Sit,
    Withdraw,
)
from quintet.table.events import AskKind
from quintet.table.names import LONGEST_NAME
from quintet.table.shapes import SeatView
from quintet.table.table import Hint
from quintet.wire.client import Client, ServerError
from quintet.wire.messages import Preparing, Queue
from quintet.wire.picture import begun, game_of

LONGEST_MOVE = 1000


class ChatGame:
    """The bot's own connection to a room, and one for every player who sits there from this channel."""

    def __init__(self, house: House, kept: Kept, own: Client) -> None:
        self.kept = kept
        self.muted = False
        """Can the channel not be written to?"""
        self.trouble = ""
        """What an admin has to mend, as a sentence."""
        self.on_change: Callable[[], None] = lambda: None
        self.on_hint: Callable[[int, Hint], None] = lambda _user, _hint: None
        self._house = house
        self._own = own
        self._players: dict[int, Client] = {}
        self._watching: dict[int, asyncio.Task[None]] = {}
        self._hints: dict[int, Hint | None] = {}
        self._acted: dict[int, float] = {}
        self._coming = asyncio.Lock()
        """Held while somebody comes or goes: who presses twice comes once."""

    @classmethod
    async def new(cls, house: House, create: Create, channel: int, guild: int, text: bool) -> ChatGame:
        """Open a room."""
        own = await house.client(f"bot-{channel}")
        try:
            room = await own.create(create)
        except ServerError:
            await own.close()
            raise
        return await cls._enter(house, Kept(room=room, channel=channel, guild=guild, text=text), own)

    @classmethod
    async def open(cls, house: House, kept: Kept) -> ChatGame:
        """Show a room that is there already, with the players who were in it."""
        return await cls._enter(house, kept, await house.client(f"bot-{kept.channel}"))

    @classmethod
    async def _enter(cls, house: House, kept: Kept, own: Client) -> ChatGame:
        game = cls(house, kept, own)
        try:
            await own.join(kept.room)
            await own.follow_bench()
            for user in list(kept.players):
                await game._return(user)
        except ServerError:
            await game.close()
            raise
        game._watch(0, own)
        await house.keep_game(kept)
        return game

    @property
    def preparing(self) -> str:
        """What a machine waits for before it can think."""
        return self._own.preparing

    async def close(self) -> None:
        """Let go of every connection; the room stays as it is."""
        for task in self._watching.values():
            task.cancel()
        await asyncio.gather(*self._watching.values(), return_exceptions=True)
        for client in (self._own, *self._players.values()):
            await client.close()

    # -- what there is to see

    @property
    def view(self) -> View:
        """The table as everybody sees it."""
        assert self._own.view is not None, "it was joined before the game was made"
        return self._own.view

    @property
    def over(self) -> bool:
        """Is the room closed for good?"""
        return self.view.status == "closed" or self._own.closed

    @property
    def hosting(self) -> bool:
        """Is the bot the host of the room?"""
        return self.view.host == self._own.guest

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(self._players)

    @property
    def link(self) -> str:
        """The room for browsers; empty where they cannot reach it."""
        return f"{self._house.public}/r/{self.kept.room}" if self._house.public else ""

    @property
    def jump(self) -> str:
        """The way to the message that shows the table."""
        kept = self.kept
        where = f"{kept.guild or '@me'}/{kept.channel}/{kept.message}"
        return f"https://discord.com/channels/{where}" if kept.message else ""

    def idle(self, user: int) -> float:
        """For how many seconds somebody has done nothing here."""
        return time.monotonic() - self._acted[user] if user in self._acted else math.inf

    @property
    def free(self) -> dict[str, int]:
        """The seats that nobody has, by their colours."""
        return {self.colour(seat.seat): seat.seat for seat in self._newest.seats if seat.kind == "open"}

    @property
    def bench(self) -> tuple[Candidate, ...]:
        """Who can be given a seat at this table."""
        return tuple(one for one in self._own.players if one.plays(self.view.game))

    def view_of(self, user: int) -> View | None:
        """The table as a player sees it; None for somebody who is not in the room."""
        client = self._players.get(user)
        return client.view if client is not None else None

    def user_in(self, seat: SeatView) -> int | None:
        """The Discord user who holds a seat."""
        if seat.guest is None:
            return None
        return next((user for user, client in self._players.items() if client.guest == seat.guest), None)

    def name(self, seat: SeatView) -> str:
        """A mention, a name, or that nobody is there."""
        user = self.user_in(seat)
        if user is not None:
            return f"<@{user}>"
        return f"**{plain(seat.name)}**" if seat.name else "*free*"

    # -- what people do

    async def join(self, user: int, name: str, colour: str | None = None) -> str:
        """Take a seat; the name of its colour."""
        async with self._coming:
            return await self._join(user, name, colour)

    async def _join(self, user: int, name: str, colour: str | None) -> str:
        seen = self.view_of(user)
        if seen is not None and seen.you and colour is None:
            raise ChatError(
                f"you play {self.colour(seen.you[0])} already; name another colour to change seats"
            )
        self._free_seat(colour)
        client = await self._connect(user)
        try:
            await client.ask(Enter(name=_clean(name)))
            seat = await self._sit(client, colour)
        except ServerError:
            if not (client.view and client.view.you):
                await self._disconnect(user)
            raise
        if user not in self.kept.players:
            self.kept.players.append(user)
            await self._house.keep_game(self.kept)
        self._acted[user] = time.monotonic()
        return self.colour(seat)

    async def _sit(self, client: Client, colour: str | None) -> int:
        """Take a seat; who would take any, and was a moment too late for one, takes the next."""
        late: list[int] = []
        while True:
            seat = self._free_seat(colour, late)
            try:
                await client.ask(Sit(seat=seat))
            except ServerError as error:
                if colour is not None or error.code != "seat-taken":
                    raise
                late.append(seat)
            else:
                return seat

    async def leave(self, user: int, *, sure: bool = False) -> None:
        """Give up the seat; in a running game that resigns, and is refused unless the player is sure."""
        async with self._coming:
            await self._player(user).ask(Leave(sure=sure))
            await self._disconnect(user)
            self.kept.players.remove(user)
            await self._house.keep_game(self.kept)

    async def seat_engine(self, level: int, colour: str | None = None) -> str:
        """Give a free seat to the engine; the name of its colour."""
        engines = {one.level: one for one in self.bench if one.level is not None}
        if level not in engines:
            raise ChatError(f"there is no level {level}; levels go from {min(engines)} to {max(engines)}")
        return await self._give(engines[level], colour)

    async def seat_player(self, name: str, colour: str | None = None) -> str:
        """Give a free seat to a machine or bot of the list; the name of its colour."""
        wanted = name.strip().casefold()
        for one in self.bench:
            if wanted in (one.name.casefold(), one.player.casefold()):
                return await self._give(one, colour)
        raise ChatError(f"{name[:40]!r} is not on the list; suggestions come as you type")

    async def _give(self, player: Candidate, colour: str | None) -> str:
        seat = self._free_seat(colour)
        await self._own.ask(Fill(seat=seat, machine=player.player))
        return self.colour(seat)

    async def start(self, clock: Clock | None, *, chosen: bool) -> None:
        """Everybody of this channel is ready, and plays by this clock; where another is the host, by the host's."""
        view = self._newest
        free = sum(seat.kind == "open" for seat in view.seats)
        if view.status == "finished":
            raise ChatError(
                "the game is over; press Rematch to play again, or open a table with `/quintet new`"
            )
        if view.status != "seating":
            raise ChatError("the game has started already")
        if chosen and not self.hosting:
            raise ChatError(
                "this room has its host elsewhere, who chose its clock; `/quintet start` without times plays by that one"
            )
        coming = [seat.name for seat in view.seats if seat.kind == "invited"]
        if coming:
            raise ChatError(f"{coming[0]} is still on its way; start in a moment")
        if free:
            raise ChatError(
                f"{free} of {len(view.seats)} seats {'is' if free == 1 else 'are'} still free; `/quintet join` takes one, "
                "`/quintet engine` gives one to the engine"
            )
        if self.hosting:
            await self._own.ask(SetClock(clock=clock))
        if not any(seat.guest for seat in self.view.seats):
            await self._own.ask(Ready())  # machines among themselves
        for client in list(self._players.values()):
            if client.view is not None and client.view.you:
                await client.ask(Ready())

    async def move(self, user: int, text: str) -> str:
        """Play or seal a move; what to tell the player."""
        client = self._player(user)
        if len(text) > LONGEST_MOVE:
            raise ChatError("a text of that length is not a move")
        before = len(self._view(client).plies)
        await client.move(text)
        view = self._view(client)
        if len(view.plies) == before and view.sealed:
            return f"Your move is sealed: `{view.sealed[0][1]}`. Nobody else sees it before the round is complete."
        played = dict(view.plies[-1].moves)
        own = next((played[seat] for seat in view.you if seat in played), text)
        return f"You played `{own}`."

    async def ask(self, user: int, kind: AskKind) -> str:
        client = self._player(user)
        await client.ask(Ask(kind=kind))
        offer = self._view(client).offer
        return "The others are asked." if offer is not None else "Done."

    async def answer(self, user: int, accept: bool) -> str:
        await self._player(user).ask(Answer(accept=accept))
        return "You said yes." if accept else "You said no."

    async def withdraw(self, user: int) -> str:
        await self._player(user).ask(Withdraw())
        return "You took your offer back."

    async def resign(self, user: int) -> str:
        await self._player(user).ask(Resign())
        return "You resigned."

    async def claim(self, user: int) -> str:
        await self._player(user).ask(Claim())
        return "The game is yours."

    async def invite(self, user: int) -> None:
        """Have somebody told that there is a seat for them."""
        if user not in self.kept.invited:
            self.kept.invited.append(user)
            await self._house.keep_game(self.kept)
        self.on_change()

    async def watch(self, user: int) -> str:
        """Want to be told how it ends, or no longer; which of them."""
        if user in self._players:
            raise ChatError("you play in this game, and see it all")
        watchers = self.kept.watchers
        comes = user not in watchers
        (watchers.append if comes else watchers.remove)(user)
        await self._house.keep_game(self.kept)
        self.on_change()
        if comes:
            return "You are told how it ends. Press Watch again if you no longer want to be."
        return "You are no longer told how it ends."

    async def end(self, user: int) -> str:
        """End it by agreement: before the first move at once, in a game when the others say yes."""
        if self.view.status == "playing":
            if not begun(self.view):
                await self._player(user).ask(Abort())
                return "The game is called off."
            return await self.ask(user, "draw")
        if self._players:
            self._player(user)
        await self.stop()
        return "The room is closed."

    async def stop(self) -> bool:
        """Close the room; while a game is played there its players are asked. Is it closed, or not ours to close?"""
        if self.hosting:
            await self._own.ask(Close(sure=True))
        return not self.hosting or self.view.status == "closed"

    # -- inside

    async def _return(self, user: int) -> None:
        """Connect a player of before again, unless the host has removed that player since."""
        try:
            await self._connect(user)
        except ServerError as error:
            if error.code != "kicked":
                raise
            self.kept.players.remove(user)

    def colour(self, seat: int) -> str:
        return side(game_of(self.view), self.view.info, seat)

    @property
    def _newest(self) -> View:
        """The table as whoever has heard the last of it sees it: the connections do not hear of it all at once."""
        views = [client.view for client in self._players.values() if client.view is not None]
        return max((self.view, *views), key=lambda view: view.version)

    def _free_seat(self, colour: str | None, late: Sequence[int] = ()) -> int:
        free = {name: seat for name, seat in self.free.items() if seat not in late}
        if not free:
            raise ChatError("every seat is taken; you can watch")
        if colour is None:
            return next(iter(free.values()))
        for name, seat in free.items():
            if colour.strip().lower() in (name, *name.split(" and ")):
                return seat
        raise ChatError(f"{colour[:20]!r} is not free; free is {', '.join(free)}")

    def _player(self, user: int) -> Client:
        client = self._players.get(user)
        if client is None:
            raise ChatError("you are not in this game; `/quintet join` takes a seat")
        self._acted[user] = time.monotonic()
        return client

    def _view(self, client: Client) -> View:
        if client.view is None:
            raise ChatError("the room cannot be seen now; try again in a moment")
        return client.view

    async def _connect(self, user: int) -> Client:
        client = self._players.get(user)
        if client is None:
            client = await self._house.client(str(user))
            try:
                await client.join(self.kept.room)
            except ServerError:
                await client.close()
                raise
            self._players[user] = client
            self._hints[user] = client.view.hint if client.view else None
            self._watch(user, client)
        return client

    async def _disconnect(self, user: int) -> None:
        client = self._players.pop(user)
        self._watching.pop(user).cancel()
        await client.close()

    def _watch(self, user: int, client: Client) -> None:
        self._watching[user] = asyncio.create_task(
            self._follow(user, client), name=f"chat-{self.kept.room}-{user}"
        )

    async def _follow(self, user: int, client: Client) -> None:
        async for message in client.news():
            view = client.view
            if view is None or not isinstance(message, (View, Update, Preparing, Queue)):
                continue
            if not user:
                self.on_change()
            elif view.hint != self._hints.get(user):
                self._hints[user] = view.hint
                if view.hint is not None:
                    self.on_hint(user, view.hint)
        self._players.pop(user, None)  # the host of the room has removed this player
        self.on_change()


def _clean(name: str) -> str:
    shown = "".join(letter for letter in name if letter.isprintable()).strip()
    return shown[:LONGEST_NAME].strip() or "Player"


def opening(game: str, options: dict[str, object], title: str, seats: int) -> Create:
    """A room with every seat free, whose host is the bot. What is said and played in a channel is for those in it: no list shows it."""
    return Create(
        name=_clean(title),
        game=game,
        options=options,
        listed=False,
        host_name="Discord",
        seats=tuple(itertools.repeat("open", seats)),
    )
