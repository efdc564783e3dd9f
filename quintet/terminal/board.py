"""The board as a widget: a cursor for the keyboard, clicks for the mouse, and whoever made it hears of a space that is picked."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import BindingType
from textual.geometry import Size
from textual.message import Message
from textual.widget import Widget

from quintet.games.contract import Board, Layout
from quintet.terminal.bindings import hidden
from quintet.terminal.picture import Appearance, Marks, Picture, toward
from quintet.terminal.plan import fitting


class BoardView(Widget, can_focus=True):
    """Shows a board and lets a person pick spaces of it."""

    DEFAULT_CSS = "BoardView { width: auto; height: auto; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        hidden("left,h", "go(-1, 0)"),
        hidden("right,l", "go(1, 0)"),
        hidden("up,k", "go(0, -1)"),
        hidden("down,j", "go(0, 1)"),
        hidden("enter,space", "pick"),
    ]

    class Moved(Message):
        """The cursor is somewhere else."""

        def __init__(self, space: str) -> None:
            super().__init__()
            self.space = space

    class Scrolled(Message):
        """The wheel was turned over the board: back or forward in the game."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    def __init__(self, layout: Layout, look: Appearance, pick: Callable[[str], object]) -> None:
        """`pick` hears of a space that is picked before the next key is looked at."""
        super().__init__(id="board")
        self._pick = pick
        self.board_layout = layout
        self.look = look
        self.cursor = middle(layout)
        self._board: Board = {}
        self._marks = Marks()
        self.room = Size(40, 20)
        self.picture = self._draw()

    def show(self, board: Board, marks: Marks) -> None:
        """Draw another board."""
        self._board, self._marks = board, marks
        self._redraw()

    def fit(self, room: Size) -> None:
        """Draw the board as large as this room allows."""
        if room != self.room:
            self.room = room
            self._redraw()

    def set_look(self, look: Appearance) -> None:
        self.look = look
        self._redraw()

    def set_layout(self, layout: Layout) -> None:
        """Another game: another board."""
        self.board_layout = layout
        self.cursor = middle(layout)

    def _redraw(self) -> None:
        before = (self.picture.width, self.picture.height)
        self.picture = self._draw()
        self.refresh(layout=before != (self.picture.width, self.picture.height))

    def _draw(self) -> Picture:
        room, look = self.room, self.look
        ruled = look.ruled(self.board_layout)
        plan = fitting(self.board_layout, room.width, room.height, look.coordinates, ruled)
        return Picture(plan, self._board, replace(self._marks, cursor=self.cursor), self.look)

    # -- Textual

    def render(self) -> Text:
        return self.picture.text

    def get_content_width(self, container: Size, viewport: Size) -> int:  # noqa: ARG002  (Textual names them)
        return self.picture.width

    def get_content_height(self, container: Size, viewport: Size, width: int) -> int:  # noqa: ARG002  (likewise)
        return self.picture.height

    def action_go(self, across: int, down: int) -> None:
        self.cursor = toward(self.board_layout, self.cursor, across, down)
        self._redraw()
        self.post_message(self.Moved(self.cursor))
        self.scroll_to_cursor()

    def scroll_to_cursor(self) -> None:
        """Keep the cursor in sight where the board is larger than its room."""
        parent, place = self.parent, self.picture.places.get(self.cursor)
        if isinstance(parent, Widget) and place is not None:  # a study has no cursor
            line, column = place
            room = parent.scrollable_content_region.size
            parent.scroll_to(
                x=max(0, column - room.width + 3), y=max(0, line - room.height + 2), animate=False
            )

    def action_pick(self) -> None:
        self._pick(self.cursor)

    def on_click(self, event: events.Click) -> None:
        offset = event.get_content_offset(self)
        space = self.picture.space_at(offset.x, offset.y) if offset is not None else None
        if space is not None:
            self.cursor = space
            self._redraw()
            self._pick(space)

    def on_mouse_scroll_up(self) -> None:
        self.post_message(self.Scrolled(-1))

    def on_mouse_scroll_down(self) -> None:
        self.post_message(self.Scrolled(1))


def middle(layout: Layout) -> str:
    """Where the cursor starts."""
    x = sum(space.x for space in layout.spaces) / len(layout.spaces)
    y = sum(space.y for space in layout.spaces) / len(layout.spaces)
    return min(layout.spaces, key=lambda space: abs(space.x - x) + abs(space.y - y)).name
