"""What is said of somebody's own program that broke down: the kind of error, where in its file it was, or how its process ended."""

from __future__ import annotations

import signal
import traceback
from contextlib import suppress
from pathlib import Path

from quintet.games.contract import GameError

HOUSE = Path(__file__).parent
IMPORTING = "<frozen "
"""What Python's own steps through an import begin with."""


def what_broke(error: BaseException) -> str:
    """Our own errors are sentences; of others the kind, and the last line of theirs that was reached."""
    if isinstance(error, GameError):
        return str(error)
    told = f"{type(error).__name__}: {said_by(error)}".removesuffix(": ")
    steps = [
        step
        for step in traceback.extract_tb(error.__traceback__)
        if HOUSE not in Path(step.filename).parents and not step.filename.startswith(IMPORTING)
    ]
    return f"{told} ({steps[-1].filename}, line {steps[-1].lineno}, in {steps[-1].name})" if steps else told


def said_by(error: BaseException) -> str:
    """What an error says of itself, on one line; nothing where it breaks down over that, too."""
    try:
        words = " ".join(str(error).split())
    except Exception:
        return ""
    return "".join(letter if letter.isprintable() else "\N{REPLACEMENT CHARACTER}" for letter in words)


def how_ended(code: int) -> str:
    """The exit status of a process, or the signal that ended it, in words."""
    if code >= 0:
        return f"with the exit status {code}"
    with suppress(ValueError):  # a signal that this system does not know
        return f"by the signal {signal.Signals(-code).name} ({signal.strsignal(-code)})"
    return f"by the signal {-code}"
