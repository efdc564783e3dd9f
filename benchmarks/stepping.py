"""A `quintet` on a machine whose clock can be set, with the trivial game of the benchmark.

    python -m benchmarks.stepping FILE serve --store memory:

FILE has the number of seconds that the system's clock is ahead of the right time; only wall time heeds it.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path

from benchmarks.counting import Counting
from quintet.cli import main
from quintet.games import GAMES
from quintet.server.steady import SteadyClock


def install(file: Path) -> None:
    """From now on wall time is what the file makes of it."""
    right = time.time_ns

    def set_ns() -> int:
        return right() + int(file.read_text("utf-8") or 0) * 10**9

    time.time_ns = set_ns
    time.time = lambda: set_ns() / 1e9
    SteadyClock.__init__.__defaults__ = (set_ns, time.monotonic_ns)  # they were bound before


if __name__ == "__main__":
    GAMES[Counting.name] = Counting
    install(Path(sys.argv.pop(1)))
    main()
