"""A screen that asks for one move: picked on the board, chosen from words or typed. A puzzle, a mistake tried again, a lesson."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any, ClassVar

from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Input

from quintet.games.contract import AnyGame
from quintet.games.picking import sentence, why_closed
from quintet.terminal.board import BoardView
from quintet.terminal.boardscreen import BoardScreen
from quintet.terminal.panel import choosing_content
from quintet.terminal.picture import Marks
from quintet.wire.composer import Composer


class Answering(BoardScreen):
    """What is done with the answer is up to who asks: `give` takes it, `over` says that there is none to give."""

    TYPED = "/ to type an answer"
    BINDINGS: ClassVar[list[BindingType]] = [
        *(Binding(str(number), f"word({number})", show=False) for number in range(1, 10)),
        Binding("tab", "want_next", show=False, priority=True),
        Binding("backspace", "take_back", show=False),
        Binding("i", "rules", show=False),
        Binding("comma", "settings", show=False),
        Binding("escape", "board", show=False),
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.composer: Composer | None = None
        """The answer being made; None when there is nothing to answer."""

    @property
    @abstractmethod
    def position(self) -> Any:
        """Where the answer is to be given."""

    @abstractmethod
    def give(self, text: str) -> None:
        """Somebody answers with this move, which may be any text."""

    @abstractmethod
    def over(self) -> None:
        """Say that there is nothing to answer, and what comes next."""

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

    # -- a move being made

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        composer = self.composer
        if composer is None:
            self.over()
            return
        if not composer.pick(event.space):
            chosen = [choice.text for choice in composer.chosen]
            why = why_closed(
                self.game, self.position, composer.prompt.seat, chosen, composer.key, event.space
            )
            self.notify(sentence(why), severity="warning", timeout=6)
        elif composer.plain and not self.quintet.settings.confirm:
            self.action_play()
        self.draw()

    def action_play(self) -> None:
        if self.composer is None:
            self.over()
        elif self.composer.text is None:
            self.notify("Choose the pieces of your move first.", timeout=3)
        else:
            self.give(self.composer.text)

    def take_answer(self) -> None:
        """An answer was heard: the field is empty again, and the keys are for the board."""
        self.query_one("#typed", Input).value = ""
        self.board.focus()

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
            self.notify("Nothing is chosen yet that could be put back.", timeout=4)
        else:
            self.composer.undo()
            self.draw()

    def action_word(self, number: int) -> None:
        composer = self.composer
        if composer is None:
            self.over()
        elif number > len(composer.words):
            several = len(composer.words)
            known = f"The words to choose from are 1 to {several}."
            self.notify(known if several else "There is no word to choose now.", timeout=3)
        else:
            composer.choose(composer.words[number - 1])
            if composer.text is not None and not composer.open:
                self.action_play()
            self.draw()

    def action_type(self) -> None:
        self.set_focus(self.query_one("#typed", Input))

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
