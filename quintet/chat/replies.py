"""Answers that only the one who asked can see."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Any

import discord

from quintet.chat.game import ChatGame
from quintet.chat.rights import cannot_write
from quintet.games.contract import GameError
from quintet.say.errors import error_text
from quintet.server.logs import log, note

LONGEST = 2000


async def answer(
    interaction: discord.Interaction[Any],
    text: str,
    game: ChatGame | None = None,
    file: discord.File | None = None,
    view: discord.ui.View | None = None,
) -> None:
    """Tell the person; if the channel cannot be written to, say so too."""
    if game is not None and game.muted:
        text = f"{text}\n{cannot_write(interaction)}"
    shown, attached = text[:LONGEST], file or discord.utils.MISSING
    controls = view or discord.utils.MISSING
    if interaction.response.is_done():
        await interaction.followup.send(shown, ephemeral=True, file=attached, view=controls)
    else:
        await interaction.response.send_message(shown, ephemeral=True, file=attached, view=controls)


async def guarded(interaction: discord.Interaction[Any], work: Awaitable[None]) -> None:
    """Do it; whatever is wrong ends in one sentence to the person who asked."""
    try:
        await work
    except GameError as error:
        await _say(interaction, error_text(error))
    except discord.Forbidden as error:
        note("forbidden by discord", error=str(error))
        await _say(
            interaction, "Discord does not let me do that here; a server admin can give me the permission."
        )
    except discord.HTTPException as error:
        note("discord did not take it", error=str(error))
        await _say(interaction, "Discord did not take that; try again in a moment.")
    except Exception:
        log.exception("interaction failed")
        await _say(interaction, "Something went wrong here; the table is as it was.")


async def _say(interaction: discord.Interaction[Any], text: str) -> None:
    try:
        await answer(interaction, text)
    except discord.HTTPException as error:  # the interaction has expired: there is nobody to tell
        note("answer not delivered", error=str(error))
