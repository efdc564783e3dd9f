"""What the bot says no with."""

from __future__ import annotations

from quintet.games.contract import GameError


class ChatError(GameError):
    """Somebody asked for something that cannot be; the text is one sentence for that person."""


def sentence(error: BaseException) -> str:
    """An error's text with a capital letter and a full stop, as a person reads it in a chat."""
    text = str(error).strip() or "That did not work"
    if text.split()[0].isalpha():  # the name of a space or a piece keeps its writing
        text = text[0].upper() + text[1:]
    return text + ("" if text.endswith((".", "!", "?")) else ".")
