"""A piece in a line of text: a disc on the ground of its board, or its letter where there are no discs."""

from __future__ import annotations

from textual.content import Content

from quintet.games.contract import AnyGame
from quintet.terminal.colours import colours
from quintet.terminal.picture import Appearance, small_piece


def chip(game: AnyGame, code: str, look: Appearance) -> Content:
    """One piece."""
    if not look.colour:
        return Content(code)
    paint = colours(game.layout, look.light, look.few)
    letter = small_piece(game.layout, code, look)
    return Content.styled(f" {letter} ", f"bold {paint.piece(code)} on {paint.hole}")


def chips(game: AnyGame, codes: str, look: Appearance) -> Content:
    """Several, each once."""
    return Content("").join(chip(game, code, look) for code in dict.fromkeys(codes))
