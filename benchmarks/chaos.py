"""Attacks that take longer than a test may, from a seed.

    python -m benchmarks.chaos                                # every part
    python -m benchmarks.chaos strangers
    python -m benchmarks.chaos fuzz --count 10000 --seed 7

Parts: `strangers` floods a server while others play; `fuzz` sends a million requests and messages that nobody means;
`database`, `disk`, `kills`, `nodes` and `clocks` take away what a server stands on, and give it back; `rooms`
opens 3,000 rooms and lets them go; `soak` lets an hour pass.
"""

from __future__ import annotations

import argparse
import asyncio
from collections.abc import Awaitable, Callable

import uvloop

from benchmarks.aftermath import aftermath
from benchmarks.strangers import ATTACKS, FUZZED, fuzz, strangers
from benchmarks.troubles import clocks, database, disk, kills, nodes, soak

COMMAND = "python -m benchmarks.chaos"
PARTS: dict[str, Callable[[argparse.Namespace], Awaitable[None]]] = {
    "strangers": lambda given: strangers(given.attack),
    "fuzz": lambda given: fuzz(given.count, given.seed, given.seeds),
    "database": lambda _: database(),
    "disk": lambda _: disk(),
    "kills": lambda _: kills(),
    "nodes": lambda _: nodes(),
    "clocks": lambda _: clocks(),
    "rooms": lambda _: aftermath(),
    "soak": lambda given: soak(given.minutes, given.pause),
}


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
    parser.add_argument(
        "--seeds",
        type=int,
        default=1,
        metavar="N",
        help="fuzz from so many seeds, one after the other (default: 1)",
    )
    parser.add_argument(
        "--minutes", type=float, default=60.0, metavar="N", help="how long to soak (default: an hour)"
    )
    parser.add_argument(
        "--attack", action="append", default=[], choices=tuple(ATTACKS), help="of strangers, this attack only"
    )
    parser.add_argument(
        "--pause",
        type=float,
        default=0.0,
        metavar="SECONDS",
        help="before each move of the soak (default: none)",
    )
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"any of {', '.join(PARTS)}; all by default")
    given = parser.parse_args()
    for part in given.parts:
        if part not in PARTS:
            parser.error(f"there is no part {part!r}; the parts are {', '.join(PARTS)}")

    async def run() -> None:
        for part in given.parts or PARTS:
            await PARTS[part](given)

    with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
        runner.run(run())


if __name__ == "__main__":
    main()
