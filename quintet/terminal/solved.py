"""What somebody has solved at this terminal, kept in a file: a solver for each game."""

from __future__ import annotations

import time
from datetime import UTC, datetime
from pathlib import Path

import msgspec
import platformdirs

from quintet.study import puzzles, solving
from quintet.study.puzzles import Puzzle
from quintet.study.solving import Counted, Solver


def solved_file() -> Path:
    return platformdirs.user_config_path("quintet") / "puzzles.json"


class Solved:
    """How somebody does in every game."""

    def __init__(self) -> None:
        self.solvers = load()
        self.trouble = ""
        """Why nothing can be kept, as a sentence."""

    def of(self, name: str) -> Solver:
        return self.solvers.get(name) or Solver()

    def due(self, name: str) -> int:
        """How many mistakes come back now."""
        return len(solving.due(self.of(name), milliseconds()))

    def following(self, name: str) -> Puzzle | None:
        """What comes next: a mistake that is due, or one of about one's strength; None when all were seen."""
        return solving.next_for(name, self.of(name), milliseconds())

    def count(self, puzzle: Puzzle, right: bool) -> Counted:
        """Let an answer count, and keep what follows."""
        before = self.of(puzzle.game)
        found = solving.answered(before, puzzle, solving.standing_of(puzzle), right, milliseconds())
        if found.solver != before:
            self.solvers[puzzle.game] = found.solver
            self.trouble = save(self.solvers)
        return found

    def latest(self, most: int) -> list[tuple[Puzzle, bool]]:
        """The puzzles of every game that were answered last, the newest first, and whether the first answer was right."""
        known = puzzles.by_id()
        seen = [pair for solver in self.solvers.values() for pair in solver.seen.items() if pair[0] in known]
        newest = sorted(seen, key=lambda pair: -pair[1].at)[:most]
        return [(known[identity], one.right) for identity, one in newest]


def milliseconds() -> int:
    return time.time_ns() // 1_000_000


def today() -> Puzzle:
    """The puzzle of the day; PuzzleError where none are installed."""
    return puzzles.of_the_day(datetime.now(UTC).date())


def load() -> dict[str, Solver]:
    """What was kept; nothing where nothing was, or nothing readable."""
    try:
        return msgspec.json.decode(solved_file().read_bytes(), type=dict[str, Solver])
    except (OSError, msgspec.DecodeError):
        return {}


def save(solvers: dict[str, Solver]) -> str:
    """Keep it; a sentence if that cannot be done."""
    file = solved_file()
    part = file.with_suffix(".part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(msgspec.json.encode(solvers))
        part.replace(file)
    except OSError as error:
        return f"What you have solved cannot be kept: {(error.strerror or str(error)).lower()}."
    return ""
