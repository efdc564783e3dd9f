"""The commands that need no table: help and rules, and what the admins of a server choose and make."""

from __future__ import annotations

import asyncio

import discord
from discord import app_commands
from msgspec.structs import replace

from quintet.chat.at_table import GAME_CHOICES, MOVE_TIME, RESERVE
from quintet.chat.bot import QuintetBot
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.house import ShortForm
from quintet.chat.paging import RemoveButton, rules_page
from quintet.chat.places import Standing, inventory, set_up
from quintet.chat.replies import answer
from quintet.chat.solving import show
from quintet.chat.spoken import Choices, Interaction, need_server, spoken
from quintet.chat.words import plain
from quintet.games import GAMES
from quintet.games.outside import summary
from quintet.games.title import title
from quintet.say.state import state_text
from quintet.say.waiting import YOUR_MOVE
from quintet.wire.picture import game_of

LONGEST = 1_900
"""Characters of an answer, with room to spare."""
SHORT: dict[ShortForm, str] = {
    "off": "only /quintet move",
    "q": "/q move, too",
    "bare": "/move, too",
}
SHORT_CHOICES: Choices = [app_commands.Choice(name=text, value=form) for form, text in SHORT.items()]
WRITTEN: dict[ShortForm, str] = {
    "off": "Commands are written with `/quintet` only, such as `/quintet move`.",
    "q": "Commands may be written short, such as `/q move`.",
    "bare": "Commands may be written bare, such as `/move`. Where another bot has a command of the same name, Discord shows both.",
}


