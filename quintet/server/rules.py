"""The rule pages for the web client: the page as Markdown, its examples as data that any board can draw."""

from __future__ import annotations

import re
from typing import Any

import msgspec

from quintet.commands.arguments import play_moves, read_settings
from quintet.commands.games import rule_page
from quintet.games import GAMES
from quintet.games import game as make_game

_EXAMPLE = re.compile(r"^```example\n(.*?)^```", re.MULTILINE | re.DOTALL)


def rules(name: str) -> dict[str, Any]:
    """`markdown`, and `examples` in the order of the page's example blocks."""
    page = rule_page(make_game(name).name)
    return {"game": name, "markdown": page, "examples": [example(block) for block in _EXAMPLE.findall(page)]}


def example(block: str) -> dict[str, Any]:
    """One example: the game with its settings, the moves played, the board after them and what the last move did."""
    lines = block.partition("\n---\n")[0].splitlines()
    name, *pairs = lines[0].split()
    fields = dict(line.split(": ", 1) for line in lines[1:] if ": " in line)
    kind = GAMES[name]
    chosen = kind(**read_settings(kind.options, pairs))
    played = play_moves(chosen, fields.get("moves", ""))
    return {
        "game": name,
        "options": chosen.settings,
        "moves": fields.get("moves", ""),
        "refused": fields.get("refused"),
        "because": fields.get("because"),
        "board": chosen.board(played.position),
        "layout": msgspec.to_builtins(chosen.layout),
    }
