"""Words side by side: as many on a line as fit, in lines or in columns."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from textual.content import Content

from quintet.wire.picture import columns as columns_of


def link(text: str, action: str, style: str = "bold underline") -> Content:
    """Words that can be clicked. The text is ours or a game's, never a person's."""
    return Content.from_markup(f"[{style}][@click={action}]$text[/][/]", text=text)


def join(parts: Iterable[Content], between: str = " ") -> Content:
    return Content(between).join(parts)


def flow(parts: Iterable[Content], width: int, between: str = " · ", indent: str = "  ") -> Content:
    """The parts one after the other; what does not fit goes to the next line whole."""
    lines: list[Content] = []
    for part in parts:
        if not part.plain:
            continue
        if lines and lines[-1].cell_length + len(between) + part.cell_length <= width:
            lines[-1] = lines[-1] + between + part
        else:
            lines.append(Content(indent) + part)
    return join(lines, "\n")


def ends(left: Content, right: Content, width: int) -> Content:
    """One at the left end of a line, one at the right."""
    gap = max(1, width - left.cell_length - right.cell_length)
    return left + " " * gap + right


def wrapped(text: str, width: int, indent: int) -> list[str]:
    """A text of any words in lines; the ones after the first are indented, and no word is lost."""
    lines = [""]
    for word in text.split(" "):
        blank = " " if lines[-1].strip() else ""
        if lines[-1].strip() and columns_of(lines[-1] + blank + word) > width:
            lines.append(" " * indent + word)
        else:
            lines[-1] += blank + word
    return lines


def in_columns(cells: Sequence[Content], width: int) -> tuple[list[Content], int]:
    """The cells row by row in columns of one width, and how many of them stand in a row."""
    widest = max((cell.cell_length for cell in cells), default=1)
    across = max(1, (width + 2) // (widest + 2))
    rows = [cells[first : first + across] for first in range(0, len(cells), across)]
    padded = [[cell.pad_right(widest - cell.cell_length) for cell in row[:-1]] + [row[-1]] for row in rows]
    return [join(row, "  ") for row in padded], across
