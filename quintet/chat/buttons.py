"""Buttons under a table. Each carries its action and its room in its id, so that it works after a restart too."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Any, TypeAlias

import discord

from quintet.chat.errors import ChatError
from quintet.chat.game import LONGEST_MOVE, ChatGame
from quintet.chat.replies import answer, guarded
from quintet.table import View
from quintet.table.refusal import SENTENCES
from quintet.wire.client import ServerError

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

Press: TypeAlias = Callable[[ChatGame, discord.Interaction[Any]], Awaitable[str]]

GREEN, GREY, RED, BLUE = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.danger,
    discord.ButtonStyle.primary,
)
BUTTONS: dict[str, tuple[str, discord.ButtonStyle]] = {
    "join": ("Join", GREEN),
    "leave": ("Leave", GREY),
    "start": ("Start", BLUE),
    "move": ("Move", BLUE),
    "hint": ("Hint", GREY),
    "undo": ("Undo", GREY),
    "restart": ("Restart", GREY),
    "resign": ("Resign", RED),
    "rematch": ("Rematch", BLUE),
    "yes": ("Yes", GREEN),
    "no": ("No", RED),
    "withdraw": ("Take the offer back", GREY),
    "claim": ("Claim the win", GREY),
    "resign-now": ("Yes, I resign", RED),
    "leave-now": ("Yes, I leave", RED),
    "watch": ("Watch", GREY),
    "review": ("Review", GREY),
}
BEFORE, DURING, AFTER = (
    ("join", "leave", "start", "watch"),
    ("move", "hint", "undo", "restart", "resign"),
    ("rematch", "review"),
)
LINK = "Open in a browser"


class TableButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]],
    template=r"quintet:(?P<action>[a-z-]+):(?P<room>[a-z0-9]+)",
):
    """One button of one table."""

    def __init__(self, action: str, room: str, row: int = 0) -> None:
        label, style = BUTTONS.get(action, (action, GREY))
        super().__init__(
            discord.ui.Button(label=label, style=style, custom_id=f"quintet:{action}:{room}", row=row)
        )
        self.action, self.room = action, room

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> TableButton:
        return cls(match["action"], match["room"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._press(interaction))

    async def _press(self, interaction: discord.Interaction[Any]) -> None:
        bot: QuintetBot = interaction.client
        game = bot.game_of_room(self.room, interaction.channel_id)
        if self.action == "move":
            await interaction.response.send_modal(MoveForm(game, asked_now(game, interaction.user.id)))
        elif self.action == "resign":
            await ask_whether_to_resign(interaction, game)
        else:
            await interaction.response.defer(ephemeral=True, thinking=True)
            try:
                await answer(interaction, await bot.press(self.action, game, interaction), game)
            except ServerError as error:
                if error.code != "ends-game":
                    raise
                await ask_whether_to_leave(interaction, self.room, error)


def asked_now(game: ChatGame, user: int) -> str:
    """What the table asks of somebody; ChatError, in the words of the table, if it asks nothing: a form would promise too much."""
    view = game.view_of(user)
    if view is None or not view.you:
        raise ChatError("you are not in this game; you can watch")
    if not view.prompts:
        raise ChatError(SENTENCES["not-your-turn" if view.status == "playing" else "not-playing"])
    return view.prompts[0].ask


class MoveForm(discord.ui.Modal):
    """Where a move is typed."""

    def __init__(self, game: ChatGame, ask: str) -> None:
        super().__init__(title="Your move", timeout=900)
        self._game = game
        self._text: discord.ui.TextInput[MoveForm] = discord.ui.TextInput(
            label="Your move", placeholder=ask[:100], max_length=LONGEST_MOVE
        )
        self.add_item(self._text)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        async def play() -> None:
            await interaction.response.defer(ephemeral=True, thinking=True)
            await answer(
                interaction, await self._game.move(interaction.user.id, self._text.value), self._game
            )

        await guarded(interaction, play())


async def ask_whether_to_leave(interaction: discord.Interaction[Any], room: str, error: ServerError) -> None:
    """The table has said what leaving would mean; who does mean it presses the button."""
    await interaction.followup.send(str(error), view=one_button("leave-now", room), ephemeral=True)


async def ask_whether_to_resign(interaction: discord.Interaction[Any], game: ChatGame) -> None:
    """Who plays is asked once more; who does not is told so."""
    view = game.view_of(interaction.user.id)
    if view is None or not view.you:
        raise ChatError("you are not in this game; you can watch")
    if view.status != "playing":
        raise ChatError("no game is being played here that could be given up")
    await answer(
        interaction, "Do you give up this game?", game, view=one_button("resign-now", game.kept.room)
    )


def one_button(action: str, room: str) -> discord.ui.View:
    """A question's only answer; who does not want it does not press it."""
    shown = discord.ui.View(timeout=None)
    shown.add_item(TableButton(action, room))
    return shown


def buttons(view: View, link: str = "") -> discord.ui.View:
    """Whatever may be pressed now; a link to the room for who would rather sit in a browser."""
    shown = discord.ui.View(timeout=None)
    after = AFTER if view.plies else AFTER[:1]  # a review of nothing is not offered
    actions = {"seating": BEFORE, "counting": BEFORE[1:2], "playing": DURING, "finished": after}
    full = not any(seat.kind == "open" for seat in view.seats)
    for action in actions.get(view.status, ()):
        if action == "join" and full:
            continue
        shown.add_item(TableButton(action, view.room))
    if view.offer is not None:
        for action in ("yes", "no", "withdraw"):
            shown.add_item(TableButton(action, view.room, row=1))
    if any(seat.claim_at is not None for seat in view.seats):
        shown.add_item(TableButton("claim", view.room, row=2))
    if view.status in ("counting", "playing"):
        shown.add_item(TableButton("watch", view.room, row=3))
    if link and view.status != "closed":
        shown.add_item(discord.ui.Button(label=LINK, url=link, row=3))
    return shown
