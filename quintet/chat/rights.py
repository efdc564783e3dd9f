"""What Discord must allow the bot, by the names that its settings show, and how to say what is missing."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import discord

from quintet.say.people import listed

WRITING = {
    "view_channel": "View Channels",
    "send_messages": "Send Messages",
    "send_messages_in_threads": "Send Messages in Threads",
    "attach_files": "Attach Files",
}
"""For a table in a channel or a thread."""
MAKING = {"manage_channels": "Manage Channels", "manage_roles": "Manage Roles"}
"""For a gameroom, with what writing in it needs."""


def missing(permissions: discord.Permissions, wanted: Iterable[str]) -> list[str]:
    """What of this is not allowed, by the names of Discord's settings."""
    if permissions.administrator:
        return []
    names = WRITING | MAKING
    return [names[name] for name in wanted if not getattr(permissions, name)]


def lacking_here(interaction: discord.Interaction[Any]) -> list[str]:
    """What the bot would need to show a table where somebody spoke to it."""
    thread = isinstance(interaction.channel, discord.Thread)
    spare = "send_messages" if thread else "send_messages_in_threads"
    return missing(interaction.app_permissions, [name for name in WRITING if name != spare])


def cannot_write(interaction: discord.Interaction[Any]) -> str:
    """To somebody at a table that the channel cannot show; what to do about it."""
    lacking = lacking_here(interaction) or ["View Channels", "Send Messages", "Attach Files"]
    return (
        f"I may not write in this channel: a server admin can give me {listed(lacking)} there, under Edit Channel, "
        "Permissions. Until then `/quintet board` shows you the table, and every command works as before."
    )


def lacking_for_places(guild: discord.Guild) -> str:
    """Why no gameroom can be made, as a sentence; empty if it can."""
    lacking = missing(guild.me.guild_permissions, [*MAKING, *WRITING])
    if not lacking:
        return ""
    return (
        f"I lack {_permissions(lacking)}: {listed(lacking)}. Give {'them' if len(lacking) > 1 else 'it'} to my role "
        f"under Server Settings, Roles, and try again; nothing was made"
    )


def too_high(guild: discord.Guild, roles: Iterable[discord.Role]) -> str:
    """That the bot cannot give these roles since its own does not stand above them; empty if it does."""
    mine = guild.me.top_role
    above = [role for role in roles if role >= mine]
    if not above:
        return ""
    return (
        f"I cannot give {listed([f'**{role.name}**' for role in above])}: under Server Settings, Roles, "
        f"drag my own role **{mine.name}** above {'them' if len(above) > 1 else 'it'}."
    )


def _permissions(names: list[str]) -> str:
    return "a permission" if len(names) == 1 else f"{len(names)} permissions"
