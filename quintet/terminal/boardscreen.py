"""A screen with a board and something to read beside it: what a table and a study have in common."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Footer, Input, Static

from quintet.games.contract import AnyGame
from quintet.terminal.board import BoardView
from quintet.terminal.dialogs import Page
from quintet.terminal.listing import Listing
from quintet.terminal.picture import Appearance

if TYPE_CHECKING:
    from quintet.terminal.app import QuintetApp


class BoardScreen(Screen[None]):
    """The board to the left, as large as it can be; to the right its parts, and a list that takes the rest."""

    PARTS: ClassVar[tuple[str, ...]] = ()
    """What stands beside the board, from the top; a part that is empty takes no room."""
    TYPED: ClassVar[str] = ""
    """What the line at the bottom is for; without it there is none."""
    HELP: ClassVar[str] = ""
    """The page of its keys."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("i", "rules", show=False),
        Binding("comma", "settings", show=False),
        Binding("escape", "board", show=False),
    ]

    def __init__(self, game: AnyGame) -> None:
        super().__init__()
        self.game = game
        self._drawable = False
        """Are all parts of the screen there?"""

    @property
    def quintet(self) -> QuintetApp:
        return cast("QuintetApp", self.app)

    @property
    def board(self) -> BoardView:
        return self.query_one(BoardView)

    @property
    def room(self) -> int:
        """How many columns there are beside the board."""
        return max(20, self.query_one("#side").content_size.width)

    def compose(self) -> ComposeResult:
        yield Static(id="title")
        with Horizontal(id="main"):
            with Container(id="boardbox"):
                yield BoardView(self.game.layout, self.look)
            with Vertical(id="side"):
                for name in self.PARTS:
                    yield Static(id=name)
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="moves")
                if self.TYPED:
                    yield Input(placeholder=self.TYPED, id="typed", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._drawable = True
        self.board.focus()

    def on_resize(self, _event: events.Resize) -> None:
        self.call_after_refresh(self._fit)

    def _fit(self) -> None:
        if self._drawable:
            self.board.fit(self.query_one("#boardbox").content_size)
            self.draw()
            self.call_after_refresh(self.board.scroll_to_cursor)

    @property
    def look(self) -> Appearance:
        settings = self.quintet.settings
        return Appearance(
            colour=not self.app.no_color,
            letters=settings.letters,
            coordinates=settings.coordinates,
            light=settings.theme == "light",
        )

    def draw(self) -> None:
        """Everything anew."""

    def say(self, name: str, content: Content | str) -> None:
        """Fill a part, if what it says is new."""
        content = Content(content) if isinstance(content, str) else content
        place = self.query_one(f"#{name}", Static)
        if place.content != content:
            place.update(content)
        place.display = bool(content.plain)

    def list_moves(self, listing: Listing) -> None:
        """Show the list of moves, with the marked one in sight."""
        self.say("moves", listing.content)
        log = self.query_one("#log", VerticalScroll)
        self.call_after_refresh(log.scroll_to, y=max(0, listing.line - log.size.height // 2), animate=False)

    # -- keys that all of them have

    @property
    def typing(self) -> bool:
        return isinstance(self.focused, Input)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """While something is typed, the way back is shown."""
        found = super().active_bindings
        if self.typing and (leave := found.get("escape")):
            shown = replace(leave.binding, show=True, description="Back to the board")
            found["escape"] = leave._replace(binding=shown)
        return found

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where something is typed already, a slash is a letter of it."""
        return not self.typing if action == "type" else super().check_action(action, parameters)

    def action_type(self) -> None:
        """What is typed from now on is a move: a key with priority, so that none that comes right after it is missed."""
        self.set_focus(self.query_one("#typed", Input))

    def action_help(self) -> None:
        self.app.push_screen(Page(self.HELP))

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.quintet.rules(self.game.name)))

    def action_settings(self) -> None:
        self.quintet.open_settings(self._dress)

    def _dress(self) -> None:
        self.board.set_look(self.look)
        self.draw()
