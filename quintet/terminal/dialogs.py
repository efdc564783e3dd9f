"""Small screens over the others: a question, a list to choose from, a page to read."""

from __future__ import annotations

from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.content import Content
from textual.screen import ModalScreen
from textual.widgets import Button, Markdown, OptionList, Static
from textual.widgets.option_list import Option


class Page(ModalScreen[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape,q,enter,question_mark", "dismiss", "Close")]

    def __init__(self, text: str) -> None:
        super().__init__()
        self._text = text

    def compose(self) -> ComposeResult:
        with VerticalScroll(classes="dialog page"):
            yield Markdown(self._text)

    def on_mount(self) -> None:
        self.query_one(VerticalScroll).focus()


class Sure(ModalScreen[bool]):
    """A question to be answered by yes or no."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y", "say(True)", "Yes"),
        Binding("n,escape,q", "say(False)", "No"),
        Binding("left,up", "app.focus_previous", show=False),
        Binding("right,down", "app.focus_next", show=False),
    ]

    def __init__(self, question: str) -> None:
        super().__init__()
        self._question = question

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog question"):
            yield Static(Content(self._question))
            with Horizontal():
                yield Button("Yes (y)", id="yes", compact=True)
                yield Button("No (n)", id="no", compact=True)

    def action_say(self, yes: bool) -> None:
        self.dismiss(yes)

    def on_button_pressed(self, event: Button.Pressed) -> None:
        self.dismiss(event.button.id == "yes")


class Choose(ModalScreen[int | None]):
    """A list; the number of what was chosen. An entry that has a key is chosen by it, too."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", "Close")]

    def __init__(self, title: str, entries: list[tuple[str, str]]) -> None:
        """Each entry is its key, or nothing, and its label."""
        super().__init__()
        self._title, self._entries = title, entries

    def compose(self) -> ComposeResult:
        with Vertical(classes="dialog"):
            yield Static(Content(self._title), classes="dialog-title")
            yield OptionList(
                *(
                    Option(Content.assemble((f"{key or ' '}  ", "bold"), label))
                    for key, label in self._entries
                ),
                compact=True,
            )

    def on_key(self, event: events.Key) -> None:
        """The key of an entry; j and k go up and down unless they are the key of one."""
        number = next((n for n, (key, _) in enumerate(self._entries) if key and key == event.key), None)
        if number is not None:
            event.stop()
            self.dismiss(number)
        elif event.key in ("j", "k"):
            options = self.query_one(OptionList)
            (options.action_cursor_down if event.key == "j" else options.action_cursor_up)()
        elif event.key == "q":
            self.dismiss(None)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_index)
