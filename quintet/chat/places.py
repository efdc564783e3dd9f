"""A server's own places for a game: the gameroom, and for each colour a role and a channel that only it may read.

Their ids are written in a file, or made by `/quintet setup` and kept in the store, each as soon as it is there: what
fails halfway is gone on with, or taken away.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeAlias

import discord
import msgspec
from msgspec import Struct
from msgspec.structs import replace

from quintet.chat.errors import ChatError
from quintet.chat.rights import lacking_for_places, too_high
from quintet.games import GAMES
from quintet.games.contract import BURNED, AnyGame, GameError
from quintet.say.people import listed

CATEGORY, GAMEROOM, ROLE = "quintet", "gameroom", "quintet {}"
Keep: TypeAlias = Callable[["Places"], Awaitable[None]]
"""Remembers what is there so far."""
Channel: TypeAlias = discord.abc.GuildChannel


class Places(Struct, kw_only=True, forbid_unknown_fields=True):
    """What one Discord server has set up."""

    guild: int
    gameroom: int = 0
    admin_role: int = 0
    """Who has it may do what otherwise needs the permission to manage the server."""
    channels: dict[str, int] = {}
    roles: dict[str, int] = {}
    made: list[int] = []
    """What the bot made itself, and takes away again when it is told to."""


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


def together(kept: Places, named: Places | None) -> Places:
    """What the bot has made, and what a file names, which goes first."""
    if named is None:
        return kept
    return replace(
        kept,
        gameroom=named.gameroom or kept.gameroom,
        admin_role=named.admin_role or kept.admin_role,
        channels=kept.channels | named.channels,
        roles=kept.roles | named.roles,
    )


class Standing:
    """What a server has now, asked anew: what we heard of it may be older than what we made."""

    def __init__(
        self, guild: discord.Guild, channels: dict[int, Channel], roles: dict[int, discord.Role]
    ) -> None:
        self.guild, self.channels, self.roles = guild, channels, roles

    @classmethod
    async def of(cls, guild: discord.Guild) -> Standing:
        channels: dict[int, Channel] = {channel.id: channel for channel in await guild.fetch_channels()}
        return cls(guild, channels, {role.id: role for role in await guild.fetch_roles()})

    def ours(self, places: Places) -> list[Channel | discord.Role]:
        """What the bot made here and is still there, in the order in which it can go."""
        made = set(places.made) or self._by_name(places)
        channels = [channel for number, channel in self.channels.items() if number in made]
        channels.sort(key=lambda one: isinstance(one, discord.CategoryChannel))  # last, when it is empty
        return [*channels, *(role for number, role in self.roles.items() if number in made)]

    def _by_name(self, places: Places) -> set[int]:
        """Of a gameroom that was made before the bot wrote down what it makes: what has the names that it gives."""
        named = {places.gameroom: GAMEROOM} | {number: colour for colour, number in places.channels.items()}
        found = {
            number
            for number, name in named.items()
            if number in self.channels and self.channels[number].name == name
        }
        found |= {
            number
            for colour, number in places.roles.items()
            if number in self.roles and self.roles[number].name == ROLE.format(colour)
        }
        parents = {getattr(self.channels.get(number), "category_id", None) for number in found}
        return found | {
            number
            for number, channel in self.channels.items()
            if number in parents and channel.name == CATEGORY
        }


async def set_up(guild: discord.Guild, before: Places, keep: Keep) -> tuple[Places, str]:
    """Make whatever is not there yet, and keep each at once; what there is now, and what the admin still has to do."""
    lacking = lacking_for_places(guild)
    if lacking:
        raise ChatError(lacking)
    there = await Standing.of(guild)
    made = before.made or [one.id for one in there.ours(before)]
    places = replace(before, made=list(made), channels=dict(before.channels), roles=dict(before.roles))
    what = ""

    async def done(one: Channel | discord.Role) -> int:
        places.made.append(one.id)
        await keep(places)
        return one.id

    try:
        what = "the category"
        category = _category(there, places)
        if category is None:
            category = await guild.create_category(CATEGORY)
            await done(category)
        what = f"the channel {GAMEROOM}"
        if places.gameroom not in there.channels:
            places.gameroom = (room := await guild.create_text_channel(GAMEROOM, category=category)).id
            await done(room)
        for colour in every_colour():
            what = f"the role {ROLE.format(colour)}"
            role = there.roles.get(places.roles.get(colour, 0))
            if role is None:
                role = await guild.create_role(name=ROLE.format(colour))
                places.roles[colour] = role.id
                await done(role)
            what = f"the channel {colour}"
            if places.channels.get(colour, 0) not in there.channels:
                channel = await guild.create_text_channel(
                    colour, category=category, overwrites=_only(guild, role)
                )
                places.channels[colour] = channel.id
                await done(channel)
    except discord.HTTPException as error:
        raise ChatError(
            f"Discord did not let me make {what} ({error.text or error.status}). What was made before it is kept: "
            "`/quintet setup` goes on from there, `/quintet remove` takes it away"
        ) from error
    await keep(places)
    return places, too_high(guild, [there.roles[one] for one in places.roles.values() if one in there.roles])


async def take_away(guild: discord.Guild, places: Places, keep: Keep) -> None:
    """Delete what the bot made, and forget each at once; what others made stays, and is only no longer used."""
    there = await Standing.of(guild)
    ours = there.ours(places)
    left = replace(places, made=[one.id for one in ours])
    for one in ours:
        try:
            await one.delete(reason="/quintet remove")
        except discord.NotFound:
            pass  # somebody was quicker
        except discord.HTTPException as error:
            raise ChatError(
                f"Discord did not let me delete {one.name} ({error.text or error.status}); "
                "once it does, `/quintet remove` goes on from there"
            ) from error
        left.made.remove(one.id)
        await keep(left)


def inventory(ours: list[Channel | discord.Role]) -> str:
    """What would be deleted, in words."""
    roles = [f"**{one.name}**" for one in ours if isinstance(one, discord.Role)]
    channels = [
        f"**{one.name}**" for one in ours if not isinstance(one, (discord.Role, discord.CategoryChannel))
    ]
    told = (
        [
            f"the {'channels' if len(channels) > 1 else 'channel'} {listed(channels)} with everything written there"
        ]
        if channels
        else []
    )
    told += [f"the {'roles' if len(roles) > 1 else 'role'} {listed(roles)}"] if roles else []
    return " and ".join(told) or "an empty category"


def _category(there: Standing, places: Places) -> discord.CategoryChannel | None:
    """The one we made; or one of that name, which an earlier version has made."""
    found = [
        one
        for one in there.channels.values()
        if isinstance(one, discord.CategoryChannel) and one.name == CATEGORY
    ]
    return next((one for one in found if one.id in places.made), found[0] if found else None)


def _only(
    guild: discord.Guild, role: discord.Role
) -> dict[discord.Role | discord.Member | discord.Object, discord.PermissionOverwrite]:
    """Nobody but the role, and the bot, reads the channel."""
    return {
        guild.default_role: discord.PermissionOverwrite(view_channel=False),
        role: discord.PermissionOverwrite(view_channel=True),
        guild.me: discord.PermissionOverwrite(view_channel=True, send_messages=True, attach_files=True),
    }
