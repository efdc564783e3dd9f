"""What the conformance kits say of a broken promise."""

from __future__ import annotations


class GameFault(AssertionError):  # noqa: N818  (it is a verdict on a game, raised for its author)
    """A game broke a promise of the contract."""


def expect(holds: bool, sentence: str) -> None:
    if not holds:
        raise GameFault(sentence)
