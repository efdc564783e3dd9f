"""The bot: Discord on one side, rooms on the other, and which room belongs to which channel."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any
from weakref import WeakValueDictionary

import discord
from discord import app_commands
from msgspec.structs import replace

from quintet.chat.buttons import TableButton
from quintet.chat.choosing import MoveButton, MoveMenu
from quintet.chat.daily import Daily
from quintet.chat.display import Display
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.house import House, Kept, PersonWish, ServerWish, ShortForm
from quintet.chat.paging import RemoveButton, RulesButton
from quintet.chat.places import Places, together
from quintet.chat.puzzles import Puzzles
from quintet.chat.replies import guarded
from quintet.chat.reviews import Reviews
from quintet.chat.solving import PuzzleButton, PuzzleMenu
from quintet.say.people import listed
from quintet.server.logs import log, note
from quintet.table import Clock
from quintet.table.commands import Create
from quintet.table.table import Hint
from quintet.wire.client import ServerError

DEFAULT_CLOCK = Clock(move_ms=120_000, reserve_ms=300_000)
COMMANDS = 2
"""The version of the commands: with the first, each stood for itself in every server."""


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
        self._named = {each.guild: each for each in places}
        """What a file says of servers; it goes before what the bot has made."""
        self._places = dict(self._named)
        self._servers: dict[int, ServerWish] = {}
        self._people: dict[int, PersonWish] = {}
        self._direct: dict[int, int] = {}
        """By user, the channel of direct messages."""
        self._mentions: dict[str, str] = {}
        self.reviews = Reviews(house)
        self.puzzles = Puzzles(house)
        self.daily = Daily(self)
        self._learnt = COMMANDS
        self.games: dict[int, ChatGame] = {}
        """By channel."""
        self._displays: dict[int, Display] = {}
        self._hints_to: dict[tuple[str, int], discord.Interaction[Any]] = {}
        self._turns: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By channel or server, for whoever changes what it has."""
        self._tasks: set[asyncio.Task[None]] = set()
        self._announced = False

    async def setup_hook(self) -> None:
        """Before Discord sends anything: commands, buttons, and the games that were running."""
        from quintet.chat.slash import everything

        self.add_dynamic_items(TableButton, RulesButton, RemoveButton, PuzzleButton, PuzzleMenu)
        self.add_dynamic_items(MoveButton, MoveMenu)
        self.tree.add_command(everything())
        self._learnt = await self.house.known_commands()
        for places in await self.house.places(Places):
            self._places[places.guild] = together(places, self._named.get(places.guild))
        self._people = {wish.user: wish for wish in await self.house.people()}
        for kept in await self.house.games():
            await self._resume(kept)
        for synced in await self.tree.sync():
            self._mentions = {
                part.name: part.mention
                for part in synced.options
                if isinstance(part, app_commands.AppCommandGroup)
            }
        for wish in await self.house.servers():
            await self._offer(wish)

    async def on_ready(self) -> None:
        """Connected, for the first time or again."""
        if not self._announced:
            self._announced = True
            print(f"quintet is on Discord as {self.user}", flush=True)
            await self._keep_what_is_known()
            self.daily.begin()
        note("on discord", user=str(self.user), games=len(self.games))

    async def close(self) -> None:
        for display in list(self._displays.values()):
            await display.close()
        for game in list(self.games.values()):
            await game.close()
        for task in list(self._tasks):
            task.cancel()
        await self.daily.close()
        await self.reviews.close()
        await super().close()

    def dispatch(self, event: str, /, *args: Any, **kwargs: Any) -> None:
        """What Discord still says while we close is for nobody: the library has let go of its loop by then, and would stumble."""
        if not self.is_closed():
            super().dispatch(event, *args, **kwargs)

    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """A table whose channel was deleted has nobody to show it to; its room stays where it is."""
        await self._lost(channel.id)

    async def on_raw_thread_delete(self, gone: discord.RawThreadDeleteEvent) -> None:
        await self._lost(gone.thread_id)

    async def _lost(self, channel: int) -> None:
        game = self.games.get(channel)
        if game is not None:
            note("channel was deleted", room=game.kept.room, channel=channel)
            await self._displays[channel].close()
            await self.drop(game)

    # -- how commands are written

    def mention(self, command: str) -> str:
        """A command as a word to press."""
        return self._mentions.get(command, f"`/quintet {command}`")

    def short(self, guild: int) -> ShortForm:
        return self._servers[guild].short if guild in self._servers else "off"

    async def choose_short(self, guild: int, form: ShortForm) -> None:
        """How commands may be written in a server beside /quintet; Discord is told first, and may refuse."""
        wish = replace(self.server_wish(guild), short=form)
        await self._offer(wish, strict=True)
        await self.house.keep_server(wish)

    def server_wish(self, guild: int) -> ServerWish:
        """What the admins of a server have chosen."""
        return self._servers.get(guild) or ServerWish(guild=guild)

    def server_wishes(self) -> list[ServerWish]:
        return list(self._servers.values())

    async def keep_server_wish(self, wish: ServerWish) -> None:
        """Anything but how commands are written, of which Discord has to be told."""
        self._servers[wish.guild] = wish
        await self.house.keep_server(wish)

    def puzzle_link(self, identity: str) -> str:
        """A puzzle for browsers; empty where they cannot reach it."""
        return f"{self.house.public}/puzzles/{identity}" if self.house.public else ""

    async def _offer(self, wish: ServerWish, *, strict: bool = False) -> None:
        from quintet.chat.slash import short_form

        before = self.tree.get_commands(guild=discord.Object(wish.guild))
        self._write_down(wish.guild, short_form(wish.short))
        try:
            if strict or wish.short != "off":
                await self.tree.sync(guild=discord.Object(wish.guild))
        except discord.HTTPException as error:
            if strict:
                self._write_down(wish.guild, before)  # Discord still has these
                raise
            note("short form not offered", guild=wish.guild, error=str(error))
        self._servers[wish.guild] = wish

    def _write_down(self, guild: int, commands: Iterable[Any]) -> None:
        """What a server has of its own, as far as we know."""
        self.tree.clear_commands(guild=discord.Object(guild))
        for command in commands:
            self.tree.add_command(command, guild=discord.Object(guild))

    async def _keep_what_is_known(self) -> None:
        """Where each command stood for itself, people know them so: there they may still be written without /quintet."""
        if self._learnt == 1:
            for guild in self.guilds:
                if guild.id not in self._servers:
                    wish = ServerWish(guild=guild.id, short="bare")
                    await self._offer(wish)
                    await self.house.keep_server(wish)
        await self.house.keep_commands(COMMANDS)

    # -- people

    def wish(self, user: int) -> PersonWish:
        return self._people.get(user) or PersonWish(user=user)

    async def keep_wish(self, wish: PersonWish) -> None:
        self._people[wish.user] = wish
        await self.house.keep_person(wish)

    async def direct(self, user: int) -> discord.PartialMessageable:
        """The channel of direct messages to somebody."""
        if user not in self._direct:
            self._direct[user] = int((await self.http.start_private_message(user))["id"])
        return self.get_partial_messageable(self._direct[user])

    # -- places

    def places(self, guild: int) -> Places:
        return self._places.get(guild) or Places(guild=guild)

    async def keep_places(self, places: Places) -> None:
        self._places[places.guild] = places
        await self.house.keep_places(places.guild, places)

    async def forget_places(self, guild: int) -> None:
        """What a file says of the server stays."""
        self._places.pop(guild, None)
        if guild in self._named:
            self._places[guild] = self._named[guild]
        await self.house.forget_places(guild)

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

    def turn(self, place: int) -> asyncio.Lock:
        """Held while a channel gets a table, or a server its gameroom: who comes at the same moment finds what is there then."""
        return self._turns.setdefault(place, asyncio.Lock())

    def game_in(self, interaction: discord.Interaction[Any]) -> ChatGame:
        """The game of this channel; in a colour's private channel, that of the gameroom."""
        channel = interaction.channel_id or 0
        places = self.places(interaction.guild_id or 0)
        if channel not in self.games and channel in places.channels.values():
            channel = places.gameroom
        game = self.games.get(channel)
        if game is None:
            raise ChatError("no game is open in this channel; `/quintet new` opens one")
        return game

    def game_of_room(self, room: str, channel: int | None) -> ChatGame:
        """The game a button belongs to; a room that is shown in several channels is meant in this one."""
        shown = [game for game in self.games.values() if game.kept.room == room]
        game = next((game for game in shown if game.kept.channel == channel), shown[0] if shown else None)
        if game is None:
            raise ChatError("that game is no longer open; `/quintet new` opens another")
        return game

    async def open_game(self, create: Create, channel: int, guild: int, text: bool) -> ChatGame:
        async with self.turn(channel):
            await self._make_way(channel)
            return self._take(await ChatGame.new(self.house, create, channel, guild, text))

    def bring_down(self, game: ChatGame) -> None:
        """Show the table again, below what was written since."""
        self._displays[game.kept.channel].bring_down()

    async def bring_game(self, room: str, channel: int, guild: int) -> ChatGame:
        """Show a room here that was opened elsewhere."""
        async with self.turn(channel):
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
        display = self._displays.get(game.kept.channel)
        if display is not None:  # otherwise it has shown the end meanwhile, and the channel is free
            await display.farewell()
        await self.drop(game)

    async def _make_way(self, channel: int) -> None:
        before = self.games.get(channel)
        if before is None:
            return
        if before.view.status not in ("finished", "closed"):
            raise ChatError(
                "a game is open in this channel already; `/quintet end` it first, or play in another channel"
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
            case "review":
                return await self.reviews.of(game)
        others = {
            "withdraw": game.withdraw,
            "claim": game.claim,
            "resign-now": game.resign,
            "watch": game.watch,
        }
        if action in others:
            return await others[action](user.id)
        raise ChatError("this button is from another version; `/quintet board` shows the table")

    async def start_game(
        self, game: ChatGame, interaction: discord.Interaction[Any], clock: Clock | None, *, chosen: bool
    ) -> str:
        if interaction.user.id not in game.players and not self.is_admin(interaction):
            raise ChatError("only a player or an admin may start the game")
        await game.start(clock, chosen=chosen)
        waiting = [seat for seat in game.view.seats if not seat.ready and game.user_in(seat) is None]
        if waiting and game.view.status == "seating":
            play = "plays" if len(waiting) == 1 else "play"
            return f"Ready. We wait for {listed([*map(game.name, waiting)])}, who {play} from elsewhere."
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
