"""Attacks that take longer than a test may, from a seed.

    python -m benchmarks.chaos                                # every part
    python -m benchmarks.chaos strangers
    python -m benchmarks.chaos fuzz --count 10000 --seed 7

Parts: `strangers` floods a server while others play; `fuzz` sends a million requests and messages that nobody means.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable

import uvloop

from benchmarks.strangers import FUZZED, fuzz, strangers

COMMAND = "python -m benchmarks.chaos"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog=COMMAND, description="Attack the server, and see what is left of it."
    )
    parser.add_argument(
        "--count",
        type=int,
        default=FUZZED,
        metavar="N",
        help="requests and messages to fuzz (default: a million)",
    )
    parser.add_argument("--seed", type=int, default=1, help="what they are made from (default: 1)")
    parser.add_argument("parts", nargs="*", metavar="PART", help="any of strangers, fuzz; all by default")
    given = parser.parse_args()
    parts: dict[str, Callable[[], Awaitable[None]]] = {
        "strangers": strangers,
        "fuzz": lambda: fuzz(given.count, given.seed),
    }
    for part in given.parts:
        if part not in parts:
            parser.error(f"there is no part {part!r}; the parts are {', '.join(parts)}")

    async def run() -> None:
        for part in given.parts or parts:
            await parts[part]()

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


if __name__ == "__main__":
    main()
