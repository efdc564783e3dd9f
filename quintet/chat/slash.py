"""The slash commands. Answers are for the one who asked alone; what everybody may know is in the table's message."""

from __future__ import annotations

import io
from typing import Any

import discord
from discord import app_commands

from quintet.chat.bot import DEFAULT_CLOCK, QuintetBot, Tree, hint_text
from quintet.chat.buttons import ask_whether_to_leave
from quintet.chat.complete import complete_move, complete_options
from quintet.chat.display import milliseconds, picture
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame, opening
from quintet.chat.places import set_up
from quintet.chat.replies import answer
from quintet.chat.words import LONGEST_CODE, board_text, table_text
from quintet.games import GAMES
from quintet.games.contract import OptionValue
from quintet.games.registry import game as make_game
from quintet.table import Clock
from quintet.table.times import read_time, write_time
from quintet.wire.client import Client, ServerError

Interaction = discord.Interaction[QuintetBot]
Choices = list[app_commands.Choice[str]]

GAME_CHOICES = [app_commands.Choice(name=kind.title, value=name) for name, kind in GAMES.items()]
MOVE_TIME, RESERVE = write_time(DEFAULT_CLOCK.move_ms), write_time(DEFAULT_CLOCK.reserve_ms)


def add_commands(tree: Tree) -> None:
    commands: tuple[Any, ...] = (
        new,
        table,
        join,
        leave,
        engine,
        fill,
        start,
        move,
        submit,
        board,
        score,
        end,
        stop,
    )
    for command in (*commands, quintet):
        tree.add_command(command)


# --- before the game ------------------------------------------------------------------------------------------------


@app_commands.command(description="Open a table in this channel.")
@app_commands.describe(
    game="which game",
    options="its settings, such as size=6",
    text="draw the board in letters, for weak connections",
)
@app_commands.choices(game=GAME_CHOICES)
async def new(interaction: Interaction, game: str, options: str = "", text: bool = False) -> None:
    await interaction.response.defer(ephemeral=True)
    settings = read_options(game, options)
    rules = make_game(game, **settings)
    title = getattr(interaction.channel, "name", None) or rules.title
    wish = opening(game, dict(settings), title, rules.seats)
    opened = await interaction.client.open_game(
        wish, interaction.channel_id or 0, interaction.guild_id or 0, text
    )
    await answer(interaction, f"{rules.title} is open, room `{opened.kept.room}`. `/join` to play.", opened)


@new.autocomplete("options")
async def suggest_options(interaction: Interaction, typed: str) -> Choices:
    kind = GAMES.get(str(getattr(interaction.namespace, "game", "")))
    return [choice(text) for text in complete_options(kind.options if kind else (), typed)]


@app_commands.command(
    description="Show a room here that was opened in a browser, a terminal or another channel."
)
@app_commands.describe(room="its name or its link")
async def table(interaction: Interaction, room: str) -> None:
    await interaction.response.defer(ephemeral=True)
    name = Client(room).linked_room if "/" in room else room.strip().lower()
    shown = await interaction.client.bring_game(
        name or room, interaction.channel_id or 0, interaction.guild_id or 0
    )
    await answer(interaction, f"Room `{shown.kept.room}` is shown here.", shown)


@app_commands.command(description="Take a seat at the table of this channel.")
@app_commands.describe(
    colour="the colour you want; the first that is free otherwise", player="admins: seat somebody else"
)
async def join(
    interaction: Interaction, colour: str | None = None, player: discord.User | None = None
) -> None:
    await interaction.response.defer(ephemeral=True)
    game, person = game_and_person(interaction, player)
    played = await game.join(person.id, person.display_name, colour)
    who = "You play" if person.id == interaction.user.id else f"{person.mention} plays"
    await answer(interaction, f"{who} {played}.", game)


@app_commands.command(description="Leave the table; in a running game that resigns.")
@app_commands.describe(player="admins: remove somebody else")
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
                f"the game is running, and only {person.display_name} can leave it; /stop asks the players to end it"
            ) from None
        await ask_whether_to_leave(interaction, game.kept.room, error)
        return
    who = "You" if person.id == interaction.user.id else person.mention
    await answer(interaction, f"{who} left the table.", game)


