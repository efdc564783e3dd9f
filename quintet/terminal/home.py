"""The first screens: which game, with whom and how, which room, and the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Checkbox, Footer, Input, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

from quintet.games import GAMES, game
from quintet.games.contract import AnyGame, GameError, OptionValue
from quintet.games.contract import Option as GameOption
from quintet.inputs import UsageError, read_value
from quintet.table import Clock, Summary
from quintet.table.bench import machines
from quintet.table.commands import HERE, OPEN, Create
from quintet.table.times import read_clock
from quintet.terminal.dialogs import Page
from quintet.terminal.settings import SPEEDS, Settings

if TYPE_CHECKING:
    from quintet.terminal.app import QuintetApp

CLOCKS: dict[str, Clock | None] = {
    "none": None,
    "10 s a move": Clock(move_ms=10_000),
    "1:00 a move": Clock(move_ms=60_000),
    "2:00 a move, 5:00 reserve": Clock(move_ms=120_000, reserve_ms=300_000),
    "3:00 and 2 s a move": Clock(reserve_ms=180_000, increment_ms=2_000),
    "10:00 and 5 s a move": Clock(reserve_ms=600_000, increment_ms=5_000),
    "30:00": Clock(reserve_ms=1_800_000),
}
OWN_CLOCK = "my own"
OWN_TIMES = {
    "move": ("For each move", "2:00"),
    "reserve": ("In reserve", "5:00"),
    "increment": ("Added a move", "0:00"),
}
"""What a clock of one's own is made of: the label, and what is written there at first."""
MACHINES = machines()
BACK = Binding("escape", "app.pop_screen", "Back")


def field(label: str, widget: Any) -> Horizontal:
    """A line of a form."""
    return Horizontal(Label(label), widget, classes="field")


def select(name: str, choices: list[tuple[str, Any]], value: Any) -> Select[Any]:
    return Select(choices, value=value, allow_blank=False, id=name, compact=True)


class House(Screen[None]):
    """What these screens share."""

    @property
    def quintet(self) -> QuintetApp:
        return cast("QuintetApp", self.app)


