"""A server's own places for a game: the gameroom, and for each colour a role and a channel that only it may read.

Their ids are written in a file, or made by `/quintet setup` and kept in the store.
"""

from __future__ import annotations

from pathlib import Path

import discord
import msgspec
from msgspec import Struct

from quintet.chat.errors import ChatError
from quintet.games import GAMES
from quintet.games.contract import BURNED, AnyGame, GameError

ROLE = "quintet {}"
MISSING_RIGHTS = (
    "I need the permissions Manage Channels and Manage Roles for that; a server admin can give them to me"
)


class Places(Struct, kw_only=True, forbid_unknown_fields=True):
    """What one Discord server has set up."""

    guild: int
    gameroom: int = 0
    admin_role: int = 0
    """Who has it may do what otherwise needs the permission to manage the server."""
    channels: dict[str, int] = {}
    roles: dict[str, int] = {}


class _File(Struct, forbid_unknown_fields=True):
    server: list[Places] = []


def read_config(path: Path) -> list[Places]:
    """The ids from a TOML file; ChatError with a sentence if it is not right."""
    try:
        return msgspec.toml.decode(path.read_bytes(), type=_File).server
    except OSError as error:
        raise ChatError(f"{path}: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise ChatError(
            f"{path} is not a configuration of the bot: {error}; docs/discord.md shows one"
        ) from error


def every_colour() -> list[str]:
    """The names of all colours that a seat can have in any game with any setting."""
    names: dict[str, None] = {}
    for kind in GAMES.values():
        games: list[AnyGame] = [kind()]
        for option in kind.options:
            for value in option.choices or (option.low, option.high):
                try:
                    games.append(kind(**{option.name: value}))
                except GameError:
                    continue  # does not go with the other settings
        for game in games:
            held = "".join(codes or "" for codes in game.describe(game.start()).colours)
            names |= {p.name: None for p in game.layout.palette if p.code in held and p.code != BURNED}
    return list(names)


async def set_up(guild: discord.Guild, before: Places) -> Places:
    """Make whatever is not there yet."""
    try:
        category = await _category(guild)
        gameroom = guild.get_channel(before.gameroom) or await guild.create_text_channel(
            "gameroom", category=category
        )
        places = Places(guild=guild.id, gameroom=gameroom.id, admin_role=before.admin_role)
        for colour in every_colour():
            role = guild.get_role(before.roles.get(colour, 0)) or await guild.create_role(
                name=ROLE.format(colour)
            )
            channel = guild.get_channel(before.channels.get(colour, 0))
            if channel is None:
                channel = await guild.create_text_channel(
                    colour, category=category, overwrites=_only(guild, role)
                )
            places.roles[colour], places.channels[colour] = role.id, channel.id
    except discord.Forbidden as error:
        raise ChatError(MISSING_RIGHTS) from error
    return places


async def _category(guild: discord.Guild) -> discord.CategoryChannel:
    there = next((category for category in guild.categories if category.name == "quintet"), None)
    return there or await guild.create_category("quintet")


def _only(
    guild: discord.Guild, role: discord.Role
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Nobody but the role, and the bot, reads the channel."""
    return {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        role: discord.PermissionOverwrite(view_channel=True),
        guild.me: discord.PermissionOverwrite(view_channel=True, send_messages=True, attach_files=True),
    }
