"""A move at a table chosen from menus, for who would rather not type it: they come with the board that one sees alone.

Each carries in its id the room, the turn that it is for and what was chosen so far, so that it works after a restart too and never
plays in another turn.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import discord

from quintet.chat.errors import ChatError
from quintet.chat.game import ChatGame
from quintet.chat.making import PART, Making, Offered
from quintet.chat.replies import guarded
from quintet.games.grammar import Prompt

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

AGAIN = "`/quintet board` shows the table as it is"
ID = r"(?P<room>[a-z0-9]+):(?P<turn>\d+):(?P<made>[0-9.]*)"
LONGEST_LABEL = 80
LONGEST_MADE = 60
"""Discord's ids hold a hundred letters; a move of more choices than that is typed."""


class MoveMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"quintet-move-menu:(?P<kind>[a-z]+):{ID}"
):
    """What can be chosen next; or, where that is more than a menu holds, in which portion it is."""

    def __init__(
        self, kind: str, room: str, turn: int, made: str, told: str = "", offered: Offered | None = None
    ) -> None:
        # as it comes back only its id is needed
        lines = offered.lines() if offered is not None else [discord.SelectOption(label="-")]
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"quintet-move-menu:{kind}:{room}:{turn}:{made}",
            placeholder=told[:LONGEST_LABEL] or None,
            options=lines,
            row=0,
        )
        super().__init__(menu)
        self.kind, self.room, self.turn, self.made = kind, room, turn, made

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MoveMenu:
        return cls(match["kind"], match["room"], int(match["turn"]), match["made"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._choose(interaction))

    async def _choose(self, interaction: discord.Interaction[Any]) -> None:
        sent: Any = interaction.data
        value = str(next(iter(sent.get("values", ())), ""))
        if not PART.fullmatch(value):
            raise ChatError("nothing was chosen")
        await interaction.response.defer()
        game, prompt = asked(interaction, self.room, self.turn)
        making = Making(prompt, self.made, AGAIN)
        chosen = making.chosen(self.kind, value)
        if chosen is None:
            await show(interaction, self.room, self.turn, making, value)
            return
        making = Making(prompt, making.then(chosen), AGAIN)
        if making.text is not None and not making.open:
            await play(interaction, game, making.text)
        else:
            await show(interaction, self.room, self.turn, making)


class MoveButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"quintet-move:(?P<action>[a-z]+):{ID}"
):
    """Play the move as it stands, or take the last choice back."""

    def __init__(self, action: str, room: str, turn: int, made: str, told: str = "") -> None:
        style = discord.ButtonStyle.success if action == "play" else discord.ButtonStyle.secondary
        identity = f"quintet-move:{action}:{room}:{turn}:{made}"
        super().__init__(
            discord.ui.Button(label=(told or action)[:LONGEST_LABEL], style=style, custom_id=identity, row=1)
        )
        self.action, self.room, self.turn, self.made = action, room, turn, made

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> MoveButton:
        return cls(match["action"], match["room"], int(match["turn"]), match["made"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._press(interaction))

    async def _press(self, interaction: discord.Interaction[Any]) -> None:
        await interaction.response.defer()
        game, prompt = asked(interaction, self.room, self.turn)
        making = Making(prompt, self.made, AGAIN)
        if self.action == "play" and making.text is not None:
            await play(interaction, game, making.text)
        else:
            await show(interaction, self.room, self.turn, Making(prompt, making.back, AGAIN))


def asked(interaction: discord.Interaction[Any], room: str, turn: int) -> tuple[ChatGame, Prompt]:
    """The table, and what is asked there of whoever chose; ChatError if the game has gone on since."""
    bot: QuintetBot = interaction.client
    game = bot.game_of_room(room, interaction.channel_id)
    view = game.view_of(interaction.user.id)
    if view is None or not view.you:
        raise ChatError("you are not in this game; you can watch")
    if view.turn_version != turn or not view.prompts:
        raise ChatError(f"the game has gone on since; {AGAIN}")
    return game, view.prompts[0]


async def show(
    interaction: discord.Interaction[Any],
    room: str,
    turn: int,
    making: Making,
    part: str = "",
) -> None:
    """What can be chosen next; what was said, and the board, stay above it."""
    await interaction.edit_original_response(view=menus(room, turn, making, part))


async def play(interaction: discord.Interaction[Any], game: ChatGame, text: str) -> None:
    said = await game.move(interaction.user.id, text)
    await interaction.edit_original_response(content=said, attachments=[], view=None)


def menus(room: str, turn: int, making: Making, part: str = "") -> discord.ui.View:
    """A menu for what comes next, and the buttons."""
    shown = discord.ui.View(timeout=None)
    offered = making.offered(part) if len(making.made) < LONGEST_MADE else None
    if offered is not None:
        told = f"{making.written} … {offered.told}" if making.started else offered.told
        shown.add_item(MoveMenu(offered.kind, room, turn, making.made, told, offered))
    if making.started and making.text is not None:
        shown.add_item(MoveButton("play", room, turn, making.made, f"Play {making.text}"))
    if making.started or part:
        shown.add_item(MoveButton("back", room, turn, making.at(part), "Take back"))
    return shown
