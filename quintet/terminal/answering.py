"""A screen that asks for one move: picked on the board, chosen from words or typed. A puzzle, a mistake tried again, a lesson."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from textual.content import Content
from textual.widgets import Input

from quintet.games.picking import sentence, why_closed
from quintet.terminal.composing import Composing
from quintet.terminal.panel import choosing_content
from quintet.terminal.picture import Marks
from quintet.wire.composer import Composer


class Answering(Composing):
    """The keys are those of a table; there is a position, and nobody to wait for."""

    TYPED = "/ to type an answer"

    @property
    @abstractmethod
    def position(self) -> Any:
        """Where the answer is to be given."""

    # -- what is shown

    def choosing(self) -> Content:
        """What the answer can be made of, and the answer as it stands."""
        if self.composer is None:
            return Content("")
        return choosing_content(self.game, self.composer, self.look, self.room)

    def answer_marks(self) -> Marks:
        """What may be picked, and what is."""
        composer = self.composer
        if composer is None:
            return Marks()
        return Marks(
            targets=tuple(composer.targets()),
            barred=composer.prompt.barred,
            chosen=composer.pieces,
            taken=composer.taken,
        )

    # -- the answer

    def refuse(self, composer: Composer, space: str) -> None:
        chosen = [choice.text for choice in composer.chosen]
        why = why_closed(self.game, self.position, composer.prompt.seat, chosen, composer.key, space)
        self.notify(sentence(why), severity="warning", timeout=6)

    def action_board(self) -> None:
        if self.focused is self.board:
            self.action_close()
        else:
            self.set_focus(self.board)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if self.composer is None:
            self.over()
        elif text:
            self.give(text)

    def action_close(self) -> None:
        self.app.pop_screen()
