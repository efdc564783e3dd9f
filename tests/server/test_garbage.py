"""What nobody holds any more is looked for when most have gone, and what is free is given back."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import pytest

from quintet.server import garbage
from quintet.server.leftovers import Anew
from quintet.server.limits import Buckets
from tests.waiting import until


@pytest.fixture
def looks(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What was done, in order."""
    done: list[str] = []
    monkeypatch.setattr(garbage, "LOOK_EVERY", 0.001)
    monkeypatch.setattr(garbage, "look_everywhere", lambda: done.append("looked"))
    monkeypatch.setattr(garbage, "give_back", lambda: done.append("gave back"))

    async def gather(anew: Anew) -> None:
        (await anew())()
        done.append("gathered")

    monkeypatch.setattr(garbage, "gather", gather)
    return done


async def nothing_anew() -> Callable[[], None]:
    return lambda: None


async def test_there_is_a_look_when_most_have_gone_and_not_while_they_are_there(looks: list[str]) -> None:
    there, asked = [0], 0

    def count() -> int:
        nonlocal asked
        asked += 1
        return there[0]

    async def more_looks() -> None:
        before = asked
        await until(lambda: asked > before + 5)

    task = asyncio.create_task(garbage.tidy_now_and_then(count, nothing_anew))
    for number in (0, garbage.MANY - 1, 5 * garbage.MANY, 2 * garbage.MANY):
        there[0] = number
        await more_looks()
    assert not looks, "nobody has gone, or many are still there"
    there[0] = 10
    await until(lambda: looks == ["looked", "gathered", "gave back"])
    await more_looks()
    assert len(looks) == 3, "once"
    task.cancel()


async def test_there_is_a_look_now_and_then_however_many_are_there(
    looks: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage, "TIDY_EVERY", 0.0)
    task = asyncio.create_task(garbage.tidy_now_and_then(lambda: 10_000, nothing_anew))
    await until(lambda: len(looks) >= 4)
    assert "gathered" not in looks, "nobody has gone"
    task.cancel()


def test_whoever_may_ask_for_all_again_is_not_remembered() -> None:
    now = [0.0]
    buckets = Buckets(2, 1, lambda: now[0])
    for number in range(50):
        buckets.take(str(number))
    garbage.look_everywhere()
    assert len(buckets) == 50
    now[0] += 1
    buckets.take("late")
    garbage.look_everywhere()
    assert len(buckets) == 1
    garbage.give_back()
