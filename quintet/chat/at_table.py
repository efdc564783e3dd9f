"""The commands around a game: opening a table, sitting down, starting and ending."""

from __future__ import annotations

import discord
from discord import app_commands

from quintet.chat.bot import DEFAULT_CLOCK
from quintet.chat.buttons import ask_whether_to_leave
from quintet.chat.complete import complete_options
from quintet.chat.errors import ChatError
from quintet.chat.game import opening
from quintet.chat.replies import answer
from quintet.chat.rights import cannot_write, lacking_here
from quintet.chat.spoken import (
    MOST,
    Choices,
    Interaction,
    choice,
    game_and_person,
    matching,
    need_admin,
    spoken,
)
from quintet.games import GAMES
from quintet.games.contract import OptionValue
from quintet.games.registry import game as make_game
from quintet.table import Clock
from quintet.table.bench import FIRST_LEVEL, SCALE, machines
from quintet.table.times import read_time, write_time
from quintet.wire.client import Client, ServerError

GAME_CHOICES: Choices = [app_commands.Choice(name=kind.title, value=name) for name, kind in GAMES.items()]
MOVE_TIME, RESERVE = write_time(DEFAULT_CLOCK.move_ms), write_time(DEFAULT_CLOCK.reserve_ms)
DAY_MS = 24 * 3600 * 1000


# --- what is suggested ----------------------------------------------------------------------------------------------


async def suggest_options(interaction: Interaction, typed: str) -> Choices:
    kind = GAMES.get(str(getattr(interaction.namespace, "game", "")))
    return [choice(text) for text in complete_options(kind.options if kind else (), typed)]


async def suggest_colours(interaction: Interaction, typed: str) -> Choices:
    try:
        return matching(list(interaction.client.game_in(interaction).free), typed)
    except ChatError:
        return []


async def suggest_levels(_: Interaction, typed: object) -> Choices:
    """The same at every table, and before there is one."""
    wanted = str(typed or "")
    levels = [one for one in machines() if one.level is not None and str(one.level).startswith(wanted)]
    return [app_commands.Choice(name=one.label, value=one.level or 0) for one in levels][:MOST]


async def suggest_players(interaction: Interaction, typed: str) -> Choices:
    try:
        bench = interaction.client.game_in(interaction).bench
    except ChatError:
        return []
    return matching([one.name for one in sorted(bench, key=lambda one: not one.bot)], typed)


# --- before the game ------------------------------------------------------------------------------------------------


@spoken(
    "Open a table in this channel.",
    game="which game",
    options="its settings, such as size=6; suggestions come as you type",
    opponent="whom you would like to play with: they are asked to come, and you take a seat",
    level=f"play the engine at once, without a clock: {SCALE}",
    text="draw the board in letters, for weak connections",
    choices={"game": GAME_CHOICES},
    complete={"options": suggest_options, "level": suggest_levels},
)
async def new(
    interaction: Interaction,
    game: str,
    options: str = "",
    opponent: discord.User | None = None,
    level: app_commands.Range[int, 1, 10] | None = None,
    text: bool = False,
) -> None:
    await interaction.response.defer(ephemeral=True)
    settings = read_options(game, options)
    rules = make_game(game, **settings)
    if opponent is not None and (opponent.bot or opponent.id == interaction.user.id):
        raise ChatError("an opponent is somebody else; name a level to play the engine")
    if opponent is not None and level is not None:
        raise ChatError("name an opponent or a level of the engine, not both")
    title = getattr(interaction.channel, "name", None) or rules.title
    wish = opening(game, dict(settings), title, rules.seats)
    opened = await interaction.client.open_game(
        wish, interaction.channel_id or 0, interaction.guild_id or 0, text
    )
    told = f"{rules.title} is open, room `{opened.kept.room}`. Press Join to play."
    user = interaction.user
    if opponent is not None or level is not None:
        told = f"{rules.title} is open, room `{opened.kept.room}`. You play {await opened.join(user.id, user.display_name)}."
    if opponent is not None:
        await opened.invite(opponent.id)
        told += f" {opponent.mention} is asked to come."
    if level is not None:
        while opened.free:
            await opened.seat_engine(level)
        told += f" {await interaction.client.start_game(opened, interaction, None, chosen=True)}"
    if lacking_here(interaction):
        told = f"{told}\n{cannot_write(interaction)}"
    await answer(interaction, told)


