"""A puzzle being solved on Discord: menus and buttons by which a move is made, piece by piece, as the grammar has it.

Each carries in its id the puzzle and what was chosen so far, so that it works after a restart too. What one sees is for oneself
alone; only the puzzle of the day, with a button to solve it, stands in a channel for everybody.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import discord

from quintet.chat.errors import ChatError
from quintet.chat.game import LONGEST_MOVE
from quintet.chat.making import PART, Making
from quintet.chat.puzzles import answer_marks, picture, question_text, spaces_of
from quintet.chat.replies import guarded
from quintet.say.puzzles import ToldPuzzle

if TYPE_CHECKING:
    from quintet.chat.bot import QuintetBot

AGAIN = "`/quintet puzzle` shows the puzzle again"
GREEN, GREY, BLUE = (
    discord.ButtonStyle.success,
    discord.ButtonStyle.secondary,
    discord.ButtonStyle.primary,
)
BUTTONS: dict[str, tuple[str, discord.ButtonStyle]] = {
    "solve": ("Solve it", GREEN),
    "submit": ("Answer", GREEN),
    "type": ("Type an answer", BLUE),
    "undo": ("Take back", GREY),
    "hint": ("Hint", GREY),
    "show": ("Show the answer", GREY),
    "next": ("Next puzzle", BLUE),
}
LINK = "Open in a browser"
ID = r"(?P<puzzle>[0-9a-z]+):(?P<made>[0-9.]*)"


# --- what can be pressed ----------------------------------------------------------------------------------------------


class PuzzleButton(
    discord.ui.DynamicItem[discord.ui.Button[Any]], template=rf"quintet-puzzle:(?P<action>[a-z]+):{ID}"
):
    """One button of one puzzle."""

    def __init__(self, action: str, puzzle: str, made: str = "", row: int | None = None) -> None:
        label, style = BUTTONS.get(action, (action, GREY))
        super().__init__(
            discord.ui.Button(
                label=label, style=style, custom_id=f"quintet-puzzle:{action}:{puzzle}:{made}", row=row
            )
        )
        self.action, self.puzzle, self.made = action, puzzle, made

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PuzzleButton:
        return cls(match["action"], match["puzzle"], match["made"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._press(interaction))

    async def _press(self, interaction: discord.Interaction[Any]) -> None:
        bot: QuintetBot = interaction.client
        if self.action == "type":
            await interaction.response.send_modal(AnswerForm(self.puzzle))
            return
        if self.action == "solve":
            await interaction.response.defer(ephemeral=True, thinking=True)
            await show(interaction, await bot.puzzles.question(self.puzzle))
            return
        await interaction.response.defer()
        told = await bot.puzzles.question(self.puzzle)
        match self.action:
            case "submit":
                await attempt(interaction, told, Making(told.prompts[0], self.made, AGAIN).text or "-")
            case "undo":
                await show(interaction, told, Making(told.prompts[0], self.made, AGAIN).back)
            case "hint":
                await show(interaction, told, self.made, said=[told.hint])
            case "show":
                await attempt(interaction, told, "")
            case "next":
                identity = await bot.puzzles.following(interaction.user.id, told.game)
                await show(interaction, await bot.puzzles.question(identity))
            case _:
                raise ChatError("this button is from another version; `/quintet puzzle` asks another")


class PuzzleMenu(
    discord.ui.DynamicItem[discord.ui.Select[Any]], template=rf"quintet-puzzle-menu:(?P<kind>[a-z]+):{ID}"
):
    """What can be chosen next; or, where that is more than a menu holds, in which portion it is."""

    def __init__(
        self,
        kind: str,
        puzzle: str,
        made: str,
        told: str = "",
        options: Sequence[discord.SelectOption] = (),
    ) -> None:
        named = list(options) or [discord.SelectOption(label="-")]  # as it comes back: only its id is needed
        menu: discord.ui.Select[Any] = discord.ui.Select(
            custom_id=f"quintet-puzzle-menu:{kind}:{puzzle}:{made}",
            placeholder=told or None,
            options=named,
            row=0,
        )
        super().__init__(menu)
        self.puzzle, self.made, self.kind = puzzle, made, kind

    @classmethod
    async def from_custom_id(
        cls, _interaction: discord.Interaction[Any], _item: discord.ui.Item[Any], match: re.Match[str], /
    ) -> PuzzleMenu:
        return cls(match["kind"], match["puzzle"], match["made"])

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        await guarded(interaction, self._choose(interaction))

    async def _choose(self, interaction: discord.Interaction[Any]) -> None:
        sent: Any = interaction.data
        value = str(next(iter(sent.get("values", ())), ""))
        if not PART.fullmatch(value):
            raise ChatError("nothing was chosen")
        await interaction.response.defer()
        bot: QuintetBot = interaction.client
        told = await bot.puzzles.question(self.puzzle)
        making = Making(told.prompts[0], self.made, AGAIN)
        chosen = making.chosen(self.kind, value)
        if chosen is None:
            await show(interaction, told, self.made, part=value)
        else:
            await show(interaction, told, making.then(chosen))


class AnswerForm(discord.ui.Modal):
    """Where an answer is typed."""

    def __init__(self, puzzle: str) -> None:
        super().__init__(title="Your answer", timeout=900)
        self._puzzle = puzzle
        self._text: discord.ui.TextInput[AnswerForm] = discord.ui.TextInput(
            label="Your move", placeholder="in the game's notation", max_length=LONGEST_MOVE
        )
        self.add_item(self._text)

    async def on_submit(self, interaction: discord.Interaction[Any]) -> None:
        async def play() -> None:
            await interaction.response.defer()
            bot: QuintetBot = interaction.client
            await attempt(interaction, await bot.puzzles.question(self._puzzle), self._text.value.strip())

        await guarded(interaction, play())


# --- what is shown ----------------------------------------------------------------------------------------------------


async def show(
    interaction: discord.Interaction[Any],
    told: ToldPuzzle,
    made: str = "",
    *,
    part: str = "",
    said: Sequence[str] = (),
) -> None:
    """The question with the move as far as it is made, in place of what was shown before."""
    making = Making(told.prompts[0], made, AGAIN)
    lines = [question_text(told), *said]
    if making.started or making.text is not None:  # also what is an answer before anything is chosen
        lines.append(f"Your answer so far: `{making.written}`")
    await interaction.edit_original_response(
        content="\n".join(lines),
        attachments=[await picture(told, spaces_of(making.walk))],
        view=controls(told, making, part, link=interaction.client.puzzle_link(told.id)),
    )


async def attempt(interaction: discord.Interaction[Any], told: ToldPuzzle, move: str) -> None:
    """An answer, or giving up: what is said of it and, once it is over, the answer on the board."""
    bot: QuintetBot = interaction.client
    answered = await bot.puzzles.attempt(interaction.user.id, told.id, move)
    if answered.puzzle is None:
        await show(interaction, told, said=answered.lines)
        return
    await interaction.edit_original_response(
        content="\n".join([question_text(told), *answered.lines]),
        attachments=[await picture(answered.puzzle, answer_marks(told, answered))],
        view=afterwards(told, bot.puzzle_link(told.id)),
    )


def controls(told: ToldPuzzle, making: Making, part: str, link: str = "") -> discord.ui.View:
    """A menu for what comes next, and the buttons."""
    shown = discord.ui.View(timeout=None)
    offered = making.offered(part)
    if offered is not None:
        shown.add_item(PuzzleMenu(offered.kind, told.id, making.made, offered.told, offered.lines()))
    if making.text is not None:
        shown.add_item(PuzzleButton("submit", told.id, making.made, row=1))
    if making.started or part:
        shown.add_item(PuzzleButton("undo", told.id, making.at(part), row=1))
    for action in ("type", "hint", "show"):
        shown.add_item(PuzzleButton(action, told.id, making.made if action == "hint" else "", row=2))
    _add_link(shown, link)
    return shown


def afterwards(told: ToldPuzzle, link: str = "") -> discord.ui.View:
    """When it is over, right or wrong."""
    shown = discord.ui.View(timeout=None)
    shown.add_item(PuzzleButton("next", told.id))
    _add_link(shown, link)
    return shown


def invitation(told: ToldPuzzle, link: str = "") -> discord.ui.View:
    """Under the puzzle of the day in a channel: everybody solves it by themselves."""
    shown = discord.ui.View(timeout=None)
    shown.add_item(PuzzleButton("solve", told.id))
    _add_link(shown, link)
    return shown


def _add_link(shown: discord.ui.View, link: str) -> None:
    if link:
        shown.add_item(discord.ui.Button(label=LINK, url=link))