@app_commands.command(description="Give a free seat to the engine.")
@app_commands.describe(
    level="1 is a beginner, the highest the strongest", colour="the first that is free otherwise"
)
async def engine(interaction: Interaction, level: int = 3, colour: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    played = await game.seat_engine(level, colour)
    await answer(interaction, f"The engine at level {level} plays {played}.", game)


@app_commands.command(
    description="Give a free seat to a machine, or to a bot that is signed on at the server."
)
@app_commands.describe(player="suggestions come as you type", colour="the first that is free otherwise")
async def fill(interaction: Interaction, player: str, colour: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    played = await game.seat_player(player, colour)
    await answer(interaction, f"{player} is to play {played}.", game)


@fill.autocomplete("player")
async def suggest_players(interaction: Interaction, typed: str) -> Choices:
    try:
        bench = interaction.client.game_in(interaction).bench
    except ChatError:
        return []
    bots_first = sorted(bench, key=lambda one: not one.bot)
    return [choice(one.name) for one in bots_first if typed.casefold() in one.name.casefold()][:25]


@app_commands.command(description="Start the game, with time for each move and a reserve.")
@app_commands.describe(
    move_time=f"for each move, as [hh:]mm:ss; {MOVE_TIME} if you do not say",
    reserve=f"used when that is gone; {RESERVE} if you do not say; without either there is no clock",
)
async def start(interaction: Interaction, move_time: str | None = None, reserve: str | None = None) -> None:
    await interaction.response.defer(ephemeral=True)
    clock = Clock(move_ms=read_time(move_time or MOVE_TIME), reserve_ms=read_time(reserve or RESERVE))
    chosen = move_time is not None or reserve is not None
    game = interaction.client.game_in(interaction)
    text = await interaction.client.start_game(
        game, interaction, clock if clock.sound() else None, chosen=chosen
    )
    await answer(interaction, text, game)


# --- in the game ----------------------------------------------------------------------------------------------------


async def play(interaction: Interaction, text: str) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, await game.move(interaction.user.id, text), game)


@app_commands.command(description="Play a move; only you see what you type.")
@app_commands.describe(move="in the game's notation; suggestions come as you type")
async def move(interaction: Interaction, move: str) -> None:
    await play(interaction, move)


@app_commands.command(description="Submit a move; the same as /move.")
@app_commands.describe(move="in the game's notation; suggestions come as you type")
async def submit(interaction: Interaction, move: str) -> None:
    await play(interaction, move)


@move.autocomplete("move")
@submit.autocomplete("move")
async def suggest_moves(interaction: Interaction, typed: str) -> Choices:
    try:
        view = interaction.client.game_in(interaction).view_of(interaction.user.id)
    except ChatError:
        return []
    prompts = view.prompts if view is not None else ()
    found = [text for prompt in prompts for text in complete_move(prompt, typed)]
    return [choice(text) for text in found if len(text) <= 100][:25]


@app_commands.command(description="See the board, your hint and your sealed move.")
@app_commands.describe(text="in letters, for weak connections")
async def board(interaction: Interaction, text: bool = False) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    view = game.view_of(interaction.user.id) or game.view
    lines = [table_text(view, game.name, milliseconds())]
    if view.sealed:
        lines += [f"Your sealed move: `{view.sealed[0][1]}`."]
    if view.hint is not None:
        lines += [hint_text(view.hint)]
    lines += [prompt.ask for prompt in view.prompts]
    content = "\n".join(lines)
    if not text:
        await answer(interaction, content, game, await picture(view))
        return
    drawn = board_text(view)
    whole = f"{content}\n```\n{drawn}\n```"
    if len(whole) <= LONGEST_CODE:
        await answer(interaction, whole, game)
    else:
        await answer(interaction, content, game, discord.File(io.BytesIO(drawn.encode()), "board.txt"))


@app_commands.command(description="See the score and the clocks.")
async def score(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, table_text(game.view, game.name, milliseconds()), game)


# --- the end --------------------------------------------------------------------------------------------------------


@app_commands.command(description="End the game by agreement, or close a table where none is played.")
async def end(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, await game.end(interaction.user.id), game)
    if game.view.status not in ("playing", "closed") and not game.hosting:
        await interaction.client.release(game)


@app_commands.command(
    description="Admins: close the table without a winner; while a game is played its players are asked."
)
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


quintet = app_commands.Group(name="quintet", description="The bot itself.")


@quintet.command(description="Admins: make a gameroom, and a role and a private channel for each colour.")
async def setup(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    need_admin(interaction)
    if interaction.guild is None:
        raise ChatError("that is for servers; here every channel works as it is")
    bot = interaction.client
    places = await set_up(interaction.guild, bot.places(interaction.guild.id))
    await bot.keep_places(places)
    await answer(interaction, f"Games in <#{places.gameroom}> now give roles and use the private channels.")


# --- shared ---------------------------------------------------------------------------------------------------------


def game_and_person(
    interaction: Interaction, player: discord.User | discord.Member | None
) -> tuple[ChatGame, discord.User | discord.Member]:
    """The game of the channel, and who is meant: oneself, or for an admin anybody."""
    if player is not None and player.id != interaction.user.id:
        need_admin(interaction)
        if player.bot:
            raise ChatError("a bot cannot sit at the table; /engine gives a seat to the engine")
    return interaction.client.game_in(interaction), player or interaction.user


def need_admin(interaction: Interaction) -> None:
    if not interaction.client.is_admin(interaction):
        raise ChatError(
            "only an admin of this server may do that: somebody with the permission Manage Server"
        )


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


def choice(text: str) -> app_commands.Choice[str]:
    return app_commands.Choice(name=text, value=text)
