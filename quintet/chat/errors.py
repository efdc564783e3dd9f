"""What the bot says no with."""

from __future__ import annotations

from quintet.games.contract import GameError


class ChatError(GameError):
    """Somebody asked for something that cannot be; the text is one sentence for that person."""
