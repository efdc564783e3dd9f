"""The players of the chaos run notice what was lost, and what was not."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence

import pytest

from benchmarks import troubles
from benchmarks.counting import Counting
from benchmarks.troubles import HEAD, TroubledMatch, matches, troubled
from quintet.games import GAMES
from quintet.store import StoreError
from quintet.store.contract import Then
from tests.server.harness import Node, serving
from tests.waiting import until


@pytest.fixture
async def node(monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Node]:
    monkeypatch.setitem(GAMES, Counting.name, Counting)
    monkeypatch.setattr("quintet.table.draft.COUNTDOWN_MS", 50)
    monkeypatch.setattr(troubles, "QUIET", 0.3)
    monkeypatch.setattr(troubles, "MATCHES", 2)
    async with serving(messages_per_second=0) as running:
        yield running


async def test_a_trouble_that_is_none_loses_nothing(node: Node) -> None:
    async with matches(int(node.address.rstrip("/").rpartition(":")[2])) as playing:
        row = dict(zip(HEAD, await troubled(playing, "nothing", lambda: asyncio.sleep(0.3)), strict=True))
        assert row["of them lost"] == 0
        assert row["moves acknowledged"] == sum(len(match.played) for match in playing) > 0
        cheat(playing[0])
        assert playing[0].lost() == 2


def cheat(match: TroubledMatch) -> None:
    """As if another move had been acknowledged, and one more than there are."""
    text = match.played[0]
    match.played[0] = str((int(text) + 1) % 10)
    match.played[10_000] = text


async def test_refusals_are_counted_and_played_through(node: Node, monkeypatch: pytest.MonkeyPatch) -> None:
    async with matches(int(node.address.rstrip("/").rpartition(":")[2])) as playing:

        async def full() -> None:
            with monkeypatch.context() as patched:
                patched.setattr(node.hub.store, "append_then", refuse)
                await until(lambda: all(match.refused["unavailable"] for match in playing))

        row = dict(zip(HEAD, await troubled(playing, "full", full), strict=True))
        assert "unavailable" in str(row["refused meanwhile"])
        assert row["of them lost"] == 0


def refuse(_room: str, _version: int, _events: Sequence[bytes], then: Then) -> None:
    then(StoreError("the disk is full"))
