"""Counts of games by length: tests/perft/*.perft say what they must be.

A block names a game and its settings, perhaps moves to play first, and then depth and count, a line each. Lines marked
`slow` are run with `pytest --slow` only. Where each number comes from is written beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from quintet.games import GAMES
from quintet.games.perft import perft, perft_split
from quintet.say.pages import read_example

FOLDER = Path(__file__).parent / "perft"


class Count(NamedTuple):
    start: str
    depth: int
    leaves: int
    slow: bool


def read_counts(text: str) -> Iterator[Count]:
    lines = [line.partition("#")[0].rstrip() for line in text.splitlines()]
    for block in "\n".join(lines).split("\n\n"):
        head = [line for line in block.splitlines() if line and not line[0].isdigit()]
        for line in (line for line in block.splitlines() if line[:1].isdigit()):
            depth, leaves, *marks = line.split()
            yield Count("\n".join(head), int(depth), int(leaves.replace(",", "")), marks == ["slow"])


def every_count() -> list[Any]:
    counts = [
        count for path in sorted(FOLDER.glob("*.perft")) for count in read_counts(path.read_text("utf-8"))
    ]
    return [pytest.param(count, id=f"{' '.join(count.start.split())}-{count.depth}") for count in counts]


@pytest.mark.parametrize("count", every_count())
def test_the_count_is_right(count: Count, request: pytest.FixtureRequest) -> None:
    if count.slow and not request.config.getoption("--slow"):
        pytest.skip("slow: run with --slow")
    played = read_example(count.start).play()
    leaves = perft(played.game, played.position, count.depth)
    if leaves != count.leaves:
        split = perft_split(played.game, played.position, count.depth)
        lines = "\n".join(f"{move}: {number}" for move, number in split)
        pytest.fail(f"{count.start} has {leaves} leaves at {count.depth}, not {count.leaves}:\n{lines}")


def test_every_game_is_counted() -> None:
    counted = {param.values[0].start.split()[0] for param in every_count()}
    assert counted == set(GAMES)
