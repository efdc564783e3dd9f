"""A game before it begins: its options, who sits where, the clock, and whether others can come."""

from __future__ import annotations

from typing import Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.widgets import Button, Footer, Input, Select, Static

from quintet.games import game
from quintet.games.contract import AnyGame, GameError, OptionValue
from quintet.games.contract import Option as GameOption
from quintet.inputs import UsageError, read_value
from quintet.say.clocks import clock_setting
from quintet.say.errors import error_text
from quintet.say.people import seats as seat_names
from quintet.table import Clock
from quintet.table.bench import machines
from quintet.table.clock import USUAL
from quintet.table.commands import HERE, OPEN, Create
from quintet.table.times import read_clock
from quintet.terminal.dialogs import Page
from quintet.terminal.forms import BACK, House, field, select

CLOCKS: dict[str, Clock | None] = {"none": None} | {clock_setting(clock): clock for clock in USUAL}
OWN_CLOCK = "my own"
OWN_TIMES = {
    "move": ("For each move", "2:00"),
    "reserve": ("In reserve", "5:00"),
    "increment": ("Added a move", "0:00"),
}
"""What a clock of one's own is made of: the label, and what is written there at first."""
OWN = "one of my own"
"""In a list of choices: what is written in the field below it."""
MOST_LISTED = 200
"""A range of numbers up to this long is a list; a longer one is written."""


