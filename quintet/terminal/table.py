"""The screen of a table: the board, everything beside it, and every key. It knows a Session, and no game."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, cast

from msgspec.structs import replace
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from quintet.games.contract import Board, GameError, Info, Prompt, apply_changes
from quintet.games.record import write_record
from quintet.say.endings import deciding
from quintet.say.marks import marked
from quintet.table import Update, View
from quintet.table.commands import Leave
from quintet.table.shapes import PlyView
from quintet.terminal import panel
from quintet.terminal.board import BoardView
from quintet.terminal.dialogs import HELP, Choose, Page, Sure
from quintet.terminal.picture import Appearance, Marks
from quintet.terminal.plain import free_name
from quintet.wire.actions import Action, actions
from quintet.wire.client import ServerError
from quintet.wire.composer import Composer
from quintet.wire.hands import Hands
from quintet.wire.picture import board_after, game_of, info_after, record_of
from quintet.wire.session import News, Session

if TYPE_CHECKING:
    from quintet.terminal.app import QuintetApp

TICK_SECONDS = 0.25


class TableScreen(Screen[None]):
    """One table, from the first seat taken to the last move looked at."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("slash", "type", "Type", key_display="/"),
        Binding("a", "actions", "Actions"),
        Binding("p", "play", "Play"),
        Binding("u", "give('u')", "Undo"),
        Binding("t", "give('t')", "Hint"),
        Binding("left_square_bracket", "step(-1)", "Back", key_display="["),
        Binding("right_square_bracket", "step(1)", "On", key_display="]"),
        Binding("left_curly_bracket", "step(-1000000)", show=False),
        Binding("right_curly_bracket", "step(1000000)", show=False),
        *(
            Binding(key, f"give('{key}')", show=False)
            for key in ("r", "d", "x", "m", "g", "o", "c", "y", "n")
        ),
        *(Binding(str(number), f"word({number})", show=False) for number in range(1, 10)),
        Binding("tab", "want_next", show=False, priority=True),
        Binding("backspace", "take_back", show=False),
        Binding("s", "save", "Save"),
        Binding("i", "rules", show=False),
        Binding("comma", "settings", show=False),
        Binding("escape", "board", show=False),
        Binding("q", "leave", "Leave"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__()
        self.session = session
        self.game = game_of(session.view)
        self.composer: Composer | None = None
        self.hands = Hands()
        self.step: int | None = None
        """The number of plies looked at; None for the game as it is."""
        self._frame: Board | None = None
        """A board in the middle of a move that is being shown."""
        self._past: tuple[tuple[PlyView, ...], Info] | None = None
        """What was counted at the ply that is looked at."""
        self._file: Path | None = None
        self._drawable = False
        """Are all parts of the screen there?"""

    @property
    def quintet(self) -> QuintetApp:
        return cast("QuintetApp", self.app)

    @property
    def sealed(self) -> bool:
        """Is the move as it stands the one that was sealed?"""
        composer = self.composer
        return composer is not None and (composer.prompt.seat, composer.text) in self.session.view.sealed

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            with Container(id="boardbox"):
                yield BoardView(self.game.layout, self._look())
            with Vertical(id="side"):
                for name in ("seats", "counters", "ask", "offer", "composer", "hint", "people"):
                    yield Static(id=name)
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="moves")
        yield Input(placeholder="/ to type a move", id="typed", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._drawable = True
        self.set_interval(TICK_SECONDS, self._tick)
        self.board.focus()
        self._take_prompt()
        self.draw()
        self.run_worker(self._follow(), name="news")
        self._try(self.session.follow_bench())

    async def on_unmount(self) -> None:
        self._drawable = False
        await self.session.close()

    def on_resize(self, _event: events.Resize) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self._drawable:
            self.board.fit(self.query_one("#boardbox").content_size)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    # -- what comes in

    async def _follow(self) -> None:
        async for news in self.session.news():
            await self._show_steps(news)
            self._take_prompt()
            self.draw()
        if self.is_attached and self.session.ended:
            self.notify(self.session.ended, severity="warning", timeout=20)
            self.draw()

    async def _show_steps(self, news: News) -> None:
        """Show a new move step by step, where there are several steps and time for them."""
        pause = self.quintet.settings.pause
        if not isinstance(news, Update) or not news.plies:
            return
        if self.quintet.settings.bell:
            self.app.bell()
        plies = self.session.view.plies
        if not pause or self.step is not None or plies[-1:] != news.plies[-1:]:
            return
        board = board_after(self.session.view, len(plies) - 1)
        changes = news.plies[-1].changes
        for number in sorted({change.step for change in changes})[:-1]:
            board = apply_changes(board, tuple(c for c in changes if c.step == number))
            self._frame = board
            self.draw()
            await asyncio.sleep(pause)
        self._frame = None

    def _take_prompt(self) -> None:
        """Compose for the first of our seats that owes a move; a move half made for the same turn is kept."""
        wanted = self.hands.follow(self.session.view)
        if wanted is None or self.hands.handing_over:
            self.composer = None
        elif self.composer is None or self.composer.prompt != wanted:
            self._begin(wanted)

    def _begin(self, prompt: Prompt) -> None:
        """Make a move, or change the one that is sealed."""
        self.composer = Composer(prompt)
        self.composer.load(dict(self.session.view.sealed).get(prompt.seat, ""))

    # -- what is shown

    def _look(self) -> Appearance:
        settings = self.quintet.settings
        return Appearance(
            colour=not self.app.no_color,
            letters=settings.letters,
            coordinates=settings.coordinates,
            light=settings.theme == "light",
        )

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        view, now = self.session.view, self.session.now()
        plies = len(view.plies) if self.step is None else min(self.step, len(view.plies))
        live = self.step is None and self._frame is None
        board = self._frame if self._frame is not None and self.step is None else board_after(view, plies)
        last = marked(view.plies[plies - 1].changes) if plies else ()
        if view.outcome is not None and live:
            last = deciding(view.outcome.account, view.outcome.winners) or last
        marks = Marks(last=last)
        composer = self.composer
        if composer is not None and live:
            marks = Marks(
                last=last,
                targets=tuple(composer.targets()),
                barred=composer.prompt.barred,
                chosen=composer.pieces,
                taken=composer.taken,
                hint=self._hinted(composer),
            )
        self.board.show(board, marks)
        self._say(
            "composer",
            panel.composer_content(self.game, view, composer, self.hands, self.sealed)
            if live
            else Content(""),
        )
        self._say("counters", Content(panel.counters_text(self._shown())))
        self._say("hint", panel.hint_content(self.game, view, self.hands))
        width = max(20, self.query_one("#side").content_size.width - 1)
        self._say("moves", panel.moves_content(self.game, view, plies, width))
        self._say("people", Content(panel.people_text(view)))
        self._draw_times(now)
        if self.step is None:
            self.query_one("#log").scroll_end(animate=False)

    def _shown(self) -> View:
        """The table, with what was counted at the ply that is looked at."""
        view = self.session.view
        if self.step is None or self.step >= len(view.plies):
            return view
        plies = view.plies[: self.step]
        if self._past is None or self._past[0] != plies:
            self._past = plies, info_after(view, self.step)
        return replace(view, info=self._past[1])

    def _hinted(self, composer: Composer) -> tuple[str, ...]:
        """The spaces of the hint for the move being made, until something is chosen."""
        hint = self.session.view.hint
        if hint is None or hint.seat != composer.prompt.seat or composer.started:
            return ()
        hinted = Composer(composer.prompt)
        hinted.load(hint.move)
        return (*hinted.pieces, *hinted.taken)

    def _draw_times(self, now: int) -> None:
        """What changes with time alone."""
        view = self.session.view
        parts = panel.title_parts(self.game, view, self.session.link, self.session.connected)
        self._say("title", Content(" · ".join(parts)))
        self._say("seats", panel.seats_content(self.game, self._shown(), now))
        state = panel.state_text(self.game, view, self.composer, self.hands, now)
        if self.step is not None:
            state = f"After move {min(self.step, len(view.plies))} of {len(view.plies)}; }} goes to the end."
        self._say("ask", Content(f"{state} {self.session.preparing}".strip()))
        self._say("offer", panel.offer_content(self.game, view, now))

    def _say(self, name: str, content: Content) -> None:
        place = self.query_one(f"#{name}", Static)
        if place.content != content:
            place.update(content)
        place.display = bool(content.plain)

    def _tick(self) -> None:
        if self._drawable:
            self._draw_times(self.session.now())

    # -- making moves

    def on_board_view_picked(self, event: BoardView.Picked) -> None:
        if self.composer is None or self.session.view.status != "playing":
            return
        if self.step is not None:
            self.action_step(1_000_000)
            return
        if not self.composer.pick(event.space):
            self._try(self.session.ask_why(self.composer, event.space))
        elif self.composer.plain and not self.quintet.settings.confirm:
            self.action_play()
        self.draw()

    def on_board_view_scrolled(self, event: BoardView.Scrolled) -> None:
        self.action_step(event.by)

    def action_want(self, key: str) -> None:
        if self.composer is not None:
            self.composer.want(key)
            self.draw()

    def action_want_next(self) -> None:
        if isinstance(self.focused, Input):
            self.board.focus()
        elif self.composer is not None:
            self.composer.want_next()
            self.draw()

    def action_take_back(self) -> None:
        if self.composer is not None:
            self.composer.undo()
            self.draw()

    def action_compose_for(self, seat: int) -> None:
        if any(prompt.seat == seat for prompt in self.session.view.prompts):
            self.hands.choose(seat)
            self._take_prompt()
            self.draw()

    def action_here(self) -> None:
        """The screen was handed over."""
        self.hands.here()
        self._take_prompt()
        self.draw()

    def action_play(self) -> None:
        if self.composer is None or self.sealed:
            return
        if self.composer.text is None:
            self.notify("Choose the pieces of your move first.", timeout=3)
        else:
            self._move(self.composer.text)

    def action_word(self, number: int) -> None:
        if self.hands.handing_over and number == 1:
            self.action_here()
        elif self.composer is None or number > len(self.composer.words):
            return
        else:
            self._say_word(self.composer, number)

    def _say_word(self, composer: Composer, number: int) -> None:
        composer.choose(composer.words[number - 1])
        if composer.text is not None and not composer.open:
            self.action_play()
        self.draw()

    def action_play_hint(self) -> None:
        hint = self.session.view.hint
        if hint is not None and self.composer is not None:
            self._move(hint.move)

    def _move(self, text: str, typed: bool = False) -> None:
        seat = self.composer.prompt.seat if self.composer is not None else None
        self._try(self._send_move(text, seat, typed))

    async def _send_move(self, text: str, seat: int | None, typed: bool) -> None:
        await self.session.move(text, seat)
        if typed:
            self.query_one("#typed", Input).value = ""
            self.board.focus()
        self.composer = None
        self._take_prompt()
        self.draw()

    def _try(self, doing: Awaitable[None]) -> None:
        """Do something that may be refused; the refusal is shown, and nothing waits for it."""

        async def attempt() -> None:
            try:
                await doing
            except GameError as error:
                if self.composer is not None and self.composer.plain:
                    self.composer.undo()
                self.notify(str(error), severity="warning", timeout=8)
                self.draw()

        self.run_worker(attempt(), name="asking")

    def action_type(self) -> None:
        self.set_focus(self.query_one("#typed", Input))

    def action_board(self) -> None:
        self.set_focus(self.board)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        text = event.value.strip()
        if text and not self.hands.handing_over:
            self._move(text, typed=True)

    # -- everything else

    def possible(self) -> list[Action]:
        view = self.session.view
        return actions(view, view.guest, self.session.now(), self.session.bench)

    def action_give(self, key: str) -> None:
        """Do what this key stands for, if it can be done now."""
        action = next((action for action in self.possible() if action.key == key), None)
        if action is not None:
            self._do(action)

    def _do(self, action: Action) -> None:
        if not action.sure:
            self._try(self.session.ask(action.command))
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._try(self.session.ask(action.command))

        self.app.push_screen(Sure(f"{action.label}?"), answered)

    def action_actions(self) -> None:
        possible = self.possible()

        def chosen(number: int | None) -> None:
            if number is not None:
                self._do(possible[number])

        labels = [f"{action.key or ' '}  {action.label}" for action in possible]
        if labels:
            self.app.push_screen(Choose("What can be done now", labels), chosen)
        else:
            self.notify("Nothing but looking on can be done now.", timeout=3)

    def action_step(self, by: int) -> None:
        plies = len(self.session.view.plies)
        now = plies if self.step is None else min(self.step, plies)
        self.action_show_ply(max(0, min(plies, now + by)))

    def action_show_ply(self, ply: int) -> None:
        self.step = ply if ply < len(self.session.view.plies) else None
        self.draw()

    def action_help(self) -> None:
        self.app.push_screen(Page(HELP))

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.quintet.rules(self.game.name)))

    def action_settings(self) -> None:
        self.quintet.open_settings(self._dress)

    def _dress(self) -> None:
        self.board.set_look(self._look())
        self.draw()

    def action_save(self) -> None:
        file = self._file or free_name(self.game.name)
        try:
            file.write_text(write_record(record_of(self.session.view)) + "\n", "utf-8")
        except OSError as error:
            self.notify(f"Cannot write {file}: {(error.strerror or str(error)).lower()}.", severity="warning")
            return
        self._file = file
        self.notify(f"Saved to {file}.")

    def action_leave(self) -> None:
        self.run_worker(self._leave(), name="leaving")

    async def _leave(self, sure: bool = False) -> None:
        """Leave the table; where that would end a game the table says so first. Who is cut off just goes."""
        try:
            if self.session.connected and self.session.view.status != "finished":
                await self.session.ask(Leave(sure=sure))
        except ServerError as error:
            if error.code == "ends-game":
                self.app.push_screen(Sure(str(error)), self._leave_if)
                return
        self.quintet.leave_table()

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.run_worker(self._leave(sure=True), name="leaving")
