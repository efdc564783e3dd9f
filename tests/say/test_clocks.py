"""Times as people read them."""

from __future__ import annotations

import pytest

from quintet.say.clocks import DAY, HOUR, long_time


@pytest.mark.parametrize(
    ("milliseconds", "told"),
    [
        (120_000, "2:00"),
        (DAY, "24:00:00"),
        (2 * DAY - 60_000, "47:59:00"),
        (2 * DAY - 10, "2 days"),
        (2 * DAY, "2 days"),
        (2 * DAY + HOUR, "2 days 1 h"),
        (3 * DAY - 10, "3 days"),
    ],
)
def test_long_times_are_told_in_days(milliseconds: int, told: str) -> None:
    assert long_time(milliseconds) == told
