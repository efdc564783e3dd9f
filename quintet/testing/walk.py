"""A random move from a prompt, without listing every move of a large one."""

from __future__ import annotations

import random

from quintet.games.contract import Move, Prompt


def varied_move(prompt: Prompt, rng: random.Random) -> Move:
    """A legal move: first a kind of move at random, then its spaces. (Not every move is equally likely.)"""
    kinds: list[str | tuple[str, ...]] = [*prompt.words, *prompt.combos]
    if prompt.subset:
        kinds.append(prompt.subset.word)
    while kinds:
        kind = rng.choice(kinds)
        if isinstance(kind, str):
            if kind in prompt.words:
                return kind
            assert prompt.subset is not None
            chosen = [space for space in prompt.subset.spaces if rng.random() < 0.5]
            return " ".join((kind, *chosen))
        for _ in range(30):
            targets = [rng.choice(prompt.targets[piece]) for piece in kind if prompt.targets[piece]]
            if len({target.space for target in targets}) == len(kind):
                return " ".join(target.text for target in targets)
        kinds.remove(kind)  # so few spaces are left that this kind may have no move at all
    return next(prompt.moves())
