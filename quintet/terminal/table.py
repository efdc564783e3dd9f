"""The screen of a table: the board, everything beside it, and every key. It knows a Session, and no game."""

from __future__ import annotations

import asyncio
import dataclasses
from pathlib import Path
from typing import ClassVar

from msgspec.structs import replace
from textual.binding import ActiveBinding, BindingType
from textual.content import Content

from quintet.games.contract import Info, apply_changes
from quintet.games.record import replay, write_record
from quintet.inputs import free_name
from quintet.say.endings import deciding
from quintet.say.errors import error_text
from quintet.say.log import log_lines
from quintet.say.marks import marked
from quintet.table import Update, View
from quintet.table.commands import Leave
from quintet.table.events import Answered, HintDue, Hinted, Offered, Played, Settled, Submitted
from quintet.table.shapes import PlyView
from quintet.terminal import panel
from quintet.terminal.bindings import hidden, shown
from quintet.terminal.dialogs import Choose, Sure
from quintet.terminal.keys import TABLE
from quintet.terminal.listing import Listing
from quintet.terminal.moving import Moving
from quintet.terminal.opinion import Opinion
from quintet.terminal.picture import Marks
from quintet.terminal.seats import SeatTold, seats_content
from quintet.wire.actions import Action, actions, why_not
from quintet.wire.client import ServerError
from quintet.wire.composer import Composer
from quintet.wire.making import LINK_COPIED
from quintet.wire.picture import board_after, info_after, position_after, record_of
from quintet.wire.session import News, Session

TICK_SECONDS = 0.25
SHOWN = (Played, Submitted, HintDue, Hinted)
"""What has a place of its own on the screen."""
MOVING = {"slash", "p", "u", "t"}
BEFORE = {"left_square_bracket", "right_square_bracket", "e", "s"}
IN_PLACE = {"seating": {"o", "g", "w"}, "counting": {"o", "g", "w"}, "finished": {"m", "v"}}
OUT_OF_PLACE = {"seating": MOVING | BEFORE, "counting": MOVING | BEFORE, "finished": MOVING - {"u"}}
"""By the status of the table, which keys its last line shows besides the usual ones, and which it does not."""
PLAYING = MOVING | {"o", "g", "m"}
"""What is not for those who only watch."""


