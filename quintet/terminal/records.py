"""Which game to study: the records in this folder, or any file by its name."""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import BindingType
from textual.content import Content
from textual.widgets import Footer, Input, OptionList, Static
from textual.widgets.option_list import Option

from quintet.games.formats import FORMATS
from quintet.terminal.forms import BACK, House, field

ENDINGS = tuple(ending for known in FORMATS for ending in known.suffixes)
MOST = 500
"""So many files are listed."""


class Records(House):
    """A list of files, and a field for the name of any other."""

    BINDINGS: ClassVar[list[BindingType]] = [BACK]

    def compose(self) -> ComposeResult:
        yield Static("Study a game", id="title")
        yield field(
            "File", Input(placeholder="any format that quintet convert reads", id="file", compact=True)
        )
        options = OptionList(id="files", compact=True)
        files = found_files()
        for file in files:
            options.add_option(Option(Content(str(file)), id=f"file-{file}"))
        if not files:
            options.add_option(
                Option("There is no record in this folder; s at a table saves one.", disabled=True)
            )
        yield options
        yield Footer(compact=True, show_command_palette=False)

    def on_mount(self) -> None:
        options = self.query_one(OptionList)
        if options.option_count and not options.get_option_at_index(0).disabled:
            options.highlighted = 0
            options.focus()
        else:
            self.query_one("#file").focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.quintet.open_file(event.value.strip())

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        if event.option.id:
            self.quintet.open_file(event.option.id.removeprefix("file-"))


def found_files() -> list[Path]:
    """What may be a record, the newest first."""
    files = [path for path in Path().iterdir() if path.suffix.lower() in ENDINGS and path.is_file()]
    return sorted(files, key=lambda path: -path.stat().st_mtime)[:MOST]
