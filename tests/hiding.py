"""`quintet` as it is where some modules are not installed: a process of its own, in which they cannot be imported."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path

ROOT = Path(__file__).parents[1]


def without(modules: Iterable[str], program: str) -> list[str]:
    """The command line of a Python program that finds none of these modules."""
    hide = f"import sys; sys.modules.update(dict.fromkeys({sorted(modules)!r}))"
    return [sys.executable, "-c", f"{hide}\n{program}"]


def quintet_without(
    modules: Iterable[str], *arguments: str, stdin: str = ""
) -> subprocess.CompletedProcess[str]:
    program = f"from quintet.cli import main\nmain({list(arguments)!r})"
    return subprocess.run(
        without(modules, program),
        cwd=ROOT,
        env=os.environ | {"QUINTET_DISCORD_TOKEN": "none", "SDL_VIDEODRIVER": "dummy"},
        input=stdin,
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
