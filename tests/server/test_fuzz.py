"""Whatever is sent, the answer is one of ours, and nothing in the log is a surprise. `benchmarks.chaos fuzz` sends more."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from quintet.table.commands import Create
from quintet.wire import WireError, decode
from quintet.wire.messages import CLIENT_MESSAGES
from tests.server.fuzzing import fuzz_http, fuzz_pickles, fuzz_socket, message
from tests.server.harness import serving
from tests.server.test_http import ask


@pytest.mark.parametrize("seed", range(4))
async def test_fuzzed_requests_are_answered_in_words(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(messages_per_second=0) as node:
        seen, wrong = await fuzz_http(node.address, Random(seed), 500)
        assert (await ask(node, "/health")).status == 200
    assert wrong == []
    assert {200, 400, 404} <= set(seen)
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


@pytest.mark.parametrize("seed", range(4))
async def test_fuzzed_messages_break_nothing(seed: int, caplog: pytest.LogCaptureFixture) -> None:
    async with serving(messages_per_second=0) as node:
        rooms = [
            await node.hub.create("host", "here", Create(name="Ours", game=name))
            for name in ("reversi", "onyx")
        ]
        closed = await fuzz_socket(node.address, Random(seed), 1000, tuple(map(str, rooms)))
        assert (await ask(node, "/health")).status == 200
    assert set(closed) <= {0, 1000, 1002, 1003, 1007, 1009}
    assert closed[1000]
    assert [record.getMessage() for record in caplog.records if record.exc_info] == []


def test_fuzzed_pickles_are_read_or_refused() -> None:
    seen, wrong = fuzz_pickles(Random(1), 2000)
    assert wrong == []
    assert set(seen) == {"read", "refused"}


@settings(max_examples=300, suppress_health_check=[HealthCheck.too_slow])
@given(st.integers(0, 2**32))
def test_a_message_is_read_or_refused_with_a_sentence(seed: int) -> None:
    data = message(Random(seed))
    read = decode(data)
    if isinstance(read, WireError):
        assert read.text.endswith((".", "!"))


@settings(max_examples=300)
@given(st.text() | st.binary())
def test_any_text_is_read_or_refused(data: str | bytes) -> None:
    assert isinstance(decode(data), (WireError, *CLIENT_MESSAGES))