class TableScreen(Moving):
    """One table, from the first seat taken to the last move looked at."""

    PARTS = ("link", "seats", "ask", "offer", "composer", "hint", "opinion", "news", "people")
    TYPED = "/ to type a move"
    SPARE = ("step(-1)", "step(1)", "save", "opinion", "give('t')", "give('u')")
    HELP = TABLE
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("a", "actions", "Actions"),
        shown("p", "play", "Play"),
        shown("u", "give('u')", "Undo"),
        shown("t", "give('t')", "Hint"),
        shown("e", "opinion", "Eval"),
        shown("left_square_bracket", "step(-1)", "Back", "["),
        shown("right_square_bracket", "step(1)", "On", "]"),
        hidden("left_curly_bracket,home", "step(-1000000)"),
        hidden("right_curly_bracket,end", "step(1000000)"),
        hidden("o", "give('o')", "Seat"),
        hidden("g", "give('g')", "Ready"),
        hidden("m", "give('m')", "Rematch"),
        *(hidden(key, f"give('{key}')") for key in ("r", "d", "x", "c", "y", "n")),
        hidden("v", "study", "Study"),
        hidden("w", "copy_link", "Link"),
        shown("s", "save", "Save"),
        shown("q", "leave", "Leave"),
    ]

    def __init__(self, session: Session) -> None:
        super().__init__(session)
        self.opinion = Opinion(self.draw)
        self._past: tuple[tuple[PlyView, ...], Info] | None = None
        """What was counted at the ply that is looked at."""
        self._news: tuple[str, ...] = ()
        """What happened last besides moves."""
        self._names: dict[str, str] = {}
        """By guest, what everybody is or was called."""
        self._file: Path | None = None
        self._status = session.view.status

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(TICK_SECONDS, self._tick)
        self.take_prompt()
        self.draw()
        self.run_worker(self._follow(), name="news")
        self.attempt(self.session.follow_bench())

    async def on_unmount(self) -> None:
        self._drawable = False
        self.opinion.close()
        await self.session.close()

    # -- what comes in

    async def _follow(self) -> None:
        async for news in self.session.news():
            self._hear(news)
            await self._show_steps(news)
            self.take_prompt()
            self.draw()
        if self.is_attached and self.session.ended:
            self.notify(self.session.ended, severity="warning", timeout=20)
            self.draw()

    def _hear(self, news: News) -> None:
        """Tell of everything that the board does not show."""
        view = self.session.view
        self._names |= {person.guest: person.name for person in view.people}
        if not isinstance(news, Update):
            return
        events = [event for event in news.events if not isinstance(event, SHOWN)]
        lines = log_lines(self.game, events, view, lambda guest: self._names.get(guest, "Somebody"))
        if lines:
            self._news = lines[-2:]
        elif news.plies:
            self._news = ()
        if any(isinstance(event, Settled) and event.how != "accepted" for event in events):
            told = [event for event in events if isinstance(event, (Answered, Settled, Offered))]
            answer = log_lines(self.game, told, view, lambda guest: self._names.get(guest, "Somebody"))
            self.notify(" ".join(answer), timeout=8)

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
        self.hurry.clear()
        for number in sorted({change.step for change in changes})[:-1]:
            board = apply_changes(board, tuple(c for c in changes if c.step == number))
            self.frame = board
            self.draw()
            try:
                async with asyncio.timeout(pause):
                    await self.hurry.wait()
                break
            except TimeoutError:
                pass
        self.frame = None

    # -- what is shown

    def draw(self) -> None:
        """Everything anew."""
        if not self._drawable:
            return
        view, now = self.session.view, self.session.now()
        if self._status != view.status:
            self._status = view.status
            self.refresh_bindings()
        plies = len(view.plies) if self.step is None else min(self.step, len(view.plies))
        live = self.step is None and self.frame is None
        board = self.frame if self.frame is not None and self.step is None else board_after(view, plies)
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
        made = panel.composer_content(
            self.game, view, composer, self.hands, self.sealed, self.look, self.room
        )
        self.say("composer", made if live else "")
        self.say("hint", panel.hint_content(self.game, view, self.hands))
        self.say("people", panel.people_text(view))
        self.say("link", panel.link_content(self.session.link, view, self.room))
        self.say("news", Content("\n".join(self._news)).stylize("dim"))
        self.list_moves(Listing(self.game, view.plies, plies, self.room - 1))
        self._draw_opinion(plies)
        self._draw_times(now)

    def _draw_opinion(self, plies: int) -> None:
        view = self.session.view
        if self.opinion.on and not self._may_ask_engine():
            self.opinion.close()
        if self.opinion.on:
            self.opinion.look(self.game, (plies, view.plies), lambda: position_after(view, plies))
        self.say("opinion", self.opinion.content(self.game, self._shown().info, self.room))

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
        link, connected, earlier = self.session.link, self.session.connected, self.step is not None
        lost = bool(link) and not connected and not self.session.ended
        parts = panel.title_parts(self.game, self._shown(), lost=lost, earlier=earlier)
        self.say("title", " · ".join(parts))
        state = panel.state_text(self.game, view, self.composer, self.hands, now)
        if self.step is not None:
            state = f"After move {min(self.step, len(view.plies))} of {len(view.plies)}; }} goes to the end."
        if self.ahead:
            state += f" {self.ahead} is played when it is your turn; backspace forgets it."
        if self.session.trouble and self.composer is None:
            state = ""
        self.say("ask", self.session.ended or f"{state} {self.session.preparing}".strip())
        self.say("offer", panel.offer_content(self.game, view, now))
        cards = [
            seats_content(self.game, self._shown(), now, self.look, self.room, told=told) for told in SeatTold
        ]
        self.say_fitting("seats", cards)

    def _tick(self) -> None:
        if self._drawable:
            self._draw_times(self.session.now())

    # -- everything else

    def keys_shown(self, found: dict[str, ActiveBinding]) -> dict[str, ActiveBinding]:
        """All keys; of those that come and go with the game, the last line shows what it is the time for."""
        view = self.session.view
        status = view.status
        hidden = OUT_OF_PLACE.get(status, set()) | (set() if view.you else PLAYING)
        shown = IN_PLACE.get(status, set()) - (set() if view.you or status == "seating" else PLAYING)
        if not self._may_ask_engine():
            hidden = hidden | {"e"}
        return super().keys_shown(
            {
                key: each._replace(
                    binding=dataclasses.replace(
                        each.binding, show=(each.binding.show and key not in hidden) or key in shown
                    )
                )
                for key, each in found.items()
            }
        )

    def possible(self) -> list[Action]:
        view = self.session.view
        return actions(view, view.guest, self.session.now(), self.session.bench)

    def action_give(self, key: str) -> None:
        """Do what this key stands for; if it cannot be done now, say why."""
        action = next((action for action in self.possible() if action.key == key), None)
        if action is None:
            self.notify(why_not(self.session.view, key, self.session.now()), timeout=4)
        else:
            self._do(action)

    def _do(self, action: Action) -> None:
        if not action.sure:
            self.attempt(self.session.ask(action.command))
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.attempt(self.session.ask(action.command))

        self.app.push_screen(Sure(f"{action.label}?"), answered)

    def action_actions(self) -> None:
        possible = self.possible()

        def chosen(number: int | None) -> None:
            if number is not None:
                self._do(possible[number])

        if possible:
            entries = [(action.key, action.label) for action in possible]
            self.app.push_screen(Choose("What can be done now", entries), chosen)
        else:
            self.notify("Nothing but looking on can be done now.", timeout=3)

    def _may_ask_engine(self) -> bool:
        """Only where nobody is played against who has no engine at hand."""
        return self.session.view.offline or self.session.view.status == "finished"

    def action_opinion(self) -> None:
        """What the engine thinks of the position on the screen, or no longer."""
        if not self._may_ask_engine():
            self.notify(
                "The engine's opinion is for games on this screen, and for games that are over.", timeout=4
            )
            return
        self.opinion.toggle()
        self.draw()

    def action_study(self) -> None:
        if self._may_ask_engine():
            self.quintet.study(replay(record_of(self.session.view)))
        else:
            self.notify("A game is studied when it is over.", timeout=4)

    def action_copy_link(self) -> None:
        if self.session.link:
            self.app.copy_to_clipboard(self.session.link)
            self.notify(LINK_COPIED, timeout=4)
        else:
            self.notify("This game is on this screen alone; a room on a server has a link.", timeout=4)

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
                self.app.push_screen(Sure(error_text(error)), self._leave_if)
                return
        self.quintet.leave_table()

    def _leave_if(self, sure: bool | None) -> None:
        if sure:
            self.run_worker(self._leave(sure=True), name="leaving")
