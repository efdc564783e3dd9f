"""A screen on which a move is made: spaces are picked, pieces taken in hand, words chosen, or the move is typed."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import BindingType
from textual.widgets import Input

from quintet.games.contract import AnyGame
from quintet.terminal.bindings import hidden, shown
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.wire.composer import Composer
from quintet.wire.making import put_back, want_next, why_no_word, why_not_play


class Composing(BoardScreen):
    """What is done with the move is up to who asks for it: `give` takes it, `over` says that there is none to make."""

    TAKES_BACK: ClassVar[str] = ""
    """What takes back a move that was made, if anything does."""
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("slash", "type", "Type", "/"),
        *(hidden(str(number), f"word({number})") for number in range(1, 10)),
        hidden("tab", "want_next"),
        hidden("backspace", "take_back"),
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.composer: Composer | None = None
        """The move being made; None when there is none to make."""

    @abstractmethod
    def give(self, text: str) -> None:
        """Somebody makes this move."""

    @abstractmethod
    def over(self) -> None:
        """Say that there is no move to make, and why or what comes next."""

    @abstractmethod
    def refuse(self, composer: Composer, space: str) -> None:
        """Say why this space cannot be picked."""

    def picked(self, space: str) -> None:
        """A space was picked on the board."""
        composer = self.composer
        if composer is None:
            self.over()
            return
        if not composer.pick(space):
            self.refuse(composer, space)
        elif composer.plain and not self.quintet.settings.confirm:
            self.action_play()
        self.draw()

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        self.query_one("#typed", Input).placeholder = f"{event.space} · {self.TYPED}"

    def typed(self) -> None:
        """What was typed has been heard: the field is empty again, and the keys are for the board."""
        self.query_one("#typed", Input).value = ""
        self.board.focus()

    def action_play(self) -> None:
        if self.composer is None:
            self.over()
        elif why := why_not_play(self.composer):
            self.notify(why, timeout=3)
        else:
            self.give(self.composer.text or "")

    def action_want(self, key: str) -> None:
        if self.composer is not None:
            self.composer.want(key)
            self.draw()

    def action_want_next(self) -> None:
        if isinstance(self.focused, Input):
            self.board.focus()
        elif self.composer is None:
            self.over()
        else:
            self._try(want_next(self.composer))

    def action_take_back(self) -> None:
        if self.composer is None:
            self.over()
        else:
            self._try(put_back(self.composer, self.TAKES_BACK))

    def _try(self, why: str) -> None:
        """Something was done with the move, or was not, and this is why."""
        if why:
            self.notify(why, timeout=4)
        else:
            self.draw()

    def action_word(self, number: int) -> None:
        composer = self.composer
        if composer is None:
            self.over()
        elif why := why_no_word(composer, number):
            self.notify(why, timeout=4)
        else:
            composer.choose(composer.words[number - 1])
            if composer.text is not None and not composer.open:
                self.action_play()
            self.draw()
