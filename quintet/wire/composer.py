"""A move being made by clicks and words, from a prompt alone.

It knows no rules: which choices are open, and what they are written as, is the grammar's (games/grammar.py); here is only
what a person's hand does with them: which piece is wanted next, and what a second click on the same space means.
"""

from __future__ import annotations

from collections.abc import Sequence

from quintet.games.grammar import Choice, Move, Prompt


class Composer:
    """What has been chosen so far, and what can be chosen next."""

    def __init__(self, prompt: Prompt) -> None:
        self.prompt = prompt
        self.keys = prompt.pieces
        """The pieces a move can put down, in the order in which the prompt names them."""
        self.wanted = self.keys[0] if self.keys else ""
        self.chosen: tuple[Choice, ...] = ()
        self.open: tuple[Choice, ...] = ()
        """Everything that can be chosen next."""
        self._take(())
        self._given = len(self.chosen)

    def _take(self, walk: Sequence[Choice]) -> None:
        """Be where this walk leads. A word that has to come before anything can be picked needs nobody to say it."""
        self.chosen, self.open = tuple(walk), tuple(self.prompt.choices(walk))
        if len(self.open) == 1:
            (only,) = self.open
            if only.step.kind == "word" and only.step.to in self.prompt.states:
                self._take((*walk, only))

    # -- what is open

    @property
    def words(self) -> tuple[Choice, ...]:
        """The words that can be chosen next."""
        return tuple(choice for choice in self.open if choice.step.kind == "word")

    @property
    def available(self) -> tuple[str, ...]:
        """The pieces that can still be put down."""
        open_pieces = {choice.piece for choice in self.open if choice.step.kind == "put"}
        return tuple(key for key in self.keys if key in open_pieces)

    @property
    def key(self) -> str:
        """The piece that the next pick puts down; empty if none."""
        available = self.available
        if self.wanted in available:
            return self.wanted
        return available[0] if available else ""

    def targets(self) -> dict[str, Choice]:
        """What a pick of each space would choose."""
        key = self.key
        found: dict[str, Choice] = {}
        for choice in self.open:
            if choice.step.kind != "put" or choice.piece == key:
                for click in choice.clicks:
                    if click not in found or click == choice.space:
                        found[click] = choice
        return found

    # -- choosing

    def want(self, key: str) -> None:
        """Choose the piece to put down next. A piece that no longer fits replaces what has been chosen."""
        if key not in self.available:
            self._take(())
        self.wanted = key

    def want_next(self) -> None:
        """Choose the next piece in order."""
        if self.keys:
            place = self.keys.index(self.key) if self.key else -1
            self.want(self.keys[(place + 1) % len(self.keys)])

    def pick(self, space: str) -> bool:
        """A space was picked. Did that mean anything?"""
        own = next((n for n, choice in enumerate(self.chosen) if choice.space == space), None)
        choice = self.targets().get(space)
        if own is not None and (choice is None or self.chosen[own].step.kind != "lift"):
            self._again(own)
        elif choice is not None:
            self.choose(choice)
        else:
            return self._instead(space)
        return True

    def choose(self, choice: Choice) -> None:
        """Take one of the open choices."""
        self._take((*self.chosen, choice))

    def _again(self, index: int) -> None:
        """Something chosen was picked again: a piece becomes a stack of two if there is such a move; all else goes."""
        choice = self.chosen[index]
        rest = self._without(index)
        heavier = [
            c for c in self.prompt.choices(rest) if c.space == choice.space and c.piece == choice.piece * 2
        ]
        if choice.step.kind == "put" and heavier:
            rest = (*rest, heavier[0])
        self._take(rest)

    def _without(self, index: int) -> tuple[Choice, ...]:
        """What is left when a choice goes: all others, or those before it where the later ones rest on it."""
        others = [choice.text for number, choice in enumerate(self.chosen) if number != index]
        walk = self.prompt.walk(others)
        return self.chosen[:index] if walk is None else tuple(walk)

    def _instead(self, space: str) -> bool:
        """Nothing is open there. Where no piece is left to put, what was chosen last may be changed to it."""
        for kept in range(len(self.chosen) - 1, -1, -1):
            last = self.chosen[kept]
            if self.key or last.step.kind not in ("put", "lift", "land"):
                return False
            for choice in self.prompt.choices(self.chosen[:kept]):
                if space in choice.clicks and (choice.step.kind != "put" or choice.piece == last.piece):
                    self._take((*self.chosen[:kept], choice))
                    return True
            if last.step.kind == "put":
                return False
        return False

    def undo(self) -> None:
        """Take the last choice back."""
        if self.started:
            self._take(self.chosen[:-1])

    # -- what has been made

    @property
    def started(self) -> bool:
        """Has anything been chosen that did not have to be?"""
        return len(self.chosen) > self._given

    @property
    def text(self) -> Move | None:
        """The move as it stands, if it is a whole one."""
        return self.prompt.text(self.chosen)

    @property
    def plain(self) -> bool:
        """Is it a whole move with nothing to add or to choose instead, so that the last pick has said everything?"""
        if not self.started or self.text is None or len(self.keys) > 1:
            return False
        return not self.open and not any(choice.step.kind == "mark" for choice in self.chosen)

    @property
    def pieces(self) -> dict[str, str]:
        """What to draw where: what is put down, and the piece that moves where it has got to."""
        drawn = {c.space: c.piece for c in self.chosen if c.step.kind == "put"}
        landed = [choice for choice in self.chosen if choice.step.kind == "land"]
        return drawn | {choice.space: choice.piece for choice in landed[-1:]}

    @property
    def lifted(self) -> str:
        """The space from which a piece was taken up; empty if none was."""
        return next((choice.space for choice in self.chosen if choice.step.kind == "lift"), "")

    @property
    def taken(self) -> tuple[str, ...]:
        """The spaces that were marked, and the one from which a piece was taken up."""
        return tuple(choice.space for choice in self.chosen if choice.step.kind in ("mark", "lift"))

    def load(self, text: Move) -> bool:
        """Take over a move written as text, if it is one of this prompt."""
        walk = self.prompt.walk(text.split(" "), loose=False)
        if not walk or self.prompt.text(walk) != text:
            return False
        self._take(walk)
        return True
