"""Buttons that belong to no table: leafing through the rules, and the last word before a gameroom is removed."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord

from quintet.chat.errors import ChatError
from quintet.chat.places import take_away
from quintet.chat.replies import answer, guarded
from quintet.chat.rules import pages
from quintet.games import GAMES

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot


class RulesButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"quintet-rules:(?P<game>[^:]+):(?P<page>\d+)",
):
    """Leads to a page of a game's rules."""

    def __init__(self, game: str, page: int, label: str = "") -> None:
        super().__init__(
            discord.ui.Button(label=label or str(page), custom_id=f"quintet-rules:{game}:{page}")
        )
        self.game, self.page = game, page

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> RulesButton:
        return cls(match["game"], int(match["page"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        async def turn() -> None:
            text, controls = rules_page(self.game, self.page)
            await interaction.response.edit_message(content=text, view=controls)

        await guarded(interaction, turn())


def rules_page(game: str, number: int) -> tuple[str, discord.ui.View]:
    """A page of the rules, counted from 1, and the way to its neighbours."""
    if game not in GAMES:
        raise ChatError("that game is not played here any more")
    found = pages(game)
    number = min(max(1, number), len(found))
    controls = discord.ui.View(timeout=None)
    if number > 1:
        controls.add_item(RulesButton(game, number - 1, "Back"))
    if number < len(found):
        controls.add_item(RulesButton(game, number + 1, f"Next ({number + 1} of {len(found)})"))
    return found[number - 1], controls


class RemoveButton(discord.ui.DynamicItem[discord.ui.Button[Any]], template=r"quintet-remove:(?P<guild>\d+)"):
    """Yes, the gameroom is to go."""

    def __init__(self, guild: int) -> None:
        super().__init__(
            discord.ui.Button(
                label="Yes, remove it", style=discord.ButtonStyle.danger, custom_id=f"quintet-remove:{guild}"
            )
        )

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> RemoveButton:
        return cls(int(match["guild"]))

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._remove(interaction))

    async def _remove(self, interaction: discord.Interaction[Any]) -> None:
        bot: QuintetBot = interaction.client
        await interaction.response.defer(ephemeral=True, thinking=True)
        if interaction.guild is None or not bot.is_admin(interaction):
            raise ChatError("only an admin of this server may do that")
        places = bot.places(interaction.guild.id)
        if places.gameroom in bot.games:
            raise ChatError(f"a table is open in <#{places.gameroom}>; `/quintet stop` closes it first")
        async with bot.turn(interaction.guild.id):
            await take_away(interaction.guild, bot.places(interaction.guild.id), bot.keep_places)
            await bot.forget_places(interaction.guild.id)
        if interaction.channel_id not in (
            places.gameroom,
            *places.channels.values(),
        ):  # or nobody could read it
            await answer(interaction, "What I had made is gone. Games in every channel go on as before.")
