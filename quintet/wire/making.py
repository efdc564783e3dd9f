"""What keys do with a move that is being made. Each answers with why it did nothing, as a sentence, or with an empty text."""

from __future__ import annotations

from quintet.wire.composer import Composer

LINK_COPIED = "The link of the room is copied."


def why_not_play(composer: Composer) -> str:
    """Why the move cannot be played as it stands."""
    return "" if composer.text is not None else "Choose the pieces of your move first."


def want_next(composer: Composer) -> str:
    """Take the next piece in hand."""
    if len(composer.keys) < 2:
        return "There is only one kind of piece to play with now."
    composer.want_next()
    return ""


def put_back(composer: Composer, more: str = "") -> str:
    """Put back what was chosen last. `more` is what takes back more than that."""
    if not composer.started:
        return "Nothing is chosen yet that could be put back" + (f"; {more}." if more else ".")
    composer.undo()
    return ""


def why_no_word(composer: Composer, number: int) -> str:
    """Why this number stands for no word, with those that do."""
    if 1 <= number <= len(composer.words):
        return ""
    known = [f"{n} is {word.place.label or word.text}" for n, word in enumerate(composer.words, start=1)]
    return f"There is no such word now: {', '.join(known)}." if known else "There is no word to choose now."
