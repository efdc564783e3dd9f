"""The rooms of a server, and a field for the link or the id of any other."""

from __future__ import annotations

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from quintet.games import GAMES
from quintet.table import Summary
from quintet.terminal.forms import BACK, House, field

STATUSES = {
    "seating": "waiting for players",
    "counting": "about to start",
    "playing": "being played",
    "finished": "over",
}


class Rooms(House):
    """Enter joins the room that is marked, or the one that is written."""

    BINDINGS: ClassVar[list[BindingType]] = [
        BACK,
        Binding("f5", "look", "Look again"),
        Binding("down", "list", show=False),
    ]

    def compose(self) -> ComposeResult:
        yield Static("Rooms", id="title")
        yield field(
            "Server",
            Input(self.quintet.server, placeholder="http://localhost:8642", id="server", compact=True),
        )
        yield field(
            "Room", Input(placeholder="a link or an id, or Enter for the marked one", id="room", compact=True)
        )
        yield OptionList(id="rooms", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        if self.quintet.server:
            self.action_look()
            self.query_one("#room").focus()
        else:
            self.query_one("#server").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.quintet.server = self.query_one("#server", Input).value.strip()
        text = event.value.strip()
        if event.input.id == "server":
            self.action_look()
            self.query_one("#room").focus()
        elif text:
            self.quintet.join_room(text)
        else:
            self._join_marked()

    def _join_marked(self) -> None:
        marked = self.query_one(OptionList).highlighted_option
        if marked is not None and marked.id:
            self.quintet.join_room(marked.id.removeprefix("room-"))
        elif self.quintet.server:
            self.notify("There is no room to join here; write the link or the id of one.", timeout=4)
        else:
            self.notify("Name a server first, or write the whole link of a room.", timeout=4)

    def action_list(self) -> None:
        self.query_one(OptionList).focus()

    def action_look(self) -> None:
        self.quintet.server = self.query_one("#server", Input).value.strip()
        if self.quintet.server:
            self.run_worker(
                self.quintet.follow_rooms(self.show_rooms, self.show_failure), name="rooms", exclusive=True
            )
        else:
            self.notify("Write the address of a server first.", timeout=4)

    def show_rooms(self, rooms: list[Summary]) -> None:
        self._list(rooms, "There are no rooms; open one from the menu.")

    def show_failure(self, why: str) -> None:
        """Why there is no list."""
        self._list([], why)

    def _list(self, rooms: list[Summary], otherwise: str) -> None:
        options = next(iter(self.query(OptionList)), None)
        if options is None:  # the screen is being left
            return
        marked = options.highlighted_option.id if options.highlighted_option else None
        options.clear_options()
        for room in rooms:
            options.add_option(Option(Content(room_line(room)), id=f"room-{room.room}"))
        if not rooms:
            options.add_option(Option(Content(otherwise), disabled=True))
            return
        ids = [f"room-{room.room}" for room in rooms]
        options.highlighted = ids.index(marked) if marked in ids else 0

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.quintet.join_room(event.option.id.removeprefix("room-"))


def room_line(room: Summary) -> str:
    """A room in the list: its name, its game, who sits there, and how it stands."""
    title = room.told or (GAMES[room.game].title if room.game in GAMES else room.game)
    people = ", ".join(name or "open" for name in room.seats)
    return f"{room.name} · {title} · {people} · {STATUSES.get(room.status, room.status)}"
