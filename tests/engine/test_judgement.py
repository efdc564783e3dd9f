"""The words beside a hint."""

from __future__ import annotations

from typing import Any

import pytest

from quintet.engine import Thought
from quintet.engine.judgement import judgement


@pytest.mark.parametrize(
    ("value", "exact", "more", "told"),
    [
        (3.21, False, {"line": ("a1", "b1", "c1")}, "worth +3.2; then b1, c1"),
        (0.996, False, {}, "worth +1.00"),
        (-0.043, False, {}, "worth −0.04"),
        (-0.001, False, {}, "worth 0"),
        (-8.0, True, {}, "worth −8, proven"),
        (
            0.125,
            True,
            {"policy": {"a1": 0.5, "b1": 0.5}},
            "worth +0.12, proven; drawn from 2 moves, to be hard to guess",
        ),
        (1.0, True, {"policy": {"a1": 1.0}}, "worth +1, proven"),
        (0.0, True, {}, "worth 0, proven"),
    ],
)
def test_a_hint_says_what_the_move_is_worth_and_whether_that_is_proven(
    value: float, exact: bool, more: dict[str, Any], told: str
) -> None:
    thought: dict[str, Any] = {
        "seat": 0,
        "move": "a1",
        "line": ("a1",),
        "depth": 1,
        "nodes": 1,
        "seconds": 0.1,
    } | more
    assert judgement(Thought(value=value, exact=exact, **thought)) == told
