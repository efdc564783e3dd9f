"""What a game is called in a sentence: its title and its settings."""

from __future__ import annotations

from quintet.games.contract import AnyGame


def title(game: AnyGame) -> str:
    """`Reversi (size=4, first=black)`; a document, such as a board of one's own, is only hinted at."""
    settings = [f"{n}={'{...}' if isinstance(v, dict) else v}" for n, v in game.settings.items()]
    return f"{game.title} ({', '.join(settings)})" if settings else game.title
