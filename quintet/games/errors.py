"""What the rules refuse with: each error carries one sentence for the person who caused it."""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class GameError(ValueError):
    """Something asked of the rules was refused; the text says why and what would be right."""


class UnknownGameError(GameError):
    """No game has this name."""


class OptionError(GameError):
    """A game option that does not exist, or a value it does not take."""


class PositionError(GameError):
    """A position that the game cannot be played from; the sentence says why."""


class MoveError(GameError):
    """A move was refused. One of the three kinds below."""


class InvalidMoveError(MoveError):
    """The text is not a move of this game at all."""


class IllegalMoveError(MoveError):
    """The text is a move, but not one that may be played here; the sentence says why."""


class AmbiguousMoveError(MoveError):
    """The text could be several moves; the sentence names them."""


def near(word: str, words: Iterable[str]) -> str:
    """What was probably meant, to go on a sentence with; empty where nothing is like it."""
    found = difflib.get_close_matches(word, list(words), n=1)
    return f"; did you mean {found[0]!r}?" if found else ""


def short(value: object) -> str:
    """A value as it may stand in a sentence, however long it is."""
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
