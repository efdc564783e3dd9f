"""The first screen: which game, which room, which record to study, puzzles, lessons; and the settings."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.content import Content
from textual.widgets import Button, Footer, Input, OptionList, Select, Static
from textual.widgets.option_list import Option

from quintet.games import GAMES, game
from quintet.games.outside import summary
from quintet.say.waiting import Waiting
from quintet.table.bench import machines
from quintet.terminal.dialogs import Page
from quintet.terminal.forms import Check, House, field, select
from quintet.terminal.learning import LessonList
from quintet.terminal.puzzles import PuzzleList
from quintet.terminal.records import Records
from quintet.terminal.rooms import Rooms
from quintet.terminal.settings import SPEEDS, Settings
from quintet.terminal.setup import Setup

LOOK_SECONDS = 20.0
"""How often it is asked what waits for us."""


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

    def __init__(self) -> None:
        super().__init__()
        self._shown: list[tuple[str, Waiting]] = []

    def compose(self) -> ComposeResult:
        yield Static("quintet", id="title")
        yield OptionList(id="waiting", compact=True)
        yield Static("What would you like to play?", classes="lead")
        widest = max(len(kind.title) for kind in GAMES.values())
        games = [
            Option(
                Content.assemble((kind.title.ljust(widest), "bold"), "  ", (summary(kind), "dim")),
                id=f"game-{name}",
            )
            for name, kind in GAMES.items()
        ]
        rooms = "Rooms on a server" + (f" ({self.quintet.server})" if self.quintet.server else "")
        yield OptionList(
            *games,
            None,
            Option(Content(rooms), id="rooms"),
            Option("Study a game that was saved", id="study"),
            Option("Puzzles", id="puzzles"),
            Option("Learn a game in a few minutes", id="learn"),
            Option("Settings", id="settings"),
            Option("Quit", id="quit"),
            compact=True,
            id="menu",
        )
        yield Static(id="summary")
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one("#waiting", OptionList).display = False
        self.query_one("#menu", OptionList).focus()
        self._tell_of(next(iter(GAMES)))
        self.set_interval(LOOK_SECONDS, self.look)

    def on_screen_resume(self) -> None:
        self.look()

    def look(self) -> None:
        """Ask the servers we know what waits for us there."""
        if self.is_current and self.quintet.settings.tokens:
            self.run_worker(self._look(), name="waiting", exclusive=True)

    async def _look(self) -> None:
        found = await self.quintet.waiting()
        if not self.is_attached or found == self._shown:
            return
        self._shown = found
        options = self.query_one("#waiting", OptionList)
        focused, place = options.has_focus, options.highlighted
        options.clear_options()
        for number, (_, one) in enumerate(found):
            line = Content.assemble((one.text, "bold" if one.yours else ""), f" {one.name} · {one.told}")
            options.add_option(Option(line, id=f"wait-{number}"))
        options.display = bool(found)
        if place is not None and place < options.option_count:
            options.highlighted = place
        if focused and not found:
            self.query_one("#menu", OptionList).focus()

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        """The marked game in a whole sentence: the list may have room for half of it."""
        self._tell_of((event.option.id or "").removeprefix("game-"))

    def _tell_of(self, name: str) -> None:
        self.query_one("#summary", Static).update(Content(summary(GAMES[name]) if name in GAMES else ""))

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        chosen = event.option.id or ""
        if chosen.startswith("wait-"):
            self.quintet.join_room(self._shown[int(chosen.removeprefix("wait-"))][0])
        elif chosen.startswith("game-"):
            self.quintet.show_screen(Setup(game(chosen.removeprefix("game-"))))
        elif chosen == "rooms":
            self.quintet.show_screen(Rooms())
        elif chosen == "study":
            self.quintet.show_screen(Records())
        elif chosen == "puzzles":
            self.quintet.show_screen(PuzzleList())
        elif chosen == "learn":
            self.quintet.show_screen(LessonList())
        elif chosen == "settings":
            self.quintet.open_settings()
        else:
            self.app.exit()

    def action_rules(self) -> None:
        options = self.query_one("#menu", OptionList)
        chosen = options.highlighted_option
        if chosen is not None and chosen.id is not None and chosen.id.startswith("game-"):
            self.app.push_screen(Page(self.quintet.rules(chosen.id.removeprefix("game-"))))
        else:
            self.notify("Mark a game first; then i shows its rules.", timeout=3)


class SettingsScreen(House):
    """What a player can choose for this terminal."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,ctrl+s", "done", "Done")]

    def __init__(self, done: Callable[[], object]) -> None:
        super().__init__()
        self._done = done

    def compose(self) -> ComposeResult:
        now = self.quintet.settings
        yield Static("Settings", id="title")
        with VerticalScroll(classes="form", can_focus=False):
            yield field("Your name", Input(now.name, id="name", max_length=40, compact=True))
            levels = [
                (f"{machine.level} · {machine.about}", machine.level)
                for machine in machines()
                if machine.level
            ]
            level = now.level if now.level in dict(levels).values() else Settings().level
            yield field("Engine level", select("level", levels, level))
            speed = now.speed if now.speed in SPEEDS else "normal"
            yield field("Animation", select("speed", [(name, name) for name in SPEEDS], speed))
            theme = now.theme if now.theme in ("dark", "light") else "dark"
            yield field("Theme", select("theme", [("dark", "dark"), ("light", "light")], theme))
            yield Check("Coordinates around the board", now.coordinates, id="coordinates", compact=True)
            yield Check("Letters instead of discs (for colour-blind eyes)", now.letters, id="letters", compact=True)  # fmt: skip
            yield Check("Ask before a move is played", now.confirm, id="confirm", compact=True)
            yield Check("Ring the bell for every move", now.bell, id="bell", compact=True)
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
            setattr(now, name, self.query_one(f"#{name}", Check).value)
        self.quintet.keep_settings()
        self.app.pop_screen()
        self._done()
