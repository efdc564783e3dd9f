"""A move being made, from a prompt alone: pieces chosen one by one, spaces to take off, or a word.

It knows no rules: what the prompt generates may be played, nothing else.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from quintet.games.contract import Move, Prompt, Target


class Composer:
    """What has been chosen so far, and what can be chosen next."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.chosen: list[tuple[str, Target]] = []
        """Pieces by their key in the prompt, and where they go."""
        self.taken: set[str] = set()
        """Spaces of the prompt's subset."""
        self.keys = tuple(dict.fromkeys(key for combo in prompt.combos for key in combo))
        """The pieces a move can hold, in the order in which the prompt names them."""
        self.wanted = self.keys[0] if self.keys else ""

    @property
    def available(self) -> tuple[str, ...]:
        """The pieces that can still be added."""
        used = {target.space for _, target in self.chosen}
        placed = [key for key, _ in self.chosen]
        return tuple(
            key
            for key in self.keys
            if self._fits([*placed, key]) and any(t.space not in used for t in self.prompt.targets[key])
        )

    @property
    def key(self) -> str:
        """The piece that the next pick places; empty if none."""
        available = self.available
        if self.wanted in available:
            return self.wanted
        return available[0] if available else ""

    def want(self, key: str) -> None:
        """Choose the piece to place next. A piece that no longer fits replaces what has been chosen."""
        if key not in self.available:
            self.chosen = []
        self.wanted = key

    def want_next(self) -> None:
        """Choose the next piece in order."""
        if self.keys:
            place = self.keys.index(self.key) if self.key else -1
            self.want(self.keys[(place + 1) % len(self.keys)])

    def targets(self) -> dict[str, Target]:
        """What a pick of each space would place."""
        used = {target.space for _, target in self.chosen}
        found: dict[str, Target] = {}
        for target in self.prompt.targets.get(self.key, ()):
            if target.space in used:
                continue
            for click in target.clicks or (target.space,):
                if click not in found or click == target.space:
                    found[click] = target
        return found

    def pick(self, space: str) -> bool:
        """A space was picked. Did that mean anything?"""
        if self.prompt.subset and space in self.prompt.subset.spaces:
            self.taken ^= {space}
            return True
        own = next((n for n, (_, target) in enumerate(self.chosen) if target.space == space), None)
        if own is not None:
            self._again(own)
            return True
        target = self.targets().get(space)
        if target is not None:
            self.chosen.append((self.key, target))
            return True
        return bool(self.chosen) and self.key == "" and self._instead(space)

    def _again(self, index: int) -> None:
        """A piece just placed was picked again: it becomes a stack of two if there is such a move, or goes."""
        key, target = self.chosen[index]
        others = [other for n, (other, _) in enumerate(self.chosen) if n != index]
        higher = key + key[0]
        places = self.prompt.targets.get(higher, ())
        stacked = next((other for other in places if other.space == target.space), None)
        if stacked is not None and self._fits([*others, higher]):
            self.chosen[index] = (higher, stacked)
        else:
            del self.chosen[index]

    def _instead(self, space: str) -> bool:
        """All pieces are placed and another space was picked: the last one moves there."""
        last = self.chosen.pop()
        self.wanted = last[0]
        target = self.targets().get(space)
        self.chosen.append(last if target is None else (last[0], target))
        return target is not None

    def undo(self) -> None:
        """Take the last choice back."""
        if self.chosen:
            self.chosen.pop()
        else:
            self.taken.clear()

    @property
    def started(self) -> bool:
        return bool(self.chosen or self.taken)

    @property
    def text(self) -> Move | None:
        """The move as it stands, if it is a whole one."""
        subset = self.prompt.subset
        if subset and not self.chosen:
            return " ".join((subset.word, *(space for space in subset.spaces if space in self.taken)))
        keys = Counter(key for key, _ in self.chosen)
        combo = next((combo for combo in self.prompt.combos if Counter(combo) == keys), None)
        if not combo:
            return None
        left = list(self.chosen)
        parts = []
        for key in combo:
            choice = next(choice for choice in left if choice[0] == key)
            left.remove(choice)
            parts.append(choice[1].text)
        return " ".join(parts)

    @property
    def plain(self) -> bool:
        """Is it a whole move where every move is a single piece, so that one pick has said everything?"""
        return len(self.chosen) == 1 and len(self.keys) == 1 and all(len(c) == 1 for c in self.prompt.combos)

    @property
    def pieces(self) -> dict[str, str]:
        """What to draw where."""
        return {target.space: key for key, target in self.chosen}

    def load(self, text: Move) -> bool:
        """Take over a move written as text, if it is one of this prompt that has pieces or spaces."""
        if not self.prompt.allows(text) or text in self.prompt.words:
            return False
        parts = text.split(" ")
        if self.prompt.subset and parts[0] == self.prompt.subset.word:
            self.chosen, self.taken = [], set(parts[1:])
            return True
        for combo in self.prompt.combos:
            if len(combo) == len(parts):
                found = [self._written(key, part) for key, part in zip(combo, parts, strict=True)]
                if None not in found:
                    self.chosen = [(key, t) for key, t in zip(combo, found, strict=True) if t is not None]
                    return True
        return False

    def _written(self, key: str, text: str) -> Target | None:
        return next((target for target in self.prompt.targets[key] if target.text == text), None)

    def _fits(self, keys: Iterable[str]) -> bool:
        """Is there a move that holds at least these pieces?"""
        wanted = Counter(keys)
        return any(wanted <= Counter(combo) for combo in self.prompt.combos)
