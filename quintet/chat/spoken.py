"""What a slash command is here: made anew for every name it is offered under, and what all of them need."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import discord
from discord import app_commands

from quintet.chat.bot import QuintetBot
from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame

Interaction = discord.Interaction[QuintetBot]
Choices: TypeAlias = list[app_commands.Choice[Any]]
Complete: TypeAlias = Callable[[Interaction, Any], Coroutine[Any, Any, Choices]]
Work: TypeAlias = Callable[..., Coroutine[Any, Any, None]]

MOST = 25
"""Discord shows no more suggestions than this."""


@dataclass(frozen=True)
class Spoken:
    """A command before it has a place. discord.py gives a command one place for good, and we offer it in several."""

    work: Work
    told: str
    parameters: Mapping[str, str]
    complete: Mapping[str, Complete] = field(default_factory=dict)
    choices: Mapping[str, Choices] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.work.__name__.rstrip("_")

    def make(self) -> app_commands.Command[Any, ..., Any]:
        made: app_commands.Command[Any, ..., Any] = app_commands.Command(
            name=self.name, description=self.told, callback=self.work
        )
        app_commands.describe(**self.parameters)(made)
        app_commands.choices(**self.choices)(made)
        app_commands.autocomplete(**self.complete)(made)
        return made


def spoken(
    told: str,
    *,
    complete: Mapping[str, Complete] | None = None,
    choices: Mapping[str, Choices] | None = None,
    **parameters: str,
) -> Callable[[Work], Spoken]:
    """Makes a command of a function: what it does, what its parameters are, and what is suggested for them."""

    def dress(work: Work) -> Spoken:
        return Spoken(work, told, parameters, complete or {}, choices or {})

    return dress


# --- what commands share --------------------------------------------------------------------------------------------


def game_and_person(
    interaction: Interaction, player: discord.User | discord.Member | None
) -> tuple[ChatGame, discord.User | discord.Member]:
    """The game of the channel, and who is meant: oneself, or for an admin anybody."""
    if player is not None and player.id != interaction.user.id:
        need_admin(interaction)
        if player.bot:
            raise ChatError("a bot cannot sit at the table; `/quintet engine` gives a seat to the engine")
    return interaction.client.game_in(interaction), player or interaction.user


def need_admin(interaction: Interaction) -> None:
    if not interaction.client.is_admin(interaction):
        raise ChatError(
            "only an admin of this server may do that: somebody with the permission Manage Server"
        )


def need_server(interaction: Interaction) -> discord.Guild:
    """The server, to one of its admins."""
    if interaction.guild is None:
        raise ChatError("that is for servers; here every channel works as it is")
    need_admin(interaction)
    return interaction.guild


def choice(text: str) -> app_commands.Choice[Any]:
    return app_commands.Choice(name=text, value=text)


def matching(texts: list[str], typed: str) -> Choices:
    """Those that hold what was typed."""
    wanted = typed.strip().casefold()
    return [choice(text) for text in texts if wanted in text.casefold()][:MOST]