class Home(House):
    """The menu."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
        Binding("i", "rules", "Rules"),
        Binding("question_mark", "app.help", "Help", key_display="?"),
        Binding("comma", "app.settings", "Settings", key_display=","),
        Binding("q,escape", "app.quit", "Quit"),
    ]

    def compose(self) -> ComposeResult:
        yield Static("quintet", id="title")
        yield Static("What would you like to play?", classes="lead")
        games = [Option(kind.title, id=f"game-{name}") for name, kind in GAMES.items()]
        rooms = "Rooms on a server" + (f" ({self.quintet.server})" if self.quintet.server else "")
        yield OptionList(
            *games,
            None,
            Option(Content(rooms), id="rooms"),
            Option("Settings", id="settings"),
            Option("Quit", id="quit"),
            compact=True,
        )
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option.id or ""
        if chosen.startswith("game-"):
            self.app.push_screen(Setup(game(chosen.removeprefix("game-"))))
        elif chosen == "rooms":
            self.app.push_screen(Rooms())
        elif chosen == "settings":
            self.quintet.open_settings()
        else:
            self.app.exit()

    def action_rules(self) -> None:
        options = self.query_one(OptionList)
        chosen = options.highlighted_option
        if chosen is not None and chosen.id is not None and chosen.id.startswith("game-"):
            self.app.push_screen(Page(self.quintet.rules(chosen.id.removeprefix("game-"))))


class Setup(House):
    """A game before it begins: its options, who sits where, the clock, and whether others can come."""

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
        with VerticalScroll(classes="form"):
            most = max(
                (self._seats(**{o.name: c}) for o in self.usual.options for c in o.choices),
                default=self.usual.seats,
            )
            people: list[tuple[str, Any]] = [("you", HERE), ("open (for a room)", OPEN)]
            people += [(machine.name, machine.player) for machine in MACHINES]
            for seat in range(max(most, self.usual.seats)):
                usual = HERE if seat == 0 else f"level-{settings.level}"
                yield field(f"Seat {seat + 1}", select(f"seat-{seat}", people, usual))
            yield field("Clock", select("clock", [(name, name) for name in (*CLOCKS, OWN_CLOCK)], "none"))
            for part, (label, text) in OWN_TIMES.items():
                yield self._time(part, label, text)
            for option in self.usual.options:
                yield self._option(option, kept.get(option.name, option.default))
            with Horizontal(classes="buttons"):
                yield Button("Start here", id="start", compact=True, variant="primary")
                yield Button("Open a room", id="open", compact=True)
                yield Button("Rules", id="rules", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#start", Button).focus()

    def _seats(self, **settings: Any) -> int:
        try:
            return game(self.usual.name, **settings).seats
        except GameError:
            return 0

    def _time(self, part: str, label: str, text: str) -> Horizontal:
        hint = "minutes and seconds, such as 2:00, or 1:30:00, or seconds alone"
        line = field(
            f"  {label}", Input(text, id=f"clock-{part}", compact=True, placeholder="0", tooltip=hint)
        )
        line.add_class("own-clock")
        return line

    def on_select_changed(self, event: Select.Changed) -> None:
        if event.select.id == "clock":
            self.set_class(event.value == OWN_CLOCK, "-own-clock")

    def _option(self, option: GameOption, value: Any) -> Horizontal:
        label = option.title
        if option.choices and not option.document:
            shown = value if value in option.choices else option.default
            return field(
                label, select(f"option-{option.name}", [(option.call(c), c) for c in option.choices], shown)
            )
        text = str(value if isinstance(value, (int, str)) else option.default)
        return field(label, Input(text, id=f"option-{option.name}", compact=True, tooltip=option.allowed))

    def chosen(self) -> AnyGame:
        """The game as it is set up; OptionError or UsageError if it cannot be like that."""
        settings: dict[str, OptionValue] = {}
        for option in self.usual.options:
            widget = self.query_one(f"#option-{option.name}")
            if isinstance(widget, Input):
                settings[option.name] = read_value(option, widget.value.strip())
            else:
                settings[option.name] = cast("OptionValue", cast("Select[Any]", widget).value)
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
            self.notify(str(error), severity="warning", timeout=8)
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


class Rooms(House):
    """The rooms of a server, and a field for the link or the id of any other."""

    BINDINGS: ClassVar[list[BindingType]] = [BACK, Binding("f5", "look", "Look again")]

    def compose(self) -> ComposeResult:
        yield Static("Rooms", id="title")
        yield field(
            "Server",
            Input(self.quintet.server, placeholder="http://localhost:8642", id="server", compact=True),
        )
        yield field("Room", Input(placeholder="id or link; Enter joins it", id="room", compact=True))
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
        elif text:
            self.quintet.join_room(text)

    def action_look(self) -> None:
        self.quintet.server = self.query_one("#server", Input).value.strip()
        if self.quintet.server:
            self.run_worker(self.quintet.follow_rooms(self.show_rooms), name="rooms", exclusive=True)

    def show_rooms(self, rooms: list[Summary]) -> None:
        if not self.is_attached:
            return
        options = self.query_one(OptionList)
        place = options.highlighted
        options.clear_options()
        for room in rooms:
            title = GAMES[room.game].title if room.game in GAMES else room.game
            people = ", ".join(name or "open" for name in room.seats)
            text = f"{room.name} · {title} · {people} · {room.status}"
            options.add_option(Option(Content(text), id=f"room-{room.room}"))
        if not rooms:
            options.add_option(Option("There are no rooms; open one from the menu.", disabled=True))
        if place is not None and place < options.option_count:
            options.highlighted = place

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.quintet.join_room(event.option.id.removeprefix("room-"))


class SettingsScreen(House):
    """What a player can choose for this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+s", "done", "Done")]

    def __init__(self, done: Callable[[], object]) -> None:
        super().__init__()
        self._done = done

    def compose(self) -> ComposeResult:
        now = self.quintet.settings
        yield Static("Settings", id="title")
        with VerticalScroll(classes="form"):
            yield field("Your name", Input(now.name, id="name", max_length=40, compact=True))
            levels = [(str(machine.level), machine.level) for machine in MACHINES if machine.level]
            level = now.level if now.level in dict(levels).values() else Settings().level
            yield field("Engine level", select("level", levels, level))
            speed = now.speed if now.speed in SPEEDS else "normal"
            yield field("Animation", select("speed", [(name, name) for name in SPEEDS], speed))
            theme = now.theme if now.theme in ("dark", "light") else "dark"
            yield field("Theme", select("theme", [("dark", "dark"), ("light", "light")], theme))
            yield Checkbox("Coordinates around the board", now.coordinates, id="coordinates", compact=True)
            yield Checkbox("Letters instead of discs (for colour-blind eyes)", now.letters, id="letters", compact=True)  # fmt: skip
            yield Checkbox("Ask before a move is played", now.confirm, id="confirm", compact=True)
            yield Checkbox("Ring the bell for every move", now.bell, id="bell", compact=True)
            yield Button("Done", id="done", compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_button_pressed(self, _event: Button.Pressed) -> None:
        self.action_done()

    def action_done(self) -> None:
        now = self.quintet.settings
        now.name = self.query_one("#name", Input).value.strip() or "Guest"
        now.level = int(str(self.query_one("#level", Select).value))
        now.speed = str(self.query_one("#speed", Select).value)
        now.theme = str(self.query_one("#theme", Select).value)
        for name in ("coordinates", "letters", "confirm", "bell"):
            setattr(now, name, self.query_one(f"#{name}", Checkbox).value)
        self.quintet.keep_settings()
        self.app.pop_screen()
        self._done()