class Setup(House):
    """The form of a new game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+s", "start", "Start"),
        Binding("ctrl+o", "open_room", "Open a room"),
        Binding("f1", "rules", "Rules"),
        BACK,
    ]

    def __init__(self, chosen: AnyGame) -> None:
        super().__init__()
        self.usual = chosen

    def compose(self) -> ComposeResult:
        settings = self.quintet.settings
        kept = settings.games.get(self.usual.name, {})
        yield Static(Content(self.usual.title), id="title")
        with VerticalScroll(classes="form", can_focus=False):
            people: list[tuple[str, Any]] = [("you", HERE), ("open (for a room)", OPEN)]
            able = (machine for machine in machines() if machine.plays(self.usual.name))
            people += [(machine.label, machine.player) for machine in able]
            for seat in range(self._most_seats()):
                usual = HERE if seat == 0 else f"level-{settings.level}"
                about = "You, a machine, or, in a room on a server, whoever comes."
                line = field(f"Seat {seat + 1}", select(f"seat-{seat}", people, usual, about))
                line.add_class("seat")
                yield line
            about = "How long everybody may think."
            clocks = [(name, name) for name in (*CLOCKS, OWN_CLOCK)]
            yield field("Clock", select("clock", clocks, "none", about))
            for part, (label, text) in OWN_TIMES.items():
                yield self._time(part, label, text)
            for option in self.usual.options:
                yield from self._option(option, kept.get(option.name, option.default))
            with Horizontal(classes="buttons"):
                yield Button("Start here", id="start", compact=True, variant="primary")
                yield Button("Open a room", id="open", compact=True)
                yield Button("Rules", id="rules", compact=True)
        yield Static(id="about")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#start", Button).focus()
        self._show_seats()

    def _most_seats(self) -> int:
        found = (self._seats(**{o.name: c}) for o in self.usual.options for c in o.choices)
        return max(self.usual.seats, *found, 0)

    def _seats(self, **settings: Any) -> int:
        try:
            return game(self.usual.name, **settings).seats
        except GameError:
            return 0

    def _time(self, part: str, label: str, text: str) -> Horizontal:
        hint = "Minutes and seconds, such as 2:00, or 1:30:00, or seconds alone."
        line = field(
            f"  {label}", Input(text, id=f"clock-{part}", compact=True, placeholder="0", tooltip=hint)
        )
        line.add_class("own-clock")
        return line

    # -- options

    def _option(self, option: GameOption, value: Any) -> ComposeResult:
        """A list of what it is called; with a field of one's own where a document may be given instead."""
        if not option.choices and option.high - option.low >= MOST_LISTED:
            about = f"{option.help} It takes {option.allowed}."
            yield field(
                option.title, Input(str(value), id=f"option-{option.name}", compact=True, tooltip=about)
            )
            return
        values = option.choices or range(option.low, option.high + 1)
        choices: list[tuple[str, Any]] = [(option.call(choice), choice) for choice in values]
        shown = value if value in values else option.default
        if option.document:
            choices.append((OWN, OWN))
            shown = OWN if isinstance(value, dict) else shown
        yield field(option.title, select(f"option-{option.name}", choices, shown, option.help))
        if option.document:
            line = field(
                "  written here",
                Input(
                    "", id=f"own-{option.name}", compact=True, placeholder="FILE.json, or the JSON itself",
                    tooltip=f"{option.document}: the name of a .json file, or the text itself.",
                ),
            )  # fmt: skip
            line.add_class("own-option")
            line.display = shown == OWN
            yield line

    def on_select_changed(self, event: Select.Changed) -> None:
        name = event.select.id or ""
        if name == "clock":
            self.set_class(event.value == OWN_CLOCK, "-own-clock")
        for line in self.query(f"#own-{name.removeprefix('option-')}"):
            if line.parent is not None and isinstance(line.parent, Horizontal):
                line.parent.display = event.value == OWN
        if name.startswith("option-"):
            self._show_seats()

    def _show_seats(self) -> None:
        """As many seats as the game has with these options, each by its colours where they are known."""
        try:
            made = self.chosen()
        except (GameError, UsageError):
            return  # it is told when the game is to start
        names = seat_names(made, made.describe(made.start()))
        for number, line in enumerate(self.query(".seat")):
            line.display = number < made.seats
            if number < made.seats:
                line.query_one("Label", Static).update(Content(names[number]))

    def chosen(self) -> AnyGame:
        """The game as it is set up; OptionError or UsageError if it cannot be like that."""
        settings: dict[str, OptionValue] = {}
        kept = self.quintet.settings.games.get(self.usual.name, {})
        for option in self.usual.options:
            widget = self.query_one(f"#option-{option.name}")
            value: Any = widget.value if isinstance(widget, Input) else cast("Select[Any]", widget).value
            if value == OWN:
                text = self.query_one(f"#own-{option.name}", Input).value.strip()
                before = kept.get(option.name)
                if not text and isinstance(before, dict):  # the one that was played last
                    settings[option.name] = before
                    continue
                value = text
            settings[option.name] = read_value(option, value.strip()) if isinstance(value, str) else value
        return game(self.usual.name, **settings)

    def clock(self) -> Clock | None:
        """The clock as it is chosen; TimeError if it is no clock."""
        name = str(self.query_one("#clock", Select).value)
        if name != OWN_CLOCK:
            return CLOCKS[name]
        return read_clock(*(self.query_one(f"#clock-{part}", Input).value for part in OWN_TIMES))

    def _create(self, offline: bool) -> Create | None:
        """What to ask for; None, and a sentence, if it cannot be had."""
        try:
            made, clock = self.chosen(), self.clock()
        except (GameError, UsageError) as error:
            self.notify(error_text(error), severity="warning", timeout=8)
            return None
        self.quintet.settings.games[made.name] = made.settings
        self.quintet.keep_settings()
        seats = tuple(str(self.query_one(f"#seat-{n}", Select).value) for n in range(made.seats))
        if not offline:  # one person, one seat: the other seats wait for people
            own = seats.index(HERE) if HERE in seats else -1
            seats = tuple(OPEN if s == HERE and n != own else s for n, s in enumerate(seats))
        elif OPEN in seats:
            self.notify("An open seat needs a room; choose you or a machine for it.", severity="warning")
            return None
        return Create(
            name=f"{self.quintet.settings.name}'s table"[:40],
            game=made.name,
            options=made.settings,
            clock=clock,
            offline=offline,
            host_name=self.quintet.settings.name,
            seats=seats,
        )

    def on_button_pressed(self, event: Button.Pressed) -> None:
        {"start": self.action_start, "open": self.action_open_room, "rules": self.action_rules}[
            event.button.id or ""
        ]()

    def action_start(self) -> None:
        command = self._create(offline=True)
        if command is not None:
            self.quintet.play_here(command)

    def action_open_room(self) -> None:
        command = self._create(offline=False)
        if command is not None:
            self.quintet.open_room(command)

    def action_rules(self) -> None:
        self.app.push_screen(Page(self.quintet.rules(self.usual.name)))
