"""What a game is called in a sentence: its title, and what is not as usual."""

from __future__ import annotations

from quintet.games.contract import AnyGame


def title(game: AnyGame) -> str:
    """The title alone for the usual game, else `Reversi (Board: 4 × 4; First move: White)`."""
    different = unusual(game)
    return f"{game.title} ({'; '.join(different)})" if different else game.title


def unusual(game: AnyGame) -> tuple[str, ...]:
    """The rules in force as far as they are not the usual ones, each in a few words: `Board: 4 × 4`."""
    return tuple(
        f"{option.title}: {option.call(value)}"
        for option in game.options
        if (value := game.settings[option.name]) != option.default
    )
