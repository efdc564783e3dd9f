"""Choosing a move by lot among those that are good enough: the same in plain Python and in compiled code."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from quintet.engine.arithmetic import exp


def make_choice(compiled: Callable[[Any], Any]) -> Callable[..., Any]:
    """`compiled` is how functions become fast; over the contract alone they stay plain Python."""
    power = compiled(exp)

    @compiled
    def choice(values: Any, count: int, loss: float, mark: float) -> Any:
        """Which of these values to take, by a number from 0 to 1 drawn by lot: one that is at most `loss` below the best.

        By the square of how far below: what differs little is hardly told apart, what differs much is seen.
        """
        top, best, whole = 0, values[0], 0.0
        for i in range(count):
            if values[i] > best:
                top, best = i, values[i]
        if loss <= 0.0:
            return top
        for i in range(count):
            if best - values[i] <= loss:
                part = (values[i] - best) / loss
                whole += power(-9.0 * part * part)
        mark *= whole
        for i in range(count):
            if best - values[i] <= loss:
                part = (values[i] - best) / loss
                mark -= power(-9.0 * part * part)
                if mark < 0.0:
                    return i
        return top

    found: Callable[..., Any] = choice
    return found