@spoken(
    "Show this channel's table again below, or a room here that was opened elsewhere.",
    room="its name or its link; without it, the table of this channel is brought down here",
)
async def table(interaction: Interaction, room: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    if room is None:
        game = interaction.client.game_in(interaction)
        interaction.client.bring_down(game)
        await answer(interaction, "The table comes down here.", game)
        return
    name = Client(room).linked_room if "/" in room else room.strip().lower()
    shown = await interaction.client.bring_game(
        name or room, interaction.channel_id or 0, interaction.guild_id or 0
    )
    await answer(interaction, f"Room `{shown.kept.room}` is shown here.", shown)


@spoken(
    "Take a seat at the table of this channel.",
    colour="the colour you want; the first that is free otherwise",
    player="admins: seat somebody else",
    complete={"colour": suggest_colours},
)
async def join(
    interaction: Interaction, colour: str | None = None, player: discord.User | None = None
) -> None:
    await interaction.response.defer(ephemeral=True)
    game, person = game_and_person(interaction, player)
    played = await game.join(person.id, person.display_name, colour)
    who = "You play" if person.id == interaction.user.id else f"{person.mention} plays"
    await answer(interaction, f"{who} {played}.", game)


@spoken(
    "Leave the table; in a running game that resigns, and asks first.", player="admins: remove somebody else"
)
async def leave(interaction: Interaction, player: discord.User | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    game, person = game_and_person(interaction, player)
    oneself = person.id == interaction.user.id
    if person.id not in game.players and not oneself:
        raise ChatError(f"{person.display_name} is not in this game")
    try:
        await game.leave(person.id)
    except ServerError as error:
        if error.code != "ends-game":
            raise
        if not oneself:
            raise ChatError(
                f"the game is running, and only {person.display_name} can leave it; `/quintet stop` asks the players to end it"
            ) from None
        await ask_whether_to_leave(interaction, game.kept.room, error)
        return
    who = "You" if person.id == interaction.user.id else person.mention
    await answer(interaction, f"{who} left the table.", game)


@spoken(
    "Give a free seat to the engine.",
    level=f"{SCALE}; {FIRST_LEVEL} if you leave it out",
    colour="the first that is free otherwise",
    complete={"level": suggest_levels, "colour": suggest_colours},
)
async def engine(interaction: Interaction, level: int = FIRST_LEVEL, colour: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    played = await game.seat_engine(level, colour)
    await answer(interaction, f"The engine at level {level} plays {played}.", game)


@spoken(
    "Give a free seat to a machine, or to a bot that is signed on at the server.",
    player="suggestions come as you type",
    colour="the first that is free otherwise",
    complete={"player": suggest_players, "colour": suggest_colours},
)
async def fill(interaction: Interaction, player: str, colour: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    played = await game.seat_player(player, colour)
    await answer(interaction, f"{player} is to play {played}.", game)


@spoken(
    f"Start the game: {MOVE_TIME} for each move and {RESERVE} in reserve unless you say otherwise.",
    move_time=f"for each move, such as 0:30 or 1:30:00; {MOVE_TIME} if you leave it out",
    reserve=f"used when that is gone; {RESERVE} if you leave it out; 0 for both plays without a clock",
    days="a slow game: so many days for each move, and no reserve unless you name one",
)
async def start(
    interaction: Interaction,
    move_time: str | None = None,
    reserve: str | None = None,
    days: app_commands.Range[int, 1, 30] | None = None,
) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    clock = chosen_clock(move_time, reserve, days)
    chosen = not (move_time is None and reserve is None and days is None)
    text = await interaction.client.start_game(
        game, interaction, clock if clock.sound() else None, chosen=chosen
    )
    await answer(interaction, text, game)


def chosen_clock(move_time: str | None, reserve: str | None, days: int | None) -> Clock:
    """The clock that was asked for; what was left out is as usual."""
    if days is None:
        return Clock(move_ms=read_time(move_time or MOVE_TIME), reserve_ms=read_time(reserve or RESERVE))
    if move_time is not None:
        raise ChatError("name the time for each move or the days for each move, not both")
    return Clock(move_ms=days * DAY_MS, reserve_ms=read_time(reserve or "0"))


def read_options(game: str, text: str) -> dict[str, OptionValue]:
    """`size=6 players=3` as settings of the game; GameError with a sentence otherwise."""
    rules = make_game(game)
    known = {option.name: option for option in rules.options}
    settings: dict[str, OptionValue] = {}
    for word in text.replace(",", " ").split():
        name, equals, value = word.partition("=")
        if not equals or name not in known:
            names = ", ".join(known) or "none"
            raise ChatError(f"{word[:40]!r} is not a setting; write name=value, with one of: {names}")
        settings[name] = known[name].read(value)
    return settings


# --- the end --------------------------------------------------------------------------------------------------------


@spoken("End the game by agreement, or close a table where none is played.")
async def end(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, await game.end(interaction.user.id), game)
    if game.view.status not in ("playing", "closed") and not game.hosting:
        await interaction.client.release(game)


@spoken("Admins: close the table without a winner; while a game is played its players are asked.")
async def stop(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    need_admin(interaction)
    game = interaction.client.game_in(interaction)
    if not await game.stop():
        await answer(interaction, "A game is being played: the players are asked.")
        return
    if not game.hosting:
        await interaction.client.release(game)
    await answer(interaction, "The table is closed.")
