"""A screen on which a move is made: spaces are picked, pieces taken in hand, words chosen, or the move is typed."""

from __future__ import annotations

from abc import abstractmethod
from typing import ClassVar

from textual.binding import Binding, BindingType
from textual.widgets import Input

from quintet.games.contract import AnyGame
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.wire.composer import Composer


class Composing(BoardScreen):
    """What is done with the move is up to who asks for it: `give` takes it, `over` says that there is none to make."""

    NOTHING_CHOSEN: ClassVar[str] = "Nothing is chosen yet that could be put back."
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("slash", "type", "Type", key_display="/", priority=True),
        *(Binding(str(number), f"word({number})", show=False) for number in range(1, 10)),
        Binding("tab", "want_next", show=False, priority=True),
        Binding("backspace", "take_back", show=False),
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

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        self.picked(event.space)

    def on_board_view_moved(self, event: BoardView.Moved) -> None:
        self.query_one("#typed", Input).placeholder = f"{event.space} · {self.TYPED}"

    def typed(self) -> None:
        """What was typed has been heard: the field is empty again, and the keys are for the board."""
        self.query_one("#typed", Input).value = ""
        self.board.focus()

    def action_play(self) -> None:
        if self.composer is None:
            self.over()
        elif self.composer.text is None:
            self.notify("Choose the pieces of your move first.", timeout=3)
        else:
            self.give(self.composer.text)

    def action_want(self, key: str) -> None:
        if self.composer is not None:
            self.composer.want(key)
            self.draw()

    def action_want_next(self) -> None:
        if isinstance(self.focused, Input):
            self.board.focus()
        elif self.composer is None:
            self.over()
        elif len(self.composer.keys) < 2:
            self.notify("There is only one kind of piece to play with now.", timeout=3)
        else:
            self.composer.want_next()
            self.draw()

    def action_take_back(self) -> None:
        if self.composer is None:
            self.over()
        elif not self.composer.started:
            self.notify(self.NOTHING_CHOSEN, timeout=4)
        else:
            self.composer.undo()
            self.draw()

    def action_word(self, number: int) -> None:
        composer = self.composer
        if composer is None:
            self.over()
        elif number > len(composer.words):
            self.notify(known_words(composer), timeout=4)
        else:
            composer.choose(composer.words[number - 1])
            if composer.text is not None and not composer.open:
                self.action_play()
            self.draw()


def known_words(composer: Composer) -> str:
    """Which words there are, with the key of each."""
    known = [
        f"{number} is {word.place.label or word.text}" for number, word in enumerate(composer.words, start=1)
    ]
    return f"There is no such word now: {', '.join(known)}." if known else "There is no word to choose now."
