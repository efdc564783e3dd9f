"""Times and clocks as people write them."""

from __future__ import annotations

import pytest

from quintet.table import Clock
from quintet.table.times import TimeError, read_clock, read_time, write_time


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("2:00", 120),
        ("[00:02:00]", 120),
        ("1:30:00", 5400),
        ("90", 90),
        (" 0:05 ", 5),
        ("0", 0),
        ("720:00:00", 2_592_000),
    ],
)
def test_a_time(text: str, seconds: int) -> None:
    assert read_time(text) == seconds * 1000


@pytest.mark.parametrize("text", ["", "soon", "1:", "1:75", "-1:00", "1:2:3:4", "٢:٠٠x"])
def test_no_time(text: str) -> None:
    with pytest.raises(TimeError, match="is not a time; write it as"):
        read_time(text)


def test_a_time_is_written_as_it_is_read() -> None:
    assert [write_time(ms) for ms in (0, 1, 119_001, 3_600_000)] == ["0:00", "0:01", "2:00", "1:00:00"]


@pytest.mark.parametrize("text", ["721:00:00", "2592001"])
def test_a_time_of_months(text: str) -> None:
    with pytest.raises(TimeError, match="is too long; a time is at most 720:00:00"):
        read_time(text)


def test_a_clock() -> None:
    assert read_clock("1:30", "", "5") == Clock(move_ms=90_000, increment_ms=5_000)
    assert read_clock("", "10:00", " ") == Clock(reserve_ms=600_000)
    for move, reserve in (("0", "0:00"), ("", "")):
        with pytest.raises(TimeError, match="a clock needs time for each move or a reserve"):
            read_clock(move, reserve, "5")
