"""The rule pages for the web client: the page as Markdown, its examples as data that any board can draw."""

from __future__ import annotations

from typing import Any

import msgspec

from quintet.draw.board import in_words
from quintet.games import game as make_game
from quintet.say.pages import Example, read_examples, rule_page


def rules(name: str) -> dict[str, Any]:
    """`markdown`, and `examples` in the order of the page's example blocks."""
    page = rule_page(make_game(name).name)
    return {"game": name, "markdown": page, "examples": [example_data(one) for one in read_examples(page)]}


def example_data(example: Example) -> dict[str, Any]:
    """One example: the game with its settings, the moves played, the board after them, in words too."""
    played = example.play()
    board = played.game.board(played.position)
    return {
        "game": played.game.name,
        "options": played.game.settings,
        "moves": "; ".join(example.moves),
        "refused": example.refused or None,
        "because": example.because or None,
        "board": board,
        "words": in_words(played.game.layout, board, ()),
        "layout": msgspec.to_builtins(played.game.layout),
    }
