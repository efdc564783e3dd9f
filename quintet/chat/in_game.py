"""The commands of a game: moves, the board, giving up, and how one is told that it is one's move."""

from __future__ import annotations

import io
import zoneinfo

import discord
from discord import app_commands
from msgspec.structs import replace

from quintet.chat.bot import hint_text
from quintet.chat.buttons import ask_whether_to_resign
from quintet.chat.calls import HOWS, wish_text, zone
from quintet.chat.choosing import AGAIN, menus
from quintet.chat.complete import complete_move
from quintet.chat.display import milliseconds, picture
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.house import PersonWish
from quintet.chat.making import Making
from quintet.chat.replies import answer
from quintet.chat.spoken import MOST, Choices, Interaction, choice, matching, spoken
from quintet.chat.words import LONGEST_CODE, board_text, table_text
from quintet.table import View

HOW_CHOICES: Choices = [app_commands.Choice(name=text, value=how) for how, text in HOWS.items()]


async def suggest_moves(interaction: Interaction, typed: str) -> Choices:
    try:
        view = interaction.client.game_in(interaction).view_of(interaction.user.id)
    except ChatError:
        return []
    prompts = view.prompts if view is not None else ()
    found = [text for prompt in prompts for text in complete_move(prompt, typed)]
    return [choice(text) for text in found if len(text) <= 100][:MOST]


async def suggest_zones(_interaction: Interaction, typed: str) -> Choices:
    return matching(sorted(zoneinfo.available_timezones()), typed.replace(" ", "_"))


async def play(interaction: Interaction, text: str) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, await game.move(interaction.user.id, text), game)


@spoken(
    "Play a move; only you see what you type.",
    move="in the game's notation; legal moves are suggested as you type",
    complete={"move": suggest_moves},
)
async def move(interaction: Interaction, move: str) -> None:
    await play(interaction, move)


@spoken(
    "Submit a move; the same as move.",
    move="in the game's notation; legal moves are suggested as you type",
    complete={"move": suggest_moves},
)
async def submit(interaction: Interaction, move: str) -> None:
    await play(interaction, move)


@spoken(
    "See the board, your hint and your sealed move; on your turn, choose a move from a menu.",
    text="in letters, for weak connections",
)
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
    if game.link:
        lines += [f"In a browser: <{game.link}>"]
    content = "\n".join(lines)
    controls = choices(game, view)
    if not text:
        await answer(interaction, content, game, await picture(view), controls)
        return
    drawn = board_text(view)
    whole = f"{content}\n```\n{drawn}\n```"
    if len(whole) <= LONGEST_CODE:
        await answer(interaction, whole, game, view=controls)
    else:
        file = discord.File(io.BytesIO(drawn.encode()), "board.txt")
        await answer(interaction, content, game, file, controls)


def choices(game: ChatGame, view: View) -> discord.ui.View | None:
    """Menus to choose a move from, for whoever is to move."""
    if not view.prompts:
        return None
    return menus(game.kept.room, view.turn_version, Making(view.prompts[0], "", AGAIN))


@spoken("See the score and the clocks.")
async def score(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    game = interaction.client.game_in(interaction)
    await answer(interaction, table_text(game.view, game.name, milliseconds()), game)


@spoken("Give up the game; you are asked once more.")
async def resign(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    await ask_whether_to_resign(interaction, interaction.client.game_in(interaction))


@spoken("What every move of the game that is over here was worth; it takes a minute or so.")
async def review(interaction: Interaction) -> None:
    await interaction.response.defer(ephemeral=True)
    bot, game = interaction.client, interaction.client.game_in(interaction)
    await answer(interaction, await bot.reviews.of(game), game)


@spoken(
    "How you are told that it is your move, in every game; without anything, what you have chosen.",
    how="in the channel, by a direct message, or not at all",
    quiet="hours in which you are not told, such as 22:00-7:00; none to have none",
    time_zone="where you live, such as Europe/Paris; suggestions come as you type",
    choices={"how": HOW_CHOICES},
    complete={"time_zone": suggest_zones},
)
async def notify(
    interaction: Interaction, how: str | None = None, quiet: str | None = None, time_zone: str | None = None
) -> None:
    await interaction.response.defer(ephemeral=True)
    bot, before = interaction.client, interaction.client.wish(interaction.user.id)
    wish = chosen_wish(before, how, quiet, time_zone)
    if wish != before:
        await bot.keep_wish(wish)
    await answer(interaction, wish_text(wish))


def chosen_wish(before: PersonWish, how: str | None, quiet: str | None, time_zone: str | None) -> PersonWish:
    """A wish with what was said anew; ChatError or GameError with a sentence if it is none."""
    wish = before
    if time_zone is not None:
        zone(time_zone)
        wish = replace(wish, zone=time_zone)
    if quiet is not None:
        wish = replace(wish, quiet=read_hours(quiet))
    for known in HOWS:
        if how == known:
            wish = replace(wish, how=known)
    return wish


def read_hours(text: str) -> tuple[int, int] | None:
    """`22:00-7:00` as minutes of the day; None for none."""
    if text.strip().lower() in ("none", "no", "off", ""):
        return None
    begins, dash, ends = text.replace("–", "-").replace(" to ", "-").partition("-")
    if dash:
        minutes = [_minute(part) for part in (begins, ends)]
        if None not in minutes and minutes[0] != minutes[1]:
            return minutes[0] or 0, minutes[1] or 0
    raise ChatError(f"{text[:20]!r} is not a part of the day; write it like 22:00-7:00, or none")


def _minute(text: str) -> int | None:
    hour, _, minute = text.strip().partition(":")
    if not (hour.isdecimal() and (minute or "0").isdecimal() and len(hour) < 3 and len(minute) < 3):
        return None
    whole = int(hour) * 60 + int(minute or 0)
    return whole % (24 * 60) if int(hour) <= 24 and int(minute or 0) < 60 and whole <= 24 * 60 else None
