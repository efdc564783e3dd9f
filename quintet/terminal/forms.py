"""What the forms share: a line with a label, a list to choose from, a box to tick, and a sentence about the field one is in."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

from textual import events
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget
from textual.widgets import Checkbox, Label, Select, Static

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
