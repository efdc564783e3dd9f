"""What outlives a search goes round: a game that is over leaves its tables to the next."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import Budget, Memory, Stop, analyse, deepening, host, think
from quintet.games import game


def test_what_a_memory_kept_is_given_back_once_when_it_ends_or_turns_to_another_game() -> None:
    made: list[str] = []
    back: list[str] = []

    def make() -> str:
        made.append(f"work {len(made)}")
        return made[-1]

    memory = Memory()
    for key, known in (("one", False), ("one", True), ("two", False)):
        with memory.lent(key) as lent:
            assert lent is not None
            assert lent.find("work", make, back.append) == (
                made[-1] if known else f"work {len(made) - 1}",
                known,
            )
    assert back == ["work 0"]
    del memory, lent
    assert back == ["work 0", "work 1"]


def test_the_next_game_thinks_with_the_scratch_of_the_last_and_knows_nothing_of_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    rules: Any = game("reversi", size=4)
    position = rules.start()
    budget = Budget(seconds=5)
    right = think(rules, position, 0, budget=budget, memory=Memory())

    def refuse(*_: object) -> object:
        raise AssertionError("another scratch was made")

    monkeypatch.setattr(host, "new_work", refuse)
    for _ in range(3):
        memory = Memory()
        found = think(rules, position, 0, budget=budget, memory=memory)
        assert (found.move, found.value, found.exact, found.nodes) == (
            right.move,
            right.value,
            True,
            right.nodes,
        )
        again = think(rules, position, 0, budget=budget, memory=memory)
        assert again.nodes < found.nodes  # this one does remember


@pytest.mark.parametrize("remembers", [False, True])
def test_a_stop_that_comes_late_ends_no_other_search(remembers: bool) -> None:
    """Whoever asked no longer waits; the scratch of that search has gone to another one meanwhile."""
    rules: Any = game("reversi", size=6)
    position, budget, stop = rules.start(), Budget(nodes=20_000), Stop()
    memory = Memory() if remembers else None
    late = analyse(rules, position, 0, budget, memory=memory, stop=stop)
    steps = []
    for step in deepening(rules, position, 0, budget, memory=memory):
        stop.now()
        steps.append(step)
    assert steps[-1].depth >= late.depth
    assert memory is not None or steps[-1].nodes == late.nodes
