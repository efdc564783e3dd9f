"""The bot: Discord on one side, rooms on the other, and which room belongs to which channel."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import discord
from discord import app_commands

from quintet.chat.buttons import TableButton
from quintet.chat.display import Display
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.house import House, Kept
from quintet.chat.places import Places
from quintet.chat.replies import guarded
from quintet.server.logs import log, note
from quintet.table import Clock
from quintet.table.commands import Create
from quintet.table.table import Hint
from quintet.wire.client import ServerError

DEFAULT_CLOCK = Clock(move_ms=120_000, reserve_ms=300_000)


class Tree(app_commands.CommandTree["QuintetBot"]):
    """The slash commands; one that fails answers with a sentence."""

    async def on_error(
        self, interaction: discord.Interaction[QuintetBot], error: app_commands.AppCommandError, /
    ) -> None:
        await guarded(interaction, _raising(getattr(error, "original", error)))


async def _raising(error: BaseException) -> None:
    raise error


class QuintetBot(discord.Client):
    """discord.py's client, with rooms; `options` are its own."""

    def __init__(self, house: House, places: list[Places], **options: Any) -> None:
        discord.VoiceClient.warn_nacl = discord.VoiceClient.warn_dave = False  # nobody speaks here
        super().__init__(intents=discord.Intents(guilds=True), **options)
        self.house = house
        self.tree = Tree(
            self,
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self._places = {each.guild: each for each in places}
        self.games: dict[int, ChatGame] = {}
        """By channel."""
        self._displays: dict[int, Display] = {}
        self._hints_to: dict[tuple[str, int], discord.Interaction[Any]] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._announced = False

    async def setup_hook(self) -> None:
        """Before Discord sends anything: commands, buttons, and the games that were running."""
        from quintet.chat.slash import add_commands

        self.add_dynamic_items(TableButton)
        add_commands(self.tree)
        for places in await self.house.places(Places):
            self._places.setdefault(places.guild, places)  # what the file says goes first
        for kept in await self.house.games():
            await self._resume(kept)
        await self.tree.sync()

    async def on_ready(self) -> None:
        """Connected, for the first time or again."""
        if not self._announced:
            self._announced = True
            print(f"quintet is on Discord as {self.user}", flush=True)
        note("on discord", user=str(self.user), games=len(self.games))

    async def close(self) -> None:
        for display in list(self._displays.values()):
            await display.close()
        for game in list(self.games.values()):
            await game.close()
        for task in list(self._tasks):
            task.cancel()
        await super().close()

    # -- places

    def places(self, guild: int) -> Places:
        return self._places.get(guild) or Places(guild=guild)

    async def keep_places(self, places: Places) -> None:
        self._places[places.guild] = places
        await self.house.keep_places(places.guild, places)

    def gameroom(self, kept: Kept) -> Places | None:
        """The roles and private channels for this game, if it is played in a gameroom."""
        places = self._places.get(kept.guild)
        return places if places is not None and places.gameroom == kept.channel else None

    def is_admin(self, interaction: discord.Interaction[Any]) -> bool:
        """May this person do to others what others do themselves? Among friends, outside a server, everybody may."""
        if interaction.guild_id is None or interaction.permissions.manage_guild:
            return True
        role = self.places(interaction.guild_id).admin_role
        return isinstance(interaction.user, discord.Member) and interaction.user.get_role(role) is not None

    # -- games

    def game_in(self, interaction: discord.Interaction[Any]) -> ChatGame:
        """The game of this channel; in a colour's private channel, that of the gameroom."""
        channel = interaction.channel_id or 0
        places = self.places(interaction.guild_id or 0)
        if channel not in self.games and channel in places.channels.values():
            channel = places.gameroom
        game = self.games.get(channel)
        if game is None:
            raise ChatError("no game is open in this channel; /new opens one")
        return game

    def game_of_room(self, room: str, channel: int | None) -> ChatGame:
        """The game a button belongs to; a room that is shown in several channels is meant in this one."""
        shown = [game for game in self.games.values() if game.kept.room == room]
        game = next((game for game in shown if game.kept.channel == channel), shown[0] if shown else None)
        if game is None:
            raise ChatError("that game is no longer open; /new opens another")
        return game

    async def open_game(self, create: Create, channel: int, guild: int, text: bool) -> ChatGame:
        await self._make_way(channel)
        return self._take(await ChatGame.new(self.house, create, channel, guild, text))

    async def bring_game(self, room: str, channel: int, guild: int) -> ChatGame:
        """Show a room here that was opened elsewhere."""
        await self._make_way(channel)
        return self._take(await ChatGame.open(self.house, Kept(room=room, channel=channel, guild=guild)))

    async def drop(self, game: ChatGame) -> None:
        """The channel is free again. Called by the display when it has shown the end, or in its place."""
        if self.games.get(game.kept.channel) is game:
            del self.games[game.kept.channel]
            self._displays.pop(game.kept.channel)
            await self.house.forget_game(game.kept.channel)
            await game.close()

    async def release(self, game: ChatGame) -> None:
        """Stop showing a room that goes on elsewhere."""
        await self._displays[game.kept.channel].farewell()
        await self.drop(game)

    async def _make_way(self, channel: int) -> None:
        before = self.games.get(channel)
        if before is None:
            return
        if before.view.status not in ("finished", "closed"):
            raise ChatError(
                "a game is open in this channel already; /end it first, or play in another channel"
            )
        await before.stop()
        await self.release(before)

    async def _resume(self, kept: Kept) -> None:
        try:
            self._take(await ChatGame.open(self.house, kept))
        except ServerError as error:
            if error.code not in ("no-such-room", "kicked"):
                raise
            note("room is gone", room=kept.room, channel=kept.channel)
            await self.house.forget_game(kept.channel)

    def _take(self, game: ChatGame) -> ChatGame:
        self.games[game.kept.channel] = game
        self._displays[game.kept.channel] = Display(self, game)
        game.on_hint = lambda user, hint: self._background(self._give_hint(game, user, hint))
        return game

    # -- buttons

    async def press(self, action: str, game: ChatGame, interaction: discord.Interaction[Any]) -> str:
        """What a button does; what to answer."""
        user = interaction.user
        match action:
            case "join":
                return f"You play {await game.join(user.id, user.display_name)}."
            case "leave" | "leave-now":
                await game.leave(user.id, sure=action == "leave-now")
                return "You left the table."
            case "start":
                return await self.start_game(game, interaction, DEFAULT_CLOCK, chosen=False)
            case "hint":
                self._hints_to[game.kept.room, user.id] = interaction
                return await game.ask(user.id, "hint")
            case "undo" | "restart" | "rematch":
                return await game.ask(user.id, action)
            case "yes" | "no":
                return await game.answer(user.id, action == "yes")
            case "withdraw":
                return await game.withdraw(user.id)
            case "claim":
                return await game.claim(user.id)
            case "resign-now":
                return await game.resign(user.id)
        raise ChatError("this button is from another version; /board shows the table")

    async def start_game(
        self, game: ChatGame, interaction: discord.Interaction[Any], clock: Clock | None, *, chosen: bool
    ) -> str:
        if interaction.user.id not in game.players and not self.is_admin(interaction):
            raise ChatError("only a player or an admin may start the game")
        await game.start(clock, chosen=chosen)
        waiting = [seat for seat in game.view.seats if not seat.ready and game.user_in(seat) is None]
        if waiting and game.view.status == "seating":
            return f"Ready. We wait for {', '.join(map(game.name, waiting))}, who play from elsewhere."
        return "The game starts."

    async def _give_hint(self, game: ChatGame, user: int, hint: Hint) -> None:
        """Whisper it to whoever asked; if that is too long ago, /board still tells."""
        interaction = self._hints_to.pop((game.kept.room, user), None)
        if interaction is not None and not interaction.is_expired():
            await interaction.followup.send(hint_text(hint), ephemeral=True)

    def _background(self, work: Coroutine[Any, Any, None]) -> None:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._finished)

    def _finished(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("task failed", exc_info=error)


def hint_text(hint: Hint) -> str:
    return f"Your hint: `{hint.move}`. {hint.note}".strip()
