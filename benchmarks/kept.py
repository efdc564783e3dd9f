"""Results that take long, a line each as soon as it is there: a run that was stopped goes on, and nothing finished is lost."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

ARTEFACTS = Path(__file__).parents[1] / "artefacts"


def read(kept: Path) -> list[dict[str, Any]]:
    """What is there already. A last line that was cut off is taken away: it is measured again."""
    if not kept.exists():
        return []
    whole, _, torn = kept.read_text("utf-8").rpartition("\n")
    if torn:
        kept.write_text(whole + "\n" * bool(whole), "utf-8")
    return [json.loads(line) for line in whole.splitlines()]


def add(kept: Path, result: dict[str, Any]) -> None:
    kept.parent.mkdir(parents=True, exist_ok=True)
    with kept.open("a", encoding="utf-8") as file:
        file.write(json.dumps(result) + "\n")
    print(result, file=sys.stderr, flush=True)
