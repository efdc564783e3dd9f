"""`quintet status` tells people and programs how a server is doing."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator

import pytest

from quintet.commands.status import Metrics, lasting
from quintet.wire.client import Client, ServerError
from tests.commands.conftest import Quintet
from tests.server.harness import Node, seat_all, serving


@pytest.fixture
async def node() -> AsyncIterator[Node]:
    async with serving(workers=1) as running:
        yield running


async def test_status_tells_people_and_programs(node: Node, quintet: Quintet) -> None:
    async with Client(node.address) as ann, Client(node.address) as ben:
        room = await seat_all([ann, ben])
        await ann.move("d3")
        with pytest.raises(ServerError):
            await ann.move("d3")
        ran = await asyncio.to_thread(quintet, "status", f"{node.address}r/{room}")
        assert ran.code == 0
        lines = dict(line.split(None, 1) for line in ran.out.splitlines())
        assert lines["quintet"].endswith("all is well")
        assert lines["up"].startswith("less than a minute, since 20")
        assert lines["rooms"] == "1 in memory, 1 opened since then"
        assert lines["people"] == "2 connected, 2 at tables, 0 bots on the list"
        assert lines["moves"].startswith("0 a second now, 1 since then; half answered within ")
        assert lines["engine"].startswith("0 asked, 0 not taken yet by 1 workers")
        assert re.match(r"[\d,]+ writes, 0 under way, 0 failed; half done within ", lines["store"])
        assert lines["refused"] == "not-your-turn 1"
        data = json.loads((await asyncio.to_thread(quintet, "status", node.address, "--json")).out)
        assert data["ready"]
        assert data["moves"]["accepted"] == 1
        assert data["refused"] == {"not-your-turn": 1}


async def test_status_says_what_is_wrong(node: Node, quintet: Quintet) -> None:
    node.hub.closing = True
    ran = await asyncio.to_thread(quintet, "status", node.address)
    node.hub.closing = False
    assert ran.code == 1
    assert ran.out.splitlines()[0].endswith(": The server is stopping.")


@pytest.mark.parametrize(
    ("address", "why"),
    [
        ("http://127.0.0.1:1", "no server answers at http://127.0.0.1:1: no server runs there"),
        ("ftp://x", "is no server"),
    ],
)
def test_status_of_nobody(quintet: Quintet, address: str, why: str) -> None:
    ran = quintet("status", address)
    assert ran.code == 2
    assert why in ran.err


def test_the_share_that_was_quick_is_read_from_the_buckets() -> None:
    lines = [f'x_bucket{{le="{le}"}} {count}' for le, count in (("0.1", 5), ("0.5", 9), ("+Inf", 10))]
    found = Metrics("\n".join(lines))
    assert found.within("x", 0.5) == 0.1
    assert found.within("x", 0.9) == 0.5
    assert found.within("x", 0.99) == float("inf")
    assert Metrics("").within("x", 0.5) is None


@pytest.mark.parametrize(
    ("seconds", "told"),
    [
        (59, "less than a minute"),
        (60, "1 minute"),
        (3600 * 5 + 60, "5 hours 1 minute"),
        (86400 * 2 + 3600 + 60, "2 days 1 hour"),
    ],
)
def test_how_long_it_is_up(seconds: int, told: str) -> None:
    assert lasting(seconds) == told
