"""benchmarks/results.md: each benchmark owns one section and replaces it whole."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")
HEAD = (
    "# Results\n\nEach section is written by the benchmark that it names, on the machine that it names.\n\n"
)


def machine() -> str:
    """Where and when this was measured."""
    chip = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists() and (found := re.search(r"^model name\s*:\s*(.*)$", info.read_text(), re.MULTILINE)):
        chip = found[1]
    day = datetime.now(UTC).date().isoformat()
    return f"{chip}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}, {day}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table; every column but the first is a number."""
    lines = [head, ["---"] + ["---:"] * (len(head) - 1), *rows]
    return "\n".join("| " + " | ".join(str(cell) for cell in line) + " |" for line in lines)


def write_section(title: str, command: str, text: str) -> None:
    """Replace one section of the results, or add it."""
    arrange(sections() | {title: show_section(title, command, text)})


def show_section(title: str, command: str, text: str) -> str:
    """Print a section without keeping it, as of a part that was measured alone."""
    section = f"## {title}\n\n`{command}` on {machine()}.\n\n{text.strip()}\n"
    print(section)
    return section


def sections() -> dict[str, str]:
    """What has been measured so far: title and text of every section."""
    old = RESULTS.read_text("utf-8") if RESULTS.exists() else ""
    return {part.splitlines()[0][3:]: part for part in re.split(r"^(?=## )", old, flags=re.MULTILINE)[1:]}


def arrange(found: dict[str, str]) -> None:
    """Write the results with a list of what there is; sections stand in the order of their titles."""
    titles = sorted(found)
    contents = "\n".join(f"- [{title}](#{anchor(title)})" for title in titles)
    RESULTS.write_text(
        "\n\n".join([HEAD + contents, *(found[title].strip() for title in titles)]) + "\n", "utf-8"
    )


def anchor(title: str) -> str:
    """Where a heading can be reached, by the rules of GitHub."""
    return re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-")
