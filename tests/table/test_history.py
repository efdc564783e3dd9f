"""A history is a tuple to all who look, and grows without being copied."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from quintet.table.history import History


@given(st.lists(st.integers(0, 3)), st.integers(0, 12))
def test_it_reads_like_the_tuple_of_its_items(items: list[int], count: int) -> None:
    history, expected = History[int](), tuple(items)
    for item in items:
        history = history.plus(item)
    assert history == expected == tuple(history)
    assert history == History(items)
    assert hash(history) == hash(expected)
    assert len(history) == len(expected)
    assert [history[n] for n in range(-len(items), len(items))] == items + items
    assert history[count:] == expected[count:] == tuple(history.since(count))
    assert history[::-2] == expected[::-2]
    assert tuple(reversed(history)) == expected[::-1]
    assert history.first(count) == expected[:count]


def test_what_was_looked_at_stays_as_it_was_whoever_grows() -> None:
    short = History([1, 2])
    long = short.plus(3)
    other = short.plus(4)
    earlier = long.first(1)
    again = earlier.plus(9)
    seen = [tuple(history) for history in (short, long, other, earlier, again)]
    assert seen == [(1, 2), (1, 2, 3), (1, 2, 4), (1,), (1, 9)]


def test_what_two_begin_with_is_found_whether_they_share_or_not() -> None:
    first, second, third = object(), object(), object()
    short = History([first, second])
    assert short.plus(third).common(short) == 2
    assert short.common(short.plus(third)) == 2
    assert short.plus(first).common(short.plus(third)) == 2
    assert short.first(1).plus(third).common(short) == 1
    assert History([second]).common(short) == 0


def test_an_item_that_is_not_there_is_an_error() -> None:
    history = History([1, 2]).first(1)
    for index in (1, -2):
        with pytest.raises(IndexError):
            history[index]
    assert history != [1]
