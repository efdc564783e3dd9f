"""What is said of somebody's own program that broke down: the kind of error, and where in its file it was."""

from __future__ import annotations

import traceback
from pathlib import Path

from quintet.games.contract import GameError

HOUSE = Path(__file__).parent


def what_broke(error: BaseException) -> str:
    """Our own errors are sentences; of others the kind, and the last line of theirs that was reached."""
    if isinstance(error, GameError):
        return str(error)
    told = f"{type(error).__name__}: {error}".removesuffix(": ")
    steps = [
        step for step in traceback.extract_tb(error.__traceback__) if HOUSE not in Path(step.filename).parents
    ]
    return f"{told} ({steps[-1].filename}, line {steps[-1].lineno}, in {steps[-1].name})" if steps else told
