"""benchmarks/results.md: each benchmark owns one section and replaces it whole."""

from __future__ import annotations

import os
import platform
import re
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from pathlib import Path

RESULTS = Path(__file__).with_name("results.md")
HEAD = "# Results\n\nEach section is written by the benchmark that it names, on the machine that it names.\n"


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
    """Replace one section of the results, or add it at the end."""
    section = f"## {title}\n\n`{command}` on {machine()}.\n\n{text.strip()}\n"
    old = RESULTS.read_text("utf-8") if RESULTS.exists() else HEAD
    pattern = re.compile(rf"^## {re.escape(title)}\n.*?(?=^## |\Z)", re.MULTILINE | re.DOTALL)
    if pattern.search(old):
        new = pattern.sub(lambda _: section + "\n", old, count=1)
    else:
        new = f"{old.rstrip()}\n\n{section}"
    RESULTS.write_text(new.rstrip() + "\n", "utf-8")
    print(section)
