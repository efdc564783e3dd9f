"""Mistakes of a review tried again, one after the other: the position before each, and any other move."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, ClassVar

from textual.binding import BindingType

from quintet.games.contract import MoveError
from quintet.games.record import Replay
from quintet.games.title import title
from quintet.say.errors import error_text
from quintet.say.review import exercise_text, found_text, line_text, tried_text
from quintet.terminal.answering import Answering
from quintet.terminal.bindings import shown
from quintet.terminal.keys import RETRY
from quintet.terminal.picture import Marks
from quintet.wire.composer import Composer

if TYPE_CHECKING:
    from quintet.study.moves import Reviewed


class RetryScreen(Answering):
    """The mistakes of one player."""

    PARTS = ("ask", "composer", "said", "totals")
    HELP = RETRY
    TYPED = "/ to type a move"
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("p", "play", "Try it"),
        shown("x", "show", "Show it"),
        shown("n", "next", "Next"),
        shown("q", "close", "Back"),
    ]

    def __init__(self, played: Replay, mistakes: Sequence[Reviewed], name: str) -> None:
        super().__init__(played.game)
        self.played, self.mistakes, self.whose = played, tuple(mistakes), name
        self.at = 0
        self.found = 0
        """How many were found at the first try."""
        self._tries = 0
        self._looking = False
        self.said = ""
        self._shown: tuple[str, ...] = ()
        """Where the better move is, once that was shown."""

    def on_mount(self) -> None:
        super().on_mount()
        self._begin(0)

    @property
    def mistake(self) -> Reviewed:
        return self.mistakes[self.at]

    @property
    def position(self) -> Any:
        number = self.mistake.round
        return self.played.steps[number - 1].position if number else self.played.start

    def _begin(self, at: int) -> None:
        self.at, self._tries, self.said, self._shown = at, 0, "", ()
        self.composer = Composer(self.game.prompt(self.position, self.mistake.seat))
        self.draw()

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        self.say("title", f"Try again · {title(self.game)} · mistake {self.at + 1} of {len(self.mistakes)}")
        asked = exercise_text(self.game, self.whose, self.mistake.move)
        self.say("ask", f"Move {self.mistake.round + 1}: {asked}")
        self.say("composer", self.choosing())
        self.say("said", "The engine looks at it …" if self._looking else self.said)
        over = self.composer is None
        self.say("totals", found_text(self.found, len(self.mistakes)) if over and self._last else "")
        self.say("moves", "" if not over else "q: back" if self._last else "n: the next mistake · q: back")
        self.board.show(
            self.game.board(self.position), Marks(hint=self._shown) if over else self.answer_marks()
        )

    @property
    def _last(self) -> bool:
        return self.at + 1 == len(self.mistakes)

    # -- answering

    def over(self) -> None:
        self.notify("That was the last one." if self._last else "This one is over: n is the next.", timeout=4)

    def give(self, text: str) -> None:
        if not self._looking:
            self._looking = True
            self.run_worker(self._judge(text), name="judging")
            self.draw()

    async def _judge(self, text: str) -> None:
        from quintet.study.retry import retry

        mistake = self.mistake
        try:
            tried = await asyncio.to_thread(retry, self.played, mistake, text)
        except MoveError as error:
            self.said = error_text(error)
        else:
            if self.composer is None or mistake is not self.mistake:  # shown, or gone on, meanwhile
                return
            self._tries += 1
            self.said = tried_text(self.game, tried)
            self.found += tried.good and self._tries == 1
            self.composer = None if tried.good else Composer(self.composer.prompt)
            self.typed()
        finally:
            self._looking = False
            self.draw()

    def action_show(self) -> None:
        look = self.mistake.look
        if self.composer is None or look is None:
            self.over()
            return
        made = Composer(self.composer.prompt)
        made.load(look.move)
        self._shown = (*made.pieces, *made.taken)
        self.said = f"Better is {line_text(self.game, look.line or (look.move,))}."
        self.composer = None
        self.draw()

    def action_next(self) -> None:
        if self._last:
            self.notify(
                "That was the last one." if self.composer is None else "This is the last one.", timeout=4
            )
        else:
            self._begin(self.at + 1)
