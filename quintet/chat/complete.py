"""What could come next in a half-typed move, from the prompt alone."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator

from quintet.games.contract import Option, Prompt, Target

MOST = 25
"""Discord shows no more suggestions than this."""


def complete_move(prompt: Prompt, typed: str) -> list[str]:
    """Up to 25 ways to go on: whole moves, or what is typed with the next piece of the move added."""
    words = typed.lower().split()
    ending = "" if not words or typed.endswith(" ") else words.pop()
    found = itertools.chain(
        _words(prompt, typed), _pieces(prompt, words, ending), _subset(prompt, words, ending)
    )
    return list(itertools.islice(dict.fromkeys(found), MOST))


def _words(prompt: Prompt, typed: str) -> Iterator[str]:
    start = typed.strip().lower()
    yield from (word for word in prompt.words if word.startswith(start))


def _pieces(prompt: Prompt, words: list[str], ending: str) -> Iterator[str]:
    """Each combination of pieces that the words fit, in any order, gives the targets of its other pieces."""
    for combo in prompt.combos:
        for rest, used in _fits(prompt, list(combo), words):
            for piece in rest:
                for target in prompt.targets[piece]:
                    if target.space not in used and _begins(target.text, ending):
                        yield " ".join((*words, target.text))


def _fits(prompt: Prompt, combo: list[str], words: list[str]) -> Iterator[tuple[list[str], set[str]]]:
    """The pieces that are left when every word is taken by a piece of the combination, and the spaces used."""
    if not words:
        yield combo, set()
        return
    for number, piece in enumerate(combo):
        target = _target(prompt.targets[piece], words[0])
        if target is not None:
            for rest, used in _fits(prompt, combo[:number] + combo[number + 1 :], words[1:]):
                if target.space not in used:
                    yield rest, used | {target.space}
            return


def _target(targets: Iterable[Target], word: str) -> Target | None:
    return next((target for target in targets if _plain(target.text) == _plain(word)), None)


def _subset(prompt: Prompt, words: list[str], ending: str) -> Iterator[str]:
    if prompt.subset is None:
        return
    if not words:
        yield from (prompt.subset.word for _ in "." if prompt.subset.word.startswith(ending))
    elif words[0] == prompt.subset.word:
        if not ending:
            yield " ".join(words)
        for space in prompt.subset.spaces:
            if space not in words and space.startswith(ending):
                yield " ".join((*words, space))


def _begins(text: str, ending: str) -> bool:
    """`wa` begins `w@a1`, and so does `w@`."""
    return _plain(text).startswith(_plain(ending))


def _plain(text: str) -> str:
    return text.replace("@", "")


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
