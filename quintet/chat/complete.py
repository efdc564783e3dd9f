"""What could come next in a half-typed option or move."""

from __future__ import annotations

import itertools
from collections.abc import Iterable

from quintet.games.contract import Option, Prompt

MOST = 25
"""Discord shows no more suggestions than this."""


def complete_move(prompt: Prompt, typed: str) -> list[str]:
    """Up to 25 ways to go on with a move."""
    return prompt.complete(typed, MOST)


def complete_options(options: Iterable[Option], typed: str) -> list[str]:
    """Settings of a game as `name=value`, added to those typed already."""
    words = typed.split()
    ending = "" if not words or typed.endswith(" ") else words.pop()
    done = {word.partition("=")[0] for word in words}
    found = (
        " ".join((*words, f"{option.name}={value}"))
        for option in options
        if option.name not in done
        for value in (option.choices or range(option.low, option.high + 1))
        if f"{option.name}={value}".startswith(ending)
    )
    return [text for text in itertools.islice(found, MOST) if len(text) <= 100]