@spoken("How to play here, in a few lines.")
async def help_(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await answer(interaction, help_text(interaction.client, interaction.guild_id or 0))


def help_text(bot: QuintetBot, guild: int) -> str:
    """Everything somebody needs who sees this for the first time."""
    say = bot.mention
    titles = ", ".join(kind.title for kind in GAMES.values())
    return f"""\
1. {say("new")} opens a table in this channel: {titles}.
2. Everybody presses **Join**; {say("engine")} gives a seat to the engine.
3. **Start** begins, with {MOVE_TIME} for each move and {RESERVE} in reserve; {say("start")} takes other times, or days for a \
slow game.
4. **Move** or {say("move")} plays. Legal moves are suggested as you type, and only you see what you type.
{say("rules")} explains a game. {say("board")} shows the table to you alone, with a menu of moves on your turn; {say("table")} brings it down to the newest \
message; {say("games")} says what waits for you. {say("notify")} is for how you are told that it is your move, and for quiet hours. {say("puzzle")} asks you one.
{WRITTEN[bot.short(guild)]}
Admins: {say("setup")} makes a gameroom with roles, {say("remove")} takes it away, {say("short")} chooses how commands are \
written, {say("daily")} posts the puzzle of the day."""


@spoken("What waits for you: your games in all channels, those with your move first.")
async def games(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    found = [game for game in interaction.client.games.values() if interaction.user.id in game.players]
    lines = sorted(line for game in found if (line := waiting_line(game, interaction.user.id)))
    nothing = f"Nothing waits for you. {interaction.client.mention('new')} opens a table."
    await answer(interaction, fitting([text for _, text in lines]) or nothing)


def fitting(lines: list[str]) -> str:
    """As many whole lines as a message holds, and how many are left out."""
    kept = len(lines)
    while sum(len(line) + 1 for line in lines[:kept]) > LONGEST:
        kept -= 1
    return "\n".join([*lines[:kept], *([f"and {len(lines) - kept} more"] if kept < len(lines) else [])])


def waiting_line(game: ChatGame, user: int) -> tuple[bool, str] | None:
    """A game to one who plays it, and whether it waits for somebody else; None when it is over."""
    view = game.view_of(user) or game.view
    if view.status in ("finished", "closed"):
        return None
    rules = game_of(view)
    yours = any(seat in view.you for seat in view.owing)
    where = f"[{title(rules)}]({game.jump})" if game.jump else f"{title(rules)} in <#{game.kept.channel}>"
    return not yours, f"{where}: **{YOUR_MOVE}**" if yours else f"{where}: {plain(state_text(rules, view))}"


@spoken(
    "The rules of a game, page by page; without a name, of the one that is played here.",
    game="which game",
    choices={"game": GAME_CHOICES},
)
async def rules(interaction: Interaction, game: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    if game is None:
        try:
            game = interaction.client.game_in(interaction).view.game
        except ChatError:
            lines = [f"**{kind.title}**: {summary(kind)}" for kind in GAMES.values()]
            await answer(interaction, "\n".join([*lines, "Name one of them to read its rules."]))
            return
    text, controls = await asyncio.to_thread(rules_page, game, 1)
    await answer(interaction, text, view=controls)


@spoken(
    "Admins: how commands may be written in this server, beside /quintet.",
    form="bare commands are short, and may have the names of other bots' commands",
    choices={"form": SHORT_CHOICES},
)
async def short(interaction: Interaction, form: str) -> None:
    await interaction.response.defer(ephemeral=True)
    guild = need_server(interaction)
    for known, told in WRITTEN.items():
        if form == known:
            await interaction.client.choose_short(guild.id, known)
            await answer(interaction, told)


@spoken(
    "A puzzle with a proven answer, for you alone: that of the day, or one of a game.",
    game="which game; without it, the puzzle of the day",
    standing="only say how you do at puzzles",
    choices={"game": GAME_CHOICES},
)
async def puzzle(interaction: Interaction, game: str | None = None, standing: bool = False) -> None:
    await interaction.response.defer(ephemeral=True)
    puzzles, user = interaction.client.puzzles, interaction.user.id
    if standing:
        await answer(interaction, await puzzles.standing(user))
        return
    identity = (await puzzles.today()).id if game is None else await puzzles.following(user, game)
    await show(interaction, await puzzles.question(identity))


@spoken(
    "Admins: post the puzzle of the day here every day, or in a channel you name; or no longer.",
    channel="where to; this channel if you leave it out",
    off="no longer post it",
)
async def daily(
    interaction: Interaction, channel: discord.TextChannel | None = None, off: bool = False
) -> None:
    await interaction.response.defer(ephemeral=True)
    guild, bot = need_server(interaction), interaction.client
    before = bot.server_wish(guild.id)
    if off:
        await bot.keep_server_wish(replace(before, daily=0))
        await answer(interaction, "The puzzle of the day is no longer posted in this server.")
        return
    place = channel.id if channel is not None else interaction.channel_id or 0
    wish = replace(before, daily=place, posted="")
    if not await bot.daily.post(wish):
        raise ChatError(
            f"I could not post in <#{place}>: let me see it, send messages and attach files there"
        )
    await answer(
        interaction, f"The puzzle of the day is posted in <#{place}> from now on, every day at midnight UTC."
    )


@spoken("Admins: make a gameroom, and a role and a private channel for each colour.")
async def setup(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    guild, bot = need_server(interaction), interaction.client
    async with bot.turn(guild.id):
        places, to_do = await set_up(guild, bot.places(guild.id), bot.keep_places)
    told = (
        f"The gameroom is <#{places.gameroom}>. Who plays there has the role of their colour until the game is over, and "
        "sees the board in a private channel too."
    )
    await answer(interaction, f"{told}\n{to_do}".strip())


@spoken("Admins: delete what setup has made. You are asked first.")
async def remove(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    guild, bot = need_server(interaction), interaction.client
    places = bot.places(guild.id)
    ours = (await Standing.of(guild)).ours(places)
    if not ours:
        raise ChatError("I have made nothing in this server, so there is nothing to remove")
    if places.gameroom in bot.games:
        raise ChatError(f"a table is open in <#{places.gameroom}>; `/quintet stop` closes it first")
    sure = discord.ui.View(timeout=None)
    sure.add_item(RemoveButton(guild.id))
    await answer(interaction, f"This deletes {inventory(ours)}. Do you mean it?", view=sure)
