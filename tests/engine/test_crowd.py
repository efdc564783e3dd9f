"""A crowded machine: what the last answers say about it, and how much sooner the next one stops."""

from __future__ import annotations

import threading
import time

import pytest

from quintet.engine import crowd as crowds
from quintet.engine.crowd import LEAST, SHORTEST, Crowd, measured

SECOND = 1_000_000_000


def after(*answers: tuple[float, float]) -> Crowd:
    crowd = Crowd()
    for wall, processor in answers:
        crowd.note(int(wall * SECOND), int(processor * SECOND))
    return crowd


def test_alone_it_uses_all_the_time() -> None:
    assert Crowd().part == 1
    assert after((0.4, 0.4), (0.4, 0.38)).part == 1


def test_the_more_others_there_are_the_sooner_it_stops_but_it_always_thinks() -> None:
    parts = [after((0.4, 0.4 * share)).part for share in (1.0, 0.8, 0.5, 0.25, 0.1, 0.0)]
    assert parts == sorted(parts, reverse=True)
    assert len(set(parts)) == len(parts)
    assert parts[-1] == LEAST


def test_it_hears_at_once_of_a_crowd_and_trusts_the_quiet_by_and_by() -> None:
    assert after((0.4, 0.4), (0.4, 0.1)).share == after((0.4, 0.1)).share
    shares = [after((0.4, 0.1), *[(0.3, 0.3)] * quiet).share for quiet in range(6)]
    assert shares == sorted(shares)
    assert shares[1] < 0.9 < shares[-1]


def test_an_answer_that_took_no_time_says_nothing() -> None:
    assert after((SHORTEST / SECOND / 2, 0.0)).part == 1


def test_what_one_thread_waits_for_is_noted_for_that_thread_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(crowds._here, "crowd", Crowd())
    parts: list[float] = []

    def wait() -> None:
        with measured():
            time.sleep(3 * SHORTEST / SECOND)  # as if others had the processor
        with measured() as seen:
            parts.append(seen.part)

    other = threading.Thread(target=wait)
    other.start()
    other.join()
    with measured() as seen:
        parts.append(seen.part)
    assert parts[0] < 0.7
    assert parts[1] == 1.0
