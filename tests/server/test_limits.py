"""What one guest or address may use, and who may come in."""

from __future__ import annotations

import asyncio
from collections import Counter

import pytest

from quintet.server.guard import Turnstile
from quintet.server.limits import Bucket, Buckets, Doorkeeper, Places


def test_a_bucket_gives_a_burst_and_then_its_rate() -> None:
    now = [0.0]
    bucket = Bucket(burst=3, rate=2, clock=lambda: now[0])
    assert [bucket.take() for _ in range(5)] == [True, True, True, False, False]
    now[0] = 1.0
    assert [bucket.take() for _ in range(3)] == [True, True, False]
    now[0] = 100.0
    assert bucket.full
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_much_at_once_takes_as_much_as_it_is() -> None:
    now = [0.0]
    bucket = Bucket(burst=10, rate=2, clock=lambda: now[0])
    assert [bucket.take(4), bucket.take(4), bucket.take(4), bucket.take(2)] == [True, True, False, True]
    now[0] = 2.0
    assert [bucket.take(4), bucket.take(0.5)] == [True, False]


def test_buckets_are_kept_apart_and_forgotten_when_full() -> None:
    buckets = Buckets(burst=1, rate=1e9)
    assert buckets.take("a")
    for number in range(2 * Buckets.MOST):
        assert buckets.take(str(number))
    assert len(buckets) <= Buckets.FEW


def test_buckets_that_are_in_use_are_kept_and_only_the_newest_of_very_many() -> None:
    now = [0.0]
    buckets = Buckets(burst=1, rate=1, clock=lambda: now[0])
    for number in range(2 * Buckets.FEW):
        assert buckets.take(str(number))
    assert not any(buckets.take(str(number)) for number in range(2 * Buckets.FEW)), (
        "none is forgotten too soon"
    )
    for number in range(3 * Buckets.MOST):
        buckets.take(str(number))
    assert len(buckets) <= Buckets.MOST
    assert not buckets.take(str(3 * Buckets.MOST - 1))
    now[0] = 2.0
    for number in range(2 * Buckets.MOST):
        buckets.take(str(number))
        now[0] += 1.0
    assert len(buckets) <= Buckets.FEW


async def test_a_turnstile_lets_a_few_begin_at_a_time_and_in_order() -> None:
    turnstile, begun, rounds = Turnstile(at_a_time=3), [], [0]

    async def come(number: int) -> None:
        await turnstile.enter()
        begun.append((rounds[0], number))

    tasks = [asyncio.create_task(come(number)) for number in range(10)]
    tasks[5].cancel()
    while not all(task.done() for task in tasks):
        await asyncio.sleep(0)
        rounds[0] += 1
    assert [number for _, number in begun] == [0, 1, 2, 3, 4, 6, 7, 8, 9]
    assert max(Counter(round_ for round_, _ in begun).values()) <= 3


def test_places_are_given_back() -> None:
    places = Places(2)
    for _ in range(2):
        assert not places.full("a")
        places.take("a")
    assert places.full("a")
    assert not places.full("b")
    places.give_back("a")
    assert not places.full("a")


@pytest.mark.parametrize(
    ("listens_on", "hosts", "host", "allowed"),
    [
        ("127.0.0.1", (), "localhost:8642", True),
        ("127.0.0.1", (), "127.0.0.1", True),
        ("127.0.0.1", (), "[::1]:8642", True),
        ("127.0.0.1", (), "play.example", False),
        ("127.0.0.1", (), "localhost.evil.example", False),
        ("127.0.0.1", (), "", False),
        ("127.0.0.1", (), "[", False),
        ("0.0.0.0", (), "play.example", True),
        ("0.0.0.0", ("play.example",), "PLAY.example:443", True),
        ("0.0.0.0", ("play.example",), "localhost", False),
    ],
)
def test_a_server_goes_by_its_names_only(
    listens_on: str, hosts: tuple[str, ...], host: str, allowed: bool
) -> None:
    assert Doorkeeper(listens_on, hosts).host_allowed(host) is allowed


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("", True),
        ("http://localhost:8642", True),
        ("https://localhost:8642", True),
        ("HTTP://LOCALHOST:8642", True),
        ("http://localhost", False),
        ("http://localhost:8642.evil.example", False),
        ("http://evil.example", False),
        ("null", False),
        ("file://localhost:8642", False),
        ("http://[", False),
    ],
)
def test_only_the_own_pages_may_act(origin: str, allowed: bool) -> None:
    assert Doorkeeper("127.0.0.1").origin_allowed(origin, "localhost:8642") is allowed
