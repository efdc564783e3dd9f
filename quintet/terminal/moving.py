"""Making a move at a table: spaces picked, words chosen, text typed. What cannot be done now says why."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable

from textual.widgets import Input

from quintet.games.contract import Board, GameError, Prompt
from quintet.say.errors import error_text
from quintet.say.state import state_text
from quintet.terminal import panel
from quintet.terminal.board import BoardView
from quintet.terminal.composing import Composing
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands
from quintet.wire.picture import game_of
from quintet.wire.session import Session


class Moving(Composing):
    """The half of a table's screen that a player's hand is at."""

    TAKES_BACK = "u takes back a move"

    def __init__(self, session: Session) -> None:
        super().__init__(game_of(session.view))
        self.session = session
        self.hands = Hands()
        self.step: int | None = None
        """The number of plies looked at; None for the game as it is."""
        self.frame: Board | None = None
        """A board in the middle of a move that is being shown."""
        self.hurry = asyncio.Event()
        """Set when nobody wants to see the rest of that move step by step."""
        self.ahead = ""
        """A move that was typed before its turn, to be played when that comes."""

    @property
    def sealed(self) -> bool:
        """Is the move as it stands the one that was sealed?"""
        composer = self.composer
        return composer is not None and (composer.prompt.seat, composer.text) in self.session.view.sealed

    def be_quick(self) -> None:
        """Whoever goes on has seen enough of the move that is being shown."""
        if self.frame is not None:
            self.frame = None
            self.hurry.set()
            self.take_prompt()

    def take_prompt(self) -> None:
        """Compose for the first of our seats that owes a move; a move half made for the same turn is kept."""
        wanted = self.hands.follow(self.session.view)
        if wanted is None or self.hands.handing_over:
            self.composer = None
        elif self.composer is None or self.composer.prompt != wanted:
            self._begin(wanted)
        if self.ahead and self.composer is not None and self.session.view.owing:
            text, self.ahead = self.ahead, ""
            self._move(text, typed=True)

    def _begin(self, prompt: Prompt) -> None:
        """Make a move, or change the one that is sealed."""
        self.composer = Composer(prompt)
        self.composer.load(dict(self.session.view.sealed).get(prompt.seat, ""))

    # -- by hand

    def picked(self, space: str) -> None:
        if self.step is not None:
            self.action_step(1_000_000)
            return
        self.be_quick()
        super().picked(space)

    def refuse(self, composer: Composer, space: str) -> None:
        self.attempt(self.session.ask_why(composer, space))

    def over(self) -> None:
        """A key that is for making a move, and there is none to make."""
        view = self.session.view
        told = panel.state_text(self.game, view, None, self.hands, self.session.now())
        if self.hands.handing_over:
            told += " 1 says that you are there."
        elif view.status == "playing" and not view.you:
            told = f"You are only watching. {state_text(self.game, view)}"
        self.notify(told, timeout=4)

    def on_board_view_scrolled(self, event: BoardView.Scrolled) -> None:
        self.action_step(event.by)

    def action_want_next(self) -> None:
        self.be_quick()
        super().action_want_next()

    def action_take_back(self) -> None:
        if self.ahead:
            self.ahead = ""
            self.draw()
        else:
            super().action_take_back()

    def action_compose_for(self, seat: int) -> None:
        if any(prompt.seat == seat for prompt in self.session.view.prompts):
            self.hands.choose(seat)
            self.take_prompt()
            self.draw()

    def action_here(self) -> None:
        """The screen was handed over."""
        self.hands.here()
        self.take_prompt()
        self.draw()

    def action_play(self) -> None:
        if self.sealed:
            self.notify("This move is sealed already; pick something else to change it.", timeout=4)
        else:
            super().action_play()

    def action_word(self, number: int) -> None:
        self.be_quick()
        if self.hands.handing_over and number == 1:
            self.action_here()
        else:
            super().action_word(number)

    def action_play_hint(self) -> None:
        hint = self.session.view.hint
        if hint is not None and self.composer is not None:
            self._move(hint.move)

    def give(self, text: str) -> None:
        self._move(text)

    def _move(self, text: str, typed: bool = False) -> None:
        seat = self.composer.prompt.seat if self.composer is not None else None
        self.attempt(self._send_move(text, seat, typed))

    async def _send_move(self, text: str, seat: int | None, typed: bool) -> None:
        await self.session.move(text, seat)
        if typed:
            self.typed()
        self.composer = None
        self.take_prompt()
        self.draw()

    def attempt(self, doing: Awaitable[None]) -> None:
        """Do something that may be refused; the refusal is shown, and nothing waits for it."""

        async def attempt() -> None:
            try:
                await doing
            except GameError as error:
                if self.composer is not None and self.composer.plain:
                    self.composer.undo()
                self.notify(error_text(error), severity="warning", timeout=8)
                self.draw()

        self.run_worker(attempt(), name="asking")

    def action_board(self) -> None:
        self.set_focus(self.board)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        view = self.session.view
        self.be_quick()
        if not text:
            self.action_board()
            return
        if self.hands.handing_over:
            self.over()
            return
        waits = view.status == "playing" and view.you and not any(seat in view.you for seat in view.turn)
        if waits:  # it is kept for later, and not lost
            self.ahead = text
            self.typed()
            self.draw()
        else:
            self._move(text, typed=True)

    # -- looking back

    def action_step(self, by: int) -> None:
        plies = len(self.session.view.plies)
        now = plies if self.step is None else min(self.step, plies)
        self.action_show_ply(max(0, min(plies, now + by)))

    def action_show_ply(self, ply: int) -> None:
        self.step = ply if ply < len(self.session.view.plies) else None
        self.draw()
