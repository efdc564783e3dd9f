"""A screen with a board and something to read beside it: what a table and a study have in common."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import ActiveBinding, Binding, BindingType
from textual.containers import Container, Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.visual import VisualType
from textual.widgets import Footer, Input, Static

from quintet.games.contract import AnyGame
from quintet.terminal.bindings import fitting, hidden, shown
from quintet.terminal.board import BoardView
from quintet.terminal.dialogs import Page
from quintet.terminal.listing import Listing
from quintet.terminal.picture import Appearance

if TYPE_CHECKING:
    from quintet.terminal.app import QuintetApp

LISTED = 3
"""So many lines of the list of moves are in sight where there is room for them; otherwise one."""


class TypedMove(Input):
    """The line in which a move is typed: its keys, too, are heard in their order, however quickly somebody types."""

    DOES: ClassVar[dict[str, str]] = {
        key: binding.action
        for binding in Input.BINDINGS
        if isinstance(binding, Binding)
        for key in binding.key.split(",")
    }

    async def _on_key(self, event: events.Key) -> None:
        if action := self.DOES.get(event.key):
            event.stop()
            event.prevent_default()
            await self.run_action(action)


class BoardScreen(Screen[None]):
    """The board to the left, as large as it can be; to the right its parts, and a list that takes the rest."""

    PARTS: ClassVar[tuple[str, ...]] = ()
    """What stands beside the board, from the top; a part that is empty takes no room."""
    TYPED: ClassVar[str] = ""
    """What the line at the bottom is for; without it there is none."""
    WHILE_TYPING: ClassVar[frozenset[str]] = frozenset({"board", "want_next"})
    """What keys still do where a line is typed."""
    SPARE: ClassVar[tuple[str, ...]] = ()
    """Actions whose keys the last line names only where there is room for all of them; the first goes first."""
    HELP: ClassVar[str] = ""
    """The page of its keys."""
    BINDINGS: ClassVar[list[BindingType]] = [
        shown("question_mark", "help", "Help", "?"),
        hidden("i", "rules"),
        hidden("comma", "settings"),
        hidden("pageup", "turn(-1)"),
        hidden("pagedown", "turn(1)"),
        hidden("escape", "board"),
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
                yield BoardView(self.game.layout, self.look, self.picked)
            with VerticalScroll(id="side", can_focus=False):
                for name in self.PARTS:
                    yield Static(id=name)
                with VerticalScroll(id="log", can_focus=False):
                    yield Static(id="moves")
                if self.TYPED:
                    yield TypedMove(placeholder=self.TYPED, id="typed", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self._drawable = True
        self.board.focus()

    def on_resize(self, _event: events.Resize) -> None:
        self.refresh_bindings()
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
            few=self.quintet.few_colours,
        )

    def draw(self) -> None:
        """Everything anew."""

    def picked(self, space: str) -> None:
        """A space of the board was picked, by key or click."""

    def say(self, name: str, content: Content | str) -> None:
        """Fill a part, if what it says is new."""
        content = Content(content) if isinstance(content, str) else content
        place = self.query_one(f"#{name}", Static)
        before = place.content
        if not (
            isinstance(before, Content) and before.is_same(content)
        ):  # equal ones may be marked elsewhere
            place.update(content)
        place.display = bool(content.plain)

    def say_fitting(self, name: str, ways: Sequence[Content]) -> None:
        """Fill a part in the first way, the fullest, that leaves room for all the others; where none does, in the last.

        Blank lines between the parts are given up before anything that is said.
        """
        side = self.query_one("#side")
        others = [self.query_one(f"#{part}", Static) for part in self.PARTS if part != name]
        heights = [_height(other.content, self.room) for other in others if other.display]
        free = side.content_size.height - sum(heights) - bool(self.TYPED)
        listed = max(1, min(LISTED, _height(self.query_one("#moves", Static).content, self.room)))
        content, tight = ways[0], _height(ways[0], self.room) + len(heights) + 1 + listed > free
        if tight:
            content = next((way for way in ways if _height(way, self.room) + 1 <= free), ways[-1])
        side.set_class(tight, "-tight")
        self.say(name, content)

    def list_moves(self, listing: Listing) -> None:
        """Show the list of moves, with the marked one in sight."""
        self.say("moves", listing.content)
        self.call_after_refresh(self._bring_in_sight, listing.line, listing.height)

    def _bring_in_sight(self, line: int, height: int) -> None:
        """Scroll the list, now that its room is known: the marked round stands in the middle, whole if it can."""
        log = self.query_one("#log", VerticalScroll)
        above = max(0, log.size.height - height) // 2
        log.scroll_to(y=max(0, line - above), animate=False)

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
        return self.keys_shown(found)

    def keys_shown(self, found: dict[str, ActiveBinding]) -> dict[str, ActiveBinding]:
        """All keys; of these the last line names what it has room for."""
        return fitting(found, self.size.width, self.SPARE)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where something is typed, keys are letters of it, but for those that lead back to the board; clicks do what they do."""
        if self.typing and self.quintet.at_a_key and action not in self.WHILE_TYPING:
            return False
        return super().check_action(action, parameters)

    def action_type(self) -> None:
        """What is typed from now on is a move: none that comes right after the key is missed."""
        self.set_focus(self.query_one("#typed", Input))

    def action_turn(self, way: int) -> None:
        """Show more of what stands beside the board."""
        side = self.query_one("#side", VerticalScroll)
        log = self.query_one("#log", VerticalScroll)
        long = next((part for part in (side, log) if part.max_scroll_y), None)
        if long is None:
            self.notify("All that stands beside the board is in sight.", timeout=3)
        else:
            long.scroll_relative(y=way * max(1, long.size.height - 2), animate=False)

    def action_help(self) -> None:
        self.app.push_screen(Page(self.HELP))

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.quintet.rules(self.game.name)))

    def action_settings(self) -> None:
        self.quintet.open_settings(self._dress)

    def _dress(self) -> None:
        self.board.set_look(self.look)
        self.draw()


def _height(said: VisualType, width: int) -> int:
    """How many lines this takes."""
    content = said if isinstance(said, Content) else Content(str(said))
    return content.get_height({}, width) if content.plain else 0
