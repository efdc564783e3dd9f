"""What the forms share: a line with a label, a list to choose from, a box to tick, and a sentence about the field one is in."""

from __future__ import annotations

from abc import abstractmethod
from typing import TYPE_CHECKING, Any, ClassVar, cast

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Checkbox, Footer, Label, OptionList, Select, Static
from textual.widgets.option_list import Option

if TYPE_CHECKING:
    from quintet.terminal.app import QuintetApp

BACK = Binding("escape", "app.pop_screen", "Back")


class House(Screen[None]):
    """What these screens share."""

    @property
    def quintet(self) -> QuintetApp:
        return cast("QuintetApp", self.app)

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """Say what the field is for, where there is a place for it."""
        for place in self.query("#about").results(Static):
            place.update(Content(getattr(event.widget, "about", "") or str(event.widget.tooltip or "")))


class Entries(House):
    """A list to choose from, made anew whenever one comes back to it: what was done meanwhile is told."""

    HEADING: ClassVar[str] = ""
    LEAD: ClassVar[str] = ""
    """What the list is about, in a sentence."""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "app.simulate_key('down')", show=False),
        Binding("k", "app.simulate_key('up')", show=False),
        BACK,
        Binding("q", "app.pop_screen", show=False),
    ]

    @abstractmethod
    def entries(self) -> list[Option | None]:
        """What there is; None is a line across."""

    def compose(self) -> ComposeResult:
        yield Static(self.HEADING, id="title")
        yield Static(self.LEAD, classes="lead")
        yield OptionList(compact=True)
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        self.query_one(OptionList).focus()

    def on_screen_resume(self) -> None:
        options = self.query_one(OptionList)
        place = options.highlighted or 0
        options.clear_options()
        options.add_options(self.entries())
        options.highlighted = min(place, options.option_count - 1)


def field(label: str, widget: Widget) -> Horizontal:
    """A line of a form."""
    return Horizontal(Label(Content(label)), widget, classes="field")


def select(name: str, choices: list[tuple[str, Any]], value: Any, about: str = "") -> Select[Any]:
    """A list to choose from; `about` says what it is for."""
    shown = [(Content(label).plain, choice) for label, choice in choices]
    return Select(shown, value=value, allow_blank=False, id=name, compact=True, tooltip=about or None)


class Check(Checkbox):
    """A box that shows by more than its colour whether it is ticked."""

    @property
    def _button(self) -> Content:
        return Content("[x]" if self.value else "[ ]")
