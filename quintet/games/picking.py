"""A space that somebody picked though it means nothing: what the rules say of it, whoever asks and whatever they send."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from quintet.games.contract import AnyGame, short


def nowhere(game: AnyGame, space: str) -> bool:
    """Is there no such space?"""
    return all(known.name != space for known in game.layout.spaces)


def why_closed(game: AnyGame, position: Any, seat: int, chosen: Sequence[str], piece: str, space: str) -> str:
    """Why a space cannot be picked next, in the rules' own sentence.

    Only what the prompt knows is put to the rules: a space of the board, what can be chosen before it, and a piece that stands
    for something. `why_closed` of a game may rely on that.
    """
    if seat not in game.turn(position) or nowhere(game, space):
        return f"There is nothing to pick on {short(space)}"
    prompt = game.prompt(position, seat)
    walk = prompt.walk(chosen) or []
    known = {choice.piece for choice in (*prompt.choices(walk), *walk)}
    texts = tuple(choice.text for choice in walk)
    return game.why_closed(position, seat, texts, piece if piece in known else "", space)


def sentence(text: str) -> str:
    """What the rules say begins with a space more often than not, so it is left as it is: "c3 is occupied."."""
    return text if text.endswith((".", "!", "?")) else f"{text}."
