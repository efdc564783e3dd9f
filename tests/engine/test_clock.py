"""When a search stops: at its deadline, or sooner where others have the processor."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from quintet.engine._jit import record
from quintet.engine.clock import FIELDS, SPARE, overdue
from quintet.engine.levels import PROMISE, THINKING

MS = 1_000_000
RECORD = record(FIELDS)


def stops_at(looks: list[int], deadline: int) -> int | None:
    """At which of these looks at the clock, in milliseconds, a search stops."""
    c: Any = np.zeros(1, RECORD)[0]
    begun = 10**12
    for at in looks:
        if overdue(c, begun + at * MS, begun + deadline * MS):
            return at
    return None


def test_on_a_quiet_machine_it_stops_at_its_deadline() -> None:
    assert stops_at(list(range(500)), 400) == 400


def test_short_waits_cost_nothing() -> None:
    assert stops_at(list(range(0, 500, 40)), 400) == 400


@pytest.mark.parametrize("wait", [150, 200, 300])
def test_after_a_long_wait_it_leaves_time_for_another_one(wait: int) -> None:
    looks = [0, *range(wait, 800)]
    stopped = stops_at(looks, 400)
    assert stopped is not None
    assert stopped + wait <= max(400 + int(SPARE) // MS, 2 * wait)
    assert stopped < 400


def test_a_wait_before_the_search_began_does_not_count() -> None:
    assert stops_at([300, *range(301, 500)], 400) == 400


def test_the_promise_has_room_for_what_is_spared() -> None:
    assert THINKING + SPARE / 1e9 < PROMISE
